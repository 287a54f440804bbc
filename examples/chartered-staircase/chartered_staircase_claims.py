"""The claims of the staircase plugin: what its formulas rest on, each to be tried by a machine."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import floor
from typing import TypeAlias

import chartered as ch
from chartered.proving import Claim, Effort, Kind, Refuted, Supported, Undecided, Verdict, algebra, balls, boxes
from chartered_staircase import delta, gains, height, optimal_gamma, period, renyi

Share: TypeAlias = Callable[[int], ch.Value]
Shares: TypeAlias = Callable[[ch.Arithmetic, ch.Value, ch.Value], Share]
Closed: TypeAlias = Callable[[ch.Arithmetic, ch.Value, ch.Value, ch.Value], ch.Value]
Range: TypeAlias = tuple[Fraction | int, Fraction | int]

SOURCE = "the first lines of chartered_staircase"
EVERYWHERE = "all eps0 > 0, 0 < gamma < 1"
SIZES: dict[str, Range] = {"epsilon0": (Fraction(1, 10), 10), "gamma": (Fraction(1, 100), Fraction(99, 100))}
BOX: list[Range] = [(Fraction(1, 10), 4), (Fraction(1, 100), Fraction(49, 100))]
IN_BOX = "1/10 <= eps0 <= 4, 1/100 <= gamma <= 49/100"


def claims() -> list[Claim]:
    """All claims of the plugin."""
    identity, inequality, sound = Kind.IDENTITY, Kind.INEQUALITY, Kind.SOUNDNESS
    optimal = "At the optimal gamma h gamma = (1 - e^(-eps0/2))/2, so r = 1 - e^(-eps0/2)/2."
    integral = "is the integral over the stairs, and no smaller shift has more."
    rows = [
        ("density.one", identity, "The stairs add up to probability 1.", EVERYWHERE, _adds_up_to_one),
        ("gains.optimal", identity, optimal, "all eps0 > 0", _optimal),
        ("gains.below-pure", inequality, "The profile is below that of the worst eps0-DP mechanism.", IN_BOX, _below_pure),
        ("shift.narrow", identity, "(1 - b)(1/2 + h gamma) is the chance of a noise within D/2, if gamma <= 1/2.", EVERYWHERE, _narrow),
        ("shift.wide", identity, "(1 - b)(1/2 + h (1 - gamma)) is that chance if gamma >= 1/2.", EVERYWHERE, _wide),
        ("shift.worst", inequality, "A smaller shift has a smaller total variation.", f"{IN_BOX}, 0 <= t <= 9/10", _worst_shift),
        ("profile.direct", sound, f"The profile {integral}", EVERYWHERE, _direct_profile),
        ("renyi.direct", sound, f"The Renyi curve {integral}", EVERYWHERE, _direct_renyi),
    ]
    return [Claim(f"staircase.{name}", kind, text, SOURCE, domain, check) for name, kind, text, domain, check in rows]


def _adds_up_to_one(effort: Effort) -> Verdict:
    def mass(xp: ch.Arithmetic, e: ch.Value, g: ch.Value) -> ch.Value:
        return 2 * height(xp, e, g) * period(xp, e, g) / -xp.expm1(-e)  # two sides, each a geometric series of periods

    return algebra.identity(mass, lambda xp, e, g: xp.number(1), "epsilon0 gamma", SIZES, effort=effort)


def _optimal(effort: Effort) -> Verdict:
    def first(xp: ch.Arithmetic, e: ch.Value) -> ch.Value:
        return height(xp, e, optimal_gamma(xp, e)) * optimal_gamma(xp, e)

    return algebra.identity(first, lambda xp, e: -xp.expm1(-e / 2) / 2, "epsilon0", {"epsilon0": (Fraction(1, 10), 10)}, effort=effort)


def _below_pure(effort: Effort) -> Verdict:
    def gap(xp: ch.Arithmetic, e: ch.Value, g: ch.Value) -> ch.Value:
        return 1 / (1 + xp.exp(-e)) - gains(xp, e, g)  # randomized response is the worst

    return boxes.prove_positive(gap, BOX, derivatives=algebra.partials(gap, 2), seed=effort.seed)


def _narrow(effort: Effort) -> Verdict:
    def two_stairs(xp: ch.Arithmetic, e: ch.Value, g: ch.Value) -> ch.Value:
        return 2 * height(xp, e, g) * (g + xp.exp(-e) * (xp.number(ch.HALF) - g))

    def shifted(xp: ch.Arithmetic, e: ch.Value, g: ch.Value) -> ch.Value:
        return -xp.expm1(-e) * (xp.number(ch.HALF) + height(xp, e, g) * g)

    return algebra.identity(shifted, two_stairs, "epsilon0 gamma", SIZES, effort=effort)


def _wide(effort: Effort) -> Verdict:
    def shifted(xp: ch.Arithmetic, e: ch.Value, g: ch.Value) -> ch.Value:
        return -xp.expm1(-e) * (xp.number(ch.HALF) + height(xp, e, g) * (1 - g))

    return algebra.identity(shifted, height, "epsilon0 gamma", SIZES, effort=effort)


def _worst_shift(effort: Effort) -> Verdict:
    def gap(xp: ch.Arithmetic, e: ch.Value, g: ch.Value, t: ch.Value) -> ch.Value:
        half, reach = xp.number(ch.HALF), t / 2
        top = xp.minimum(half, g) - xp.minimum(reach, g)
        return top + xp.exp(-e) * (half - reach - top)  # within(1/2) - within(t/2), in units of 2 h > 0

    return boxes.prove_positive(gap, [*BOX, (0, Fraction(9, 10))], derivatives=algebra.partials(gap, 3), seed=effort.seed)


def stairs(xp: ch.Arithmetic, epsilon0: ch.Value, gamma: Fraction, shift: Fraction, share: Share) -> ch.Value:
    """The sum of mass times share(n) over the parts of the stairs that are e^(n eps0) times as likely as after the shift (in units of D).

    Written from the density alone, as an independent way to the profile and the curve. Left of 0 and right of D the pattern repeats
    itself with a factor of b, so one length of D stands for all: an exact sum.
    """

    def stair(x: Fraction) -> int:
        return floor(abs(x) + 1 - gamma)

    cuts = {x + y for x in (0, shift) for y in (k + s * gamma for k in range(-3, 4) for s in (-1, 0, 1))}
    points = sorted({x for x in cuts | {shift} if -1 <= x <= 2})
    total, b = xp.number(0), xp.exp(-epsilon0)
    for low, high in pairwise(points):
        middle = (low + high) / 2
        own = stair(middle)
        mass = xp.number(high - low) * height(xp, epsilon0, xp.number(gamma)) * b**own * share(stair(middle - shift) - own)
        total = total + (mass if 0 < middle < 1 else mass / (1 - b))
    return total


def _direct_profile(effort: Effort) -> Verdict:
    def closed(xp: ch.Arithmetic, e: ch.Value, r: ch.Value, at: ch.Value) -> ch.Value:
        return delta(xp, e, r, at * e / 4)

    def share(xp: ch.Arithmetic, e: ch.Value, at: ch.Value) -> Share:
        return lambda n: xp.positive(-xp.expm1(at * e / 4 - n * e))

    return _direct(closed, share, effort)


def _direct_renyi(effort: Effort) -> Verdict:
    def closed(xp: ch.Arithmetic, e: ch.Value, r: ch.Value, at: ch.Value) -> ch.Value:
        return xp.exp(at * renyi(xp, e, r, 1 + at))

    def share(xp: ch.Arithmetic, e: ch.Value, at: ch.Value) -> Share:
        return lambda n: xp.exp(at * n * e)

    return _direct(closed, share, effort)


def _direct(closed: Closed, share: Shares, effort: Effort) -> Verdict:
    """Equality at the whole shift and `at most` at smaller ones, in balls at exact points."""
    tenths = [Fraction(k, 10) for k in (1, 3, 5, 8)]
    points = list(product([Fraction(1, 10), Fraction(1), Fraction(6)], tenths, [*tenths, Fraction(1)], [Fraction(k) for k in (1, 2, 3)]))
    with balls(64 + 4 * effort.digits) as xp:
        for epsilon0, gamma, shift, at in points:
            e, a = xp.number(epsilon0), xp.number(at)
            formula = closed(xp, e, gains(xp, e, xp.number(gamma)), a)
            excess = stairs(xp, e, gamma, shift, share(xp, e, a)) - formula
            point = [str(x) for x in (epsilon0, gamma, shift, at)]
            if excess > 0 or (shift == 1 and excess < 0):
                return Refuted("balls: the sum over the stairs is another", witness={"point": point})
            if shift == 1 and not abs(excess) < xp.number(Fraction(1, 10**effort.digits)):
                return Undecided("balls: too wide at a point", left=str(point))
    return Supported("balls: closed form against the sum over the stairs, exact points", points=len(points), digits=effort.digits)
