"""What may be asked of a book, none of which changes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Self

from ..accounting import ledger as ledgers
from ..accounting.common_questions import either
from ..errors import BadLedger
from ..model.exact_numbers import Exact
from . import book_check
from .book_database import BookStore, Head
from .book_entry import BookEntry, allowed_in, content_of, read_entry
from .book_export import check_apart, check_places, marked, only
from .book_opening import rule_of
from .budget_questions import BudgetQuestions
from .filter_rule import FilterRule
from .filter_state import read_costs
from .plan_rule import PlanRule

if TYPE_CHECKING:
    from pathlib import Path


class BookQuestions(BudgetQuestions):
    """The questions of a book; `Book` is a class with these."""

    def __init__(self, url: str) -> None:
        self._store = BookStore(url)
        try:
            content = content_of(self._store.first(), f"the book at {self._store.shown}")
            self.plugins: tuple[str, ...] = allowed_in(content)
            self._rule: FilterRule = rule_of(content, frozenset(self.plugins))
            self.kind: str = "plan" if isinstance(self._rule, PlanRule) else "filter"
            self.promise: dict[str, Fraction] | None = getattr(self._rule, "promise", None)
            self.unit: str = str(content.get("unit", ""))
            self._opened_on = str(content.get("date", ""))
        except BaseException:
            self._store.close()
            raise

    @property
    def place(self) -> str:
        """Where the book is: a file, or a URL without its password."""
        return self._store.shown

    @property
    def file(self) -> str | None:
        """The file of a book in SQLite; None of one on a server."""
        return self._store.file

    @property
    def says(self) -> str:
        """What results may decide, and what a plan promises, in words."""
        return self._rule.in_words

    @property
    def closed(self) -> bool:
        """Whether it is closed: nothing can be spent any more."""
        return self._store.head()[3]

    @property
    def digest(self) -> str:
        """The digest of the last entry, and so of the whole book: whoever holds it sees any later change."""
        return self._store.head()[1]

    def ledger(self, *, delta: Exact | None = None, epsilon: Exact | None = None) -> ledgers.Ledger:
        """The budget, or the plan, as a ledger, which costs what all steps cost together, whatever they are.

        The digest of the last entry stands in the label of its first step, the unit of the book in its statement. The
        steps that were paid are in `log`: what *they* cost together is no promise where outputs chose them.

        Args:
            delta: The question, as for `answer`, for which the ledger is the tightest; it is needed if the budget has
                several Renyi orders.
            epsilon: Likewise.

        Returns:
            The ledger.

        Raises:
            BadLedger: There are several ledgers, and no question.
            CharteredError: As for `answer`.

        Examples:
            >>> with ch.Book.create("shared.db", ch.Filter(gdp=1), unit="a household") as book:
            ...     found = book.ledger()
            >>> str(found.entries[0]), found.stated.get("privacy_unit"), found.entries[0].label == (
            ...     f"the budget of a book; its entry 0 has digest {book.digest}"
            ... )
            ('filter:gdp=1', 'a household', True)
        """
        if delta is None and epsilon is None:
            return only(self._ledgers())
        return self._held(either(delta, epsilon, "ledger")).ledger

    def export(
        self,
        file: str | Path | None = None,
        *,
        certificate: str | Path | None = None,
        statement: str | Path | None = None,
        pictures: bool = True,
        delta: Exact | None = None,
        epsilon: Exact | None = None,
    ) -> ledgers.Ledger:
        """Writes a ledger file, a certificate and a statement, each with the digest of the last entry.

        They are about the budget or the plan, as `ledger` is.

        Args:
            file: The ledger file; JSON where its name ends in .json, else TOML.
            certificate: The file of the certificate, which needs a question.
            statement: The page of the statement (.html), likewise.
            pictures: Whether plots are drawn in the statement.
            delta: As for `answer`.
            epsilon: As for `answer`.

        Returns:
            The ledger, as `ledger` gives it.

        Raises:
            BadLedger: A certificate or a statement is wanted, and no question given.
            CharteredError: As for `ledger`, or a file cannot be written.

        Examples:
            >>> with ch.Book.create("passed-on.db", ch.Filter(gdp=1)) as book:
            ...     ledger = book.export("passed-on.toml", certificate="passed-on.cert.json", delta="1e-5")
            >>> ch.check("passed-on.cert.json").accepted, book.digest in ledger.entries[0].label
            (True, True)
        """
        asked = None if delta is None and epsilon is None else either(delta, epsilon, "export")
        check_places(certificate, statement, asked)
        check_apart(self._store.file, file, certificate, statement)
        held = None if asked is None else self._held(asked)
        ledger = only(self._ledgers()) if held is None else held.ledger
        if held is not None:
            held.export(certificate, statement, self.unit, pictures=pictures)
        if file is not None:
            ledger.save(file)
        return ledger

    def _ledgers(self) -> list[ledgers.Ledger]:
        """The budget as ledgers that state the last entry."""
        number, digest, *_ = self._store.head()
        plan = self.kind == "plan"
        whose = "step 1 of the plan of a book, of which all may run" if plan else "the budget of a book"
        return [marked(ledger, whose, number, digest, self.unit) for ledger in self._rule.ledgers]

    def log(self) -> Iterator[BookEntry]:
        """The entries, the first of which is the budget.

        Examples:
            >>> [entry.kind for entry in ch.Book.create("year.db", ch.Filter(gdp=1)).log()]
            ['open']
        """
        return (read_entry(*row[:3]) for row in self._store.entries())

    def paid(self, ledger: ledgers.Ledger, *, scope: str = "") -> list[BookEntry]:
        """The entries, not taken back, that are a step of a ledger: what paying for it would pay for again.

        A step is the same one with the same count, label and scope.

        Args:
            ledger: The ledger, such as `Ledger.read("plan.toml")`.
            scope: As for `Book.ask`, of all steps.

        Returns:
            The entries, the oldest first.

        Examples:
            >>> plan = ch.Ledger("gaussian:sigma=2")
            >>> with ch.Book.create("twice.db", ch.Filter(gdp=1)) as book:
            ...     entries = book.spend_all(plan)
            ...     book.paid(plan) == entries, book.paid(ch.Ledger("gaussian:sigma=3"))
            (True, [])
        """
        steps = {(str(entry.step), entry.times, entry.label or "") for entry in ledger.entries}
        found = dict[int, BookEntry]()
        for one in self.log():
            if one.kind == "spend" and one.scope == scope and (one.step, one.times, one.label) in steps:
                found[one.number] = one
            elif one.corrects is not None:
                found.pop(one.corrects, None)
        return list(found.values())

    def verify(self, digest: str | None = None, *, signers: Iterable[str | Path] = ()) -> str:
        """Goes through the whole book: digests, numbers, costs, sums, the budget and signatures.

        Args:
            digest: A digest that was kept elsewhere, as in a statement: it must be that of some entry, since a chain
                that is written anew as a whole holds by itself.
            signers: Public keys, as PEM files or in hexadecimal: each entry must be signed by one of them. Without them
                signatures may be missing, and those that are there must be right.

        Returns:
            The digest of the last entry.

        Raises:
            BadLedger: An entry was altered, removed or moved; the message says which. Or no entry has that digest.

        Examples:
            >>> with ch.Book.create("whole.db", ch.Filter(gdp=1)) as book:
            ...     kept = book.spend("gaussian:sigma=9").digest
            ...     entry = book.spend("gaussian:sigma=9")
            ...     book.verify(kept) == entry.digest
            True
        """
        return book_check.verified(self._rule, self._store, digest, book_check.keys_of(signers))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._store.close()

    def __repr__(self) -> str:
        return f"<book {self._store.shown}: {self._rule}>"

    def _spent_now(self) -> dict[str, Fraction]:
        return self._spent(self._store.head()[2])

    def _spendable_now(self) -> dict[str, Fraction]:
        return self._spendable(self._store.head())

    def _spendable(self, head: Head) -> dict[str, Fraction]:
        """What is spent, by the last row. Raises BadLedger if the book is closed."""
        if head[3]:
            hint = "nothing was spent; a new book would not count what has run under this one"
            raise BadLedger(f"the book at {self._store.shown} is closed", hint)
        return self._spent(head[2])

    def _spent(self, text: str) -> dict[str, Fraction]:
        return self._rule.checked(
            read_costs(content_of(text, f"the book at {self._store.shown}")), f"the book at {self._store.shown}"
        )
