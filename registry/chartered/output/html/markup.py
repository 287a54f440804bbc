"""HTML that the text in it cannot break: text is escaped, and invisible characters are made visible, unless it is
markup already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ...escaping import visible

_VOID = frozenset({"br", "col", "input", "meta"})


class Markup(str):
    """HTML. Only `element`, `joined` and constants in the code create it; every other text is escaped when it is
    inserted."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: str | bool | None) -> Markup:
    """An element. The keywords `class_` and `data_kind` become the attributes class and data-kind. None and False omit
    an attribute; True writes it without a value."""
    written = "".join(
        _attribute(key, value) for key, value in attributes.items() if value is not None and value is not False
    )
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{joined(*children)}</{name}>")


def joined(*parts: str, between: str = "") -> Markup:
    """The parts in sequence, each escaped unless it is markup."""
    return Markup(_safe(between).join(map(_safe, parts)))


def said(text: str) -> Markup:
    """Text that a user wrote, in a bdi element: characters that change the direction of text do not affect the text
    around it."""
    return element("bdi", text)


def lines(text: str) -> Markup:
    """A text of several lines; in each line, invisible characters are written as escapes."""
    return Markup("\n".join(map(_safe, text.split("\n"))))


def table(titles: Iterable[str], rows: Iterable[Iterable[str]], classes: Sequence[str]) -> Markup:
    """A table with a header row, in a box that scrolls if the screen is too narrow; `classes` are the CSS classes of
    the columns, in order."""

    def row(kind: str, cells: Iterable[str], scope: str | None = None) -> Markup:
        named = zip(cells, classes, strict=True)
        return element("tr", *(element(kind, cell, scope=scope, class_=name or None) for cell, name in named))

    body = element("tbody", *(row("td", cells) for cells in rows))
    inner = element("table", element("thead", row("th", titles, "col")), body)
    return element("div", inner, class_="wide", tabindex="0")


def _attribute(key: str, value: str | bool) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(visible(str(value)))}"'


def _safe(text: str) -> str:
    return text if isinstance(text, Markup) else escape(visible(text))
