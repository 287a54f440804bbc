"""Exact numbers as doubles, for packages that compute in doubles: the double that represents the number, or its
neighbour on the side of more privacy loss."""

from __future__ import annotations

import math
from fractions import Fraction

from chartered_verify.catching import ours

from ..errors import Unavailable


def costlier_double(x: Fraction, *, up: bool) -> float:
    """The double whose shortest decimal form or exact value is `x`; otherwise the nearest double above `x` (`up`) or
    below.

    Raises Unavailable if `x` is larger than any double."""
    try:
        near = float(x)
    except ours(OverflowError):
        raise Unavailable("a number of the ledger is larger than any double") from None
    if Fraction(repr(near)) == x or Fraction(near) == x or (Fraction(near) > x) == up:
        return near
    return math.nextafter(near, math.inf if up else -math.inf)
