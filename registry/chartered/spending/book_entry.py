"""An entry of a book, as its text says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

from chartered_verify.catching import ignoring, ours
from msgspec import Struct

from ..errors import AlteredBook, BadValue
from ..ledger.strict_json import read_json
from .filter_state import costs_to_json, read_costs

LONGEST = 1000
"""The largest number of characters of a label, an author or a purpose."""
_MOST_VERSIONS = 100
"""The largest number of plugins behind one entry."""
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DAY_BEGINS, _DAY_ENDS = timedelta(hours=-14), timedelta(hours=36)
"""When a day begins in the first zone, and when it ends in the last one, from its midnight in UTC."""
_KINDS = ("open", "spend", "correct", "close")
_OF_KIND = {**dict.fromkeys(("step", "times", "scope", "failure"), "spend"), "of": "correct"}
"""The one kind of entry that has a field."""
_NOTES = ("label", "author", "purpose", "date")
_SIGNED = ("signer", "signature")


class BookEntry(Struct, frozen=True):
    """An entry of a book.

    Args:
        number: Its place, from 0 on.
        kind: "open" (the budget), "spend", "correct" (a step that did not run) or "close".
        digest: The digest of this entry and of all before it.
        step: The step that was paid, or an empty text.
        times: Its number of runs.
        scope: The scope whose records alone it reads, or an empty text: it reads all records.
        failure: The probability of the failure except for which its mu was charged, or an empty text.
        cost: What it took from each purse; of a correction, what it gave back.
        label: What it was for, in the words of whoever spent.
        author: Who spent.
        purpose: Likewise.
        date: When, as the caller said: a time in UTC, or a day without one; nothing is guessed.
        corrects: The number of the entry that a correction takes back, or None.
        versions: The versions of Chartered and of the third-party plugins by which it was priced; None in an entry of
            an older book, which does not say.
        signer: The public key of whoever signed it, in hexadecimal, or an empty text; `Book.verify` checks it.
        signature: The signature, likewise.
        hint: Of an entry that was just paid, how its step might have cost less; it is not kept.

    Examples:
        >>> with ch.Book.create("releases.db", ch.Filter(gdp=1)) as book:
        ...     entry = book.spend("gaussian:sigma=2", label="ages", date="2026-11-26T12:00:00Z")
        >>> entry.number, entry.step, entry.cost, entry.label, entry.date
        (1, 'gaussian:sigma=2,sensitivity=1', {'gdp': Fraction(1, 4)}, 'ages', '2026-11-26T12:00:00+00:00')
    """

    number: int
    kind: str
    digest: str
    step: str = ""
    times: int = 1
    scope: str = ""
    failure: str = ""
    cost: Mapping[str, Fraction] | None = None
    label: str = ""
    author: str = ""
    purpose: str = ""
    date: str = ""
    corrects: int | None = None
    versions: Mapping[str, str] | None = None
    signer: str = ""
    signature: str = ""
    hint: str = ""

    def to_json(self) -> dict[str, Any]:
        """The entry as data for JSON: what is not empty."""
        fields = {
            name: getattr(self, name)
            for name in ("number", "kind", "step", "times", "scope", "failure", *_NOTES, "corrects", "digest", *_SIGNED)
        }
        found = {name: value for name, value in fields.items() if value not in ("", None)}
        if self.kind != "spend":
            found.pop("times", None)
        cost = {"cost": costs_to_json(self.cost)} if self.cost is not None else {}
        return found | cost | ({"versions": dict(self.versions)} if self.versions is not None else {})


def notes(given: Mapping[str, object]) -> dict[str, str]:
    """What a caller says of an entry: short texts, and a date. Raises BadValue."""
    found = {}
    for name, value in given.items():
        if value is None or value == "":
            continue
        if name == "date":
            found[name] = _date(value)
        elif not isinstance(value, str) or len(value) > LONGEST:
            raise BadValue(f"the {name} is {value!r:.60}", f"it must be a text of at most {LONGEST} characters")
        else:
            found[name] = value
    return found


def _date(value: object) -> str:
    day = value[:10] if isinstance(value, str) and _DAY.match(value) else ""
    with ignoring(ValueError, OverflowError):  # the latter for the first and the last day that there are
        read = datetime.fromisoformat(value) if isinstance(value, str) else value
        if day and day == value:
            return day
        if isinstance(read, datetime) and read.tzinfo is not None:
            return read.astimezone(UTC).isoformat()
    missing = f", and there is no day {day}" if day and not _is_day(day) else ""
    remedy = "write a day, as 2026-11-26, or a time with its zone, as 2026-11-26T12:00:00Z"
    raise BadValue(f"the date is {value!r:.60}{missing}", remedy)


def _is_day(text: str) -> bool:
    with ignoring(ValueError):
        return bool(date.fromisoformat(text))
    return False


def check_not_before(said: str, opened: str) -> None:
    """Raises BadValue for the date of an entry that is before that of the opening; either may be empty. Of a day and a
    time, the day may be one of any zone."""
    days = said < opened and max(len(said), len(opened)) == len("2026-11-26")
    last, first = _moment(said, _DAY_ENDS), _moment(opened, _DAY_BEGINS)
    if last is not None and first is not None and (days or last < first):
        raise BadValue(
            f"the date is {said}, and the book was opened on {opened}",
            "a step is paid before it runs, and no book pays for what ran before it was opened",
        )


def _moment(said: str, shift: timedelta) -> datetime | None:
    """The time that a date states, or, of a day, the one so far from its midnight in UTC; None for none."""
    with ignoring(ValueError, OverflowError):  # of a book that was altered; the first and the last day
        read = datetime.fromisoformat(said)
        return read if read.tzinfo is not None else read.replace(tzinfo=UTC) + shift
    return None


def content_of(text: str, where: str) -> dict[str, Any]:
    """What a stored text says. Raises BadLedger."""
    try:
        content = read_json(text)
    except ours(ValueError):
        content = None
    if not isinstance(content, dict):
        raise AlteredBook(f"{where} cannot be read", "`chartered book verify` says where the book was altered")
    return content


def allowed_in(content: Mapping[str, Any]) -> tuple[str, ...]:
    """The third-party plugins whose prices a book takes, by its first entry. Raises BadLedger."""
    found = content.get("plugins", [])
    if not isinstance(found, list) or len(found) > _MOST_VERSIONS or not all(isinstance(one, str) for one in found):
        raise AlteredBook("the plugins of the book cannot be read", "`chartered book verify` says where it was altered")
    return tuple(found)


def read_entry(number: int, text: str, digest: str) -> BookEntry:
    """The entry with a stored text. Raises BadLedger."""
    where = f"entry {number} of the book"
    content = content_of(text, where)
    times, corrects = content.get("times", 1), content.get("of")
    said = {name: content.get(name, "") for name in ("step", "scope", "failure", *_NOTES, *_SIGNED)}
    fits = all(isinstance(value, str) for value in said.values()) and content.get("kind") in _KINDS
    fits = fits and all(content["kind"] == kind for name, kind in _OF_KIND.items() if name in content)
    versions = content.get("versions")
    fits = fits and (versions is None or _are_versions(versions))
    if not fits or not isinstance(times, int) or times < 1 or not isinstance(corrects, int | None):
        raise AlteredBook(f"{where} is no entry", "`chartered book verify` says where the book was altered")
    cost = read_costs(content["cost"]) if "cost" in content else None
    return BookEntry(
        number, content["kind"], digest, times=times, cost=cost, corrects=corrects, versions=versions, **said
    )


def _are_versions(found: object) -> bool:
    """Whether this is a table of names and versions."""
    return (
        isinstance(found, dict)
        and len(found) <= _MOST_VERSIONS
        and all(isinstance(value, str) and len(value) <= LONGEST for value in found.values())
    )
