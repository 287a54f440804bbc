"""An entry for the OpenDP deployments registry, from the ledger, its answer and the `[statement]` table.

The fields are those of the published schema of opendp/deployments-registry-data in July 2026
(schemas/deployments-schema.yaml there): basic, dp_variant, privacy_loss, deployment_model, accounting, implementation,
administrative. It has no place for the kind of a publisher, which an open proposal for it asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from chartered.certificate.digest import versions

from ..accounting.answers import Answer
from ..accounting.privacy_unit import of_whole_unit
from ..atomic_files import check_folder
from ..errors import BadValue
from ..host.registry import registry
from ..ledger.entries import listed
from ..ledger.required_relation import records
from ..ledger.sensitivities import sensitivities
from ..ledger.statement_fields import FIELDS
from ..ledger.statement_table import Stated
from ..special_files import is_stream
from .paper import point_of
from .yaml_record import Node, Number

_DIGITS = 10
_TIERS = (3, 2, 1)
_QUESTIONS = ("library", "floating_point", "timing", "platform", "security", "code")
"""The keys of `[statement]` that the registry combines in one text about the mechanisms."""
_OPTIONAL = ("data_product_sector", "data_curator_type", "sources")
"""Fields of tier 1 that an entry may lack."""


def check_entry(path: Path) -> None:
    """Raises BadValue if no entry can be written to this path."""
    if path.suffix.lower() not in (".yaml", ".yml") and not is_stream(path):
        raise BadValue(
            f"cannot write an entry to {path}: its suffix is {path.suffix!r}", "name a file that ends in .yaml"
        )
    check_folder(path, "entry for the registry")


def check_stated(stated: Stated) -> None:
    """Raises BadValue if a field that every entry must have is not stated."""
    lacking = [field.key for field in stated.missing(1) if field.key not in _OPTIONAL]
    lacking += ["model_name"] if _group(stated, "deployment_model") and not stated.text("model_name") else []
    if lacking:
        raise BadValue(
            f"an entry for the deployments registry lacks {', '.join(lacking)}",
            "state them in the [statement] table of the ledger file",
        )


def entry(answer: Answer, digest: str, stated: Stated) -> dict[str, Node]:
    """The entry as nested tables. Raises BadValue if the answer is infinite, or if a field that every entry must have
    is not stated."""
    if answer.why is not None:
        raise BadValue("the registry takes no answer without a finite bound", f"why: {answer.why}")
    check_stated(stated)
    deployment: dict[str, Node] = {
        "basic": _basic(stated),
        "dp_variant": {"variant_name": _variant(answer), **_group(stated, "dp_variant")},
        "privacy_loss": _privacy_loss(answer, stated),
        "deployment_model": _group(stated, "deployment_model"),
        "accounting": {**_group(stated, "accounting"), "composition": _composition(answer, digest)},
        "implementation": _implementation(answer, stated),
        "administrative": _administrative(stated, digest),
    }
    tier = next(tier for tier in _TIERS if tier == 1 or not _lacks(stated, tier))
    return {
        "url_slug": _slug(stated),
        "status": "Draft",
        "tier": tier,
        "deployment": {name: group for name, group in deployment.items() if group},
    }


def _lacks(stated: Stated, tier: int) -> bool:
    """Whether a field of the registry up to this tier is missing."""
    return any(field.group and field.key not in _OPTIONAL for field in stated.missing(tier))


def _group(stated: Stated, group: str) -> dict[str, Node]:
    """The stated fields of one group of the entry, unchanged."""
    return {field.key: stated.text(field.key) for field in FIELDS if field.group == group and stated.text(field.key)}


def _basic(stated: Stated) -> dict[str, Node]:
    found = _group(stated, "basic")
    return {"name": found.pop("name"), "data_curators": [str(found.pop("data_curator_name"))], **found}


def _slug(stated: Stated) -> str:
    """The last part of the entry's address: product, publisher and year, joined by hyphens."""
    words = [stated.text("name"), stated.text("data_curator_name"), stated.text("publication_date")[:4]]
    return re.sub(r"[\W_]+", "-", " ".join(words).lower()).strip("-")


def _variant(answer: Answer) -> str:
    return "Pure DP" if point_of(answer, _DIGITS)[1] == "0" else "Approximate DP"


def _privacy_loss(answer: Answer, stated: Stated) -> dict[str, Node]:
    epsilon, delta = point_of(answer, _DIGITS)
    relation, many = answer.neighbours, stated.get("records_per_unit")
    details = f"{relation.value}: {relation.definition}."
    size, whole = records(registry(), answer.entries), of_whole_unit(registry(), answer, many)
    about = "one record" if size == 1 else f"a person with at most {size} records, all of which change together"
    if isinstance(many, int) and many > size:
        details += f" The parameters are about {about}; a unit may have up to {many} records"
        shown = "." if whole is None else ", of all of which epsilon is at most {} at delta = {}."
        details += shown if whole is None else shown.format(*point_of(whole, _DIGITS))
    elif size > 1:
        details += f" The parameters are about {about}."
    numbers: dict[str, Node] = {"epsilon": Number(epsilon)}
    numbers |= {} if delta == "0" else {"delta": Number(delta)}
    return {
        "privacy_unit": stated.text("privacy_unit") or "One record",
        "privacy_unit_details": details,
        "privacy_parameters": numbers,
        "privacy_parameters_details": "Both are upper bounds, rounded up, that a certificate proves of the steps "
        "stated under mechanisms.",
    }


def _composition(answer: Answer, digest: str) -> str:
    """A text about the composition: the accountant in a sentence, and the theorems on the path."""
    known = registry()
    composed = known.accountant(answer.accountant).statement
    theorems = [
        f"- {name}: {known.theorem(name).statement} ({known.theorem(name).source})"
        for name in answer.path
        if name != answer.accountant
    ]
    lead = (
        f"The steps are composed adaptively, by the accountant {answer.accountant} of Chartered "
        f"{versions()['chartered']}: {composed} The certificate has the SHA-256 digest {digest}. Its theorems:"
    )
    return "\n".join([lead, *theorems])


def _implementation(answer: Answer, stated: Stated) -> dict[str, Node]:
    found = _group(stated, "implementation")
    tuning, accounted = "preprocessing_and_hyperparameter_tuning", stated.get("tuning_accounted")
    if isinstance(accounted, bool):
        said = f"The privacy loss of tuning is {'' if accounted else 'not '}among what is accounted for."
        found[tuning] = "\n".join([*([str(found[tuning])] if tuning in found else []), said])
    found["mechanisms"] = _mechanisms(answer, stated)
    return {key: found[key] for key in (tuning, "mechanisms", "justification") if key in found}


def _mechanisms(answer: Answer, stated: Stated) -> str:
    """The steps of the ledger, the sampling, the sensitivity, and the stated texts about the mechanisms."""
    known = registry()
    used = sensitivities(known, answer.entries, answer.neighbours)
    told = listed(answer.entries, lambda entry: f"- {entry.shown}" + (f" ({entry.shown_label})" if entry.label else ""))
    told += [f"- Sampling: {answer.sampling}"] if answer.sampling else []
    told += [f"- Sensitivity: {used}"] if used else []
    words = {field.key: field.words for field in FIELDS}
    told += [f"- {words[key]}: {stated.text(key)}" for key in _QUESTIONS if stated.text(key)]
    return "\n".join(told)


def _administrative(stated: Stated, digest: str) -> dict[str, Node]:
    certificate = f"- Certificate of the bound, SHA-256 {digest}: checked by `chartered check`"
    authors = stated.get("registry_authors")
    sources: Sequence[str] = [text for text in [stated.text("sources")] if text]
    return {
        "sources": "\n".join([*sources, certificate]),
        "registry_authors": list(authors) if isinstance(authors, tuple) else [],
    }
