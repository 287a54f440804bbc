"""Books whose disk is full: one clear line, nothing lost, and a chain that holds."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path

import chartered as ch
import pytest

pytest.importorskip("sqlalchemy")

from chartered.spending import book_database
from chartered.spending.database_failures import failure
from chartered.spending.unmade_file import removed_unless_made

FULL = r"^the disk of the book at .* is full, or fails: [^\n]*; make room; `chartered book log` lists what was paid$"
UNMADE = r"^the disk of the book at .* is full, or fails: [^\n]*; make room; no book was made$"
SPENDER = """
import resource, sys
import chartered as ch
if int(sys.argv[2]):
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
try:
    with ch.Book(sys.argv[1]) as book:
        while True:
            print(book.spend("gaussian:sigma=10", label="x" * 900).number, flush=True)
except ch.CharteredError as error:
    print(error, file=sys.stderr)
"""
"""Spends until the disk is full: no file may be larger than this."""


def spent_until_full(url: str, most: int) -> tuple[int, str]:
    """(the number of the last entry that was reported as paid, the error)."""
    done = subprocess.run(
        [sys.executable, "-c", SPENDER, url, str(most)], capture_output=True, text=True, timeout=60, check=True
    )
    return int((done.stdout.split() or ["0"])[-1]), done.stderr.strip()


def check_whole(url: str, last: int) -> None:
    """All that was reported is there, and the book goes on once there is room."""
    with ch.Book(url) as book:
        assert book.verify() == book.digest
        assert [entry.number for entry in book.log()] == list(range(last + 1))
        assert book.spend("gaussian:sigma=10").number == last + 1
        book.verify()


def test_a_file_that_may_not_grow_loses_nothing(tmp_path: Path) -> None:
    """As under a quota."""
    url = str(tmp_path / "budget.db")
    ch.Book.create(url, ch.Filter(gdp=1000)).__exit__()
    last, error = spent_until_full(url, 300_000)
    assert last > 3
    assert re.match(FULL, error)
    check_whole(url, last)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system of 300 kilobytes."""
    mount, place = shutil.which("mount"), tmp_path / "small"
    place.mkdir()
    command = [mount or "mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(place)]
    if mount is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def test_a_full_file_system_loses_nothing(small: Path) -> None:
    """Also for those who read while it is full."""
    url, other = str(small / "budget.db"), small / "other"
    ch.Book.create(url, ch.Filter(gdp=1000)).__exit__()
    other.write_bytes(bytes(120_000))
    last, error = spent_until_full(url, 0)
    assert last > 1
    assert re.match(FULL, error)
    with ch.Book(url) as book:
        assert book.verify() == book.digest
        assert len(list(book.log())) == last + 1
        with pytest.raises(ch.BadLedger, match=FULL) as caught:
            book.spend_all([{"step": "gaussian:sigma=10", "label": "x" * 900 + str(n)} for n in range(99)])
        assert caught.value.exit_status == 74
        assert book.verify() == book.digest
    other.unlink()
    check_whole(url, last)


def test_no_half_book_is_made(tmp_path: Path) -> None:
    """Where there is no room for one; later there may be."""
    url = str(tmp_path / "budget.db")
    maker = "import resource, sys, chartered as ch\nch.Filter(gdp=1)\n"
    maker += "resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))\n"
    maker += "try:\n    ch.Book.create(sys.argv[1], ch.Filter(gdp=1))\n"
    maker += "except ch.CharteredError as error:\n    print(error)"
    done = subprocess.run([sys.executable, "-c", maker, url], capture_output=True, text=True, timeout=60, check=True)
    assert re.match(UNMADE, done.stdout.strip())
    assert not list(tmp_path.iterdir())
    with pytest.raises(ch.BadLedger, match="there is no book at"):
        ch.Book(url)
    assert ch.Book.create(url, ch.Filter(gdp=1)).verify()


@pytest.mark.parametrize("room", [0, 4096, 8192, 12288, 20480])
def test_where_the_disk_is_full_no_file_is_left(small: Path, room: int) -> None:
    """Wherever the making of a book ends, by the exit status of what cannot be written; a file of before stays."""
    other, empty = small / "other", small / "empty.db"
    empty.touch()
    used = os.statvfs(small)
    other.write_bytes(bytes(used.f_bsize * used.f_bavail - room))
    for path, left in ((small / "budget.db", False), (empty, True)):
        with pytest.raises(ch.BadLedger, match=UNMADE) as caught:
            ch.Book.create(str(path), ch.Filter(gdp=1))
        assert caught.value.exit_status == 74
        assert path.exists() is left
    assert not list(small.glob("budget.db*"))
    other.unlink()
    with ch.Book.create(str(small / "budget.db"), ch.Filter(gdp=1)) as book:
        assert book.verify()


def fail_after(path: Path, act: Callable[[], object]) -> None:
    """As if a book could not be made, after somebody else did something."""
    with removed_unless_made(str(path)):
        act()
        raise RuntimeError


def test_a_file_of_somebody_else_is_not_removed(tmp_path: Path) -> None:
    """Nor one that somebody else is about to write to."""
    path = tmp_path / "budget.db"
    with pytest.raises(RuntimeError):
        fail_after(path, lambda: ch.Book.create(str(path), ch.Filter(gdp=1)).__exit__())
    with ch.Book(str(path)) as book:
        assert book.verify()
    path.unlink()
    with ExitStack() as held:

        def begin() -> None:
            held.enter_context(closing(sqlite3.connect(path, isolation_level=None))).execute("BEGIN IMMEDIATE")

        with pytest.raises(RuntimeError):
            fail_after(path, begin)
        assert path.exists()


def check_held(url: str, hold: Callable[[], AbstractContextManager[object]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for a payment that does not end gives up, pays nothing, and pays when that has ended."""
    monkeypatch.setattr(book_database, "PATIENCE", 0.5)
    with ch.Book.create(url, ch.Filter(gdp=1)) as book:
        with hold(), pytest.raises(ch.BadLedger, match=r"^another payment has held the book .* nothing was paid: "):
            book.spend("gaussian:sigma=10")
        assert book.spend("gaussian:sigma=10").number == 1
        assert book.verify() == book.digest


def test_a_payment_that_hangs_is_not_waited_for_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a file; `test_book_in_postgres` has the same of a server."""
    path = tmp_path / "book.db"

    @contextmanager
    def hold() -> Iterator[None]:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield

    check_held(f"sqlite:///{path}", hold, monkeypatch)


def test_a_name_that_no_file_can_have_is_an_error() -> None:
    """Where a book is made as where one is opened."""
    for use in (lambda: ch.Book("a\0b.db"), lambda: ch.Book.create("a\0b.db", ch.Filter(gdp=1))):
        with pytest.raises(ch.BadLedger, match="with a null character"):
            use()


class Lost(Exception):
    """As SQLAlchemy's, of a connection that was lost."""

    connection_invalidated = True


def test_each_failure_is_one_line() -> None:
    """Of several lines the first; a lost connection says that the last payment is not known."""
    lost = failure("here", Lost(), RuntimeError("the server closed\n\tThis probably means\n"))
    assert str(lost) == (
        "the connection to the book at here was lost: the server closed; "
        "`chartered book log` says whether the last step was paid"
    )
    assert failure("here", Exception(), None).message == "the book at here cannot be used: Exception"
    alone = sqlite3.OperationalError("attempt to write a readonly database")
    alone.sqlite_errorcode = sqlite3.SQLITE_READONLY | 5 << 8
    told = failure("here", Exception(), alone)
    assert told.message.startswith("the book at here cannot be written, and nothing was paid: attempt to write")
    assert told.exit_status == 74
    assert told.hint == "to read it takes a folder that you may write to, too: copy it there"
    assert "cannot be used: locked" in failure("here", Exception(), sqlite3.OperationalError("locked")).message
    there = type("DiskFull", (Exception,), {"sqlstate": "53100"})("could not extend file\nHINT: Check free space.")
    assert (
        failure("here", Exception(), there).message
        == "the disk of the book at here is full, or fails: could not extend file"
    )
