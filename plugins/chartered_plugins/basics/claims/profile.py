"""Claims about the accountant of profiles: the reason why it answers for one run only."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Each, Notation, Positive, Proofs, SameParts, accountant

from . import pure
from .approximate import outcomes


def twice(xp: Any, y: Any) -> Any:
    """The hockey-stick divergence at eps0 of two runs of binary randomized response, e^eps0 = 1 + y."""
    pairs, found = outcomes(0 * y, y, 0 * y), xp.number(0)
    for p, q in pairs:
        for r, s in pairs:
            found = found + xp.positive(p * r - (1 + y) * q * s)
    return found


NOTATION = Notation(ranges={"y": (Fraction(1, 20), 20)}, twice=twice, pure=pure.NOTATION)
BOOK = Proofs("profile", "definition of the hockey-stick divergence", notation=NOTATION)

BOOK.soundness(
    "composition.no-sum",
    "Deltas at one eps do not add up: two runs of binary randomized response have delta e^eps0 (e^eps0 - 1)/(1 + "
    "e^eps0)^2 > 0 at eps = eps0, where each has 0.",
    "two runs at the eps of one",
    "all eps0 > 0",
    SameParts("two runs", "twice(y)", "(1 + y)*y/(2 + y)^2"),
    Positive("which is positive", "(1 + y)*y/(2 + y)^2"),
    SameParts("one run", "pure.profile(log1p(y), log1p(y))", "0"),
    so="So an account that adds deltas at a common eps would claim 0.",
)


ONE = ch.Profile(delta=lambda xp, epsilon, witness: xp.exp(-epsilon))


@BOOK.soundness(
    "composition.refused",
    "The accountant refuses to compose: for two runs of one profile, and for two profiles.",
    "two runs, and two steps",
    "n = 2, and two profiles",
    Each("run: it raises Unavailable", cases=[("times", ONE, 2), ("compose", [ONE, ONE])]),
)
def _refused(compose: str, *given: Any) -> bool:
    try:
        getattr(accountant("profile", "profile"), compose)(*given)
    except ch.Unavailable:
        return True
    return False
