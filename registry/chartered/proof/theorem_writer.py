"""The theorems of a proof as JSON: the premises and the conclusion of each use, with their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chartered_verify.arithmetic.recorded_value import Recorded
from chartered_verify.arithmetic.recording import Recorder
from chartered_verify.arithmetic.recording_watch import NotRecorded
from chartered_verify.catching import ours

from ..model.guarantees import GDP, ZCDP, Approximate, Pure, Renyi, Responses, Witness
from ..model.privacy_profile import Profile
from ..model.theorems import Case, Theorem
from .inequality import FromBelow, Inequality
from .theorem_instances import Instance

_NUMBERS: dict[type, tuple[str, ...]] = {
    Pure: ("epsilon",),
    Approximate: ("epsilon", "delta"),
    ZCDP: ("rho",),
    GDP: ("mu_squared",),
    Responses: ("delta",),
}
"""The numeric fields of those guarantees that consist of numbers."""


class TheoremWriter:
    """Writes the premises and conclusions of theorems, with nodes of the record as numbers; `named` are all these
    nodes. `values` are those of the profile over a stretch of eps."""

    def __init__(
        self,
        xp: Recorder,
        shown: Inequality,
        below: FromBelow | None,
        witness: Witness,
        values: Mapping[str, Recorded] | None,
    ) -> None:
        self.xp, self.shown, self.below, self.witness, self.values = xp, shown, below, witness, values
        self.named: list[Recorded] = []

    def all_of(self, uses: Sequence[Instance]) -> list[dict[str, Any]]:
        """All uses of theorems on a path."""
        return [self.instance(use, use is uses[-1]) for use in uses]

    def instance(self, use: Instance, last: bool) -> dict[str, Any]:
        """One use of a theorem as JSON. The conclusion of the last one is the expression that is bounded."""
        by, plugin = use.by, use.by.plugin
        return {
            "kind": by.noun,
            "name": by.name,
            "source": by.source,
            "statement": by.statement,
            "hypotheses": by.conditions_in_words if isinstance(by, Theorem) else "none beyond what it composes",
            "plugin": str(plugin),
            "ours": by.ours,
            "premises": [
                {"times": n, **self.said(premise)} for premise, n in zip(use.premises, use.counts, strict=True)
            ],
            "conclusion": self.concluded() if last else self.said(use.conclusion),
        }

    def concluded(self) -> dict[str, Any]:
        """The conclusion of the last theorem at the question; `also` is its conclusion at another point, if the lower
        end is proved there."""
        kind, shown, below = "Profile" if self.values is None else "GDP", self.shown, self.below
        asked = self._kept({"at": shown.at, shown.of: shown.left})
        if below is None or (below.at.index, below.right.index) == (shown.at.index, shown.left.index):
            return {"kind": kind, "numbers": asked}
        also = self._kept({"at": below.at, below.of: below.right})
        return {"kind": kind, "numbers": asked, "also": {"kind": kind, "numbers": also}}

    def said(self, given: Any) -> dict[str, Any]:
        """A guarantee, or the step that it is about, as JSON. Numbers without a record are omitted; the computations
        that used them are in the record."""
        if isinstance(given, Case):
            inside = {} if given.inner is None else {"inner": self.said(given.inner)}
            return {"kind": "step", "step": str(given.step), "neighbours": given.neighbours.value, **inside}
        found: dict[str, Any] = {"kind": type(given).__name__, "numbers": {}}
        if isinstance(given, Responses):
            found["counts"] = [[str(epsilon), n] for epsilon, n in given.counts.items()]
        refused, self.xp.author = self.xp.refused, "what is said of a guarantee"
        try:
            found["numbers"] = self._kept(self._numbers(given))
        except ours(NotRecorded, ArithmeticError):
            self.xp.refused = refused
        return found

    def _numbers(self, given: Any) -> dict[str, Recorded]:
        if isinstance(given, Profile) and self.values is not None:
            return dict(self.values)
        if isinstance(given, Renyi) and all(field.name in self.witness for field in given.fields):
            order, value = given.at(self.xp, self.witness)
            return {"alpha": order, "curve": self.xp.number(value)}
        names = next((names for kind, names in _NUMBERS.items() if isinstance(given, kind)), ())
        return {name: self.xp.number(getattr(given, name)) for name in names}

    def _kept(self, numbers: dict[str, Recorded]) -> dict[str, Any]:
        self.named += numbers.values()
        return dict(numbers)
