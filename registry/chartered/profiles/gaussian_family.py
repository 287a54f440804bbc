"""The profiles of Gaussian DP, by which others are measured."""

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
"""The profile of mu-GDP for each mu."""


def gaussians() -> Family:
    """The profiles of Gaussian DP, by the theorem that states them. Raises Unavailable if none is installed."""
    theorem = gaussian_theorem()
    return lambda mu: theorem.bound(GDP(mu_squared=lambda xp: xp.number(mu) ** 2))


def gaussian_theorem() -> Theorem:
    """The theorem that states the profile of Gaussian DP. Raises Unavailable if none is installed."""
    for theorem in registry().theorems.values():
        if (
            theorem.takes is GDP and theorem.gives is Profile and theorem.ours
        ):  # what others are measured by is no stranger's
            return theorem
    raise Unavailable("no installed theorem of Chartered states the profile of Gaussian DP")
