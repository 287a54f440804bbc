"""The answer in words: the first line of every output for people."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from chartered_verify.outward_rounding import SHOWN_DIGITS, outward

from ..model.exact_numbers import plain
from ..paths.path_search import sound

if TYPE_CHECKING:
    from .account import Account
    from .solved import Solved

_SYMBOLS = {"epsilon": "eps", "delta": "delta", "mu": "mu"}
_EQUAL = Decimal("1e-9")
"""The relative distance of two ends that are one number in words."""


def of_account(account: Account) -> str:
    """The least upper end of all answers, with the greatest lower one."""
    best, name = account.best, _SYMBOLS[account.question.quantity]
    if best is None:
        return f"no answer: {name}{account.question.place} is not bounded by any accountant"
    if best.why is not None:
        return f"{name} {'is infinite' if best.exact else 'has no finite bound'}{best.question.place}: {best.why}"
    digits = max(SHOWN_DIGITS, account.question.correct_digits or 0)
    upper = outward(best.upper_exact, up=True, digits=digits)
    if not sound(best.side):
        return f"{name} is about {upper}{best.question.place}: heuristic, no bound"
    lowest = greatest_lower_end(account)
    if lowest is None or lowest <= 0 < Decimal(best.upper_exact):
        return f"{name} <= {upper}{best.question.place}: from above only, the true value may be smaller"
    if Decimal(best.upper_exact) - lowest <= _EQUAL * Decimal(best.upper_exact):
        return f"{name} = {upper}{best.question.place}: exact, certified from both sides"
    lower = outward(str(lowest), up=False, digits=digits)
    return f"{name} is between {lower} and {upper}{best.question.place}, certified from both sides"


def greatest_lower_end(account: Account) -> Decimal | None:
    """The greatest lower end that a sound answer proves; None without one."""
    ends = (answer.lower_exact for answer in account.answers if sound(answer.side))
    return max((Decimal(end) for end in ends if end not in (None, "inf")), default=None)


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
