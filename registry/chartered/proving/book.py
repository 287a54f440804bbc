"""A book of claims: the claims of one paper, each written as the function that decides it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any

from chartered_verify.runs.shared_verdicts import decided
from chartered_verify.statements.claim import Claim, Effort, Kind
from chartered_verify.statements.verdict import Verdict
from msgspec import Struct, field

from .sampled import Condition, condition_of
from .tables_of_answers import Row, Rows


class Book(Struct, frozen=True):
    """The claims of one module.

    Args:
        prefix: The beginning of every name.
        paper: The beginning of every source.
        entries: The claims entered so far.
        at: The place in the paper of those claims that name none; "" names no place.

    Examples:
        >>> book = proving.Book("algebra", "direct computation")
        >>> @book.inequality("e", "e > 2.", "one number")
        ... def exceeds_two(effort):
        ...     return proving.Proved("by hand")
        >>> [claim.source for claim in book.claims()], proving.verdict_name(book.verdict("e", proving.Effort()))
        (['direct computation'], 'proved')
    """

    prefix: str
    paper: str
    entries: list[Claim] = field(default_factory=list)
    at: str = ""

    def claims(self) -> list[Claim]:
        """All claims entered so far."""
        return list(self.entries)

    def claim(
        self,
        name: str,
        kind: Kind,
        statement: str,
        *said: str,
        printed: str = "",
        corrected: str = "",
        slow: bool = False,
    ) -> Callable[[Condition], Condition]:
        """Enters the decorated check under the name `prefix.name`.

        Args:
            name: The name, without the prefix.
            kind: The kind of statement.
            statement: One sentence in words and formulas.
            said: The set on which it is claimed, in words; before it the place of the statement in the paper, where it
                is not the book's.
            printed: What is printed, of an erratum.
            corrected: The corrected form, of an erratum.
            slow: Whether it runs in the full tier only.

        Returns:
            The decorator.

        Raises:
            ValueError: There is no domain.

        Examples:
            >>> book = proving.Book("algebra", "direct computation")
            >>> @book.claim("one", proving.Kind.TABLE, "1 = 1.", "one case")
            ... def is_one(effort):
            ...     return proving.Proved("by hand")
            >>> book.claims()
            [<claim algebra.one: table>]
        """
        if len(said) not in (1, 2) or not said[-1]:
            raise ValueError(f"{name}: say on which domain")
        place, domain = said if len(said) == 2 else (self.at, said[0])

        def enter(check: Condition) -> Condition:
            source = f"{self.paper}, {place}" if place else self.paper
            self.entries.append(
                Claim(
                    f"{self.prefix}.{name}",
                    kind,
                    statement,
                    source,
                    domain,
                    check,
                    slow=slow,
                    printed=printed,
                    corrected=corrected,
                )
            )
            return check

        return enter

    def identity(self, name: str, *stated: Any, **more: Any) -> Callable[[Condition], Condition]:
        """Enters an identity: `name`, what is `stated` and `more` are the arguments of `claim`, without the kind."""
        return self.claim(name, Kind.IDENTITY, *stated, **more)

    def inequality(self, name: str, *stated: Any, **more: Any) -> Callable[[Condition], Condition]:
        """Enters an inequality: `name`, what is `stated` and `more` are the arguments of `claim`, without the kind."""
        return self.claim(name, Kind.INEQUALITY, *stated, **more)

    def optimum(self, name: str, *stated: Any, **more: Any) -> Callable[[Condition], Condition]:
        """Enters an optimum: `name`, what is `stated` and `more` are the arguments of `claim`, without the kind."""
        return self.claim(name, Kind.OPTIMUM, *stated, **more)

    def table(self, name: str, *stated: Any, **more: Any) -> Callable[[Condition], Condition]:
        """Enters a table: `name`, what is `stated` and `more` are the arguments of `claim`, without the kind."""
        return self.claim(name, Kind.TABLE, *stated, **more)

    def erratum(self, name: str, *stated: Any, **more: Any) -> Callable[[Condition], Condition]:
        """Enters an erratum: `name`, what is `stated` and `more` are the arguments of `claim`, without the kind."""
        return self.claim(name, Kind.ERRATUM, *stated, **more)

    def soundness(self, name: str, *stated: Any, **more: Any) -> Callable[[Condition], Condition]:
        """Enters a statement of soundness: `name`, what is `stated` and `more` are as for `claim`, without the kind."""
        return self.claim(name, Kind.SOUNDNESS, *stated, **more)

    def stated(
        self, name: str, statement: str, *said: str | Row, kind: Kind = Kind.TABLE, doubles: Fraction | None = None
    ) -> Callable[[Condition], Condition]:
        """Enters a table under the name `prefix.name`.

        Args:
            name: As for `claim`.
            statement: As for `claim`.
            said: Place and domain as for `claim`, and the rows: `Answers`, `Equals`, `Conditions`, or functions of the
                effort.
            kind: The kind of statement.
            doubles: The registered code must also agree in doubles and in digits, up to numbers below this; None: it
                need not.

        Returns:
            The decorator for the condition of a row that has none.

        Examples:
            >>> row = proving.Answers("pure.zcdp", ch.Pure(epsilon=1), {"rho": "(exp(1) - 1)/(exp(1) + 1)"})
            >>> book = proving.Book("bun2016", "Bun, Steinke 2016")
            >>> _ = book.stated("pure", "A pure guarantee implies zCDP.", "Proposition 1.4", "eps = 1", row)
            >>> proving.verdict_name(book.verdict("pure", proving.Effort()))
            'supported'
        """
        texts, rows = texts_first(said)
        self.claim(name, kind, statement, *texts)(Rows(rows, doubles))
        return condition_of(rows)

    def verdict(self, name: str, effort: Effort) -> Verdict:
        """The verdict of the claim `prefix.name` (`name` is without the prefix) within the limits of `effort`."""
        return decided(next(claim for claim in self.entries if claim.name == f"{self.prefix}.{name}"), effort)


def texts_first(said: Sequence[Any]) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """(the texts that it begins with, what follows them)."""
    texts = tuple(takewhile(lambda one: isinstance(one, str), said))
    return texts, tuple(said[len(texts) :])


def claims_of(*books: Book) -> Callable[[], list[Claim]]:
    """A function that returns the claims of several books, for a module that has more than one.

    Args:
        books: The books.

    Returns:
        claims(): the claims, book by book.

    Examples:
        >>> proving.claims_of(proving.Book("algebra", "direct computation"))()
        []
    """
    return lambda: [claim for book in books for claim in book.entries]
