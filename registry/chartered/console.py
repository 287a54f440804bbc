"""The console that draws tables and text for people. What it is given is never read as markup, and no control character
passes it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from .visible import visible


class SafeConsole(Console):
    """A rich console that escapes the text of every segment: the sequences that it writes itself are colours and cursor
    moves alone."""

    def __init__(self, **more: object) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **more)  # type: ignore[arg-type]

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of a renderable, with what is not drawn escaped."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text, keep="\n"))


def cell(text: str, style: str = "") -> Text:
    """Text for one cell or one line: escaped before it is measured, so that columns stay in line."""
    return Text(visible(text), style)


def as_text(*parts: RenderableType) -> str:
    """Plain text without colours, as wide as it needs: nothing is cut off, and every row stays on its line."""
    from io import StringIO

    console = SafeConsole(file=StringIO(), width=100_000, color_system=None, force_terminal=False)
    with console.capture() as captured:
        for part in parts:
            console.print(cell(part) if isinstance(part, str) else part)
    return "\n".join(line.rstrip() for line in captured.get().split("\n")).rstrip()
