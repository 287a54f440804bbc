"""Guarantees: what a theorem says of a mechanism. Data with functions of an arithmetic inside; no theorem lives here.

Each guarantee carries the neighbouring relation under which it holds and the side on which it errs: EXACT means that
the number or curve is the best one of its kind for the worst mechanism that the ledger describes, UPPER that it may be
larger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.enclosure import Side

from ..errors import Unavailable
from .neighbours import DEFAULT, Neighbours
from .witness_fields import Field

Witness: TypeAlias = Mapping[str, Fraction | float | None]
"""What a search found and a certificate carries: exact numbers by name (a float is exactly its double). None stands for
a limit that the theorem names."""

Curve: TypeAlias = Callable[[Arithmetic, Value], Value]
"""A function of one argument in any arithmetic: gamma(xp, alpha)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Guarantee:
    """What all guarantees share. A plugin may derive a kind of its own and register an accountant for it."""

    side: Side = Side.EXACT
    neighbours: Neighbours = DEFAULT


@dataclass(frozen=True, slots=True, eq=False)
class Pure(Guarantee):
    """(epsilon, 0)-DP: no event is more than e^epsilon times as likely under a neighbour."""

    epsilon: Number


@dataclass(frozen=True, slots=True, eq=False)
class Approximate(Guarantee):
    """(epsilon, delta)-DP: the hockey-stick divergence at e^epsilon is at most delta."""

    epsilon: Number
    delta: Number


@dataclass(frozen=True, slots=True, eq=False)
class ZCDP(Guarantee):
    """rho-zCDP: the Renyi divergence of every order alpha > 1 is at most rho alpha."""

    rho: Number


@dataclass(frozen=True, slots=True, eq=False)
class GDP(Guarantee):
    """mu-GDP: no easier to tell apart than N(0, 1) and N(mu, 1). Holds mu squared, which adds up under composition."""

    mu_squared: Number


@dataclass(frozen=True, slots=True, eq=False)
class Responses(Guarantee):
    """No easier to tell apart than so many answers of randomized response on two values: `counts` says how often each
    eps > 0 answers. With probability `delta` some run fails and gives everything away."""

    counts: Mapping[Fraction, int]
    delta: Number


@dataclass(frozen=True, slots=True, eq=False)
class Renyi(Guarantee):
    """A Renyi curve: for every alpha in (1, top], or (1, inf) without `top`, the divergence of order alpha is at most
    curve(xp, alpha).

    Of either neighbour's distribution from the other's, as the relation is symmetric: a conversion may use both.
    """

    curve: Curve
    top: Fraction | None = None

    @property
    def fields(self) -> tuple[Field, ...]:
        """What a witness says of the curve: the order alpha."""
        return (Field("alpha", low=1, high=self.top, open_low=True),)

    def at(self, xp: Arithmetic, witness: Witness) -> tuple[Value, Value]:
        """The order that a witness names, and the curve there. Raises Unavailable where the curve does not hold."""
        alpha = witness.get("alpha")
        if alpha is None or not alpha > 1 or (self.top is not None and alpha > self.top):
            raise Unavailable(f"the order {alpha} is outside the curve's orders")
        order = xp.number(alpha)
        return order, self.curve(xp, order)


Source: TypeAlias = Any
"""What a theorem starts from: a case of a step, or a guarantee."""
