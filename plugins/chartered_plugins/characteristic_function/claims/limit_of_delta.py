"""Claims about the limit of a composition's delta: where both directions reach it, by all outcomes of all runs."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, case, registered

from ...basics.claims.outcomes import Outcomes, divergence, listed, together, turned
from ..formulas.limit_of_delta import limit_of
from ..guarantee import compose, times

BOOK = Proofs("characteristic-function.profile", "direct computation", at="the limit")

ONE_FAILS, BOTH_FAIL = ("1/2:1/2:0", "1/4:1/2:1/4"), ("1/2:1/4:1/4:0", "1/4:1/2:0:1/4")
MORE_UNDER_Q, MORE_UNDER_P = ("3/4:1/4:0", "1/4:1/2:1/4"), ("1/4:1/2:1/4", "3/4:1/4:0")
BETWEEN, ALWAYS_LESS = ("2/5:3/5:0", "1/10:4/5:1/10"), ("1/2:1/4:1/8:1/8", "1/4:1/2:0:1/4")
RUNS = (
    *((columns,) * n for n in (2, 3) for columns in (ONE_FAILS, BOTH_FAIL, MORE_UNDER_Q, MORE_UNDER_P, BETWEEN)),
    (ALWAYS_LESS,) * 2,
    (ONE_FAILS, MORE_UNDER_P),
    (MORE_UNDER_Q, BETWEEN, BETWEEN),
)
"""Tables of which each runs once."""


def _delta(rows: Outcomes, grown: Fraction) -> Fraction:
    """At eps = log `grown`, the larger of both orders."""
    return max(divergence(rows, grown), divergence(turned(rows), grown))


@BOOK.soundness(
    "limit",
    "At the least delta that runs of tables have, eps is the larger one of the largest finite loss in the direction "
    "that has this delta, and the place where the other direction comes down to it.",
    "six tables with infinite losses, two and three runs, alike or not; within a billionth",
    Sampled(
        "fractions: every outcome of all runs", bits=128, why="sums over outcomes, whose number is not fixed", runs=RUNS
    ),
)
def _where_it_is_reached(xp: Any, runs: Sequence[tuple[str, str]]) -> bool:
    moments = (registered("table.moments").bound(case(f"table:p={p},q={q}")) for p, q in runs)
    given = [registered("moment-generating-function.characteristic").bound(one) for one in moments]
    rows = together(*map(listed, runs))
    alone = max(sum(p for p, q in order if not q) for order in (rows, turned(rows)))
    limit, end = limit_of(compose([times(g, 1) for g in given]).directions)
    assert end is not None
    grown = xp.exp(xp.number(end))
    before, after = (Fraction(float(grown.mid())) * (1 + side * Fraction(1, 10**9)) for side in (-1, 1))
    reached = _delta(rows, max(after, Fraction(1))) == alone
    return limit == alone and reached and (after <= 1 + Fraction(1, 10**6) or _delta(rows, before) > alone)
