"""delta in floats, for searches that evaluate many eps of which only one is proved."""

from __future__ import annotations

import math
from functools import lru_cache

from chartered_verify.catching import ignoring
from chartered_verify.enclosure import enclose
from chartered_verify.large_packages import numpy

from ..formulas.composed_moments import Composition, infinity_mass
from ..guarantee import CharacteristicFunction
from .accurate_line import searched
from .line_errors_in_floats import Choice, along
from .line_search import DOUBLE_DIGITS, DOUBLE_LOSS, Search
from .smoothing import SmoothedSearch
from .witness import leading_terms, within_floats

_FEWER = 9.0
"""The accuracy in nats that is tried if a line of the usual accuracy has too many terms."""
_BEHIND = 3.0
"""A direction is not summed if its leading term is this many nats below that of the other one."""


@within_floats()
def delta(g: CharacteristicFunction, epsilon: float) -> float:
    """About the maximum of delta over both directions; NaN if it is not found."""
    terms = leading_terms(g, epsilon)
    most = max(terms)[0]
    found = [
        _mass(parts) + _finite(parts, epsilon, term)
        for parts, (total, term) in zip(g.directions, terms, strict=True)
        if total > most - _BEHIND
    ]
    return max(found, default=math.nan)


def _mass(parts: Composition) -> float:
    mass = infinity_mass(parts)
    return enclose(lambda xp: xp.number(mass)).upper if mass != 0 else 0.0


def _finite(parts: Composition, epsilon: float, log_delta: float) -> float:
    """delta of the finite losses by the sum along a line for about e^log_delta; NaN if no line is suitable."""
    search = searched(parts)
    for nats in (DOUBLE_DIGITS, _FEWER) if any(m.falls for m, _ in parts) else ():
        with ignoring(ArithmeticError):
            choice = search.choose(search.order_at(epsilon), epsilon, log_delta, nats, DOUBLE_LOSS)
            return _summed(search, choice, epsilon, log_delta)
    return math.nan if any(m.decays for m, _ in parts) else _smoothed(parts, epsilon, log_delta)


def _smoothed(parts: Composition, epsilon: float, log_delta: float) -> float:
    """The upper smoothed profile, of a width that all eps near by share; NaN if no line is suitable."""
    with ignoring(ArithmeticError):
        octave = round(math.log2(searched(parts).order_at(epsilon) - 1))
        search, choice = SmoothedSearch(parts).choice(_width(parts, octave), epsilon, log_delta, in_doubles=True)
        return _summed(search, choice, epsilon, log_delta)
    return math.nan


def _summed(search: Search, choice: Choice, epsilon: float, log_delta: float) -> float:
    """The sum along a line, in doubles."""
    at = numpy.array([epsilon])
    logs = sum(times * choice.logs(part) for part, times in search.parts)
    level = logs - numpy.log(choice.nodes * (choice.nodes - 1)) - log_delta
    return math.exp(log_delta) * float(along(choice, level[None, :], numpy.array([log_delta]), at)[0][0])


@lru_cache(maxsize=512)
def _width(parts: Composition, octave: int) -> float:
    """The width of all eps whose saddle points are near 1 + 2^octave. Raises ArithmeticError."""
    return SmoothedSearch(parts).width_near(octave)
