"""Exports a certificate as a proof: its derivation is evaluated once in the recording arithmetic, and written as
"chartered proof 1"."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from chartered_verify.arithmetic.recording import Recorder
from chartered_verify.arithmetic.recording_watch import NotRecorded, watched
from chartered_verify.catching import ours
from chartered_verify.work_budget import Budget, OverBudget, limited

from ..certificate.check import BUDGET, Certificate, check, is_proof, read_derivation
from ..certificate.met_target import Met
from ..certificate.outcome import Check
from ..certificate.reading import read_document
from ..errors import BadCertificate, CharteredError, Unavailable
from ..host.registry import registry
from ..ledger.entries import read_entries
from ..ledger.required_relation import relation
from ..ledger.strict_json import Ambiguous, BeyondLimits
from ..model.canonical_spelling import rational
from ..model.guarantees import Witness
from ..model.neighbours import Neighbours
from ..model.privacy_profile import Profile
from ..model.questions import MuWithin, Question
from ..model.witness_json import witness_from_json
from ..paths.replay import derive
from .document import Proof, Shown, written
from .inequality import FromBelow, Inequality, from_below, inequality
from .next_value import next_value
from .proof_of_mu import by_pieces, over_stretch, planned
from .theorem_instances import Instance, Witnessed, forget

_BITS = (256, 1024, 4096)
"""Working precisions of the record, in bits: if a comparison is undecided at one, the next is tried."""


def proof_of(certificate: Certificate | Mapping[str, Any], *, budget: float = BUDGET) -> Proof:
    """The proof of an accepted certificate. Raises BadCertificate if the certificate is refused, and CharteredError,
    with the theorem and the reason, if the answer cannot be recorded."""
    document = certificate.document if isinstance(certificate, Certificate) else certificate
    found = check(dict(document), budget=budget)
    if not found.accepted:
        raise BadCertificate(f"the certificate is refused: {found.why}", _ACCEPTED)
    try:
        with limited(Budget(float(budget))):
            return recorded(document, found)
    except ours(OverBudget):
        raise CharteredError(f"not recorded within {budget:g} seconds", "--budget gives it more") from None


def recorded(document: Mapping[str, Any], found: Check) -> Proof:
    """The proof of an answer that the check accepted, at the first precision at which every comparison is decided.
    Raises CharteredError if the answer cannot be recorded, and OverBudget."""
    if "sets" in document:
        raise CharteredError("a proof is written of one ledger, and this certificate has parts", _EACH)
    for bits in _BITS:
        recorder = Recorder(bits)
        try:
            return _proof(recorder, document, found)
        except ours(NotRecorded, ArithmeticError, Unavailable, TypeError, AttributeError, ValueError) as error:
            why = recorder.refused or f"{recorder.author}: {error}"
            if bits == _BITS[-1] or "not decided" not in why:
                raise CharteredError(f"the answer cannot be recorded: {why}", _REMEDY) from error
    raise AssertionError("the last precision returns or raises")


def proof_from(path: str | Path, *, budget: float = BUDGET) -> Proof:
    """The proof of the certificate in a file, or in the page of a statement. Raises as `proof_of`, and BadCertificate
    if the file contains no certificate."""
    try:
        document, _ = read_document(Path(path))
    except (Ambiguous, BeyondLimits) as error:
        raise BadCertificate(f"the certificate is refused: {error}", _ACCEPTED) from None
    if not isinstance(document, Mapping):
        raise BadCertificate("this is no certificate of Chartered", "name a file as written with --certificate")
    if is_proof(document):
        raise BadCertificate("this is a proof already", f"chartered-check {path} reads it")
    return proof_of(document, budget=budget)


_ACCEPTED = "only what is accepted is exported"
_EACH = "each set of parts has a certificate of its own, under sets: export these"
_REMEDY = (
    "no proof is written of sums of losses, characteristic functions and shuffled reports (computed in balls by "
    "transforms and recursions, not by formulas); chartered check reads its certificate, and an answer by formulas, "
    "such as one with --accountant renyi, gdp or pure, may have a proof"
)
"""A hint: the kinds of answers that have no proof, and why."""


def _proof(recorder: Recorder, document: Mapping[str, Any], found: Check) -> Proof:
    """Replays the derivation and records the bound. Raises NotRecorded."""
    known = Witnessed(recorder)
    profile, question, witness, upper, lower = (_value if "asked" in document else _answer)(known, document)
    recorder.author = document["derivation"]["tail"][-1:][0] if document["derivation"]["tail"] else recorder.author
    plan = planned(recorder, profile, question, witness) if isinstance(question, MuWithin) else None
    after = next_value(recorder, document)
    forget()  # what the plan computed in balls
    with watched(recorder.refuse), recorder as xp:
        covered = None
        if plan is None:
            shown = inequality(xp, profile, question, witness, upper)
            _decide(recorder, shown, "the bound is as small")
            below = None if lower is None else from_below(xp, profile, question, witness, shown, lower)
        else:
            known.uses.append(Instance(by_pieces(), (known.uses[-1].conclusion,), (1,), None))
            recorder.author = known.uses[-1].by.name
            shown, below, covered = over_stretch(xp, plan, upper, lower)
            _decide(recorder, shown, "the bound is as small")
        _decide(recorder, below, "the lower end is as large")
        missed = None if after is None else after.recorded(xp)
        _decide(recorder, None if missed is None else missed.shown, "the next value misses the target")
        shape = Shown(shown, below, covered, missed)
        return written(recorder, document, found, known.uses, shape, witness)


def _decide(recorder: Recorder, shown: Inequality | FromBelow | None, what: str) -> None:
    """Raises NotRecorded if the record is void, or does not decide the inequality."""
    if recorder.refused is not None:
        raise NotRecorded(recorder.refused)
    if shown is not None and not shown.certain:
        recorder.refuse(f"a comparison on its way is not decided: whether {what} as is claimed")


Asked: TypeAlias = tuple[Profile, Question, Witness, Fraction, Fraction | None]
"""A profile, the question about it, the witness, and the ends to be proved: the upper end, and the lower end of an
exact answer."""


def _answer(known: Witnessed, document: Mapping[str, Any]) -> Asked:
    """The profile that a path leads to, with the question and the ends of the answer."""
    derivation = read_derivation(document["derivation"])
    entries = read_entries(registry(), document["ledger"])
    neighbours = relation(registry(), entries, Neighbours.read(document["neighbours"]))
    held = {name: rational(value, name) for name, value in document["at"].items()}
    upper = document["answer"]["upper_exact"]
    if upper == "inf":
        known.recorder.refuse("no finite bound is proved")
    profile = derive(known.of(registry(), derivation), entries, neighbours, derivation)
    question = Question.read(document["quantity"], held)
    answer = document["answer"]
    lower = Fraction(answer["lower_exact"]) if answer["side"] == "exact" else None
    return profile, question, witness_from_json(answer["witness"]), Fraction(upper), lower


def _value(known: Witnessed, document: Mapping[str, Any]) -> Asked:
    """The same for a value of `steps` or `calibrate` that meets a target."""
    derivation = read_derivation(document["derivation"])
    met = Met.read(registry(), document, derivation)
    entries = met.unknown.entries_at(met.value)
    profile = derive(known.of(registry(), derivation), entries, met.neighbours, derivation)
    if not met.target.recorded:
        raise Unavailable("a proof is written of a target (epsilon, delta) or mu, and of no other one")
    question, limit = met.target.asked(profile)
    return profile, question, met.witness, limit, None
