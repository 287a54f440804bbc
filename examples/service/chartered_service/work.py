"""What a process does with a request: plain data in, a status and plain data out. No file is read for whoever asks."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.model.exact_numbers import plain

from .settings import Settings

Given = dict[str, Any]
Told = tuple[int, dict[str, Any]]
_STATUS = {ch.BudgetExceeded: 409, ch.OutOfTime: 504, ch.PluginFault: 500, ch.Contradiction: 500}
"""The status of an error; that of every other one is 422."""


def answered(settings: Settings, book: ch.Book | None, name: str, given: Given) -> Told:
    """The answer to a request, or its error."""
    try:
        with ch.no_files():
            if name in _QUESTIONS:
                return 200, _account(settings, name, given)
            if book is None:
                return refusal(404, "NoBook", "this service has no book", "set CHARTERED_SERVICE_BOOK")
            return 200, _BOOK[name](settings, book, given)
    except ch.CharteredError as error:
        return told(error)
    except Exception as error:  # the process goes on with the next request
        traceback.print_exc()  # for whoever runs the service: it may name what is not for whoever asks
        hint = after(name, "tell whoever runs the service")
        return refusal(500, "Failed", f"the answer failed: {type(error).__name__}", hint)


def after(name: str, otherwise: str) -> str:
    """The hint after a request that ended without its answer: a payment may have been made."""
    paid = "whether it was paid is not known: look into the book before you pay again"
    return paid if name == "spend" else otherwise


def told(error: ch.CharteredError) -> Told:
    """An error of Chartered as a status and JSON."""
    status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 422)
    found = refusal(status, type(error).__name__, error.message, error.hint)
    if isinstance(error, ch.BudgetExceeded) and isinstance(error.decision, ch.Decision):
        found[1]["decision"] = _decision(error.decision)
    return found


def refusal(status: int, kind: str, message: str, hint: str = "") -> Told:
    """The JSON of an error, as that of the command."""
    return status, {"error": {"type": kind, "message": message, "hint": hint}}


def _account(settings: Settings, name: str, given: Given) -> Given:
    """As `chartered epsilon --json`, or `chartered delta --json`."""
    make, at = _QUESTIONS[name]
    question = make(given[at], given["digits"])
    ledger = ch.Ledger([_round(settings, step) for step in given["steps"]], given["neighbours"])
    seconds = min(given["seconds"] or settings.seconds, settings.seconds)
    account = ledger.account(question, given["accountant"], seconds=seconds)
    if account.best is None:
        raise account.no_answer((account.seconds or 0) < seconds)
    return account.to_dict()


_QUESTIONS: Mapping[str, tuple[Callable[[Any, Any], ch.Question], str]] = {
    "epsilon": (ch.Question.epsilon, "delta"),
    "delta": (ch.Question.delta, "epsilon"),
}


def _round(settings: Settings, text: str, times: int = 1) -> ch.Entry:
    entry = ch.parse(text) * times
    if entry.times > settings.runs:
        raise ch.BadValue(f"times is {entry.times}", f"this service answers up to {settings.runs} runs of a step")
    return entry


def _ask(settings: Settings, book: ch.Book, given: Given) -> Given:
    return _decision(book.ask(_round(settings, given["step"], given["times"]))) | _whose(book)


def _spend(settings: Settings, book: ch.Book, given: Given) -> Given:
    entry = _round(settings, given.pop("step"), given.pop("times"))
    paid = book.spend(entry, **given)
    return {"entry": paid.to_json(), "left": _amounts(book.left)} | _whose(book)


def _remaining(settings: Settings, book: ch.Book, given: Given) -> Given:
    answer = None if given["delta"] is None else book.answer(delta=given["delta"]).to_json()
    return {"left": _amounts(book.left), "digest": book.digest, "answer": answer} | _whose(book)


_BOOK: Mapping[str, Callable[[Settings, ch.Book, Given], Given]] = {
    "ask": _ask,
    "spend": _spend,
    "remaining": _remaining,
}


def _decision(decision: ch.Decision) -> Given:
    return {
        "allowed": decision.allowed,
        "cost": _amounts(decision.cost),
        "left": _amounts(decision.left),
        "why": decision.why or None,
    }


def _amounts(costs: Mapping[str, Fraction]) -> dict[str, str]:
    """Exact numbers as text, such as 0.25 or 1/3, as in entries."""
    return {name: plain(value) for name, value in costs.items()}


def _whose(book: ch.Book) -> Given:
    return {"neighbours": book.neighbours.value, "unit": book.unit or "one record"}
