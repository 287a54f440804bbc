"""Witnesses of theorems on a path: numbers that a theorem about a step needs for its guarantee, in addition to the
witness of the question.

An answer searches them, its certificate states them, and a check reads them and never searches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec import Struct

from ..errors import Unavailable
from ..model.guarantees import Witness
from ..model.theorems import Case, Theorem
from ..model.witness_json import witness_from_json, witness_to_json

Lookup: TypeAlias = Callable[[Theorem, Case], Witness]
"""(theorem, case) -> the witness. Raises Unavailable if there is none."""


class StepWitness(Struct, frozen=True):
    """The witness of one theorem about one step, given as text, as a certificate states it."""

    theorem: str
    step: str
    witness: Witness

    @classmethod
    def read(cls, shown: Mapping[str, Any]) -> StepWitness:
        """The witness from JSON. Raises KeyError, TypeError or ValueError for malformed data."""
        return cls(str(shown["theorem"]), str(shown["step"]), witness_from_json(shown["witness"]))

    def to_json(self) -> dict[str, Any]:
        """The entry of a certificate."""
        return {"theorem": self.theorem, "step": self.step, "witness": witness_to_json(self.witness)}


@lru_cache(maxsize=256)
def searched(theorem: Theorem, case: Case) -> Witness:
    """The witness that the theorem's search proposes. Cached."""
    assert theorem.propose is not None
    return theorem.propose(case)


def stated(witnesses: Sequence[StepWitness]) -> Lookup:
    """A lookup among the witnesses that a certificate states, without any search."""
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
    """A lookup that searches, and appends each witness to `found` once."""

    def look(theorem: Theorem, case: Case) -> Witness:
        one = StepWitness(theorem.name, str(case.step), searched(theorem, case))
        if one not in found:
            found.append(one)
        return one.witness

    return look
