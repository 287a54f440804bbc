"""Gaussian differential privacy of a profile: proves in ball arithmetic, on [0, inf) or an interval, that delta(eps) <=
delta_mu(eps), the profile of mu-GDP. Contains no search; `check` trusts this module.

The part of the interval up to `end` is divided into pieces (`profile_gap`). On [end, inf) the profile is zero, or the
tail that it states is below that of delta_mu, or its formula belongs to a family whose tail is known
(`profiles/tails`)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Number, Value, balls
from chartered_verify.catching import ours
from chartered_verify.enclosure import START_BITS, Enclosure, Side, enclose, fraction_of, sign
from chartered_verify.numeric.stated_number import enclose_number
from flint import arb

from ..errors import Unavailable
from ..model.exact_numbers import plain
from ..model.failure_event import outside
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile, Tail
from ..model.profile_consistency import check_end
from ..model.questions import EVERYWHERE, Stretch
from ..model.typed_witness import MU_FIELDS, MuWitness
from ..model.witness_fields import admit
from ..profiles.gaussian_family import Family, gaussians
from ..profiles.outside_failure import outside_failure
from ..profiles.over_interval import formula_over
from ..profiles.tails import identified
from .profile_answer import Enclosed
from .profile_gap import Gap, first_gap


def closed_beyond(profile: Profile, family: Family, mu: Number, end: Fraction, bits: int) -> bool:
    """Whether the profile is certainly nowhere above that of mu-GDP for eps >= end."""
    max_loss = (
        profile.at_infinity.max_loss
        if profile.at_infinity.delta == 0 or sign(lambda xp: xp.number(profile.at_infinity.delta), cap=1024) == 0
        else None
    )
    if isinstance(max_loss, int | Fraction) and end >= max_loss:
        return True
    with balls(bits) as xp:
        at = xp.number(end)
        if (callable(max_loss) and at >= xp.number(max_loss)) or profile.delta(xp, at, {}).is_zero():
            return True
        return profile.tail is not None and tail_closed(xp, profile.tail, family, mu, at)


def tail_closed(xp: Arithmetic, tail: Tail, family: Family, mu: Number, at: Value) -> bool:
    """Whether a profile with this tail is certainly nowhere above that of mu-GDP for eps >= at."""
    if not at >= xp.number(tail.start):
        return False
    if tail.mu is not None and (mu is tail.mu or xp.number(mu) >= xp.number(tail.mu)):
        return True
    measure = family(mu).tail
    below = None if measure is None or measure.log_lower is None else measure.log_lower(xp, at)
    if tail.subgaussian is None or below is None:
        return False
    a, b, c = (xp.number(above) - under for above, under in zip(tail.subgaussian, below, strict=True))
    return bool(a >= 0) and bool(b <= 2 * a * at) and bool(c + b * at - a * at * at <= 0)


def check_formula(profile: Profile) -> None:
    """Raises Unavailable for a profile that needs a search at each eps."""
    if not profile.closed_form:
        raise Unavailable("its profile needs a search at each eps, and mu a proof for all of them")


def may_have_mu(profile: Profile, mass: Fraction) -> bool:
    """Whether a profile may have a mu except for a failure of this probability: it is a formula, at least on an
    interval, is below 1 at eps = 0 and falls to that probability."""
    inner, beside = outside(profile, mass)
    if not inner.closed_form and inner.evaluation.over_stretch is None:
        return False
    if inner.closed_form and sign(lambda xp: inner.delta(xp, xp.number(0), {}) - 1, cap=START_BITS) != -1:
        return False
    return sign(lambda xp: xp.number(inner.at_infinity.delta) - xp.number(beside), cap=START_BITS) != 1


def endless(profile: Profile, over: Stretch = EVERYWHERE) -> str | None:
    """Why certainly no mu is valid on an interval of eps, or None. Raises Unavailable as `check_formula`, and for an
    upper bound that admits no mu though the mechanism itself may have one."""
    lasting = endless_in_the_limit(profile, over)
    if lasting is not None:
        return lasting
    check_formula(profile)
    why = _why_endless(profile, over)
    return None if why is None else _not_gdp(why, profile.side is Side.EXACT)


def endless_in_the_limit(profile: Profile, over: Stretch) -> str | None:
    """The same where the limit of delta alone says so, which takes no formula of the profile."""
    if profile.at_infinity.delta == 0 or over.stop is not None:
        return None
    limit = sign(lambda xp: xp.number(profile.at_infinity.delta), cap=1024)
    if limit is None:
        raise Unavailable("whether delta ever falls to 0 is not decided")
    certain = profile.side is Side.EXACT or profile.at_infinity.max_loss_is_tight
    return _not_gdp("delta stays above 0 however large eps is", certain) if limit > 0 else None


def _not_gdp(why: str, certain: bool) -> str:
    if not certain:
        raise Unavailable(f"by this profile no mu is valid: {why}")
    return f"the mechanism is not GDP: {why}"


def _why_endless(profile: Profile, over: Stretch) -> str | None:
    with balls(START_BITS) as xp:
        if profile.delta(xp, xp.number(over.start), {}) >= 1:
            return f"delta is 1 at eps = {plain(over.start)}"
    limit = profile.tail.tail_mu if profile.tail is not None and over.stop is None else None
    if limit is not None and not enclose(lambda xp: xp.number(limit)).lo.is_finite():
        return "delta falls more slowly than e^(-eps^2/(2 mu^2)) for every mu"
    return None


def measured(profile: Profile, witness: Witness, over: Stretch = EVERYWHERE) -> Enclosed:
    """The enclosure of the least mu on an interval of eps that a witness proves. Raises Unavailable if it does not
    prove it.

    The witness holds the fields of `MuWitness` and those that make the profile a formula on the interval."""
    profile, mass = outside(profile, over.failure)
    exact = profile.side is Side.EXACT
    if not (mass or profile.closed_form) and (why := endless_in_the_limit(profile, over)) is not None:
        return Enclosed(Enclosure(arb.pos_inf(), arb.pos_inf()), exact, why)
    formula, witness = formula_over(profile, witness)
    admit(witness, MU_FIELDS)
    profile = outside_failure(formula, mass) if mass else identified(formula)
    check_end(profile)
    if (why := endless(profile, over)) is not None:
        return Enclosed(Enclosure(arb.pos_inf(), arb.pos_inf()), exact, why, _limit(profile))
    shown, tail = MuWitness.read(witness), profile.tail
    end, bits = max(over.start, shown.tail_from or Fraction(0)), int(shown.bits or 0)
    upper: Any = shown.upper if shown.upper is not None else tail.mu if tail is not None else None
    if upper is None or not bits:
        raise Unavailable("the witness names no mu")
    if upper == 0:
        with balls(bits) as xp:
            if not profile.delta(xp, xp.number(over.start), {}).is_zero():
                raise Unavailable(f"delta at eps = {plain(over.start)} is not certainly 0")
        return Enclosed(Enclosure(arb(0), arb(0)), exact, tail=0.0)
    family = gaussians()
    if (over.stop is None or end < over.stop) and not closed_beyond(profile, family, upper, end, bits):
        raise Unavailable(f"beyond eps = {float(end)} the profile is not certainly below that of mu-GDP")
    stuck = first_gap(Gap(profile, family(upper), bits), end, over.start)
    if stuck is not None:
        raise Unavailable(f"near eps = {float(stuck)} the profile is not certainly below that of mu-GDP")
    least, most = _least(profile, family, shown, over), enclose_number(upper)
    stated = tail is not None and upper is tail.mu is tail.tail_mu and over.stop is None  # both ends are that number
    bracket = Enclosure(least, most.hi, most.fraction if stated else None)
    if not bracket.lo <= bracket.hi:
        raise Unavailable("the ends of the bracket contradict each other")
    return Enclosed(bracket, exact, tail=_limit(profile))


def proved_mu(profile: Profile, witness: Witness) -> Fraction:
    """An upper bound on the mu of a profile, proved by a witness.

    Args:
        profile: The profile of a mechanism, or an upper bound on it.
        witness: The numbers that `mu_witness` found.

    Returns:
        The bound, for any mechanism of which the profile is an upper bound.

    Raises:
        Unavailable: The witness proves none.

    Examples:
        >>> laplace = ch.registry().theorem("laplace.profile")
        >>> profile = laplace.apply(ch.Case(ch.parse("laplace:scale=1").step, ch.Neighbours.ADD_OR_REMOVE))
        >>> 1.03006 < ch.proved_mu(profile, ch.mu_witness(profile)) < 1.03007
        True
    """
    try:
        found = measured(replace(profile, side=Side.UPPER), witness)
    except ours(ArithmeticError) as error:
        raise Unavailable(str(error)) from error
    if found.why is not None:
        raise Unavailable(found.why)
    return fraction_of(found.bound.hi)


def failure(mu: arb, head: Fraction) -> float:
    """delta_mu(head), rounded up: the probability that remains open if mu holds for eps <= `head` only."""
    if not mu.is_finite() or mu == 0:
        return float(mu > 0)
    return enclose(lambda xp: gaussians()(fraction_of(mu)).delta(xp, xp.number(head), {})).clip(0, 1).upper


def _limit(profile: Profile) -> float | None:
    """The tail limit `tail_mu` as a double, rounded up; 0 if delta reaches 0 at a finite eps; None if not known."""
    if profile.tail is None or profile.tail.tail_mu is None:
        return None if profile.at_infinity.max_loss is None or profile.at_infinity.delta != 0 else 0.0
    limit = profile.tail.tail_mu
    return enclose(lambda xp: xp.number(limit)).upper


def _least(profile: Profile, family: Family, shown: MuWitness, over: Stretch) -> arb:
    """A certain lower bound on every valid mu: the tail limit, or the witness's lower end, if the profile is certainly
    at least that of this mu at the witness's eps."""
    limit = profile.tail.tail_mu if profile.tail is not None and over.stop is None else None
    found = arb(0) if limit is None else enclose(lambda xp: xp.number(limit)).lo
    at, least, bits = shown.reached_at, shown.lower, int(shown.bits or 0)
    if at is None or least is None:
        return found
    if at < over.start or (over.stop is not None and at > over.stop):
        raise Unavailable(f"eps = {float(at)} is outside {over}")
    gap = Gap(profile, family(least), bits)
    with balls(bits) as xp:
        if not gap.at(xp, at) >= 0:
            raise Unavailable("the profile does not certainly reach the lower end of the bracket")
        reached = xp.number(least).lower()
        return reached if found < reached else found
