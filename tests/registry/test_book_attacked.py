"""Books that somebody altered with care, files that are named twice, and numbers of any size."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import chartered as ch
import pytest
from altered_books import altered, rewritten
from chartered.spending.purses import FAIL, GDP


def test_a_negative_cost_is_found(path: Path) -> None:
    """Also beside a cost that is that of the step, in an entry that other versions priced."""
    with ch.Book.create(str(path), ch.Filter(gdp=1, pure=1)) as book:
        book.spend("laplace:scale=1")
        book.spend("gaussian:sigma=2")
    cost = {"gdp": "1/4", "pure": "-1"}
    rewritten(path, {"gdp": "1/4", "pure": "0"}, versions={"chartered": "0.0.1"}, cost=cost)
    with ch.Book(str(path)) as book, pytest.raises(ch.BadLedger, match="entry 2 of the book: its cost is negative"):
        book.verify()


def test_a_row_that_says_otherwise_what_it_takes_back_is_found(path: Path) -> None:
    """And an altered entry is not taken back."""
    with ch.Book.create(str(path), ch.Filter(gdp=1)) as book:
        book.spend("gaussian:sigma=2")
        book.correct(1, label="it did not run")
    altered(path, "update chartered_entry set corrects = null")
    with ch.Book(str(path)) as book, pytest.raises(ch.BadLedger, match=r"entry 2 .* which entry it takes back"):
        book.verify()
    altered(path, "delete from chartered_entry where number = 2")
    altered(path, "update chartered_entry set text = replace(text, 'sigma=2', 'sigma=1') where number = 1")
    with ch.Book(str(path)) as book, pytest.raises(ch.BadLedger, match="entry 1, or the one before it, was altered"):
        book.correct(1, label="again")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a new book may be."""
    return tmp_path / "b.db"


def test_a_book_is_not_written_over_by_its_export(tmp_path: Path) -> None:
    """Nor one file by another."""
    path = tmp_path / "b.db"
    with ch.Book.create(str(path), ch.Filter(gdp=1)) as book:
        for ends in ("", "-wal"):
            with pytest.raises(ch.BadLedger, match="is the book, or another file of the export"):
                book.export(f"{path}{ends}")
        with pytest.raises(ch.BadLedger, match="is the book, or another file"):
            book.export(tmp_path / "x.json", certificate=tmp_path / "x.json", delta="1e-5")
        assert not (tmp_path / "x.json").exists()
        assert book.verify() == book.digest


def test_what_is_taken_back_is_rounded_as_what_is_spent() -> None:
    """Upward, so that sums stay short, however many corrections there are."""
    spent, costs = Fraction(0), [Fraction(1, 10**60 + 7 * k) for k in range(1, 40)]
    for cost in costs:
        spent = GDP.after(spent, cost)
    for cost in costs:
        spent = GDP.before(spent, cost)
        assert spent.denominator.bit_length() < 1200
    assert 0 <= spent < Fraction(1, 10**80)
    assert FAIL.before(FAIL.after(Fraction(1, 3), Fraction(1, 7)), Fraction(1, 7)) == Fraction(1, 3)


HUGE = f"pure:epsilon=1e400/{'7' * 160}"


@pytest.mark.parametrize(
    ("budget", "step"),
    [
        ("gdp", "gaussian:sigma=3e-200"),
        ("pure", "pure:epsilon=1e-5000"),
        ("pure", HUGE),
        ("zcdp", "laplace:scale=1e5000"),
    ],
)
def test_costs_of_any_size_are_told(budget: str, step: str) -> None:
    """In decisions, and in what a filter says of itself."""
    decision = ch.Filter(**{budget: 1}).ask(step)
    assert "run; " in repr(decision)
    assert "about 1.42857e+399" in repr(ch.Filter(pure="1e400/7"))


@pytest.mark.parametrize("date", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"])
def test_days_beyond_the_first_and_the_last_are_refused(tmp_path: Path, date: str) -> None:
    """In universal time there are none."""
    with pytest.raises(ch.BadValue, match="write a day, as 2026-11-26, or a time with its zone"):
        ch.Book.create(str(tmp_path / "b.db"), ch.Filter(gdp=1), date=date)


def test_a_place_that_is_no_url_is_refused_without_repeating_it() -> None:
    """What stands in a port may be a password."""
    with pytest.raises(ch.BadLedger, match="is no URL") as refused:
        ch.Book("postgresql://u:secret")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("number", ["'abc'", str(2**63 - 1)])
def test_a_last_row_with_another_number_is_refused(path: Path, number: str) -> None:
    """Of another type, or larger than any."""
    ch.Book.create(str(path), ch.Filter(gdp=1)).__exit__()
    altered(path, f"update chartered_head set number = {number}")
    with ch.Book(str(path)) as book:
        for ask in (book.verify, lambda: book.spend("gaussian:sigma=9")):
            with pytest.raises(ch.BadLedger, match="the last row of the book is no such row"):
                ask()
