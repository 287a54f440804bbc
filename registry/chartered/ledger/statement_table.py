"""The `[statement]` table of a ledger file: uncertified facts that the publisher states, checked and bounded in
size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from chartered_verify.catching import ours
from msgspec import Struct

from ..display import one_line
from ..errors import BadLedger, BadValue, hint
from ..escaping import shortened, visible
from ..model.exact_numbers import whole
from .statement_fields import FIELDS, FROM_THE_LEDGER, Asker, Field, Form

Value: TypeAlias = str | int | bool | tuple[str, ...]
LONGEST_TEXT = 4000
"""The largest number of characters in one field."""
MOST_TEXTS, MOST_RECORDS = 32, 10**12
_BY_KEY = {field.key: field for field in FIELDS}


class Stated(Struct, frozen=True):
    """The stated facts by key, in the order of the fields. None of them is certified."""

    pairs: tuple[tuple[str, Value], ...] = ()

    def get(self, key: str) -> Value | None:
        """The value of one field, or None."""
        return next((value for name, value in self.pairs if name == key), None)

    def text(self, key: str) -> str:
        """The text of one field, or the empty text."""
        found = self.get(key)
        return found if isinstance(found, str) else ""

    def with_text(self, key: str, text: str) -> Stated:
        """A copy with another text in one field, whose middle is left out if it is too long; an empty text changes
        nothing."""
        said = shortened(visible(text.strip()), LONGEST_TEXT // 2)
        return read_stated({**dict(self.pairs), key: said}) if said else self

    def to_dict(self) -> dict[str, object]:
        """The facts as a ledger file has them."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in self.pairs}

    def missing(self, tier: int = 3) -> list[Field]:
        """The fields that some asker requests and that are not stated, up to a tier."""
        known = {key for key, _ in self.pairs}
        return [field for field in FIELDS if field.askers and field.tier <= tier and field.key not in known]

    def coverage(self, asker: Asker | None = None) -> tuple[int, int]:
        """(number of requested items that are answered, number of requested items), by one asker or by all."""

        def asks(askers: tuple[Asker, ...]) -> bool:
            return bool(askers) if asker is None else asker in askers

        asked = sum(asks(field.askers) for field in FIELDS) + sum(asks(askers) for _, askers in FROM_THE_LEDGER)
        return asked - sum(asks(field.askers) for field in self.missing()), asked


UNSTATED = Stated()
"""An empty statement."""


def read_stated(table: object, where: str = "the statement") -> Stated:
    """The facts in a table. Raises BadLedger for an unknown key and for an inadmissible value; `where` names the table
    in messages."""
    if not isinstance(table, Mapping):
        raise BadLedger(
            f"{where} is {one_line(repr(table))}", 'write a table: [statement], then privacy_unit = "person"'
        )
    for key in table:
        if key not in _BY_KEY:
            raise BadLedger(
                f"{where} has an unknown key {one_line(repr(key))}",
                hint(key, _BY_KEY, f"its keys are {', '.join(_BY_KEY)}"),
            )
    return Stated(tuple((key, _value(_BY_KEY[key], table[key], where)) for key in _BY_KEY if key in table))


def _value(field: Field, value: object, where: str) -> Value:
    name = f"{where}: {field.key}"
    if field.form is Form.FLAG and isinstance(value, bool):
        return value
    if field.form is Form.COUNT and isinstance(value, int) and not isinstance(value, bool):
        return _count(value, name)
    if field.form is Form.TEXTS and isinstance(value, list | tuple) and 0 < len(value) <= MOST_TEXTS:
        return tuple(_text(item, name, field) for item in value)
    if field.form is Form.DATE:
        return _date(value, name)
    if field.form is Form.TEXT:
        return _text(value, name, field)
    raise BadLedger(f"{name} is {one_line(repr(value))}", f"it is {field.form.value}")


def _count(value: int, name: str) -> int:
    try:
        return whole(value, name, 1, MOST_RECORDS)
    except BadValue as error:
        raise BadLedger(error.message, error.hint) from None


def _text(value: object, name: str, field: Field) -> str:
    """A text with its line breaks; other invisible characters are escaped."""
    if not isinstance(value, str):
        raise BadLedger(f"{name} is {one_line(repr(value))}", "write it as text")
    text = visible(value.replace("\r\n", "\n").strip(), keep="\n")
    if not text or len(text) > LONGEST_TEXT:
        length = f"has {len(text)} characters" if text else "is empty"
        raise BadLedger(f"{name} {length}", f"write up to {LONGEST_TEXT} characters, or leave it out")
    if field.choices and text not in field.choices:
        raise BadLedger(f"{name} is {one_line(repr(text))}", f"it is one of {', '.join(field.choices)}")
    return text


def _date(value: object, name: str) -> str:
    """A date from TOML, or as text. Raises BadLedger."""
    from datetime import date

    text = value.isoformat() if type(value) is date else value
    try:
        if isinstance(text, str) and date.fromisoformat(text).isoformat() == text:
            return text
    except ours(ValueError):
        pass
    raise BadLedger(f"{name} is {one_line(repr(value))}", f"it is {Form.DATE.value}")
