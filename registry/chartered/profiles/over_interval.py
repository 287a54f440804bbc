"""A profile that needs a search at each eps, as a formula on an interval of eps by a single witness."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Value
from chartered_verify.enclosure import Side
from flint import arb

from ..model.guarantees import Curve, Witness
from ..model.privacy_profile import Evaluation, Profile, WitnessSearch
from ..model.witness_fields import admit

_STEP = Fraction(1, 2**32)
"""The distance in eps between the ends of a chord that encloses a slope."""


def formula_over(profile: Profile, witness: Witness) -> tuple[Profile, Witness]:
    """(the profile as a formula on the interval, the remaining fields of the witness). The formula comes from the
    witness fields of `over_stretch`; a profile without it is returned unchanged. Raises Unavailable for a field out of
    its limits."""
    over = profile.evaluation.over_stretch
    if over is None:
        return profile, witness
    fields = over.fields()
    names = {field.name for field in fields}
    own = {name: x for name, x in witness.items() if name in names}
    admit(own, fields)
    curve = over.curve(own)
    formula = replace(
        profile,
        delta=lambda xp, epsilon, _: curve(xp, epsilon),
        epsilon=None,
        search=WitnessSearch(),
        evaluation=Evaluation(derivative=slope(curve) if profile.side is Side.EXACT else None),
    )
    return formula, {name: x for name, x in witness.items() if name not in names}


def slope(curve: Curve) -> Callable[[Any, Value], Value]:
    """The derivative d delta/d eps of a convex profile at eps >= 0, in balls, by convexity in t = e^eps.

    On [a, b], the slope d delta/dt is at least that of a chord that ends at a, and at most that of a chord that begins
    at b. It is never below -1, as delta(t) is the supremum over events S of P(S) - t Q(S), and never above 0."""

    def chord(xp: Any, start: arb, end: arb) -> arb:
        rise: arb = (curve(xp, end) - curve(xp, start)) / (end.exp() - start.exp())
        return rise

    def rate(xp: Any, epsilon: arb) -> arb:
        step, low, high = xp.number(_STEP), epsilon.lower(), epsilon.upper()
        least = xp.maximum(xp.number(-1), chord(xp, low - step, low)) if low >= step else xp.number(-1)
        most = xp.minimum(xp.number(0), chord(xp, high, high + step))
        found: arb = least.union(most) * epsilon.exp()
        return found

    return rate
