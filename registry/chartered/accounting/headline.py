"""The answer in words: the first line of every output for people."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING

from chartered_verify.enclosure import Enclosure
from chartered_verify.outward_rounding import SHOWN_DIGITS, outward

from ..enclose.certified_bound import one_number, unbounded
from ..host.registry import registry
from ..model.exact_numbers import plain
from ..model.questions import EVERYWHERE, MuWithin, Question
from ..paths.step_paths import sound
from .every_path import Accounting
from .request import Request

if TYPE_CHECKING:
    from .all_answers import Account
    from .inverse.inverse_answer import Solved

_SHORT = {"epsilon": "eps"}


def of_account(account: Account) -> str:
    """The least upper end of all answers, with the greatest lower one."""
    best, name, place = account.best, account.question.quantity, _place(account.question)
    name = _SHORT.get(name, name)
    if best is None:
        but = "; except for a failure (--failure 1e-10) there may be one" if _may_but_for_a_failure(account) else ""
        soon = " in so little time" if account.timed else ""
        return f"no answer: no accountant bounds {name}{place}{soon}{but}"
    if not best.enclosed.finite:
        return f"{unbounded(name, exact=best.exact)}{place}: {best.why}"
    digits = max(SHOWN_DIGITS, account.question.correct_digits or 0)
    upper = outward(best.upper_exact, up=True, digits=digits)
    if not sound(best.side):
        return f"{name} is about {upper}{place}: heuristic, no bound"
    how, low = certainty(account), _lower_end(account)
    if low is None or how == "from above":
        return f"{name} <= {upper}{place}: from above only, the true value may be smaller"
    lower = outward(low.lower_exact, up=False, digits=digits)
    if how == "exact" and (lower == "0") == (upper == "0"):  # a decimal of ours may be far above so small a number
        return f"{name} = {upper}{place}: exact, certified from both sides"
    return f"{name} is between {lower} and {upper}{place}, certified from both sides"


def _may_but_for_a_failure(account: Account) -> bool:
    """Whether the mu over all eps, of which there is none, may have an answer except for a failure."""
    if not isinstance(account.question, MuWithin) or account.question.over != EVERYWHERE:
        return False
    asked = frozenset(none.accountant for none in account.unavailable)
    request = Request(registry(), account.entries, account.neighbours, only=asked)
    return Accounting(request).may_have_mu(Fraction("1e-10"))


def certainty(account: Account) -> str:
    """How much is known: "exact" where both ends are one number in words, "both ends", "from above", or "open"."""
    best, low = account.best, _lower_end(account)
    if best is None or not sound(best.side):
        return "open"
    if not best.enclosed.finite:
        return "exact" if best.exact else "open"
    high = best.enclosed.bound.hi
    if low is None or (low.lo <= 0 < high):
        return "from above"
    return "exact" if one_number(low.lo, high) else "both ends"


def _lower_end(account: Account) -> Enclosure | None:
    return None if account.from_below is None else account.from_below.below


def _place(question: Question) -> str:
    """Where the answer holds."""
    over = isinstance(question, MuWithin) and question.over != EVERYWHERE
    return f" {question.where()}" if over else question.place


def of_solved(solved: Solved) -> str:
    """The best count or value, and whether one more certainly misses the target."""
    best, target = solved.best, solved.target
    if best is None or not solved.met:
        return f"no {'run' if solved.unknown.gap is None else solved.quantity} {target.meets} {target}: {solved.why}"
    if solved.unknown.gap is None:
        runs = f"{best.shown_value} run{'' if best.value == 1 else 's'} within {target}"
        return f"{runs}: exact, one more misses it" if best.fails_beyond else f"{runs}: certified; more may be possible"
    found = f"{solved.quantity} = {plain(best.finite)} meets {target}"
    if best.fails_beyond:
        beyond = solved.unknown.beyond(best.finite) if solved.unknown.whole else None
        if not solved.monotone:
            next_one = "the next value" if beyond is None else plain(beyond)
            return f"{found}: certified; {next_one} misses it, others may meet it"
        return f"{found}: exact{' to one part in 1e9' if beyond is None else f', {plain(beyond)} misses it'}"
    if solved.unknown.is_last(best.finite):
        less = "smaller" if solved.larger_is_safer else "larger"
        every = f"every {solved.quantity} does" if solved.monotone else f"no {solved.quantity} is {less}"
        return f"{found}: certified; {every}"
    return f"{found}: certified; {'less may be enough' if solved.larger_is_safer else 'more may be possible'}"


def looser(names: Collection[str], words: str) -> list[str]:
    """A line about the accountants that have no row: what their answers are, in `words`; none without such."""
    if not names:
        return []
    *others, last = names
    said = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    return [f"{said} {words}: --all shows {'them' if others else 'it'}"]
