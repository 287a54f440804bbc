"""Whether a file is the proof that Chartered writes for a certificate: the derivation is recorded again, and compared.

A proof shows that an inequality holds. Whose the expression in it is, only one who knows the theorems can say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chartered_verify.catching import ours

from ..certificate.check import BUDGET
from ..certificate.document_limits import read_limited
from ..errors import BadCertificate
from ..escaping import shown
from ..ledger.strict_json import Ambiguous, BeyondLimits, read_json
from ..model.canonical_spelling import canonical
from .coq.file import coq_file
from .export import proof_from

_HINT = "name a file as written by chartered export, a proof or a file for Coq"


def difference(certificate: str | Path, path: str | Path, *, budget: float = BUDGET) -> str | None:
    """Where a proof, or a file for Coq, first differs from the one that is exported from the certificate; None if it is
    the same.

    Raises BadCertificate if the certificate is refused or the file cannot be read, and CharteredError if the answer
    cannot be recorded."""
    try:
        text = read_limited(Path(path))
        given = read_json(text, exact_floats=True) if text.lstrip().startswith("{") else None
    except ours(OSError) as error:
        raise BadCertificate(f"cannot read the proof {path}: {error.strerror or error}", _HINT) from None
    except (Ambiguous, BeyondLimits) as error:
        return f"{error}"
    except ours(ValueError):
        raise BadCertificate(f"{path} is no proof: it is not JSON", _HINT) from None
    proof = proof_from(certificate, budget=budget)
    if given is not None:
        return _in_documents(given, read_json(proof.text, exact_floats=True))
    return _in_lists(text.split("\n"), coq_file(proof).text.split("\n"), "lines")


def _in_documents(given: Mapping[str, Any], ours: Mapping[str, Any]) -> str | None:
    """The first part of a proof that differs, as JSON: to Python 1, 1.0 and true are one value."""
    for name in dict.fromkeys([*ours, *given]):
        if name not in given or name not in ours:
            return f"{shown(name)!r} is {'missing' if name in ours else 'no part of it'}"
        if isinstance(given[name], list) and isinstance(ours[name], list):
            found = _in_lists(given[name], ours[name], name)
        else:
            found = None if canonical(given[name]) == canonical(ours[name]) else _instead(name, given[name], ours[name])
        if found is not None:
            return found
    return None


def _in_lists(given: list[Any], ours: list[Any], name: str) -> str | None:
    """The first element that differs."""
    for index, (one, other) in enumerate(zip(given, ours, strict=False)):
        if canonical(one) != canonical(other):
            return _instead(f"{name}[{index}]", one, other)
    return None if len(given) == len(ours) else _instead(f"the length of {name}", len(given), len(ours))


def _instead(what: str, given: Any, ours: Any) -> str:
    return f"{what} is {shown(f'{given}', 100)} and not {shown(f'{ours}', 100)}"
