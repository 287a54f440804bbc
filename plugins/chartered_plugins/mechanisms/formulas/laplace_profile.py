"""The privacy profile of Laplace noise, on a query of bounded sensitivity and on a clipped outcome, and its
Kullback-Leibler divergence."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def delta_laplace(xp: Arithmetic, epsilon0: Value, epsilon: Value) -> Value:
    """delta(eps) = (1 - e^((eps - eps0)/2))_+ with eps0 = sensitivity/scale."""
    return xp.positive(-xp.expm1((epsilon - epsilon0) / 2))


def epsilon_laplace(xp: Arithmetic, epsilon0: Value, delta: Value) -> Value:
    """eps(delta) = (eps0 + 2 log(1 - delta))_+, its inverse."""
    return xp.positive(epsilon0 + 2 * xp.log1p(-delta))


def kl_laplace(xp: Arithmetic, epsilon0: Value) -> Value:
    """eps0 - 1 + e^-eps0. For tiny eps0 between eps0^2/2 - eps0^3/6 and eps0^2/2, where the sum would cancel."""
    square = epsilon0 * epsilon0 / 2
    return xp.minimum(xp.maximum(epsilon0 + xp.expm1(-epsilon0), square * (1 - epsilon0 / 3)), square)


def rectified_delta(xp: Arithmetic, head: Value, delta: Value, epsilon: Value) -> Value:
    """delta (1 - e^((eps' - head)/2))_+ with e^eps' = 1 + (e^eps - 1)/delta, in a form that is valid for delta = 0 as
    well: the delta at eps of an outcome whose own delta at eps is `delta`, after adding Laplace noise with range/scale
    = head."""
    return xp.positive(delta - xp.exp(-head / 2) * xp.sqrt(delta * (delta + xp.expm1(epsilon))))


def covering_scale(low: Value, high: Value, head: Value) -> Value:
    """The scale of the Laplace noise that makes an outcome in [low, high] head-DP."""
    return (high - low) / head


def truncated_delta(xp: Arithmetic, loss: Value, bound: Value, epsilon: Value) -> Value:
    """The profile of Laplace noise that is confined to [-bound, bound], on a query of the sensitivity `loss`, at most
    twice `bound`, in units of the scale: (2 (1 - e^((e - loss)/2)) + e^-bound (e^e - 1))/(2 (1 - e^-bound)) with e =
    min(eps, loss, 2 bound - loss)."""
    e = xp.minimum(epsilon, xp.minimum(loss, 2 * bound - loss))
    return (-2 * xp.expm1((e - loss) / 2) + xp.exp(-bound) * xp.expm1(e)) / (-2 * xp.expm1(-bound))
