"""The best certified answer to an inverse question, with the witnesses that prove it."""

from __future__ import annotations

from msgspec.structs import replace

from ...certificate.met_target import Met
from ...enclose.eps_delta_mu_targets import Goal
from ...ledger.unknown_parameter import Unknown
from ...model.neighbours import Neighbours
from ...paths.replay import with_witnesses
from .solutions import Solution
from .tried_values import proposed


def shown_again(unknown: Unknown, target: Goal, neighbours: Neighbours, best: Solution) -> Met:
    """An answer with the witnesses that prove it, which are searched. Raises Unavailable."""
    found = Met(unknown, target, neighbours, best.derivation, best.finite, {}, None)
    witness = proposed(found.target, found.profile_at(best.finite))
    after = found.next_one if best.fails_beyond else None
    beyond = proposed(found.target, found.profile_at(after)) if after is not None else None
    derivation = best.derivation
    for value in (best.finite, after):
        if value is not None:
            known, entries = found.unknown.registry, found.unknown.entries_at(value)
            derivation = with_witnesses(known, entries, found.neighbours, derivation)
    return replace(found, derivation=derivation, witness=witness, beyond=beyond)
