"""The enclosure of an answer from a profile, a question and a witness. Ball arithmetic only, without search or floats;
`check` trusts this module."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import singledispatch
from math import ceil, log2

from chartered_verify.arithmetic import Balls, Number, balls
from chartered_verify.enclosure import CAP_BITS, START_BITS, Enclosure, Side, Undecidable, enclose, sign
from chartered_verify.numeric.stated_number import enclose_number
from chartered_verify.outward_rounding import SHOWN_DIGITS, outward
from flint import arb
from msgspec.structs import replace

from ..errors import Fault, Unavailable
from ..model.exact_numbers import plain
from ..model.guarantees import Curve, Witness
from ..model.guarded_calls import answering
from ..model.privacy_profile import Profile
from ..model.profile_consistency import check_end
from ..model.questions import DeltaAt, EpsilonAt, MuWithin, Question
from ..model.typed_witness import Bracket, FromBelow
from ..model.witness_fields import Field, admit
from . import proved_mu
from .profile_answer import Enclosed

BELOW = "lower."
"""The prefix of those witness fields that belong to the dominated profile, which gives a lower end."""
_GOAL = 64
"""The least number of correct bits of an enclosure, unless the question requests more digits."""


def evaluate(profile: Profile, question: Question, witness: Witness) -> Enclosed:
    """The certified answer of the profile. Raises Unavailable if the witness is outside the limits of its fields or
    does not prove what it should; may raise ArithmeticError."""
    with answering():
        own, lower = split_witness(profile, witness)
        found = enclosed(question, profile, own)
        if profile.dominated is None or question.of_profile or found.exact or found.under is not None:
            return found
        if not lower and _needs_witness(profile.dominated, question):
            return found
        below = enclosed(question, profile.dominated, lower)
        return replace(found, under=below.bound) if below.exact else found


def split_witness(profile: Profile, witness: Witness) -> tuple[Witness, Witness]:
    """(the witness of the profile, the witness of its dominated profile)."""
    if profile.dominated is None:
        return witness, {}
    lower = {name.removeprefix(BELOW): x for name, x in witness.items() if name.startswith(BELOW)}
    return {name: x for name, x in witness.items() if not name.startswith(BELOW)}, lower


def _needs_witness(profile: Profile, question: Question) -> bool:
    """Whether the answer takes a search; not that at the least delta, whose eps the profile states."""
    if isinstance(question, EpsilonAt) and above_delta_at_infinity(profile, question.at) == 0:
        return False
    return profile.search.searches or (isinstance(question, EpsilonAt) and profile.epsilon is None)


@singledispatch
def enclosed(question: Question, profile: Profile, witness: Witness) -> Enclosed:
    """The enclosure that a profile and a witness prove for a question. Each kind of question has its own proof."""
    raise NotImplementedError(f"nothing proves what {question} asks for")


@enclosed.register(EpsilonAt)
def _epsilon(question: EpsilonAt, profile: Profile, witness: Witness) -> Enclosed:
    admit(witness, Bracket.fields() if profile.epsilon is None else _fields(profile))
    found, under = _least_epsilon(profile, question.at, witness, _accuracy(question)), profile.lower_bound
    if found.exact or under is None:
        return found
    return replace(found, under=_epsilon_from_below(under, question.at, witness))


@enclosed.register(DeltaAt)
def _delta(question: DeltaAt, profile: Profile, witness: Witness) -> Enclosed:
    admit(witness, _fields(profile))
    found, under = _least_delta(profile, question.at, witness, _accuracy(question)), profile.lower_bound
    if found.exact or under is None:
        return found
    below = enclose(lambda xp: under(xp, xp.number(question.at))).clip(0, 1).lo
    return replace(found, under=Enclosure(below, arb(1)))


@enclosed.register(MuWithin)
def _mu(question: MuWithin, profile: Profile, witness: Witness) -> Enclosed:
    return proved_mu.measured(profile, witness, question.over)


def _accuracy(question: Question) -> dict[str, int]:
    """The correct bits of an enclosure, if the formula allows that many, and the first working precision: enough for
    three digits more than requested, as two more are written."""
    goal = max(_GOAL, ceil(((question.correct_digits or 0) + 3) * log2(10)))
    return {"bits": max(START_BITS, 2 * goal), "goal": goal}


def _fields(profile: Profile) -> tuple[Field, ...] | None:
    """The fields of the witness of the profile and, if the profile has a `lower_bound`, the eps that proves a lower
    end."""
    own = profile.search.fields
    if own is None and not profile.search.searches:
        own = ()
    return own if own is None or profile.lower_bound is None else (*own, *FromBelow.fields())


def _epsilon_from_below(under: Curve, delta: Fraction, witness: Witness) -> Enclosure:
    """A lower bound on eps: the witness's eps, if the lower bound `under` of the profile is certainly above delta
    there; otherwise 0."""
    at = FromBelow.read(witness).epsilon or Fraction(0)
    reached = at > 0 and (sign(lambda xp: under(xp, xp.number(at)) - xp.number(delta), cap=1024) or -1) > 0
    return enclose(lambda xp: xp.number(at if reached else 0))


def _least_delta(profile: Profile, epsilon: Fraction, witness: Witness, accuracy: Mapping[str, int]) -> Enclosed:
    max_loss = profile.at_infinity.max_loss
    if isinstance(max_loss, int | Fraction) and epsilon >= max_loss:  # exact budgets: 0.1 three times is 0.3
        found = _end(profile, profile.at_infinity.delta, accuracy)
        return replace(found, bound=found.bound.clip(0, 1))
    exact = profile.side is Side.EXACT
    enclosing = enclose if epsilon else enclose_number  # at 0, e^eps is a fraction, and delta may be one
    bound = enclosing(lambda xp: profile.delta(xp, xp.number(epsilon), witness), **accuracy)
    if bound.hi < 0 or (exact and bound.lo > 1):
        raise Fault(f"delta at eps = {plain(epsilon)} is {bound}, and no probability")
    return Enclosed(bound.clip(0, 1), exact)


def _end(profile: Profile, number: Number, accuracy: Mapping[str, int]) -> Enclosed:
    """A number that the profile states of its end: the limit of delta, or the largest loss."""
    check_end(profile)
    tight = profile.at_infinity.max_loss_is_tight and profile.side is not Side.HEURISTIC
    return Enclosed(enclose_number(number, **accuracy), profile.side is Side.EXACT or tight)


def _least_epsilon(profile: Profile, delta: Fraction, witness: Witness, accuracy: Mapping[str, int]) -> Enclosed:
    above = above_delta_at_infinity(profile, delta)
    if above is None or above <= 0:
        return _at_infinity(profile, delta, above, accuracy)
    try:
        return _capped(profile, Enclosed(_solved(profile, delta, witness, accuracy), profile.side is Side.EXACT))
    except Undecidable:
        if profile.at_infinity.max_loss is None:
            raise
    except Unavailable as why:
        if isinstance(why, Fault) or not ends_above_0(profile):
            raise
    return _capped(profile, Enclosed(Enclosure(arb(0), arb.pos_inf()), False))


def ends_above_0(profile: Profile) -> bool:
    """Whether the largest loss is an upper end of eps that no pure guarantee has, so that it is one without a witness,
    too."""
    return profile.at_infinity.max_loss is not None and profile.at_infinity.delta != 0


def _solved(profile: Profile, delta: Fraction, witness: Witness, accuracy: Mapping[str, int]) -> Enclosure:
    inverse = profile.epsilon
    if inverse is None:
        return _inverted(profile, delta, witness)
    return enclose(lambda xp: xp.positive(inverse(xp, xp.number(delta), witness)), **accuracy)


def _capped(profile: Profile, found: Enclosed) -> Enclosed:
    """An eps at a delta that is not below the limit is no larger than the eps from which on delta is there."""
    max_loss = profile.at_infinity.max_loss
    if max_loss is None or (profile.at_infinity.delta == 0 and found.bound.hi.is_finite()):
        return found  # where delta falls to 0, that eps is the pure accountant's
    most = enclose(lambda xp: xp.number(max_loss)).hi
    if found.bound.hi <= most:
        return found
    check_end(profile)
    return replace(found, bound=Enclosure(min(found.bound.lo, most), most))


def above_delta_at_infinity(profile: Profile, delta: Fraction) -> int | None:
    """The sign of delta - delta at infinity, or None if it cannot be decided."""
    if profile.at_infinity.delta == 0:
        return (delta.numerator > 0) - (delta.numerator < 0)
    if isinstance(profile.at_infinity.delta, int | Fraction):
        return (delta > profile.at_infinity.delta) - (delta < profile.at_infinity.delta)
    return sign(lambda xp: xp.number(delta) - xp.number(profile.at_infinity.delta), cap=1024)


def _at_infinity(profile: Profile, delta: Fraction, above: int | None, accuracy: Mapping[str, int]) -> Enclosed:
    max_loss, exact = profile.at_infinity.max_loss, profile.side is Side.EXACT
    if above == 0 and max_loss is not None:
        return _end(profile, max_loss, accuracy)
    if above is None:
        why = f"whether delta = {plain(delta)} is above the least delta of this guarantee is not decided"
        return Enclosed(Enclosure(arb(0), arb.pos_inf()), False, why)
    never = exact and (above < 0 or _endless_tail(profile))
    infinite = Enclosure(arb.pos_inf() if never else arb(0), arb.pos_inf())
    if above < 0:
        least = enclose_number(profile.at_infinity.delta).decimal(up=True, digits=SHOWN_DIGITS)
        why = f"is below the least delta that this guarantee reaches at any eps, {outward(least, up=True)}"
        return Enclosed(infinite, exact, f"delta = {plain(delta)} {why}")
    return Enclosed(infinite, exact, f"no finite eps has delta = {plain(delta)} by this theorem")


def _endless_tail(profile: Profile) -> bool:
    """Whether delta(eps) is certainly above delta at infinity for every eps, because the tail limit `tail_mu` is
    positive. (Without a known `max_loss` nothing else proves it.)"""
    limit = profile.tail.tail_mu if profile.tail is not None else None
    return limit is not None and (sign(lambda xp: xp.number(limit), cap=1024) or 0) > 0


def _inverted(profile: Profile, target: Fraction, witness: Witness) -> Enclosure:
    pair = Bracket.read(witness)
    above, below = pair.above, pair.below
    if above is None or below is None:
        raise Unavailable("the witness of an inversion is a pair of points")
    if not 0 <= below <= above:
        raise Unavailable("the witness of an inversion is a pair of points, 0 <= below <= above")
    if not delta_is(profile, above, target, at_most=True):
        raise Unavailable(f"delta at eps = {plain(above)} is not certainly at most the target")
    if below > 0 and not delta_is(profile, below, target, at_most=False):
        raise Unavailable(f"delta at eps = {plain(below)} is not certainly at least the target")
    with balls(START_BITS + _bits(above) + _bits(below)) as xp:
        return Enclosure.of(xp.number(below), xp.number(above))


def delta_is(profile: Profile, epsilon: Fraction, target: Fraction, *, at_most: bool, cap: int = CAP_BITS) -> bool:
    """Whether delta(epsilon) is certainly at most the target (if `at_most`), or certainly at least the target; False
    also if this stays undecided at the precision cap."""

    def excess(xp: Balls) -> arb:
        delta: arb = profile.delta(xp, xp.number(epsilon), {})
        return delta - xp.number(target)

    found = sign(excess, cap=cap)
    return found is not None and (found <= 0 if at_most else found >= 0)


def _bits(x: Fraction) -> int:
    return x.numerator.bit_length() + x.denominator.bit_length()
