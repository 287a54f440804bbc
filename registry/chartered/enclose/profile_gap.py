"""Where a privacy profile is nowhere above another one: proved on pieces of an interval of eps, in ball arithmetic.
Contains no search; `check` trusts this module.

On a piece [a, b] one of three tests suffices. (1) Monotonicity: delta(a) <= delta_mu(b). (2) Convexity in t = e^eps:
the chord of delta on the piece lies below a tangent of delta_mu, compared at both ends. (3) The mean-value form of the
difference, where it is not certain that delta_mu, or the profile in its place, is convex."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.arithmetic.dual import duals
from chartered_verify.catching import ours
from chartered_verify.enclosure import Side
from chartered_verify.progress import begun
from flint import arb
from msgspec import Struct, field

from ..model.privacy_profile import Profile

MOST_PIECES = 4000
_FINEST = Fraction(1, 2**200)
_PERCENT = 100
_BEYOND = 1 + Fraction(1, 2**32)


class Gap(Struct, frozen=True):
    """The difference profile - other - spare at a working precision of `bits`; the other profile is that of mu-GDP,
    say. "Closed" means that the difference is certainly not positive."""

    profile: Profile
    other: Profile
    bits: int
    spare: Fraction = Fraction(0)
    known: dict[Fraction, Value] = field(default_factory=dict)

    def above(self, xp: Arithmetic, epsilon: Fraction) -> Value:
        """The profile at one eps, cached: pieces meet there, and may be dear to sum."""
        if epsilon not in self.known:
            self.known[epsilon] = self.profile.delta(xp, xp.number(epsilon), {})
        return self.known[epsilon]

    def at(self, xp: Arithmetic, epsilon: Fraction, later: Fraction | None = None) -> Value:
        """profile(epsilon) - other(later) - spare at the working precision; `later` is epsilon if it is None."""
        other = self.other.delta(xp, xp.number(epsilon if later is None else later), {})
        gap = self.above(xp, epsilon) - other
        return gap - xp.number(self.spare) if self.spare else gap

    def closed_on(self, a: Fraction, b: Fraction) -> bool:
        """Whether the difference is certainly not positive on all of [a, b]."""
        with balls(self.bits) as xp:
            if self.at(xp, a, b) <= 0:
                return True
            if self.other.side is Side.EXACT:
                middle = xp.number((a + b) / 2).mid()
                rate = _rate(self.other, middle, self.bits)
                return rate is not None and all(x - y <= 0 for x, y in self.chord(xp, (a, b), middle, rate))
            rate = self.rate(xp.number(a).union(xp.number(b)))
            if rate is None:
                return False
            if rate >= 0 or rate <= 0:
                return bool(self.at(xp, b if rate >= 0 else a) <= 0)
            return bool(self.at(xp, (a + b) / 2) + abs(rate) * xp.number(b - a) / 2 <= 0)

    def chord(
        self, xp: Arithmetic, ends: tuple[Fraction, Fraction], middle: Value, rate: Value
    ) -> Iterator[tuple[Value, Value]]:
        """Of both ends of an interval the profile there, and there the tangent at `middle` of the other profile plus
        the spare; `rate` is the slope of the other profile at `middle`. The difference is closed on the interval if the
        profile is nowhere above the tangent at its ends.

        In t = e^eps a mechanism's own profile is convex, as the supremum over events S of P(S) - t Q(S). It is below
        the chord between upper bounds at two eps, whether or not they are its values, and an exact profile is above its
        tangents: two lines are compared at both ends only."""
        level = self.other.delta(xp, middle, {}) + xp.number(self.spare)
        for end in ends:
            yield self.above(xp, end), level + rate * xp.expm1(xp.number(end) - middle)

    def rises(self, start: Fraction, end: Fraction | None = None) -> bool | None:
        """Whether the difference is larger at `end` (None: just beyond `start`) than at `start`, for a search; None if
        that is not decided."""
        with balls(self.bits) as xp:
            rise = self.at(xp, start * _BEYOND if end is None else end) - self.at(xp, start)
        return None if rise.contains(0) else bool(rise > 0)

    def rate(self, interval: arb) -> arb | None:
        """An enclosure of the derivative of the difference on an interval; None if a formula has none there."""
        rates = [_rate(profile, interval, self.bits) for profile in (self.profile, self.other)]
        return None if rates[0] is None or rates[1] is None else rates[0] - rates[1]


def _rate(profile: Profile, interval: arb, bits: int) -> arb | None:
    """An enclosure of d delta/d eps of a profile on an interval: as the profile states it, or by forward-mode
    differentiation of its formula; None if there is no finite one."""
    try:
        if profile.evaluation.derivative is not None:
            with balls(bits) as xp:
                found: arb = profile.evaluation.derivative(xp, interval)
        else:
            with duals(bits) as xp:
                found = profile.delta(xp, xp.variable(interval), {}).derivative
    except ours(ArithmeticError, TypeError, AttributeError, ValueError):
        return None
    return found if found.is_finite() else None


def first_gap(gap: Gap, end: Fraction, start: Fraction = Fraction(0)) -> Fraction | None:
    """The left end of the first piece of [start, end] on which the difference is not certainly closed, or None if it is
    closed on all pieces."""
    reached = max(pieces(gap, end, start), default=start)
    return None if reached >= end else reached


def pieces(gap: Gap, end: Fraction, start: Fraction = Fraction(0)) -> Iterator[Fraction]:
    """The right ends of pieces on which the difference is certainly closed: from `start` on, until `end` or until one
    is not. Pieces are halved until they are closed, as far as _FINEST and MOST_PIECES allow."""
    a, width = start, (end - start) / 16
    for _ in range(MOST_PIECES):
        if a >= end:
            return
        b = min(a + width, end)
        if gap.closed_on(a, b):
            a, width = b, width * 2
            begun("% of the epsilons", int(_PERCENT * (a - start) / (end - start)), _PERCENT)
            yield a
        elif width < _FINEST * end:
            return
        else:
            width /= 2
