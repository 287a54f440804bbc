"""The trial of a mutant: a process of its own, in which the claims that run the formula are tried until one finds the
error, or until a second one does."""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from typing import NoReturn

from chartered_verify.runs.suite import attempt, verdict_name
from chartered_verify.statements.claim import Claim, Effort

from .covering import Cover, Place, covers, state, traced
from .mutants import Mutant, forget, planted

MEMORY = 4 * 2**30
FOUND, END = "= ", ". "
"""What begins a line of a process that is no claim's name: what the claim before it found, and the end."""
GRACE, SLOWER = 5, 10
"""A claim may take five seconds of processor time more than ten times what it takes without an error; then it counts as
failed."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: the claim that found it, if any, and its verdict; "ended" where the process was ended in
    that claim. `also` is the second one that found it, where one was asked for and there is one."""

    mutant: str
    by: str | None
    verdict: str
    also: str | None = None


@dataclass(frozen=True, slots=True)
class Bench:
    """The claims, what they find where nothing is planted, and the functions that are run already when they are
    stated."""

    claims: Mapping[str, Claim]
    covers: list[Cover]
    stated: frozenset[Place]
    finders: int = 1
    """How many claims that find it are looked for: with two it shows which claims find something alone."""

    @classmethod
    def of(cls, *prefixes: str, finders: int = 1) -> Bench:
        """With the claims whose names begin with one of the prefixes; all without any."""
        claims, stated = traced(state)
        wanted = [claim for name, claim in claims.items() if not prefixes or name.startswith(prefixes)]
        found = covers(wanted)
        forget()
        return cls(claims, found, stated, finders)

    def fates(self, mutants: Iterable[Mutant], jobs: int = 1) -> Iterator[Fate]:
        """Tries each mutant, `jobs` at a time, and tells what became of it: cheap claims first, and those that found
        others."""
        running: dict[int, tuple[Mutant, int]] = {}
        finders: dict[Place, list[str | None]] = {}

        def ended() -> Fate:
            mutant, reading = running.pop(os.wait()[0])
            fate = _fate(mutant, reading)
            finders[_place(mutant)].append(fate.by)
            return fate

        for mutant in mutants:
            before = finders.setdefault(_place(mutant), [])
            useful = [cover for cover in self.covers if _place(mutant) in cover.places]
            useful.sort(key=lambda cover: (cover.seconds + 0.05) / (1 + 10 * before.count(cover.claim)))
            reading, writing = os.pipe()
            if (child := os.fork()) == 0:
                self._child(mutant, useful, writing)
            os.close(writing)
            running[child] = mutant, reading
            if len(running) >= jobs:
                yield ended()
        while running:
            yield ended()

    def _child(self, mutant: Mutant, useful: list[Cover], writing: int) -> NoReturn:
        """Says before each claim which it is, behind it what was found, and at the end that there is no more; of a
        process that is ended the claim's name remains."""
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
            last = self._found(mutant, useful, writing)
        except BaseException as error:
            last = f"raised {type(error).__name__}"
        finally:
            os.write(writing, f"{END}{last}".encode())
            os._exit(0)

    def _found(self, mutant: Mutant, useful: list[Cover], writing: int) -> str:
        with planted(mutant) as functions:
            return self._tried(mutant, useful, writing) if functions else "in no function that is alive"

    def _tried(self, mutant: Mutant, useful: list[Cover], writing: int) -> str:
        os.write(writing, b"the statement of the claims\n")
        claims, found = state() if _place(mutant) in self.stated else self.claims, 0
        for cover in useful:
            os.write(writing, f"{cover.claim}\n".encode())
            signal.setitimer(
                signal.ITIMER_PROF, GRACE + SLOWER * cover.seconds
            )  # by the kernel, also out of a loop in C
            verdict = verdict_name(attempt(claims[cover.claim], Effort()).verdict)
            if cover.worse(verdict):
                os.write(writing, f"{FOUND}{verdict}\n".encode())
                found += 1
                if found == self.finders:
                    break
        return "survived" if useful else "run by no claim"


def _place(mutant: Mutant) -> Place:
    return Place(str(import_module(mutant.module).__file__), mutant.function)


def _fate(mutant: Mutant, reading: int) -> Fate:
    """What its process wrote: where it has no end, or ended by an error, the last claim counts as one that found it."""
    with os.fdopen(reading) as pipe:
        lines = pipe.read().splitlines()
    found = [(claim, line.removeprefix(FOUND)) for claim, line in pairwise(lines) if line.startswith(FOUND)]
    last = lines[-1].removeprefix(END) if lines and lines[-1].startswith(END) else "ended"
    if last == "ended" or last.startswith("raised "):
        claims = [line for line in lines if not line.startswith((FOUND, END))]
        found.append((claims[-1] if claims else "", last))
    if not found:
        return Fate(mutant.name, None, last)
    (by, verdict), *others = found
    return Fate(mutant.name, by or None, verdict, others[0][0] if others else None)
