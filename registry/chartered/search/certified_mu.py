"""Certified upper bounds on the least mu of a profile, for theorems that give mu-GDP."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from chartered_verify.enclosure import Side
from chartered_verify.outside import ours

from ..enclose.gaussian_dp import proved_mu
from ..errors import Unavailable
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile
from ..model.questions import Question
from .least_mu import gauge


def least_mu(profile: Profile) -> Fraction:
    """A certified upper bound on the least mu of a profile, above it by 1e-9 (or by as little as the proof allows).

    Raises Unavailable if there is none."""
    return proved_mu(profile, mu_witness(profile))


def mu_witness(profile: Profile) -> Witness:
    """The witness of that bound for `proved_mu`. Raises Unavailable if there is none."""
    try:
        return gauge(
            replace(profile, side=Side.UPPER), Question.mu().at
        )  # an upper bound only, as the curve need not be the exact profile of a mechanism
    except ours(ArithmeticError) as error:
        raise Unavailable(str(error)) from error
