"""Claims about the accountant of profiles: why it answers for one run only."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import accountant
from chartered.proving.steps import chain, sign_of
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from .approximate import outcomes
from .pure import profile

BOOK = Book("profile", "definition of the hockey-stick divergence")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)


@BOOK.soundness(
    "composition.no-sum",
    "Deltas at one eps do not add up: two runs of binary randomized response have delta e^eps0 (e^eps0 - 1)/(1 + "
    "e^eps0)^2 > 0 at "
    "eps = eps0, where each has 0.",
    "two runs at the eps of one",
    "all eps0 > 0",
)
def _no_sum(effort: Effort) -> Verdict:
    def twice(xp: Any, y: Any) -> Any:
        pairs, found = outcomes(0 * y, y, 0 * y), xp.number(0)
        for p, q in pairs:
            for r, s in pairs:
                found = found + xp.positive(p * r - (1 + y) * q * s)
        return found

    line = {"y": SIZE}
    return chain(
        "So an account that adds deltas at a common eps would claim 0.",
        ("two runs", same_parts(twice, "(1 + y)*y/(2 + y)^2", "y", line, effort)),
        ("which is positive", sign_of("(1 + y)*y/(2 + y)^2", "y", line, effort)),
        ("one run", same_parts(lambda xp, y: profile(xp, xp.log1p(y), xp.log1p(y)), "0", "y", line, effort)),
    )


@BOOK.soundness(
    "composition.refused",
    "The accountant refuses to compose: for two runs of one profile, and for two profiles.",
    "two runs, and two steps",
    "n = 2, and two profiles",
)
def _refused(effort: Effort) -> Verdict:
    law = accountant("profile", "profile")
    one = ch.Profile(delta=lambda xp, epsilon, witness: xp.exp(-epsilon))
    for compose, given in ((law.times, (one, 2)), (law.compose, ([one, one],))):
        try:
            found = compose(*given)
        except ch.Unavailable:
            continue
        return Refuted("run: it composed", witness={"found": str(found)})
    return Proved("run: both raise Unavailable")
