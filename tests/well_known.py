"""Well-known inequalities, each as a user would state it, on its natural domain, and subtly false variants of them: a
constant a little too good, a domain a little too wide, an order that is off by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from chartered.proving import Expansion, Inequality

RAY, UNIT, LINE = (0, None), (0, 1), (None, None)
BEYOND_ONE = (1, None)


class Known(NamedTuple):
    """A statement and where it stands in the literature."""

    form: Inequality | Expansion
    source: str


def number(xp: Any, above: int, below: int) -> Any:
    """A rational constant."""
    return xp.number(Fraction(above, below))


def density(xp: Any, x: Any) -> Any:
    """That of the standard normal distribution."""
    return xp.exp(-x * x / 2) / xp.sqrt(2 * xp.pi)


def sinh(xp: Any, x: Any) -> Any:
    """The hyperbolic sine."""
    return (xp.exp(x) - xp.exp(-x)) / 2


def tanh(xp: Any, x: Any) -> Any:
    """The hyperbolic tangent."""
    return (1 - xp.exp(-2 * x)) / (1 + xp.exp(-2 * x))


def relative_entropy(xp: Any, p: Any, q: Any) -> Any:
    """Of two coins, in nats."""
    return p * xp.log(p / q) + (1 - p) * xp.log((1 - p) / (1 - q))


def entropy(xp: Any, p: Any) -> Any:
    """Of a coin, in nats."""
    return -p * xp.log(p) - (1 - p) * xp.log(1 - p)


def pinsker(xp: Any, p: Any, q: Any, c: Fraction = Fraction(2)) -> Any:
    """Relative entropy against squared distance."""
    return relative_entropy(xp, p, q) - xp.number(c) * (p - q) ** 2


def robbins(xp: Any, n: Any, correction: Any) -> Any:
    """log n! without Stirling's formula and a correction."""
    stirling = xp.log(2 * xp.pi) / 2 + (n + number(xp, 1, 2)) * xp.log(n) - n
    return xp.lgamma(n + 1) - stirling - correction


def hoeffding(xp: Any, p: Any, t: Any, c: Fraction = Fraction(1, 8)) -> Any:
    """The cumulants of a coin against a parabola."""
    return xp.number(c) * t**2 + p * t - xp.log(1 - p + p * xp.exp(t))


def bennett(xp: Any, u: Any) -> Any:
    """(1 + u) log(1 + u) - u."""
    return (1 + u) * xp.log(1 + u) - u


def response(xp: Any, a: Any, e: Any) -> Any:
    """The Renyi divergence of order a of randomized response."""
    return xp.log((sinh(xp, a * e) - sinh(xp, (a - 1) * e)) / sinh(xp, e)) / (a - 1)


def laplace(xp: Any, a: Any, e: Any) -> Any:
    """The Renyi divergence of order a of Laplace noise."""
    weight = a / (2 * a - 1)
    return xp.log(weight * xp.exp((a - 1) * e) + (1 - weight) * xp.exp(-a * e)) / (a - 1)


def above(source: str, formula: Any, strict: bool = True, inside: bool = False, **over: Any) -> Known:
    """A formula that is above 0 on a domain."""
    return Known(Inequality(formula, over, strict, inside=inside), source)


TRUE: dict[str, Known] = {
    "Pinsker": above("Tsybakov 2009, Lemma 2.5", pinsker, p=UNIT, q=UNIT, strict=False, inside=True),
    "Euler from below": above("Motwani, Raghavan 1995, Appendix B",
        lambda xp, a: xp.exp(xp.number(-1)) - (1 - 1 / a) ** a, a=BEYOND_ONE, inside=True),
    "Euler from above": above("Mitrinovic 1970",
        lambda xp, x: (1 + 1 / x) ** (x + number(xp, 1, 2)) - xp.exp(xp.number(1)), x=RAY, inside=True),
    "Birnbaum": above("Birnbaum 1942", lambda xp, x: xp.ndtr(-x) - density(xp, x) * (xp.sqrt(4 + x * x) - x) / 2,
        x=RAY, inside=True),
    "Sampford": above("Sampford 1953", lambda xp, x: 4 * density(xp, x) / (3 * x + xp.sqrt(x * x + 8)) - xp.ndtr(-x),
        x=(-1, None), inside=True),
    "Gordon": above("Gordon 1941", lambda xp, x: xp.ndtr(-x) - x * density(xp, x) / (1 + x * x), x=RAY),
    "Komatsu": above("Komatsu 1955", lambda xp, x: 2 * density(xp, x) / (x + xp.sqrt(x * x + 2)) - xp.ndtr(-x), x=RAY,
        inside=True),
    "normal tail": above("Wozencraft, Jacobs 1965", lambda xp, x: xp.exp(-x * x / 2) / 2 - xp.ndtr(-x), x=RAY,
        strict=False),
    "Robbins from below": above("Robbins 1955", lambda xp, n: robbins(xp, n, 1 / (12 * n + 1)), n=BEYOND_ONE),
    "Robbins from above": above("Robbins 1955", lambda xp, n: -robbins(xp, n, 1 / (12 * n)), n=BEYOND_ONE),
    "Gautschi from below": above("DLMF 5.6.4", lambda xp, x, s: xp.gamma(x + 1) / xp.gamma(x + s) - x ** (1 - s),
        x=RAY, s=UNIT, inside=True),
    "Gautschi from above": above("DLMF 5.6.4", lambda xp, x, s: (x + 1) ** (1 - s) - xp.gamma(x + 1) / xp.gamma(x + s),
        x=RAY, s=UNIT, inside=True),
    "Wendel": above("Wendel 1948", lambda xp, x: xp.lgamma(x + 1) - xp.lgamma(x + number(xp, 1, 2)) - xp.log(x) / 2,
        x=RAY, inside=True),
    "Hoeffding's lemma": above("Hoeffding 1963, (4.16)", hoeffding, p=UNIT, t=LINE, strict=False, inside=True),
    "Bernstein from Bennett": above("Boucheron, Lugosi, Massart 2013, Section 2.7",
        lambda xp, u: bennett(xp, u) - u * u / (2 + 2 * u / 3), u=RAY, strict=False),
    "hyperbolic cosine": above("Boucheron, Lugosi, Massart 2013, Section 2.3",
        lambda xp, x: xp.exp(x * x / 2) - (xp.exp(x) + xp.exp(-x)) / 2, x=LINE, strict=False),
    "entropy below a root": above("Lin 1991",
        lambda xp, p: 2 * xp.log(xp.number(2)) * xp.sqrt(p * (1 - p)) - entropy(xp, p), p=UNIT, strict=False,
        inside=True),
    "entropy above a parabola": above("Topsoe 2001",
        lambda xp, p: entropy(xp, p) - 4 * xp.log(xp.number(2)) * p * (1 - p), p=UNIT, strict=False, inside=True),
    "relative entropy below chi squared": above("Tsybakov 2009, Section 2.4",
        lambda xp, p, q: (p - q) ** 2 / (q * (1 - q)) - relative_entropy(xp, p, q), p=UNIT, q=UNIT, strict=False,
        inside=True),
    "Gibbs": above("Cover, Thomas 2006, Theorem 2.7.1", lambda xp, x, y: x * xp.log(x / y) - x + y, x=RAY, y=RAY,
        strict=False, inside=True),
    "order of randomized response": above("Bun, Steinke 2016, Proposition 3.3",
        lambda xp, a, e: a * e * e / 2 - response(xp, a, e), a=BEYOND_ONE, e=RAY, strict=False, inside=True),
    "order of Laplace noise": above("Mironov 2017, Proposition 6", lambda xp, a, e: e - laplace(xp, a, e),
        a=BEYOND_ONE, e=RAY, inside=True),
    "subsampling": above("Jensen 1906; Li, Qardaji, Su 2012", lambda xp, q, e: xp.log(1 + q * (xp.exp(e) - 1)) - q * e,
        q=UNIT, e=RAY, strict=False, inside=True),
    "tanh with remainder": Known(Expansion(tanh, [lambda xp, x: x, lambda xp, x: -(x**3) / 3], at=0, over={"x": RAY},
        remainder=lambda xp, x: 2 * x**5 / 15), "DLMF 4.33.3"),
    "arithmetic and geometric mean": above("Hardy, Littlewood, Polya 1952, 2.5",
        lambda xp, x, y: (x + y) / 2 - xp.sqrt(x * y), x=RAY, y=RAY, strict=False),
    "weighted means": above("Hardy, Littlewood, Polya 1952, Theorem 9",
        lambda xp, t, x, y: t * x + (1 - t) * y - x**t * y ** (1 - t), t=UNIT, x=RAY, y=RAY, strict=False,
        inside=True),
    "logarithmic mean": above("Karamata 1960", lambda xp, t: (t - 1) / xp.sqrt(t) - xp.log(t), t=BEYOND_ONE,
        inside=True),
    "logarithm by Pade": above("Topsoe 2007", lambda xp, x: x * (6 + x) / (6 + 4 * x) - xp.log1p(x), x=RAY,
        strict=False),
    "Bernoulli": above("Mitrinovic 1970", lambda xp, x, r: (1 + x) ** r - 1 - r * x, x=(-1, None), r=BEYOND_ONE,
        strict=False, inside=True),
    "exponential": above("DLMF 4.2.19, Lagrange's remainder",
        lambda xp, x: xp.exp(-x) - 1 + x - (x * x / 2 - x**3 / 6), x=RAY, strict=False),
}  # fmt: skip
"""True statements."""

_MORE = Fraction(1001, 1000)
FALSE: dict[str, Inequality | Expansion] = {
    "Pinsker, 2.002": Inequality(lambda xp, p, q: pinsker(xp, p, q, 2 * _MORE), {"p": UNIT, "q": UNIT}, False,
        inside=True),
    "Pinsker, strict": Inequality(pinsker, {"p": UNIT, "q": UNIT}, inside=True),
    "Euler from below, of a shifted power": Inequality(
        lambda xp, a: xp.exp(xp.number(-1)) - (1 - 1 / a) ** (a - number(xp, 501, 1000)), {"a": BEYOND_ONE},
        inside=True),
    "Euler from above, 0.499": Inequality(
        lambda xp, x: (1 + 1 / x) ** (x + number(xp, 499, 1000)) - xp.exp(xp.number(1)), {"x": RAY}, inside=True),
    "Birnbaum, 4.001": Inequality(
        lambda xp, x: xp.ndtr(-x) - density(xp, x) * (xp.sqrt(number(xp, 4001, 1000) + x * x) - x) / 2, {"x": RAY},
        inside=True),
    "Sampford, 8.001": Inequality(
        lambda xp, x: 4 * density(xp, x) / (3 * x + xp.sqrt(x * x + number(xp, 8001, 1000))) - xp.ndtr(-x),
        {"x": (-1, None)}, inside=True),
    "Gordon, 0.999": Inequality(lambda xp, x: xp.ndtr(-x) - x * density(xp, x) / (number(xp, 999, 1000) + x * x),
        {"x": RAY}),
    "Komatsu, 2.6": Inequality(
        lambda xp, x: 2 * density(xp, x) / (x + xp.sqrt(x * x + number(xp, 26, 10))) - xp.ndtr(-x), {"x": RAY},
        inside=True),
    "normal tail, 0.499": Inequality(lambda xp, x: number(xp, 499, 1000) * xp.exp(-x * x / 2) - xp.ndtr(-x),
        {"x": RAY}, strict=False),
    "normal tail below 0": Inequality(lambda xp, x: xp.exp(-x * x / 2) / 2 - xp.ndtr(-x),
        {"x": (Fraction(-1, 1000), None)}, strict=False),
    "Robbins from below, 12 n": Inequality(lambda xp, n: robbins(xp, n, 1 / (12 * n)), {"n": BEYOND_ONE}),
    "Robbins from above, 12 n + 1": Inequality(lambda xp, n: -robbins(xp, n, 1 / (12 * n + 1)), {"n": BEYOND_ONE}),
    "Robbins from above, by a cube": Inequality(lambda xp, n: -robbins(xp, n, 1 / (12 * n) - 1 / (359 * n**3)),
        {"n": BEYOND_ONE}),
    "Gautschi from below, beyond 1": Inequality(lambda xp, x, s: xp.gamma(x + 1) / xp.gamma(x + s) - x ** (1 - s),
        {"x": RAY, "s": (0, Fraction(1001, 1000))}, inside=True),
    "Gautschi from above, x + 1/2 for x + 1": Inequality(
        lambda xp, x, s: (x + number(xp, 1, 2)) ** (1 - s) - xp.gamma(x + 1) / xp.gamma(x + s), {"x": RAY, "s": UNIT},
        inside=True),
    "Wendel, x + 1/4": Inequality(
        lambda xp, x: xp.lgamma(x + 1) - xp.lgamma(x + number(xp, 1, 2)) - xp.log(x + number(xp, 251, 1000)) / 2,
        {"x": RAY}, inside=True),
    "Hoeffding's lemma, 0.1249": Inequality(lambda xp, p, t: hoeffding(xp, p, t, Fraction(1249, 10**4)), {"p": UNIT,
        "t": LINE}, False, inside=True),
    "Bernstein from Bennett, 3.01": Inequality(
        lambda xp, u: bennett(xp, u) - u * u / (2 + 2 * u / number(xp, 301, 100)), {"u": RAY}, strict=False),
    "hyperbolic cosine, 0.499": Inequality(
        lambda xp, x: xp.exp(number(xp, 499, 1000) * x * x) - (xp.exp(x) + xp.exp(-x)) / 2, {"x": LINE}, strict=False),
    "entropy below a root, 1.386": Inequality(
        lambda xp, p: number(xp, 1386, 1000) * xp.sqrt(p * (1 - p)) - entropy(xp, p), {"p": UNIT}, False, inside=True),
    "entropy above a parabola, 2.773": Inequality(lambda xp, p: entropy(xp, p) - number(xp, 2773, 1000) * p * (1 - p),
        {"p": UNIT}, False, inside=True),
    "relative entropy below 0.499 chi squared": Inequality(
        lambda xp, p, q: number(xp, 499, 1000) * (p - q) ** 2 / (q * (1 - q)) - relative_entropy(xp, p, q), {"p": UNIT,
        "q": UNIT}, False, inside=True),
    "Gibbs, 1.001": Inequality(lambda xp, x, y: x * xp.log(x / y) - (x - y) * number(xp, 1001, 1000), {"x": RAY,
        "y": RAY}, False, inside=True),
    "order of randomized response, 0.499": Inequality(
        lambda xp, a, e: number(xp, 499, 1000) * a * e * e - response(xp, a, e), {"a": BEYOND_ONE, "e": RAY}, False,
        inside=True),
    "order of Laplace noise, 0.999": Inequality(lambda xp, a, e: number(xp, 999, 1000) * e - laplace(xp, a, e),
        {"a": BEYOND_ONE, "e": RAY}, inside=True),
    "subsampling, 1.001": Inequality(lambda xp, q, e: xp.log(1 + q * (xp.exp(e) - 1)) - number(xp, 1001, 1000) * q * e,
        {"q": UNIT, "e": RAY}, False, inside=True),
    "tanh with a smaller remainder": Expansion(tanh, [lambda xp, x: x, lambda xp, x: -(x**3) / 3], at=0,
        over={"x": RAY}, remainder=lambda xp, x: 2 * x**5 / 15 - x**5 / 1000),
    "tanh with a remainder of another order": Expansion(tanh, [lambda xp, x: x, lambda xp, x: -(x**3) / 3], at=0,
        over={"x": RAY}, remainder=lambda xp, x: 2 * x**6 / 15),
    "tanh with another third term": Expansion(tanh, [lambda xp, x: x, lambda xp, x: -(x**3) * number(xp, 333, 1000)],
        at=0, over={"x": RAY}),
    "arithmetic and geometric mean, strict": Inequality(lambda xp, x, y: (x + y) / 2 - xp.sqrt(x * y), {"x": RAY,
        "y": RAY}),
    "arithmetic and geometric mean, 0.4999": Inequality(
        lambda xp, x, y: number(xp, 4999, 10**4) * (x + y) - xp.sqrt(x * y), {"x": RAY, "y": RAY}, strict=False),
    "weighted means, beyond 1": Inequality(lambda xp, t, x, y: t * x + (1 - t) * y - x**t * y ** (1 - t),
        {"t": (0, Fraction(101, 100)), "x": RAY, "y": RAY}, False, inside=True),
    "logarithmic mean, 0.999": Inequality(lambda xp, t: number(xp, 999, 1000) * (t - 1) / xp.sqrt(t) - xp.log(t),
        {"t": BEYOND_ONE}, inside=True),
    "logarithmic mean, below 1": Inequality(lambda xp, t: (t - 1) / xp.sqrt(t) - xp.log(t),
        {"t": (Fraction(999, 1000), None)}, inside=True),
    "logarithm by Pade, 4.001": Inequality(lambda xp, x: x * (6 + x) / (6 + number(xp, 4001, 1000) * x) - xp.log1p(x),
        {"x": RAY}, strict=False),
    "Bernoulli, below 1": Inequality(lambda xp, x, r: (1 + x) ** r - 1 - r * x, {"x": (-1, None),
        "r": (Fraction(999, 1000), None)}, False, inside=True),
    "exponential, a term less": Inequality(lambda xp, x: xp.exp(-x) - 1 + x - x * x / 2, {"x": RAY}, strict=False),
}  # fmt: skip
"""Each false somewhere in its domain."""
