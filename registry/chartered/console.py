"""The console that prints tables and text for people. Its input is never interpreted as markup, and control characters
are escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from .escaping import visible


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


def as_text(*parts: RenderableType) -> str:
    """Plain text without colours, as wide as needed: nothing is cut off, and every row is one line."""
    from io import StringIO

    console = SafeConsole(file=StringIO(), width=100_000, color_system=None, force_terminal=False)
    with console.capture() as captured:
        for part in parts:
            console.print(cell(part) if isinstance(part, str) else part)
    return "\n".join(line.rstrip() for line in captured.get().split("\n")).rstrip()
