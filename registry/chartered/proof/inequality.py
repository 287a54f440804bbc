"""The inequality that proves an answer: a recorded expression is at most a rational number.

The cases are those of `enclose/evaluation.py`, evaluated in the recording arithmetic: an inverse in closed form, a
point at which delta is at most the target, and delta at infinity."""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch
from operator import ge, gt, le

from chartered_verify.arithmetic.recorded_value import Recorded
from chartered_verify.arithmetic.recording import Recorder
from msgspec import Struct

from ..enclose.evaluation import split_witness
from ..errors import Unavailable
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile
from ..model.questions import DeltaAt, EpsilonAt, Question
from ..model.typed_witness import Bracket


class Inequality(Struct, frozen=True):
    """The inequality left <= limit. `of` is the quantity that the expression bounds ("epsilon" or "delta"), `at` the
    point (a delta or an epsilon). `least`: if the answer is exact, the expression equals it; False for the largest
    loss, if an undecided formula may be far below it."""

    left: Recorded
    limit: Fraction
    of: str
    at: Recorded
    least: bool = True

    @property
    def certain(self) -> bool:
        """Whether the inequality is decided at the precision of the record."""
        return self.left.certainly(le, self.limit)


def inequality(xp: Recorder, profile: Profile, question: Question, witness: Witness, upper: Fraction) -> Inequality:
    """The inequality that proves that the answer to a question is at most `upper`. Raises NotRecorded if it cannot be
    recorded, or if no finite bound follows."""
    own, _ = split_witness(profile, witness)
    return _shown(question, xp, profile, own, upper)


class FromBelow(Struct, frozen=True):
    """The inequality limit <= right, or limit < right (`strict`), which proves that an exact answer is no smaller."""

    right: Recorded
    limit: Fraction
    of: str
    at: Recorded
    strict: bool

    @property
    def certain(self) -> bool:
        """Whether the inequality is decided at the precision of the record."""
        return self.right.certainly(gt if self.strict else ge, self.limit)


def from_below(
    xp: Recorder,
    profile: Profile,
    question: Question,
    witness: Witness,
    shown: Inequality,
    lower: Fraction,
    *,
    strict: bool = False,
) -> FromBelow | None:
    """The inequality that proves that the exact answer to a question is at least `lower`, or above it (`strict`).

    None if there is nothing to prove, because no answer is below 0 or the expression is only a bound, or if delta at
    the point below may equal the target. If epsilon has no closed form, the inequality states that delta is above the
    target at an epsilon not below `lower`. Raises NotRecorded."""
    if lower < 0 or (lower == 0 and not strict) or not shown.least:
        return None
    if shown.of == question.quantity:
        return FromBelow(shown.left, lower, shown.of, shown.at, strict=strict)
    assert isinstance(question, EpsilonAt)
    own, _ = split_witness(profile, witness)
    below = Bracket.read(own).below
    if below is None or not xp.number(lower) <= xp.number(below):
        return None
    at = xp.number(below)
    found = FromBelow(xp.number(profile.delta(xp, at, {})), question.at, "delta", at, strict=True)
    return found if found.certain else None


@singledispatch
def _shown(question: Question, xp: Recorder, profile: Profile, witness: Witness, upper: Fraction) -> Inequality:
    xp.refuse(f"an answer about {question.quantity} is proved over a stretch of eps, piece by piece, not at a point")


@_shown.register(EpsilonAt)
def _epsilon(question: EpsilonAt, xp: Recorder, profile: Profile, witness: Witness, upper: Fraction) -> Inequality:
    delta, end = xp.number(question.at), profile.at_infinity
    if delta <= xp.number(end.delta):
        if end.max_loss is None or not delta >= xp.number(end.delta):
            xp.refuse("no finite epsilon is proved")
        return Inequality(xp.number(end.max_loss), upper, "epsilon", delta)
    found = _solved(xp, profile, delta, question.at, witness, upper)
    if end.max_loss is not None:
        capped = Inequality(xp.number(end.max_loss), upper, "epsilon", delta, least=False)
        if found is None or (capped.certain and not found.certain):
            return capped
    if found is None:
        xp.refuse("its witness proves no epsilon that is at most the bound that is claimed")
    return found


def _solved(
    xp: Recorder, profile: Profile, delta: Recorded, target: Fraction, witness: Witness, upper: Fraction
) -> Inequality | None:
    """By the inverse, or a point at which delta is at most the target; None if the witness has none up to `upper`."""
    if profile.epsilon is not None:
        try:
            return Inequality(xp.positive(profile.epsilon(xp, delta, witness)), upper, "epsilon", delta)
        except Unavailable:
            return None
    above = Bracket.read(witness).above
    at = None if above is None else xp.number(above)
    if at is None or not at <= xp.number(upper):
        return None
    return Inequality(xp.number(profile.delta(xp, at, {})), target, "delta", at)


@_shown.register(DeltaAt)
def _delta(question: DeltaAt, xp: Recorder, profile: Profile, witness: Witness, upper: Fraction) -> Inequality:
    epsilon, end = xp.number(question.at), profile.at_infinity
    if isinstance(end.max_loss, int | Fraction) and epsilon >= xp.number(end.max_loss):
        last = xp.number(end.delta)
        stated = last.exact is not None and last.exact <= 1  # a minimum would be a ball around it
        return Inequality(last if stated else xp.minimum(last, 1), upper, "delta", epsilon)
    return Inequality(xp.minimum(profile.delta(xp, epsilon, witness), 1), upper, "delta", epsilon)
