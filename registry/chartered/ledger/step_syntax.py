"""The syntax of a step's text: layers between slashes, several steps in parentheses, settings between commas."""

from __future__ import annotations

import re

from ..errors import BadStep

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_STEP = r"(?=[\s(]*[A-Za-z][A-Za-z0-9-]*+(?!\s*\())"  # a name before a parenthesis is a function in a number
_NEXT_STEP = re.compile("/" + _STEP)
_NEXT_PART = re.compile(r"\+" + _STEP)
_THOUSANDS = re.compile(r"[0-9]{3}")
_CLOSED, _COMMA = re.compile(r"\)"), re.compile(",")
MOST_LAYERS, MOST_PARTS = 8, 64
"""The largest number of layers of a step, and of steps on the same records."""
_DEEPEST = 32
"""The deepest parentheses inside parentheses."""


def layers(text: str) -> list[str]:
    """The layers, wrappers first. Raises BadStep for parentheses that do not match."""
    return _split(_NEXT_STEP, text.strip())


def is_joint(layer: str) -> bool:
    """Whether a layer consists of several steps on the same records, in parentheses."""
    return layer.lstrip().startswith("(")


def joint_parts(layer: str, text: str) -> tuple[list[str], str]:
    """(the steps between the parentheses, the settings behind a colon after them or the empty text). Raises BadStep."""
    layer = layer.strip()
    inside = _split(_CLOSED, layer)[0][1:]
    rest = layer[len(inside) + 2 :].strip()
    if rest and not rest.startswith(":"):
        raise BadStep(f"{text!r}: {rest!r} follows a parenthesis", "write times behind it: (STEP + STEP):times=10")
    parts = [part.strip() for part in _split(_NEXT_PART, inside)]
    if len(parts) > MOST_PARTS:
        raise BadStep(f"{len(parts)} steps in parentheses", f"at most {MOST_PARTS} may see the same records")
    return parts, rest[1:]


def read_part(part: str, text: str) -> tuple[str, dict[str, object]]:
    """The name and the settings of one layer. Raises BadStep."""
    name, _, rest = part.partition(":")
    name = name.strip()
    if not _NAME.fullmatch(name):
        remedy = "write NAME:key=value,key=value, such as gaussian:sigma=20,times=1000"
        if _NAME.fullmatch(plain := name.lower().replace("_", "-")):
            remedy = f"names have small letters and hyphens: {plain}"
        elif "file=" in text:
            remedy = "a path with slashes stands in parentheses: table:file=(data/losses.csv)"
        elif text.endswith((".toml", ".json")):
            remedy = "a file of steps is read by --ledger FILE, in Python by Ledger.read"
        raise BadStep(f"{text!r}: {name!r} is no name of a step", remedy)
    return name, read_settings(rest if rest.strip() else None, name, text)


def read_settings(written: str | None, name: str, text: str) -> dict[str, object]:
    """Settings between commas; those inside parentheses, of a path, belong to it. Raises BadStep."""
    given: dict[str, object] = {}
    items = [] if written is None else _split(_COMMA, written)
    for item in items:
        if len(items) > 1 and not item.strip():
            raise BadStep(f"{text!r}: there is a comma too many", f"write {name}:key=value,key=value")
        key, equals, value = (piece.strip() for piece in item.partition("="))
        if _NAME.fullmatch(key) and not value:
            remedy = f"write {name}:{key}=VALUE, or leave it out: `chartered calibrate` finds what is missing"
            raise BadStep(f"{text!r}: {item!r} is not of the form key=value", remedy)
        if not (equals and key and value):
            remedy = f"write {name}:key=value,key=value"
            if given and _THOUSANDS.fullmatch(key) and not equals:
                remedy = "numbers are written without commas: n=50000"
            elif key[:1].isdigit() and not equals:
                remedy = f"write {name}:KEY={key}; `chartered explain {name}` has the keys"
            raise BadStep(f"{text!r}: {item!r} is not of the form key=value", remedy)
        if ";" in value and not value.startswith("("):
            remedy = "write commas between settings, colons between numbers, and each step by itself"
            raise BadStep(f"{text!r}: {item!r} has a semicolon", remedy)
        if key in given:
            raise BadStep(f"{text!r}: {key} is given twice", "give each parameter once")
        given[key] = value
    return given


def _split(between: re.Pattern[str], text: str) -> list[str]:
    """A text split at matches outside parentheses. Raises BadStep if parentheses do not match."""
    if "(" not in text and ")" not in text:
        return between.split(text)
    depth, start, found = 0, 0, []
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            break
        if depth > _DEEPEST:
            raise BadStep(f"{text!r}: parentheses are nested more than {_DEEPEST} deep", "write fewer of them")
        if depth == 0 and between.match(text, index):
            found.append(text[start:index])
            start = index + 1
    if depth != 0:
        raise BadStep(f"{text!r}: the parentheses do not match", "write (STEP + STEP), each with its own settings")
    return [*found, text[start:]]
