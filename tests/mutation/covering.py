"""Covering: what each claim finds where nothing is planted, how long it takes, and which functions it runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import process_time
from types import CodeType
from typing import Any, NamedTuple, TypeVar

import chartered as ch
from chartered_verify.runs.suite import attempt, verdict_name
from chartered_verify.statements.claim import Claim, Effort

from tests.about_code import claims_about_code

from .mutants import forget

RANKS = {"refuted": 0, "undecided": 0, "supported": 1, "proved": 2}
T = TypeVar("T")


class Place(NamedTuple):
    """A function: its file and its name."""

    file: str
    function: str


@dataclass(frozen=True, slots=True)
class Cover:
    """One claim: its verdict, its seconds of processor time, and the functions that it runs."""

    claim: str
    verdict: str
    seconds: float
    places: frozenset[Place]

    def worse(self, verdict: str) -> bool:
        """Whether another verdict shows that something is wrong."""
        return RANKS[verdict] < RANKS[self.verdict]


def state() -> dict[str, Claim]:
    """States the claims of the quick tier, and those about code, anew, with all that their modules compute."""
    ours = [name for name in sys.modules if name.startswith("chartered_plugins.") and ".claims" in name]
    for name in [*ours, *(name for name in sys.modules if name.startswith("about_code."))]:
        del sys.modules[name]
    of_plugins = (getattr(plugin.module, "register_claims", list)() for plugin in ch.registry().plugins)
    stated = (claim for claims in (*of_plugins, claims_about_code()) for claim in claims)
    return {claim.name: claim for claim in stated if not claim.slow}


def covers(claims: Iterable[Claim]) -> list[Cover]:
    """Tries each claim, with empty caches."""
    return [_cover(claim) for claim in claims]


def _cover(claim: Claim) -> Cover:
    forget()
    start = process_time()
    outcome, places = traced(lambda: attempt(claim, Effort()))
    return Cover(claim.name, verdict_name(outcome.verdict), process_time() - start, places)


def traced(run: Callable[[], T]) -> tuple[T, frozenset[Place]]:
    """What the function returns, and the functions of plugins that are called meanwhile. Lambdas belong to the function
    around them."""
    codes: dict[int, CodeType] = {}  # by identity: a code object is slow to hash

    def called(frame: Any, event: str, _: Any) -> None:
        codes[id(frame.f_code)] = frame.f_code

    sys.settrace(called)  # it returns nothing: calls are followed, lines are not
    try:
        value = run()
    finally:
        sys.settrace(None)
    return value, frozenset(
        Place(code.co_filename, plain(code.co_qualname))
        for code in codes.values()
        if "chartered_plugins" in code.co_filename
    )


def plain(qualified: str) -> str:
    """A qualified name without what stands for lambdas, comprehensions and locals."""
    return ".".join(part for part in qualified.split(".") if not part.startswith("<"))
