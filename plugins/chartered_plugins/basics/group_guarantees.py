"""What a guarantee for neighbours says of data sets that are several changes apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.lazy_module import LazyModule

if TYPE_CHECKING:
    from .formulas import group_privacy
else:
    group_privacy = LazyModule(".formulas.group_privacy", __package__)


def pure(g: ch.Pure, size: int) -> ch.Pure:
    """size eps."""
    return ch.Pure(epsilon=ch.scale(g.epsilon, size))


def approximate(g: ch.Approximate, size: int) -> ch.Approximate:
    """(size eps, (1 + e^eps + ... + e^((size-1) eps)) delta), which is at most 1."""

    def delta(xp: Arithmetic) -> Value:
        found = group_privacy.delta(xp, xp.number(g.epsilon), xp.number(g.delta), size)
        return xp.minimum(found, xp.number(1))

    return ch.Approximate(epsilon=ch.scale(g.epsilon, size), delta=0 if g.delta == 0 else delta)


def zcdp(g: ch.ZCDP, size: int) -> ch.ZCDP:
    """size^2 rho."""
    return ch.ZCDP(rho=ch.scale(g.rho, size**2))


def gdp(g: ch.GDP, size: int) -> ch.GDP:
    """size mu."""
    return ch.GDP(mu_squared=ch.scale(g.mu_squared, size**2))
