"""The proof that the next value misses a target: the same theorems for the ledger with that value, and an inequality
from below."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic.recorded_value import Recorded
from chartered_verify.arithmetic.recording import Recorder
from chartered_verify.enclosure import Side
from msgspec import Struct

from ..certificate.check import read_derivation
from ..certificate.met_target import Met
from ..enclose.evaluation import split_witness
from ..host.registry import registry
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile
from ..model.questions import MuWithin, Question
from ..model.typed_witness import Bracket
from ..paths.replay import derive
from .inequality import FromBelow, from_below, inequality
from .proof_of_mu import by_pieces, formula_on, mu_from_below
from .theorem_instances import Instance, Witnessed


class Missed(Struct, frozen=True):
    """That a ledger misses a target: the uses of theorems, the inequality from below, and, for a mu, the numbers of the
    profile by name."""

    ledger: list[Any]
    uses: list[Instance]
    shown: FromBelow
    values: Mapping[str, Recorded] | None


class Next(Struct, frozen=True):
    """The next value's profile, along the same path, with the question that decides the target and its limit."""

    ledger: list[Any]
    uses: list[Instance]
    profile: Profile
    question: Question
    witness: Witness
    limit: Fraction

    def recorded(self, xp: Recorder) -> Missed | None:
        """The inequality that it misses, recorded; None if that is not decided."""
        if isinstance(self.question, MuWithin):
            return self._mu(xp, self.question)
        above = Bracket.read(split_witness(self.profile, self.witness)[0]).above
        shown = inequality(xp, self.profile, self.question, self.witness, self.limit if above is None else above)
        found = from_below(xp, self.profile, self.question, self.witness, shown, self.limit, strict=True)
        return Missed(self.ledger, self.uses, found, None) if found is not None and found.certain else None

    def _mu(self, xp: Recorder, question: MuWithin) -> Missed | None:
        values: dict[str, Recorded] = {}
        xp.author = by_pieces().name
        profile, shown = formula_on(self.profile, self.witness)
        found = mu_from_below(xp, profile, shown, question.over, self.limit, values, strict=True)
        uses = [*self.uses, Instance(by_pieces(), (self.uses[-1].conclusion,), (1,), None)]
        return Missed(self.ledger, uses, found, values) if found is not None and found.certain else None


def next_value(recorder: Recorder, document: Mapping[str, Any]) -> Next | None:
    """The next value of a certificate, if that states that it misses the target along a path of exact theorems."""
    if "asked" not in document or document["answer"]["beyond"] is None:
        return None
    known, derivation = Witnessed(recorder), read_derivation(document["derivation"])
    met = Met.read(registry(), document, derivation)
    after = met.next_one
    if after is None or met.beyond is None:
        return None
    entries = met.unknown.entries_at(after)
    profile = derive(known.of(registry(), derivation), entries, met.neighbours, derivation)
    if profile.side is not Side.EXACT:
        return None
    question, limit = met.target.asked(profile)
    return Next([entry.to_json() for entry in entries], known.uses, profile, question, met.beyond, limit)
