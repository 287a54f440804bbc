"""Claims about random allocation with Gaussian noise: the density of a ratio, and the decay of its transform."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from chartered.proving import Proofs, Sampled, balls
from flint import acb, arb

from ..allocation_of_one_use import NAME
from ..formulas import lognormal_ratio as ratios

BOOK = Proofs(NAME, "ours")
_BITS, _ERROR, _STEPS = 128, 40, 100
"""The precision and -log of the error of a transform, and a number of steps."""


def ratio(xp: Any, mu: arb) -> ratios.Ratio:
    """The ratio of a step, whose transform is computed to that error."""
    return ratios.Ratio.of(xp, mu, ratios.Rule.chosen(xp, mu, xp.pi / (2 * mu), xp.number(_ERROR)))


def _highest(xp: Any, mu: Fraction, c: Fraction, k: int, x: Fraction) -> bool:
    shift, at = xp.number(mu), xp.number(x)
    r = xp.exp(shift * (at - shift / 2))
    density = xp.exp(-at * at / 2) / (shift * r * xp.sqrt(2 * xp.pi))
    bound = ratios.peak(xp, shift, xp.number(c), k)
    value = density * r ** (1 - k) * xp.exp(-xp.number(c) * r)
    return bool(value.lower() <= bound.upper())  # at the largest value itself they are equal


BOOK.soundness(
    "gaussian.peak",
    "No value of the density of a ratio r, times r^(1-k) e^(-cr), is above the bound on all of them.",
    "mu from 1/8 to 2, c from 0 to 10, k = 0, 1, x from -5 to 3",
    Sampled(
        "balls: in order",
        _highest,
        digits=10,
        bits=_BITS,
        why="a largest value that has no closed form",
        mu="1/8 1 2",
        c="0 1/10 10",
        k=(0, 1),
        x="-5 -2 -1 -1/2 -1/8 0 1/4 1 3",
    ),
)


@lru_cache(maxsize=8)
def _decay(square: Fraction, order: int) -> ratios.Decay:
    """One for all heights."""
    with balls(_BITS) as xp:
        return ratios.Decay.of(xp, square, xp.number(order), _STEPS)


def _decays(xp: Any, square: Fraction, order: int, height: Fraction, further: Fraction) -> bool:
    decay = _decay(square, order)
    bound = decay.beyond(xp, xp.number(height))
    there = acb(xp.number(Fraction(order, _STEPS)), xp.number(height * further))
    found = abs(ratio(xp, xp.sqrt(xp.number(square))).transform(xp, there))
    return bool(found * found <= bound) and bool(bound <= (decay.real * decay.real).upper())


BOOK.soundness(
    "gaussian.decay",
    "No |M(c + iy)| beyond a height is above the bound from there on.",
    "mu^2 from 1/4 to 4, c from 1/100 to 1, heights from 1/10 to 100, and up to 7 times as high",
    Sampled(
        "balls: in order",
        _decays,
        digits=10,
        bits=_BITS,
        why="an infinite range of heights",
        square="1/4 1 4",
        order=(1, 100),
        height="1/10 1/2 1 5 100",
        further="1 21/20 3/2 7",
    ),
)
