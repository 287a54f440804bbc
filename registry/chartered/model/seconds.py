"""Numbers of seconds that a user gives as a limit on work."""

from __future__ import annotations

from ..errors import BadValue

_MOST = 1e6


def seconds_of(given: object, what: str) -> float:
    """The number of seconds. Raises BadValue, about `what`, unless it is above 0 and at most 1e6."""
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 < given <= _MOST:
        shown = f"{given:g}" if isinstance(given, int | float) else repr(given)
        raise BadValue(f"{what} is {shown} seconds", f"it must be above 0 and at most {_MOST:g}")
    return float(given)
