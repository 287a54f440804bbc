"""What commands write to standard output: one JSON object for programs, text and tables for people."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TextIO, runtime_checkable

import click
from chartered_verify.progress import watched
from chartered_verify.runs.jsonable import plain as jsonable

from ..escaping import visible
from ..ledger.strict_json import write_json
from ..special_files import is_standard_output
from ..standard_output import own_output
from .loaded_plugins import loaded_registry

if TYPE_CHECKING:
    from rich.console import RenderableType


@runtime_checkable
class Plain(Protocol):
    """A part of the output that renders itself as plain text, so that rich, which draws colours, need not be
    imported."""

    def as_plain_text(self) -> str:
        """The part as lines of text, without limit of width."""


@contextmanager
def progress() -> Iterator[None]:
    """A progress bar for long work inside the `with` block, on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from ..console import SafeConsole

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, console=SafeConsole(stderr=True), transient=True)
    task = bar.add_task("", total=None)

    def tell(what: str, done: int, total: int) -> None:
        bar.update(task, description=what, completed=done, total=total)
        if not bar.live.is_started:  # nothing is drawn before something takes long
            bar.start()

    try:
        with watched(tell):
            yield
    finally:
        bar.stop()


def print_json(value: Mapping[str, Any]) -> None:
    """Prints one JSON object on one line; if plugins failed, it lists them. Infinities become text. Raises ValueError
    for NaN."""
    known = loaded_registry()
    failed = [one.to_json() for one in known.failed] if known else []
    told = {**value, "failed_plugins": failed} if failed else value
    print_json_line(told)


def print_json_line(value: Mapping[str, Any]) -> None:
    """Prints one of several JSON objects, on a line of its own. Infinities become text. Raises ValueError for NaN."""
    click.echo(write_json(jsonable(value)), file=own_output())


def print_line(text: str) -> None:
    """Prints one line of text."""
    click.echo(visible(text), file=own_output())


def print_for_people(*parts: RenderableType, beside: str | None = None) -> None:
    """Prints tables and text: as wide as the terminal, or, if the output is not a terminal, as wide as they need, so
    that nothing is cut off.

    A part that is a string is one line. `beside` is a file that the command wrote: if it is standard output itself, the
    parts go to standard error, so that standard output contains only the file."""
    err = beside is not None and is_standard_output(beside)
    out = sys.stderr if err else own_output()
    if out.isatty():
        _print_to_terminal(*parts, out=out)
        return
    known = [part for part in parts if isinstance(part, str | Plain)]
    if len(known) == len(parts):
        lines = (visible(part) if isinstance(part, str) else part.as_plain_text() for part in known)
        click.echo("\n".join(lines).rstrip(), color=False, file=out)
        return
    from ..console import as_text

    click.echo(as_text(*parts), color=False, file=out)


def _print_to_terminal(*parts: RenderableType, out: TextIO) -> None:
    from ..console import SafeConsole, cell

    console = SafeConsole(file=out)
    for part in parts:
        console.print(cell(part) if isinstance(part, str) else part)
