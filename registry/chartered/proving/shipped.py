"""Shipped code in texts: what registered theorems answer and what accountants compose, by names that a notation gives
them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from .registered import Said, accountant, held, registered


@dataclass(frozen=True)
class Shipped:
    """A registered theorem for texts: `profile(epsilon=x + y).delta(e)` is what it answers of a case with these
    settings, or, `of` a kind of guarantee, of such a guarantee. Where a record is replaced, `span` is 2. What a step
    wraps has a guarantee of the kind `inner`, whose numbers are among the settings."""

    name: str
    of: Any = None
    span: int = 1
    inner: Any = None

    def answer(self, settings: Mapping[str, Any]) -> Any:
        """The guarantee."""
        if self.of is not None:
            return registered(self.name).bound(_guarantee(self.of, settings))
        own = {part.name for part in fields(self.inner)} if self.inner else set[str]()
        inner = _guarantee(self.inner, {name: settings[name] for name in settings if name in own}) if own else None
        case = {name: value for name, value in settings.items() if name not in own}
        return registered(self.name).bound(Said(case, self.span, inner))


def _guarantee(kind: Any, numbers: Mapping[str, Any]) -> Any:
    """One of that kind with these numbers."""
    return kind(**{name: x if isinstance(x, int | Fraction) else held(x) for name, x in numbers.items()})


@dataclass(frozen=True)
class Composed:
    """An accountant for texts, from numbers to a number: it composes guarantees `of` a kind that have the arguments as
    their `number`, or of a single one so many `times`."""

    accountant: str
    of: Callable[..., Any]
    number: str
    times: int | None = None

    def __call__(self, xp: Any, *values: Any) -> Any:
        """The composition's number."""
        law = accountant(self.accountant, self.accountant)
        parts = [self.of(**{self.number: held(value)}) for value in values]
        found = law.compose(parts) if self.times is None else law.times(parts[0], self.times)
        return xp.number(getattr(found, self.number))
