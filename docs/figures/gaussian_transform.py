"""What the figures of Liu et al. 2022 share: its examples, certified points of their profiles, and the mu that meets
each of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import chartered as ch
import numpy as np
from chartered_plugins.basics.formulas.gaussian_profile import delta_mu
from chartered_verify.arithmetic import floats

Array = np.ndarray[Any, Any]
LAPLACE, POWER, CLOAK = "laplace:scale=1,sensitivity=2", "power:sigma=2,A=2,B=1", "cloak:n=4,m=20"
EXAMPLES = {
    LAPLACE: ("laplace.profile", r"Laplace, $\Delta/b = 2$"),
    POWER: ("power.refined", "power family"),
    CLOAK: ("cloak.refined", "invisibility cloak"),
    "gaussian:sigma=1": ("gdp", r"Gaussian, $\Delta/\sigma = 1$"),
}
"""A step, the theorem or accountant that states its profile, and its name in a legend."""


def profile(step: str, epsilons: Iterable[float], by: str | None = None) -> Array:
    """Certified deltas of one run at each eps, by the theorem that is named, or that of the example."""
    ledger, by = ch.Ledger([step]), by or EXAMPLES[step][0]
    return np.array([ledger.delta(epsilon, accountant=by).upper for epsilon in np.asarray(epsilons).tolist()])


def transform(epsilons: Array, deltas: Array) -> Array:
    """mu_GDP: the mu with delta_mu(eps) = delta, by halving in doubles; 0 where delta is 0."""
    low, high = np.full_like(deltas, 1e-4), np.full_like(deltas, 1e4)
    with floats as xp, np.errstate(all="ignore"):
        for _ in range(80):
            middle = np.sqrt(low * high)
            below = delta_mu(xp, middle, epsilons) < deltas
            low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.where(deltas > 0, low, 0)
