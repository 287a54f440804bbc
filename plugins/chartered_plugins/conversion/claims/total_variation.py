"""Claims about the total variation, delta at eps = 0: Bretagnolle and Huber's bound, Pinsker's, and that T3 is never
above them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book, claims_of
from chartered.proving.steps import Step, chain, same, sign_of, slopes, tends, touches
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims import bernoulli
from ..formulas import closed_forms as renyi_conversion

BOOK = Book("bretagnolle-huber", "Bretagnolle, Huber 1979")
PINSKER = Book("bretagnolle-huber", "Pinsker 1964")
ORDERS = Book("bretagnolle-huber", "van Erven, Harremoes 2014")
claims = claims_of(BOOK, PINSKER, ORDERS)
SIZE = (Fraction(1, 9), 9)
PAIRS = {"g": SIZE, "r": SIZE}


def divergence(xp: Any, p: Any, q: Any) -> Any:
    """The Kullback-Leibler divergence of a Bernoulli pair, E_P[log x] with x = P/Q."""
    return p * xp.log(p / q) + (1 - p) * xp.log((1 - p) / (1 - q))


def _below_renyi(effort: Effort) -> list[Step]:
    """log(z) <= z/m - 1 + log(m): with z = x^(alpha-1) and m = E_P[z] its mean over P is (alpha-1) KL <= log m =
    (alpha-1) D_alpha."""
    steps = touches(lambda xp, z, m: z / m - 1 - xp.log(z / m), lambda xp, m: m, "z m", {"z": SIZE, "m": SIZE}, effort)
    return [(f"the logarithm is concave: {label}", verdict) for label, verdict in steps]


@BOOK.soundness(
    "tv.bretagnolle-huber",
    "The total variation is at most sqrt(1 - e^-gamma): D_alpha >= KL >= -2 log B >= -log(1 - TV^2), B the "
    "Bhattacharyya coefficient.",
    "their inequality, for any order",
    "all alpha > 1, all Bernoulli pairs (all pairs by asoodeh2020.T2)",
)
def _bretagnolle_huber(effort: Effort) -> Verdict:
    def chances(g: Any, r: Any) -> tuple[Any, Any]:
        return g**2 / (1 + g**2), r**2 / (1 + r**2)

    def coefficient(xp: Any, g: Any, r: Any) -> Any:
        return xp.exp(bernoulli.log_moment(xp, xp.number(Fraction(1, 2)), *chances(g, r))) ** 2

    def squared(xp: Any, g: Any, r: Any) -> Any:
        return (g * r + 1) ** 2 / ((1 + g**2) * (1 + r**2))

    def gap(xp: Any, g: Any, r: Any) -> Any:
        p, q = chances(g, r)
        return 1 - (p - q) ** 2 - squared(xp, g, r)

    def shipped(xp: Any, gamma: Any) -> Any:
        return renyi_conversion.bretagnolle_huber(xp, gamma) ** 2

    return chain(
        "With z = x^(-1/2) the same concavity gives -KL/2 <= log B; and p - q is the total variation of a Bernoulli "
        "pair with p > q.",
        *_below_renyi(effort),
        (
            "B^2 at p = g^2/(1+g^2), q = r^2/(1+r^2)",
            same(coefficient, "(g*r + 1)^2/((1 + g^2)*(1 + r^2))", "g r", PAIRS, effort),
        ),
        ("1 - TV^2 - B^2 is a square", same(gap, "((g - r)*(g*r - 1)/((1 + g^2)*(1 + r^2)))^2", "g r", PAIRS, effort)),
        ("the shipped form", same(shipped, "1 - exp(-gamma)", "gamma", {"gamma": SIZE}, effort)),
    )


@PINSKER.soundness(
    "tv.pinsker",
    "The total variation is at most sqrt(gamma/2): D_alpha >= KL >= 2 (p-q)^2, since KL - 2 (p-q)^2 is 0 at q = p "
    "and rises with |q - p|.",
    "his inequality, for any order",
    "all alpha > 1, all Bernoulli pairs (all pairs by asoodeh2020.T2)",
)
def _pinsker(effort: Effort) -> Verdict:
    def spare(xp: Any, q: Any, p: Any) -> Any:
        return divergence(xp, p, q) - 2 * (p - q) * (p - q)

    chance = (Fraction(1, 50), Fraction(49, 50))
    domain = {"q": chance, "p": chance}
    return chain(
        "Its slope in q has the sign of q - p on 0 < q < 1.",
        *_below_renyi(effort),
        ("the slope in q", same(slopes(spare, 0, "q p"), "(q - p)*(1 - 2*q)^2/(q*(1 - q))", "q p", domain, effort)),
        ("0 at q = p", same(lambda xp, p: spare(xp, p, p), "0", "p", {"p": chance}, effort)),
        (
            "the shipped form",
            same(
                lambda xp, gamma: 2 * renyi_conversion.pinsker(xp, gamma) ** 2,
                "gamma",
                "gamma",
                {"gamma": SIZE},
                effort,
            ),
        ),
    )


@ORDERS.identity(
    "tv.limit",
    "KL is the limit of D_alpha as alpha tends to 1, and D_alpha is no smaller at any order: the curve near 1 gives "
    "the least bound.",
    "Theorems 3 and 5",
    "all Bernoulli pairs",
)
def _limit(effort: Effort) -> Verdict:
    def renyi(xp: Any, b: Any, g: Any, r: Any) -> Any:
        return bernoulli.renyi(xp, 1 + b, g / (1 + g), r / (1 + r))

    def least(xp: Any, g: Any, r: Any) -> Any:
        return divergence(xp, g / (1 + g), r / (1 + r))

    return chain(
        "Both bounds rise with gamma.",
        ("the limit", tends(renyi, 0, 0, least, "b g r", {"b": (Fraction(1, 10**6), Fraction(1, 2)), **PAIRS}, effort)),
        *_below_renyi(effort),
        ("Bretagnolle and Huber's rises", _rises(renyi_conversion.bretagnolle_huber, effort)),
        ("Pinsker's rises", _rises(renyi_conversion.pinsker, effort)),
    )


def _rises(form: Any, effort: Effort) -> Verdict:
    """The square of a bound rises with gamma."""
    return sign_of(slopes(lambda xp, gamma: form(xp, gamma) ** 2, 0, "gamma"), "gamma", {"gamma": SIZE}, effort)


@BOOK.soundness(
    "tv.above-T3",
    "T3 is never above it: the pair of distributions that attains T3 at eps = 0 has D_alpha = gamma, and TV within "
    "both bounds "
    "(tv.bretagnolle-huber, tv.pinsker); for eps > 0 a profile is no larger than at 0.",
    "with Theorem 3 of Asoodeh et al. 2020 at eps = 0",
    "all alpha > 1, 0 < delta < 1/alpha; at alpha delta >= 1, T3's delta is 1 - e^-gamma",
)
def _above(effort: Effort) -> Verdict:
    def attained(xp: Any, q: Any, d: Any) -> Any:
        return bernoulli.hockey_stick(xp, q + d, q, xp.number(0)) - xp.positive(-d)

    def at_edge(xp: Any, n: Any, m: Any) -> Any:
        return divergence(xp, n / (1 + n), 1 / (1 + m))

    def parts(xp: Any, n: Any, m: Any) -> Any:
        head = (xp.log1p(m) + xp.log(n) - xp.log1p(n)) * n
        return (head - xp.log1p(n) + xp.log1p(m) - xp.log(m)) / (1 + n)

    def vanishing(xp: Any, n: Any, m: Any) -> Any:
        return parts(xp, n, m) - xp.log1p(m)

    domain = {"q": (Fraction(1, 99), Fraction(1, 3)), "d": (Fraction(1, 99), Fraction(1, 3))}
    ends = {"n": (9, 99), "m": SIZE}
    return chain(
        "T3's pair has p - q = delta and D_alpha = gamma (asoodeh2020.T3.pair); at the edge it is P = (1, 0), "
        "Q = (e^-gamma, 1 - e^-gamma), the limit n -> infinity of P = (n, 1)/(n+1), with KL = gamma = log(1+m) and "
        "TV = 1 - e^-gamma.",
        ("its total variation is p - q = delta", same(attained, "d", "q d", domain, effort)),
        ("KL of P = (n, 1)/(n+1) and Q = (1, m)/(1+m)", same(at_edge, parts, "n m", ends, effort)),
        ("its limit is log(1+m)", tends(vanishing, 0, "inf", "0", "n m", ends, effort)),
    )
