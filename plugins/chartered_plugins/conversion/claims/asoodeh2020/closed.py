"""Claims about the closed forms L1, the inverses of T4."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...formulas import closed_forms as renyi_conversion
from .. import scaled
from .lower import SAFE, bernoulli_gap, bernoulli_steps, between

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
ORDER = (Fraction(1, 10), 9)
SMALL = (Fraction(1, 99), Fraction(9, 10))
LIFTED = {name: scaled.DOMAIN[name] for name in ("l", "x", "y")}
POINT = {"b": ORDER, "gamma": (Fraction(1, 10), 3), "delta": SMALL}


@BOOK.inequality(
    "T4.f-above-L1",
    "f is at least the inverse of L1's second branch: (1-alpha x)/(1-x)^alpha falls for x in (0, 1/alpha), "
    "from x = delta/e^eps to x = delta.",
    "Theorem 4 and Lemma 1",
    "all alpha > 1, eps >= 0, 0 < delta < 1/alpha",
)
def _f_above(effort: Effort) -> Verdict:
    rise = slopes(lambda xp, n, b: xp.log(1 - (1 + b) / n) - (1 + b) * xp.log(1 - 1 / n), 0, "n b")

    def inverse(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        delta = scaled.delta(x, y)
        f = renyi_conversion.lower_gamma_f(xp, 1 + b, scaled.epsilon(xp, lift), delta)
        return xp.exp(b * f) - 1 - (1 + b) * delta * ((1 + lift) ** b - 1)

    def parts(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        delta = scaled.delta(x, y)
        small = delta / (1 + lift)
        return (1 - delta) ** (1 + b) * (
            (1 - (1 + b) * small) / (1 - small) ** (1 + b) - (1 - (1 + b) * delta) / (1 - delta) ** (1 + b)
        )

    return chain(
        "e^((alpha-1) f) - (1 + alpha delta (e^((alpha-1) eps) - 1)) is (1-delta)^alpha times the fall of the ratio.",
        ("the difference", same(inverse, parts, scaled.NAMES, SAFE, effort)),
        (
            "the ratio rises with n = 1/x > alpha",
            sign_of(lambda xp, b, u: rise(xp, 1 + b + u, b), "b u", {"b": ORDER, "u": SIZE}, effort),
        ),
    )


@BOOK.identity(
    "L1.first-branch",
    "L1's first branch is the inverse of T4's g: eps = gamma + (log zeta - log delta)/(alpha-1).",
    "Lemma 1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
)
def _first_branch(effort: Effort) -> Verdict:
    def there(xp: Any, b: Any, gamma: Any, delta: Any) -> Any:
        return renyi_conversion.lower_gamma_g(
            xp, 1 + b, renyi_conversion.closed_epsilon_g(xp, 1 + b, gamma, delta), delta
        )

    def delta_form(xp: Any, b: Any, gamma: Any, delta: Any) -> Any:
        return renyi_conversion.closed_delta_g(
            xp, 1 + b, gamma, renyi_conversion.closed_epsilon_g(xp, 1 + b, gamma, delta)
        )

    return chain(
        "By T4.g and T3.rises-with-eps it is an upper bound on eps.",
        ("g at that eps is gamma", same(there, "gamma", "b gamma delta", POINT, effort)),
        ("solved for delta", same(delta_form, "delta", "b gamma delta", POINT, effort)),
    )


@BOOK.soundness(
    "L1.second-branch",
    "eps <= log(1 + (e^((alpha-1) gamma) - 1)/(alpha delta))/(alpha-1): at that eps T4.between exceeds "
    "e^((alpha-1) gamma) by a Bernoulli gap at 1-delta.",
    "Lemma 1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
)
def _second_branch(effort: Effort) -> Verdict:
    def spare(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        return between(xp, b, lift, x, y) - 1 - (1 + b) * scaled.delta(x, y) * ((1 + lift) ** b - 1)

    def back(xp: Any, b: Any, k: Any, delta: Any) -> Any:
        gamma = xp.log1p((1 + b) * delta * k) / b
        return xp.exp(b * renyi_conversion.closed_epsilon_f(xp, 1 + b, gamma, delta))

    def delta_form(xp: Any, b: Any, k: Any, m: Any) -> Any:
        return renyi_conversion.closed_delta_f(xp, 1 + b, xp.log1p(m) / b, xp.log1p(k) / b)

    return chain(
        "With k = e^((alpha-1) eps) - 1 the branch says gamma = log(1 + alpha delta k)/(alpha-1).",
        ("the branch solved", same(back, "1 + k", "b k delta", {"b": ORDER, "k": SIZE, "delta": SMALL}, effort)),
        ("solved for delta", same(delta_form, "m/((1 + b)*k)", "b k m", {"b": ORDER, "k": SIZE, "m": SIZE}, effort)),
        (
            "between - e^((alpha-1) gamma) is a Bernoulli gap",
            same(
                spare,
                lambda xp, b, lift, x, y: bernoulli_gap(xp, 1 - scaled.delta(x, y), b),
                scaled.NAMES,
                scaled.DOMAIN,
                effort,
            ),
        ),
        *bernoulli_steps(effort),
    )
