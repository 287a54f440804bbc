"""An exact number as a double for packages that have doubles only: the one that means it, or its neighbour on the side
where the step costs more."""

from __future__ import annotations

import math
from fractions import Fraction

from ..errors import Unavailable


def costlier_double(x: Fraction, *, up: bool) -> float:
    """The double whose shortest decimal form is `x`, else the nearest one that is not below it (`up`), or not above.

    Raises Unavailable where no double is as large."""
    try:
        near = float(x)
    except OverflowError:
        raise Unavailable("a number of the ledger is larger than any double") from None
    if Fraction(repr(near)) == x or Fraction(near) == x or (Fraction(near) > x) == up:
        return near
    return math.nextafter(near, math.inf if up else -math.inf)
