"""A step: one mechanism with its settings, or a wrapper around a step. Its text form is what users type."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from ..display import one_line
from .exact_numbers import plain
from .mechanisms import Setting

MOST_TIMES = 10**12
"""The largest number of runs that an entry may have."""


@dataclass(frozen=True, slots=True)
class Step:
    """One mechanism with exact settings; a wrapper also holds the step that it wraps. Immutable and hashable."""

    name: str
    pairs: tuple[tuple[str, Setting], ...]
    inner: Step | None = None
    _hash: int | None = field(default=None, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Computed once: that of a fraction takes long, and steps are looked up often."""
        if self._hash is None:
            object.__setattr__(self, "_hash", hash((self.name, self.pairs, self.inner)))
        return self._hash  # type: ignore[return-value]

    @property
    def settings(self) -> dict[str, Setting]:
        """The settings by name."""
        return dict(self.pairs)

    @property
    def shape(self) -> tuple[str, ...]:
        """The names from the outermost wrapper inwards."""
        return (self.name, *(self.inner.shape if self.inner else ()))

    def __str__(self) -> str:
        own = ",".join(f"{key}={setting_text(value)}" for key, value in self.pairs)
        return (f"{self.name}:{own}" if own else self.name) + (f"/{self.inner}" if self.inner else "")

    def __repr__(self) -> str:
        return f"Step({one_line(str(self))!r})"


def setting_text(value: Setting) -> str:
    """A setting as users write it."""
    if isinstance(value, Fraction):
        return plain(value)
    return str(value).lower() if isinstance(value, bool) else value
