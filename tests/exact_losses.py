"""Privacy profiles of few runs, by sums and integrals that share nothing with the product: mpmath, many digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from mpmath import mp, mpf

Atoms = Mapping[Fraction, Any]
"""Losses, and their probabilities under P."""


def number(x: Fraction | str | int) -> Any:
    """An exact number."""
    exact = Fraction(x)
    return mpf(exact.numerator) / exact.denominator


def response(epsilon: Fraction, k: int = 2) -> Atoms:
    """Randomized response on k values."""
    e = mp.exp(number(epsilon))
    return {epsilon: e / (e + k - 1), Fraction(0): mpf(k - 2) / (e + k - 1), -epsilon: 1 / (e + k - 1)}


def discrete_laplace(rate: Fraction, shift: int) -> Atoms:
    """P(k) ~ e^(-rate |k - shift|), Q(k) ~ e^(-rate |k|)."""
    return noise(lambda k: -number(rate) * abs(k), lambda k: rate * (abs(k) - abs(k - shift)), shift)


def discrete_gaussian(variance: Fraction, shift: int, lost: int = 150) -> Atoms:
    """P(k) ~ e^(-(k - shift)^2/(2v)), Q(k) ~ e^(-k^2/(2v))."""

    def loss(k: int) -> Fraction:
        return (2 * k * shift - shift * shift) / (2 * variance)

    return noise(lambda k: -number(k * k) / (2 * number(variance)), loss, shift, lost)


def sampled(atoms: Atoms, rate: Fraction, added: bool = False) -> Atoms:
    """A Poisson sample of a step: the record is removed from it, or added."""
    found: dict[Fraction, Any] = {}
    for loss, p in atoms.items():
        without = p * mp.exp(-number(loss))
        ratio = 1 - number(rate) + number(rate) * mp.exp(number(loss))
        at = _exactly(mp.log(ratio)) * (-1 if added else 1)
        found[at] = found.get(at, mpf(0)) + without * (1 if added else ratio)
    return found


def _exactly(x: Any) -> Fraction:
    """The fraction that a number of many digits is."""
    sign, man, exp, _ = x._mpf_
    return Fraction((-1) ** sign * int(man)) * Fraction(2) ** int(exp)


def noise(log_weight: Callable[[int], Any], loss: Callable[[int], Fraction], shift: int, lost: int = 150) -> Atoms:
    """Noise on the integers, as far as its weights are above e^-lost."""
    last = next(k for k in range(1, 10**6) if log_weight(k) < -lost)
    whole = mp.fsum(mp.exp(log_weight(k)) for k in range(-last, last + 1))
    found: dict[Fraction, Any] = {}
    for k in range(-last, last + 1):
        at = loss(k + shift)
        found[at] = found.get(at, mpf(0)) + mp.exp(log_weight(k)) / whole
    return found


def added(one: Atoms, other: Atoms) -> Atoms:
    """Both losses, one after the other."""
    found: dict[Fraction, Any] = {}
    for loss, p in one.items():
        for m, q in other.items():
            found[loss + m] = found.get(loss + m, mpf(0)) + p * q
    return found


def runs(atoms: Atoms, times: int) -> Atoms:
    """So many of them."""
    return reduce(added, [atoms] * times)


def delta(atoms: Atoms, epsilon: Any) -> Any:
    """E_P[(1 - e^(eps - L))_+]."""
    return mp.fsum(p * (1 - mp.exp(epsilon - number(loss))) for loss, p in atoms.items() if number(loss) > epsilon)


def laplace_delta(e0: Fraction, times: int, epsilon: Any) -> Any:
    """The profile of so many Laplace runs at any real eps, by residues: M^T is a sum of T+1 exponentials e^(zl) times
    rational functions of z with a pole of order T at 1/2."""
    if epsilon <= -times * number(e0):
        return 1 - mp.exp(epsilon)
    total = mpf(0)
    for k in range(times + 1):
        alpha = (2 * k - times) * number(e0) - epsilon
        if alpha <= 0:
            continue
        rising = _series(mpf(1) / 2, k - 1, times)
        falling = _series(-mpf(1) / 2, times - k - 1, times)
        product = [mp.fsum(rising[i] * falling[n - i] for i in range(n + 1)) for n in range(times)]
        top = mp.fsum(product[n] * alpha ** (times - 1 - n) / mp.factorial(times - 1 - n) for n in range(times))
        residue = top * mp.exp(alpha / 2) / mpf(2) ** times + (mp.exp(alpha) if k == times else 0)
        total += mp.binomial(times, k) * mp.exp(epsilon - k * number(e0)) * residue
    return total


def _series(a: Any, power: int, count: int) -> list[Any]:
    """(a + w)^power in powers of w."""
    return [mp.binomial(power, n) * a ** (power - n) for n in range(count)]


def mixed(atoms: Atoms, profile: Callable[[Any], Any], epsilon: Any) -> Any:
    """The profile of a sum of losses: of atoms, and of others with a profile."""
    return mp.fsum(p * profile(epsilon - number(loss)) for loss, p in atoms.items())


def after_laplace(e0: Fraction, profile: Callable[[Any], Any], epsilon: Any, kinks: Iterable[Any] = ()) -> Any:
    """The profile of a Laplace run and of others with a profile, which is not smooth at some kinks."""
    e = number(e0)
    ends = sorted({-e, e, *(epsilon - x for x in kinks if -e < epsilon - x < e)})
    between = mp.quad(lambda loss: mp.exp((loss - e) / 2) / 4 * profile(epsilon - loss), ends)
    return profile(epsilon - e) / 2 + mp.exp(-e) / 2 * profile(epsilon + e) + between
