"""Composition in closed form: Kairouz, Oh and Viswanath 2015, Theorems 3.4 and 3.5, and two older bounds.

Every function takes an arithmetic `xp`. For runs at eps_i, `drift` is the sum of eps_i tanh(eps_i/2), the mean loss of
randomized response, `energy` that of eps_i^2, `most` that of eps_i. The profile is given by the delta at eps and,
inverted, by the eps at delta."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def tail_delta(xp: Arithmetic, drift: Value, energy: Value, epsilon: Value) -> Value:
    """e^(-(eps - drift)_+^2/(2 energy)): the loss exceeds eps with no larger probability."""
    return xp.exp(-(xp.positive(epsilon - drift) ** 2) / (2 * energy))


def tail_epsilon(xp: Arithmetic, drift: Value, energy: Value, delta: Value) -> Value:
    """drift + sqrt(2 energy log(1/delta))."""
    return drift + xp.sqrt(2 * energy * -xp.log(delta))


def integrated_delta(xp: Arithmetic, drift: Value, energy: Value, epsilon: Value) -> Value:
    """sqrt(energy)/(1/tail - e), from the tail integrated against 1 - e^(eps - loss); 1 where it says nothing."""
    spare = xp.exp(xp.positive(epsilon - drift) ** 2 / (2 * energy)) - xp.exp(xp.number(1))
    root = xp.sqrt(energy)
    return root / spare if spare > root else xp.number(1)


def integrated_epsilon(xp: Arithmetic, drift: Value, energy: Value, delta: Value) -> Value:
    """drift + sqrt(2 energy log(e + sqrt(energy)/delta))."""
    return drift + xp.sqrt(2 * energy * xp.log(xp.exp(xp.number(1)) + xp.sqrt(energy) / delta))


def least_delta(xp: Arithmetic, drift: Value, energy: Value, epsilon: Value) -> Value:
    """KOV 3.5: the lesser of both, for eps below the sum of all."""
    return xp.minimum(tail_delta(xp, drift, energy, epsilon), integrated_delta(xp, drift, energy, epsilon))


def least_epsilon(xp: Arithmetic, drift: Value, energy: Value, most: Value, delta: Value) -> Value:
    """KOV 3.5: the least of both and of the sum of all."""
    both = xp.minimum(tail_epsilon(xp, drift, energy, delta), integrated_epsilon(xp, drift, energy, delta))
    return xp.minimum(most, both)


def quadruple_delta(xp: Arithmetic, energy: Value, epsilon: Value) -> Value:
    """Mironov 2017, Corollary 1, solved for delta: e^(-eps^2/(32 energy)) from where log(1/delta) >= energy; before it,
    1."""
    return (
        tail_delta(xp, xp.number(0), 16 * energy, epsilon) if epsilon >= quadruple_start(xp, energy) else xp.number(1)
    )


def quadruple_epsilon(xp: Arithmetic, energy: Value, delta: Value) -> Value:
    """4 sqrt(2 energy log(1/delta)), but no less than where it begins to hold."""
    return xp.maximum(tail_epsilon(xp, xp.number(0), 16 * energy, delta), quadruple_start(xp, energy))


def quadruple_start(xp: Arithmetic, energy: Value) -> Value:
    """The eps at which log(1/delta) = energy."""
    return 4 * xp.sqrt(xp.number(2)) * energy
