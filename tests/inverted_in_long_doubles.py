"""delta(eps) of a composition by a sum along a vertical line in long doubles: no bound of any remainder, but halved
spacings until nothing changes. It shares no line with the product."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Array = Any
Curve = Callable[[Array], Array]
"""log M at orders, an array of complex long doubles."""
REAL, COMPLEX = np.longdouble, np.clongdouble
PI = REAL("3.14159265358979323846264338327950288")
SETTLED = 3e-13
"""Three sums that differ by less, relatively, are the integral: two may err by the same copy of delta."""
_AT_ONCE, _MOST_TERMS, _MOST_NODES, _FIRST = 64, 4000, 1 << 12, 64


def real(x: object) -> Any:
    """A rational, or its text, as a long double."""
    above, _, below = str(x).partition("/")
    return REAL(above) / REAL(below or "1")


def gaussian(mu: Any) -> Curve:
    """A normal loss."""
    return lambda z: mu * mu * z * (z - 1) / 2


def laplace(e0: Any) -> Curve:
    """Laplace noise of scale 1/e0."""
    return lambda z: np.log((z * np.exp((z - 1) * e0) + (z - 1) * np.exp(-z * e0)) / (2 * z - 1))


def response(e0: Any, k: int) -> Curve:
    """Randomized response on k values."""
    return lambda z: np.log((np.exp(z * e0) + (k - 2) + np.exp((1 - z) * e0)) / (np.exp(e0) + k - 1))


def sampled_gaussian(rate: Any, noise: Any, added: bool) -> Curve:
    """A Poisson-sampled Gaussian: E (1 - q + q e^(t/s - 1/(2 s^2)))^z over a normal t, by a plain sum."""

    def log_moment(z: Array) -> Array:
        orders = 1 - z if added else z
        return np.concatenate([block_of(block) for block in np.array_split(orders, 1 + orders.size // _AT_ONCE)])

    def block_of(orders: Array) -> Array:
        most, high = float(np.max(np.abs(orders.imag))), float(np.max(orders.real))
        step = min(0.12 * float(noise), 6.2 / (most / float(noise) + 14.0), 0.15)
        t = REAL(step) * np.arange(math.floor(-15 / step), math.ceil((max(high, 0.0) / float(noise) + 15) / step))
        if t.size > _MOST_TERMS:
            raise ArithmeticError("an integral takes too many terms")
        log_ratio = np.log1p(rate * np.expm1(t / noise - 1 / (2 * noise * noise)))
        weight = -t * t / 2 + np.log(REAL(step) / np.sqrt(2 * PI))
        exponents = np.multiply.outer(orders, log_ratio) + weight
        top = exponents.real.max(axis=1)
        return np.log(np.exp(exponents - top[:, None]).sum(axis=1)) + top

    return log_moment


def sampled_laplace(rate: Any, e0: Any, added: bool) -> Curve:
    """Laplace noise of largest loss e0 on a Poisson sample: two atoms, and a density by quadrature in eight panels."""
    nodes, weights = np.polynomial.legendre.leggauss(60)
    t = np.concatenate([(2 * k + 1 + nodes) / 8 - 1 for k in range(8)]).astype(REAL)
    places = np.concatenate([np.array([-1, 1], dtype=REAL), t]) * e0
    density = e0 / 4 * np.exp(-e0 * (1 + t) / 2) * np.tile(weights, 8).astype(REAL) / 8
    chances = np.concatenate([np.array([1 / REAL(2), np.exp(-e0) / 2], dtype=REAL), density])
    log_ratio = np.log1p(rate * np.expm1(places))

    def log_moment(z: Array) -> Array:
        exponents = np.multiply.outer(1 - z if added else z, log_ratio)
        top = exponents.real.max(axis=1)
        return np.log((np.exp(exponents - top[:, None]) * chances).sum(axis=1)) + top

    return log_moment


def sampled_response(rate: Any, e0: Any, added: bool) -> Curve:
    """Binary randomized response, or discrete Laplace noise of sensitivity 1, on a Poisson sample."""
    low, high = np.log1p(rate * np.expm1(-e0)), np.log1p(rate * np.expm1(e0))

    def log_moment(z: Array) -> Array:
        orders = 1 - z if added else z
        return np.log((np.exp(e0 + orders * low) + np.exp(orders * high)) / (1 + np.exp(e0)))

    return log_moment


@np.errstate(all="ignore")  # what overflows is no number, and does not settle
def deltas(parts: Sequence[tuple[Curve, int]], epsilons: Sequence[Any]) -> Array:
    """delta at some eps that are close together, of independent runs. Raises ArithmeticError where a sum takes too many
    terms."""

    def log_m(z: Array) -> Array:
        return sum(n * part(z) for part, n in parts) - np.log(z * (z - 1))

    def log_f(z: complex) -> Any:
        at = np.array([z], dtype=COMPLEX)
        return (log_m(at) - (at - 1) * epsilons[0])[0].real

    order = _saddle(lambda c: float(log_f(c)))
    top = log_f(order)
    height = _height(lambda y: float(log_f(complex(order, y)) - top))
    tilts = np.array(epsilons)[:, None]

    def summed(places: Array, spacing: Any) -> Array:
        z = REAL(order) + 1j * (spacing * places.astype(REAL)).astype(COMPLEX)
        terms = np.exp(log_m(z) - (z - 1) * tilts - top).real
        return terms.sum(axis=1) - (terms[:, 0] / 2 if places[0] == 0 else 0)

    count, total, found = _FIRST, summed(np.arange(_FIRST + 1), REAL(height) / _FIRST), list[Array]()
    while count < _MOST_NODES:
        found.append(total * REAL(height) / count / PI)
        if len(found) > 2 and all((abs(found[-1] - other) <= SETTLED * abs(found[-1])).all() for other in found[-3:]):
            return found[-1] * np.exp(top)
        count *= 2  # the nodes so far, and those between them
        total = total + summed(np.arange(1, count, 2), REAL(height) / count)
    raise ArithmeticError("the sum does not settle")


def _saddle(log_f: Callable[[float], float]) -> float:
    """Where a convex function of c > 1 is least, by golden section in log(c - 1)."""
    low, high, share = -9.0, 12.0, (math.sqrt(5) - 1) / 2
    for _ in range(60):
        left, right = high - share * (high - low), low + share * (high - low)
        a, b = log_f(1 + math.exp(left)), log_f(1 + math.exp(right))
        low, high = (low, right) if not a > b else (left, high)
    return 1 + math.exp((low + high) / 2)


def _height(log_f: Callable[[float], float]) -> float:
    """Where the integrand has fallen by 38 nats, and not for a moment alone."""
    height = 0.05
    while max(log_f(height * share) for share in (1.0, 1.13, 1.31, 1.7)) > -38:
        height *= 1.25
        if height > 1e5:
            raise ArithmeticError("the integrand does not decay")
    return height
