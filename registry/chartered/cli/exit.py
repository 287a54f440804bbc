"""Exit statuses and error reports of the command line: one clear line for bad input, no output if the reader of the
output has left, and a full report for a fault of Chartered or of a plugin."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any

import click
from chartered_verify.outside import ours

from ..errors import CharteredError, PluginWarning
from ..visible import LONGEST, shown, visible
from .loaded import loaded_registry
from .output import print_json

BAD_INPUT = 2
FAULT = 70
INTERRUPTED = 130
READER_LEFT = 141
_COMPLETE = "_CHARTERED_COMPLETE"
"""The environment variable by which a shell asks for completions."""
_REPORT = (
    "This is a fault of Chartered or of a plugin, not of your input. Please report it, with the command and "
    "all lines above."
)


class ReaderLeft(Exception):
    """The reader of the output has closed the pipe. It is not an OSError, because click turns those into an exit status
    of its own."""


def guarded(run: Callable[[], Any], *, as_json: bool) -> int:
    """Runs a command and returns the exit status. With `as_json` an error is also reported as JSON on standard
    output."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a label may hold letters that the console's encoding lacks
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PluginWarning)  # it is said below, without the place in the code
        try:
            return _status(run, as_json)
        finally:
            _say_what_failed()


def _say_what_failed() -> None:
    """A line for each plugin that failed, unless it would come in the way of what a shell completes."""
    known = None if _COMPLETE in os.environ else loaded_registry()
    for failed in known.failed if known else ():
        say(f"{failed}")


def _status(run: Callable[[], Any], as_json: bool) -> int:
    """Runs a command and returns the exit status."""
    try:
        return run() or 0
    except (KeyboardInterrupt, click.exceptions.Abort):
        return INTERRUPTED
    except ours(ReaderLeft, BrokenPipeError):
        return _reader_left()
    except click.ClickException as error:
        return _refuse("UsageError", *_words(error), as_json=as_json)
    except CharteredError as error:
        return _refuse(type(error).__name__, error.message, error.hint, as_json=as_json, status=error.exit_status)
    except ours(Exception) as error:
        error.add_note(_REPORT)
        click.echo(visible("".join(traceback.format_exception(error)), keep="\n"), err=True)
        if as_json:
            whose = " ".join(error.__notes__[:-1]).strip()
            print_json(
                {"error": {"type": type(error).__name__, "message": shown(f"{whose} {error}".strip()), "hint": _REPORT}}
            )
        return FAULT


@contextmanager
def until_the_reader_leaves(ctx: click.Context) -> Iterator[None]:
    """Ends a command without an error message if the reader of its output closes the pipe (`chartered verify |
    head`)."""
    try:
        yield
        sys.stdout.flush()
    except ours(BrokenPipeError):
        ctx.exit(_reader_left())


def say(text: str) -> None:
    """Prints one line on standard error."""
    click.echo(f"chartered: {shown(text, 2 * LONGEST)}", err=True)


def _reader_left() -> int:
    """The exit status if the reader has closed the pipe. What is still buffered is redirected to the null device;
    otherwise the flush at exit would report an error."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except ours(BrokenPipeError):
            os.dup2(nowhere, stream.fileno())
    return READER_LEFT


def _refuse(kind: str, message: str, hint: str, *, as_json: bool, status: int = BAD_INPUT) -> int:
    try:
        say(f"{message}; {hint}" if hint else message)
        if as_json:
            print_json({"error": {"type": kind, "message": message, "hint": hint}})
            sys.stdout.flush()
    except ours(BrokenPipeError):
        _reader_left()  # the status still says what was wrong
    return status


def _words(error: click.ClickException) -> tuple[str, str]:
    """The message of a click error, and a hint where the right usage is shown."""
    ctx = getattr(error, "ctx", None)
    where = ctx.command_path if ctx is not None else "chartered"
    message, _, guess = _one_line(error.format_message()).partition(" Did you mean ")
    return message.rstrip("."), f"did you mean {guess}" if guess else f"{where} --help shows the options and an example"


def _one_line(text: str) -> str:
    """The lines of click's message joined to one line; line breaks may come from an argument that it quotes."""
    return " ".join(line.strip(" ") for line in text.split("\n"))
