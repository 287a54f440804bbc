"""The search for a split of delta among runs of which only profiles are known, in floats: the sum of the eps is least
where the slopes of all profiles are equal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice

import chartered as ch
from chartered_verify.enclosure import enclose
from chartered_verify.numeric.bracketing import bisect, false_position
from msgspec import Struct

from ..witnesses import Parts, delta_at, written

_ROUNDS, _STEPS, _FARTHEST = 4, 24, 1e9
_NARROW, _STRIDE = 1e-7, 1e-3
_SPARE = 1e-9
"""The relative share of delta that is kept as a margin for rounding."""


@lru_cache(maxsize=2**14)
def _log_delta(profile: ch.Profile, at: float) -> float:
    """log delta at eps, rounded up. Cached, since the same profile takes part in many paths of a ledger."""
    witness = _witness(profile, Fraction(at))  # searched once for all precisions
    found = enclose(lambda xp: delta_at(xp, profile, Fraction(at), witness)).upper
    return math.log(found) if found > 0 else -math.inf


def _witness(profile: ch.Profile, at: Fraction) -> ch.Witness:
    """The witness of a profile for delta at eps."""
    end = profile.at_infinity.max_loss
    return {} if isinstance(end, int | Fraction) and at >= end else profile.search(ch.Question.delta(at))


class Part(Struct, frozen=True):
    """A profile and its number of runs."""

    profile: ch.Profile
    runs: int

    def log_delta(self, at: float) -> float:
        """log delta at eps, rounded up."""
        return _log_delta(self.profile, at)

    @property
    def least(self) -> float:
        """delta at infinity."""
        end = self.profile.at_infinity.delta
        return enclose(lambda xp: xp.number(end)).upper

    def epsilon(self, log_delta: float, narrow: float) -> float:
        """An eps at which log delta is at most this, and larger than the least one by about the relative width
        `narrow`. Raises Unavailable if none is found."""
        if self.log_delta(0.0) <= log_delta:
            return 0.0
        low, high = 0.0, 2.0**-10
        while self.log_delta(high) > log_delta:
            low, high = high, 2 * high
            if high > _FARTHEST:
                raise ch.Unavailable(f"no eps below {_FARTHEST:g} has a delta of e^{log_delta:.6g} in every run")

        def excess(at: float) -> float:
            return self.log_delta(at) - log_delta

        brackets = false_position(excess, (high, excess(high)), (low, excess(low)))
        for _, (high, _), (low, _) in islice(brackets, _STEPS):
            if high - low <= narrow * high:
                break
        return high

    def reach(self, at: float) -> float:
        """About -d eps/d log delta; 0 beyond the maximal loss."""
        stride = max(at, 1e-6) * _STRIDE
        fall = self.log_delta(at) - self.log_delta(at + stride)
        return stride / fall if 0 < fall < math.inf else 0.0


def split(profiles: Parts, question: ch.Question) -> ch.Witness:
    """The witness of a good split. Raises Unavailable if there is none."""
    parts = [Part(profile, runs) for profile, runs in profiles]
    if isinstance(question, ch.EpsilonAt):
        found = _for_delta(parts, float(question.at))
    else:
        found = _for_epsilon(parts, float(question.at))
    whole = [_upwards(at) for at in found]
    return written([(at, _witness(part.profile, at)) for part, at in zip(parts, whole, strict=True)])


def _for_delta(parts: Sequence[Part], delta: float) -> list[float]:
    """The eps of each run, such that at least one of the runs exceeds its own with probability at most delta."""
    free = delta * (1 - _SPARE) - sum(part.runs * part.least for part in parts)
    if not free > 0:
        raise ch.Unavailable(f"runs fail with more than delta = {delta:g} whatever eps is")
    shares = [1.0] * len(parts)

    def found(narrow: float) -> list[float]:
        whole = sum(part.runs * share for part, share in zip(parts, shares, strict=True))
        return [
            part.epsilon(math.log(part.least + free * share / whole) if share else _log(part.least), narrow)
            for part, share in zip(parts, shares, strict=True)
        ]

    for _ in range(_ROUNDS - 1):
        reach = [part.reach(at) for part, at in zip(parts, found(_STRIDE), strict=True)]  # slopes need no more digits
        if not any(reach):
            break
        shares = [max(each, 1e-6 * max(reach)) for each in reach]
    return found(_NARROW)


def _log(x: float) -> float:
    return math.log(x) if x > 0 else -math.inf


def _for_epsilon(parts: Sequence[Part], epsilon: float) -> list[float]:
    """The eps of each run, with a sum of at most `epsilon`."""
    least = sum(part.runs * part.least for part in parts)
    best = [0.0] * len(parts)
    if least >= 1:
        return best
    if len(parts) == 1:  # one profile has nothing to split
        return [epsilon * (1 - _SPARE) / parts[0].runs]

    def excess(log_delta: float) -> float:
        nonlocal best
        try:
            found = _for_delta(parts, min(least + math.exp(log_delta), 1.0))
        except ch.Unavailable:
            return math.inf
        total = sum(part.runs * at for part, at in zip(parts, found, strict=True)) * (1 + _SPARE) - epsilon
        if total <= 0:
            best = found
        return total

    low, high = -1.0, 0.0
    while excess(low) <= 0 and low > -700:
        low, high = 2 * low, low
    bisect(lambda log_delta: excess(log_delta) > 0, low, high, steps=_ROUNDS * 4)
    return best


def _upwards(at: float) -> Fraction:
    """A short decimal number that is not below `at`."""
    if at == 0:
        return Fraction(0)
    found = Fraction(f"{at:.10g}")
    return found if found >= Fraction(at) else found + Fraction(10) ** (math.floor(math.log10(at)) - 9)
