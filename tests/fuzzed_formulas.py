"""Formulas whose truth is known by how they are made, from a seed: inequalities of one and two variables, identities
and expansions, each true or subtly false."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from chartered.proving import Expansion, Form, Identity, Inequality

BOXES = 1500
"""Subboxes for each formula: a fuzz asks whether verdicts are wrong, not how many are found."""
RAY, UNIT = (0, None), (0, 1)
One = Callable[[Any, Any], Any]


class Fuzzed(NamedTuple):
    """A form, whether what it states is true, and the family that it is from."""

    form: Form
    true: bool
    family: str


POSITIVE_ON_A_RAY: dict[str, One] = {
    "u - log(1 + u)": lambda xp, u: u - xp.log1p(u),
    "exp(u) - 1 - u": lambda xp, u: xp.exp(u) - 1 - u,
    "log(1 + u) - u/(1 + u)": lambda xp, u: xp.log1p(u) - u / (1 + u),
    "log(1 + u) - 2 u/(2 + u)": lambda xp, u: xp.log1p(u) - 2 * u / (2 + u),
    "u - tanh(u)": lambda xp, u: u - (1 - xp.exp(-2 * u)) / (1 + xp.exp(-2 * u)),
    "(1 + u)^2 - 1 - 2 u": lambda xp, u: (1 + u) ** 2 - 1 - 2 * u,
    "1 + u/2 - sqrt(1 + u)": lambda xp, u: 1 + u / 2 - xp.sqrt(1 + u),
    "exp(-u) - 1 + u": lambda xp, u: xp.exp(-u) - 1 + u,
    "bennett": lambda xp, u: (1 + u) * xp.log1p(u) - u,
}
"""Above 0 for u > 0, and 0 at 0."""
POSITIVE_ARGUMENTS: dict[str, One] = {
    "x": lambda xp, x: x,
    "x^2": lambda xp, x: x * x,
    "x/(1 + x)": lambda xp, x: x / (1 + x),
    "exp(x) - 1": lambda xp, x: xp.exp(x) - 1,
    "x + 1/x": lambda xp, x: x + 1 / x,
    "sqrt(x)": lambda xp, x: xp.sqrt(x),
    "3 x": lambda xp, x: 3 * x,
    "log(1 + x)": lambda xp, x: xp.log1p(x),
}
"""Above 0 for x > 0."""


def fuzzed(seed: int) -> Iterator[Fuzzed]:
    """One of each family, true and false."""
    random = Random(seed)
    for make in (composed, least_value, taylor, means, parabola, identities, expansions, coins):
        for true in (True, False):
            yield Fuzzed(make(random, true), true, make.__name__)


def fraction(random: Random, low: int = 1, high: int = 40) -> Fraction:
    """A short positive number."""
    return Fraction(random.randint(low, high), random.randint(1, 12))


def tiny(random: Random) -> Fraction:
    """A small positive number, of any size."""
    return Fraction(1, 10 ** random.randint(2, 9))


def composed(random: Random, true: bool) -> Inequality:
    """A positive function of a positive function, times a positive one; false: less a narrow bump that is as high."""
    outer = random.choice([*POSITIVE_ON_A_RAY.values()])
    inner, factor = random.choices([*POSITIVE_ARGUMENTS.values()], k=2)
    at, width, beyond = fraction(random), Fraction(10) ** random.randint(0, 8), 1 + tiny(random)

    def formula(xp: Any, x: Any) -> Any:
        found = outer(xp, inner(xp, x)) * factor(xp, x)
        if true:
            return found
        place = xp.number(at)
        height = outer(xp, inner(xp, place)) * factor(xp, place)
        return found - xp.number(beyond) * height / (1 + xp.number(width) * (x - place) ** 2)

    return Inequality(formula, {"x": RAY}, max_boxes=BOXES, inside=True)


def least_value(random: Random, true: bool) -> Inequality:
    """a x - b log x is least at x = b/a, with the value b - b log(b/a); false: a little more."""
    a, b, more = fraction(random), fraction(random), 0 if true else tiny(random)
    ranges = {"x": RAY}

    def formula(xp: Any, x: Any) -> Any:
        least = xp.number(b) * (1 - xp.log(xp.number(b / a)))
        return xp.number(a) * x - xp.number(b) * xp.log(x) - least - xp.number(more)

    return Inequality(formula, ranges, strict=False, max_boxes=BOXES, inside=True)


def taylor(random: Random, true: bool) -> Inequality:
    """e^(k x) is above its first terms for x > 0; false: the last one a little larger, or a range a little longer."""
    order, k, more = random.choice([1, 2, 3, 4, 5]), fraction(random, 1, 9), tiny(random)
    longer = not true and order % 2 == 0 and random.random() < 0.5

    def formula(xp: Any, x: Any) -> Any:
        y, term, total = xp.number(k) * x, xp.number(1), xp.number(0)
        for n in range(order + 1):
            total, term = total + term, term * y / (n + 1)
        rest = xp.exp(y) - total
        return rest if true or longer else rest - xp.number(more) * x**order

    return Inequality(formula, {"x": (-more if longer else 0, None)}, max_boxes=BOXES, inside=True)


def means(random: Random, true: bool) -> Inequality:
    """Weighted means; false: less weight, or strict."""
    weight, less = Fraction(random.randint(1, 11), 12), tiny(random)
    strict = not true and random.random() < 0.3

    def formula(xp: Any, x: Any, y: Any) -> Any:
        w = xp.number(weight)
        mean = (w if true or strict else xp.number(weight - less)) * x + (1 - w) * y
        return mean - x**w * y ** (1 - w)

    return Inequality(formula, {"x": RAY, "y": RAY}, strict, BOXES, inside=True)


def parabola(random: Random, true: bool) -> Inequality:
    """(x - r)^2 + (y - s x)^2, not below 0; false: less a tiny number."""
    r, s, less = fraction(random), fraction(random), 0 if true else tiny(random)

    def formula(xp: Any, x: Any, y: Any) -> Any:
        return (x - xp.number(r)) ** 2 + (y - xp.number(s) * x) ** 2 - xp.number(less)

    return Inequality(formula, {"x": RAY, "y": RAY}, strict=False, max_boxes=BOXES)


def coins(random: Random, true: bool) -> Inequality:
    """The relative entropy of two coins is above c times the squared distance for c <= 2; false: c > 2."""
    c = 2 - tiny(random) * random.randint(0, 1) if true else 2 + tiny(random)

    def formula(xp: Any, p: Any, q: Any) -> Any:
        entropy = p * xp.log(p / q) + (1 - p) * xp.log((1 - p) / (1 - q))
        return entropy - xp.number(c) * (p - q) ** 2

    return Inequality(formula, {"p": UNIT, "q": UNIT}, strict=False, max_boxes=BOXES, inside=True)


def identities(random: Random, true: bool) -> Identity:
    """Of logarithms, exponentials and squares; false: a tiny factor, or a switch at a tiny or a huge number."""
    k, wrong = fraction(random), 1 + Fraction(1, 10 ** random.randint(6, 60))
    left, right = random.choice(_IDENTITIES)
    which = random.randint(0, 2)

    def other(xp: Any, x: Any) -> Any:
        found = right(xp, xp.number(k) * x)
        if true:
            return found
        if which == 0:
            return found * xp.number(wrong)
        edge = xp.number(Fraction(10) ** random_scale)
        return xp.maximum(found, right(xp, edge)) if which == 1 else xp.minimum(found, right(xp, edge))

    random_scale = random.choice([-30, -6, 6]) if which == 1 else random.choice([2, 6])
    return Identity(lambda xp, x: left(xp, xp.number(k) * x), other, {"x": RAY})


_IDENTITIES: list[tuple[One, One]] = [
    (lambda xp, y: xp.log(1 + y) * 2, lambda xp, y: xp.log(1 + 2 * y + y * y)),
    (lambda xp, y: xp.sqrt(1 + 2 * y + y * y), lambda xp, y: 1 + y),
    (lambda xp, y: (1 + y) ** 3, lambda xp, y: 1 + 3 * y + 3 * y * y + y**3),
    (lambda xp, y: y / (1 + y), lambda xp, y: 1 - 1 / (1 + y)),
]
"""Equal for y > 0, and increasing."""


def expansions(random: Random, true: bool) -> Expansion:
    """e^(k x) at 0, by as many terms as the remainder allows; false: a remainder of one order more, or one that is a
    little too small."""
    order, k, less = random.choice([1, 2, 3]), fraction(random, 1, 6), 1 - tiny(random)

    def term(n: int) -> One:
        return lambda xp, x: (xp.number(k) * x) ** n / _factorial(n)

    steeper = not true and random.random() < 0.5
    first = k ** (order + 1) / _factorial(order + 1)

    def remainder(xp: Any, x: Any) -> Any:
        if true:
            return xp.number(first) * x ** (order + 1) * xp.exp(xp.number(k) * x)
        return xp.number(first * (4 if steeper else less)) * x ** (order + 2 if steeper else order + 1)

    terms = [term(n) for n in range(order + 1)]
    return Expansion(lambda xp, x: xp.exp(xp.number(k) * x), terms, 0, {"x": UNIT}, remainder, BOXES)


def _factorial(n: int) -> int:
    return n * _factorial(n - 1) if n > 1 else 1
