"""What priced an entry: versions, plugins of others, and books that an older version made."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from altered_books import altered, rewritten

from ..strangers import HALF, Install

pytest.importorskip("sqlalchemy")

from chartered.spending import book_database, plugin_versions

OLD = Path(__file__).parents[1] / "data" / "book_of_schema_1.db"
"""A book of schema 1, which states no versions, as the code before schema 2 wrote it."""
STEP = "gaussian:sigma=2"


def test_each_entry_states_what_priced_it(url: str) -> None:
    """In the text that is hashed, so that it cannot be changed later."""
    with ch.Book.create(url, ch.Filter(gdp=1)) as book:
        book.spend(STEP)
        book.correct(1, label="it crashed")
        book.close(label="the year is over")
        own = {"chartered": plugin_versions.versions()["chartered"]}
        assert [entry.versions for entry in book.log()] == [own] * 4
        assert next(book.log()).to_json()["versions"] == own
    altered(url, "update chartered_entry set text = replace(text, ?, '9.9')", own["chartered"])
    with pytest.raises(ch.BadLedger, match="entry 0 of the book"):
        ch.Book(url).verify()


def test_a_book_takes_no_price_of_a_stranger(url: str, install: Install) -> None:
    """Unless its maker named the plugin; a filter says on whom a cost rests."""
    install("half-plugin", HALF, version="3.1")
    decision = ch.Filter(pure=1).ask("half:epsilon=1/2")
    assert (decision.cost, decision.path) == ({"pure": Fraction(1, 4)}, ("half.pure",))
    assert decision.strangers == ("half-plugin",)
    with ch.Book.create(url, ch.Filter(pure=1)) as book:
        assert book.plugins == ()
        assert "only a plugin that is not allowed" in book.ask("half:epsilon=1/2").why
        with pytest.raises(ch.BudgetExceeded, match=r"half-plugin 3\.1.*allows plugins of others by name"):
            book.spend("half:epsilon=1/2")
        assert book.ask("laplace:scale=2").strangers == ()


def test_a_book_may_allow_a_plugin(url: str, install: Install) -> None:
    """By its name; then its entries state its version, and a check needs it."""
    install("half-plugin", HALF, version="3.1")
    with ch.Book.create(url, ch.Filter(pure=1), plugins=["half-plugin"]) as book:
        book.spend("laplace:scale=4")
        entry = book.spend("half:epsilon=1/2")
        assert entry.versions == {**plugin_versions.versions(), "plugin half-plugin": "half-plugin 3.1"}
        assert book.plugins == ("half-plugin",)
        assert book.verify() == entry.digest
    older = {**entry.versions, "plugin half-plugin": "half-plugin 2"}
    rewritten(url, {"pure": "3/4"}, versions=older, cost={"pure": "1/2"})
    assert ch.Book(url).verify()  # another version priced it, and more than this one does
    rewritten(url, {"pure": "1/8"}, cost={"pure": "1/8"})
    with pytest.raises(ch.BadLedger, match=r"entry 2 .*costs more here; .*half-plugin 2.*here is .*half-plugin 3\.1"):
        ch.Book(url).verify()


@pytest.mark.parametrize(
    ("names", "why"), [(["none"], "no plugin 'none' is installed"), ("gaussian", "is a part of Chartered")]
)
def test_only_strangers_are_allowed(url: str, names: list[str] | str, why: str) -> None:
    """And only such as are installed."""
    with pytest.raises(ch.CharteredError, match=why):
        ch.Book.create(url, ch.Filter(pure=1), plugins=names)
    assert not Path(url).exists()


def test_without_the_plugin_an_entry_cannot_be_checked(url: str) -> None:
    """The message states what priced it."""
    noise = ch.Mechanism("noise", "noise", (ch.Parameter("epsilon", "its eps"),))
    theorem = ch.Theorem("noise.pure", ch.OnStep("noise"), ch.Pure, _pure, "It is eps-DP.", "here")
    with ch.register(mechanisms=[noise], theorems=[theorem]):
        ch.Book.create(url, ch.Filter(pure=1), plugins=["session"]).spend("noise:epsilon=1/2")
        ch.Book(url).verify()
    with pytest.raises(ch.BadLedger, match=r"entry 1 .*'noise'.*priced by .*plugin session"):
        ch.Book(url).verify()


def _pure(case: ch.Case) -> ch.Pure:
    return ch.Pure(epsilon=case.number("epsilon"))


def test_another_version_may_have_priced_higher(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not lower: the budget holds by what is proved here."""
    with ch.Book.create(url, ch.Filter(gdp=1)) as book:
        book.spend(STEP)
        rewritten(url, {"gdp": "0.3"}, cost={"gdp": "0.3"})
        with pytest.raises(ch.BadLedger, match="entry 1 of the book: its cost is not that of its step"):
            book.verify()
        monkeypatch.setattr(plugin_versions, "_own", lambda: "99.0")
        book.verify()
        rewritten(url, {"gdp": "0.2"}, cost={"gdp": "0.2"})
        with pytest.raises(ch.BadLedger, match=r"its step costs more here; it was priced by .*here is chartered 99\.0"):
            book.verify()
    rewritten(url, versions=None)
    with pytest.raises(ch.BadLedger, match="entry 1 of the book: it does not say what it was priced by"):
        ch.Book(url).verify()
    rewritten(url, versions={"chartered": 3})
    with pytest.raises(ch.BadLedger, match="entry 1 of the book is no entry"):
        ch.Book(url).verify()


@pytest.mark.parametrize("field", [{"of": 0}, {"scope": "clinic"}, {"failure": "1e-9"}, {"step": STEP}, {"times": 2}])
def test_a_field_of_another_kind_of_entry_is_refused(url: str, field: dict[str, Any]) -> None:
    """A step takes back no other, nor has a correction a step of its own."""
    with ch.Book.create(url, ch.Filter(gdp=1)) as book:
        paid = book.spend(STEP)
        if "of" not in field:
            book.correct(paid.number, label="it did not run")
        rewritten(url, **field)
        with pytest.raises(ch.BadLedger, match=r"entry [12] of the book is no entry"):
            book.verify()


def test_a_book_of_schema_1_goes_on(tmp_path: Path) -> None:
    """It is read, checked and spent from; with its next entry it has the current schema."""
    url = str(shutil.copy(OLD, tmp_path / "old.db"))
    with ch.Book(url) as book:
        assert book.unit == "a household"
        assert [(entry.kind, entry.versions) for entry in book.log()] == [
            ("open", None), ("spend", None), ("correct", None), ("spend", None),
        ]  # fmt: skip
        assert book.verify() == "56ae624caeda3ae27be16c8bc814bbe7768de05fd74114ce6d8c7f3994b88051"
        assert _schema(url) == 1
        assert book.spend(STEP, label="more").versions == plugin_versions.versions()
        assert book.verify("56ae624caeda3ae27be16c8bc814bbe7768de05fd74114ce6d8c7f3994b88051") == book.digest
        assert _schema(url) == book_database.SCHEMA == 2


def test_a_book_of_a_later_schema_is_refused(tmp_path: Path) -> None:
    """With what is read here."""
    url = str(shutil.copy(OLD, tmp_path / "old.db"))
    altered(url, "update chartered_head set id = 3")
    with pytest.raises(ch.BadLedger, match="has schema 3; this version reads schemas up to 2"):
        ch.Book(url)


def _schema(url: str) -> int:
    return int(altered(url, "select id from chartered_head")[0])
