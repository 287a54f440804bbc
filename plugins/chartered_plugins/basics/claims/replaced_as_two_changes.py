"""Claims about groups of two: from add-or-remove to replace-one."""

from fractions import Fraction

from chartered.proving import Notation, Proofs, Same, lemma

from ..formulas import group_privacy as group

UNIT = (Fraction(1, 100), 1)
_PREMISES = (
    "If p <= e^eps q + delta and q <= e^eps r + delta for the chances of every event, both slacks are nonnegative, "
    "and so is their sum"
)
_HOELDER = (
    "Hoelder's inequality bounds the integral of p^alpha r^(1-alpha), written as p^alpha q^(1/s-alpha) times "
    "q^(alpha-1/s) r^(1-alpha); the two curves enter linearly, with independent values"
)

NOTATION = Notation(
    "powers(x, y) = expm1(y)/expm1(x)",
    "s = (2*a - 1)/a",
    "t = (2*a - 1)/(a - 1)",
    # the exponents and the order at the end of a curve that is known up to the order o
    "u = (2*o - 1)/o",
    "v = (2*o - 1)/(o - 1)",
    "last = group.last_order(o)",
    "curve(argument, mu) = Phi(-Phi_inverse(argument) - mu)",
    ranges={"x y c": (Fraction(1, 10), 3), "d p q r": UNIT, "a o": (Fraction(11, 10), 50), "mu": (Fraction(1, 10), 4)},
    group=group,
)
BOOK = Proofs("group", "Dwork, Roth 2014, Theorem 2.2", at="Vadhan 2017, Lemma 2.2", notation=NOTATION)

_chances = lemma(
    NOTATION,
    Same(
        "e^(2 eps) r + (1 + e^eps) delta - p is the sum of both premises' slacks",
        "exp(2*x)*r + group.delta(x, d) - p",
        "exp(x)*q + d - p + exp(x)*(exp(x)*r + d - q)",
    ),
)
"""The slack of the bound is the sum of the slacks of its two premises."""

BOOK.inequality(
    "approximate.sound",
    "(eps, delta)-DP between neighbours is (2 eps, (1 + e^eps) delta)-DP at two steps.",
    "all eps, delta > 0 and all events",
    _chances,
    so=f"{_PREMISES}.",
)

BOOK.inequality(
    "pure.sound",
    "eps-DP between neighbours is 2 eps-DP at two steps.",
    "Dwork, Roth 2014, Theorem 2.2",
    "all eps > 0 and all events",
    _chances,
    so=f"{_PREMISES}; here delta = 0, so that the middle term is e^(2 eps) r - p.",
)

BOOK.inequality(
    "profile.sound",
    "A profile delta(eps) between neighbours gives (1 + e^(eps/2)) delta(eps/2) at two steps.",
    "all eps > 0 and all events",
    _chances,
    so=f"{_PREMISES}; it is used at eps/2, for every eps.",
)

BOOK.inequality(
    "profile.any-size",
    "What is (eps, delta)-DP between neighbours is (k eps, (1 + e^eps + ... + e^((k-1) eps)) delta)-DP at k steps.",
    "all eps, delta > 0 and all events",
    Same(
        "one step more adds both premises' slacks, of any sum c before",
        "exp(x)*exp(y)*r + (1 + exp(x)*c)*d - p",
        "exp(x)*q + d - p + exp(x)*(exp(y)*r + c*d - q)",
    ),
    Same("one more term", "1 + exp(x)*powers(x, y)", "powers(x, x + y)"),
    Same("twice as many terms", "(1 + exp(y))*powers(x, y)", "powers(x, 2*y)"),
    so=f"{_PREMISES}; y = (k-1) eps, and c is the sum of so many terms, which is made by these two steps.",
)

_exponents = lemma(
    NOTATION,
    Same("the exponents are conjugate", "1/s + 1/t", "1"),
    Same("the first factor has the order 2 alpha - 1", "s*a", "2*a - 1"),
    Same("so that q has the power 1 - (2 alpha - 1) there", "-s*(a - 1/s)", "2 - 2*a"),
    Same("the second factor has the order 2 alpha", "t*(a - 1/s)", "2*a"),
    Same("and r the power 1 - 2 alpha there", "t*(1 - a)", "1 - 2*a"),
    Same(
        "the logarithm, divided by alpha - 1, is the shipped bound",
        "((2*a - 2)*r/s + (2*a - 1)*3*r/t)/(a - 1)",
        "group.divergence(a, r, 3*r)",
    ),
)
"""Hoelder's inequality with 1/s + 1/t = 1, s = (2a-1)/a and t = (2a-1)/(a-1)."""

BOOK.inequality(
    "renyi.sound",
    "D_alpha(P||R) <= 2 alpha/(2 alpha - 1) D_(2 alpha - 1)(P||Q) + D_(2 alpha)(Q||R).",
    "Mironov 2017, Proposition 11",
    "all alpha > 1",
    _exponents,
    so=f"{_HOELDER}.",
)

BOOK.inequality(
    "renyi.at-end",
    "For a curve that is known up to the order T, D_alpha(P||R) <= (2 T - 1)/(T - 1) gamma(T) at alpha = T^2/(2 T - 1) "
    "> 1, and at all smaller orders.",
    "Mironov 2017, Proposition 11",
    "all T > 1",
    Same("the exponents are conjugate", "1/u + 1/v", "1"),
    Same("the first factor has the order T", "u*last", "o"),
    Same("so that q has the power 1 - T there", "-u*(last - 1/u)", "1 - o"),
    Same("the second factor has the order T", "v*(last - 1/u)", "o"),
    Same("and r the power 1 - T there", "v*(1 - last)", "1 - o"),
    Same(
        "the logarithm, divided by alpha - 1, is the shipped bound",
        "((o - 1)*r/u + (o - 1)*r/v)/(last - 1)",
        "group.divergence_at_end(o, r)",
    ),
    Same("alpha is above 1", "last - 1", "(o - 1)^2/(2*o - 1)"),
    so=f"{_HOELDER}. The divergence does not decrease with its order.",
)

BOOK.inequality(
    "zcdp.sound",
    "rho-zCDP between neighbours is 4 rho-zCDP at two steps.",
    "Bun, Steinke 2016, Proposition 1.9",
    "all alpha > 1",
    _exponents,
    Same("for gamma(alpha) = rho alpha the bound is 4 rho alpha", "group.divergence(a, r*(2*a - 1), r*2*a)", "4*r*a"),
    so=f"{_HOELDER}.",
)

BOOK.identity(
    "gdp.sound",
    "mu-GDP between neighbours is 2 mu-GDP at two steps: with G_mu(a) = Phi(x - mu) at a = Phi(-x), G_mu(1 - G_mu(a)) "
    "= Phi(x - 2 mu).",
    "Dong, Roth, Su 2022, Theorem 2.14",
    "-8 <= x <= 8, 0 < mu <= 4",
    Same("", "curve(1 - curve(Phi(-x), mu), mu)", "Phi(x - 2*mu)", {"x": (Fraction(1, 10), 8)}),
)
