"""Typed witnesses: attributes with the field's names. Only here are the keys under which certificates store them, with
their limits."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Self, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from .witness_fields import LEAST_BITS, MOST_BITS, Field


class TypedWitness:
    """A class of witnesses: numbers as attributes, under other keys in certificates.

    Derive a frozen dataclass whose attributes have the type `Annotated[Fraction | None, Field(key, ...)]`, which states
    the key in certificates and the limits. An attribute with default None is optional, and is not written if it is
    None.

    Examples:
        >>> ch.Bracket.read({"above": ch.HALF}).written()
        {'above': Fraction(1, 2)}
        >>> [field.name for field in ch.Bracket.fields()]
        ['above', 'below']
    """

    __slots__ = ()

    @classmethod
    def fields(cls, **limits: Mapping[str, Any]) -> tuple[Field, ...]:
        """The fields that are read, in order.

        Args:
            limits: For some attributes, limits that depend on the case at hand, such as `above={"high": 3}`.

        Returns:
            A field for each attribute.
        """
        return tuple(replace(field, **limits[name]) if name in limits else field for name, field, _ in _declared(cls))

    @classmethod
    def read(cls, witness: Mapping[str, Fraction | float | None]) -> Self:
        """The witness with these attributes from a certificate or a search.

        Args:
            witness: The numbers by their keys; keys of other classes are ignored.

        Returns:
            The typed witness.

        Raises:
            KeyError: A required key is missing.
        """
        return cls(
            **{
                name: _exact(witness.get(field.name) if optional else witness[field.name])
                for name, field, optional in _declared(cls)
            }
        )

    def written(self) -> dict[str, Fraction | None]:
        """The numbers by their keys in certificates."""
        values = ((field.name, getattr(self, name), optional) for name, field, optional in _declared(type(self)))
        return {key: value for key, value, optional in values if not (optional and value is None)}


def _declared(family: type[TypedWitness]) -> tuple[tuple[str, Field, bool], ...]:
    """For each attribute: its name, its field, and whether it is optional."""
    if family not in _KNOWN:
        hints = get_type_hints(family, include_extras=True)
        parts = inspect.signature(family).parameters  # of our structs and of other plugins' dataclasses alike
        _KNOWN[family] = tuple(
            (name, hints[name].__metadata__[0], part.default is None) for name, part in parts.items()
        )
    return _KNOWN[family]


_KNOWN: dict[Any, tuple[tuple[str, Field, bool], ...]] = {}
"""A cache of `_declared` by class."""


def _exact(x: Any) -> Any:
    """`x`, or the exact rational value of a float. Claims may pass other values, which no certificate contains."""
    return Fraction(x) if isinstance(x, int | float) else x


class MuWitness(TypedWitness, Struct, frozen=True):
    """A bracket of the least mu, as `proved_mu.measured` reads it."""

    upper: Annotated[Fraction | None, Field("mu")]
    """The upper end; None stands for the mu that the profile's tail states."""
    lower: Annotated[Fraction | None, Field("least")]
    """The lower end."""
    reached_at: Annotated[Fraction | None, Field("at")]
    """An eps at which the profile is at least that of the lower end's mu; None if the lower end is the tail limit
    `tail_mu`."""
    tail_from: Annotated[Fraction | None, Field("end")]
    """The eps from which on the profile is compared by its tail."""
    bits: Annotated[Fraction | None, Field("bits", low=LEAST_BITS, high=MOST_BITS, whole=True)]
    """The working precision in bits."""


class Bracket(TypedWitness, Struct, frozen=True):
    """Two eps between which the profile crosses the target delta.

    Args:
        above: An eps at which delta is at most the target.
        below: An eps at which delta is at least the target, or 0.

    Examples:
        >>> ch.Bracket(above=ch.HALF).written()
        {'above': Fraction(1, 2)}
    """

    above: Annotated[Fraction | None, Field("above")] = None
    below: Annotated[Fraction | None, Field("below")] = None


class FromBelow(TypedWitness, Struct, frozen=True):
    """A witness for a lower bound on the mechanism's own eps, beside the witness of the upper bound.

    Args:
        epsilon: An eps at which the profile's `lower_bound` is at least the target delta; its key is "under".

    Examples:
        >>> ch.FromBelow(epsilon=ch.HALF).written()
        {'under': Fraction(1, 2)}
    """

    epsilon: Annotated[Fraction | None, Field("under")] = None


MU_FIELDS = MuWitness.fields()
"""The fields of a MuWitness."""
