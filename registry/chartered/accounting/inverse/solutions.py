"""Solutions of an inverse question: the count or value of each path, and the accountants without one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from chartered_verify.enclosure import Side
from msgspec import Struct

from ...display import one_line
from ...ledger.unknown_parameter import UNBOUNDED
from ...model.exact_numbers import number_to_json
from ...paths.derivation import Derivation
from ...paths.step_paths import sound
from ..answers import NoAnswer


class Solution(Struct, frozen=True):
    """The solution of one path: the largest count, or a value of the parameter on the safe side. The value is an
    integer or the shortest decimal of a double, and this decimal certainly meets the target.

    `fails_beyond`: whether one more run, or a value less private by one part in 1e9, certainly misses it (None if the
    path proves no lower bound). `ends`: why the path has no answer beyond the value, if this and not the target limits
    it. `strangers`: the third-party plugins behind it."""

    derivation: Derivation
    value: int | float | Fraction
    side: Side
    fails_beyond: bool | None = None
    ends: str | None = None
    strangers: tuple[str, ...] = ()

    @property
    def accountant(self) -> str:
        """The accountant that composed the guarantees."""
        return self.derivation.accountant

    @property
    def path(self) -> tuple[str, ...]:
        """The theorems and the accountant in the order of use."""
        return self.derivation.path

    @property
    def certified(self) -> bool:
        """Whether `check` can derive it again: true of every sound solution."""
        return sound(self.side)

    @property
    def finite(self) -> Fraction:
        """The value; for an unbounded count, the largest count tried."""
        return Fraction(UNBOUNDED if self.value == math.inf else self.value)

    def to_json(self, name: str) -> dict[str, Any]:
        """The solution as JSON, with the documented fields; `name` is "times" or "value"."""
        value = self.value if isinstance(self.value, int) else number_to_json(float(self.value))
        shown = {"accountant": self.accountant, name: value, "path": list(self.path), "strangers": list(self.strangers)}
        shown |= {} if self.fails_beyond is None else {"fails_beyond": self.fails_beyond}
        return shown | ({} if self.ends is None else {"capped": True, "why": self.ends})

    @property
    def shown_value(self) -> str:
        """The value as text."""
        return str(self.value if isinstance(self.value, int) else float(self.value))

    def __repr__(self) -> str:
        return one_line(f"<{self.shown_value} by {' -> '.join(self.path)}>")


class Solutions(Struct, frozen=True):
    """The solutions of all paths, best first, and the accountants without one at any value."""

    found: tuple[Solution, ...]
    unavailable: tuple[NoAnswer, ...] = ()

    @classmethod
    def of(cls, found: Sequence[Solution], silent: Iterable[NoAnswer]) -> Solutions:
        """The solutions `found` and, from `silent`, the reasons of those accountants that have no solution along any
        path."""
        heard = {solution.accountant for solution in found}
        reasons: dict[str, list[str]] = {}
        for none in silent:
            if none.accountant not in heard:
                reasons.setdefault(none.accountant, []).append(none.why)
        return cls(
            tuple(found),
            tuple(NoAnswer(name, "; ".join(dict.fromkeys(whys))) for name, whys in sorted(reasons.items())),
        )
