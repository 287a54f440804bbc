"""One profile for every number of runs, where an accountant can have that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Number, Value

from ..errors import Unavailable
from ..model.privacy_profile import Profile


def profiles_of(profile_of: Callable[[Any], Profile]) -> Callable[[int], Profile]:
    """The profile at each count: one that serves every count, where the accountant can have that."""
    count = Count()
    try:
        shared = profile_of(count)
    except Unavailable:
        return profile_of

    def at(n: int) -> Profile:
        count.value = n
        return shared

    return at


@dataclass(slots=True)
class Count:
    """An exact number that is set from outside: one profile then serves every value of times."""

    value: int = 1

    def __call__(self, xp: Arithmetic) -> Value:
        """The number in an arithmetic."""
        return xp.number(self.value)

    def __mul__(self, count: int) -> Number:
        return lambda xp: count * xp.number(self.value)

    __rmul__ = __mul__
