"""The search for a split of delta among runs of which only profiles are known, in floats: the sum of the eps is least
where the slopes of all profiles are equal."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice

import chartered as ch
from chartered_verify.catching import ignoring
from chartered_verify.enclosure import enclose
from chartered_verify.numeric.bracketing import false_position
from msgspec import Struct, field

from ..witnesses import Parts, delta_at, written

_ROUNDS, _POLISHED, _STEPS, _FARTHEST = 4, 2, 24, 1e9
_NARROW, _STRIDE = 1e-11, 1e-3
_FIRST, _BESIDE, _FARTHER = 2.0**-10, 1 + 2.0**-6, 16.0
"""The first eps that is tried; and the factors of the first and of a far stride where that of a similar profile is
known."""
_EQUAL = 1e-5
"""How much shares change at most, as a share, where another round gains nothing."""
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


class Part(Struct, frozen=True, eq=False):
    """A profile and its number of runs. `tried`: log delta at each eps that was tried, from which a search goes on."""

    profile: ch.Profile
    runs: int
    tried: dict[float, float] = field(default_factory=dict)

    def log_delta(self, at: float) -> float:
        """log delta at eps, rounded up."""
        found = self.tried[at] = _log_delta(self.profile, at)
        return found

    @property
    def least(self) -> float:
        """delta at infinity."""
        end = self.profile.at_infinity.delta
        return enclose(lambda xp: xp.number(end)).upper

    def epsilon(self, log_delta: float, narrow: float, guess: float) -> float:
        """An eps at which log delta is at most this, and larger than the least one by about the relative width
        `narrow`. `guess`: that of a similar profile, or 0. Raises Unavailable if none is found."""
        if self.log_delta(0.0) <= log_delta:
            return 0.0
        low, high = self.between(log_delta, guess)

        def excess(at: float) -> float:
            return self.log_delta(at) - log_delta

        brackets = false_position(excess, (high, excess(high)), (low, excess(low)))
        for _, (high, _), (low, _) in islice(brackets, _STEPS):
            if high - low <= narrow * high or self.is_close(high, low, log_delta, narrow):
                break
        beside = low * (1 + narrow)  # just above the end below, if that alone came close
        found: float = beside if beside < high and self.log_delta(beside) <= log_delta else high
        return found

    def is_close(self, high: float, low: float, log_delta: float, narrow: float) -> bool:
        """Whether by the slope between them log delta falls by no more than it is too small at `high` within the
        relative width."""
        above, below = self.tried[low] - log_delta, log_delta - self.tried[high]
        return math.isfinite(below) and below * (high - low) <= narrow * high * (above + below)

    def between(self, log_delta: float, guess: float) -> tuple[float, float]:
        """Two eps around the least one with this log delta: the nearest that were tried, or by growing strides."""
        high = min((x for x, y in self.tried.items() if y <= log_delta), default=math.inf)
        low = max((x for x, y in self.tried.items() if y > log_delta and x < high), default=0.0)
        if low > 0 and high < math.inf:
            return low, high
        x, factor = (guess, _BESIDE) if guess else (_FIRST, 2.0)
        rising = self.log_delta(x) > log_delta
        while rising or x > _FIRST:
            other = min(x * factor, _FARTHEST) if rising else x / factor
            if not other > x and rising:
                raise ch.Unavailable(f"no eps below {_FARTHEST:g} has a delta of e^{log_delta:.6g} in every run")
            if (self.log_delta(other) > log_delta) is not rising:
                return min(x, other), max(x, other)
            x, factor = other, min(factor**2, _FARTHER) if guess else factor
        return 0.0, x

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

    def found(shares: Sequence[float], narrow: float) -> list[float]:
        """The eps of each run where the runs have these shares of delta."""
        whole, ends = sum(part.runs * share for part, share in zip(parts, shares, strict=True)), [0.0]
        for part, share in zip(parts, shares, strict=True):
            height = math.log(part.least + free * share / whole) if share else _log(part.least)
            ends.append(part.epsilon(height, narrow, ends[-1]))
        return ends[1:]

    rounds = _shares(parts, lambda shares: found(shares, _STRIDE))
    candidates = [found(shares, _NARROW) for shares in rounds]
    with ignoring(ch.Unavailable):  # what has a split already needs no further one
        for _ in range(_POLISHED):
            after = _after(parts, candidates[-1])
            candidates += [] if after is None else [found(after, _NARROW)]
    return min(candidates, key=lambda each: _total(parts, each))  # not the last, as slopes may have jumps


def _shares(parts: Sequence[Part], found: Callable[[Sequence[float]], list[float]]) -> list[list[float]]:
    """The shares of delta in each round: equal ones, then by the slopes of all profiles."""
    rounds = [[1.0] * len(parts)]
    for _ in range(_ROUNDS - 1):
        after = _after(parts, found(rounds[-1]))
        if after is None or _are_equal(rounds[-1], after):
            break
        rounds.append(after)
    return rounds


def _after(parts: Sequence[Part], at: Sequence[float]) -> list[float] | None:
    """The shares by the slopes at these eps; None if all are 0."""
    reach = [part.reach(x) for part, x in zip(parts, at, strict=True)]
    return [max(each, 1e-6 * max(reach)) for each in reach] if any(reach) else None


def _total(parts: Sequence[Part], at: Sequence[float]) -> float:
    return math.fsum(part.runs * x for part, x in zip(parts, at, strict=True))


def _are_equal(before: Sequence[float], after: Sequence[float]) -> bool:
    """Whether shares have the same ratios, up to a little."""
    ratios = [new / old for old, new in zip(before, after, strict=True)]
    return max(ratios) - min(ratios) <= _EQUAL * max(ratios)


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
        total = _total(parts, found) * (1 + _SPARE) - epsilon
        if total <= 0:
            best = found
        return total

    low, high = -1.0, 0.0
    while excess(low) <= 0 and low > -700:
        low, high = 2 * low, low
    at_most = excess(high)
    if at_most > 0:  # even where delta is 1
        return best
    brackets = false_position(excess, (high, at_most), (low, excess(low)))
    for _, (above, _), (below, _) in islice(brackets, _ROUNDS * 4):
        if above - below <= _NARROW:
            break
    return best


def _upwards(at: float) -> Fraction:
    """A short decimal number that is not below `at`."""
    if at == 0:
        return Fraction(0)
    found = Fraction(f"{at:.10g}")
    return found if found >= Fraction(at) else found + Fraction(10) ** (math.floor(math.log10(at)) - 9)
