"""Claims about the two-sided conversion: its dual function, its mean, the pair that attains it, and its last eps."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.steps import Step, chain, same, sign_of, slopes, touches, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.claims import bernoulli
from ....basics.formulas import randomized_response as response
from ...formulas import optimal as optimal_conversion

BOOK = Book("renyi.two-sided", "direct computation")
claims = BOOK.claims
ORDER = (Fraction(1, 10), 9)
SIZE = (Fraction(1, 20), 20)
CORNER: dict[str, Any] = {"ratio": (Fraction(11, 10), 9), "b": ORDER}
LEVELS = {"x": (0, 5), "y": (Fraction(1, 10), 5)}
BELOW = "all alpha > 1, 0 <= eps < e0 (e^eps = 1 + x, e^e0 = T = 1 + x + y)"


def spread(ratio: Any, b: Any) -> Any:
    """T^b - T^(-b) = 2 sinh(b e0) for the likelihood ratio T = e^e0."""
    return ratio**b - ratio ** (-b)


def weights(ratio: Any, b: Any, level: Any) -> tuple[Any, Any]:
    """A and B: how much of each remainder makes the tangent at T of slope 1 meet zero at lambda."""
    outer, inner = b * spread(ratio, 1 + b), (1 + b) * spread(ratio, b)
    return (level * outer - inner) / (outer**2 - inner**2), (outer - level * inner) / (outer**2 - inner**2)


def forth(xp: Any, x: Any, t: Any, b: Any) -> Any:
    """How far x^alpha lies above its tangent at t."""
    return x ** (1 + b) - t ** (1 + b) - (1 + b) * t**b * (x - t)


def back(xp: Any, x: Any, t: Any, b: Any) -> Any:
    """How far x^(1-alpha) lies above its tangent at t."""
    return x ** (-b) - t ** (-b) + b * t ** (-1 - b) * (x - t)


def pair(ratio: Any) -> tuple[Any, Any]:
    """p and q of randomized response, whose likelihood ratios are T and 1/T."""
    return ratio / (1 + ratio), 1 / (1 + ratio)


def moment(xp: Any, ratio: Any, b: Any) -> Any:
    """E_Q[(P/Q)^alpha] of randomized response, as shipped."""
    return xp.exp(b * response.renyi(xp, xp.log(ratio), xp.number(2), 1 + b))


def delta(xp: Any, x: Any, y: Any) -> Any:
    """Its delta, as shipped, at e^eps = 1 + x and T = 1 + x + y."""
    return response.delta(xp, xp.log1p(x + y), xp.number(2), xp.log1p(x))


def wider(effort: Effort) -> list[Step]:
    """(alpha-1) sinh(alpha u) > alpha sinh((alpha-1) u) for u > 0: both are 0 at 0, and the slope is a product of
    positive factors."""

    def gap(xp: Any, u: Any, b: Any) -> Any:
        return b * (xp.exp((1 + b) * u) - xp.exp(-(1 + b) * u)) - (1 + b) * (xp.exp(b * u) - xp.exp(-b * u))

    at_zero = same(lambda xp, b: gap(xp, 0 * b, b), zero, "b", {"b": ORDER}, effort)
    rises = same(
        slopes(gap, 0, "u b"),
        "b*(1 + b)*exp(-(1 + b)*u)*(exp((1 + 2*b)*u) - 1)*(exp(u) - 1)",
        "u b",
        {"u": (Fraction(1, 20), 5), "b": ORDER},
        effort,
    )
    return [
        ("(alpha-1) sinh(alpha u) - alpha sinh((alpha-1) u) is 0 at u = 0", at_zero),
        ("its slope has the factors e^((2 alpha-1) u) - 1 > 0 and e^u - 1 > 0", rises),
    ]


@BOOK.inequality(
    "dual-function",
    "h(x) = A (x^alpha - t^alpha - alpha t^(alpha-1) (x-t)) + B (x^(1-alpha) - t^(1-alpha) + (alpha-1) t^(-alpha) "
    "(x-t)) at t = 1/T is "
    "nonnegative and lies above x - lambda, its tangent at T.",
    "our dual form: Bregman remainders of both orders",
    "all alpha > 1, T = e^e0 > 1, 1 <= lambda <= (alpha-1) sinh(alpha e0)/(alpha sinh((alpha-1) e0)), x > 0",
)
def _dual(effort: Effort) -> Verdict:
    rates = [slopes(part, 0, "x t b") for part in (forth, back)]

    def height(xp: Any, ratio: Any, b: Any, level: Any) -> Any:
        return sum(w * f(xp, ratio, 1 / ratio, b) for w, f in zip(weights(ratio, b, level), (forth, back), strict=True))

    def slope(xp: Any, ratio: Any, b: Any, level: Any) -> Any:
        return sum(w * f(xp, ratio, 1 / ratio, b) for w, f in zip(weights(ratio, b, level), rates, strict=True))

    names, domain = "ratio b level", {**CORNER, "level": (1, 5)}
    parts, bent = dict.fromkeys(("inner", "k", "z"), SIZE), {"x": SIZE, "t": SIZE, "b": ORDER}
    return chain(
        "A and B are (lambda O - I)/(O^2 - I^2) and (O - lambda I)/(O^2 - I^2) for O = 2 (alpha-1) sinh(alpha e0), I "
        "= 2 alpha "
        "sinh((alpha-1) e0): not negative where O = (1+k) I and lambda = 1 + k z/(1+z). h is convex, so it lies "
        "above its tangents.",
        *touches(forth, lambda xp, t, b: t, "x t b", bent, effort),
        *touches(back, lambda xp, t, b: t, "x t b", bent, effort),
        ("h(T) = T - lambda", same(height, lambda xp, ratio, b, level: ratio - level, names, domain, effort)),
        ("h'(T) = 1", same(slope, lambda xp, ratio, b, level: xp.number(1), names, domain, effort)),
        *wider(effort),
        (
            "A >= 0",
            sign_of("(1 + k*z/(1 + z))*inner*(1 + k) - inner", "inner k z", parts, effort, strict=False, zero=("z",)),
        ),
        (
            "B >= 0",
            sign_of("inner*(1 + k) - (1 + k*z/(1 + z))*inner", "inner k z", parts, effort, strict=False, zero=("z",)),
        ),
    )


@BOOK.soundness(
    "mean",
    "E_Q[h] is A (M - alpha t^(alpha-1) + (alpha-1) t^alpha) + B (M' - alpha t^(1-alpha) + (alpha-1) t^(-alpha)), "
    "and with both moments "
    "as large as those of randomized response it is the shipped delta.",
    "our dual form",
    BELOW,
)
def _mean(effort: Effort) -> Verdict:
    def constant(t: Any, b: Any) -> Any:
        return -(1 + b) * t**b + b * t ** (1 + b)

    def mean(xp: Any, x: Any, y: Any, b: Any) -> Any:
        ratio = 1 + x + y
        a, c = weights(ratio, b, 1 + x)
        return a * (moment(xp, ratio, b) + constant(1 / ratio, b)) + c * (moment(xp, ratio, b) + constant(ratio, b))

    def forth_rest(xp: Any, x: Any, t: Any, b: Any) -> Any:
        return forth(xp, x, t, b) - x ** (1 + b) - constant(t, b) + (1 + b) * t**b * (x - 1)

    def back_rest(xp: Any, x: Any, t: Any, b: Any) -> Any:
        return back(xp, x, t, b) - x ** (-b) - constant(1 / t, b) - b * t ** (-1 - b) * (x - 1)

    size: dict[str, Any] = {"x": SIZE, "t": SIZE, "b": ORDER}
    return chain(
        "The likelihood ratio x has the mean 1 under Q, E_Q[x^alpha] = M = e^((alpha-1) D_alpha(P||Q)), "
        "E_Q[x^(1-alpha)] = M' = "
        "e^((alpha-1) D_alpha(Q||P)); as A, B >= 0 (dual-function), smaller moments give a smaller mean: no pair "
        "within gamma exceeds it.",
        ("the mean of the first remainder", same(forth_rest, zero, "x t b", size, effort)),
        ("the mean of the second remainder", same(back_rest, zero, "x t b", size, effort)),
        (
            "E_Q[h] at the moments of randomized response",
            same_parts(mean, lambda xp, x, y, b: delta(xp, x, y), "x y b", {**LEVELS, "b": ORDER}, effort),
        ),
    )


@BOOK.optimum(
    "attained",
    "Randomized response of e0 has the shipped divergence of order alpha in both orders, and the shipped delta: no "
    "conversion of the "
    "two-sided constraint is better.",
    "the converse; asoodeh2020.erratum.one-sided says why Theorem 3 is not optimal here",
    BELOW,
)
def _attained(effort: Effort) -> Verdict:
    def there(xp: Any, ratio: Any, b: Any) -> Any:
        p, q = pair(ratio)
        return xp.exp(bernoulli.log_moment(xp, 1 + b, p, q))

    def reverse(xp: Any, ratio: Any, b: Any) -> Any:
        p, q = pair(ratio)
        return xp.exp(bernoulli.log_moment(xp, 1 + b, q, p))

    def stick(xp: Any, x: Any, y: Any) -> Any:
        return bernoulli.hockey_stick(xp, *pair(1 + x + y), xp.log1p(x))

    return chain(
        "It is a pair within the constraint, and the bound is its own delta.",
        ("D_alpha(P||Q)", same(there, moment, "ratio b", CORNER, effort)),
        ("D_alpha(Q||P)", same(reverse, moment, "ratio b", CORNER, effort)),
        ("the hockey-stick divergence", same_parts(stick, delta, "x y", LEVELS, effort)),
    )


@BOOK.identity(
    "last-epsilon",
    "The last eps of randomized response is log((alpha-1) sinh(alpha e0)/(alpha sinh((alpha-1) e0))) > 0, where B = "
    "0: Theorem 3's eps at "
    "the tangent points 1/T and T.",
    "our dual form",
    "all alpha > 1, T = e^e0 > 1",
)
def _last(effort: Effort) -> Verdict:
    def shipped(xp: Any, ratio: Any, b: Any) -> Any:
        return xp.exp(optimal_conversion.last_epsilon(xp, 1 + b, xp.log(ratio)))

    def stated(xp: Any, ratio: Any, b: Any) -> Any:
        return b * spread(ratio, 1 + b) / ((1 + b) * spread(ratio, b))

    def second(xp: Any, ratio: Any, b: Any) -> Any:
        return weights(ratio, b, stated(xp, ratio, b))[1]

    return chain(
        "It is above 0 since (alpha-1) sinh(alpha e0) > alpha sinh((alpha-1) e0).",
        ("the shipped level", same(shipped, stated, "ratio b", CORNER, effort)),
        ("B = 0 there", same(second, zero, "ratio b", CORNER, effort)),
        *wider(effort),
    )
