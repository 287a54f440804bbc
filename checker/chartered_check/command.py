"""`chartered-check PROOF`: 0 if it is accepted, 1 if it is refused, 2 if it is no proof at all."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from .expressions import OverTime, decide
from .reading import Lower, Malformed, Proof, Unreadable, read

SECONDS = 60.0
_SHOWN = 40


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
    for place, (one, holds) in enumerate(zip(proof.statements, found, strict=True)):
        if holds is not True:
            what = "the inequality" if place == len(found) - 1 else f"condition {place}"
            why = "does not hold" if holds is False else "is not decided"
            return Outcome(False, f"{what}, node {one.left} {one.relation} node {one.right}, {why}")
    told = f"{proof.of} {_where(proof)} is at most {_short(proof.bound)}"
    return Outcome(
        True, told + _below(" and", proof.least, proof) + _below("; with the next value", proof.missed, proof)
    )


def _where(proof: Proof) -> str:
    """At which number, or for which epsilon."""
    if proof.of != "mu":
        return f"at {_short(proof.at)}"
    return f"for epsilon from {_short(proof.at)} {'on' if proof.until is None else f'to {_short(proof.until)}'}"


def _below(of_what: str, stated: Lower | None, proof: Proof) -> str:
    """What was proved from below, if the theorems are exact."""
    if stated is None:
        return ""
    of, at, relation, limit = stated
    above = "above" if relation == "<" else "at least"
    same = "next" not in of_what and (of, at) == (proof.of, proof.at)
    where = above if same else f"{of}{'' if of == 'mu' else f' at {_short(at)}'} is {above}"
    return f"{of_what}, as its theorems are exact, {where} {_short(limit)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the command line; the exit status."""
    parser = argparse.ArgumentParser("chartered-check", description="Accepts or refuses a proof, by intervals alone.")
    parser.add_argument("proof", type=Path)
    parser.add_argument("--seconds", type=_seconds, default=SECONDS, help="how long it may take (default: 60)")
    asked = parser.parse_args(arguments)
    try:
        proof = read(asked.proof)
    except Unreadable as error:
        print(_plain(f"unreadable: {error}"), file=sys.stderr)
        return 2
    except Malformed as error:
        _say([f"refused: {error}"])
        return 1
    found = check(proof, asked.seconds)
    lines = [f"{'accepted' if found.accepted else 'refused'}: {found.says}"]
    if found.accepted:
        lines += [f"{len(proof.nodes)} nodes and {len(proof.statements)} inequalities; it rests on", *_told(proof)]
    _say(lines)
    return 0 if found.accepted else 1


def _seconds(text: str) -> float:
    """A number of seconds above 0. Raises ValueError, also for NaN."""
    seconds = float(text)
    if not seconds > 0:
        raise ValueError
    return seconds


def script() -> None:
    """The command."""
    sys.exit(main())


def _say(lines: list[str]) -> None:
    """Prints lines; a reader who has left changes no status."""
    try:
        print("\n".join(_plain(line) for line in dict.fromkeys(lines)), flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else the interpreter complains at its end


def _told(proof: Proof) -> list[str]:
    """Who states what the expression is of: to be trusted, or to be read in the papers."""
    return [
        f"  {one['name']}: {one['source']}" + ("" if one["ours"] else f" [a stranger's: {one['plugin']}]")
        for one in proof.theorems
    ]


def _short(x: Fraction) -> str:
    """A number, and about how large it is where it is long."""
    exact = f"{x.numerator:x}" if x.numerator.bit_length() > 4000 else str(x.numerator)
    exact = exact if x.denominator == 1 else f"{exact}/..." if x.denominator.bit_length() > 4000 else str(x)
    try:
        return exact if len(exact) <= _SHOWN else f"{float(x)!r} (about; {len(exact)} characters exactly)"
    except OverflowError:
        return f"a number of {len(exact)} characters"


def _plain(text: str) -> str:
    """Printable ASCII, one line: what a file says may not steer a terminal."""
    return "".join(c if " " <= c <= "~" else ascii(c)[1:-1] for c in text)
