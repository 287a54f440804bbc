"""Claims about the total variation, delta at eps = 0: Bretagnolle and Huber's bound, Pinsker's, that T3 is never above
them, and what is registered."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Answers, Notation, Positive, Proofs, Same, Tends, Touches, claims_of, lemma

from ...basics.claims import bernoulli
from ..formulas import closed_forms as renyi_conversion

SIZE = (Fraction(1, 9), 9)
NOTATION = Notation(
    "square(x) = x^2/(1 + x^2)",
    "chance(x) = x/(1 + x)",
    "coefficient = (g*r + 1)^2/((1 + g^2)*(1 + r^2))",
    "huber(gamma) = rc.bretagnolle_huber(gamma)^2",
    "pinsker(gamma) = rc.pinsker(gamma)^2",
    "above_log(z, m) = z/m - 1 - log(z/m)",
    "divergence(p, q) = p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))",
    "spare(q, p) = divergence(p, q) - 2*(p - q)*(p - q)",
    "parts(n, m) = ((log1p(m) + log(n) - log1p(n))*n - log1p(n) + log1p(m) - log(m))/(1 + n)",
    ranges={
        "g r gamma z m": SIZE,
        "q p": (Fraction(1, 50), Fraction(49, 50)),
        "d": (Fraction(1, 99), Fraction(1, 3)),
        "n": (9, 99),
    },
    bernoulli=bernoulli,
    rc=renyi_conversion,
)
BOOK = Proofs("bretagnolle-huber", "Bretagnolle, Huber 1979", notation=NOTATION)
PINSKER = Proofs("bretagnolle-huber", "Pinsker 1964", notation=NOTATION)
ORDERS = Proofs("bretagnolle-huber", "van Erven, Harremoes 2014", notation=NOTATION)
claims = claims_of(BOOK, PINSKER, ORDERS)
below_renyi = lemma(NOTATION, Touches("above_log(z, m)", "z", "m", label="the logarithm is concave"))
"""log(z) <= z/m - 1 + log(m): with z = x^(alpha-1) and m = E_P[z] its mean over P is (alpha-1) KL <= log m = (alpha-1)
D_alpha."""

BOOK.soundness(
    "tv.bretagnolle-huber",
    "The total variation is at most sqrt(1 - e^-gamma): D_alpha >= KL >= -2 log B >= -log(1 - TV^2), B the "
    "Bhattacharyya coefficient.",
    "their inequality, for any order",
    "all alpha > 1, all Bernoulli pairs (all pairs by asoodeh2020.T2)",
    below_renyi,
    Same(
        "B^2 at p = g^2/(1+g^2), q = r^2/(1+r^2)",
        "exp(bernoulli.log_moment(1/2, square(g), square(r)))^2",
        "coefficient",
    ),
    Same(
        "1 - TV^2 - B^2 is a square",
        "1 - (square(g) - square(r))^2 - coefficient",
        "((g - r)*(g*r - 1)/((1 + g^2)*(1 + r^2)))^2",
    ),
    Same("the shipped form", "huber(gamma)", "1 - exp(-gamma)"),
    so="With z = x^(-1/2) the same concavity gives -KL/2 <= log B; and p - q is the total variation of a Bernoulli "
    "pair with p > q.",
)

PINSKER.soundness(
    "tv.pinsker",
    "The total variation is at most sqrt(gamma/2): D_alpha >= KL >= 2 (p-q)^2, since KL - 2 (p-q)^2 is 0 at q = p and "
    "rises with |q - p|.",
    "his inequality, for any order",
    "all alpha > 1, all Bernoulli pairs (all pairs by asoodeh2020.T2)",
    below_renyi,
    Same("the slope in q", "d/dq spare(q, p)", "(q - p)*(1 - 2*q)^2/(q*(1 - q))"),
    Same("0 at q = p", "spare(p, p)", "0"),
    Same("the shipped form", "2*pinsker(gamma)", "gamma"),
    so="Its slope in q has the sign of q - p on 0 < q < 1.",
)

ORDERS.identity(
    "tv.limit",
    "KL is the limit of D_alpha as alpha tends to 1, and D_alpha is no smaller at any order: the curve near 1 gives "
    "the least bound.",
    "Theorems 3 and 5",
    "all Bernoulli pairs",
    Tends(
        "the limit",
        "bernoulli.renyi(1 + b, chance(g), chance(r))",
        "b",
        0,
        "divergence(chance(g), chance(r))",
        {"b": (Fraction(1, 10**6), Fraction(1, 2))},
    ),
    below_renyi,
    Positive("Bretagnolle and Huber's rises", "d/dgamma huber(gamma)"),
    Positive("Pinsker's rises", "d/dgamma pinsker(gamma)"),
    so="Both bounds rise with gamma.",
)

BOOK.soundness(
    "tv.above-T3",
    "T3 is never above it: the pair of distributions that attains T3 at eps = 0 has D_alpha = gamma, and TV within "
    "both bounds (tv.bretagnolle-huber, tv.pinsker); for eps > 0 a profile is no larger than at 0.",
    "with Theorem 3 of Asoodeh et al. 2020 at eps = 0",
    "all alpha > 1, 0 < delta < 1/alpha; at alpha delta >= 1, T3's delta is 1 - e^-gamma",
    Same(
        "its total variation is p - q = delta",
        "bernoulli.hockey_stick(q + d, q, 0) - positive(-d)",
        "d",
        {"q": (Fraction(1, 99), Fraction(1, 3))},
    ),
    Same("KL of P = (n, 1)/(n+1) and Q = (1, m)/(1+m)", "divergence(chance(n), 1/(1 + m))", "parts(n, m)"),
    Tends("its limit is log(1+m)", "parts(n, m) - log1p(m)", "n", "inf", "0"),
    so="T3's pair has p - q = delta and D_alpha = gamma (asoodeh2020.T3.pair); at the edge it is P = (1, 0), Q = "
    "(e^-gamma, 1 - e^-gamma), the limit n -> infinity of P = (n, 1)/(n+1), with KL = gamma = log(1+m) and TV = "
    "1 - e^-gamma.",
)


def _variation(gamma: Fraction, top: Fraction | None) -> Answers:
    """Numbers for linear curves, with and without a last order near 1."""
    height = {"h": gamma * min(1 + Fraction(1, 2**100), top or Fraction(2))}
    numbers: dict[str, Any] = {
        "delta(2)": "min(sqrt(1 - exp(-h)), sqrt(h/2))",
        "epsilon(1)": 0,
        "at_infinity.max_loss": 0,
    }
    return Answers(
        "bretagnolle-huber.tv", ch.Renyi(curve=lambda xp, alpha: xp.number(gamma) * alpha, top=top), numbers, height
    )


BOOK.stated(
    "tv.as-stated",
    "One delta for every eps: the lesser of sqrt(1 - e^-gamma) and sqrt(gamma/2).",
    "and Pinsker",
    "curves of one height, below and above where the two meet, with and without a last order near 1",
    _variation(Fraction(1, 2), None),
    _variation(Fraction(3), None),
    _variation(Fraction(1, 2), 1 + Fraction(1, 2**120)),
)
