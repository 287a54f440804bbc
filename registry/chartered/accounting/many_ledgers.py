"""Many ledgers at once: one question about each, in order, by any executor."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from functools import partial
from typing import TypeVar

from ..errors import BadLedger
from ..model.questions import Question
from .all_answers import Account
from .ledger import Ledger

A = TypeVar("A")
B = TypeVar("B")
_AHEAD = 64
"""How many tasks wait, so that an endless list of ledgers is read as fast as it is answered."""


def account_many(
    ledgers: Iterable[Ledger],
    question: Question,
    executor: Executor | None = None,
    *,
    accountant: str | Iterable[str] | None = None,
    seconds: float | None = None,
) -> Iterator[Account]:
    """The account of each ledger, in order: one question about many ledgers.

    Args:
        ledgers: The ledgers; also a generator without end, which is read a little ahead.
        question: The question, as `ch.Question.epsilon("1e-5")`.
        executor: Any executor of `concurrent.futures`: threads, processes, a Dask client's. None: one after the other.
        accountant: As for `Ledger.account`.
        seconds: The processor time for each, as for `Ledger.account`.

    Returns:
        An iterator over the accounts; one without an answer has the reasons.

    Raises:
        CharteredError: An argument is invalid, when the first account is taken.

    Examples:
        >>> ledgers = [ch.Ledger(f"gaussian:sigma={sigma}") for sigma in (1, 2, 4)]
        >>> [f"{account.best:.4g}" for account in ch.account_many(ledgers, ch.Question.epsilon("1e-5"))]
        ['4.378', '1.994', '0.9264']
    """
    names = accountant if accountant is None or isinstance(accountant, str) else tuple(accountant)
    return in_order(partial(_account, question, names, seconds), ledgers, executor)


def _account(
    question: Question, accountant: str | tuple[str, ...] | None, seconds: float | None, ledger: Ledger
) -> Account:
    if not isinstance(ledger, Ledger):
        raise BadLedger(f"one of the ledgers is {ledger!r}", "give each as ch.Ledger(STEPS)")
    return ledger.account(question, accountant, seconds=seconds)


def in_order(task: Callable[[A], B], items: Iterable[A], executor: Executor | None) -> Iterator[B]:
    """task(item) of each item, in order, with at most _AHEAD tasks that wait."""
    if executor is None:
        yield from map(task, items)
        return
    waiting = deque[Future[B]]()
    try:
        for item in items:
            waiting.append(executor.submit(task, item))
            if len(waiting) >= _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
