"""A table of answers for people, at any width of the console."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table

from .console import cell

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
