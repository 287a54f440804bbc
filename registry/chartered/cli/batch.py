"""Many questions at once: lines of JSON in, lines of JSON out, in order."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from chartered_verify.catching import ours
from chartered_verify.progress import begun
from chartered_verify.runs.jsonable import plain as jsonable

from ..accounting.many_ledgers import in_order
from ..accounting.question_lines import LONGEST, answer_line, digest_of
from ..errors import BadLedger, BadValue
from ..ledger.strict_json import read_json, write_json
from ..special_files import is_stream, opened_to_read
from ..standard_output import own_output
from ..verification import executors
from .output import progress

_MOST_LEFT_OUT = 1 << 28
"""The largest number of characters of a line that are passed over: a line without end is refused."""


def answer_batch(questions: str, answers: str | None, jobs: int, seconds: float | None) -> bool:
    """Answers each line of a file, or of standard input (-), and writes a line for each. Into a file, it goes on after
    the lines that are there. Returns whether every line had an answer. Raises CharteredError."""
    every = True
    with ExitStack() as stack:
        source, total = stack.enter_context(_lines_of(questions))
        asked = _numbered(source)
        target: IO[str] = own_output() if answers is None else stack.enter_context(_opened(answers))
        if answers is not None:
            asked = _unanswered(asked, target, answers)
        count = min(jobs, 4 * (os.cpu_count() or 1))
        executor = stack.enter_context(executors.processes(count)) if jobs > 1 else None
        stack.enter_context(progress())
        for told in in_order(partial(answer_line, seconds), asked, executor):
            target.write(write_json(jsonable(told)) + "\n")
            target.flush()
            every = every and bool(told.get("answers"))
            if total:
                begun("lines", told["line"], total)
    return every


def _numbered(source: IO[str]) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, with their numbers."""
    number = 0
    while line := source.readline(LONGEST + 2):
        number += 1
        left = _MOST_LEFT_OUT
        while line and not line.endswith("\n") and len(line) > LONGEST:  # the rest of a line that is too long
            more = source.readline(LONGEST)
            line += more[:1]
            left -= len(more)
            if not more or more.endswith("\n"):
                break
            if left < 0:
                raise BadLedger(f"line {number} has more than {_MOST_LEFT_OUT} characters", "write a question a line")
        if line.strip():
            yield number, line.rstrip("\n")


@contextmanager
def _lines_of(path: str) -> Iterator[tuple[IO[str], int]]:
    """(the lines, how many they are; 0 if that is not known). What is no UTF-8 is escaped, so that it is the error of
    its own line."""
    try:
        with ExitStack() as stack:
            source = sys.stdin.buffer if path == "-" else stack.enter_context(opened_to_read(path))
            total = 0 if path == "-" or is_stream(Path(path)) else _count(source)
            yield io.TextIOWrapper(source, "utf-8", "backslashreplace"), total
    except ours(OSError) as error:
        raise BadLedger(
            f"{path} cannot be read: {error.strerror}", "name a file with a question a line, or -"
        ) from None


def _count(source: IO[bytes]) -> int:
    """How many lines a file has, without reading one whole."""
    total = sum(part.count(b"\n") for part in iter(partial(source.read, 1 << 20), b""))
    source.seek(0)
    return total


@contextmanager
def _opened(path: str) -> Iterator[IO[str]]:
    """The file of answers, to be read and continued."""
    try:
        with Path(path).open("a+", encoding="utf-8") as target:
            yield target
    except ours(OSError) as error:
        why = error.strerror or "what was answered before cannot be read there"  # a pipe
        raise BadValue(f"the answers cannot be written to {path}: {why}", "name a file") from None


def _unanswered(asked: Iterator[tuple[int, str]], target: IO[str], path: str) -> Iterator[tuple[int, str]]:
    """The questions that a file of answers, of which the end is reached then, does not answer. What a killed run wrote
    of a line is cut off. Raises BadValue for an answer to another question."""
    target.seek(0)
    end = 0
    for number, text in asked:
        line = target.readline(_MOST_LEFT_OUT)
        if not line.endswith("\n"):
            target.seek(end)
            target.truncate()
            yield number, text
            yield from asked
            return
        if _answered(line, path) != (number, digest_of(text)):
            raise BadValue(
                f"{path} has an answer to another question than line {number} asks", "name another file for the answers"
            )
        end = target.tell()
    if target.readline(1):
        raise BadValue(f"{path} has answers to more lines than there are", "name another file for the answers")


def _answered(line: str, path: str) -> tuple[int, str]:
    """(the number, the digest) of the question that a line answers. Raises BadValue."""
    try:
        found = read_json(line)
        return int(found["line"]), str(found["question_sha256"])
    except ours(ValueError, KeyError, TypeError):
        raise BadValue(f"{path} has a line that is no answer", "name another file") from None
