"""Certified upper bounds on the least mu of a profile, for theorems that give mu-GDP."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from chartered_verify.catching import ours
from chartered_verify.enclosure import Side

from ..enclose.proved_mu import proved_mu
from ..errors import Unavailable
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile
from ..model.questions import Question
from .least_mu import gauge


def least_mu(profile: Profile) -> Fraction:
    """A certified upper bound on the least mu of a profile, above it by 1e-9 (or by as little as the proof allows).

    Args:
        profile: The profile of a mechanism, or an upper bound on it.

    Returns:
        The bound.

    Raises:
        Unavailable: There is none.

    Examples:
        >>> laplace = ch.registry().theorem("laplace.profile")
        >>> profile = laplace.apply(ch.Case(ch.parse("laplace:scale=1").step, ch.Neighbours.ADD_OR_REMOVE))
        >>> 1.03006 < ch.least_mu(profile) < 1.03007
        True

    References:
        Liu et al. 2022.
    """
    return proved_mu(profile, mu_witness(profile))


def mu_witness(profile: Profile) -> Witness:
    """The witness of the bound `least_mu`, which `proved_mu` proves without a search.

    Args:
        profile: The profile of a mechanism, or an upper bound on it.

    Returns:
        The numbers by name: the fields of `MU_FIELDS`, and those that make the profile a formula on all eps.

    Raises:
        Unavailable: There is none.

    Examples:
        >>> laplace = ch.registry().theorem("laplace.profile")
        >>> profile = laplace.apply(ch.Case(ch.parse("laplace:scale=1").step, ch.Neighbours.ADD_OR_REMOVE))
        >>> sorted(ch.mu_witness(profile))
        ['at', 'bits', 'end', 'least', 'mu']
    """
    try:
        return gauge(
            replace(profile, side=Side.UPPER), Question.mu().at
        )  # an upper bound only, as the curve need not be the exact profile of a mechanism
    except ours(ArithmeticError) as error:
        raise Unavailable(str(error)) from error
