"""Solutions of an inverse question: each path's count or value, and the accountants that have none."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from chartered_verify.enclosure import Side

from ..display import one_line
from ..ledger.open_parameter import UNBOUNDED
from ..model.exact_numbers import number_to_json
from ..paths.derivation import Derivation
from ..paths.path_search import sound
from .answers import NoAnswer


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """One path's answer: the largest count, or the value of a parameter on the safe side: a whole number, or the
    shortest decimal of a double, and it is that decimal which certainly meets the target. `fails_beyond` says that one
    run more, or a value less private by one part in 1e9, is certain to miss it (None where the path proves no lower
    bound). `ends` says why the path has no answer beyond the value, where it is this that limits it, and not the
    target. `strangers` are the plugins behind it that do not ship with Chartered."""

    derivation: Derivation
    value: int | float | Fraction
    side: Side
    fails_beyond: bool | None = None
    ends: str | None = None
    strangers: tuple[str, ...] = ()

    @property
    def accountant(self) -> str:
        """The accountant that composed."""
        return self.derivation.accountant

    @property
    def path(self) -> tuple[str, ...]:
        """Theorems and accountant in the order of use."""
        return self.derivation.path

    @property
    def certified(self) -> bool:
        """Whether `check` can derive it again: every sound one."""
        return sound(self.side)

    @property
    def finite(self) -> Fraction:
        """The value, or of an unbounded count the largest that was tried."""
        return Fraction(UNBOUNDED if self.value == math.inf else self.value)

    def to_json(self, name: str) -> dict[str, Any]:
        """The solution as INTERFACE prints it; `name` is "times" or "value"."""
        value = self.value if isinstance(self.value, int) else number_to_json(float(self.value))
        shown = {"accountant": self.accountant, name: value, "path": list(self.path), "strangers": list(self.strangers)}
        shown |= {} if self.fails_beyond is None else {"fails_beyond": self.fails_beyond}
        return shown | ({} if self.ends is None else {"capped": True, "why": self.ends})

    @property
    def shown_value(self) -> str:
        """The value as people and JSON read it."""
        return str(self.value if isinstance(self.value, int) else float(self.value))

    def __repr__(self) -> str:
        return one_line(f"<{self.shown_value} by {' -> '.join(self.path)}>")


@dataclass(frozen=True, slots=True)
class Solutions:
    """The answers of all paths, the best first, and the accountants that have none at any value."""

    found: tuple[Solution, ...]
    unavailable: tuple[NoAnswer, ...] = ()

    @classmethod
    def of(cls, found: Sequence[Solution], silent: Iterable[NoAnswer]) -> Solutions:
        """Of some paths the answers, of others why they have none; an accountant is listed as silent if it has no
        answer by any path."""
        heard = {solution.accountant for solution in found}
        reasons: dict[str, list[str]] = {}
        for none in silent:
            if none.accountant not in heard:
                reasons.setdefault(none.accountant, []).append(none.why)
        return cls(
            tuple(found),
            tuple(NoAnswer(name, "; ".join(dict.fromkeys(whys))) for name, whys in sorted(reasons.items())),
        )
