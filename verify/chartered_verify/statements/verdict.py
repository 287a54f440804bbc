"""Verdicts of a check: proved, supported, refuted or undecided, each with its evidence. A verdict has no truth
value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias


@dataclass(frozen=True, slots=True)
class _Stated:
    """The common part of all verdicts: `how`, the method, in words."""

    how: str

    def __post_init__(self) -> None:
        if not self.how.strip():
            raise ValueError(f"{type(self).__name__}: say how; an empty reason is no evidence")

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has no truth value: match on Proved, Supported, Refuted or Undecided")


@dataclass(frozen=True, slots=True)
class Proved(_Stated):
    """The statement holds on its whole domain. `hunted`: the number of points at which a counterexample was searched
    without success."""

    hunted: int = 0


@dataclass(frozen=True, slots=True)
class Supported(_Stated):
    """No counterexample at `points` points, compared to `digits` digits. This is not a proof; `why`: the reason that
    there is none, if known."""

    points: int = 0
    digits: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Refuted(_Stated):
    """The statement is false. `witness`: a counterexample, a point of the domain and the values there."""

    witness: Mapping[str, Any] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """The witness in one line."""
        return ", ".join(f"{name} = {value}" for name, value in self.witness.items())


@dataclass(frozen=True, slots=True)
class Undecided(_Stated):
    """Neither proved nor refuted within the limits; `left`: the part of the domain or of the statement that remains
    open."""

    left: str = ""


Verdict: TypeAlias = Proved | Supported | Refuted | Undecided
