"""Books: budgets in a database, shared by threads and processes."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from altered_books import altered

pytest.importorskip("sqlalchemy")
STEP = "gaussian:sigma=10"


def made(url: str, **budget: Any) -> ch.Book:
    """A new book."""
    return ch.Book.create(url, ch.Filter(**(budget or {"gdp": 1})))


def test_a_book_goes_on_where_it_was(url: str) -> None:
    """Across openings, with all that was said."""
    with ch.Book.create(
        url,
        ch.Filter(gdp=1, neighbours="replace-one"),
        unit="a household",
        author="Ada",
        date="2026-11-26T12:00:00+01:00",
    ) as book:
        book.spend(STEP, 2, label="ages", author="Ada", purpose="census", date="2026-11-26T13:00:00Z")
    with ch.Book(url) as book:
        assert (book.unit, book.neighbours.value, book.left) == (
            "a household",
            "replace-one",
            {"gdp": Fraction(23, 25)},
        )
        opened, paid = book.log()
        assert (opened.kind, opened.author, opened.date) == ("open", "Ada", "2026-11-26T11:00:00+00:00")
        assert (paid.number, paid.kind, paid.times, paid.cost) == (1, "spend", 2, {"gdp": Fraction(2, 25)})
        assert (paid.label, paid.author, paid.purpose) == ("ages", "Ada", "census")
        assert book.verify() == book.digest == paid.digest
        assert url in repr(book)
        assert book.answer(epsilon=1).upper == ch.Filter(gdp=1, neighbours="replace-one").answer(epsilon=1).upper


def test_what_may_not_run_is_refused_and_leaves_no_entry(url: str) -> None:
    """The same decision as a filter's."""
    with made(url) as book:
        assert book.may(STEP, 100)
        assert not book.may(STEP, 101)
        assert book.ask(STEP, 101).why == "it costs 1.01 of mu^2, and 1 is left, less by about 0.01"
        with pytest.raises(ch.BudgetExceeded, match="may not run"):
            book.spend(STEP, 101)
        book.spend(STEP, 100)
        with pytest.raises(ch.BudgetExceeded, match="0 is left"):
            book.spend(STEP)
        assert [entry.kind for entry in book.log()] == ["open", "spend"]


def test_a_step_that_did_not_run_is_taken_back_once(url: str) -> None:
    """By an entry; failures, too."""
    with made(url, pure=1, fail="1/2") as book:
        entry = book.spend("approximate:epsilon=1/2,delta=1/4")
        book.spend("approximate:epsilon=1/4,delta=1/5")
        found = book.correct(entry.number, label="the job died before it read the data")
        assert (found.kind, found.corrects, found.cost) == ("correct", 1, entry.cost)
        assert book.left == {"pure": Fraction(3, 4), "fail": Fraction(3, 8)}
        for number, why in ((1, "was taken back already"), (3, "no step that is paid"), (9, "no step that is paid")):
            with pytest.raises(ch.BadLedger, match=why):
                book.correct(number, label="again")
        with pytest.raises(ch.BadValue, match="the number of the entry"):
            book.correct(0, label="again")
        with pytest.raises(ch.BadLedger, match="says nothing"):
            book.correct(2, label="")
        book.verify()


@pytest.mark.parametrize(
    ("opened", "paid", "refused"),
    [
        ("2026-03-01", "2026-03-01", False),
        ("2026-03-01", "2026-02-28", True),
        ("2026-03-01T09:00:00Z", "2026-03-01", False),
        ("2026-03-01T09:00:00Z", "2026-02-28", False),
        ("2026-03-01T12:00:01Z", "2026-02-28", True),
        ("2026-03-01T09:00:00Z", "2026-03-01T10:00:00+01:00", False),
        ("2026-03-01T09:00:00Z", "2026-03-01T09:59:59+01:00", True),
        ("2026-03-01", "2026-02-28T10:00:00Z", False),
        ("2026-03-01", "2026-02-28T09:59:59Z", True),
        ("9999-12-31", "0001-01-01", True),
        (None, "0001-01-01", False),
    ],
)
def test_nothing_is_paid_before_the_book_was_opened(url: str, opened: str | None, paid: str, refused: bool) -> None:
    """A day without a time may be one of any zone; of two days the names decide."""
    with ch.Book.create(url, ch.Filter(gdp=1), date=opened) as book:
        if refused:
            with pytest.raises(
                ch.BadValue, match=rf"the date is {paid[:10]}.* and the book was opened on {opened[:10]}"
            ):
                book.spend(STEP, date=paid)
            assert len(list(book.log())) == 1
        else:
            assert book.spend(STEP, date=paid).date[:10] <= paid[:10]


def test_a_book_is_not_closed_as_a_file_is(url: str) -> None:
    """By whoever closes all that is opened: it takes a label, and the budget is what it was."""
    with pytest.raises(ch.BadLedger, match=r"nothing has to be closed, .*; close\(label="), closing(made(url)) as book:
        book.spend(STEP)
    with ch.Book(url) as book:
        assert not book.closed
        assert book.spend(STEP).number == 2
        assert book.close(label="").kind == "close"


def test_a_closed_book_stays_closed(url: str) -> None:
    """And can be read."""
    with made(url) as book:
        book.close(label="the year is over")
        for change in (lambda: book.spend(STEP), lambda: book.correct(1, label="x"), lambda: book.close(label="")):
            with pytest.raises(ch.BadLedger, match="closed"):
                change()
        assert book.verify() == book.digest
        assert [entry.kind for entry in book.log()] == ["open", "close"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"label": "x" * 1001}, "the label is"),
        ({"author": 3}, "the author is 3"),
        ({"date": "yesterday"}, "the date is 'yesterday'"),
        ({"date": "2026-11-26T12:00:00"}, "with its zone"),
        ({"date": 5}, "the date is 5"),
    ],
)
def test_what_is_said_is_bounded(url: str, said: dict[str, Any], why: str) -> None:
    """Nothing is spent by a call that is refused."""
    with made(url) as book:
        with pytest.raises(ch.BadValue, match=why):
            book.spend(STEP, **said)
        assert len(list(book.log())) == 1


def test_bad_places_are_errors(tmp_path: Path, url: str) -> None:
    """With the place, and without a password."""
    made(url).__exit__()
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: made(url), "there is a book at"),
        (lambda: ch.Book(str(tmp_path / "none.db")), "there is no book at"),
        (lambda: ch.Book(str(tmp_path)), "there is no book at"),
        (lambda: made(str(tmp_path / "no" / "where.db")), "cannot be used"),
        (lambda: ch.Book("mysql://me:secret@host/name"), "no book is kept in mysql"),
        (lambda: ch.Book("oh://"), r"no book is kept in|no URL"),
    ]
    for call, why in cases:
        with pytest.raises(ch.BadLedger, match=why) as raised:
            call()
        assert "secret" not in str(raised.value)
    (tmp_path / "text.db").write_text("this is a text and no database" * 100)
    with pytest.raises(ch.BadLedger, match="cannot be used"):
        ch.Book(str(tmp_path / "text.db"))
    spent = ch.Filter(gdp=1)
    spent.spend(STEP)
    with pytest.raises(ch.BadLedger, match="something is spent"):
        ch.Book.create(str(tmp_path / "other.db"), spent)


_ENTRY, _HEAD = "chartered_entry", "chartered_head"
CHANGES = {
    "another label": ([f"update {_ENTRY} set text = replace(text, 'three', 'THREE') where number = 3"], 3),
    "another cost": ([f"update {_ENTRY} set text = replace(text, '0.01', '0.001') where number = 3"], 3),
    "one is gone": ([f"delete from {_ENTRY} where number = 3"], 3),
    "the last is gone": ([f"delete from {_ENTRY} where number = 5"], 5),
    "two change places": (
        [
            f"update {_ENTRY} set number = 108 - number where number in (3, 5)",
            f"update {_ENTRY} set number = number - 100 where number > 100",
        ],
        3,
    ),
    "another digest": (
        [f"update {_ENTRY} set digest = replace(digest, substr(digest, 1, 1), 'x') where number = 2"],
        2,
    ),
    "less is spent": ([f"update {_HEAD} set spent = replace(spent, '0.05', '0.01')"], 5),
    "the last row is no JSON": ([f"update {_HEAD} set spent = '{{'"], 5),
    "the last row is nested deep": ([f"update {_HEAD} set spent = '{'[' * 100_000}'"], 5),
    "it is said to be closed": ([f"update {_HEAD} set closed = 1"], 5),
    "an entry is put behind": (
        [f"insert into {_ENTRY} select 6, text, digest, null from {_ENTRY} where number = 5"],
        6,
    ),
    "the budget is another": ([f"""update {_ENTRY} set text = replace(text, '"gdp": "1"', '"gdp": "9"')"""], 0),
}
"""What somebody with access to the file may do, and the entry that shows it."""


@pytest.mark.parametrize("what", CHANGES)
def test_any_change_is_found_and_named(url: str, what: str) -> None:
    """In entries, in the last row, and in the order."""
    with made(url) as book:
        for label in ("one", "two", "three", "four", "five"):
            book.spend(STEP, label=label)
        book.verify()
    statements, number = CHANGES[what]
    for statement in statements:
        altered(url, statement)
    with pytest.raises(ch.BadLedger, match=f"entry {number} of the book"):
        ch.Book(url).verify()


def test_a_chain_that_is_written_anew_is_found_by_a_digest(url: str, tmp_path: Path) -> None:
    """That somebody kept; the chain by itself holds."""
    other = str(tmp_path / "other.db")
    with made(url) as book, made(other) as forged:
        for _ in range(3):
            book.spend(STEP)
        kept = book.spend(STEP).digest
        book.spend(STEP)
        assert book.verify(kept) == book.digest
        forged.spend(STEP)
        forged.verify()
        with pytest.raises(ch.BadLedger, match="the digest that was kept"):
            forged.verify(kept)


def test_threads_spend_a_budget_once(url: str) -> None:
    """Each decision is a transaction."""
    made(url, gdp="1/2").__exit__()

    def spend(_: int) -> bool:
        with ch.Book(url) as book:
            return book.may(STEP) and _paid(book)

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(spend, range(40))) == 25
    with ch.Book(url) as book:
        assert book.left == {"gdp": 0}
        book.verify()


def _paid(book: ch.Book) -> bool:
    try:
        book.spend(STEP)
    except ch.BudgetExceeded:
        return False
    return True


SPENDER = f"""
import sys
import chartered as ch
with ch.Book(sys.argv[1]) as book:
    for turn in range(int(sys.argv[3])):
        try:
            entry = book.spend({STEP!r}, label=f"{{sys.argv[2]}}/{{turn}}")
        except ch.BudgetExceeded:
            break
        print(entry.label, flush=True)
"""


def struck(url: str, processes: int, turns: int, kills: int, seconds: float) -> set[str]:
    """The labels that processes reported as paid, some of which were killed at random points."""
    running = [
        subprocess.Popen([sys.executable, "-c", SPENDER, url, str(n), str(turns)], stdout=subprocess.PIPE, text=True)
        for n in range(processes)
    ]
    draw = random.Random(7)
    for process in draw.sample(running, kills):
        time.sleep(draw.random() * seconds)
        os.kill(process.pid, signal.SIGKILL)
    return {line for process in running for line in process.communicate()[0].splitlines() if line}


def check_struck(url: str, budget: int, reported: set[str]) -> None:
    """Nothing that was reported is lost, nothing is there twice, and the budget holds."""
    with ch.Book(url) as book:
        book.verify()
        labels = [entry.label for entry in book.log() if entry.kind == "spend"]
        assert len(labels) == len(set(labels)) <= budget * 100
        assert reported <= set(labels)
        assert book.left["gdp"] == budget - Fraction(len(labels), 100)


def test_processes_that_are_killed_lose_nothing(url: str) -> None:
    """Neither what is paid nor the budget."""
    made(url).__exit__()
    check_struck(url, 1, struck(url, processes=3, turns=45, kills=2, seconds=0.8))


@pytest.mark.full
def test_two_thousand_decisions_of_eight_processes_that_are_killed(url: str) -> None:
    """At random points."""
    made(url, gdp=4).__exit__()
    check_struck(url, 16, struck(url, processes=8, turns=250, kills=6, seconds=4))


def test_a_forked_process_has_connections_of_its_own(url: str) -> None:
    """And the parent goes on."""
    with made(url) as book:
        book.spend(STEP)
        child = os.fork()
        if child == 0:
            book.spend(STEP, label="child")
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        book.spend(STEP)
        assert [entry.label for entry in book.log()][2] == "child"
        book.verify()


def test_questions_wait_for_nobody(url: str) -> None:
    """While another program decides."""
    with made(url) as book:
        book.spend(STEP)
        other = sqlite3.connect(url, isolation_level=None)
        other.execute("begin immediate")
        assert book.left == {"gdp": Fraction(99, 100)}
        assert book.may(STEP)
        assert len(list(book.log())) == 2
        assert book.verify() == book.digest
        other.execute("rollback")
        other.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # where the collector runs a line
def test_a_callers_exception_leaves_unchanged(url: str) -> None:
    """Also where the database library prepares a query: at any line of a payment, which is whole or was none."""

    class Limit(Exception):
        """A time limit of the caller's."""

    def struck(line: int) -> bool:
        left = line

        def trace(frame: Any, event: str, _: object) -> Any:
            nonlocal left
            left -= event == "line"
            if left == 0:
                raise Limit
            return trace

        before = sys.gettrace()
        try:
            sys.settrace(trace)
            book.spend(STEP)
        except Limit:
            return True
        finally:
            sys.settrace(before)
        return False

    with made(url, gdp=100) as book:
        book.spend(STEP)
        paid = [struck(line) for line in range(1, 4000, 37)].count(False)
        labels = [entry for entry in book.log() if entry.kind == "spend"]
        assert paid + 1 <= len(labels) <= paid + 110
        book.verify()
