"""The best certified answer to an inverse question, with the witnesses that prove it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..certificate.met_target import Met
from ..errors import CharteredError
from ..paths.derivation import with_witnesses
from .tried import proposed

if TYPE_CHECKING:
    from .solved import Solved


def shown_again(solved: Solved) -> Met:
    """The best certified answer with the witnesses that prove it, which are searched. Raises CharteredError if there is
    no such answer."""
    best = next((answer for answer in solved.known.found if answer.certified), None)
    if best is None or (best.value == 0 and solved.unknown.gap is None):
        raise CharteredError(
            f"no {solved.quantity} of {solved.step} meets {solved.target}, so there is nothing to certify",
            solved.why or "",
        )
    found = Met(solved.unknown, solved.target, solved.neighbours, best.derivation, best.finite, {}, None)
    witness = proposed(found.target, found.profile_at(best.finite))
    after = found.next_one if best.fails_beyond else None
    beyond = proposed(found.target, found.profile_at(after)) if after is not None else None
    derivation = best.derivation
    for value in (best.finite, after):
        if value is not None:
            known, entries = found.unknown.registry, found.unknown.entries_at(value)
            derivation = with_witnesses(known, entries, found.neighbours, derivation)
    return replace(found, derivation=derivation, witness=witness, beyond=beyond)
