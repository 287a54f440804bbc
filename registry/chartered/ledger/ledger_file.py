"""A ledger as a file: TOML, or JSON where its name ends in .json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chartered_verify.catching import ours

from ..atomic_files import path_of, whole_file
from ..errors import BadLedger, CharteredError, hint
from ..special_files import read_at_most
from .strict_json import read_json
from .strict_toml import read_toml

_MOST_BYTES = 1 << 23
"""The largest size of a ledger: what reads TOML takes up to twenty seconds for it."""
PART, MOST = "part", "most"
"""The key of a step on a part of the data, and that of how many parts a record may be in."""


def read_ledger_file(path: str | Path, *, parts: bool = False) -> dict[str, Any]:
    """The table in a TOML or JSON ledger file, which may have steps on parts of the data if `parts`. Raises
    BadLedger."""
    path = path_of(path, "ledger", BadLedger)
    kind = "JSON" if path.suffix.lower() == ".json" else "TOML"
    try:
        content = read_at_most(path, _MOST_BYTES)
        if len(content) > _MOST_BYTES:
            wanted = "write equal steps once, with times"
            raise BadLedger(f"the ledger {path} has more than {_MOST_BYTES} bytes", wanted)
        text = content.decode("utf-8-sig")
        document = read_json(text) if kind == "JSON" else read_toml(text)
    except CharteredError:
        raise
    except ours(OSError) as error:
        raise BadLedger(
            f"cannot read the ledger {path}: {error.strerror or error}", "name a TOML or JSON file"
        ) from None
    except ours(UnicodeDecodeError):
        raise BadLedger(f"the ledger {path} is not text in UTF-8", "name a TOML or JSON file") from None
    except ours(ValueError) as error:
        raise BadLedger(
            f"the ledger {path} is not valid {kind}: {error}", "see the page on ledgers for an example"
        ) from None
    return checked_document(document, f"the ledger {path}", parts=parts)


def has_parts(document: Mapping[str, Any]) -> bool:
    """Whether the table of a ledger is about parts of the data."""
    return MOST in document or any(PART in step for step in document["steps"])


def checked_document(document: object, where: str, *, parts: bool = False) -> dict[str, Any]:
    """The table of a ledger with the documented keys; errors name it by `where`. Raises BadLedger, also for steps on
    parts of the data unless the caller composes these by sets of `parts`."""
    if not isinstance(document, dict) or not isinstance(document.get("steps"), list):
        raise BadLedger(f"{where} has no list of steps", 'write neighbours = "add-or-remove" and [[steps]] tables')
    if "neighbors" in document:  # the other spelling of the key
        if "neighbours" in document:
            raise BadLedger(f"{where} has both keys neighbours and neighbors", "write one of them")
        document = {"neighbours" if key == "neighbors" else key: value for key, value in document.items()}
    keys = ("neighbours", "statement", "steps", MOST)
    unknown = sorted(set(document) - set(keys))
    if unknown:
        others = "its keys are neighbours, steps and statement; with parts, neighbours, steps and most"
        raise BadLedger(f"{where} has an unknown key {unknown[0]!r}", hint(unknown[0], keys, others))
    if not all(isinstance(step, dict) for step in document["steps"]):
        raise BadLedger(f"{where} has a step that is no table", '[[steps]] with step = "gaussian:sigma=4"')
    if has_parts(document) and not parts:
        raise BadLedger(
            f"{where} has steps on parts of the data, which only epsilon, delta, mu, risk, budget and tradeoff compose",
            "chartered epsilon names the part that costs most: ask of a ledger of its steps and those on all records, "
            "or in Python read it as PartedLedger, whose .ledgers answer everything, one for each set of parts",
        )
    return document


def save_ledger_file(document: Mapping[str, Any], path: str | Path) -> None:
    """Writes the table of a ledger: `neighbours`, `steps` and, as far as given, `most` and `statement`. The file
    appears whole or not at all. Raises BadLedger if it cannot be written."""
    path = path_of(path, "ledger", BadLedger)
    in_json = path.suffix.lower() == ".json"
    try:
        written = json.dumps(document, indent=2, ensure_ascii=False) + "\n" if in_json else _toml(document)
        content = written.encode("utf-8")
    except ours(UnicodeEncodeError):
        raise BadLedger(f"cannot write the ledger {path}: it has half a character", "mend its labels") from None
    with whole_file(path, "ledger", BadLedger) as draft:
        draft.write_bytes(content)


def _toml(document: Mapping[str, Any]) -> str:
    """The table in TOML: the relation, a table for each step, and the statement."""
    named = {key: document[key] for key in ("neighbours", MOST) if key in document}
    tables = [_pairs(named if document["steps"] else named | {"steps": []})]
    tables += ["[[steps]]\n" + _pairs(step) for step in document["steps"]]
    tables += ["[statement]\n" + _pairs(document["statement"])] if "statement" in document else []
    return "\n".join(tables)


def _pairs(table: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {_value(value)}\n" for key, value in table.items())


def _value(value: str | int | bool | list[str]) -> str:
    """A value in TOML, which writes these as JSON does, but also escapes the character 127."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
