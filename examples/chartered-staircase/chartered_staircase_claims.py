"""The claims of the staircase plugin: what its formulas rest on, each in a form that a machine can try."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import floor

import chartered as ch
from chartered.proving import Claim, Form, Identity, Inequality, Optimum, Over, Soundness
from chartered_staircase import delta, gains, height, optimal_gamma, period, renyi

SOURCE = "the first lines of chartered_staircase"
EACH: Over = {"epsilon0": (0, None), "gamma": (0, 1)}
BOX: Over = {"epsilon0": (Fraction(1, 10), 4), "gamma": (Fraction(1, 100), Fraction(49, 100))}
WHOLE = Fraction(1)
TENTHS = [Fraction(k, 10) for k in (1, 3, 5, 8)]
PLACES = list(product([Fraction(1, 10), Fraction(1), Fraction(6)], TENTHS, map(Fraction, (1, 2, 3))))
"""eps0, gamma, and a level: quarters of eps0 for eps, or alpha - 1."""
ANY: Over = {
    "epsilon0": (Fraction(1, 10), 6),
    "gamma": (Fraction(1, 100), Fraction(99, 100)),
    "level": (Fraction(1, 100), 4),
    "shift": (0, 1),
}
WORST: Over = {**ANY, "shift": (1, 1)}
"""Where corners are hunted, beside the places."""


def claims() -> list[Claim]:
    """All claims of the plugin."""
    least = "No gamma makes the noise smaller on average than the optimal one does: 1/(2 sinh(eps0/2)) sensitivities."
    integral = "is the integral over the stairs after the whole shift"
    return [
        claim("density.one", "The stairs add up to probability 1.", Identity(mass, one, EACH)),
        claim("noise.optimal", least, Optimum(size, least_size, (0, 1), [Fraction(1, 10), 1, 4, 10])),
        claim(
            "gains.optimal",
            "At the optimal gamma r = 1 - e^(-eps0/2)/2.",
            Identity(best_height, half_gain, {"epsilon0": (0, None)}),
        ),
        claim(
            "gains.below-pure", "The profile is below that of the worst eps0-DP mechanism.", Inequality(below_pure, BOX)
        ),
        claim(
            "shift.narrow",
            "(1 - b)(1/2 + h gamma) is the chance of a noise within D/2, if gamma <= 1/2.",
            Identity(narrow, two_stairs, EACH),
        ),
        claim(
            "shift.wide", "(1 - b)(1/2 + h (1 - gamma)) is that chance if gamma >= 1/2.", Identity(wide, height, EACH)
        ),
        claim(
            "shift.worst",
            "A smaller shift has a smaller total variation.",
            Inequality(worst, {**BOX, "t": (0, Fraction(9, 10))}),
        ),
        claim(
            "profile.direct",
            f"The profile {integral}.",
            Soundness(profile, profile_by_stairs, shifted([WHOLE]), tight=True, over=WORST),
        ),
        claim(
            "profile.worst",
            "No smaller shift has a larger profile.",
            Soundness(profile, profile_by_stairs, shifted(TENTHS), over=ANY),
        ),
        claim(
            "renyi.direct",
            f"The Renyi curve {integral}.",
            Soundness(moment, moment_by_stairs, shifted([WHOLE]), tight=True),
        ),
        claim(
            "renyi.worst", "No smaller shift has a larger curve.", Soundness(moment, moment_by_stairs, shifted(TENTHS))
        ),
    ]


def claim(name: str, statement: str, form: Form) -> Claim:
    """A claim of this plugin."""
    return Claim.of(f"staircase.{name}", statement, SOURCE, form)


def shifted(shifts: Sequence[Fraction]) -> list[tuple[Fraction, ...]]:
    """All places, with each of these shifts (in units of D)."""
    return [(*place, shift) for place, shift in product(PLACES, shifts)]


def one(xp: ch.Arithmetic, e: ch.Value, g: ch.Value) -> ch.Value:
    """1."""
    return xp.number(1)


def mass(xp: ch.Arithmetic, e: ch.Value, g: ch.Value) -> ch.Value:
    """Two sides, each a geometric series of periods."""
    return 2 * height(xp, e, g) * period(xp, e, g) / -xp.expm1(-e)


def size(xp: ch.Arithmetic, g: ch.Value, e: ch.Value) -> ch.Value:
    """The mean of the noise's size, in units of D: h times the sum over the stairs, and sum of j b^j = b/(1 - b)^2."""
    b, c = xp.exp(-e), -xp.expm1(-e)
    return height(xp, e, g) * (g * g + 2 * b / (c * c) - (1 - 2 * g) * b / c)


def least_size(xp: ch.Arithmetic, e: ch.Value) -> ch.Value:
    """1/(2 sinh(eps0/2))."""
    return xp.exp(-e / 2) / -xp.expm1(-e)


def best_height(xp: ch.Arithmetic, e: ch.Value) -> ch.Value:
    """h gamma at the optimal gamma."""
    return height(xp, e, optimal_gamma(xp, e)) * optimal_gamma(xp, e)


def half_gain(xp: ch.Arithmetic, e: ch.Value) -> ch.Value:
    """(1 - e^(-eps0/2))/2, which is r - 1/2."""
    return -xp.expm1(-e / 2) / 2


def below_pure(xp: ch.Arithmetic, e: ch.Value, g: ch.Value) -> ch.Value:
    """How far r is below that of randomized response, the worst."""
    return 1 / (1 + xp.exp(-e)) - gains(xp, e, g)


def narrow(xp: ch.Arithmetic, e: ch.Value, g: ch.Value) -> ch.Value:
    """(1 - b) r for a narrow top stair."""
    return -xp.expm1(-e) * (xp.number(ch.HALF) + height(xp, e, g) * g)


def two_stairs(xp: ch.Arithmetic, e: ch.Value, g: ch.Value) -> ch.Value:
    """The chance of a noise within D/2: all of the top stair and a part of the next."""
    return 2 * height(xp, e, g) * (g + xp.exp(-e) * (xp.number(ch.HALF) - g))


def wide(xp: ch.Arithmetic, e: ch.Value, g: ch.Value) -> ch.Value:
    """(1 - b) r for a wide top stair; that chance is h."""
    return -xp.expm1(-e) * (xp.number(ch.HALF) + height(xp, e, g) * (1 - g))


def worst(xp: ch.Arithmetic, e: ch.Value, g: ch.Value, t: ch.Value) -> ch.Value:
    """The chance of a noise within D/2 less that within t D/2, in units of 2 h > 0."""
    half, reach = xp.number(ch.HALF), t / 2
    top = xp.minimum(half, g) - xp.minimum(reach, g)
    return top + xp.exp(-e) * (half - reach - top)


def profile(xp: ch.Arithmetic, e: ch.Value, g: ch.Value, level: ch.Value, shift: ch.Value) -> ch.Value:
    """The shipped profile at eps = level eps0/4."""
    return delta(xp, e, gains(xp, e, g), level * e / 4)


def moment(xp: ch.Arithmetic, e: ch.Value, g: ch.Value, level: ch.Value, shift: ch.Value) -> ch.Value:
    """e^((alpha-1) gamma(alpha)) of the shipped curve at alpha = 1 + level."""
    return xp.exp(level * renyi(xp, e, gains(xp, e, g), 1 + level))


def profile_by_stairs(
    xp: ch.Arithmetic, epsilon0: Fraction, gamma: Fraction, level: Fraction, shift: Fraction
) -> ch.Value:
    """The hockey-stick divergence from the density alone."""
    return stairs(xp, epsilon0, gamma, shift, lambda n: xp.positive(-xp.expm1(xp.number((level / 4 - n) * epsilon0))))


def moment_by_stairs(
    xp: ch.Arithmetic, epsilon0: Fraction, gamma: Fraction, level: Fraction, shift: Fraction
) -> ch.Value:
    """The moment of the likelihood ratio from the density alone."""
    return stairs(xp, epsilon0, gamma, shift, lambda n: xp.exp(xp.number(level * n * epsilon0)))


def stairs(
    xp: ch.Arithmetic, epsilon0: Fraction, gamma: Fraction, shift: Fraction, share: Callable[[int], ch.Value]
) -> ch.Value:
    """The sum of mass times share(n) over the parts of the stairs that are e^(n eps0) times as likely as after the
    shift.

    Left of 0 and right of D the pattern repeats itself with a factor of b, so one length of D stands for all: an exact
    sum."""

    def stair(x: Fraction) -> int:
        return floor(abs(x) + 1 - gamma)

    cuts = {x + y for x in (0, shift) for y in (k + s * gamma for k in range(-3, 4) for s in (-1, 0, 1))}
    points = sorted({x for x in cuts | {shift} if -1 <= x <= 2})
    e = xp.number(epsilon0)
    total, b = xp.number(0), xp.exp(-e)
    for low, high in pairwise(points):
        middle = (low + high) / 2
        own = stair(middle)
        mass = xp.number(high - low) * height(xp, e, xp.number(gamma)) * b**own * share(stair(middle - shift) - own)
        total = total + (mass if 0 < middle < 1 else mass / (1 - b))
    return total
