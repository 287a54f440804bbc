"""Books in a real PostgreSQL, which the test starts."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import chartered as ch
import pytest

pytest.importorskip("sqlalchemy")  # before the tests of books, which are skipped without it

from . import test_book as books, test_database_failures as failures, test_plan_book as plans

pytestmark = pytest.mark.full


def _program(name: str) -> str:
    pytest.importorskip("psycopg")
    places = [str(folder) for folder in Path("/usr/lib/postgresql").glob("*/bin")]
    found = shutil.which(name, path=os.pathsep.join([*places, os.environ["PATH"]]))
    if found is None:
        pytest.skip("no PostgreSQL server is installed")
    return found


class Server:
    """A server of its own, run by an ordinary user, since it refuses to run as root."""

    def __init__(self, folder: str) -> None:
        initdb, self._control = _program("initdb"), _program("pg_ctl")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if self._user:
            shutil.chown(folder, "postgres")
        self._folder, self._data = folder, f"{folder}/data"
        self.address = f"postgresql://me:secret@127.0.0.1:{self._port}/"
        self._run(initdb, "-D", self._data, "-U", "me", "-A", "trust")

    def start(self) -> None:
        """Waits until it takes connections."""
        options = f"-p {self._port} -k {self._folder} -c listen_addresses=127.0.0.1"
        self._run(self._control, "-D", self._data, "-o", options, "-w", "-l", f"{self._folder}/log", "start")

    def stop(self) -> None:
        """As if its machine had lost power: connections break."""
        self._run(self._control, "-D", self._data, "-m", "immediate", "stop")

    def _run(self, *command: str) -> None:
        subprocess.run([*self._user, *command], check=True, stdout=subprocess.DEVNULL, cwd=self._folder)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that runs."""
    _program("initdb")
    with tempfile.TemporaryDirectory(prefix="book-") as folder:
        found = Server(folder)
        found.start()
        try:
            yield found
        finally:
            found.stop()


@pytest.fixture
def url(server: Server, request: pytest.FixtureRequest) -> str:
    """A database of its own."""
    import psycopg

    name = f"book_{abs(hash(request.node.name))}"
    with psycopg.connect(f"{server.address}postgres", autocommit=True) as connection:
        connection.execute(f"create database {name}")  # type: ignore[arg-type]
    return f"{server.address}{name}"


def test_no_password_is_shown(url: str) -> None:
    """In texts of a book and of its errors."""
    with books.made(url) as book:
        assert "secret" not in repr(book) + book.place
        assert book.place.startswith("postgresql://me:***@127.0.0.1:")
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
        plans.test_a_plan_is_paid_with_its_own_runs,
    ],
    ids=lambda tried: tried.__name__,
)
def test_as_in_a_file(url: str, tried: object) -> None:
    """The same behaviour."""
    assert callable(tried)
    tried(url)


def test_a_payment_that_hangs_is_not_waited_for_without_end(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row of another transaction is waited for as long as the lock of a file."""
    import psycopg

    @contextmanager
    def hold() -> Iterator[None]:
        with psycopg.connect(url) as other:
            other.execute("select * from chartered_head for update")
            yield

    failures.check_held(url, hold, monkeypatch)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Closes what a test opened."""
    with ExitStack() as found:
        yield found


def test_a_server_that_stops_loses_nothing(server: Server, url: str, stack: ExitStack) -> None:
    """Who pays while it stops is told that the last payment is not known; the same books go on when it is back."""
    reported, errors = list[int](), list[ch.BadLedger]()
    book = stack.enter_context(books.made(url, gdp=1000))

    def spend(_: int) -> None:
        try:
            while True:
                reported.append(book.spend(books.STEP).number)
        except ch.BadLedger as error:
            errors.append(error)

    with ThreadPoolExecutor(4) as threads:
        running = [threads.submit(spend, number) for number in range(4)]
        time.sleep(1)
        server.stop()
        for one in running:
            one.result()
    with pytest.raises(ch.BadLedger, match=r"cannot be used: .*Connection refused"):
        book.spend(books.STEP)
    server.start()
    assert len(errors) == 4
    for error in errors:
        lost = "the connection to the book at postgresql://me:***@" in error.message
        says = "says whether the last step was paid" if lost else "lists what was paid"
        assert error.hint == f"`chartered book log` {says}"
        assert lost or "cannot be used: " in error.message  # it was between two payments, and not let in again
        assert "\\n" not in error.message
    paid = [entry.number for entry in book.log()]
    assert paid == list(range(len(paid)))
    assert set(reported) < set(paid)
    assert len(paid) - 1 - len(reported) <= 4  # those whose answer was lost
    assert book.verify() == book.digest
    assert book.spend(books.STEP).number == len(paid)


def test_a_server_that_answers_early_loses_nothing(server: Server, url: str) -> None:
    """One that is set to answer before its disk holds what was written: a payment waits for the disk."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("alter system set wal_writer_delay = '10s'")
        connection.execute("select pg_reload_conf()")
        connection.execute("alter role me set synchronous_commit = off")
    try:
        with books.made(url, gdp=1000) as book:
            time.sleep(1)  # the writer that would write it goes to sleep again
            reported = [book.spend(books.STEP).number for _ in range(20)]
            server.stop()
        server.start()
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("alter role me reset synchronous_commit")
            connection.execute("alter system reset wal_writer_delay")
    with ch.Book(url) as book:
        assert [entry.number for entry in book.log()] == [0, *reported]
        book.verify()
