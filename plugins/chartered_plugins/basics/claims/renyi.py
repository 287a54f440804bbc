"""Claims about Renyi DP: its order, the exact curve of pure DP, and its composition."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs, Rewrites, Shipped, accountant, claims_of, lemma
from chartered.proving.proof_parts import Claimed, Positive, Same, Touches

from . import bernoulli

SIZE = (Fraction(1, 20), 5)
ORDER = (Fraction(1, 10), 9)


def curve(p: Any, q: Any) -> ch.Renyi:
    """The curve of the Bernoulli pair with these odds."""
    chances = p / (1 + p), q / (1 + q)
    return ch.Renyi(curve=lambda xp, alpha: bernoulli.log_moment(xp, alpha, *chances) / (alpha - 1))


def composed(xp: Any, p: Any, q: Any, r: Any, s: Any, b: Any) -> Any:
    """The moment of two runs by the registered composition."""
    return xp.exp(b * accountant("renyi", "renyi").compose([curve(p, q), curve(r, s)]).curve(xp, 1 + b))


def thrice(xp: Any, p: Any, q: Any, b: Any) -> Any:
    """The registered composition of three runs, minus three times the curve of one run."""
    return accountant("renyi", "renyi").times(curve(p, q), 3).curve(xp, 1 + b) - 3 * curve(p, q).curve(xp, 1 + b)


NOTATION = Notation(
    "lie = 1/(1 + exp(e))",
    "term(x, y, b) = x^(1 + b)*y^(-b)",
    "chance(odds) = odds/(1 + odds)",
    "half(p, q, r, s, b) = term(p*r, q*s, b) + term(p*(1 - r), q*(1 - s), b)",
    "joint(p, q, r, s, b) = half(p, q, r, s, b) + half(1 - p, 1 - q, r, s, b)",
    "of_pure(epsilon, b) = pure_renyi(epsilon=epsilon).curve(1 + b)",
    ranges={"t k g x e d p q r s": SIZE, "b": ORDER},
    rdp_renyi=Shipped("rdp.renyi"),
    bernoulli=bernoulli,
    pure_renyi=Shipped("pure.renyi", ch.Pure),
    composed=composed,
    thrice=thrice,
)
BOOK = Proofs("renyi", "Mironov 2017", notation=NOTATION)
RDP = Proofs("rdp", "van Erven, Harremoes 2014", notation=NOTATION)
PURE = Proofs("pure", "Bun, Steinke 2016", notation=NOTATION)
claims = claims_of(RDP, PURE, BOOK)

RDP.inequality(
    "renyi.monotone",
    "A divergence of order alpha is none smaller than those of smaller orders: E_P[t]^c <= E_P[t^c] for t = "
    "(P/Q)^(alpha'-1) and c = (alpha-1)/(alpha'-1) >= 1.",
    "Theorem 3",
    "all 1 < alpha' < alpha (c = 1 + k), all likelihood ratios t > 0",
    Touches("t^(1 + k) - (1 + k)*t + k", "t", "1"),
    Same("the shipped curve is the constant gamma", "rdp_renyi(alpha=9, gamma=g).curve(1 + b)", "g"),
    so="t^c - c t + c - 1 >= 0 at t/E_P[t] has the mean E_P[t^c]/E_P[t]^c - 1 >= 0; (alpha-1) D_alpha = log "
    "E_P[(P/Q)^(alpha-1)], so D_alpha' <= D_alpha. The stated point therefore holds for all smaller orders.",
)

nothing_released = lemma(NOTATION, Touches("x^(1 + b) - (1 + b)*x + b", "x", "1"))
"""A divergence of order alpha is 0 only between equal distributions: x^alpha - alpha x + alpha - 1 is 0 at x = 1
alone."""

RDP.soundness(
    "nothing.equal",
    "A divergence of 0 means equal distributions: the mean over Q of x^alpha - alpha x + alpha - 1 >= 0 at x = P/Q is "
    "then 0, so x = 1.",
    "Theorem 8",
    "all alpha > 1, all likelihood ratios; the rewriting on one example",
    nothing_released,
    Rewrites("rdp.nothing", "rdp:alpha=2,gamma=0", "pure:epsilon=0"),
    so="Its curvature is positive, so it is 0 at x = 1 alone. Equal distributions are 0-DP.",
)

PURE.identity(
    "renyi.attained",
    "Binary randomized response, which is eps-DP, has exactly this divergence: no smaller curve holds.",
    "Proposition 3.3",
    "all eps > 0, alpha > 1",
    Same("", "exp(bernoulli.log_moment(1 + b, 1 - lie, lie))", "exp(b*of_pure(e, b))"),
)

PURE.soundness(
    "renyi.worst-case",
    "No eps-DP pair has a larger divergence: x^alpha is convex, so it is below its chord on [e^-eps, e^eps], whose "
    "mean over Q (where x = P/Q has mean 1) is that of the two-point pair.",
    "Proposition 3.3; Kairouz, Oh, Viswanath 2015",
    "all eps > 0, alpha > 1, all likelihood ratios",
    Positive("x^alpha is convex", "d2/dx2 x^(1 + b)"),
    Same(
        "the chord at 1",
        "exp(b*of_pure(e, b))",
        "(exp(e)^(1 + b)*(1 - exp(-e)) + exp(-e)^(1 + b)*(exp(e) - 1))/(exp(e) - exp(-e))",
    ),
    so="A chord is linear, so its mean is its value at the mean, 1.",
)

BOOK.identity(
    "composition.adds",
    "Divergences of one order add up: the moment of a product of two Bernoulli pairs is the product of their moments.",
    "Proposition 1",
    "all alpha > 1, all Bernoulli pairs with probabilities in (0, 1)",
    Same(
        "two runs (p, q, r, s are odds)",
        "composed(p, q, r, s, b)",
        "joint(chance(p), chance(q), chance(r), chance(s), b)",
    ),
    Same("three runs of one", "thrice(p, q, b)", "0"),
    so="The same holds outcome by outcome for any pairs; if the second run adapts, its moment is at most its worst for "
    "each first one.",
)

RDP.soundness(
    "monotone",
    "A point (alpha, gamma) of a curve states no less than (alpha', gamma') with alpha' < alpha and gamma' > gamma: a "
    "smaller gamma, or a larger order, inside every wrapper.",
    "Mironov 2017, Proposition 9",
    "all alpha' < alpha, gamma < gamma' (gamma' = gamma + d)",
    Claimed("the order", RDP, "renyi.monotone"),
    Positive("gamma' - gamma", "g + d - g"),
    so="The divergence of the smaller order is none larger, so at most gamma, and that is below gamma'.",
)
