"""A record as YAML: nested tables, texts, lists of texts, and numbers. No other values are supported, so no YAML
library is needed. A text of one line is written in double quotes, as in JSON, which YAML reads as the same text; a text
of several lines is written as a literal block."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from ..escaping import visible

_KEY = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER = re.compile(r"(\d+)(\.\d+)?(?:e([+-]?)(\d+))?")


class Number(Struct, frozen=True):
    """A decimal number, written with these digits."""

    text: str


Node: TypeAlias = "str | int | Number | list[str] | Mapping[str, Node]"


def yaml(record: Mapping[str, Node]) -> str:
    """The record as YAML text. Raises ValueError for a key or a number that a YAML reader could interpret
    differently."""
    return "".join(f"{line}\n" for line in _table(record, ""))


def _table(record: Mapping[str, Node], indent: str) -> Iterator[str]:
    for key, value in record.items():
        if not _KEY.fullmatch(key):
            raise ValueError(f"no key of a record: {key!r}")
        if isinstance(value, Mapping):
            yield f"{indent}{key}:"
            yield from _table(value, f"{indent}  ")
        elif isinstance(value, list):
            yield f"{indent}{key}:"
            yield from (f"{indent}  - {_scalar(one)}" for one in value)
        elif isinstance(value, str) and _is_block(value):
            yield f"{indent}{key}: |-"
            yield from (f"{indent}  {line}".rstrip(" ") for line in visible(value, keep="\n").split("\n"))
        else:
            yield f"{indent}{key}: {_scalar(value)}"


def _is_block(text: str) -> bool:
    """Whether a text of several lines can be written as a literal block that YAML reads back as the same text."""
    lines = text.split("\n")
    return len(lines) > 1 and text.strip(" \n") == text and not any(line.endswith(" ") for line in lines)


def _scalar(value: str | int | Number) -> str:
    if isinstance(value, Number):
        return _number(value.text)
    if isinstance(value, int):
        return str(value)
    return json.dumps(visible(value, keep="\n"), ensure_ascii=False)


def _number(text: str) -> str:
    """A decimal in a spelling that YAML 1.1 and YAML 1.2 both read as a number: with a point and a sign of the
    exponent, so 1e-5 is written 1.0e-5."""
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise ValueError(f"no number of a record: {text!r}")
    whole, part, sign, power = found.groups()
    return f"{whole}{part or '.0'}" + (f"e{sign or '+'}{power}" if power else "")
