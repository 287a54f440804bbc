"""The profiles of Gaussian differential privacy, to which other profiles are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from chartered_verify.arithmetic import Number

from ..errors import Unavailable
from ..host.registry import registry
from ..model.guarantees import GDP
from ..model.privacy_profile import Profile
from ..model.theorems import Theorem

Family: TypeAlias = Callable[[Number], Profile]
"""mu -> the profile of mu-GDP."""


def gaussians() -> Family:
    """The profiles of mu-GDP, by the theorem that states them. Raises Unavailable if no such theorem is installed."""
    theorem = gaussian_theorem()
    return lambda mu: theorem.bound(GDP(mu_squared=lambda xp: xp.number(mu) ** 2))


def gaussian_theorem() -> Theorem:
    """The theorem that states the profile of mu-GDP. Raises Unavailable if none is installed."""
    for theorem in registry().theorems.values():
        if (
            theorem.takes is GDP and theorem.gives is Profile and theorem.ours
        ):  # the profile to which all others are compared never comes from a third-party plugin
            return theorem
    raise Unavailable("no installed theorem of Chartered states the profile of Gaussian DP")
