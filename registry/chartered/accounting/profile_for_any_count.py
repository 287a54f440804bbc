"""A single profile for all numbers of runs, if the accountant accepts a variable count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Number, Value
from msgspec import Struct

from ..errors import Unavailable
from ..model.privacy_profile import Profile


def profiles_of(profile_of: Callable[[Any], Profile]) -> Callable[[int], Profile]:
    """n -> the profile for n runs. One profile object serves every n, if the accountant accepts a variable count;
    otherwise each is made by `profile_of`."""
    count = Count()
    try:
        shared = profile_of(count)
    except Unavailable:
        return profile_of

    def at(n: int) -> Profile:
        count.value = n
        return shared

    return at


class Count(Struct):
    """An exact integer whose value can be set later, so that one profile serves every number of runs."""

    value: int = 1

    def __call__(self, xp: Arithmetic) -> Value:
        """The integer in an arithmetic."""
        return xp.number(self.value)

    def __mul__(self, count: int) -> Number:
        return lambda xp: count * xp.number(self.value)

    __rmul__ = __mul__
