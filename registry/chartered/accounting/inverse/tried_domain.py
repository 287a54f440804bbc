"""Where the search for a parameter may go, and where it begins."""

from __future__ import annotations

import math

from ...model.mechanisms import Parameter


def beginning(parameter: Parameter) -> float:
    """The value at which the search for a parameter begins."""
    low, high = domain(parameter)
    start = min(max(1.0, 2 * low), (low + high) / 2)
    return round(start) if parameter.integer else start


def domain(parameter: Parameter) -> tuple[float, float]:
    """The least and the greatest value that the search may try; never 0 or infinity themselves."""

    def admitted(end: float, inward: float) -> float:
        return end if end in (0, math.inf) or parameter.admits(parameter.nearest(end)) else math.nextafter(end, inward)

    high = math.inf if parameter.high is None else float(parameter.high)
    return admitted(float(parameter.low or 0), math.inf), admitted(high, 0)
