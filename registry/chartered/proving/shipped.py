"""Registered code in the texts of formulas: the answers of theorems and the compositions of accountants, under names of
a notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from .registered import Said, accountant, held, registered


@dataclass(frozen=True)
class Shipped:
    """A registered theorem for texts: `profile(epsilon=x + y).delta(e)` takes the theorem's answer for a case with
    these parameters or, if `of` is a kind of guarantee, for such a guarantee. `span` is 2 under replace-one. `inner` is
    the kind of guarantee of a wrapped step; its numbers are among the parameters."""

    name: str
    of: Any = None
    span: int = 1
    inner: Any = None

    def answer(self, settings: Mapping[str, Any]) -> Any:
        """The guarantee that the theorem answers."""
        if self.of is not None:
            return registered(self.name).bound(_guarantee(self.of, settings))
        own = {part.name for part in fields(self.inner)} if self.inner else set[str]()
        inner = _guarantee(self.inner, {name: settings[name] for name in settings if name in own}) if own else None
        case = {name: value for name, value in settings.items() if name not in own}
        return registered(self.name).bound(Said(case, self.span, inner))


def _guarantee(kind: Any, numbers: Mapping[str, Any]) -> Any:
    """A guarantee of that kind with these numbers."""
    return kind(**{name: x if isinstance(x, int | Fraction) else held(x) for name, x in numbers.items()})


@dataclass(frozen=True)
class Composed:
    """An accountant for texts, as a function from numbers to a number: it composes guarantees of the kind `of` whose
    field `number` has the arguments as values, or, with `times`, that many runs of a single one."""

    accountant: str
    of: Callable[..., Any]
    number: str
    times: int | None = None

    def __call__(self, xp: Any, *values: Any) -> Any:
        """The field `number` of the composition."""
        law = accountant(self.accountant, self.accountant)
        parts = [self.of(**{self.number: held(value)}) for value in values]
        found = law.compose(parts) if self.times is None else law.times(parts[0], self.times)
        return xp.number(getattr(found, self.number))
