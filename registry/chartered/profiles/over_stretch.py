"""A profile that needs a search at each eps as a formula over a stretch of them, by one witness."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Value
from chartered_verify.enclosure import Side
from flint import arb

from ..model.guarantees import Curve, Witness
from ..model.privacy_profile import Profile, WitnessSearch
from ..model.witness_fields import admit

_STEP = Fraction(1, 2**32)
"""How far apart the ends of a chord are, by which a slope is enclosed."""


def formula_over(profile: Profile, witness: Witness) -> tuple[Profile, Witness]:
    """(the profile as the formula that the numbers of its stretch give, the other numbers of the witness). A profile
    that states none is returned as it is. Raises Unavailable for numbers out of their limits."""
    over = profile.over_stretch
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
        derivative=slope(curve) if profile.side is Side.EXACT else None,
        over_stretch=None,
    )
    return formula, {name: x for name, x in witness.items() if name not in names}


def slope(curve: Curve) -> Callable[[Any, Value], Value]:
    """d delta/d eps of an exact profile at eps >= 0, in balls, by its convexity in t = e^eps.

    The slope in t over [a, b] is at least that of a chord that ends in a, and at most that of one that begins in b; it
    is never below -1, as delta(t) is the supremum of P(S) - t Q(S)."""

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
