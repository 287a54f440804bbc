"""The search for the least mu except for a failure. Proposals only: `enclose/gaussian_dp.py` proves them."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import START_BITS, fraction_of
from flint import arb

from ..errors import Unavailable
from ..model.exact_numbers import plain
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile
from ..model.questions import EVERYWHERE, Stretch
from ..profiles.failure_mass import outside_failure
from ..profiles.over_stretch import formula_over
from .least_mu import gauged

_MARGINS = tuple(Fraction(1, 2**k) for k in (40, 30, 20, 10, 4))
"""How far beyond the least eps at the probability of a failure the end is tried, relative to it."""


def gauged_to(profile: Profile, tolerance: Fraction, mass: Fraction, reached: arb) -> Witness:
    """The witness for the mu except for a failure of this mass, where `reached` is an eps beyond which delta is at most
    that mass. Raises Unavailable."""
    if not reached.is_finite():
        raise Unavailable(f"delta does not fall to {plain(mass)} at any eps that is known")
    end = fraction_of(reached)
    for margin in _MARGINS:
        own: Witness = {}
        formula, stop = profile, end * (1 + margin)
        if profile.over_stretch is not None:
            own = profile.over_stretch.propose(Stretch(stop=stop or Fraction(1, 2**20)))
            formula, _ = formula_over(profile, own)
        left = outside_failure(formula, mass)
        with balls(START_BITS) as xp:
            if left.delta(xp, xp.number(stop), {}).is_zero():
                return {**own, **gauged(outside_failure(formula, mass, stop), tolerance, EVERYWHERE)}
    raise Unavailable("no eps was found where delta is certainly at most the probability of the failure")
