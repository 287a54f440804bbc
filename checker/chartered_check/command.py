"""`chartered-check PROOF`: 0 if it is accepted, 1 if it is refused, 2 if it is no proof, 74 if the verdict cannot be
written."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from .expressions import OverTime, decide
from .reading import Malformed, Proof, Unreadable, read
from .words import accepted, concluded, plain

SECONDS = 60.0
UNWRITABLE = 74


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a proof is accepted, and what it shows or why it is refused."""

    accepted: bool
    says: str


def check(proof: Proof, seconds: float = SECONDS) -> Outcome:
    """Proves every condition and the inequality, or says which it cannot."""
    try:
        found = decide(proof.nodes, proof.statements, seconds)
    except OverTime:
        return Outcome(False, f"not decided within {seconds:g} seconds")
    for index, (one, holds) in enumerate(zip(proof.statements, found, strict=True)):
        if holds is not True:
            what = "the inequality" if index == len(found) - 1 else f"condition {index}"
            why = "does not hold" if holds is False else "is not decided"
            return Outcome(False, f"{what}, node {one.left} {one.relation} node {one.right}, {why}")
    return Outcome(True, concluded(proof))


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the command line; the exit status."""
    parser = argparse.ArgumentParser("chartered-check", description="Accepts or refuses a proof, by intervals alone.")
    parser.add_argument("proof", type=Path)
    parser.add_argument("--seconds", type=_seconds, default=SECONDS, help="how long it may take (default: 60)")
    asked = parser.parse_args(arguments)
    try:
        proof = read(asked.proof)
    except Unreadable as error:
        _complain(f"unreadable: {error}")
        return 2
    except Malformed as error:
        return _say([f"refused: {error}"], 1)
    found = check(proof, asked.seconds)
    return _say(accepted(proof), 0) if found.accepted else _say([f"refused: {found.says}"], 1)


def _seconds(text: str) -> float:
    """A number of seconds above 0. Raises ValueError, also for NaN."""
    seconds = float(text)
    if not seconds > 0:
        raise ValueError
    return seconds


def script() -> None:
    """The command."""
    sys.exit(main())


def _say(lines: Iterable[str], status: int) -> int:
    """Prints lines; the status, or another if they cannot be written. A reader who has left changes none."""
    try:
        if sys.stdout is None:  # closed
            raise OSError("it is closed")
        print("\n".join(plain(line) for line in dict.fromkeys(lines)), flush=True)
    except OSError as error:
        _discard(sys.stdout)
        if isinstance(error, BrokenPipeError):
            return status
        _complain(f"the verdict cannot be written: {error.strerror or error}")
        return UNWRITABLE
    return status


def _complain(line: str) -> None:
    """Prints a line on standard error, if that can be written."""
    try:
        print(plain(line), file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


def _discard(stream: TextIO | None) -> None:
    """Sends what a stream holds to the null device: the interpreter would complain at its end."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
