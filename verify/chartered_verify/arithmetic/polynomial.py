"""Products of polynomials in balls, charged to the budget of work before they begin."""

from __future__ import annotations

import flint
from flint import arb_poly

from ..budget import charge

_SAMPLES = 32


def product(p: arb_poly, q: arb_poly) -> arb_poly:
    """p q, at the working precision."""
    charge(cost(p, q, flint.ctx.prec))
    return p * q


def cost(p: arb_poly, q: arb_poly, bits: int) -> int:
    """Units of work of a product: Arb multiplies blocks of coefficients of about one size, so it grows with the range
    of sizes, from that of a fast product to that of all pairs. Measured, rounded up."""
    length, pairs = p.length() + q.length(), p.length() * q.length()
    return 20 + length * bits // 64 + min(length * (_range(p) + _range(q)) // 64, pairs // 200)


def _range(p: arb_poly) -> int:
    """The binary exponents that some coefficients span."""
    length = p.length()
    places = {*range(0, length, max(1, length // _SAMPLES)), length - 1} if length else set()
    sizes = [size for size in (_size(p[place]) for place in places) if size is not None]
    return max(sizes) - min(sizes) if sizes else 0


def _size(x: flint.arb) -> int | None:
    """The exponent of two above the middle of a ball; None of 0 and of what is not finite."""
    middle = x.mid()
    if middle.is_zero() or not middle.is_finite():
        return None
    man, exp = middle.man_exp()
    return int(man).bit_length() + int(exp)
