"""Products of polynomials in balls, charged to the budget of work before they are computed."""

from __future__ import annotations

import flint
from flint import arb_poly

from ..work_budget import charge

_SAMPLES = 32


def product(p: arb_poly, q: arb_poly) -> arb_poly:
    """p q, at the working precision."""
    charge(cost(p, q, flint.ctx.prec))
    return p * q


def cost(p: arb_poly, q: arb_poly, bits: int) -> int:
    """Units of work of a product (measured, rounded up). Arb multiplies blocks of coefficients of similar size, so the
    cost grows with the range of sizes, from that of a fast product to that of multiplying all pairs."""
    length, pairs = p.length() + q.length(), p.length() * q.length()
    return 20 + length * bits // 64 + min(length * (_range(p) + _range(q)) // 64, pairs // 200)


def _range(p: arb_poly) -> int:
    """The range of the binary exponents of a sample of coefficients."""
    length = p.length()
    places = {*range(0, length, max(1, length // _SAMPLES)), length - 1} if length else set()
    sizes = [size for size in (_size(p[place]) for place in places) if size is not None]
    return max(sizes) - min(sizes) if sizes else 0


def _size(x: flint.arb) -> int | None:
    """The binary exponent of the midpoint of a ball; None for 0 and for a ball that is not finite."""
    middle = x.mid()
    if middle.is_zero() or not middle.is_finite():
        return None
    man, exp = middle.man_exp()
    return int(man).bit_length() + int(exp)
