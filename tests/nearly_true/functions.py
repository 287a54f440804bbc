"""Families about functions and parameters: gamma functions, powers, means, the normal tail, entropies."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from .inequality import RAY, UNIT, Nearly, Sides, little, searched, short


def gammas(random: Random, true: bool) -> Nearly:
    """Stirling's bounds, log-convexity and Gautschi's inequality; false: a constant or an exponent too good."""
    k, less = random.randint(0, 4), little(random, 3, 5)
    sign = 1 if true else -1

    def stirling(xp: Any, x: Any) -> Any:
        return (x - xp.number(Fraction(1, 2))) * xp.log(x) - x + xp.log(2 * xp.pi) / 2

    if k == 0:

        def formula(xp: Any, x: Any) -> Any:
            return stirling(xp, x) + xp.number((1 + sign * less) / 12) / x - xp.lgamma(x)

        at = Fraction(10) / less
    elif k == 1:

        def formula(xp: Any, x: Any) -> Any:
            return (
                xp.lgamma(x) - stirling(xp, x) + (0 if true else -xp.number(less + Fraction(1, 5000)) / (1 + x / 1000))
            )

        at = Fraction(2000)
    elif k == 2:

        def formula(xp: Any, x: Any) -> Any:
            half = xp.number(Fraction(1, 2) + (0 if true else less))
            return xp.lgamma(x + 1) - xp.lgamma(x + xp.number(Fraction(1, 2))) - half * xp.log(x)

        at = Fraction(1000) / less
    elif k == 3:

        def formula(xp: Any, x: Any) -> Any:
            return xp.lgamma(x + 2) - 2 * xp.lgamma(x + 1) + xp.lgamma(x) - (0 if true else xp.number(less))

        at = Fraction(1000) / less
    else:

        def formula(xp: Any, x: Any) -> Any:
            return (
                xp.log(x + (1 if true else -xp.number(less)))
                + xp.lgamma(x)
                - xp.lgamma(x + 1)
                + (0 if true else xp.number(less) / (1 + x * x))
            )

        return Nearly("gammas", formula, {"x": (1, None)}, True, witness=None if true else (Fraction(1000) / less,))
    return Nearly("gammas", formula, {"x": RAY}, True, witness=None if true else (at,))


def young(random: Random, true: bool) -> Nearly:
    """x^p/p + y^q/q >= xy for 1/p + 1/q = 1; false: q a little too small."""
    p = 1 + short(random)
    q = p / (p - 1) * (1 if true else 1 - little(random, 2, 6))

    def formula(xp: Any, x: Any, y: Any) -> Any:
        a, b = xp.number(p), xp.number(q)
        return x**a / a + y**b / b - x * y

    found = Nearly("young", formula, {"x": RAY, "y": RAY}, False)
    return (
        found if true else searched(found, [(Fraction(2) ** k, power_of_two(k, p)) for k in (-40, -8, -1, 0, 1, 8, 40)])
    )


def power_of_two(k: int, p: Fraction) -> Fraction:
    """About (2^k)^(p - 1): where Young's inequality is an equality."""
    return Fraction(2) ** int(k * (p - 1))


def bernoulli(random: Random, true: bool) -> Nearly:
    """(1 + x)^r >= 1 + r x for r >= 1 and x > -1; false: also for r a little below 1, or strict at x = 0."""
    low = Fraction(1) if true else 1 - little(random, 1, 5)
    strict = not true and random.random() < 0.3

    def formula(xp: Any, x: Any, r: Any) -> Any:
        return (1 + x) ** r - 1 - r * x

    over: Sides = {"x": (-1, None), "r": (1 if strict else low, 3)}
    place = (Fraction(0), Fraction(2)) if strict else (Fraction(3), (1 + low) / 2)
    return Nearly("bernoulli", formula, over, strict, witness=None if true else place)


def parameter(random: Random, true: bool) -> Nearly:
    """A parameter of either sign; false: its range a little too wide."""
    more, k = 0 if true else little(random, 1, 7), random.randint(0, 2)
    ends: list[tuple[Fraction, Fraction]] = [
        (Fraction(-1) - more, Fraction(1)),
        (Fraction(-1, 2) - more, Fraction(1)),
        (Fraction(-1), Fraction(1) + more),
    ]

    def formula(xp: Any, x: Any, a: Any) -> Any:
        return [x * x + 2 * a * x + 1, xp.exp(x) - 1 - x + a * x * x, xp.exp(x) - a * (1 + x) - (1 - a) * xp.exp(-x)][k]

    places = [
        (Fraction(1), -1 - Fraction(more) / 2),
        (Fraction(more) / 10, Fraction(-1, 2) - Fraction(more) / 2),
        (Fraction(more) / 1000, 1 + Fraction(more) / 2),
    ]
    found = Nearly("parameter", formula, {"x": RAY, "a": ends[k]}, True)
    if true:
        return found
    return searched(found, [places[k], *((Fraction(1, 10**n), ends[k][1] - Fraction(more) / 9) for n in range(9))])


def two_means(random: Random, true: bool) -> Nearly:
    """Weighted means, the logarithmic mean and relative entropy; false: a constant too good."""
    w, less, k = Fraction(random.randint(1, 9), 10), 0 if true else little(random, 2, 7), random.randint(0, 3)

    def formula(xp: Any, x: Any, y: Any) -> Any:
        weight, down = xp.number(w), 1 + xp.number(less)
        return [
            weight * x + (1 - weight) * y - down * x**weight * y ** (1 - weight),
            x * xp.log(x / y) - x * down + y,
            (x + y) / 2 - down * xp.sqrt(x * y),
            (x - y) ** 2 + x * y * (2 - 2 * down),
        ][k]

    return Nearly("two means", formula, {"x": RAY, "y": RAY}, False, witness=None if true else (w, w))


def normal_tail(random: Random, true: bool) -> Nearly:
    """Mills' ratio between x/(1 + x^2) and 1/x; false: a constant too good far out, or near 0."""
    less, k = 0 if true else little(random, 2, 6), random.randint(0, 2)

    def formula(xp: Any, x: Any) -> Any:
        density, tail = xp.exp(-x * x / 2) / xp.sqrt(2 * xp.pi), xp.ndtr(-x)
        down = 1 + xp.number(less)
        return [
            density / x - down * tail,
            tail - down * x / (1 + x * x) * density,
            xp.exp(-x * x / 2) / 2 - down * tail,
        ][k]

    at = [Fraction(10) / less, Fraction(10) / less, Fraction(less) / 100] if less else []
    at = [min(x, Fraction(10**4)) for x in at]
    found = Nearly("normal tail", formula, {"x": RAY}, True)
    return found if true else searched(found, [(at[k],), *((Fraction(10) ** n,) for n in range(-8, 5))])


def coins(random: Random, true: bool) -> Nearly:
    """Entropies of a coin; false: a constant too good."""
    less, k = 0 if true else little(random, 2, 7), random.randint(0, 2)

    def formula(xp: Any, p: Any) -> Any:
        entropy = -p * xp.log(p) - (1 - p) * xp.log(1 - p)
        down = 1 - xp.number(less)
        return [
            xp.log(xp.number(2)) * down - entropy,
            2 * xp.sqrt(p * (1 - p)) * xp.log(xp.number(2)) * (down if not true else 1)
            - entropy
            + (0 if not true else xp.sqrt(p * (1 - p))),
            entropy - 4 * xp.log(xp.number(2)) * p * (1 - p) * (1 + xp.number(less)),
        ][k]

    return Nearly("coins", formula, {"p": UNIT}, False, witness=None if true else (Fraction(1, 2),))
