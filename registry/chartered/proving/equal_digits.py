"""Whether two balls agree to a number of digits."""

from __future__ import annotations

from typing import Any


def near(found: Any, exact: Any, digits: int, of: Any = None) -> bool:
    """Whether two balls certainly agree to a number of digits.

    Args:
        found: A ball.
        exact: The other ball.
        digits: The number of digits.
        of: What the difference is relative to, at least 0; None: the size of `exact`.

    Returns:
        True if |found - exact| <= of/10^digits is certain.

    Examples:
        >>> with proving.balls(128) as xp:
        ...     proving.near(xp.sqrt(xp.number(4)), xp.number(2), 30), proving.near(-xp.number(2), -xp.number(2), 30)
        (True, True)
    """
    return bool(abs(found - exact) * 10**digits <= (abs(exact) if of is None else of))
