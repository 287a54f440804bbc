"""Witnesses of compositions: a split of delta (an eps for each run, and the witness of its own profile at that eps),
and the variance of a normal loss that is added, so that the distribution of a sum is closer to normal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Annotated, Any

import chartered as ch
from msgspec import Struct


class AddedVariance(ch.TypedWitness, Struct, frozen=True):
    """Of the central limit theorem: the added variance and, for a question about eps, the answer."""

    added: Annotated[Fraction | None, ch.Field("added")] = None
    """The variance of the added normal loss; None means 0."""
    epsilon: Annotated[Fraction | None, ch.Field("epsilon")] = None
    """An eps at which delta is at most the target."""


_INSIDE = ".of."
"""The text between the number of a part and a field of its own witness."""

Parts = Sequence[tuple[ch.Profile, int]]
"""Pairs (profile, number of runs)."""


def delta_at(xp: Any, profile: ch.Profile, at: Fraction, witness: ch.Witness) -> Any:
    """delta of a profile at a rational eps; from `max_loss` on, delta at infinity."""
    end = profile.at_infinity
    if isinstance(end.max_loss, int | Fraction) and at >= end.max_loss:
        return xp.number(end.delta)
    return profile.delta(xp, xp.number(at), witness)


def read(parts: Parts, witness: ch.Witness) -> list[tuple[Fraction, ch.Witness]]:
    """For each part its eps, and the witness of its own profile at that eps. Raises Unavailable if an eps is missing,
    negative or not finite, since a profile without declared fields has not been checked before."""
    own: dict[str, dict[str, Any]] = {str(index): {} for index in range(len(parts))}
    for name, x in witness.items():  # once, as a ledger may have thousands of parts
        number, inside, rest = name.partition(_INSIDE)
        if inside and number in own:
            own[number][rest] = x
    found: list[tuple[Fraction, ch.Witness]] = []
    for index in range(len(parts)):
        at = witness.get(_eps(index))
        if at is None:
            raise ch.Unavailable(f"the witness states no {_eps(index)}")
        if not 0 <= at < inf:
            raise ch.Unavailable(f"the witness's {_eps(index)} must be at least 0 and finite")
        found.append((Fraction(at), own[str(index)]))
    return found


def written(splits: Sequence[tuple[Fraction, ch.Witness]]) -> dict[str, Any]:
    """The inverse of `read`."""
    entries: dict[str, Any] = {}
    for index, (at, inner) in enumerate(splits):
        entries |= {_eps(index): at} | {_inside(index) + name: x for name, x in inner.items()}
    return entries


def fields(parts: Parts) -> tuple[ch.Field, ...] | None:
    """For each part its eps and the fields of its own witness; None if a part declares none."""
    found: list[ch.Field] = []
    for index, (profile, _) in enumerate(parts):
        own = profile.search.fields if profile.search.searches else ()
        if own is None:
            return None
        found += [ch.Field(_eps(index)), *(_longer(field, _inside(index)) for field in own)]
    return tuple(found)


def _longer(field: ch.Field, start: str) -> ch.Field:
    """The field with a prefix before its name."""
    return ch.Field(start + field.name, field.low, field.high, field.open_low, field.whole)


def _eps(index: int) -> str:
    return f"{index}.epsilon"


def _inside(index: int) -> str:
    return f"{index}{_INSIDE}"
