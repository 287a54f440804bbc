"""Claims about the conversion that Balle et al. 2020 and Canonne, Kamath and Steinke 2020 both state: that it is one,
sound, and where it stands between the others."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes, touches
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import closed_forms as renyi_conversion

BOOK = Book("balle2020", "Balle et al. 2020")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
SMALL = (Fraction(1, 99), Fraction(9, 10))
POINT = {"b": (Fraction(1, 10), 9), "gamma": (Fraction(1, 10), 3), "delta": SMALL}


def printed_epsilon(xp: Any, b: Any, gamma: Any, delta: Any) -> Any:
    """Balle et al.'s print at alpha = 1 + b."""
    return gamma + xp.log(b / (1 + b)) - (xp.log(delta) + xp.log(1 + b)) / b


def printed_delta(xp: Any, b: Any, gamma: Any, eps: Any) -> Any:
    """Canonne, Kamath and Steinke's print at alpha = 1 + b."""
    return xp.exp(b * (gamma - eps)) / b * xp.exp((1 + b) * xp.log(b / (1 + b)))


@BOOK.identity(
    "T21.printed",
    "The shipped eps is the print: gamma + log((alpha-1)/alpha) - (log delta + log alpha)/(alpha-1); so L1's first "
    "branch is Theorem 21.",
    "Theorem 21",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
)
def _printed(effort: Effort) -> Verdict:
    def shipped(xp: Any, b: Any, gamma: Any, delta: Any) -> Any:
        return renyi_conversion.closed_epsilon_g(xp, 1 + b, gamma, delta)

    return same(shipped, printed_epsilon, "b gamma delta", POINT, effort, points=40)


@BOOK.identity(
    "T21.canonne",
    "Canonne, Kamath and Steinke 2020, Proposition 12, delta = e^((alpha-1)(gamma-eps))/(alpha-1) (1-1/alpha)^alpha, "
    "is the same: "
    "it is the shipped delta, and at Theorem 21's eps it is delta.",
    "Theorem 21; Canonne, Kamath and Steinke 2020, Prop 12",
    "all alpha > 1, gamma > 0, eps > 0, 0 < delta < 1",
)
def same_as_canonne(effort: Effort) -> Verdict:
    """Both prints, each at the other."""

    def shipped(xp: Any, b: Any, gamma: Any, eps: Any) -> Any:
        return xp.exp(renyi_conversion.log_closed_delta_g(xp, 1 + b, gamma, eps))

    def there_and_back(xp: Any, b: Any, gamma: Any, delta: Any) -> Any:
        return printed_delta(xp, b, gamma, printed_epsilon(xp, b, gamma, delta))

    at_eps = {"b": POINT["b"], "gamma": POINT["gamma"], "eps": POINT["gamma"]}
    return chain(
        "Each print is the other solved for the other quantity.",
        ("Prop 12 is the shipped delta", same(shipped, printed_delta, "b gamma eps", at_eps, effort)),
        ("Prop 12 at Theorem 21's eps", same(there_and_back, "delta", "b gamma delta", POINT, effort)),
    )


@BOOK.soundness(
    "T21.sound",
    "(x - lambda)_+ <= zeta lambda^(1-alpha) x^alpha for every likelihood ratio x; the mean over Q is the shipped "
    "delta, at any order.",
    "Theorem 21",
    "all alpha > 1, lambda = e^eps > 0, x > 0 (x = 0 by continuity)",
)
def _sound(effort: Effort) -> Verdict:
    def gap(xp: Any, x: Any, b: Any, level: Any) -> Any:
        """The shipped delta with x^alpha in the place of its mean, e^((alpha-1) gamma), less x - lambda."""
        return renyi_conversion.closed_delta_g(xp, 1 + b, (1 + b) * xp.log(x) / b, xp.log(level)) - x + level

    domain = {"x": SIZE, "b": POINT["b"], "level": SIZE}
    return chain(
        "The right side is positive, and a convex function of x that touches the line x - lambda.",
        *touches(gap, lambda xp, b, level: level * (1 + b) / b, "x b level", domain, effort),
    )


@BOOK.inequality(
    "T21.below-T1",
    "T1 is above it by -log(zeta)/(alpha-1) > 0, since zeta < 1.",
    "Theorem 21; Asoodeh et al. 2020, T1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
)
def below_t1(effort: Effort) -> Verdict:
    """The difference of the two eps."""

    def excess(xp: Any, b: Any, gamma: Any, delta: Any) -> Any:
        return renyi_conversion.classical_epsilon(xp, 1 + b, gamma, delta) - renyi_conversion.closed_epsilon_g(
            xp, 1 + b, gamma, delta
        )

    def parts(xp: Any, b: Any, gamma: Any, delta: Any) -> Any:
        return xp.log1p(1 / b) + xp.log1p(b) / b

    return chain(
        "The difference is log(alpha/(alpha-1)) + log(alpha)/(alpha-1). Both eps fall with delta, so the deltas are "
        "in the same order.",
        ("the difference", same(excess, "log(1 + 1/b) + log(1 + b)/b", "b gamma delta", POINT, effort)),
        ("its sign", sign_of(lambda xp, b: parts(xp, b, None, None), "b", {"b": POINT["b"]}, effort)),
    )


@BOOK.inequality(
    "T21.above-L1",
    "L1 never exceeds it: for alpha delta < 1 it is one of L1's two branches, and L1's edge gamma + log(1-delta) is "
    "below it since "
    "delta (1-delta)^(alpha-1) is largest, zeta, at delta = 1/alpha.",
    "Theorem 21; Asoodeh et al. 2020, Lemma 1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
)
def above_l1(effort: Effort) -> Verdict:
    """The excess over the edge, in n = 1/delta - 1."""

    def excess(xp: Any, n: Any, b: Any, gamma: Any) -> Any:
        delta = 1 / (1 + n)
        return renyi_conversion.closed_epsilon_g(xp, 1 + b, gamma, delta) - renyi_conversion.edge_epsilon(
            xp, gamma, delta
        )

    slope = slopes(excess, 0, "n b gamma")
    domain = {"n": SIZE, "b": POINT["b"], "gamma": POINT["gamma"]}
    inside = {"b": POINT["b"], "gamma": POINT["gamma"]}
    return chain(
        "With 1/delta = 1 + n the excess falls for n < alpha-1 and rises for n > alpha-1, where it is 0.",
        ("its slope has the sign of n - (alpha-1)", same(slope, "(n - b)/(b*n*(1 + n))", "n b gamma", domain, effort)),
        ("it is 0 at n = alpha-1", same(lambda xp, b, g: excess(xp, b, b, g), "0", "b gamma", inside, effort)),
    )
