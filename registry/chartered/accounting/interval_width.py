"""The distance between the two ends of an exact answer, compared with the accuracy that the question requests: a number
of digits, or a width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from sys import float_info

from chartered_verify.outward_rounding import decimal_context, decimal_of, outward

from ..model.exact_numbers import plain
from ..model.questions import MOST_DIGITS, MuWithin, OfProfile, Question
from ..paths.step_paths import sound
from . import mu_failure_hint
from .answers import Answer

NARROW = 1e-6
"""The relative width of an exact answer below which no further bounds are evaluated."""
WIDE = Decimal("0.05")
"""The relative width of an exact answer above which bounds that take longer are evaluated, too."""
_KEPT = 2 * MOST_DIGITS
_DOWN, _UP = (decimal_context(_KEPT, up=up) for up in (False, True))
_SHOWN = 2
"""Digits of a width in a message."""


def closer(question: Question, answer: Answer) -> Question | None:
    """The question with as many digits as the requested width needs; None if the answer is narrow enough, or digits do
    not help."""
    if not isinstance(question, OfProfile) or question.within is None or (ends := _ends(answer)) is None:
        return None
    within = decimal_of(question.within, up=False, digits=_KEPT)
    if _width(ends) <= within:
        return None
    digits = ends[1].adjusted() - within.adjusted() + 2
    return type(question)(question.at, digits) if 1 <= digits <= MOST_DIGITS else None


def is_narrow(answer: Answer) -> bool:
    """Whether the truth is certainly within ends so near each other that no other bound can improve it noticeably."""
    below = answer.below if sound(answer.side) else None  # the upper end of a heuristic one bounds nothing
    return below is not None and answer.upper - below.lower <= NARROW * answer.upper


def is_within_tolerance(answer: Answer) -> bool:
    """Whether the ends of an exact mu are as near each other as was requested, or both infinite."""
    if not isinstance(answer.question, MuWithin) or not answer.exact:
        return False
    ends, within = _ends(answer), decimal_of(answer.question.at, up=True, digits=_KEPT)
    return ends is None or _width(ends) <= within * min(Decimal(1), ends[1])


def is_wide(answer: Answer) -> bool:
    """Whether the two ends of an exact answer are so far apart that another bound may improve it."""
    ends = _ends(answer)
    return ends is not None and _width(ends) > WIDE * ends[1]


def tightest(answer: Answer) -> tuple[float, Decimal, bool, bool, int]:
    """The sort key of answers: upper end, as it is shown where doubles do not tell such numbers apart; exact first,
    without third-party plugins first, short paths first."""
    told = float_info.min <= answer.upper < float("inf")
    shown = Decimal(0 if told else outward(answer.upper_exact, up=True))
    return answer.upper, shown, not answer.exact, bool(answer.strangers), len(answer.path)


def notes_on(question: Question, answers: Sequence[Answer], failed: Mapping[str, str]) -> tuple[str, ...]:
    """What a reader of the tightest answer must know. Where it is not narrow: which accountants that are exact where
    they answer did not, and why; `failed`: the reasons of those that have no answer along such a path. Of a mu: whether
    the far tail decides it."""
    if isinstance(question, MuWithin):
        return mu_failure_hint.far_tail(question, answers)
    if not isinstance(question, OfProfile) or not answers or (answers[0].exact and is_narrow(answers[0])):
        return ()
    exact = {answer.accountant for answer in answers if answer.exact}
    reasons = ((name, why) for name, why in failed.items() if name not in exact)
    return tuple(f"{name} is exact where it answers, and has no answer here: {why}" for name, why in reasons)


def missed(question: Question, answer: Answer) -> str:
    """Why an exact answer is less accurate than requested; empty if it is not."""
    if question.at_ease == question or not isinstance(question, OfProfile) or (ends := _ends(answer)) is None:
        return ""
    width = _width(ends)
    if question.within is not None and width > decimal_of(question.within, up=False, digits=_KEPT):
        apart = outward(str(width), up=True, digits=_SHOWN)
        return f"the ends are {apart} apart; within {plain(question.within)} would take too much work"
    has = ends[1].adjusted() - width.adjusted()
    if question.digits is not None and has < question.digits:
        return f"about {has} digits are correct; {question.digits} would take too much work"
    return ""


def _ends(answer: Answer) -> tuple[Decimal, Decimal] | None:
    """Both ends as decimals; None unless the answer is exact and they are finite and different."""
    if not answer.exact or answer.lower_exact is None:
        return None
    low, high = _DOWN.create_decimal(answer.lower_exact), _UP.create_decimal(answer.upper_exact)
    return (low, high) if high.is_finite() and low < high else None


def _width(ends: tuple[Decimal, Decimal]) -> Decimal:
    return _UP.subtract(ends[1], ends[0])
