"""Claims about random allocation with Gaussian noise: the transform of a ratio, and its decay."""

from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from chartered.proving import Proofs, Sampled, balls
from flint import acb, arb

from ..allocation_of_one_use import NAME
from ..formulas import lognormal_ratio as ratios

BOOK = Proofs(NAME, "ours")
_BITS, _ERROR, _INTEGRAL, _END, _STEPS = 128, 40, 80, 12, 100
_compared = partial(
    Sampled, "balls: overlaps Arb's quadrature", bits=_BITS, why="an integral without a closed form, by two rules"
)
"""The precision and -log of the error of a transform, the bits and the ends of integrals over a normal variable, and a
number of steps."""
_NARROW = Fraction(1, 10**10)
"""The largest radius of a transform."""


def _integral(xp: Any, mu: arb, w: acb, power: int = 0) -> acb:
    """E r^power e^(-wr) for Re w > 0, by the rigorous quadrature of Arb; beyond its ends are tails of normal
    variables."""

    def integrand(x: acb, _analytic: bool) -> acb:
        exponent = mu * (x - mu / 2)
        return (power * exponent - x * x / 2 - w * exponent.exp()).exp()

    far = (1 + xp.exp(mu * mu)) * xp.erfc((_END - 2 * mu) / xp.sqrt(xp.number(2)))
    rest = (-far).union(far)
    error = arb(2) ** -_INTEGRAL
    whole = acb.integral(integrand, -_END, _END, rel_tol=error, abs_tol=error)
    found: acb = whole / xp.sqrt(2 * xp.pi) + acb(rest, rest)
    return found


def _ratio(xp: Any, mu: arb) -> ratios.Ratio:
    return ratios.Ratio.of(xp, mu, ratios.Rule.chosen(xp, mu, xp.pi / (2 * mu), xp.number(_ERROR)))


def _transformed(xp: Any, mu: Fraction, real: Fraction, height: Fraction) -> bool:
    shift, w = xp.number(mu), acb(xp.number(real), xp.number(height))
    found = _ratio(xp, shift).transform(xp, w)
    return bool(found.overlaps(_integral(xp, shift, w))) and bool(abs(found).rad() < xp.number(_NARROW))


BOOK.soundness(
    "gaussian.transform",
    "E e^(-wr) by a turned line and the trapezoidal rule is what quadrature along the real line gives.",
    "mu from 1/2 to 2, real parts from 1/100 to 2, heights from 0 to 30",
    _compared(_transformed, digits=10, mu="1/2 1 2", real="1/100 1/2 2", height="0 1/3 3 30"),
)


def _slopes(xp: Any, mu: Fraction, c: Fraction, k: int) -> bool:
    shift, square = xp.number(mu), xp.number(mu**2)
    tilted = _ratio(xp, shift).transform(xp, acb(xp.number(c) * xp.exp(k * square)))
    mean = _integral(xp, shift, acb(xp.number(c)), k)
    return bool((tilted * xp.exp(square * k * (k - 1) / 2)).overlaps(mean))


BOOK.soundness(
    "gaussian.slopes",
    "E r^k e^(-cr) = e^(k (k-1) mu^2/2) M(e^(k mu^2) c) for k = 1, 2.",
    "mu from 1/2 to 3/2, c from 1/100 to 2",
    _compared(_slopes, digits=10, mu="1/2 1 3/2", c="1/100 1/2 2", k=(1, 2)),
)


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
    found = abs(_ratio(xp, xp.sqrt(xp.number(square))).transform(xp, there))
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
