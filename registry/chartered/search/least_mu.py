"""The search for the least mu such that delta(eps) <= delta_mu(eps), the profile of mu-GDP. Proposals only:
`enclose/proved_mu.py` proves them in ball arithmetic."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Number, Value, balls
from chartered_verify.enclosure import enclose, fraction_of
from chartered_verify.numeric.bracketing import bisect
from flint import arb
from msgspec import Struct, field

from ..enclose.profile_gap import Gap, first_gap
from ..enclose.proved_mu import closed_beyond, endless, endless_in_the_limit
from ..errors import Unavailable
from ..model.exact_numbers import plain
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile
from ..model.profile_consistency import check_end
from ..model.questions import EVERYWHERE, Stretch
from ..model.typed_witness import MuWitness
from ..model.witness_fields import MOST_BITS
from ..profiles.gaussian_family import Family, gaussians
from ..profiles.over_interval import formula_over
from ..profiles.tails import identified
from .profile_inverse import root

_UPWARD, _DOWNWARD = (
    Fraction(7, 8),
    Fraction(1, 16),
)  # the shares of the tolerance above and below the largest mu found
_ROUNDS = 24
_WIDER, _WIDEST = 8, 4096
_FAR = 2**20  # the value of a logit whose ball contains infinity


def gauge(profile: Profile, tolerance: Fraction, over: Stretch = EVERYWHERE) -> Witness:
    """The witness of an enclosure of the least mu with width `tolerance` (relative if mu is below 1), or as narrow as
    the proof allows.

    Raises Unavailable if there is none."""
    if not profile.closed_form and endless_in_the_limit(profile, over) is not None:
        return {}
    if profile.evaluation.over_stretch is not None:
        own = profile.evaluation.over_stretch.propose(over)
        formula, _ = formula_over(profile, own)
        return {**own, **gauge(formula, max(tolerance, profile.evaluation.over_stretch.within), over)}
    return gauged(identified(profile), tolerance, over)


def gauged(profile: Profile, tolerance: Fraction, over: Stretch) -> Witness:
    """The witness for a profile that is a formula."""
    check_end(profile)
    if endless(profile, over) is not None:
        return {}
    first = Search(profile, gaussians(), 64, over)
    known, stated = first.known(), MuWitness(None, None, None, over.start, Fraction(64)).written()
    if known is not None and first.limit() >= known:
        return stated
    try:
        bits = _bits(profile, over.start)
    except Unavailable:  # delta is 1 to every digit
        if known is None:
            raise
        return stated
    if bits is None:
        return MuWitness(Fraction(0), None, None, over.start, Fraction(64)).written()
    search = Search(profile, gaussians(), bits, over)
    if over.stop is not None:
        search = Search(profile, gaussians(), max(bits, _bits(profile, search.end(None)) or 0), over)
    return search.bracket(tolerance)


def meeting(epsilon: float, delta: float) -> float:
    """A mu with delta_mu(epsilon) certainly at least `delta`, above the least one by rounding only: the transform G of
    Liu et al. 2022, Definition 4.1. Infinity for a delta of 1."""
    at, height = Fraction(epsilon), Fraction(delta)
    if height >= 1:
        return math.inf
    level = Profile(delta=lambda xp, eps, witness: xp.number(height))
    search = Search(level, gaussians(), _bits(level, at) or 64)
    found = search.peak(at).mu
    while found and not search.covered(at, found):
        found += found / 2**50
    return enclose(lambda xp: xp.number(found)).upper


def _bits(profile: Profile, epsilon: Fraction) -> int | None:
    """A working precision in bits at which delta(epsilon) is certainly different from 0 and 1; None if delta is 0.
    Raises Unavailable if none is found."""
    bits = 128
    while bits <= MOST_BITS:
        with balls(bits) as xp:
            delta = profile.delta(xp, xp.number(epsilon), {})
            if delta.is_zero():
                return None
            # a Gaussian profile as small as delta is the difference of two terms of about 1/2
            if delta > arb(2) ** (96 - bits) and (1 - delta).rel_accuracy_bits() >= 64:
                return bits
        bits *= 2
    raise Unavailable(f"delta at eps = {plain(epsilon)} cannot be told from 0 and 1 at {MOST_BITS} bits")


class Peak(Struct, frozen=True):
    """An eps (None: the limit eps -> infinity), and the mu with delta_mu(eps) = delta(eps)."""

    at: Fraction | None
    mu: Fraction


class Search(Struct, frozen=True):
    """The search for the least mu of one profile, at a working precision."""

    profile: Profile
    family: Family
    bits: int
    over: Stretch = EVERYWHERE
    known_deltas: dict[Fraction, Value] = field(default_factory=dict)

    def gap(self, mu: Fraction) -> Gap:
        """The difference to the profile of mu-GDP; the deltas of the profile are computed once for all mu."""
        return Gap(self.profile, self.family(mu), self.bits, known=self.known_deltas)

    def bracket(self, tolerance: Fraction) -> Witness:
        """The witness: the upper end is raised from one local maximum to the next until the proof succeeds."""
        best, known = self.highest(), self.known()
        spare = asked = tolerance * min(Fraction(1), best.mu)
        reach = 1
        for _ in range(_ROUNDS):
            upper = best.mu + spare * _UPWARD
            if known is not None and known <= upper:
                return self.witness(None, best, asked, self.over.start)
            end = self.end(upper)
            gap = self.gap(upper)
            stuck = first_gap(gap, end, self.over.start)
            if stuck is None:
                return self.witness(upper, best, asked, end)
            high = min(stuck + (_beyond(gap, stuck, end) - stuck) * reach, end)
            higher = self.climb(max(stuck * Fraction(99, 100), self.over.start), high)
            reach *= 4 if higher.at == high else 1  # mu may go on rising where the difference to one mu does not
            best, spare = (higher, spare) if higher.mu > upper else (best, spare * self.wider(stuck, end))
        raise Unavailable("no mu was proved: the profile comes too near to a Gaussian one on a long stretch")

    def wider(self, stuck: Fraction, end: Fraction) -> Fraction:
        """The factor by which the enclosure is widened after a proof ran out of pieces: the length of the interval over
        that of the part already proved."""
        reached = stuck - self.over.start
        return (
            Fraction(_WIDEST)
            if reached * _WIDEST <= end - self.over.start
            else max(Fraction(_WIDER), (end - self.over.start) / reached)
        )

    def witness(self, upper: Fraction | None, best: Peak, asked: Fraction, end: Fraction) -> Witness:
        """The witness that the least mu is between that of `best`, less a share of the requested width, and `upper`
        (None: the mu that the tail states for the whole profile)."""
        least = None if best.at is None else best.mu - asked * _DOWNWARD
        return MuWitness(upper, least, best.at, end, Fraction(self.bits)).written()

    def known(self) -> Fraction | None:
        """The mu that the profile states for all eps of the interval, or None."""
        tail = self.profile.tail
        return None if tail is None or tail.mu is None or _above(tail.start) > self.over.start else _above(tail.mu)

    def limit(self) -> Fraction:
        """The tail limit `tail_mu`, or 0 if it is not known or the interval is bounded."""
        tail = self.profile.tail
        return (
            Fraction(0) if tail is None or tail.tail_mu is None or self.over.stop is not None else _above(tail.tail_mu)
        )

    def highest(self) -> Peak:
        """The largest local maximum of mu over the interval, or the tail limit if that is larger."""
        known = self.known()
        start, end = self.over.start, self.end(None)
        span = end - start or (known or 1) * 4 + (known or 0) ** 2
        points = sorted(
            {start, *(start + span * k / 16 for k in range(1, 17)), *(start + span / 2**k for k in range(5, 33, 3))}
        )
        best, top = self.peak(points[0]), 0
        for i, x in enumerate(points):
            if not self.covered(x, best.mu) and (here := self.peak(x)).mu > best.mu:
                best, top = here, i
        best = _higher(best, self.climb(points[max(top - 1, 0)], points[min(top + 1, len(points) - 1)]))
        return _higher(Peak(None, self.limit()), best)

    def end(self, upper: Fraction | None) -> Fraction:
        """An eps of the interval: its end, or one from which on the profile is certainly below delta_upper (for None,
        below that of some mu)."""
        start, stop = self.over.start, self.over.stop
        try:
            end = max(start, self.closed_from(upper))
        except Unavailable:
            if stop is None:
                raise
            return stop
        return end if stop is None else min(end, stop)

    def closed_from(self, upper: Fraction | None) -> Fraction:
        """An eps from which on the profile is certainly below delta_upper, or below that of some mu. Raises Unavailable
        if none is found."""
        if self.profile.at_infinity.max_loss is not None and self.profile.at_infinity.delta == 0:
            return _above(self.profile.at_infinity.max_loss)
        tail = self.profile.tail
        first = self.over.start if tail is None else max(self.over.start, _above(tail.start))
        enough = self.over.stop is None if upper is None else tail is not None and upper >= _above(tail.mu or 0)
        if tail is not None and tail.mu is not None and enough:  # on a head, mu may be far below that of the tail
            return first
        with balls(self.bits) as xp:
            scale = self.profile.delta(xp, xp.number(0), {}).mid().man_exp()[1] + self.bits
        for k in range(min(-10, int(scale)), 200):
            end = first + Fraction(2) ** k
            for mu in (upper,) if upper is not None else (end / 4, Fraction(2) ** (k // 2)):
                if closed_beyond(self.profile, self.family, mu, end, self.bits):
                    return end
        raise Unavailable("nothing is known of the profile's tail: it neither vanishes nor states a bound to infinity")

    def covered(self, at: Fraction, mu: Fraction) -> bool:
        """Whether delta(at) <= delta_mu(at), certainly."""
        with balls(self.bits) as xp:
            return mu > 0 and bool(self.gap(mu).at(xp, at) <= 0)

    def peak(self, at: Fraction) -> Peak:
        """The mu with delta_mu(at) = delta(at); 0 if delta(at) is 0."""
        with balls(self.bits) as xp:
            target = self.gap(Fraction(1)).above(xp, at)
            if not 0 < target < 1:
                return Peak(at, Fraction(0))
            aim = _logit(target.mid())

        def height(inverse: Any) -> Any:
            with balls(self.bits) as xp:
                delta = self.family(lambda _: 1 / inverse).delta(xp, xp.number(at), {})
                return (_logit(delta) - aim).mid() if delta > 0 else arb.neg_inf()

        with balls(self.bits):
            return Peak(at, _dyadic(1 / root(height, arb(1), arb.mid)))

    def climb(self, low: Fraction, high: Fraction) -> Peak:
        """A local maximum between two eps, by bisection on whether the difference rises."""
        best = _higher(self.peak(low), self.peak(high))
        if best.at == low and best.mu > 0 and self.gap(best.mu).rises(low, low + (high - low) / 2**16) is False:
            return best

        def rising(at: Fraction) -> bool:
            nonlocal best
            middle = self.peak(at)
            best = _higher(best, middle)
            return middle.mu > 0 and self.gap(middle.mu).rises(at) is True

        bisect(rising, low, high, steps=60, narrow=lambda low, high: high - low < (high + low) / 2**41, middle=_middle)
        return best


def _middle(low: Fraction, high: Fraction) -> Fraction:
    with balls(64) as xp:
        return _dyadic(xp.number((low + high) / 2))


def _beyond(gap: Gap, start: Fraction, end: Fraction) -> Fraction:
    """An eps after the first local maximum that follows `start`, by ever longer strides while the difference increases;
    `end` if it increases until there."""
    stride = start / 100 + end / 2**20
    while start + stride < end and gap.rises(start + stride):
        stride *= 2
    return min(start + stride, end)


def _higher(one: Peak, other: Peak) -> Peak:
    return one if one.mu >= other.mu else other


def _logit(p: Any) -> Any:
    return (p / (1 - p)).log() if 1 - p > 0 else arb(_FAR)


def _above(x: Number) -> Fraction:
    """A rational number at or just above an exact number; a rational number itself."""
    if not callable(x):
        return Fraction(x)
    near = _dyadic(enclose(lambda xp: xp.number(x)).hi)
    return near + near / 2**60


def _dyadic(x: arb) -> Fraction:
    """The midpoint of a ball, rounded to 64 bits."""
    with balls(64):
        return fraction_of(+x.mid())
