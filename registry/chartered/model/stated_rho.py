"""The rho of zero-concentrated DP, and the Renyi divergence of an order, that a guarantee states."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.enclosure import Side
from msgspec import Struct

from ..errors import Unavailable
from .guarantees import GDP, ZCDP, Guarantee, Renyi


class Rho(Struct, frozen=True):
    """The rho of a guarantee: of every order alpha, the Renyi divergence is at most rho alpha. `exact`: no smaller rho
    holds."""

    value: Number
    exact: bool

    @classmethod
    def of(cls, guarantee: Guarantee | None) -> Rho | None:
        """What a guarantee states; None if it states no rho, or only except for a failure."""
        if guarantee is None or not _certain(guarantee):
            return None
        exact = guarantee.side is Side.EXACT
        if isinstance(guarantee, ZCDP):
            return cls(guarantee.rho, exact)
        if isinstance(guarantee, GDP):  # of order alpha a Gaussian has alpha mu^2/2
            squared = guarantee.mu_squared
            half = Fraction(squared) / 2 if isinstance(squared, int | Fraction) else lambda xp: xp.number(squared) / 2
            return cls(half, exact)
        return None


def divergence(xp: Arithmetic, guarantee: Guarantee, order: Fraction) -> Value:
    """The Renyi divergence of an order above 1 that a guarantee bounds. Raises Unavailable if it bounds none."""
    if isinstance(guarantee, Renyi) and _certain(guarantee):
        return guarantee.at(xp, {"alpha": order})[1]
    rho = Rho.of(guarantee)
    if rho is None:
        raise Unavailable("it bounds no Renyi divergence of that order")
    return xp.number(rho.value) * xp.number(order)


def _certain(guarantee: Guarantee) -> bool:
    """Whether it holds without a failure."""
    return isinstance(guarantee.failure, int | Fraction) and guarantee.failure == 0
