"""A step: one mechanism with its settings, or a wrapper around a step. Its text form is what users type."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from ..display import one_line
from .exact_numbers import plain
from .mechanisms import Setting

MOST_TIMES = 10**12
"""The largest number of runs that an entry may have."""
JOINT = "joint"
"""The name of a step that consists of several steps on the same records."""


class Step(Struct, frozen=True, cache_hash=True):
    """One mechanism with exact settings. Immutable and hashable.

    Args:
        name: The name of the mechanism.
        pairs: The settings as pairs of name and value: a Fraction, a text or a bool.
        inner: For a wrapper, the step inside.
        joint: For several steps on the same records, each with its number of runs.

    Examples:
        >>> step = ch.parse("poisson:rate=0.01/gaussian:sigma=1").step
        >>> step.shape, step.settings, step.inner.settings["sigma"], step.runs
        (('poisson', 'gaussian'), {'rate': Fraction(1, 100)}, Fraction(1, 1), 1)
    """

    name: str
    pairs: tuple[tuple[str, Setting], ...]
    inner: Step | None = None
    joint: tuple[tuple[Step, int], ...] = ()

    @property
    def settings(self) -> dict[str, Setting]:
        """The settings by name."""
        return dict(self.pairs)

    @property
    def runs(self) -> int:
        """The number of mechanism runs in one run of the step.

        For several steps on the same records, the sum of all their runs.
        """
        if self.inner is not None:
            return self.inner.runs
        return sum(times * part.runs for part, times in self.joint) or 1

    @property
    def shape(self) -> tuple[str, ...]:
        """The mechanism names from the outermost wrapper inwards.

        For several steps on the same records, those of each in turn.
        """
        inside = (self.inner,) if self.inner else tuple(part for part, _ in self.joint)
        return (self.name, *(name for part in inside for name in part.shape))

    def __str__(self) -> str:
        if self.joint:
            return f"({' + '.join(counted(part, times) for part, times in self.joint)})"
        own = ",".join(f"{key}={setting_text(value)}" for key, value in self.pairs)
        return (f"{self.name}:{own}" if own else self.name) + (f"/{self.inner}" if self.inner else "")

    def __repr__(self) -> str:
        return f"Step({one_line(str(self))!r})"


def counted(step: Step, times: int) -> str:
    """A step with its number of runs as users write it: `times` follows the settings of the innermost step, or a colon
    if that step has no settings."""
    innermost = step
    while innermost.inner is not None:
        innermost = innermost.inner
    return str(step) if times == 1 else f"{step}{',' if innermost.pairs else ':'}times={times}"


def setting_text(value: Setting) -> str:
    """A setting as users write it."""
    if isinstance(value, Fraction):
        return plain(value)
    return str(value).lower() if isinstance(value, bool) else value
