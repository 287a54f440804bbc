"""Families that differ in the place where the false ones fail: near 0, far out, in a corner, in a dip, at an end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from .inequality import MAPS, RAY, Formula, Map, Nearly, Sides, dressed, little, short


def vanishing(random: Random, true: bool) -> Nearly:
    """A function less its first terms at 0, which bound it; false: the last one a little larger."""
    f, terms, last = random.choice(SERIES)
    less = little(random) * (-1 if true else 1)
    constant = last + abs(last) * less if random.random() < 0.8 or not true else last

    def g(xp: Any, y: Any) -> Any:
        total = f(xp, y)
        for n, c in enumerate(terms):
            total = total - xp.number(c) * y**n
        return total - xp.number(constant) * y ** len(terms)

    return dressed(random, "vanishing", g, True, None if true else less / 100)


SERIES: list[tuple[Formula, Sequence[Fraction], Fraction]] = [
    (lambda xp, y: xp.exp(y), [Fraction(1)], Fraction(1)),
    (lambda xp, y: xp.exp(y), [Fraction(1), Fraction(1)], Fraction(1, 2)),
    (lambda xp, y: xp.exp(y), [Fraction(1), Fraction(1), Fraction(1, 2)], Fraction(1, 6)),
    (lambda xp, y: -xp.log1p(y), [Fraction(0)], Fraction(-1)),
    (lambda xp, y: xp.log1p(y), [Fraction(0), Fraction(1)], Fraction(-1, 2)),
    (lambda xp, y: xp.exp(-y), [Fraction(1)], Fraction(-1)),
    (lambda xp, y: -xp.exp(-y), [Fraction(-1), Fraction(1)], Fraction(-1, 2)),
    (lambda xp, y: -xp.sqrt(1 + y), [Fraction(-1)], Fraction(-1, 2)),
    (lambda xp, y: xp.sqrt(1 + y), [Fraction(1), Fraction(1, 2)], Fraction(-1, 8)),
    (lambda xp, y: (xp.exp(y) + xp.exp(-y)) / 2, [Fraction(1), Fraction(0)], Fraction(1, 2)),
    (lambda xp, y: (1 + y) * xp.log1p(y), [Fraction(0)], Fraction(1)),
    (lambda xp, y: -xp.expm1(-2 * y) / -(1 + xp.exp(-2 * y)), [Fraction(0)], Fraction(-1)),
]
"""Above the sum of their first terms for y > 0, and the next term, which is the best such one."""


def far_out(random: Random, true: bool) -> Nearly:
    """A constant and a logarithm against a small power; false: they lose, beyond any number one would try."""
    n, a = random.randint(2, 14), short(random)
    kind = random.randint(0, 2)
    less = little(random, 1, 3)

    def g(xp: Any, y: Any) -> Any:
        power = (1 + y) ** xp.number(Fraction(1, n))
        if kind == 0:  # (1+y)^(1/n) >= 1 + log(1 + y)/n
            lead = power - 1 - xp.log1p(y) / n
            return lead if true else xp.number(a) + xp.log1p(y) - power
        if kind == 1:  # 1 - e^-y tends to 1
            return 1 + xp.number(less if true else -less) - (1 - xp.exp(-y / n))
        return xp.sqrt(1 + y * y) - y * (1 + (0 if true else xp.number(less)))

    at = {0: Fraction(10) ** (4 * n * n), 1: 200 * n * Fraction(10), 2: 10 / less}[kind]
    return dressed(random, "far out", g, True, None if true else at)


def corner(random: Random, true: bool) -> Nearly:
    """Powers and logarithms near 0; false: the lower power wins there."""
    p, q = sorted((Fraction(random.randint(1, 12), 4), Fraction(random.randint(13, 24), 4)))
    small = little(random, 1, 3)
    kind = random.randint(0, 2)

    def g(xp: Any, y: Any) -> Any:
        lower = xp.number(small) * y ** xp.number(p)
        if kind == 0:
            return y ** xp.number(q) + (lower if true else -lower)
        if kind == 1:
            return 1 + y - xp.number(small) * xp.log1p(1 / y) if not true else 1 + 1 / y - xp.log1p(1 / y)
        return xp.exp(-1 / y) + (lower if true else -lower)

    at = {0: (small / 10) ** (int(1 / (q - p)) + 1), 1: Fraction(1, 2 ** int(4 / small + 20)), 2: small / 100}[kind]
    return dressed(random, "corner", g, True, None if true else at)


def dip(random: Random, true: bool) -> Nearly:
    """A contact at a number; false: a little below 0 there."""
    r, less = short(random), 0 if true else little(random)
    kind = random.randint(0, 4)

    def g(xp: Any, y: Any) -> Any:
        place, down = xp.number(r), xp.number(less)
        if kind == 0:
            return (y - place) ** 2 - down
        if kind == 1:
            return y - place - place * xp.log(y / place) - down
        if kind == 2:
            return xp.exp(y - place) - 1 - (y - place) - down
        if kind == 3:
            return y + place * place / y - 2 * place - down
        return (y - place) ** 2 * xp.exp(-y) - down * xp.exp(-y)

    return dressed(random, "dip", g, False, None if true else r)


def contact_strict(random: Random, true: bool) -> Nearly:
    """A contact at a number, and "above 0": false; true with a little more."""
    found = dip(random, True)
    more, r = little(random), None
    del r
    if true:
        return Nearly("contact, strict", lambda xp, x: found.formula(xp, x) + xp.number(more), found.over)
    place, way = short(random), random.choice(MAPS[:2])
    return Nearly(
        "contact, strict",
        lambda xp, x: xp.exp(way.there(xp, x) / xp.number(place) - 1) - way.there(xp, x) / xp.number(place),
        {"x": RAY},
        witness=(inverse_exact(way, place),),
    )


def inverse_exact(way: Map, y: Fraction) -> Fraction:
    """The place of y, where it is a rational number."""
    return y / 3 if way is MAPS[1] else y


def boundary(random: Random, true: bool) -> Nearly:
    """0 at an end of the range; false: the end belongs to it, though the inequality is strict, or it has no value
    there."""
    a, k = short(random), random.randint(0, 3)

    def formula(xp: Any, x: Any) -> Any:
        t = x - xp.number(a)
        return [xp.expm1(t), t - xp.log1p(t), t * xp.exp(-t), xp.sqrt(t) + t][k]

    return Nearly("boundary", formula, {"x": (a, None)}, True, not true, None if true else (a,))


def undefined_end(random: Random, true: bool) -> Nearly:
    """Without a value at an end; false: the end belongs to the range."""
    a, k = short(random), random.randint(0, 2)

    def formula(xp: Any, x: Any) -> Any:
        t = x - xp.number(a)
        return [1 / t, 1 - t * xp.log(t), t / (xp.exp(t) - 1)][k]

    over: Sides = {"x": (a, a + Fraction(1, 2))}
    return Nearly("undefined end", formula, over, True, not true, None if true else (a,))


def pole(random: Random, true: bool) -> Nearly:
    """A pole, or the end of a logarithm's range; false: inside the domain, where there is no value."""
    a, k = short(random), random.randint(0, 4)

    def formula(xp: Any, x: Any) -> Any:
        t = x - xp.number(a)
        u = xp.number(a) - x
        return [
            1 / t**2,
            1 / (1 - xp.exp(u)) ** 2,
            xp.exp(t * t) * t / t,
            1 + xp.log(t * t) / (1 + xp.log(t * t)) * 0,
            xp.sqrt(t) ** 2 + 1,
        ][k]

    low = a if true else 0
    return Nearly("pole", formula, {"x": (low, None)}, True, witness=None if true else (a,))


def switches(random: Random, true: bool) -> Nearly:
    """Absolute values, the larger and the smaller of two; false: at the switch a little below 0."""
    r, less, k = short(random), 0 if true else little(random), random.randint(0, 3)

    def g(xp: Any, y: Any) -> Any:
        t, down = y - xp.number(r), xp.number(less)
        return [
            abs(t) - down,
            xp.maximum(t, -t) - down,
            xp.maximum(y, xp.number(r)) - xp.minimum(y, xp.number(r)) - down,
            xp.positive(t) + xp.positive(-t) * 2 - down / 2,
        ][k]

    return dressed(random, "switches", g, False, None if true else r)
