"""Claims about the divergences themselves: chi_alpha, and the baseline conversion T1 with its sharp constant."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes, touches
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.claims import bernoulli
from ...formulas import closed_forms as renyi_conversion

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
ORDERS = (Fraction(1, 100), 20)
SIZES = (Fraction(1, 50), 50)


@BOOK.identity(
    "chi.inverse",
    "D_alpha = log(1 + (alpha-1) chi_alpha)/(alpha-1) and chi = (e^((alpha-1) gamma) - 1)/(alpha-1) are inverse to "
    "each other.",
    "definition of chi_alpha and (alpha, gamma)-RDP",
    "all alpha > 1, gamma > 0",
)
def _chi_inverse(effort: Effort) -> Verdict:
    def there_and_back(xp: Any, b: Any, gamma: Any) -> Any:
        return bernoulli.renyi_of_chi(xp, 1 + b, bernoulli.chi_of_renyi(xp, 1 + b, gamma))

    return same(there_and_back, "gamma", "b gamma", {"b": ORDERS, "gamma": (Fraction(1, 100), 5)}, effort, points=40)


@BOOK.inequality(
    "chi.convex",
    "f(t) = (t^alpha - 1)/(alpha - 1) is convex with f(1) = 0, so chi_alpha is an f-divergence.",
    "definition of chi_alpha",
    "all alpha > 1, t > 0",
)
def _chi_convex(effort: Effort) -> Verdict:
    def f(xp: Any, t: Any, b: Any) -> Any:
        return bernoulli.chi_of_renyi(xp, 1 + b, (1 + b) * xp.log(t) / b)

    return chain(
        "That is the definition of an f-divergence.",
        ("f(1) = 0", same(lambda xp, b: f(xp, xp.number(1), b), "0", "b", {"b": ORDERS}, effort)),
        ("f'' > 0", sign_of(slopes(f, 0, "t b", 2), "t b", {"t": SIZES, "b": ORDERS}, effort)),
    )


@BOOK.soundness(
    "T1.pointwise",
    "(x - lambda)_+ <= lambda^(1-alpha) x^alpha for every likelihood ratio x, which integrates to delta = "
    "exp(-(alpha-1)(eps-gamma)).",
    "T1 (Abadi et al. 2016, Thm 2; Mironov 2017, Prop 3)",
    "all alpha > 1, lambda > 0, x >= 0",
)
def _pointwise(effort: Effort) -> Verdict:
    def excess(xp: Any, b: Any, level: Any, y: Any) -> Any:
        x = level * (1 + y)
        bound = renyi_conversion.classical_delta(xp, 1 + b, (1 + b) * xp.log(x) / b, xp.log(level))
        return xp.log(bound) - xp.log(x)

    domain = {"b": ORDERS, "level": SIZES, "y": SIZES}
    return chain(
        "For x <= lambda the left side is 0; for x > lambda it is below x. The mean over Q is T1's delta.",
        ("for x = lambda (1+y), y > 0, the right side is above x", sign_of(excess, "b level y", domain, effort)),
    )


@BOOK.optimum(
    "T1.sharp-constant",
    "x - lambda <= zeta lambda^(1-alpha) x^alpha with equality at x = lambda alpha/(alpha-1): zeta is the least "
    "constant.",
    "T1 and T4 (zeta)",
    "all alpha > 1, lambda > 0, x > 0",
)
def _sharp_constant(effort: Effort) -> Verdict:
    def gap(xp: Any, x: Any, b: Any, level: Any) -> Any:
        return renyi_conversion.closed_delta_g(xp, 1 + b, (1 + b) * xp.log(x) / b, xp.log(level)) - x + level

    steps = touches(
        gap, lambda xp, b, level: level * (1 + b) / b, "x b level", {"x": SIZES, "b": ORDERS, "level": SIZES}, effort
    )
    return chain("A convex function with value and slope 0 at a point is nonnegative, and 0 there.", *steps)


@BOOK.identity(
    "T1.solved",
    "delta = exp(-(alpha-1)(eps-gamma)) solved for eps is gamma + log(1/delta)/(alpha-1).",
    "T1 (Mironov 2017, Prop 3)",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
)
def _solved(effort: Effort) -> Verdict:
    def back(xp: Any, b: Any, gamma: Any, delta: Any) -> Any:
        return renyi_conversion.classical_delta(
            xp, 1 + b, gamma, renyi_conversion.classical_epsilon(xp, 1 + b, gamma, delta)
        )

    domain = {"b": ORDERS, "gamma": SIZES, "delta": (Fraction(1, 10**9), Fraction(9, 10))}
    return same(back, "delta", "b gamma delta", domain, effort, points=40)
