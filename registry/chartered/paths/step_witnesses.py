"""Witnesses of theorems on a path: numbers that a theorem about a step needs for its guarantee, beside those that its
question needs.

An answer has them searched; its certificate states them; a check reads them and never searches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from ..errors import Unavailable
from ..model.guarantees import Witness
from ..model.theorems import Case, Theorem
from ..model.witness_json import witness_from_json, witness_to_json

Lookup: TypeAlias = Callable[[Theorem, Case], Witness]
"""Where the witness of a theorem about a case is taken from. Raises Unavailable if there is none."""


@dataclass(frozen=True, slots=True)
class StepWitness:
    """What a certificate states for one theorem and the step, in words, that it is about."""

    theorem: str
    step: str
    witness: Witness

    @classmethod
    def read(cls, shown: Mapping[str, Any]) -> StepWitness:
        """From JSON. Raises what malformed data raises."""
        return cls(str(shown["theorem"]), str(shown["step"]), witness_from_json(shown["witness"]))

    def to_json(self) -> dict[str, Any]:
        """As a certificate holds it."""
        return {"theorem": self.theorem, "step": self.step, "witness": witness_to_json(self.witness)}


@lru_cache(maxsize=256)
def searched(theorem: Theorem, case: Case) -> Witness:
    """The one that the theorem's search proposes."""
    assert theorem.propose is not None
    return theorem.propose(case)


def stated(witnesses: Sequence[StepWitness]) -> Lookup:
    """Those of a certificate and no other."""
    known = {(one.theorem, one.step): one.witness for one in witnesses}

    def found(theorem: Theorem, case: Case) -> Witness:
        witness = known.get((theorem.name, str(case.step)))
        if witness is None:
            raise Unavailable(
                f"the certificate states no witness of {theorem.name}, as those of an earlier version did not: make "
                "it anew"
            )
        return witness

    return found


def recording(found: list[StepWitness]) -> Lookup:
    """Searched, and kept in a list, each once."""

    def look(theorem: Theorem, case: Case) -> Witness:
        one = StepWitness(theorem.name, str(case.step), searched(theorem, case))
        if one not in found:
            found.append(one)
        return one.witness

    return look
