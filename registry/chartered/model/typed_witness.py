"""Witnesses by the meaning of their numbers: the attributes have the field's words, and one place knows the keys by
which certificates carry them, and their limits."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Self, get_type_hints

from .witness_fields import LEAST_BITS, MOST_BITS, Field


class TypedWitness:
    """A family of witnesses: a frozen dataclass, each attribute of the type `Annotated[Fraction | None, Field(key,
    ...)]`, by the key in certificates, with its limits.

    One whose default is None may be missing, and is not written where it is None."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]

    @classmethod
    def fields(cls, **limits: Mapping[str, Any]) -> tuple[Field, ...]:
        """What may be read, in order; by attribute, limits that follow from the case at hand."""
        return tuple(
            dataclasses.replace(field, **limits[name]) if name in limits else field for name, field, _ in _declared(cls)
        )

    @classmethod
    def read(cls, witness: Mapping[str, Fraction | float | None]) -> Self:
        """The witness of a certificate or a search; keys of other families are left alone. Raises KeyError for one that
        is missing and not optional."""
        return cls(
            **{
                name: _exact(witness.get(field.name) if optional else witness[field.name])
                for name, field, optional in _declared(cls)
            }
        )

    def written(self) -> dict[str, Fraction | None]:
        """The numbers by their keys."""
        values = ((field.name, getattr(self, name), optional) for name, field, optional in _declared(type(self)))
        return {key: value for key, value, optional in values if not (optional and value is None)}


def _declared(family: type[TypedWitness]) -> tuple[tuple[str, Field, bool], ...]:
    """Of each attribute its name, its field, and whether it may be missing."""
    if family not in _KNOWN:
        hints = get_type_hints(family, include_extras=True)
        parts = dataclasses.fields(family)
        _KNOWN[family] = tuple((part.name, hints[part.name].__metadata__[0], part.default is None) for part in parts)
    return _KNOWN[family]


_KNOWN: dict[Any, tuple[tuple[str, Field, bool], ...]] = {}
"""What families declare, once it was asked for."""


def _exact(x: Any) -> Any:
    """Itself, or its double as a rational; a claim may try a formula at numbers that no certificate has."""
    return Fraction(x) if isinstance(x, int | float) else x


@dataclass(frozen=True, slots=True)
class MuWitness(TypedWitness):
    """A bracket of the least mu, for `measured`."""

    upper: Annotated[Fraction | None, Field("mu")]
    """The upper end; None where it is the mu that the tail states."""
    lower: Annotated[Fraction | None, Field("least")]
    """The lower end."""
    reached_at: Annotated[Fraction | None, Field("at")]
    """An eps at which the profile is not below that of the lower end; None where the tail limit is that end."""
    tail_from: Annotated[Fraction | None, Field("end")]
    """The eps from which on the profile's tail is compared."""
    bits: Annotated[Fraction | None, Field("bits", low=LEAST_BITS, high=MOST_BITS, whole=True)]
    """The working precision."""


@dataclass(frozen=True, slots=True)
class Bracket(TypedWitness):
    """Two eps between which a profile meets a delta."""

    above: Annotated[Fraction | None, Field("above")] = None
    """An eps at which delta is at most the target."""
    below: Annotated[Fraction | None, Field("below")] = None
    """An eps at which delta is at least the target, or 0."""


@dataclass(frozen=True, slots=True)
class FromBelow(TypedWitness):
    """What shows, beside the witness of a bound, that a mechanism loses no less."""

    epsilon: Annotated[Fraction | None, Field("under")] = None
    """An eps at which the profile's `lower_bound` is not below the delta in question."""


MU_FIELDS = MuWitness.fields()
"""The fields of a bracket of mu."""
