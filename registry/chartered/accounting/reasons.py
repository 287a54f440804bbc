"""Why an accountant has no answer, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ..model.guarded_calls import OUT_OF_RANGE
from .request import Request


def in_words(why: Exception) -> str:
    """The reason in an error. Python's own arithmetic errors are reworded, since they are about code and not the
    question."""
    if isinstance(why, ZeroDivisionError | OverflowError) or type(why) is ValueError:
        return OUT_OF_RANGE
    return str(why)


def out_of_time(seconds: float | None) -> str:
    """The time of the question was over before the accountant had an answer."""
    return f"it takes more processor time than {seconds:g} seconds; --seconds gives it more"


def unreached(request: Request, name: str, answered: bool, rewritings: Iterable[str]) -> str:
    """No path leads from the ledger to the accountant, or only where nothing else answers. `rewritings`: why theorems
    that would write a step as others do not apply, which is the reason where a step is an abbreviation."""
    known = request.registry
    if answered and not known.reached_unasked(known.accountants[name].kind):
        return "it answers by name (--accountant), or where nothing else does"
    *others, last = dict.fromkeys("/".join(entry.step.shape) for entry in request.entries)
    steps = f"{', '.join(others)} and {last}" if others else last
    return "; ".join([f"no theorem leads from {steps} to it", *dict.fromkeys(rewritings)])


def by_reason(reasons: Iterable[tuple[str, str]]) -> list[str]:
    """One line for each reason, with all names that share it."""
    who: dict[str, list[str]] = {}
    for name, why in reasons:
        who.setdefault(why, []).append(name)
    return [f"{', '.join(dict.fromkeys(names))}: {why}" for why, names in who.items()]
