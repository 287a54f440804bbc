"""The console that prints tables and text for people. Its input is never interpreted as markup, and control characters
are escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from .visible import visible


class SafeConsole(Console):
    """A rich console that escapes the text of every segment: the only control sequences in its output are its own, for
    colours and cursor moves."""

    def __init__(self, **more: object) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **more)  # type: ignore[arg-type]

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of a renderable, with invisible characters escaped."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text, keep="\n"))


class Line(Struct, frozen=True):
    """Text in which a step that is wider than its line is broken after a comma, a colon or a slash before a name. A
    number is broken only if it is itself wider than the line."""

    text: str
    style: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        words = ("\n".join(_pieces(word, options.max_width)) for word in self.text.split(" "))
        yield Text(" ".join(words), self.style)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, Text(self.text))


_BREAK = re.compile(r"[,:](?=\S)|/(?=[A-Za-z(])")


def _pieces(word: str, width: int) -> Iterator[str]:
    """A word in pieces that fit a line, as far as it may be broken."""
    while len(word) > width:
        ends = [found.end() for found in _BREAK.finditer(word, 0, width + 1) if found.end() <= width]
        if not ends:
            break
        yield word[: ends[-1]]
        word = word[ends[-1] :]
    yield word


def inline(text: str, style: str = "") -> Text:
    """Text that is joined with other text on one line, escaped as in a cell."""
    return Text(visible(text), style)


def cell(text: str, style: str = "") -> Line:
    """Text for one cell or one line, escaped before it is measured, so that columns line up."""
    return Line(visible(text), style)


def facts(pairs: Sequence[tuple[str, str]], width: int) -> Table:
    """A grid of labels, in a column of this width, and their words, which are folded within the second column."""
    grid = Table.grid()
    grid.add_column(no_wrap=True, width=width)
    grid.add_column(overflow="fold")
    for label, words in pairs:
        grid.add_row(cell(label), cell(words))
    return grid


_GAP, _LEAST_PATH, _INDENT = 2, 16, 4
"""Spaces between columns, the least width of a folded path, and the indent of a path below its row."""


class AnswerTable(Struct, frozen=True):
    """Rows of answers whose numbers are never cut, at any width of the console. The last column is a path, which ends
    with the column `implied`.

    If the width allows, it is a table whose last column is folded; with less width the column `implied` is dropped and
    each path is printed below its row; with still less width a row is a list of its cells, each on its own lines.
    `styles` are the styles of the first rows."""

    titles: Sequence[str]
    rows: Sequence[Sequence[str]]
    implied: str = ""
    styles: Sequence[str] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = [max(map(len, column)) for column in zip(self.titles, *self.rows, strict=True)][:-1]
        if _room(widths) + _GAP + _LEAST_PATH <= options.max_width:
            yield self._table()
            return
        kept = [index for index, title in enumerate(self.titles[:-1]) if title != self.implied]
        if _room([widths[index] for index in kept]) <= options.max_width:
            yield from self._above_paths({index: widths[index] for index in kept})
        else:
            yield from self._lists(options.max_width)

    def _table(self) -> Table:
        table = Table(box=None, pad_edge=False)
        for title in self.titles[:-1]:
            table.add_column(title, no_wrap=True, overflow="fold")
        table.add_column(self.titles[-1], overflow="fold", min_width=_LEAST_PATH)
        for index, row in enumerate(self.rows):
            table.add_row(*map(cell, row), style=self._style(index))
        return table

    def _above_paths(self, widths: dict[int, int]) -> Iterable[RenderableType]:
        for index, row in enumerate([self.titles, *self.rows]):
            line = Table(box=None, pad_edge=False, show_header=False)
            for width in widths.values():
                line.add_column(no_wrap=True, width=width)
            line.add_row(*(cell(row[column]) for column in widths), style=self._style(index - 1) if index else "bold")
            yield line
            if index:
                yield Padding(cell(row[-1], "dim"), (0, 0, 0, _INDENT))

    def _lists(self, width: int) -> Iterable[RenderableType]:
        label = max(map(len, self.titles)) + _GAP
        for index, row in enumerate(self.rows):
            if index:
                yield ""
            for title, text in zip(self.titles, row, strict=True):
                if " " not in text and len(text) > width - label:  # a long number has a line to itself
                    yield cell(title, "dim")
                    yield cell(text, self._style(index))
                elif text:
                    line = Table.grid()
                    line.add_column(no_wrap=True, width=label)
                    line.add_column(overflow="fold")
                    line.add_row(cell(title, "dim"), cell(text, self._style(index)))
                    yield line

    def _style(self, index: int) -> str:
        return self.styles[index] if index < len(self.styles) else ""


def _room(widths: Sequence[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)


def as_text(*parts: RenderableType) -> str:
    """Plain text without colours, as wide as needed: nothing is cut off, and every row is one line."""
    from io import StringIO

    console = SafeConsole(file=StringIO(), width=100_000, color_system=None, force_terminal=False)
    with console.capture() as captured:
        for part in parts:
            console.print(cell(part) if isinstance(part, str) else part)
    return "\n".join(line.rstrip() for line in captured.get().split("\n")).rstrip()
