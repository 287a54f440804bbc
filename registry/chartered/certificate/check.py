"""Certificates: an answer as data, and the check that derives it again in ball arithmetic (no search, no SciPy)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from chartered_verify.catching import ours
from chartered_verify.raised import words_of
from chartered_verify.work_budget import Budget, OverBudget, charge, limited
from msgspec import structs

from chartered.certificate.digest import intact

from ..enclose.certified_bound import CertifiedBound
from ..errors import BadCertificate, CharteredError, Unavailable
from ..host.registry import Registry, registry
from ..ledger.entries import Entry, read_entries
from ..ledger.named_files import no_files
from ..ledger.required_relation import relation
from ..ledger.strict_json import Ambiguous, BeyondLimits
from ..log import log
from ..model.canonical_spelling import canonical, quoted, rational
from ..model.exact_numbers import plain
from ..model.neighbours import Neighbours
from ..model.questions import Question
from ..model.seconds import seconds_of
from ..model.witness_json import witness_from_json
from ..paths.derivation import Derivation, strangers_of
from ..paths.replay import derive, with_witnesses
from ..paths.step_paths import sound
from ..paths.step_witnesses import StepWitness
from .certificate import Certificate as Certificate, certificate
from .document_limits import limit_document
from .field_types import check_head, check_shape
from .met_target import Met
from .outcome import Check
from .parted_check import PARTED, check_parted
from .reading import read_document
from .spelling import check_ends, check_ledger
from .versions import FORMAT, FORMATS, UNNUMBERED, after_failure, changed_since, outdated, statements_of, versions_of

BUDGET = 20.0
"""Seconds of work that a check may take unless the caller allows more."""
_READ, _ENTRY = 3000, 100
"""Units of work charged for reading a certificate, and for each entry of its ledger."""


def certificate_of(answer: CertifiedBound) -> Certificate:
    """The certificate of an answer. Raises CharteredError for a heuristic one, and for one that is too large to be
    checked."""
    if not answer.certified:
        raise CharteredError("a heuristic answer has no certificate", "ask without --heuristic for a sound one")
    found = with_witnesses(registry(), answer.entries, answer.neighbours, answer.derivation)
    return certificate(_content(replace(answer, derivation=found)))


def certificate_of_met(met: Met) -> Certificate:
    """The certificate of a value that meets a target. Raises Unavailable or ArithmeticError if the proof cannot be
    replayed."""
    return certificate(_document(met.to_json(), met.derivation, met.unknown.entries_at(met.value)))


def _content(answer: CertifiedBound) -> dict[str, Any]:
    """The certificate of an answer, without its digest."""
    stated = {
        "quantity": answer.question.quantity,
        "at": {name: plain(value) for name, value in answer.question.held.items()},
        "neighbours": answer.neighbours.value,
        "ledger": [entry.to_json() for entry in answer.entries],
        "answer": answer._certified(),
    }
    return _document(stated, answer.derivation, answer.entries)


def _document(stated: Mapping[str, Any], d: Derivation, entries: tuple[Entry, ...]) -> dict[str, Any]:
    """A certificate without its digest: the facts `stated`, the derivation, and the versions of statements and
    software, in JSON types."""
    derivation: dict[str, Any] = {
        "rewrites": d.rewrites,
        "climbs": d.per_step,
        "accountant": d.accountant,
        "tail": d.conversions,
    }
    if d.grouped_by:
        derivation |= {"grouped_by": d.grouped_by, "groups": d.groups}
    if d.witnesses:
        derivation["witnesses"] = [one.to_json() for one in d.witnesses]
    made_by = {"statements": statements_of(registry(), entries, d), "versions": versions_of(registry(), entries, d)}
    content = {"format": FORMAT, **stated, "derivation": derivation, **made_by}
    result: dict[str, Any] = json.loads(json.dumps(content))
    return result


def check(source: str | Path | Mapping[str, object] | Certificate, *, budget: float = BUDGET) -> Check:
    """The outcome of checking a certificate: the answer is derived again, without a search.

    Args:
        source: A certificate: a file, the page of a privacy statement that contains it, a dictionary, or a Certificate.
        budget: The seconds of work that the check may take, above 0 and at most 1e6. Work is counted, so that a
            certificate has the same outcome on every machine that is fast enough. Nothing is accepted after the budget
            is used up.

    Returns:
        The outcome: whether it is `accepted`, what it `says`, or `why` it is refused.

    Raises:
        BadCertificate: The source is no certificate at all, or cannot be read.
        BadValue: The budget is out of range.

    Examples:
        >>> document = ch.Ledger("gaussian:sigma=20").epsilon("1e-5").certificate().to_dict()
        >>> ch.check(document).accepted
        True
        >>> print(ch.check({**document, "neighbours": "replace-one"}))
        refused: the digest does not fit the content: something was changed
    """
    seconds = seconds_of(budget, "the budget")
    try:
        with limited(Budget(seconds)), no_files():
            charge(_READ)
            found = _checked(source)
    except ours(OverBudget):
        found = Check(False, why=f"not checked within {budget:g} seconds; --budget gives it more", over_budget=True)
    if not found.accepted:
        log("WARNING", "a certificate is refused: %s", found.why)
    return found


def _checked(source: str | Path | Mapping[str, object] | Certificate) -> Check:
    document: Any = source.document if isinstance(source, Certificate) else source
    page = False
    try:
        if isinstance(source, str | Path):
            document, page = read_document(Path(source))
        if isinstance(document, Mapping):
            limit_document(document)
    except Ambiguous as error:
        return Check(False, why=f"it can be read in two ways: {error}")
    except BeyondLimits as error:
        return Check(False, why=f"it is too large: {error}")
    if isinstance(document, Mapping) and is_proof(document):
        named = source if isinstance(source, str | Path) else "FILE"
        raise BadCertificate("this is a proof, not a certificate", f"chartered-check {named} reads it")
    known = (*FORMATS, PARTED)
    if not isinstance(document, Mapping) or ("digest" not in document and document.get("format") not in known):
        raise BadCertificate(
            "this is no certificate of Chartered", f'a certificate is a JSON object with "format": "{FORMAT}"'
        )
    if not intact(document):
        return Check(False, why="the digest does not fit the content: something was changed")
    if document.get("format") not in known:
        return Check(False, why=f"its format is {quoted(document.get('format'))}, this version reads {FORMAT!r}")
    found = _decided(document)
    found = found if found.accepted or found.outdated else after_failure(document, found)
    return structs.replace(found, in_page=page)


def is_proof(document: Mapping[str, Any]) -> bool:
    """Whether this is a proof, which is for the second checker."""
    return str(document.get("format")).startswith("chartered proof ")


def _decided(document: Mapping[str, Any]) -> Check:
    """The outcome of replaying an intact certificate, or the reason why it cannot be replayed."""
    try:
        if document["format"] == PARTED:
            return check_parted(registry(), document, _decided)
        return _rederive(registry(), document)
    except ours(CharteredError, Unavailable, ArithmeticError) as error:
        return Check(False, why=_stated(error))
    except ours(BaseException) as error:  # a malformed field, or a plugin that reads one, may raise anything
        return Check(False, why=_unread(error))


_CONCERNS_NOTHING = "its derivation applies a theorem to a step that the theorem does not concern"


def _stated(error: Exception) -> str:
    """The message of an error. For a KeyError from one of Chartered's own formulas, the name of the missing witness
    field; for an error without a message, that the theorem does not concern the step."""
    missing = type(error.__cause__) is KeyError and not str(error).startswith("plugin ")
    return _unread(error.__cause__) if missing else words_of(error) or _CONCERNS_NOTHING


def _unread(error: BaseException | None) -> str:
    """A message for a certificate that cannot be read, free of Python's own wording."""
    if isinstance(error, KeyError) and error.args:  # a witness field: all other fields were checked before
        return f"the certificate is malformed: a witness states no {quoted(error.args[0])}"
    return "the certificate is malformed: what its fields hold cannot be read"


def _rederive(known: Registry, document: Mapping[str, Any]) -> Check:
    check_head(document)
    quantity, why = document["quantity"], outdated(known, document)
    if why is not None:
        return Check(False, quantity, why=why, outdated=True)
    check_shape(document)
    written = document["derivation"]
    charge(_ENTRY * (len(document["ledger"]) + len(written["climbs"])))
    derivation = read_derivation(written)
    content, found = (_value if "asked" in document else _answer)(known, document, derivation)
    if document["format"] == UNNUMBERED:
        changed = changed_since(content.pop("statements"))
        if changed is not None:
            return Check(False, quantity, why=changed, outdated=True)
        content["format"] = UNNUMBERED
    for said, right, free in (
        (dict(document), content, ("answer", "digest")),
        (document["answer"], content["answer"], ()),
    ):
        if said.keys() - {"digest"} != right.keys():
            return Check(
                False,
                quantity,
                why=f"the certificate has the keys {quoted(sorted(said))}, the derivation {sorted(right)}",
            )
        wrong = next((key for key in right if key not in free and not _holds(key, said[key], right[key])), None)
        if wrong is not None:
            why = f"the certificate says {wrong} = {quoted(said[wrong])}, the derivation gives {quoted(right[wrong])}"
            return Check(False, quantity, why=why)
    return found


def read_derivation(written: Mapping[str, Any]) -> Derivation:
    """The derivation in a certificate. Raises KeyError, TypeError or ValueError for malformed data."""
    witnesses = tuple(StepWitness.read(one) for one in written.get("witnesses", ()))
    rewrites, per_step = _nested(written["rewrites"]), _nested(written["climbs"])
    grouped_by, groups = tuple(written.get("grouped_by", ())), tuple(written.get("groups", ()))
    return Derivation(rewrites, per_step, written["accountant"], tuple(written["tail"]), witnesses, grouped_by, groups)


def _answer(known: Registry, document: Mapping[str, Any], derivation: Derivation) -> tuple[dict[str, Any], Check]:
    """(the certificate that the derivation gives for the same question, the outcome if the two agree). Raises
    Unavailable."""
    claimed, quantity = document["answer"], document["quantity"]
    question = Question.read(quantity, {name: rational(value, name) for name, value in document["at"].items()})
    entries = read_entries(known, document["ledger"])
    check_ledger(document["ledger"], entries)
    check_ends(claimed)
    neighbours = relation(known, entries, Neighbours.read(document["neighbours"]))
    profile = derive(known, entries, neighbours, derivation)
    if not sound(profile.side):
        raise Unavailable(f"the path proves no upper bound: its side is {profile.side.value}")
    witness = witness_from_json(claimed["witness"])
    answer = CertifiedBound._of(known, question, entries, neighbours, derivation, profile, witness)
    return _content(answer), Check.of_answer(answer, claimed)


def _value(known: Registry, document: Mapping[str, Any], derivation: Derivation) -> tuple[dict[str, Any], Check]:
    """The same pair for the certificate of a value that meets a target. Raises Unavailable."""
    met = Met.read(known, document, derivation)
    entries = met.unknown.entries_at(met.value)
    content = _document(met.to_json(), derivation, entries)
    return content, Check.of_value(met, content["answer"], strangers_of(known, entries, derivation))


def _holds(key: str, said: Any, found: Any) -> bool:
    """Whether a stated field follows from the derived one: stated ends of the interval may be wider; all else must be
    equal."""
    if type(said) is not type(found):
        return False
    if key == "versions":  # the same distributions, in any release: statements have versions of their own
        return bool(said.keys() == found.keys())
    if canonical(said) == canonical(found) or key not in ("upper", "lower", "upper_exact", "lower_exact"):
        return canonical(said) == canonical(found)
    wide, tight = Decimal(said), Decimal(found)
    return wide >= tight if key.startswith("upper") else wide <= tight


def _nested(names: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(str(name) for name in inner) for inner in names)
