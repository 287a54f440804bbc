"""Claims about tables on a Poisson sample, whose outputs are written out in fractions: several on one sample, and a
record that is replaced where removal and addition differ."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs, Range, Rewrites, Same, Sampled, claims_of, numbers, registered
from msgspec import structs

from ...basics.claims.outcomes import Outcomes, divergence, listed, together, turned

_compared = partial(Sampled, why="sums over outputs, whose number is not fixed")
CHANCE = Range.chance((Fraction(1, 100), 100))
NOTATION = Notation(ranges={"x y v w a g": CHANCE})
TABLES = Proofs("poisson.tables", "Zhu, Dong, Wang 2022", at="Theorems 10 and 11", notation=NOTATION)
REPLACED = Proofs("poisson.replaced-profile", "Balle, Barthe, Gaboardi 2018", at="Theorem 2", notation=NOTATION)
claims = claims_of(TABLES, REPLACED)

EVEN, TILTED = "table:p=1/2:1/2,q=1/4:3/4", "table:p=1/10:1/5:7/10,q=3/10:3/5:1/10"
BOTH_FAIL, ONE_FAILS = "table:p=1/2:1/3:1/6:0,q=1/4:1/4:0:1/2", "table:p=3/4:1/4:0,q=1/4:1/2:1/4"
JOINT = (
    ((EVEN, 1), (TILTED, 1)),
    ((EVEN, 3),),
    ((BOTH_FAIL, 1), (ONE_FAILS, 2)),
    ((ONE_FAILS, 1), (EVEN, 2), (TILTED, 1)),
    ((TILTED, 4), (BOTH_FAIL, 1)),
)
"""Tables with equal and unequal ratios, some with outputs that are possible under one neighbour alone, and how often
each runs."""
GROWN = numbers("1 21/20 5/4 2 4 30")
RATES = numbers("1/100 1/3 9/10")


def _rows(step: str) -> list[tuple[Fraction, Fraction]]:
    return listed([str(ch.parse(step).step.settings[key]) for key in ("p", "q")])


def _gains(rows: Outcomes, grown: Fraction) -> tuple[Fraction, Fraction]:
    """delta at eps = log `grown`, of the first column and of the second."""
    return divergence(rows, grown), divergence(turned(rows), grown)


TABLES.identity(
    "written",
    "Two tables on one sample are one, with the products of their probabilities: outputs of equal ratio are one, and "
    "what neither neighbour can have is none.",
    "the rewriting on two examples",
    Rewrites(
        "poisson.tables", f"poisson:rate=1/10/({EVEN},times=2)", "poisson:rate=1/10/table:p=1/4:1/2:1/4,q=1/16:3/8:9/16"
    ),
    Rewrites(
        "poisson.tables",
        "poisson:rate=1/10/(table:p=1/2:1/2:0,q=1/2:0:1/2,times=2)",
        "poisson:rate=1/10/table:p=1/4:3/4:0,q=1/4:0:3/4",
    ),
)


@TABLES.identity(
    "enumerated",
    "The table of all runs, with its sample, has the delta of their outputs one by one, in either direction.",
    "two outputs of equal ratio, all chances; five joint steps, three rates, six values of e^eps",
    Same("outputs of equal ratio", "(x - a*y) + ((1 + g)*x - a*(1 + g)*y)", "(2 + g)*x - a*(2 + g)*y"),
    _compared("fractions: every output", digits=30, joint=JOINT, rate=RATES, grown=GROWN),
    so="That a later table may depend on earlier outputs costs nothing: each is dominated by its columns, given these.",
)
def _as_enumerated(joint: Sequence[tuple[str, int]], rate: Fraction, grown: Fraction) -> bool:
    steps = " + ".join(f"{step},times={times}" for step, times in joint)
    case = ch.Case(ch.parse(f"poisson:rate={rate}/({steps})").step, ch.Neighbours.ADD_OR_REMOVE)
    one = registered("poisson.tables").bound(case)
    mixed = registered("poisson-table.mixture").bound(ch.Case(one, ch.Neighbours.ADD_OR_REMOVE))
    every = together(*(_rows(step) for step, times in joint for _ in range(times)))
    return _gains(_rows(str(mixed)), grown) == _gains([(rate * p + (1 - rate) * q, q) for p, q in every], grown)


@REPLACED.soundness(
    "asymmetric",
    "Where removal and addition differ, the larger delta of both stands for either: a record of a Poisson sample that "
    "is replaced by one which moves another report has no larger delta than is shipped.",
    "four tables, three rates, six values of e^eps",
    _compared(
        "fractions and balls: every output",
        bits=128,
        step=(EVEN, TILTED, BOTH_FAIL, ONE_FAILS),
        rate=RATES,
        grown=GROWN,
    ),
    so="The bound by q (H(A + c) + c H'(a/c)) rises with both, and holds at any c.",
)
def _not_above(xp: Any, step: str, rate: Fraction, grown: Fraction) -> bool:
    """Whether a record replaced by another one has no larger delta than is shipped, where the two move different
    reports: (p_i q_j) with one, (q_i p_j) with the other and (q_i q_j) with neither."""
    case = ch.Case(ch.parse(f"poisson:rate={rate}/{step}").step, ch.Neighbours.REPLACE_ONE)
    inner = registered("table.profile").bound(ch.Case(ch.parse(step).step, ch.Neighbours.ADD_OR_REMOVE))
    theorem = registered("poisson.replaced-profile")
    from_one = structs.replace(case, inner=inner)
    assert theorem.conditions(from_one) is None
    eps = xp.log(xp.number(grown))
    shipped = theorem.bound(from_one).delta(xp, eps, {})
    outputs = [
        tuple((1 - rate) * q * s + rate * moved for moved in (p * s, q * r))
        for (p, q), (r, s) in product(_rows(step), repeat=2)
    ]
    return not shipped < xp.number(max(_gains([(a, b) for a, b in outputs], grown)))
