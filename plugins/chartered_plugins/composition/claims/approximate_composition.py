"""Claims about approximate DP: pure DP as a case of it, the inverse of its profile, and composition with multiplied
failures."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs, Range, Shipped, accountant, claims_of, held, registered
from chartered.proving.proof_parts import Nonnegative, Same, SameParts

from ...basics.claims import approximate, pure
from ...basics.claims.approximate import guarantee, outcomes

SIZE, CHANCE, ODDS = (Fraction(1, 20), 20), (Fraction(1, 100), 1), (0, 9)


def through(xp: Any, x: Any, y: Any) -> Any:
    """The profile of eps0-DP as an approximate guarantee, e^eps = 1 + x and e^eps0 = 1 + x + y."""
    given = registered("pure.approximate").bound(ch.Pure(epsilon=held(xp.log1p(x + y))))
    return registered("approximate.profile").bound(given).delta(xp, xp.log1p(x), {})


def composed(xp: Any, *runs: tuple[Any, Any]) -> ch.Approximate:
    """The registered composition of (log(1 + level), t/(1+t))-DP guarantees."""
    law = accountant("approximate", "approximate")
    found: ch.Approximate = law.compose([guarantee(xp, level, t) for level, t in runs])
    return found


def stick(xp: Any, x: Any, y: Any, t: Any, u: Any) -> Any:
    """The hockey-stick divergence of both pairs, over all 16 outcomes."""
    zero, found = 0 * x, xp.number(0)
    for p, q in outcomes(zero, x, t):
        for r, s in outcomes(zero, y, u):
            found = found + xp.positive(p * r - (1 + x) * (1 + y) * q * s)
    return found


NOTATION = Notation(
    "below(x, y, t) = approximate.shipped(x, y, t)",
    "solved(x, y, t, more) = profile(epsilon=log1p(x + y), delta=t/(1 + t)).epsilon(below(x, y, t) + more)",
    "f = (p/(p + rest) - d)/(1 - d)",
    ranges={"x y": SIZE, "z": (0, 1), "t u": ODDS, "p rest": CHANCE, "d": Range.chance(ODDS)},
    approximate=approximate.NOTATION,
    pure=pure.NOTATION,
    profile=Shipped("approximate.profile", ch.Approximate),
    through=through,
    two=lambda xp, x, t, y, u: composed(xp, (x, t), (y, u)),
    three=lambda xp, x, t: composed(xp, *[(x, t)] * 3),
    thrice=lambda xp, x, t: accountant("approximate", "approximate").times(guarantee(xp, x, t), 3),
    stick=stick,
)
BOOK = Proofs(
    "approximate", "Liu et al. 2022", at="Kairouz, Oh, Viswanath 2015, Theorem 3.3 with i = 0", notation=NOTATION
)
PURE = Proofs("pure", "Liu et al. 2022", notation=NOTATION)
claims = claims_of(PURE, BOOK)

PURE.identity(
    "approximate.definition",
    "eps-DP is (eps, 0)-DP: the profile of the approximate guarantee that it gives is its own.",
    "definitions; Theorem 2.1 with delta0 = 0",
    "all 0 <= eps < eps0",
    SameParts("both profiles", "through(x, y)", "pure.below(x, y)", {"x": (0, 20)}),
    so="Below eps0; from there on both are 0.",
)

BOOK.identity(
    "profile.inverse",
    "The shipped eps at delta is the inverse of the profile, and 0 above the profile's value at eps = 0.",
    "Theorem 2.1",
    "all 0 <= eps < eps0, 0 <= delta0 < 1 (e^eps = 1 + x, e^eps0 = 1 + x + y, delta0 = t/(1+t))",
    SameParts("eps(delta(eps)) = eps", "exp(solved(x, y, t, 0))", "1 + x", {"x": (0, 20)}),
    SameParts("eps = 0 above delta(0)", "exp(solved(0, y, t, z))", "1"),
    so="The profile falls from eps = 0 to eps0, where it is delta0.",
)

BOOK.soundness(
    "composition.sound",
    "(eps1, d1)-DP then (eps2, d2)-DP is (eps1 + eps2, 1 - (1-d1)(1-d2))-DP: with f = (p2 - d2)_+/(1-d2) <= 1, "
    "E_P[p2] <= d2 + (1-d2)(d1 + A1 E_Q[f]) and (1-d2) f <= A2 q2.",
    "all eps1, eps2 >= 0, 0 <= d1, d2 < 1",
    Same("the shipped delta is d2 + (1-d2) d1", "two(t, t, u, u).delta", "u/(1 + u) + (1 - u/(1 + u))*t/(1 + t)"),
    Same("the shipped eps is eps1 + eps2", "exp(two(x, x, y, y).epsilon)", "(1 + x)*(1 + y)"),
    Nonnegative("f <= 1", "1 - f", zero="rest d"),
    so="The guarantee of an event holds for the mean of any f in [0, 1], since f is a mixture of events. p2 and q2 "
    "are conditional on the first outcome, so the second run may adapt; E_P[p2] <= delta + A1 A2 E_Q[q2] with delta = "
    "d2 + (1-d2) d1.",
)

BOOK.identity(
    "composition.attained",
    "Two four-outcome mechanisms have exactly that delta at eps1 + eps2: no smaller one holds there.",
    "Theorem 2.1 and Kairouz, Oh, Viswanath 2015, Theorem 3.3",
    "all eps1, eps2 > 0, 0 <= d1, d2 < 1",
    SameParts("the divergence of both pairs", "stick(x, y, t, u)", "two(x, t, y, u).delta"),
    so="It is summed over all 16 outcomes.",
)

BOOK.identity(
    "composition.times",
    "Three runs of one guarantee are the composition of three.",
    "all eps >= 0, 0 <= delta < 1, three runs",
    Same("eps + 2 delta", "thrice(x, t).epsilon + 2*thrice(x, t).delta", "three(x, t).epsilon + 2*three(x, t).delta"),
    so="Both are told apart by their weights.",
)
