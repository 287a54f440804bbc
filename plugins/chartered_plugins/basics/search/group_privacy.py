"""The delta of each change of a group, where the profile of one change needs a search at each question."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from chartered import Profile, Question, Unavailable, Witness
from chartered_verify.arithmetic import balls, floats
from chartered_verify.enclosure import START_BITS, Enclosure
from chartered_verify.numeric.bracketing import Point, false_position
from msgspec import Struct

from ..formulas import group_privacy

_SPARE, _WIDER, _NARROW = 2.0**-40, 2.0**-10, 1e-9
"""The share by which x is above the cost of a change, for rounding; by how much farther than a secant shows the first
such x is; and the share by which the last one may be above that cost."""
_GROWTHS, _ROUNDS = 40, 8


class Costs(Struct, frozen=True):
    """The profile of one change, how many there are, and the delta of all of them; and what was tried at which x: the
    delta of one change, and its witness."""

    one: Profile
    size: int
    delta: Fraction
    tried: dict[float, tuple[Fraction, Witness]]

    def excess(self, each: float) -> float:
        """By how much a change costs more than `each` at the share of delta that is left to it if each costs that much:
        less delta is left where `each` is greater, but the cost grows less than `each` does."""
        left = self.delta / Fraction(group_privacy.delta(floats, each, 1.0, self.size)) * (1 - Fraction(_SPARE))
        witness = self.one.search(Question.epsilon(left))
        self.tried[each] = left, witness
        inverse = self.one.epsilon
        assert inverse is not None
        with balls(START_BITS) as xp:
            found = Enclosure.of(xp.positive(inverse(xp, xp.number(left), witness))).upper
        return found - each * (1 - _SPARE)


def share(one: Profile, size: int, delta: Fraction) -> tuple[Witness, Fraction, Fraction]:
    """The witness of one change at about the greatest delta/(1 + e^x + ... + e^((size-1) x)) at which it costs at most
    x, that share of delta, and x. Raises Unavailable if none is found."""
    costs = Costs(one, size, delta, {})
    low, at = _enclosing(costs)
    closer = islice(false_position(costs.excess, at, low), _ROUNDS)
    while at[1] < -_NARROW * at[0] and (found := next(closer, None)) is not None:
        at = found[1]
    left, witness = costs.tried[at[0]]
    return witness, left, Fraction(at[0])


def _enclosing(costs: Costs) -> tuple[Point, Point]:
    """Two x and their excess, which is above 0 at the first one and not at the second: a secant of a concave function
    that falls is beyond its root."""
    low = (0.0, costs.excess(0.0))
    x = low[1]
    if x <= 0:
        return low, low
    for _ in range(_GROWTHS):
        at = (x, costs.excess(x))
        if at[1] <= 0:
            return low, at
        falls = low[1] > at[1]
        further = at[1] * (x - low[0]) / (low[1] - at[1]) * (1 + _WIDER) if falls else x
        low, x = at, x + min(further, x)
    raise Unavailable("a group costs no eps that a search finds")
