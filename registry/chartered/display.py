"""Representations of values: short for Python's prompt, in full as text, as HTML in a notebook, as data, and as a
pandas table. Text from outside is escaped, and limited to one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from chartered_verify.catching import ours
from msgspec import Struct

from .errors import CharteredError
from .escaping import shortened, visible

LONGEST_REPR = 300
"""The largest number of characters of a `repr`, whatever the size of the value."""
_KEPT = LONGEST_REPR - 40
"""The characters that are kept; the others are for the number of omitted characters."""
MOST_ENTRIES = 8
"""The largest number of ledger entries that are written out in one line."""


def one_line(text: str) -> str:
    """The text on one line of limited length."""
    return shortened(visible(text), _KEPT)


def listed(texts: Sequence[str], what: str, between: str = "; ", most: int = MOST_ENTRIES) -> str:
    """The first texts of a list, and the number of further ones."""
    more = [f"and {len(texts) - most} more {what}"] if len(texts) > most else []
    return between.join([*texts[:most], *more])


class Layout(Struct, frozen=True):
    """The content of a displayed value: facts by name, a table with its titles, and notes below."""

    facts: Sequence[tuple[str, str]]
    titles: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    notes: Sequence[str] = ()

    def text(self) -> str:
        """The content as lines of text with aligned columns."""
        parts = [in_columns(self.facts)]
        parts += [in_columns([self.titles, *self.rows])] if self.rows else []
        parts += ["\n".join(map(visible, self.notes))] if self.notes else []
        return "\n\n".join(part for part in parts if part)

    def html(self) -> str:
        """The content as HTML tables, with every text escaped."""
        facts = "".join(f"<tr><th>{_safe(name)}</th><td>{_safe(words)}</td></tr>" for name, words in self.facts)
        head = "".join(f"<th>{_safe(title)}</th>" for title in self.titles)
        body = "".join("<tr>" + "".join(f"<td>{_safe(cell)}</td>" for cell in row) + "</tr>" for row in self.rows)
        notes = "".join(f"<li>{_safe(note)}</li>" for note in self.notes)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if self.rows else ""
        return f"<table>{facts}</table>{table}" + (f"<ul>{notes}</ul>" if notes else "")


class Displayed:
    """A value with a layout for people: `str` gives text, a notebook shows HTML, `to_dict` gives the data."""

    __slots__ = ()

    def layout(self) -> Layout:
        """The content that is displayed."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.layout().text()

    def _repr_html_(self) -> str:
        return self.layout().html()


class Told(Displayed):
    """A value that is displayed, and data as well."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """The value as JSON, with the fields that are documented for it."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """The object that a command prints of it with `--json`."""
        return self.to_json()


class NoOrder:
    """An interval, which has no order: `<` is refused with what compares two of them."""

    __slots__ = ()

    if not TYPE_CHECKING:  # type checkers refuse `<` of what has none

        def __lt__(self, other: object) -> bool:
            raise TypeError(
                "an answer is an interval and has no order: compare ends, which are numbers; a.upper < b.lower says "
                "that a is certainly less (lower is None where nothing is proved from below)"
            )

        __le__ = __gt__ = __ge__ = __lt__


def data_frame(rows: Iterable[dict[str, Any]], columns: Sequence[str]) -> Any:
    """A `pandas.DataFrame` with these columns and rows. Raises CharteredError if pandas is not installed."""
    try:
        import pandas
    except ours(ModuleNotFoundError) as error:
        if error.name is None or error.name.partition(".")[0] != "pandas":
            raise
        raise CharteredError(
            "to_pandas needs pandas, which is not installed", 'pip install "chartered[pandas]", or use to_dict()'
        ) from None
    return pandas.DataFrame(list(rows), columns=list(columns))


def in_columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows as lines of text with aligned columns, as wide as needed."""
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)] if shown else []
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in shown)
    return "\n".join(line.rstrip() for line in lines)


def _safe(text: str) -> str:
    from html import escape  # here: a command seldom writes any, and the names of characters are many

    return escape(visible(text))
