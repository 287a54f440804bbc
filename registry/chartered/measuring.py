"""How Gaussian a profile is: proves in balls, over the whole of [0, inf), that it is nowhere above that of mu-GDP. No search; `check`
trusts these lines.

The head [0, end] is cut into pieces. On a piece [a, b] the profile is at most delta(a), and the Gaussian one at least delta_mu(b); where
that does not decide, the mean-value form of their difference does. Beyond `end` an argument must hold to infinity: the profile is zero
there, it states its tail, or its formula is read at infinity (`tails`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Number, Value, balls
from chartered_verify.arithmetic.slope import slopes
from chartered_verify.values import START_BITS, Enclosure, Side, enclose, sign
from flint import arb

from .enclosing import Enclosed
from .errors import Unavailable
from .guarantees import GDP, Profile, Witness, no_search
from .tails import identified

MOST_PIECES = 4000
_FINEST = Fraction(1, 2**200)


Family: TypeAlias = Callable[[Number], Profile]
"""The profile of mu-GDP for each mu."""


def gaussians() -> Family:
    """The profiles of Gaussian DP, by the theorem that states them. Raises Unavailable if none is installed."""
    from .host import registry

    for theorem in registry().theorems.values():
        if theorem.takes is GDP and theorem.gives is Profile:
            return lambda mu: theorem.bound(GDP(mu_squared=lambda xp: xp.number(mu) ** 2))
    raise Unavailable("no installed theorem states the profile of Gaussian DP")


@dataclass(frozen=True, slots=True)
class Gap:
    """A profile less that of mu-GDP at a working precision: positive nowhere if mu is valid."""

    profile: Profile
    gaussian: Profile
    bits: int

    def at(self, xp: Arithmetic, epsilon: Value, other: Value | None = None) -> Value:
        """delta(epsilon) - delta_mu(other or epsilon), in the arithmetic of the caller."""
        return self.profile.delta(xp, epsilon, {}) - self.gaussian.delta(xp, epsilon if other is None else other, {})

    def closed_on(self, a: Fraction, b: Fraction) -> bool:
        """Whether the profile is certainly nowhere above the Gaussian one on [a, b]."""
        with balls(self.bits) as xp:
            low, high = xp.number(a), xp.number(b)
            if self.at(xp, low, high) <= 0:
                return True
            rate = self.rate(low.union(high))
            if rate is None:
                return False
            if rate >= 0 or rate <= 0:
                return bool(self.at(xp, high if rate >= 0 else low) <= 0)
            return bool(self.at(xp, xp.number((a + b) / 2)) + abs(rate) * (high - low) / 2 <= 0)

    def rate_at(self, epsilon: Fraction) -> arb | None:
        """The rate of change at one point."""
        with balls(self.bits) as xp:
            return self.rate(xp.number(epsilon))

    def rate(self, interval: arb) -> arb | None:
        """The rate of change of the difference over an interval; None where a formula has none there."""
        rates = [_rate(profile, interval, self.bits) for profile in (self.profile, self.gaussian)]
        return None if rates[0] is None or rates[1] is None else rates[0] - rates[1]


def _rate(profile: Profile, interval: arb, bits: int) -> arb | None:
    """The derivative of a profile over an interval: as it states it, or by the slopes of its formula."""
    try:
        if profile.rate is not None:
            with balls(bits) as xp:
                found: arb = profile.rate(xp, interval)
        else:
            with slopes(bits) as xp:
                found = profile.delta(xp, xp.variable(interval), {}).rate
    except (ArithmeticError, TypeError, AttributeError, ValueError):
        return None
    return found if found.is_finite() else None


def first_gap(gap: Gap, end: Fraction) -> Fraction | None:
    """Goes through [0, end] piece by piece; the left end of the first piece that is not proved, or None if all are."""
    a, width = Fraction(0), end / 16
    for _ in range(MOST_PIECES):
        if a >= end:
            return None
        b = min(a + width, end)
        if gap.closed_on(a, b):
            a, width = b, width * 2
        elif width < _FINEST * end:
            return a
        else:
            width /= 2
    return a


def closed_beyond(profile: Profile, family: Family, mu: Number, end: Fraction, bits: int) -> bool:
    """Whether the profile is certainly nowhere above that of mu-GDP for eps >= end."""
    attains = profile.attains
    if isinstance(attains, int | Fraction) and end >= attains:
        return True
    with balls(bits) as xp:
        at = xp.number(end)
        if (callable(attains) and at >= xp.number(attains)) or profile.delta(xp, at, {}).is_zero():
            return True
        tail = profile.tail
        if tail is None or not at >= xp.number(tail.start):
            return False
        if tail.mu is not None and (mu is tail.mu or xp.number(mu) >= xp.number(tail.mu)):
            return True
        least = family(mu).least
        below = None if least is None else least(xp, at)
        if tail.quadratic is None or below is None:
            return False
        a, b, c = (xp.number(above) - under for above, under in zip(tail.quadratic, below, strict=True))
        return bool(a >= 0) and bool(b <= 2 * a * at) and bool(c + b * at - a * at * at <= 0)


def endless(profile: Profile) -> str | None:
    """Why the mechanism is certainly not GDP. Raises Unavailable for a profile that needs a search at each eps, and for a bound that shows
    no mu though the mechanism may have one.
    """
    if profile.propose is not no_search:
        raise Unavailable("its profile needs a search at each eps, and mu a proof for all of them")
    floor = 0 if profile.floor == 0 else sign(lambda xp: xp.number(profile.floor), cap=1024)
    if floor is None:
        raise Unavailable("whether delta ever falls to 0 is not decided")
    why = "delta stays above 0 however large eps is" if floor > 0 else _why_endless(profile)
    if why is None:
        return None
    if profile.side is not Side.EXACT and not (profile.exact_floor and floor > 0):
        raise Unavailable(f"by this profile no mu is valid: {why}")
    return f"the mechanism is not GDP: {why}"


def _why_endless(profile: Profile) -> str | None:
    with balls(START_BITS) as xp:
        if profile.delta(xp, xp.number(0), {}) >= 1:
            return "delta is 1 at eps = 0"
    limit = profile.tail.limit if profile.tail is not None else None
    if limit is not None and not enclose(lambda xp: xp.number(limit)).lo.is_finite():
        return "delta falls more slowly than e^(-eps^2/(2 mu^2)) for every mu"
    return None


def measured(profile: Profile, witness: Witness) -> Enclosed:
    """The bracket of the least valid mu that a witness shows. Raises Unavailable where it does not show it.

    The witness: `mu` and `least`, the ends of the bracket (rationals); `at`, an eps at which the profile reaches the lower one (None: the
    tail limit does); `end`, where the tail begins; `bits`, the working precision. For a tail that is Gaussian itself `mu` is None.
    """
    profile, exact = identified(profile), profile.side is Side.EXACT
    why = endless(profile)
    if why is not None:
        infinite = arb.pos_inf()
        return Enclosed(Enclosure(infinite, infinite), exact, why, _limit(profile))
    tail, end, bits = profile.tail, Fraction(witness["end"] or 0), int(witness["bits"] or 0)
    upper: Any = witness["mu"] if witness["mu"] is not None else tail.mu if tail is not None else None
    if upper is None or not 64 <= bits <= 65536:
        raise Unavailable("the witness names no mu")
    if min(Fraction(witness[name] or 0) for name in ("mu", "least", "at", "end")) < 0:
        raise Unavailable("the witness is negative")
    if upper == 0:
        with balls(bits) as xp:
            if not profile.delta(xp, xp.number(0), {}).is_zero():
                raise Unavailable("delta at eps = 0 is not certainly 0")
        return Enclosed(Enclosure(arb(0), arb(0)), exact, tail=0.0)
    family = gaussians()
    if not closed_beyond(profile, family, upper, end, bits):
        raise Unavailable(f"beyond eps = {float(end)} the profile is not certainly below that of mu-GDP")
    stuck = first_gap(Gap(profile, family(upper), bits), end)
    if stuck is not None:
        raise Unavailable(f"near eps = {float(stuck)} the profile is not certainly below that of mu-GDP")
    bracket = Enclosure(_least(profile, family, witness, bits), enclose(lambda xp: xp.number(upper)).hi)
    if not bracket.lo <= bracket.hi:
        raise Unavailable("the ends of the bracket contradict each other")
    return Enclosed(bracket, exact, tail=_limit(profile))


def _limit(profile: Profile) -> float | None:
    """The tail limit as a double, where it is known: 0 where the profile ends."""
    if profile.tail is None or profile.tail.limit is None:
        return None if profile.attains is None or profile.floor != 0 else 0.0
    limit = profile.tail.limit
    return enclose(lambda xp: xp.number(limit)).upper


def _least(profile: Profile, family: Family, witness: Witness, bits: int) -> arb:
    """A certain lower bound on every valid mu: a point where the profile reaches that of a smaller mu, or the tail limit."""
    limit = profile.tail.limit if profile.tail is not None else None
    found = arb(0) if limit is None else enclose(lambda xp: xp.number(limit)).lo
    at, least = witness["at"], witness["least"]
    if at is None or least is None:
        return found
    gap = Gap(profile, family(Fraction(least)), bits)
    with balls(bits) as xp:
        if not gap.at(xp, xp.number(at)) >= 0:
            raise Unavailable("the profile does not certainly reach the lower end of the bracket")
        reached = xp.number(least).lower()
        return reached if found < reached else found
