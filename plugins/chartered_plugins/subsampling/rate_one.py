"""Samples at rate 1, which are the step that they wrap, or have its guarantees."""

from __future__ import annotations

import chartered as ch
from chartered.ledger.required_relation import bound_to_relation

from . import rate as samples


def stands_alone(case: ch.Case) -> str | None:
    """At rate 1; under a relation of another kind than that of the sample only where the numbers of the step inside do
    not hold for the sample's relation alone."""
    if samples.rate(case) < 1:
        return ""
    needed, inner = ch.registry().mechanism(case.step.name).requires, case.step.inner
    if needed is None or inner is None or case.neighbours.covers(needed):
        return None
    bound = bound_to_relation(ch.registry(), inner)
    return f"the numbers of {bound} hold for {needed.value} neighbours" if bound else None


def _all_take_part(case: ch.Case) -> str | None:
    """At rate 1."""
    return None if samples.rate(case) == 1 else ""


def theorems() -> list[ch.Theorem]:
    """Under replace-one, where the numbers of the step inside hold for add-or-remove, so that the step does not take
    the place of its sample: its guarantees do, and lead on as those of every sample."""
    return [
        ch.Theorem(
            name=f"poisson.whole-{kind.__name__.lower()}",
            takes=ch.OnWrapper("poisson", kind),
            gives=kind,
            bound=lambda case: case.inner,
            conditions=_all_take_part,
            statement="At rate 1 every record takes part, and the guarantee is that of the step which is wrapped.",
            source="definition",
            side=ch.Side.EXACT,
            failures=samples.rate,
        )
        for kind in (ch.Pure, ch.Approximate, ch.ZCDP, ch.GDP, ch.Renyi, ch.Profile)
    ]
