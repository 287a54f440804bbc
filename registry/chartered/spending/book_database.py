"""Where a book is stored: a table of entries that only grows, and one row with what is spent so far, in a database that
SQLAlchemy reaches. A decision is one transaction, and no two decide at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from chartered_verify.catching import ours

from ..display import one_line
from ..errors import AlteredBook, BadLedger
from ..escaping import shown
from .database_failures import failure
from .hash_chain import digest_of
from .opened_file import OpenedFile

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, MetaData, Table

SCHEMA = 2
"""Counts up when the tables, or what entries say, change: 2 states versions in each entry."""
_READ = (1, 2)
"""The schemas that are read. Those before the current one have the same tables, and become it with their next entry."""
_MOST = 10**15
"""More entries than any book has."""
PATIENCE = 30.0
"""For how many seconds a decision waits for those of other programs."""
_ON_DISK = """SELECT set_config('synchronous_commit', 'on', true)
WHERE current_setting('synchronous_commit') = 'off'"""
"""A server may be set to answer before its disk holds what was written; a payment is not reported before that."""
Row: TypeAlias = tuple[int, str, str, int | None]
"""(number, text, digest) of an entry, and the number of the one that it takes back."""
Head: TypeAlias = tuple[int, str, str, bool]
"""(number of the last entry, its digest, what is spent as text, whether the book is closed)."""


class BookStore:
    """The tables of one book. Its engine belongs to the process that made it: a forked one makes its own."""

    def __init__(self, url: str) -> None:
        self._alchemy = _sqlalchemy()
        self._url = _read_url(self._alchemy, url)
        self._opened = None if self.file is None else OpenedFile(self.file)
        self._engine: Engine | None = None
        self._owner = 0
        self._metadata, self._entries, self._head = _tables(self._alchemy)

    @property
    def shown(self) -> str:
        """Where it is, without a password."""
        if self._url.drivername.startswith("sqlite"):
            return shown(str(self._url.database))
        return shown(self._url.set(drivername="postgresql").render_as_string(hide_password=True))

    @property
    def file(self) -> str | None:
        """The file of a SQLite book."""
        return str(self._url.database) if self._url.drivername.startswith("sqlite") else None

    def create(self, text: str, digest: str, spent: str) -> None:
        """Makes the tables, with the first entry. Raises BadLedger if there is a book."""
        with self._reported(told="no book was made"), self._begun(deciding=True) as connection:
            if self._alchemy.inspect(connection).has_table(self._head.name):
                raise BadLedger(f"there is a book at {self.shown} already", "open it, or name another place")
            self._metadata.create_all(connection)
            connection.execute(self._entries.insert().values(number=0, text=text, digest=digest))
            connection.execute(
                self._head.insert().values(id=SCHEMA, number=0, digest=digest, spent=spent, closed=False)
            )

    def first(self) -> str:
        """The text of the first entry. Raises BadLedger if there is no book, or one of another schema."""
        missing = BadLedger(f"there is no book at {self.shown}", "`chartered book init` makes one")
        if self._url.drivername.startswith("sqlite") and not os.path.isfile(str(self._url.database)):
            raise missing
        with self._reported(), self._begun() as connection:
            if not self._alchemy.inspect(connection).has_table(self._head.name):
                raise missing
            schema = connection.execute(self._alchemy.select(self._head.c.id)).scalar()
            if schema not in _READ:
                raise BadLedger(
                    f"the book at {self.shown} has schema {schema}", f"this version reads schemas up to {SCHEMA}"
                )
            text = Deciding(connection, self._entries, self._head).entry(0)
        if text is None:
            raise AlteredBook(f"the book at {self.shown} has no first entry", "it was altered; restore a copy")
        return text

    @contextmanager
    def deciding(self) -> Iterator[Deciding]:
        """A transaction that nobody else decides beside: all of it happens, or nothing."""
        with self._reported(), self._begun(deciding=True) as connection:
            yield Deciding(connection, self._entries, self._head)

    def head(self) -> Head:
        """The last entry, and what is spent."""
        with self._reported(), self._begun() as connection:
            return _head(connection, self._head.select())

    def entries(self, first: int = 0) -> Iterator[Row]:
        """The entries from a number on, as they are stored, a thousand at a time."""
        while True:
            query = self._entries.select().where(self._entries.c.number >= first)
            with self._reported(), self._begun() as connection:
                rows = connection.execute(query.order_by(self._entries.c.number).limit(1000)).all()
            yield from ((row.number, row.text, row.digest, row.corrects) for row in rows)
            if len(rows) < 1000:
                return
            first = rows[-1].number + 1

    def close(self) -> None:
        """Gives back the connections."""
        if self._engine is not None and self._owner == os.getpid():
            self._engine.dispose()
        self._engine = None

    @contextmanager
    def _begun(self, *, deciding: bool = False) -> Iterator[Connection]:
        """A transaction; one that decides takes the lock when it begins, and others read beside it."""
        if self._engine is None or self._owner != os.getpid():
            self._engine, self._owner = _engine(self._alchemy, self._url), os.getpid()
        self._check_file()
        with self._engine.execution_options(deciding=deciding).begin() as connection:
            self._check_file()
            yield connection
            self._check_file()

    def _check_file(self) -> None:
        """Before it is opened, while it is locked and before it is written. Raises BadLedger."""
        if self._opened is not None:
            self._opened.check()

    @contextmanager
    def _reported(self, **told: str) -> Iterator[None]:
        """Errors of the database as ours, without an address that holds a password; `told` as `failure` has it."""
        try:
            yield
        except self._alchemy.exc.SQLAlchemyError as error:
            cause = getattr(error, "orig", None)
            if cause is not None and not isinstance(error, self._alchemy.exc.DBAPIError):
                raise cause from None  # the caller's own, an interrupt, say, which it wraps where it prepares a query
            raise failure(self.shown, error, cause, **told) from None
        except ours(AttributeError):  # raises the caller's own, which met a transaction that was only half made
            raise


class Deciding:
    """The tables within one transaction."""

    def __init__(self, connection: Connection, entries: Table, head: Table) -> None:
        self._connection, self._entries, self._head = connection, entries, head

    def head(self) -> Head:
        """The last entry, and what is spent; the row is locked until the transaction ends."""
        return _head(self._connection, self._head.select().with_for_update())

    def entry(self, number: int) -> str | None:
        """The text of an entry, or None."""
        row = self._row(number)
        return None if row is None else str(row.text)

    def whole(self, number: int) -> bool:
        """Whether the digest of an entry is that of its text and of the one before it."""
        row, last = self._row(number), self._row(number - 1)
        return row is not None and last is not None and row.digest == digest_of(last.digest, number, str(row.text))

    def _row(self, number: int) -> Any:
        return self._first(self._entries.c.number, number)

    def _first(self, column: Any, number: int) -> Any:
        return self._connection.execute(self._entries.select().where(column == number)).first()

    def corrected(self, number: int) -> bool:
        """Whether an entry is taken back."""
        return self._first(self._entries.c.corrects, number) is not None

    def append(self, head: Head, text: str, corrects: int | None = None) -> None:
        """Puts an entry behind the last one; `head` is what holds after it."""
        number, digest, spent, closed = head
        row = {"number": number, "text": text, "digest": digest, "corrects": corrects}
        self._connection.execute(self._entries.insert().values(**row))
        now = {"number": number, "digest": digest, "spent": spent, "closed": closed}
        self._connection.execute(self._head.update().values(id=SCHEMA, **now))


def _head(connection: Connection, query: Any) -> Head:
    rows = connection.execute(query).fetchmany(2)
    row = rows[0] if len(rows) == 1 else None
    if row is None or not isinstance(row.number, int) or not 0 <= row.number < _MOST or not isinstance(row.spent, str):
        raise AlteredBook("the last row of the book is no such row", "it was altered; restore a copy")
    return row.number, row.digest, row.spent, bool(row.closed)


def _sqlalchemy() -> Any:
    try:
        import sqlalchemy
        import sqlalchemy.exc
    except ours(ModuleNotFoundError):
        raise BadLedger("a book needs SQLAlchemy", "pip install 'chartered[book]'") from None
    return sqlalchemy


def _read_url(alchemy: Any, url: str) -> Any:
    """A URL, or the path of a SQLite file. Raises BadLedger."""
    url = os.fspath(url) if isinstance(url, os.PathLike) else url
    if not isinstance(url, str):
        raise BadLedger(
            f"the place of the book is {one_line(repr(url))}", "name a file, or postgresql://USER@HOST/NAME"
        )
    if "\0" in url:
        raise BadLedger(f"the place of the book is {url!r}, with a null character", "name a file")
    if "://" not in url:
        return alchemy.URL.create("sqlite", database=os.path.abspath(url))
    try:
        found = alchemy.make_url(url)
    except ours(alchemy.exc.ArgumentError, ValueError):  # such as a port that is no number
        raise BadLedger("the place of the book is no URL", "name a file, or postgresql://USER@HOST/NAME") from None
    if found.get_backend_name() == "postgresql":
        return found.set(drivername="postgresql+psycopg")
    if found.get_backend_name() == "sqlite" and found.database:
        if found.query:
            raise BadLedger("the place of the book has settings behind a question mark", "name the file alone")
        return found
    raise BadLedger(f"no book is kept in {found.get_backend_name()}", "name a file, or postgresql://USER@HOST/NAME")


def _tables(alchemy: Any) -> tuple[MetaData, Table, Table]:
    metadata, column = alchemy.MetaData(), alchemy.Column
    entries = alchemy.Table(
        "chartered_entry",
        metadata,
        column("number", alchemy.BigInteger, primary_key=True, autoincrement=False),
        column("text", alchemy.Text, nullable=False),
        column("digest", alchemy.String(64), nullable=False),
        column("corrects", alchemy.BigInteger, unique=True),  # at most one correction of an entry
    )
    head = alchemy.Table(
        "chartered_head",
        metadata,
        column("id", alchemy.Integer, primary_key=True, autoincrement=False),
        column("number", alchemy.BigInteger, nullable=False),
        column("digest", alchemy.String(64), nullable=False),
        column("spent", alchemy.Text, nullable=False),
        column("closed", alchemy.Boolean, nullable=False),
    )
    return metadata, entries, head


def _engine(alchemy: Any, url: Any) -> Engine:
    """The engine, which waits so long for another payment; for SQLite one that writes ahead, takes the lock when a
    transaction begins that decides, and returns only when the disk holds what was written."""
    if url.get_backend_name() != "sqlite":
        try:
            limit = {} if "connect_timeout" in url.query else {"connect_timeout": int(PATIENCE)}
            found: Engine = alchemy.create_engine(url, pool_pre_ping=True, connect_args=limit)
        except ours(ModuleNotFoundError):
            raise BadLedger("a book in PostgreSQL needs psycopg", "pip install 'chartered[postgres]'") from None

        def waits(connection: Connection) -> None:
            if connection.get_execution_options()["deciding"]:
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = {int(1000 * PATIENCE)}")
                connection.exec_driver_sql(_ON_DISK)

        alchemy.event.listen(found, "begin", waits)
        return found
    engine: Engine = alchemy.create_engine(url, connect_args={"timeout": PATIENCE})

    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")

    alchemy.event.listen(engine, "connect", connected)

    def begins(connection: Connection) -> None:
        deciding = connection.get_execution_options()["deciding"]
        connection.exec_driver_sql("BEGIN IMMEDIATE" if deciding else "BEGIN")

    alchemy.event.listen(engine, "begin", begins)
    return engine
