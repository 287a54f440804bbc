"""Exit statuses and error reports of the command line: one clear line for bad input and for output that cannot be
written, no output if the reader of the output has left, and a full report for a fault of Chartered or of a plugin."""

from __future__ import annotations

import errno
import os
import re
import sys
import warnings
from collections.abc import Callable
from typing import Any, TextIO

import click
from chartered_verify.catching import ignoring, ours
from chartered_verify.raised import words_of

from ..errors import UNWRITABLE, CharteredError, PluginFault, PluginWarning, near
from ..escaping import LONGEST, quoting, shown, visible
from ..standard_output import OutputLost, losses_told
from .loaded_plugins import loaded_registry
from .output import print_json

BAD_INPUT = 2
FAULT = PluginFault.exit_status
INTERRUPTED = 130
READER_LEFT = 141
_COMPLETE = "_CHARTERED_COMPLETE"
"""The environment variable by which a shell asks for completions."""
_REPORT = (
    "This is a fault of Chartered or of a plugin, not of your input. Please report it, with the command and "
    "all lines above."
)


def guarded(run: Callable[[], Any], *, as_json: bool) -> int:
    """Runs a command and returns the exit status. With `as_json` an error is also reported as JSON on standard
    output. Nothing is run if standard output is closed: a file that is opened later would take its place."""
    if sys.stderr is None:  # closed; type checkers do not know that it may be
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # as long as the process
    if sys.stdout is None:
        return _output_lost(OSError(errno.EBADF, "it is closed"))
    with losses_told(), warnings.catch_warnings():
        warnings.simplefilter("ignore", PluginWarning)  # it is said below, without the place in the code
        try:
            return _status(run, as_json)
        finally:
            _say_what_failed()


def _say_what_failed() -> None:
    """A line for each plugin that failed, unless it would come in the way of what a shell completes."""
    known = None if _COMPLETE in os.environ else loaded_registry()
    with ignoring(CharteredError):  # claims that cannot be registered: that has been said
        for failed in known.failed if known else ():
            say(f"{failed}")


def _status(run: Callable[[], Any], as_json: bool) -> int:
    """Runs a command and returns the exit status."""
    try:
        status: int = run() or 0
        sys.stdout.flush()
        return status
    except (KeyboardInterrupt, click.exceptions.Abort):
        return INTERRUPTED
    except OutputLost as lost:
        return _output_lost(lost.error)
    except ours(BrokenPipeError) as error:
        return _output_lost(error)
    except click.ClickException as error:
        return _refuse("UsageError", *_words(error), as_json=as_json)
    except CharteredError as error:
        return _refuse(type(error).__name__, error.message, error.hint, as_json=as_json, status=error.exit_status)
    except ours(Exception) as error:
        import traceback

        error.add_note(_REPORT)
        _print_error(visible("".join(traceback.format_exception(error)), keep="\n"))
        if as_json:
            whose = " ".join(error.__notes__[:-1]).strip()
            _print_error_json(type(error).__name__, shown(f"{whose} {words_of(error)}".strip()), _REPORT)
        return FAULT


def say(text: str) -> None:
    """Prints one line on standard error."""
    _print_error(f"chartered: {quoting(text, 2 * LONGEST)}")


def _print_error(text: str) -> None:
    """Prints on standard error, if that can be written."""
    try:
        click.echo(text, err=True)
    except ours(OSError):
        _discard(sys.stderr)


def _output_lost(error: OSError) -> int:
    """The exit status if the output cannot be written, with a line that says why, unless its reader has closed the
    pipe."""
    if not isinstance(error, BrokenPipeError):
        _print_error(f"chartered: the output cannot be written: {error.strerror or error}")
    _discard(sys.stdout)
    return READER_LEFT if isinstance(error, BrokenPipeError) else UNWRITABLE


def _discard(stream: TextIO | None) -> None:
    """Sends what a stream holds, and all that comes, to the null device: the flush at exit would report an error."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _refuse(kind: str, message: str, hint: str, *, as_json: bool, status: int = BAD_INPUT) -> int:
    say(f"{message}; {hint}" if hint else message)
    if as_json:
        _print_error_json(kind, message, hint)
    return status


def _print_error_json(kind: str, message: str, hint: str) -> None:
    """Prints an error as JSON. If that cannot be written, the exit status still says what was wrong."""
    try:
        print_json({"error": {"type": kind, "message": message, "hint": hint}})
    except OutputLost:
        _discard(sys.stdout)


ASKED_BY = {
    "--epsilon": "`chartered delta STEP... --epsilon E` asks for delta at an eps",
    "--delta": "`chartered epsilon STEP... --delta D` asks for eps at a delta",
    "--eps": "`chartered delta STEP... --epsilon E` asks for delta at an eps",
}
"""Where an option belongs that another command does not have."""
_FILES = ("--output", "--out", "-o")
"""What writes a file elsewhere, for a command that prints."""


def _words(error: click.ClickException) -> tuple[str, str]:
    """The message of a click error, and a hint where the right usage is shown."""
    ctx = getattr(error, "ctx", None)
    where = ctx.command_path if ctx is not None else "chartered"
    message = quoting(re.split(r" \(?Did you mean ", _one_line(error.format_message()))[0].rstrip("."))
    option = str(getattr(error, "option_name", ""))
    close = [one for one in getattr(error, "possibilities", None) or () if one != "--help" and _alike(option, one)]
    if option in ASKED_BY and not any(one.startswith(option) for one in close):
        return message, f"{ASKED_BY[option]}; with --epsilon E and --delta D, either command whether (E, D)-DP holds"
    if close:
        return message, f"did you mean {' or '.join(map(repr, close))}?"
    if option in _FILES:
        return message, "what is printed goes to a file by > FILE, with --json as data"
    takes_steps = ctx is not None and any(one.name == "steps" for one in ctx.command.params)
    inside = "what a step takes is written in it, NAME:key=value,times=N; " if option and takes_steps else ""
    return message, f"{inside}{where} --help shows the options and an example"


def _alike(option: str, other: str) -> bool:
    """Whether one option may be meant by the other, whose hyphens click counts, too."""
    return other.startswith(option) or bool(near(option.strip("-"), [other.strip("-")]))


def _one_line(text: str) -> str:
    """The lines of click's message joined to one line; line breaks may come from an argument that it quotes."""
    return " ".join(line.strip(" ") for line in text.split("\n"))
