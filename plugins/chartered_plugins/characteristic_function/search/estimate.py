"""delta in floats, where a search asks at many eps of which one is answered."""

from __future__ import annotations

import math
from contextlib import suppress

from chartered_verify.enclosure import enclose
from chartered_verify.heavy import numpy

from ..formulas.composition import Composition, infinity_mass
from ..guarantee import CharacteristicFunction
from .contour import DOUBLE_DIGITS, DOUBLE_LOSS
from .line_choice import along
from .lines import searched
from .witness import leading_term, within_floats

_FEWER = 9.0
"""Nats of accuracy where a line of more has too many terms."""
_BEHIND = 3.0
"""A direction whose leading term is so many nats less than that of the other is not summed."""


@within_floats()
def delta(g: CharacteristicFunction, epsilon: float) -> float:
    """About the larger delta of both directions; NaN where it is not found."""
    mass = infinity_mass(g.directions[0])
    terms = [(leading_term(parts, epsilon), parts) for parts in g.directions]
    most = max(term for term, _ in terms)
    found = [_finite(parts, epsilon, term) for term, parts in terms if term > most - _BEHIND]
    return enclose(lambda xp: xp.number(mass)).upper + max(found, default=math.nan)


def _finite(parts: Composition, epsilon: float, log_delta: float) -> float:
    """delta of finite losses by the sum along a line that is chosen for about that delta; NaN where none serves."""
    search, at = searched(parts), numpy.array([epsilon])
    for nats in (DOUBLE_DIGITS, _FEWER):
        with suppress(ArithmeticError):
            choice = search.choose(search.order_at(epsilon), epsilon, log_delta, nats, DOUBLE_LOSS)
            logs = sum(times * choice.logs(part) for part, times in search.parts)
            level = logs - numpy.log(choice.nodes * (choice.nodes - 1)) - log_delta
            return math.exp(log_delta) * float(along(choice, level[None, :], numpy.array([log_delta]), at)[0][0])
    return math.nan
