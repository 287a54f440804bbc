"""Registered code in the texts of formulas: the answers of theorems and the compositions of accountants, under names of
a notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from msgspec import Struct

from .registered import Said, accountant, held, registered


class Shipped(Struct, frozen=True):
    """A registered theorem for texts: `profile(epsilon=x + y).delta(e)` takes its answer for these parameters.

    Args:
        name: The name of the theorem.
        of: The kind of guarantee that it takes; None: a case.
        span: 2 under replace-one, otherwise 1.
        inner: The guarantee of a wrapped step; or its kind, whose numbers are among the parameters; or None.

    Examples:
        >>> renyi = proving.Shipped("zcdp.renyi", ch.ZCDP).answer({"rho": ch.HALF})
        >>> proving.enclose(lambda xp: renyi.curve(xp, xp.number(2))).upper
        1.0
    """

    name: str
    of: Any = None
    span: int = 1
    inner: Any = None

    def answer(self, settings: Mapping[str, Any]) -> Any:
        """The guarantee that the theorem answers for the parameters `settings`, by name."""
        if self.of is not None:
            return registered(self.name).bound(_guarantee(self.of, settings))
        inner, case = self.inner, dict(settings)
        if isinstance(inner, type):
            own = [part.name for part in fields(inner) if part.name in case]
            inner = _guarantee(inner, {name: case.pop(name) for name in own})
        return registered(self.name).bound(Said(case, self.span, inner))


def _guarantee(kind: Any, numbers: Mapping[str, Any]) -> Any:
    """A guarantee of that kind with these numbers."""
    return kind(**{name: x if isinstance(x, int | Fraction) else held(x) for name, x in numbers.items()})


class Composed(Struct, frozen=True):
    """An accountant for texts, as a function from numbers to a number.

    Args:
        accountant: The name of the accountant, and of its plugin.
        of: The kind of guarantee that it composes.
        number: The field of the guarantee that has the arguments as values.
        times: The number of runs of a single guarantee; None: it composes one for each argument.

    Examples:
        >>> proving.enclose(lambda xp: proving.Composed("zcdp", ch.ZCDP, "rho", times=3)(xp, xp.number(2))).upper
        6.0
    """

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
