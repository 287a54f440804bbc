"""Books in a real PostgreSQL, which the test starts."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import chartered as ch
import pytest

pytest.importorskip("sqlalchemy")  # before the tests of books, which are skipped without it

from . import test_book as books

pytestmark = pytest.mark.full


def _program(name: str) -> str:
    pytest.importorskip("psycopg")
    places = [str(folder) for folder in Path("/usr/lib/postgresql").glob("*/bin")]
    found = shutil.which(name, path=os.pathsep.join([*places, os.environ["PATH"]]))
    if found is None:
        pytest.skip("no PostgreSQL server is installed")
    return found


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server of its own, run by an ordinary user, since it refuses to run as root."""
    initdb, control = _program("initdb"), _program("pg_ctl")
    with tempfile.TemporaryDirectory(prefix="book-") as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if user:
            shutil.chown(folder, "postgres")
        data = f"{folder}/data"

        def run(*command: str) -> None:
            subprocess.run([*user, *command], check=True, stdout=subprocess.DEVNULL, cwd=folder)

        run(initdb, "-D", data, "-U", "me", "-A", "trust")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
        run(control, "-D", data, "-o", options, "-w", "-l", f"{folder}/log", "start")
        try:
            yield f"postgresql://me:secret@127.0.0.1:{port}/"
        finally:
            run(control, "-D", data, "-m", "immediate", "stop")


@pytest.fixture
def url(server: str, request: pytest.FixtureRequest) -> str:
    """A database of its own."""
    import psycopg

    name = f"book_{abs(hash(request.node.name))}"
    with psycopg.connect(f"{server}postgres", autocommit=True) as connection:
        connection.execute(f"create database {name}")  # type: ignore[arg-type]
    return f"{server}{name}"


def test_no_password_is_shown(url: str) -> None:
    """In texts of a book and of its errors."""
    with books.made(url) as book:
        assert "secret" not in repr(book) + book.place
        assert "127.0.0.1" in book.place
    for call in (lambda: books.made(url), lambda: ch.Book(url.replace("book_", "none_"))):
        with pytest.raises(ch.BadLedger) as raised:
            call()
        assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    "tried",
    [
        books.test_what_may_not_run_is_refused_and_leaves_no_entry,
        books.test_a_step_that_did_not_run_is_taken_back_once,
        books.test_a_closed_book_stays_closed,
        books.test_threads_spend_a_budget_once,
        books.test_processes_that_are_killed_lose_nothing,
        books.test_two_thousand_decisions_of_eight_processes_that_are_killed,
        books.test_a_forked_process_has_connections_of_its_own,
    ],
    ids=lambda tried: tried.__name__,
)
def test_as_in_a_file(url: str, tried: object) -> None:
    """The same behaviour."""
    assert callable(tried)
    tried(url)
