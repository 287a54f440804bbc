"""Trade-off curves: lower bounds on the type II error of a test between neighbouring data sets that follow from a
privacy profile, and their meaning for an attacker: power, best guess, precision."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value, floats
from chartered_verify.enclosure import enclose

Pair: TypeAlias = tuple[Fraction | float, Fraction | float]
"""A point on or above a privacy profile: a finite eps >= 0 and a delta in [0, 1] such that the mechanism is (eps,
delta)-DP."""

_LARGEST = 700.0  # an eps whose exponential is still a finite double


def implied(xp: Arithmetic, type_one: Value, epsilon: Value, delta: Value) -> Value:
    """The least type II error of a test with type I error a that (eps, delta)-DP admits: max(0, 1 - delta - e^eps a,
    e^-eps (1 - delta - a)) (Wasserman and Zhou 2010; Dong, Roth and Su 2022)."""
    rest = 1 - delta
    return xp.positive(xp.maximum(rest - xp.exp(epsilon) * type_one, xp.exp(-epsilon) * (rest - type_one)))


def power(xp: Arithmetic, type_one: Value, epsilon: Value, delta: Value) -> Value:
    """The greatest power (true positive rate, 1 - type II error) of a test with type I error a that (eps, delta)-DP
    admits: min(1, delta + e^eps a, 1 - e^-eps (1 - delta - a))."""
    return 1 - implied(xp, type_one, epsilon, delta)


def best_guess(xp: Arithmetic, likelier: Value, delta: Value) -> Value:
    """The greatest probability m + (1 - m) delta of guessing correctly which of two neighbouring data sets was used, if
    the likelier one is used with probability m = `likelier` >= 1/2 and delta is the profile at eps = log(m/(1 - m))."""
    return likelier + (1 - likelier) * delta


def precision(xp: Arithmetic, prior: Value, type_one: Value, power: Value) -> Value:
    """The precision pi b/(pi b + (1 - pi) a) of a membership test with type I error a and power b, if the share pi =
    `prior` of the tested records are members; it increases with b."""
    return 1 / (1 + (1 - prior) * type_one / (prior * power))


def least_type_two(type_one: Fraction | float, pairs: Iterable[Pair]) -> float:
    """A certified lower bound, rounded down, on the type II error of every test with type I error `type_one` in [0, 1].

    Sound for any finite set of pairs, since each pair alone bounds every test: floats choose a pair, balls evaluate
    it."""

    def guessed(pair: Pair) -> float:
        epsilon, delta = pair
        with floats as xp:
            return float(implied(xp, float(type_one), min(float(epsilon), _LARGEST), float(delta)))

    epsilon, delta = max(pairs, key=guessed, default=(0, 1))
    return enclose(lambda xp: implied(xp, xp.number(type_one), xp.number(epsilon), xp.number(delta))).lower
