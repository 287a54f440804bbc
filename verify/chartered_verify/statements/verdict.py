"""Verdicts of a check: proved, supported, refuted or undecided, each with its evidence. A verdict is no bool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias


@dataclass(frozen=True, slots=True)
class _Stated:
    """The part that all verdicts share: how it came about."""

    how: str

    def __post_init__(self) -> None:
        if not self.how.strip():
            raise ValueError(f"{type(self).__name__}: say how; an empty reason is no evidence")

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has no truth value: match on Proved, Supported, Refuted or Undecided")


@dataclass(frozen=True, slots=True)
class Proved(_Stated):
    """True on the whole stated domain. `hunted` counts the points at which a counterexample was also sought in vain."""

    hunted: int = 0


@dataclass(frozen=True, slots=True)
class Supported(_Stated):
    """No counterexample at `points` points computed to `digits` digits. Not a proof; `why`: the reason, where it is
    known."""

    points: int = 0
    digits: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Refuted(_Stated):
    """False, and `witness` shows it: a point of the domain and what was found there."""

    witness: Mapping[str, Any] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """The witness in one line."""
        return ", ".join(f"{name} = {value}" for name, value in self.witness.items())


@dataclass(frozen=True, slots=True)
class Undecided(_Stated):
    """Neither proved nor refuted within the limits; `left`: the part that remains open."""

    left: str = ""


Verdict: TypeAlias = Proved | Supported | Refuted | Undecided
