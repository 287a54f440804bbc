"""How a split of delta is written: at which eps each run is taken, and what its own profile needs there."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any

import chartered as ch

Parts = Sequence[tuple[ch.Profile, int]]
"""Profiles, each with its number of runs."""


def delta_at(xp: Any, profile: ch.Profile, at: Fraction, witness: ch.Witness) -> Any:
    """delta of a profile at a rational eps; where the profile has ended, that of its end."""
    end = profile.at_infinity
    if isinstance(end.max_loss, int | Fraction) and at >= end.max_loss:
        return xp.number(end.delta)
    return profile.delta(xp, xp.number(at), witness)


def read(parts: Parts, witness: ch.Witness) -> list[tuple[Fraction, ch.Witness]]:
    """For each part its eps, and the witness of its own profile there. Raises Unavailable where an eps is missing,
    negative or not finite: a profile may declare no fields, and then nobody has looked yet."""
    found: list[tuple[Fraction, ch.Witness]] = []
    for place in range(len(parts)):
        at = witness.get(_eps(place))
        if at is None:
            raise ch.Unavailable(f"the witness states no {_eps(place)}")
        if not 0 <= at < inf:
            raise ch.Unavailable(f"the witness's {_eps(place)} must be at least 0 and finite")
        start = _inside(place)
        inner = {name.removeprefix(start): x for name, x in witness.items() if name.startswith(start)}
        found.append((Fraction(at), inner))
    return found


def written(splits: Sequence[tuple[Fraction, ch.Witness]]) -> dict[str, Any]:
    """What `read` reads."""
    entries: dict[str, Any] = {}
    for place, (at, inner) in enumerate(splits):
        entries |= {_eps(place): at} | {_inside(place) + name: x for name, x in inner.items()}
    return entries


def fields(parts: Parts) -> tuple[ch.Field, ...] | None:
    """Of each part its eps, and the fields of its own witness; None where a part declares none."""
    found: list[ch.Field] = []
    for place, (profile, _) in enumerate(parts):
        own = profile.search.fields if profile.search.searches else ()
        if own is None:
            return None
        found += [ch.Field(_eps(place)), *(_longer(field, _inside(place)) for field in own)]
    return tuple(found)


def _longer(field: ch.Field, start: str) -> ch.Field:
    """The field with a longer name."""
    return ch.Field(start + field.name, field.low, field.high, field.open_low, field.whole)


def _eps(place: int) -> str:
    return f"{place}.epsilon"


def _inside(place: int) -> str:
    return f"{place}.of."
