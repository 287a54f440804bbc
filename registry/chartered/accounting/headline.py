"""The answer in words: the first line of every output for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chartered_verify.outward_rounding import SHOWN_DIGITS, outward
from flint import arb

from ..model.exact_numbers import plain
from ..model.questions import EVERYWHERE, MuWithin, Question
from ..paths.path_search import sound

if TYPE_CHECKING:
    from .account import Account
    from .answers import Answer
    from .solved import Solved

_SHORT = {"epsilon": "eps"}
_EQUAL = arb(10) ** -9
"""The relative distance of two ends that are one number in words."""


def of_account(account: Account) -> str:
    """The least upper end of all answers, with the greatest lower one."""
    best, name, place = account.best, account.question.quantity, _place(account.question)
    name = _SHORT.get(name, name)
    if best is None:
        return f"no answer: no accountant bounds {name}{place}"
    if best.why is not None:
        return f"{name} {'is infinite' if best.exact else 'has no finite bound'}{place}: {best.why}"
    digits = max(SHOWN_DIGITS, account.question.correct_digits or 0)
    upper = outward(best.upper_exact, up=True, digits=digits)
    if not sound(best.side):
        return f"{name} is about {upper}{place}: heuristic, no bound"
    low, high = greatest_lower_end(account), best.enclosed.bound.hi
    if low is None or low.below is None or (low.below.lo <= 0 < high):
        return f"{name} <= {upper}{place}: from above only, the true value may be smaller"
    if high - low.below.lo <= _EQUAL * high:
        return f"{name} = {upper}{place}: exact, certified from both sides"
    lower = outward(low.lower_exact or "0", up=False, digits=digits)
    return f"{name} is between {lower} and {upper}{place}, certified from both sides"


def greatest_lower_end(account: Account) -> Answer | None:
    """The sound answer with the greatest lower end; None if none has one."""
    ends = ((answer.below.lo, place) for place, answer in enumerate(account.answers) if answer.below is not None)
    known = [(low, place) for low, place in ends if sound(account.answers[place].side)]
    return account.answers[max(known)[1]] if known else None


def _place(question: Question) -> str:
    """Where the answer holds."""
    over = isinstance(question, MuWithin) and question.over != EVERYWHERE
    return f" {question.where()}" if over else question.place


def of_solved(solved: Solved) -> str:
    """The best count or value, and whether one more certainly misses the target."""
    best, target = solved.best, solved.target
    if best is None or not solved.met:
        return f"no {'run' if solved.unknown.gap is None else solved.quantity} meets {target}: {solved.why}"
    if solved.unknown.gap is None:
        runs = f"{best.shown_value} run{'' if best.value == 1 else 's'} within {target}"
        return f"{runs}: exact, one more misses it" if best.fails_beyond else f"{runs}: certified; more may be possible"
    found = f"{solved.quantity} = {plain(best.finite)} meets {target}"
    return f"{found}: exact to one part in 1e9" if best.fails_beyond else f"{found}: certified; less may be enough"
