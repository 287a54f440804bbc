"""The shape of a certificate: its fields and their types. Errors name the field that is missing or has another type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from ..errors import BadCertificate, BadValue
from ..model.canonical_spelling import quoted
from ..model.questions import Question
from .versions import UNNUMBERED

_NUMBER = "a number, text or null"
_WHOLE = "a whole number"
_ONE = {"text": str, "a list": list, "an object": Mapping, _WHOLE: int}
_FIRST = {"quantity": "text", "versions": "an object", "versions.*": "text"}
"""The fields that are read before versions are compared, by place; `*` stands for each part of a list or an object. The
tables below have the remaining fields."""
_NUMBERED = {"statements": "an object", "statements.*": _WHOLE}
"""The versions of the statements on which the certificate rests; format 1 has none."""
_STATED = {
    "at": "an object",
    "neighbours": "text",
    "ledger": "a list",
    "answer": "an object",
    "answer.witness": "an object",
    "answer.witness.*": _NUMBER,
    "derivation": "an object",
    "derivation.rewrites": "a list",
    "derivation.rewrites.*": "a list",
    "derivation.rewrites.*.*": "text",
    "derivation.climbs": "a list",
    "derivation.climbs.*": "a list",
    "derivation.climbs.*.*": "text",
    "derivation.accountant": "text",
    "derivation.tail": "a list",
    "derivation.tail.*": "text",
}
_WITNESSES = {
    "derivation.witnesses": "a list",
    "derivation.witnesses.*": "an object",
    "derivation.witnesses.*.theorem": "text",
    "derivation.witnesses.*.step": "text",
    "derivation.witnesses.*.witness": "an object",
    "derivation.witnesses.*.witness.*": _NUMBER,
}
_GROUPS = {
    "derivation.grouped_by": "a list",
    "derivation.grouped_by.*": "text",
    "derivation.groups": "a list",
    "derivation.groups.*": "a whole number",
}
_OF_ANSWER = dict.fromkeys((f"answer.{end}" for end in ("upper", "lower", "upper_exact", "lower_exact")), _NUMBER)
_OF_VALUE = {
    "asked": "an object",
    "asked.step": "text",
    "asked.times": _NUMBER,
    "answer.exact": "text",
    "answer.beyond": "an object or null",
}
_REMEDY = "a certificate is a file as --certificate writes it"
Shape: TypeAlias = Mapping[str, str]


def check_head(document: Mapping[str, Any]) -> None:
    """Raises BadCertificate unless the certificate has its quantity and its versions."""
    _check(document, _FIRST if document["format"] == UNNUMBERED else _FIRST | _NUMBERED)


def check_shape(document: Mapping[str, Any]) -> None:
    """Raises BadCertificate for a field that is missing or has the wrong type."""
    _check(document, _STATED | (_OF_VALUE if "asked" in document else _OF_ANSWER))
    derivation = document["derivation"]
    if "grouped_by" in derivation or "groups" in derivation:
        _check(document, _GROUPS)
    if "witnesses" in derivation:
        _check(document, _WITNESSES)
    if "asked" in document:
        _check(document, {"answer.beyond.*": _NUMBER} if document["answer"]["beyond"] is not None else {})
    else:
        _check(document, {f"at.{_asked(document['quantity']).given}": "anything"})
    if len(derivation["rewrites"]) != len(document["ledger"]):
        parts = f"{len(derivation['rewrites'])} parts, and the ledger {len(document['ledger'])}"
        raise BadCertificate(f"its field derivation.rewrites has {parts}", "there is one for each step")


def _asked(quantity: str) -> type[Question]:
    try:
        return Question.kind(quantity)
    except BadValue as error:
        raise BadCertificate(f"its field quantity is {quoted(quantity)}", error.hint) from None


def _check(document: Mapping[str, Any], shape: Shape) -> None:
    for place, wanted in shape.items():
        _check_field("", document, place.split("."), wanted)


def _check_field(way: str, inside: Any, names: list[str], wanted: str) -> None:
    """Raises BadCertificate unless the field at the path `names` inside `inside` has the type `wanted`; `way` is the
    path to `inside`, for messages."""
    if not names:
        if not _is(inside, wanted):
            raise BadCertificate(f"its field {way} is {quoted(inside)}, not {wanted}", _REMEDY)
        return
    name, *rest = names
    if name == "*":
        numbered = inside.items() if isinstance(inside, Mapping) else enumerate(inside, 1)
        for key, part in numbered:
            _check_field(f"{way}.{key}", part, rest, wanted)
    elif name not in inside:
        raise BadCertificate(f"it has no field {f'{way}.' if way else ''}{name}", _REMEDY)
    else:
        _check_field(f"{way}.{name}" if way else name, inside[name], rest, wanted)


def _is(value: Any, wanted: str) -> bool:
    if wanted == "anything":
        return True
    if wanted == _WHOLE:
        return isinstance(value, int) and not isinstance(value, bool)
    if wanted == _NUMBER:
        return value is None or (isinstance(value, int | float | str) and not isinstance(value, bool))
    if wanted.endswith(" or null"):
        return value is None or _is(value, wanted.removesuffix(" or null"))
    if isinstance(value, bool):
        return False
    return isinstance(value, (list, tuple) if wanted == "a list" else _ONE[wanted])
