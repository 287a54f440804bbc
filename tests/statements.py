"""Statements whose truth is known by construction, drawn with a seed: inequalities, identities and expansions, true and
false."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle, islice
from random import Random
from typing import Any

from chartered_verify.forms.expansion import Expansion
from chartered_verify.forms.identity_inequality_erratum import Erratum, Identity, Inequality
from chartered_verify.forms.parametric_minimum import Least
from chartered_verify.forms.soundness import Soundness
from chartered_verify.forms.tables_and_optima import Optimum, Table
from chartered_verify.statements.claim import Form

Pair = tuple[Form, Form]
"""A true statement, and a false one that differs little from it."""


@dataclass(frozen=True)
class Drawn:
    """A statement, its truth, and the family that it is of."""

    name: str
    form: Form
    true: bool


def drawn(count: int, seed: int) -> Iterator[Drawn]:
    """As many true statements as false ones, of all families in turn."""
    random = Random(seed)
    for number, family in enumerate(islice(cycle(FAMILIES), count)):
        true, false = family(random)
        yield Drawn(f"{family.__name__}-{number}-true", true, True)
        yield Drawn(f"{family.__name__}-{number}-false", false, False)


def _number(random: Random, low: int = 1, high: int = 9) -> Fraction:
    return Fraction(random.randint(low * 12, high * 12), random.choice((1, 3, 4, 7, 12)) * 12)


def _tiny(random: Random) -> Fraction:
    return Fraction(1, 10 ** random.choice((3, 6, 9, 15)))


def square(random: Random) -> Pair:
    """(x - c)^2 + d > 0, and below 0 around c where d is below 0."""
    c, d, above = _number(random), _tiny(random), random.choice((None, Fraction(20)))

    def shifted(sign: int) -> Callable[..., Any]:
        return lambda xp, x: (x - xp.number(c)) ** 2 + sign * xp.number(d)

    over = {"x": (Fraction(0), above)}
    return Inequality(shifted(1), over), Inequality(shifted(-1), over, strict=False)


def touching(random: Random) -> Pair:
    """(x - c)^2 >= 0, and not > 0: the point of contact is in the range."""
    c, scale = _number(random), _number(random)
    over = {"x": (Fraction(0), c + 1)}

    def well(xp: Any, x: Any) -> Any:
        return xp.number(scale) * (x - xp.number(c)) ** 2

    return Inequality(well, over, strict=False), Inequality(well, over)


def beyond_the_end(random: Random) -> Pair:
    """d (x^2 + b) > 0 for d above 0, where it touches 0 outside the range; with d from 0 on it is not."""
    b, low = _number(random), _number(random)

    def product(xp: Any, d: Any, x: Any) -> Any:
        return d * (x * x + xp.number(b))

    return (Inequality(product, {"d": (low, low + 1), "x": (0, 1)}), Inequality(product, {"d": (0, low), "x": (0, 1)}))


def means(random: Random) -> Pair:
    """x^2 + y^2 >= 2 x y; not with a larger factor."""
    more, high = _tiny(random) * 1000, _number(random)
    over = {"x": (Fraction(1, 10), high), "y": (Fraction(1, 10), high)}

    def gap(factor: Fraction) -> Callable[..., Any]:
        return lambda xp, x, y: x * x + y * y - xp.number(factor) * x * y

    return Inequality(gap(2 - 2 * more), over, max_boxes=3000), Inequality(
        gap(2 + 2 * more), over, strict=False, max_boxes=3000
    )


def three_squares(random: Random) -> Pair:
    """x^2 + y^2 + z^2 + d > 0; below 0 at the origin where d is."""
    d = _number(random) / 10
    over = {name: (-_number(random), _number(random)) for name in "xyz"}

    def total(sign: int) -> Callable[..., Any]:
        return lambda xp, x, y, z: x * x + y * y + z * z + sign * xp.number(d)

    return Inequality(total(1), over), Inequality(total(-1), over, strict=False)


def exponential(random: Random) -> Pair:
    """e^x > 1 + x beside 0, with room a for a x^2 up to 1/2; not for more."""
    a, more = Fraction(random.randint(1, 49), 100), _tiny(random)
    over = {"x": (0, _number(random))}

    def gap(factor: Fraction) -> Callable[..., Any]:
        return lambda xp, x: xp.exp(x) - 1 - x - xp.number(factor) * x * x

    return Inequality(gap(a), over, inside=True), Inequality(
        gap(Fraction(1, 2) + Fraction(1, 100) + more), over, inside=True
    )


def logarithm(random: Random) -> Pair:
    """log(1 + x) < x for all x > 0; not log(1 + x) + d, near 0."""
    d, k = _tiny(random), _number(random)

    def gap(extra: Fraction) -> Callable[..., Any]:
        return lambda xp, x: xp.number(k) * (x - xp.log1p(x)) - xp.number(extra)

    over = {"x": (0, None)}
    return Inequality(gap(Fraction(0)), over, inside=True), Inequality(gap(d), over, strict=False, inside=True)


def corner(random: Random) -> Pair:
    """x y + d > 0 on a box from 0 on; a hair below 0 in the corner."""
    d = _tiny(random)
    over = {"x": (0, _number(random)), "y": (0, _number(random))}

    def raised(sign: int) -> Callable[..., Any]:
        return lambda xp, x, y: x * y + x + y + sign * xp.number(d)

    return Inequality(raised(1), over), Inequality(raised(-1), over, strict=False)


def tail(random: Random) -> Pair:
    """x + 1/x > 2 - d for all x > 0; not > 2 + d."""
    d = _tiny(random)

    def gap(sign: int) -> Callable[..., Any]:
        return lambda xp, x: x + 1 / x - 2 + sign * xp.number(d)

    return Inequality(gap(1), {"x": (0, None)}, inside=True), Inequality(
        gap(-1), {"x": (0, None)}, strict=False, inside=True
    )


def binomial(random: Random) -> Pair:
    """(x + c)^2 multiplied out; a coefficient that is off."""
    c, d = _number(random), _tiny(random)

    def left(xp: Any, x: Any) -> Any:
        return (x + xp.number(c)) ** 2

    def right(extra: Fraction) -> Callable[..., Any]:
        return lambda xp, x: x * x + xp.number(2 * c + extra) * x + xp.number(c * c)

    over = {"x": (-c, None)}
    return Identity(left, right(Fraction(0)), over), Identity(left, right(d**8), over)


def logarithms(random: Random) -> Pair:
    """log(x y^k) = log x + k log y; not with a hair more."""
    k, d = random.randint(2, 5), _tiny(random)

    def left(xp: Any, x: Any, y: Any) -> Any:
        return xp.log(x * y**k)

    def right(extra: Fraction) -> Callable[..., Any]:
        return lambda xp, x, y: xp.log(x) + k * xp.log(y) + xp.number(extra)

    over = {"x": (0, None), "y": (1, None)}
    return Identity(left, right(Fraction(0)), over), Identity(left, right(d**3), over)


def roots(random: Random) -> Pair:
    """sqrt((x - c)^2) = x - c from c on; not from below c on."""
    c = _number(random)

    def left(xp: Any, x: Any) -> Any:
        return xp.sqrt((x - xp.number(c)) ** 2)

    def right(xp: Any, x: Any) -> Any:
        return x - xp.number(c)

    return Identity(left, right, {"x": (c, None)}), Identity(left, right, {"x": (c - _tiny(random), None)})


def largest(random: Random) -> Pair:
    """max(x, d) + min(x, d) = x + d; max(x, d) is not x, nor is min(x, 1/d)."""
    d, low = _tiny(random), random.random() < 0.5

    def both(xp: Any, x: Any) -> Any:
        return xp.maximum(x, xp.number(d)) + xp.minimum(x, xp.number(d))

    def one(xp: Any, x: Any) -> Any:
        return xp.maximum(x, xp.number(d)) if low else xp.minimum(x, xp.number(1 / d))

    over = {"x": (0, None)}
    return Identity(both, lambda xp, x: x + xp.number(d), over), Identity(one, lambda xp, x: x, over)


def spike(random: Random) -> Pair:
    """exp(k log x) = x^k; 1 + exp(-(k (x - c))^2) is not 1."""
    c, k, n = Fraction(random.randint(1, 6), 7), 10 ** random.randint(3, 6), random.randint(2, 5)

    def power(xp: Any, x: Any) -> Any:
        return xp.exp(n * xp.log(x))

    def hidden(xp: Any, x: Any) -> Any:
        return 1 + xp.exp(-((k * (x - xp.number(c))) ** 2))

    over = {"x": (0, 1)}
    return Identity(power, lambda xp, x: x**n, over), Identity(hidden, lambda xp, x: xp.number(1), over)


def series(random: Random) -> Pair:
    """log(1 + c x) = c x - c^2 x^2/2 + o(x^2); the second term is no other."""
    c, d = _number(random), _tiny(random)

    def formula(xp: Any, x: Any) -> Any:
        return xp.log1p(xp.number(c) * x)

    def terms(extra: Fraction) -> list[Callable[..., Any]]:
        return [lambda xp, x: xp.number(c) * x, lambda xp, x: -xp.number(c * c * (1 + extra)) * x * x / 2]

    return Expansion(formula, terms(Fraction(0)), 0, {"x": (0, 1)}), Expansion(formula, terms(d), 0, {"x": (0, 1)})


def with_another(random: Random) -> Pair:
    """(a - c) x + x^2 = (a - c) x + o(x) where a is above c; not where it may be c, since nothing is o(0)."""
    c = _number(random)

    def formula(xp: Any, x: Any, a: Any) -> Any:
        return (a - xp.number(c)) * x + x * x

    def term(xp: Any, x: Any, a: Any) -> Any:
        return (a - xp.number(c)) * x

    above, around = {"x": (0, 1), "a": (c, c + 1)}, {"x": (0, 1), "a": (c - 1, c + 1)}
    return Expansion(formula, [term], 0, above), Expansion(formula, [term], 0, around)


def at_infinity(random: Random) -> Pair:
    """sqrt(x^2 + c) = x + c/(2 x) + o(1/x); not with another c."""
    c, d = _number(random), _tiny(random)

    def formula(xp: Any, x: Any) -> Any:
        return xp.sqrt(x * x + xp.number(c))

    def terms(other: Fraction) -> list[Callable[..., Any]]:
        return [lambda xp, x: x, lambda xp, x: xp.number(other) / (2 * x)]

    over = {"x": (1, None)}
    return Expansion(formula, terms(c), "inf", over), Expansion(formula, terms(c + d), "inf", over)


def slowly(random: Random) -> Pair:
    """The normal quantile is -sqrt(-2 log p) (1 + o(1)) at 0; not with a factor."""
    factor = 1 + random.choice((-1, 1)) * Fraction(1, random.choice((3, 10, 30, 100)))

    def term(times: Fraction) -> Callable[..., Any]:
        return lambda xp, p: -xp.number(times) * xp.sqrt(-2 * xp.log(p))

    def quantile(xp: Any, p: Any) -> Any:
        return xp.ndtri(p)

    over = {"p": (0, Fraction(1, 2))}
    return Expansion(quantile, [term(Fraction(1))], 0, over), Expansion(quantile, [term(factor)], 0, over)


def powers(random: Random) -> Pair:
    """1 + x^a goes to 1 where a is above 0, not where it may be below."""
    low = Fraction(1, random.randint(1, 3))

    def formula(xp: Any, x: Any, a: Any) -> Any:
        return 1 + x**a

    one: list[Callable[..., Any]] = [lambda xp, x, a: xp.number(1)]
    return Expansion(formula, one, 0, {"x": (0, 1), "a": (low, 2)}), Expansion(
        formula, one, 0, {"x": (0, 1), "a": (-low, 2)}
    )


def parabola(random: Random) -> Pair:
    """x^2 - 2 p x is least at x = p, where it is -p^2; not at another place, nor with another value."""
    d, place = _tiny(random), random.random() < 0.5

    def objective(xp: Any, x: Any, p: Any) -> Any:
        return x * x - 2 * p * x

    def least(at: Fraction, value: Fraction) -> Least:
        over = {"x": (0, None), "p": (0, None)}
        return Least(objective, lambda xp, p: p * xp.number(at), lambda xp, p: -p * p * xp.number(value), over)

    return least(Fraction(1), Fraction(1)), least(1 + d, Fraction(1)) if place else least(Fraction(1), 1 + d)


def optimum(random: Random) -> Pair:
    """(x - p)^2 + p is p at least, for p in the range."""
    cases, d = [_number(random) for _ in range(2)], _tiny(random)

    def objective(xp: Any, x: Any, p: Any) -> Any:
        return (x - p) ** 2 + p

    def least(extra: Fraction) -> Optimum:
        return Optimum(objective, lambda xp, p: p + xp.number(extra), (0, 20), cases, digits=6)

    return least(Fraction(0)), least(d + Fraction(1, 1000))


def rows(random: Random) -> Pair:
    """A printed square, and one whose last digit is off."""
    x = _number(random)
    printed = round(float(x * x), 3)

    def table(text: float) -> Table:
        return Table(lambda xp, x: x * x, {x: f"{text:.3f}"})

    return table(printed), table(printed + 0.002)


def bound(random: Random) -> Pair:
    """max(x, c) is not below x; x + d - 2 d at one corner is."""
    c, d = _number(random), _tiny(random)
    over = {"x": (Fraction(0), Fraction(10))}

    def sound(xp: Any, x: Any) -> Any:
        return xp.maximum(x, xp.number(c))

    def low(xp: Any, x: Any) -> Any:
        return x + xp.number(d) - 2 * xp.number(d) * xp.maximum(x - xp.number(10 - d), xp.number(0)) / xp.number(d)

    def exact(xp: Any, x: Fraction) -> Any:
        return xp.number(x)

    return Soundness(sound, exact, over=over), Soundness(low, exact, over=over)


def erratum(random: Random) -> Pair:
    """A print that is wrong is one; a print that is right, though it touches 0 just outside its range, is none."""
    low = _number(random)

    def product(xp: Any, d: Any) -> Any:
        return d * d

    right = Inequality(product, {"d": (low, low + 1)})
    return Erratum("d^2 > 0", "for d > 0", Inequality(product, {"d": (0, 1)}), right), Erratum(
        "d^2 > 0", "for d > 0", right, right
    )


FAMILIES: list[Callable[[Random], Pair]] = [
    square,
    touching,
    beyond_the_end,
    means,
    three_squares,
    exponential,
    logarithm,
    corner,
    tail,
    binomial,
    logarithms,
    roots,
    largest,
    spike,
    series,
    with_another,
    at_infinity,
    slowly,
    powers,
    parabola,
    optimum,
    rows,
    bound,
    erratum,
]
