"""JSON with a unique meaning: duplicate keys are refused, and a number with a point is the decimal that is written; on
request numbers that a double would change are refused."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from chartered_verify.catching import ours

MOST_DIGITS = 4000
"""The largest number of digits of an integer; longer ones are written as text."""
_MOST_CHARACTERS = 400
"""The largest number of characters of a number with a point or an exponent; no double needs more."""


_SHOWN = 20
"""How many characters of what is no JSON an error shows."""


class Written(Decimal):
    """A number with a point or an exponent as it is written, which an error repeats."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class Ambiguous(ValueError):
    """A JSON text that two readers may understand differently."""


class BeyondLimits(ValueError):
    """A document, or a part of it, that is too large to be read."""


class TooDeep(BeyondLimits):
    """A document whose lists or objects are nested deeper than is read."""


def read_json(text: str, *, exact_floats: bool = False) -> Any:
    """The value of a JSON text. Raises ValueError if it is no JSON (NaN and infinities included), Ambiguous for a
    duplicate key, and BeyondLimits for a number with too many digits or what is nested too deep.

    A number with a point or an exponent is `Written`; with `exact_floats` it is a float, and must be written as Python
    writes its double."""
    import json

    try:
        return json.loads(
            text,
            object_pairs_hook=_once,
            parse_float=_faithful if exact_floats else as_written,
            parse_int=_signless if exact_floats else _whole,
            parse_constant=_refused,
        )
    except ours(json.JSONDecodeError) as error:
        found = text[error.pos : error.pos + _SHOWN].partition("\n")[0]
        what = f"nothing in JSON goes on with {found!r} there" if found else "it ends too early"
        raise ValueError(f"line {error.lineno}, column {error.colno}: {what}") from None
    except ours(RecursionError):
        raise TooDeep("it is nested too deep") from None


def write_json(value: Any, indent: int | None = None) -> str:
    r"""The JSON text of a value in printable ASCII; other characters become escapes such as \u001b. Raises ValueError
    for NaN and infinities."""
    import json

    return json.dumps(value, indent=indent, allow_nan=False).replace("\x7f", "\\u007f")


def as_written(text: str) -> Written:
    """A number with a point or an exponent, none of whose digits is rounded away. Raises ValueError if its exponent is
    out of reach."""
    try:
        return Written(text)
    except ours(InvalidOperation):
        raise ValueError(f"the exponent of {text[:_SHOWN]!r} is too large") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Ambiguous(f"the key {key!r} is written twice")
        found[key] = value
    return found


def _whole(text: str) -> int:
    check_digits(len(text))
    return int(text)


def check_digits(count: int) -> None:
    """Raises BeyondLimits for a whole number of `count` digits, if these are more than MOST_DIGITS."""
    if count > MOST_DIGITS:
        raise BeyondLimits(f"a whole number has {count} digits; at most {MOST_DIGITS} are read")


def _faithful(text: str) -> float:
    if len(text) > _MOST_CHARACTERS:
        raise BeyondLimits(f"a number is written with {len(text)} characters; at most {_MOST_CHARACTERS} are read")
    value = float(text)
    if repr(value) != text or (value == 0 and text.startswith("-")):
        raise Ambiguous(f"the number {text} is not written as the double {value!r}")
    return value


def _signless(text: str) -> int:
    if text == "-0":
        raise Ambiguous("the number -0 is not written as the integer 0")
    return _whole(text)


def _refused(text: str) -> float:
    raise ValueError(f"{text} is no number in JSON")
