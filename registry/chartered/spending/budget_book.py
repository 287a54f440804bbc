"""A book: a filter, or a fixed plan, in a database, with an entry for each step that was paid."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from datetime import datetime
from typing import TYPE_CHECKING, Self

from ..accounting.ledger import Ledger
from ..errors import AlteredBook, BadLedger, NeighboursMismatch
from ..ledger.entries import Entry, Steps
from ..ledger.strict_json import write_json
from ..model.exact_numbers import Exact, whole
from . import hash_chain
from .book_append import BookWriting, signer_at
from .book_database import BookStore
from .book_entry import BookEntry, notes, read_entry
from .book_opening import opening
from .filter import Filter
from .filter_state import costs_to_json
from .plugin_versions import installed, versions
from .unmade_file import removed_unless_made

if TYPE_CHECKING:
    from pathlib import Path


class Book(BookWriting):
    """A budget, or a fixed plan, in a database, with an entry for each step that was paid.

    The budget and the relation are fixed when the book is made. Entries are only added, each hashed together with the
    one before it; a decision and its entry are one transaction, so that several programs may share a book. To be used
    as a context manager, by any number of threads and processes.

    Args:
        url: The path of a SQLite file, or `postgresql://USER@HOST/NAME`; `Book.create` makes a new book.
        key: A PEM file with an Ed25519 private key, which signs what is written; without it nothing is signed.

    Attributes:
        unit: Whom a number is about, such as "a household"; an empty text: one record.
        plugins: The third-party plugins whose prices it takes, by name.
        kind: "filter" (results may choose the steps, within budgets) or "plan" (the steps are fixed beforehand).
        promise: The eps and the delta that a plan keeps; None of a filter.

    Raises:
        BadLedger: There is no book, or it cannot be used.
        BadValue: There is no such key.

    Examples:
        >>> with ch.Book.create("budget.db", ch.Filter(gdp=1, pure="1/2")) as book:
        ...     entry = book.spend("gaussian:sigma=2", times=3, label="table 1", author="Ada")
        >>> with ch.Book("budget.db") as book:
        ...     book.left, book.may("gaussian:sigma=1.9"), [entry.label for entry in book.log()][1:]
        ({'gdp': Fraction(1, 4), 'pure': Fraction(1, 2)}, False, ['table 1'])
        >>> with ch.Book("budget.db") as book:
        ...     book.answer(delta="1e-5").upper == ch.Filter(gdp=1, pure="1/2").answer(delta="1e-5").upper
        True
    """

    @classmethod
    def create(
        cls,
        url: str,
        budget: Filter | Ledger,
        *,
        epsilon: Exact | None = None,
        delta: Exact | None = None,
        plugins: Iterable[str] = (),
        key: str | Path | None = None,
        unit: str = "",
        label: str = "",
        author: str = "",
        date: datetime | str | None = None,
    ) -> Self:
        """Makes a new book.

        Args:
            url: As for `Book`.
            budget: The filter, from which nothing is spent yet; or a ledger, a plan whose steps are fixed before the
                first result. Results may decide in which order these run, and where the plan ends, and no more.
            epsilon: What a plan promises: its eps at `delta` is at most this. Of a filter the budgets are the promise.
            delta: A probability in [0, 1), likewise.
            plugins: Names of third-party plugins whose theorems may price steps; without them none but Chartered's own.
            key: As for `Book`; it signs the first entry, too.
            unit: Whom a number is about, a text of at most 1000 characters; without it, the `privacy_unit` of a plan.
            label: What the budget is for, likewise.
            author: Who makes the book, likewise.
            date: When: a datetime with a zone, or text such as "2026-11-26T12:00:00Z" or, of a day, "2026-11-26";
                nothing is guessed.

        Returns:
            The book.

        Raises:
            BadLedger: There is a book already, or none can be made there, or something is spent of the filter, or the
                plan has fields of a statement, besides `privacy_unit`, which a book does not keep.
            BadValue: A text or the date is invalid, or a plan has no promise, or a filter has one.
            BudgetExceeded: It is not proved that the plan keeps its promise.
            UnknownName: No third-party plugin has that name.

        Examples:
            >>> with ch.Book.create("new.db", ch.Filter(zcdp=1), unit="a household") as book:
            ...     book.unit, book.left
            ('a household', {'zcdp': Fraction(1, 1)})
            >>> plan = ch.Ledger(["gaussian:sigma=20,times=12", "laplace:scale=10"])
            >>> with ch.Book.create("plan.db", plan, epsilon=1, delta="1e-6") as book:
            ...     entry = book.spend("gaussian:sigma=20", label="January")
            ...     book.kind, [int(runs) for runs in book.left.values()], f"{book.answer(delta='1e-6').upper:.4f}"
            ('plan', [11, 1], '0.7882')
        """
        unit = unit or (budget.stated.text("privacy_unit") if isinstance(budget, Ledger) else "")
        said = notes({"unit": unit, "label": label, "author": author, "date": date})
        allowed = installed(plugins)
        content, spent = opening(budget, epsilon, delta, frozenset(allowed))
        content |= {"kind": "open", **said, **({"plugins": allowed} if allowed else {})}
        signer = signer_at(key)
        text = hash_chain.written(content if signer is None else signer.signed(content, hash_chain.BEGINNING, 0))
        store = BookStore(url)
        with removed_unless_made(store.file), closing(store):
            store.create(text, hash_chain.digest_of(hash_chain.BEGINNING, 0, text), write_json(spent))
        return cls(url, key=key)

    def spend(
        self,
        step: str | Entry,
        times: Exact = 1,
        *,
        scope: str = "",
        failure: Exact | None = None,
        seconds: float | None = None,
        label: str = "",
        author: str = "",
        purpose: str = "",
        date: datetime | str | None = None,
    ) -> BookEntry:
        """Pays for a step, before it runs.

        Args:
            step: As for `ask`.
            times: As for `ask`.
            scope: As for `ask`.
            failure: As for `ask`; the entry states it where it is charged.
            seconds: As for `ask`.
            label: What the step is, a text of at most 1000 characters.
            author: Who spends, likewise.
            purpose: What for, likewise.
            date: As for `Book.create`, and not before that of the book.

        Returns:
            The entry.

        Raises:
            BudgetExceeded: The step may not run; nothing is spent.
            CharteredError: An argument is invalid, or the book is closed or cannot be used; nothing is spent.

        Examples:
            >>> with ch.Book.create("paid.db", ch.Filter(gdp=1)) as book:
            ...     book.spend("gaussian:sigma=2", label="ages", author="Ada").number
            1
        """
        asked = self._rule.round(step, times, scope, failure, seconds)
        said = notes({"label": label or asked.entry.label or "", "author": author, "purpose": purpose, "date": date})
        return self._pay([(asked, said)])[0]

    def spend_all(
        self,
        steps: Ledger | Steps,
        *,
        scope: str = "",
        again: bool = True,
        author: str = "",
        purpose: str = "",
        date: datetime | str | None = None,
    ) -> list[BookEntry]:
        """Pays for all steps of a ledger at once, before they run, each with its own label, or for none of them.

        Args:
            steps: The ledger, such as `Ledger.read("plan.toml")`, under the relation of the book; or its steps.
            scope: As for `ask`, of all steps.
            again: Whether a step is paid that is paid already (`paid`), be it by another program at the same moment.
            author: As for `spend`.
            purpose: As for `spend`.
            date: As for `spend`.

        Returns:
            The entries.

        Raises:
            BudgetExceeded: A step may not run after those before it; nothing is spent.
            BadLedger: A step is paid already, and may not be `again`; nothing is spent.
            NeighboursMismatch: The ledger has another relation.
            CharteredError: As for `spend`.

        Examples:
            >>> with ch.Book.create("moved.db", ch.Filter(gdp=1)) as book:
            ...     entries = book.spend_all(["gaussian:sigma=2", "gaussian:sigma=2,times=2"], author="Ada")
            ...     [entry.times for entry in entries], book.left
            ([3], {'gdp': Fraction(1, 4)})
        """
        ledger = Ledger(steps) if isinstance(steps, Ledger) else Ledger(steps, self.neighbours)
        if ledger.neighbours is not self.neighbours:
            raise NeighboursMismatch(
                f"the ledger is {ledger.neighbours.value}, and the book {self.neighbours.value}",
                "state the ledger under the relation of the book",
            )
        said = notes({"author": author, "purpose": purpose, "date": date})
        rounds = [(self._rule.round(entry, scope=scope), entry.label) for entry in ledger.entries]
        paying = [(asked, {**notes({"label": label}), **said}) for asked, label in rounds]
        return self._pay(paying, None if again else ledger)

    def correct(self, number: Exact, *, label: str, author: str = "", date: datetime | str | None = None) -> BookEntry:
        """Takes back an entry whose step did not run, and so released nothing; the entry stays.

        Args:
            number: The number of the entry, which no other correction takes back.
            label: Why, a text of at most 1000 characters.
            author: As for `spend`.
            date: As for `spend`.

        Returns:
            The correction, an entry, too.

        Raises:
            BadLedger: There is no such entry, or the book is closed or cannot be used.
            AlteredBook: The entry, or the one before it, was altered.
            CharteredError: An argument is invalid.

        Examples:
            >>> with ch.Book.create("crash.db", ch.Filter(gdp=1)) as book:
            ...     entry = book.spend("gaussian:sigma=2")
            ...     entry = book.correct(entry.number, label="the job died before it read the data")
            ...     entry.kind, book.left
            ('correct', {'gdp': Fraction(1, 1)})
        """
        of = whole(number, "the number of the entry", 1, 10**12)
        said = notes({"label": label, "author": author, "date": date})
        if "label" not in said:
            raise BadLedger("a correction says nothing", "give it a label: why the step did not run")
        with self._store.deciding() as tables:
            head, spent = self._opened(tables)
            text = tables.entry(of)
            entry = None if text is None else read_entry(of, text, "")
            if entry is None or entry.kind != "spend" or entry.cost is None or tables.corrected(of):
                why = "was taken back already" if tables.corrected(of) else "is no step that is paid"
                raise BadLedger(f"entry {of} {why}", "`chartered book log` lists the entries")
            if not tables.whole(of):
                raise AlteredBook(f"entry {of}, or the one before it, was altered", "`chartered book verify` says more")
            content = {"kind": "correct", "of": of, "cost": costs_to_json(entry.cost), **said}
            content["versions"] = versions()
            return self._append(tables, head, content, self._rule.before(spent, entry.cost))

    def close(self, *, label: str | None = None, author: str = "", date: datetime | str | None = None) -> BookEntry:
        """Closes the book for good: nothing can be spent from it any more.

        It ends the budget, not the use of an object: a book that is no longer needed is left alone, and `with` gives
        back its connections. So `close()`, as of a file, is refused.

        Args:
            label: Why, as for `correct`; it must be given, and may be an empty text.
            author: As for `spend`.
            date: As for `spend`.

        Returns:
            The last entry.

        Raises:
            BadLedger: There is no label, or the book is closed or cannot be used.
            CharteredError: An argument is invalid.

        Examples:
            >>> with ch.Book.create("past.db", ch.Filter(gdp=1)) as book:
            ...     book.close(label="the year is over").kind
            'close'
        """
        if label is None:
            raise BadLedger(
                "close() ends the budget for good, and no label says why",
                "nothing has to be closed, as each entry is stored when it is paid; "
                'close(label="the year is over") ends the budget',
            )
        said = notes({"label": label, "author": author, "date": date})
        with self._store.deciding() as tables:
            head, spent = self._opened(tables)
            return self._append(tables, head, {"kind": "close", **said, "versions": versions()}, spent)
