"""The certificate of a ledger with parts: those of the ordinary ledgers that it is, one for each set of parts that a
record may be in, and the largest of their ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from chartered_verify.work_budget import charge
from msgspec.structs import replace

from chartered.certificate.digest import intact

from ..errors import BadCertificate
from ..escaping import LONGEST, LONGEST_LABEL, shortened, shown, visible
from ..host.registry import Registry, registry
from ..ledger.entries import read_entries
from ..ledger.sets_of_parts import Parted
from ..model.canonical_spelling import canonical, quoted, rational
from ..model.exact_numbers import plain
from ..model.neighbours import Neighbours
from ..model.questions import Question
from ..paths.derivation import strangers_note
from .document_limits import limit_document
from .largest_of_parts import largest, largest_first
from .outcome import Check
from .versions import FORMAT

_ENTRY = 100
"""Units of work charged for each entry of the ledger."""
_MOST_STEPS = 8
"""The largest number of steps that a sentence lists."""
PARTED = "chartered certificate of parts 1"
_KEYS = frozenset({"format", "quantity", "at", "neighbours", "ledger", "most", "answer", "sets", "digest"})


def content_of(parted: Parted, certificates: Sequence[Mapping[str, Any]], of_profile: bool) -> dict[str, Any]:
    """The certificate of the largest answer without its digest, from those of all sets, in their order."""
    first = certificates[0]
    return {
        "format": PARTED,
        "quantity": first["quantity"],
        "at": _asked(first["at"]),
        "neighbours": parted.neighbours.value,
        "ledger": parted.tables(),
        "most": parted.most,
        "answer": largest([one["answer"] for one in certificates], of_profile),
        "sets": list(certificates),
    }


def _asked(at: Mapping[str, Any]) -> dict[str, Any]:
    """The given values without the accuracy, which need not be reached in every set."""
    return {name: value for name, value in at.items() if name not in ("digits", "within")}


def check_parted(known: Registry, document: Mapping[str, Any], decided: Callable[[Mapping[str, Any]], Check]) -> Check:
    """The outcome: every set of parts that may decide has an accepted certificate, and the ends are the largest.
    `decided`: the outcome of one certificate. Raises CharteredError; KeyError, TypeError or ValueError for malformed
    data."""
    if document.keys() != _KEYS:
        raise BadCertificate(f"its keys are {quoted(sorted(document))}", f"they must be {', '.join(sorted(_KEYS))}")
    neighbours, given = Neighbours.read(document["neighbours"]), document["sets"]
    parted = Parted.of_tables(known, document["ledger"], document["most"], neighbours)
    charge(_ENTRY * len(document["ledger"]))
    sets = parted.sets()
    if len(given) != len(sets):
        return Check(False, why=f"it has certificates of {len(given)} sets of parts, and there are {len(sets)}")
    outcomes = list[Check]()
    for one, wanted in zip(given, sets, strict=True):
        limit_document(one)
        ledger = [entry.to_json() for entry in read_entries(known, wanted.entries)]
        same = {"format": FORMAT, "quantity": document["quantity"], "ledger": ledger, "neighbours": neighbours.value}
        says = {**one, "at": _asked(one["at"])}
        same |= {"at": document["at"]}
        wrong = next((key for key, right in same.items() if canonical(says.get(key)) != canonical(right)), None)
        if wrong is not None or "asked" in one or not intact(one):
            return Check(False, why=f"of {wanted} it has another certificate: {wrong or 'its content'} differs")
        found = decided(one)
        if not found.accepted:
            return Check(False, why=f"the certificate of {wanted}: {found.why}", outdated=found.outdated)
        outcomes.append(found)
    at = {name: rational(value, name) for name, value in document["at"].items()}
    question = Question.read(document["quantity"], at)
    content = content_of(parted, given, question.of_profile)
    wrong = next((key for key in content if canonical(document[key]) != canonical(content[key])), None)
    if wrong is not None:
        why = f"the certificate says {wrong} = {quoted(document[wrong])}, its sets give {quoted(content[wrong])}"
        return Check(False, document["quantity"], why=why)
    worst = outcomes[largest_first([one["answer"] for one in given])[0]]
    strangers = {name for one in outcomes for name in one.strangers}
    return _accepted(parted, question, content["answer"], worst, tuple(sorted(strangers)))


def _accepted(
    parted: Parted, question: Question, claimed: Mapping[str, Any], worst: Check, strangers: tuple[str, ...]
) -> Check:
    """The outcome of an accepted certificate, with the largest ends in `claimed`. `worst`: that of the set of parts
    that decides."""
    upper, lower = claimed["upper"], claimed["lower"]
    own = [f"{shown(str(entry), LONGEST_LABEL)} in {name}" for name, some in parted.parts for entry in some]
    steps = [*(shown(str(entry), LONGEST_LABEL) for entry in parted.common), *own]
    more = f" and {len(steps) - _MOST_STEPS} more entries" if len(steps) > _MOST_STEPS else ""
    proved = worst.says or ""
    if upper != "inf":
        where = question.where(lambda held: shown(plain(held), LONGEST_LABEL))
        least = "" if lower is None or lower == 0 else f" (and at least {lower})"
        proved = f"{question.quantity} is at most {upper} {where}{least}"
    said = f"{proved}, for the ledger {' + '.join(steps[:_MOST_STEPS])}{more}, where {parted.assumed}"
    rests = "".join(f"; it {words}" for words in [strangers_note(registry(), strangers)] if words)
    says = visible(f"{shortened(said, 2 * LONGEST)}, under {parted.neighbours.value} neighbours{rests}")
    return replace(worst, upper=upper, lower=lower, says=says, ledger=parted.tables(), strangers=strangers)
