"""A book of claims: the claims of one paper, each written as the function that decides it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from typing import Any

from chartered_verify.statements.claim import Check, Claim, Effort, Kind
from chartered_verify.statements.verdict import Verdict

from .as_stated import Row, Rows


@dataclass(frozen=True, slots=True)
class Book:
    """The claims of one module. Every name begins with `prefix`, every source with `paper`."""

    prefix: str
    paper: str
    entries: list[Claim] = field(default_factory=list)

    def claims(self) -> list[Claim]:
        """All claims entered so far."""
        return list(self.entries)

    def claim(
        self,
        name: str,
        kind: Kind,
        statement: str,
        at: str,
        domain: str,
        *,
        printed: str = "",
        corrected: str = "",
        slow: bool = False,
    ) -> Callable[[Check], Check]:
        """Enters the decorated check under the name `prefix.name`. `at` is the place of the statement in the paper; ""
        names no place."""

        def enter(check: Check) -> Check:
            source = f"{self.paper}, {at}" if at else self.paper
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

    def identity(self, name: str, *stated: Any, **more: Any) -> Callable[[Check], Check]:
        """Enters an identity; arguments as for `claim`, without the kind."""
        return self.claim(name, Kind.IDENTITY, *stated, **more)

    def inequality(self, name: str, *stated: Any, **more: Any) -> Callable[[Check], Check]:
        """Enters an inequality; arguments as for `claim`, without the kind."""
        return self.claim(name, Kind.INEQUALITY, *stated, **more)

    def optimum(self, name: str, *stated: Any, **more: Any) -> Callable[[Check], Check]:
        """Enters an optimum; arguments as for `claim`, without the kind."""
        return self.claim(name, Kind.OPTIMUM, *stated, **more)

    def table(self, name: str, *stated: Any, **more: Any) -> Callable[[Check], Check]:
        """Enters a table; arguments as for `claim`, without the kind."""
        return self.claim(name, Kind.TABLE, *stated, **more)

    def erratum(self, name: str, *stated: Any, **more: Any) -> Callable[[Check], Check]:
        """Enters an erratum; arguments as for `claim`, without the kind."""
        return self.claim(name, Kind.ERRATUM, *stated, **more)

    def soundness(self, name: str, *stated: Any, **more: Any) -> Callable[[Check], Check]:
        """Enters a statement of soundness; arguments as for `claim`, without the kind."""
        return self.claim(name, Kind.SOUNDNESS, *stated, **more)

    def stated(
        self,
        name: str,
        statement: str,
        at: str,
        domain: str,
        *rows: Row,
        kind: Kind = Kind.TABLE,
        doubles: Fraction | None = None,
    ) -> None:
        """Enters a table with these rows under the name `prefix.name`."""
        self.claim(name, kind, statement, at, domain)(Rows(rows, doubles))

    def verdict(self, name: str, effort: Effort) -> Verdict:
        """The verdict of the claim `prefix.name`, for use as a step in another proof."""
        return next(claim for claim in self.entries if claim.name == f"{self.prefix}.{name}").check(effort)


def claims_of(*books: Book) -> Callable[[], list[Claim]]:
    """A function that returns the claims of several books, for a module that has more than one."""
    return lambda: [claim for book in books for claim in book.entries]


def claims_in(package: str | None, *modules: str) -> list[Claim]:
    """The claims of modules, named relative to a package, in this order."""
    return [claim for module in modules for claim in import_module(module, package).claims()]
