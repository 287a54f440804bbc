"""Claims about the order of the conversions, T3 <= L1 <= Balle et al. = Canonne et al. <= Mironov, and about eps = 0."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Proved, Refuted, Verdict

from ..formulas import bernoulli, renyi_conversion
from .book import Book
from .derivation import chain, same, sign_of, slopes, touches
from .witness import lies_between

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
SMALL = (Fraction(1, 99), Fraction(9, 10))
POINT = {"b": (Fraction(1, 10), 9), "gamma": (Fraction(1, 10), 3), "delta": SMALL}


def claims() -> list[Claim]:
    """All claims of this module."""
    return list(BOOK.entries)


@BOOK.claim(
    "order.balle",
    Kind.IDENTITY,
    "L1's first branch is Balle et al. 2020, Thm 21: gamma + log((alpha-1)/alpha) - (log delta + log alpha)/(alpha-1).",
    "Lemma 1; Balle et al. 2020, Thm 21",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
)
def _balle(effort: Effort) -> Verdict:
    def printed(xp: Any, b: Any, gamma: Any, delta: Any) -> Any:
        return gamma + xp.log(b / (1 + b)) - (xp.log(delta) + xp.log(1 + b)) / b

    def shipped(xp: Any, b: Any, gamma: Any, delta: Any) -> Any:
        return renyi_conversion.closed_epsilon_g(xp, 1 + b, gamma, delta)

    return same(shipped, printed, "b gamma delta", POINT, effort, points=40)


@BOOK.claim(
    "order.canonne",
    Kind.IDENTITY,
    "and Canonne, Kamath and Steinke 2020, Prop 12: delta = e^((alpha-1)(gamma-eps))/(alpha-1) (1-1/alpha)^alpha.",
    "Lemma 1; Canonne, Kamath and Steinke 2020, Prop 12",
    "all alpha > 1, gamma > 0, eps > 0",
)
def _canonne(effort: Effort) -> Verdict:
    def printed(xp: Any, b: Any, gamma: Any, eps: Any) -> Any:
        return xp.exp(b * (gamma - eps)) / b * xp.exp((1 + b) * xp.log(b / (1 + b)))

    def shipped(xp: Any, b: Any, gamma: Any, eps: Any) -> Any:
        return renyi_conversion.closed_delta_g(xp, 1 + b, gamma, eps)

    domain = {"b": POINT["b"], "gamma": POINT["gamma"], "eps": POINT["gamma"]}
    return same(shipped, printed, "b gamma eps", domain, effort, points=40)


@BOOK.claim(
    "order.mironov",
    Kind.INEQUALITY,
    "T1 is above L1's first branch by -log(zeta)/(alpha-1) > 0, since zeta < 1.",
    "T1 and Lemma 1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
)
def _mironov(effort: Effort) -> Verdict:
    def excess(xp: Any, b: Any, gamma: Any, delta: Any) -> Any:
        return renyi_conversion.classical_epsilon(xp, 1 + b, gamma, delta) - renyi_conversion.closed_epsilon_g(xp, 1 + b, gamma, delta)

    def parts(xp: Any, b: Any, gamma: Any, delta: Any) -> Any:
        return xp.log1p(1 / b) + xp.log1p(b) / b

    return chain(
        "The difference is log(alpha/(alpha-1)) + log(alpha)/(alpha-1).",
        ("the difference", same(excess, parts, "b gamma delta", POINT, effort)),
        ("its sign", sign_of(lambda xp, b: parts(xp, b, None, None), "b", {"b": POINT["b"]}, effort)),
    )


@BOOK.claim(
    "order.mironov-decay",
    Kind.INEQUALITY,
    "The advantage of L1's first branch over T1 falls as alpha rises.",
    "T1 and Lemma 1",
    "all alpha > 1",
)
def _decay(effort: Effort) -> Verdict:
    def excess(xp: Any, b: Any) -> Any:
        return -renyi_conversion.log_zeta(xp, 1 + b) / b

    def stated(xp: Any, b: Any) -> Any:
        return -xp.log1p(b) / b**2

    slope = slopes(excess, 0, "b")
    return chain(
        "Its derivative in alpha is -log(alpha)/(alpha-1)^2.",
        ("the derivative", same(slope, stated, "b", {"b": POINT["b"]}, effort)),
        ("its sign", sign_of(lambda xp, b: -stated(xp, b), "b", {"b": POINT["b"]}, effort)),
    )


@BOOK.claim(
    "order.examples",
    Kind.TABLE,
    "(alpha, gamma, delta) = (20, .5, 1e-5): T3 .89698, Balle .89698, Mironov 1.1059; (2, .5, 1e-5): 9.694, 10.627, L1 10.387; "
    "(5, .01, 1e-3): .381, 1.111, L1 .554.",
    "Theorem 3, Lemma 1 and T1, in numbers (half a unit of the last digit)",
    "the three points",
)
def _examples(effort: Effort) -> Verdict:
    for alpha, gamma, delta, optimum, others in EXAMPLES:
        a, g, d, (value, half) = Fraction(alpha), Fraction(gamma), Fraction(delta), _printed(optimum)
        if not lies_between(a, g, d, value - half, value + half):
            return Refuted("balls: T3 is not as printed", witness={"alpha": alpha, "printed": optimum})
        for formula, text in others:
            value, half = _printed(text)
            with balls(200) as xp:
                found = formula(xp, xp.number(a), xp.number(g), xp.number(d))
                if not abs(found - xp.number(value)) < xp.number(half):
                    return Refuted("balls: not as printed", witness={"alpha": alpha, "printed": text, "found": found.str(10)})
    return Proved("balls: T3 by a pair from below and a tangent from above, the closed forms directly")


EXAMPLES = (
    ("20", "0.5", "1e-5", "0.89698", ((renyi_conversion.closed_epsilon_g, "0.89698"), (renyi_conversion.classical_epsilon, "1.1059"))),
    ("2", "0.5", "1e-5", "9.694", ((renyi_conversion.closed_epsilon_g, "10.627"), (renyi_conversion.closed_epsilon_f, "10.387"))),
    ("5", "0.01", "1e-3", "0.381", ((renyi_conversion.closed_epsilon_g, "1.111"), (renyi_conversion.closed_epsilon_f, "0.554"))),
)


def _printed(text: str) -> tuple[Fraction, Fraction]:
    """A printed decimal and half a unit of its last digit."""
    return Fraction(text), Fraction(1, 2 * 10 ** len(text.split(".")[1]))


@BOOK.claim(
    "order.bretagnolle-huber",
    Kind.SOUNDNESS,
    "At eps = 0 T3 implies Bretagnolle-Huber, delta <= sqrt(1 - e^-gamma): D_alpha >= -2 log B >= "
    "-log(1-delta^2), B the Bhattacharyya coefficient.",
    "Theorem 3 at eps = 0; Bretagnolle and Huber 1979",
    "all alpha > 1, all Bernoulli pairs (all pairs by T2)",
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

    def square(xp: Any, g: Any, r: Any) -> Any:
        return ((g - r) * (g * r - 1) / ((1 + g**2) * (1 + r**2))) ** 2

    domain = {"g": (Fraction(1, 9), 9), "r": (Fraction(1, 9), 9)}
    return chain(
        "With x = P/Q, concavity of the logarithm gives log E_P[x^(alpha-1)]/(alpha-1) >= E_P[log x] >= -2 log E_P[x^(-1/2)] = -2 log B.",
        *touches(
            lambda xp, z, m: z / m - 1 - xp.log(z / m), lambda xp, m: m, "z m", {"z": (Fraction(1, 9), 9), "m": (Fraction(1, 9), 9)}, effort
        ),
        ("B^2 at p = g^2/(1+g^2), q = r^2/(1+r^2)", same(coefficient, squared, "g r", domain, effort)),
        ("1 - delta^2 - B^2 is a square", same(gap, square, "g r", domain, effort)),
    )
