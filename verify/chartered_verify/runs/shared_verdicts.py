"""Verdicts that claims share: within a run, a claim that is also a step of others is tried once in each process."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from typing import TypeAlias

from ..held_exit import Held
from ..statements.claim import Claim, Effort
from ..statements.verdict import Verdict

Known: TypeAlias = dict[tuple[str, Effort], tuple[Claim, Verdict]]
_KNOWN: ContextVar[Known | None] = ContextVar("known verdicts", default=None)
_OF_RUN: dict[str, Known] = {}
"""The verdicts of the latest run of which this process is a worker."""


def decided(claim: Claim, effort: Effort) -> Verdict:
    """What the claim's check finds, or has found before in this run."""
    known = _KNOWN.get()
    if known is None:
        return claim.check(effort)
    kept = known.get((claim.name, effort))
    if kept is None or kept[0] is not claim:
        kept = known[claim.name, effort] = claim, claim.check(effort)
    return kept[1]


def _held(share: sharing) -> Iterator[None]:
    outer = _KNOWN.get()
    try:
        _KNOWN.set(share.known)
        yield
    finally:
        _KNOWN.set(outer)


class sharing:  # noqa: N801 - it is written in a with statement, as a function is
    """A context manager: claims that are decided inside it share their verdicts; with a run's name also those that this
    process decides for the same run later."""

    __slots__ = ("known",)

    def __init__(self, run: str = "") -> None:
        if run and run not in _OF_RUN:
            _OF_RUN.clear()
        self.known: Known = _OF_RUN.setdefault(run, {}) if run else {}

    def __enter__(self) -> None:
        """Nothing: what holds inside is taken with `__exit__`."""

    __exit__ = Held(_held)
