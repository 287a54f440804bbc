"""Claims about the inversion for random allocation with Gaussian noise, beside sums on a lattice and beside itself with
more nodes; and about the transform of a ratio, beside quadrature along the real line."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, numbers
from chartered_plugins.batches.allocation_of_one_use import NAME
from chartered_plugins.batches.claims.allocation_sums import bounds, gaussian
from chartered_plugins.batches.claims.gaussian_allocation import ratio
from chartered_plugins.batches.formulas import gaussian_allocation as inverse
from flint import acb, arb

BOOK = Proofs(NAME, "ours")
claims = claims_of(BOOK)
_BITS, _FINE, _FAR = 128, 80, 16
"""Of a fine inversion the bits, and the standard deviations that it reaches."""


def _between(xp: Any, steps: int, square: Fraction, epsilon: Fraction) -> bool:
    lattice, at, exactly = gaussian(square, steps, Fraction(1, 50), 8192), xp.number(epsilon), []
    for order, inverted in enumerate((inverse.removal, inverse.addition)):
        above, below = bounds(xp, lattice, order, at)
        found = inverted(inverse.Steps(square, steps))(xp, at)
        exactly.append(bool(below <= found.upper()) and bool(found.lower() <= above) and found.rad() < above - below)
    return all(exactly)


BOOK.soundness(
    "gaussian.lattice",
    "The profile by the inverse of a transform is between the two bounds of sums of ratios on a lattice.",
    "100 and 300 steps, mu^2 = 1/4 and 1, four eps, removed and added",
    Sampled(
        "balls: in order",
        _between,
        digits=10,
        bits=_BITS,
        why="sums of so many ratios have no closed form",
        steps=(100, 300),
        square=numbers("1/4 1"),
        epsilon=numbers("0 1/100 1/10 1/2"),
    ),
)


def _coarse(xp: Any, steps: int, square: Fraction, far: int, error: int, s: Fraction) -> bool:
    of, at = inverse.Steps(square, steps), xp.number(s)
    fine, coarse = inverse.inversion(of, _FAR, _FINE).at(at), inverse.inversion(of, far, error).at(at)
    return bool(coarse.contains(fine)) and bool(fine.rad() < coarse.rad())


BOOK.soundness(
    "gaussian.coarse",
    "Where remainders are large, since nodes are few, they enclose what many nodes give, also beyond the ratios for "
    "which the nodes are meant.",
    "60 and 1000 steps, mu^2 = 1/4 and 1, errors of about 2^-4 to 2^-16, three ratios",
    Sampled(
        "balls: contained",
        _coarse,
        digits=10,
        bits=_BITS,
        why="sums of so many ratios have no closed form",
        steps=(60, 1000),
        square=numbers("1/4 1"),
        far=(4, 8),
        error=(4, 8, 16),
        s=numbers("9/10 1 6/5"),
    ),
)


_INTEGRAL, _END = 80, 12
"""The bits and the ends of integrals over a normal variable."""
_NARROW = Fraction(1, 10**10)
"""The largest radius of a transform."""
_compared = partial(
    Sampled, "balls: overlaps Arb's quadrature", bits=_BITS, why="an integral without a closed form, by two rules"
)


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


def _transformed(xp: Any, mu: Fraction, real: Fraction, height: Fraction) -> bool:
    shift, w = xp.number(mu), acb(xp.number(real), xp.number(height))
    found = ratio(xp, shift).transform(xp, w)
    return bool(found.overlaps(_integral(xp, shift, w))) and bool(abs(found).rad() < xp.number(_NARROW))


BOOK.soundness(
    "gaussian.transform",
    "E e^(-wr) by a turned line and the trapezoidal rule is what quadrature along the real line gives.",
    "mu from 1/2 to 2, real parts from 1/100 to 2, heights from 0 to 30",
    _compared(_transformed, digits=10, mu="1/2 1 2", real="1/100 1/2 2", height="0 1/3 3 30"),
)


def _slopes(xp: Any, mu: Fraction, c: Fraction, k: int) -> bool:
    shift, square = xp.number(mu), xp.number(mu**2)
    tilted = ratio(xp, shift).transform(xp, acb(xp.number(c) * xp.exp(k * square)))
    mean = _integral(xp, shift, acb(xp.number(c)), k)
    return bool((tilted * xp.exp(square * k * (k - 1) / 2)).overlaps(mean))


BOOK.soundness(
    "gaussian.slopes",
    "E r^k e^(-cr) = e^(k (k-1) mu^2/2) M(e^(k mu^2) c) for k = 1, 2.",
    "mu from 1/2 to 3/2, c from 1/100 to 2",
    _compared(_slopes, digits=10, mu="1/2 1 3/2", c="1/100 1/2 2", k=(1, 2)),
)
