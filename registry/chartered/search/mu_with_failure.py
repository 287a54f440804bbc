"""The search for the least mu except for a failure. Proposals only: `enclose/proved_mu.py` proves them."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import Number, balls
from chartered_verify.enclosure import START_BITS

from ..errors import Unavailable
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile
from ..model.questions import EVERYWHERE, Stretch
from ..profiles.outside_failure import outside_failure
from ..profiles.over_interval import formula_over
from .least_mu import gauged

_MARGINS = tuple(Fraction(1, 2**k) for k in (40, 30, 20, 10, 4))
"""How far beyond the least eps at the probability of a failure the end is tried, relative to it."""


def gauged_to(profile: Profile, tolerance: Fraction, mass: Number, end: Fraction) -> Witness:
    """The witness for the mu except for a failure of this mass, where `end` is an eps beyond which delta is at most
    that mass. Raises Unavailable."""
    for margin in _MARGINS:
        own: Witness = {}
        formula, stop = profile, end * (1 + margin)
        if profile.evaluation.over_stretch is not None:
            own = profile.evaluation.over_stretch.propose(Stretch(stop=stop or Fraction(1, 2**20)))
            tolerance = max(tolerance, profile.evaluation.over_stretch.within)
            formula, _ = formula_over(profile, own)
        left = outside_failure(formula, mass)
        with balls(START_BITS) as xp:
            if left.delta(xp, xp.number(stop), {}).is_zero():
                return {**own, **gauged(outside_failure(formula, mass, stop), tolerance, EVERYWHERE)}
    raise Unavailable("no eps was found where delta is certainly at most the probability of the failure")
