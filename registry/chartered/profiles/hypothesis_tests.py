"""Trade-off curves: how small the type II error of a test between neighbours can be, from below, by what is known of a
privacy profile; and what that means for an attacker: power, guesses, precision."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value, floats
from chartered_verify.enclosure import enclose

Pair: TypeAlias = tuple[Fraction | float, Fraction | float]
"""A point on or above a profile: a finite eps >= 0 and a delta in [0, 1] for which the mechanism is (eps, delta)-DP."""

_LARGEST = 700.0  # its exponential is still a double


def implied(xp: Arithmetic, type_one: Value, epsilon: Value, delta: Value) -> Value:
    """The least type II error that (eps, delta)-DP leaves to a test with this type I error:
    max(0, 1 - delta - e^eps a, e^-eps (1 - delta - a)) (Wasserman and Zhou 2010; Dong, Roth and Su 2022)."""
    rest = 1 - delta
    return xp.positive(xp.maximum(rest - xp.exp(epsilon) * type_one, xp.exp(-epsilon) * (rest - type_one)))


def power(xp: Arithmetic, type_one: Value, epsilon: Value, delta: Value) -> Value:
    """The greatest power (true positive rate, 1 less the type II error) that (eps, delta)-DP leaves to a test with this
    type I error: min(1, delta + e^eps a, 1 - e^-eps (1 - delta - a))."""
    return 1 - implied(xp, type_one, epsilon, delta)


def best_guess(xp: Arithmetic, likelier: Value, delta: Value) -> Value:
    """The greatest chance m + (1 - m) delta of a right guess which of two neighbouring data sets was used, if the
    `likelier` of them was used with probability m >= 1/2 and delta is that of the profile at eps = log(m/(1 - m))."""
    return likelier + (1 - likelier) * delta


def precision(xp: Arithmetic, prior: Value, type_one: Value, power: Value) -> Value:
    """The share pi b/(pi b + (1 - pi) a) of members among those that a test of type I error a and power b takes for
    members, if a share pi is; it rises with b."""
    return 1 / (1 + (1 - prior) * type_one / (prior * power))


def least_type_two(type_one: Fraction | float, pairs: Iterable[Pair]) -> float:
    """A number that no test's type II error is below, at this type I error in [0, 1]; certified and rounded down.

    Sound for any finite set of pairs, since each bounds every test: floats choose the best pair, balls evaluate it.
    """

    def guessed(pair: Pair) -> float:
        epsilon, delta = pair
        with floats as xp:
            return float(implied(xp, float(type_one), min(float(epsilon), _LARGEST), float(delta)))

    epsilon, delta = max(pairs, key=guessed, default=(0, 1))
    return enclose(lambda xp: implied(xp, xp.number(type_one), xp.number(epsilon), xp.number(delta))).lower
