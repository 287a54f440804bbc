"""One question about many ledgers."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count, islice
from multiprocessing import get_context

import chartered as ch
import pytest

QUESTION = ch.Question.epsilon("1e-5")
LEDGERS = [ch.Ledger(f"gaussian:sigma={sigma},times=3") for sigma in range(1, 9)]


def test_accounts_are_in_order_by_any_executor() -> None:
    """Threads, processes and none."""
    alone = [ledger.epsilon("1e-5").upper for ledger in LEDGERS]
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        for executor in (None, threads, processes):
            found = [account.best for account in ch.account_many(LEDGERS, QUESTION, executor)]
            assert [best.upper for best in found if best] == alone


def test_ledgers_without_end_are_read_a_little_ahead() -> None:
    """As far as answers are taken, and some more."""
    read = list[int]()

    def endless() -> Iterator[ch.Ledger]:
        for n in count(1):
            read.append(n)
            yield ch.Ledger(f"pure:epsilon={n}")

    with ThreadPoolExecutor(2) as threads:
        found = list(islice(ch.account_many(endless(), QUESTION, threads), 5))
    assert [account.best is not None for account in found] == [True] * 5
    assert len(read) < 100


def test_a_ledger_without_an_answer_has_reasons() -> None:
    """By an accountant that does not answer, and without ending the others."""
    found = list(
        ch.account_many([ch.Ledger("gaussian:sigma=1"), ch.Ledger("pure:epsilon=1")], QUESTION, accountant="pure")
    )
    assert [bool(account.answers) for account in found] == [False, True]
    assert found[0].unavailable[0].accountant == "pure"
    with pytest.raises(ch.UnknownName):
        list(ch.account_many(LEDGERS, QUESTION, accountant="nobody"))


def test_what_is_no_ledger_is_named() -> None:
    """Not by a message of Python."""
    with pytest.raises(ch.BadLedger, match="one of the ledgers is 'gaussian:sigma=1'; give each as"):
        list(ch.account_many(["gaussian:sigma=1"], QUESTION))  # type: ignore[list-item]
