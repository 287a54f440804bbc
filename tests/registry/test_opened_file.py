"""Books whose file is moved, replaced or named twice while they are open: two never pay from one budget apart."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import chartered as ch
import pytest

pytest.importorskip("sqlalchemy")
STEP = "gaussian:sigma=10"
MOVED = r"the file of the book at .*budget.db was moved, or another was put in its place, and nothing was paid; open"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a book from which one step is paid."""
    with ch.Book.create(str(tmp_path / "budget.db"), ch.Filter(gdp=1)) as book:
        book.spend(STEP)
    return tmp_path / "budget.db"


def test_a_copy_in_the_place_of_an_open_book_is_seen(path: Path) -> None:
    """Who has the first file open would pay there all that is left, and who opens the copy the same again."""
    copy = path.with_name("copy.db")
    with ch.Book(str(path)) as book:
        book.spend(STEP)
        with closing(sqlite3.connect(path)) as other:
            other.execute(f"vacuum into '{copy}'")
        for ends in ("-wal", "-shm"):
            path.with_name(path.name + ends).unlink()
        copy.replace(path)
        for use in (lambda: book.spend(STEP), lambda: book.left, book.verify, lambda: book.correct(1, label="x")):
            with pytest.raises(ch.BadLedger, match=MOVED):
                use()
        with ch.Book(str(path)) as again:
            assert again.spend(STEP, 98).number == 3
            assert again.verify() == again.digest
        with pytest.raises(ch.BadLedger, match=MOVED):
            book.spend(STEP)
    with ch.Book(str(path)) as again:
        assert (again.left, len(list(again.log()))) == ({"gdp": 0}, 4)


def test_a_file_that_is_moved_away_is_not_paid_in(path: Path) -> None:
    """Nor is a new one made in its place; back there it goes on."""
    away = path.with_name("away.db")
    with ch.Book(str(path)) as book:
        path.rename(away)
        with pytest.raises(ch.BadLedger, match=MOVED):
            book.spend(STEP)
        assert not path.exists()
        away.rename(path)
        assert book.spend(STEP).number == 2


def test_a_file_that_is_replaced_while_it_is_paid_in_is_not_written(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The payment is taken back."""
    append = ch.Book._append

    def replace(*given: object) -> object:
        shutil.copy(path, tmp_path / "copy.db")
        path.rename(tmp_path / "away.db")
        (tmp_path / "copy.db").rename(path)
        return append(*given)  # type: ignore[arg-type]

    with ch.Book(str(path)) as book:
        monkeypatch.setattr(ch.Book, "_append", replace)
        with pytest.raises(ch.BadLedger, match=MOVED):
            book.spend(STEP)
    monkeypatch.undo()
    for name in ("budget.db", "away.db"):
        with ch.Book(str(tmp_path / name)) as book:
            assert len(list(book.log())) == 2


def test_a_file_with_two_names_is_refused(path: Path, tmp_path: Path) -> None:
    """Each name has a log of its own, and who pays by one does not wait for the other; a symbolic link is no name."""
    (tmp_path / "link.db").symlink_to(path)
    with ch.Book(str(path)) as book, ch.Book(str(tmp_path / "link.db")) as linked:
        assert (book.spend(STEP).number, linked.spend(STEP).number) == (2, 3)
        os.link(path, tmp_path / "other.db")
        for use in (lambda: book.spend(STEP), lambda: linked.left, lambda: ch.Book(str(tmp_path / "other.db"))):
            with pytest.raises(ch.BadLedger, match=r"has 2 names \(hard links\)"):
                use()
        (tmp_path / "other.db").unlink()
        assert book.spend(STEP).number == 4
        assert book.verify() == book.digest
