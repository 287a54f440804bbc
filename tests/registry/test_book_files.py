"""What a book gives to pass on, and ledger files that are paid from it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from threading import Barrier

import chartered as ch
import pytest

from ..strangers import HALF, Install

pytest.importorskip("sqlalchemy")
STEP = "gaussian:sigma=2"


@pytest.fixture
def book(tmp_path: Path) -> ch.Book:
    """A book from which something is paid."""
    made = ch.Book.create(str(tmp_path / "budget.db"), ch.Filter(gdp=1), unit="a household")
    made.spend(STEP, label="ages")
    return made


def test_each_file_states_the_last_digest(book: ch.Book, tmp_path: Path) -> None:
    """And is about the budget, which holds whatever was run."""
    files = {name: tmp_path / name for name in ("b.toml", "b.json", "b.cert.json", "b.html")}
    book.export(files["b.json"])
    book.export(
        files["b.toml"], certificate=files["b.cert.json"], statement=files["b.html"], delta="1e-5", pictures=False
    )
    digest = book.digest
    assert all(digest in file.read_text() for file in files.values())
    for name in ("b.toml", "b.json"):
        ledger = ch.Ledger.read(files[name])
        assert str(ledger.entries[0]) == "filter:gdp=1"
        assert ledger.stated.get("privacy_unit") == "a household"
        assert ledger.epsilon("1e-5").upper == book.answer(delta="1e-5").upper
    for name in ("b.cert.json", "b.html"):
        checked = ch.check(files[name])
        assert (checked.accepted, checked.upper) == (True, book.answer(delta="1e-5").upper)
    book.spend(STEP)
    assert book.verify(digest) == book.digest != digest


def test_a_ledger_of_several_orders_needs_a_question(tmp_path: Path) -> None:
    """Each order is a ledger, and the tightest is taken."""
    book = ch.Book.create(str(tmp_path / "orders.db"), ch.Filter(renyi={2: 1, 32: 4}))
    with pytest.raises(ch.BadLedger, match="several orders"):
        book.ledger()
    answer = book.answer(delta="1e-5")
    assert book.ledger(delta="1e-5").epsilon("1e-5").upper == answer.upper
    assert str(book.ledger(delta="1e-5").entries[0]).startswith("filter:alpha=32")
    assert str(book.ledger(epsilon="1/10").entries[0]).startswith("filter:alpha=2,")


def test_what_cannot_be_exported_is_an_error(book: ch.Book, tmp_path: Path) -> None:
    """Before anything is written."""
    with pytest.raises(ch.BadLedger, match="answer a question"):
        book.export(tmp_path / "b.toml", certificate=tmp_path / "b.cert.json")
    with pytest.raises(ch.BadValue, match=r"ends in \.html"):
        book.export(tmp_path / "b.toml", statement=tmp_path / "b.txt", delta="1e-5")
    with pytest.raises(ch.CharteredError, match="either delta or epsilon"):
        book.export(tmp_path / "b.toml", delta="1e-5", epsilon=1)
    assert [file.name for file in tmp_path.iterdir() if "budget" not in file.name] == []


def test_a_ledger_is_paid_as_a_whole(book: ch.Book) -> None:
    """Each step is an entry with its label; over the budget nothing is."""
    plan = ch.Ledger.from_dict({"steps": [{"step": STEP, "times": 2, "label": "sexes"}, {"step": "gaussian:sigma=10"}]})
    entries = book.spend_all(plan, author="Ada", date="2026-11-26T12:00:00Z")
    assert [(entry.number, entry.label, entry.author) for entry in entries] == [(2, "sexes", "Ada"), (3, "", "Ada")]
    assert book.left["gdp"] == Fraction(6, 25)
    before = book.digest
    with pytest.raises(ch.BudgetExceeded, match=r"0\.2399 is left"):
        book.spend_all(["gaussian:sigma=100", STEP])
    assert book.verify() == book.digest == before
    with pytest.raises(ch.NeighboursMismatch, match="replace-one, and the book add-or-remove"):
        book.spend_all(ch.Ledger(STEP, "replace-one"))


HEARSAY = """
import chartered as ch

@ch.hook
def register_theorems():
    def bound(g):
        return ch.Pure(epsilon=0)

    return [ch.Theorem("zcdp.hearsay", ch.ZCDP, ch.Pure, bound, "It costs nothing.", "hearsay")]
"""


def test_no_stranger_answers_for_a_book(install: Install, tmp_path: Path) -> None:
    """Nor in its files, unless the book allows it."""
    place = str(tmp_path / "z.db")
    with ch.Book.create(place, ch.Filter(zcdp="1/2")) as book:
        own = book.answer(delta="1e-5").upper
    install("hearsay-plugin", HEARSAY)
    with ch.Book(place) as again:
        answer = again.answer(delta="1e-5")
        assert (answer.strangers, answer.upper) == ((), own)
        again.export(statement=tmp_path / "b.html", certificate=tmp_path / "b.cert.json", delta="1e-5", pictures=False)
        for name in ("b.html", "b.cert.json"):
            assert (ch.check(tmp_path / name).strangers, ch.check(tmp_path / name).upper) == ((), own)
    with ch.Book.create(str(tmp_path / "o.db"), ch.Filter(zcdp="1/2"), plugins=["hearsay-plugin"]) as other:
        assert other.answer(delta="1e-5").strangers == ("hearsay-plugin",)


def test_a_filter_takes_every_answer(install: Install) -> None:
    """As it takes every price, and says on whom it rests."""
    install("half-plugin", HALF)
    assert ch.Filter(count=("half:epsilon=1", 2)).answer(delta=0).strangers == ("half-plugin",)


def test_of_many_who_import_at_once_one_pays(book: ch.Book) -> None:
    """What is paid already is looked for while nobody else pays."""
    plan, begin = ch.Ledger.from_dict({"steps": [{"step": "gaussian:sigma=10", "label": "May"}]}), Barrier(6)

    def pay(_: int) -> str:
        begin.wait()
        try:
            return f"{len(book.spend_all(plan, again=False))} paid"
        except ch.BadLedger as error:
            return str(error)

    with ThreadPoolExecutor(6) as pool:
        found = sorted(pool.map(pay, range(6)))
    assert found[0] == "1 paid"
    assert all("paid already, with the same count and label: entry 2" in other for other in found[1:])
    assert len(book.paid(plan)) == 1
    assert [entry.number for entry in book.spend_all(plan)] == [3]
