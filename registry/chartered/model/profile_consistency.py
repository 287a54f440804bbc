"""Consistency checks of privacy profiles: the limit at infinity, and of a plugin's also the shape and the inverse, must
not contradict the formula, nor may it lose a ball."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.catching import ours
from chartered_verify.enclosure import START_BITS, Side, enclose, sign
from flint import arb

from ..errors import Fault
from .privacy_profile import Profile

_WIDTH, _BESIDE = Fraction(1, 1 << 20), Fraction(371, 10_000)
"""The width of a ball that is wide beside the rounding of a double, and how far from a point it lies, since formulas
change their form at round numbers."""


def check_end(profile: Profile) -> None:
    """Raises Fault if the formula of an exact profile is certainly different, at the eps `max_loss`, from the stated
    delta at infinity, which answers in the formula's place for every eps >= max_loss.

    A formula that is only an upper bound is not checked: a smaller limit may have a proof of its own."""
    max_loss, limit = profile.at_infinity.max_loss, profile.at_infinity.delta
    if max_loss is None or profile.side is not Side.EXACT or not profile.closed_form:
        return
    if sign(lambda xp: profile.delta(xp, xp.number(max_loss), {}) - xp.number(limit), cap=START_BITS):
        least, there = (
            enclose(lambda xp: xp.number(limit)),
            enclose(lambda xp: profile.delta(xp, xp.number(max_loss), {})),
        )
        stated = f"delta = {least.upper:.6g} from eps = {enclose(lambda xp: xp.number(max_loss)).upper:.6g} on"
        raise Fault(
            f"its profile states {stated}, but there its own formula gives {there.lower:.6g}: was delta at infinity "
            "forgotten?"
        )


def check_curve(profile: Profile) -> None:
    """Raises Fault if the formula of a plugin's exact profile certainly rises, leaves [limit, 1] or is not inverted by
    its eps(delta); tried at eps = 0 and 1."""
    if profile.side is not Side.EXACT or not profile.closed_form:
        return
    inverse, limit = profile.epsilon, profile.at_infinity.delta

    def at(eps: int, xp: Arithmetic) -> Value:
        return profile.delta(xp, xp.number(eps), {})

    if _positive(lambda xp: at(1, xp) - at(0, xp)):
        raise Fault("its profile is larger at eps = 1 than at 0: a profile falls")
    if _positive(lambda xp: at(0, xp) - 1):
        raise Fault("its profile is above 1 at eps = 0: delta is a probability")
    if _positive(lambda xp: xp.number(limit) - at(1, xp)):
        raise Fault("its profile is below its delta at infinity at eps = 1: a profile falls to that limit")
    if inverse is None or not _positive(lambda xp: at(1, xp) - xp.number(limit)):
        return
    if sign(lambda xp: inverse(xp, at(1, xp), {}) - 1, cap=START_BITS):
        raise Fault("its eps(delta) at delta(1) is not 1: it must be the inverse of its delta")


def _positive(difference: Callable[[Arithmetic], Value]) -> bool:
    return sign(difference, cap=START_BITS) == 1


def check_balls(here: str, name: str, formula: Callable[[Arithmetic, Value], Value], near: Fraction) -> None:
    """Raises Fault if the value of a plugin's formula at a ball near a point certainly leaves out those at its ends: a
    ball that becomes a number on its way, as in `math.exp(epsilon)`, is its midpoint, without a word of Python's.

    A formula that has no value there is left to the questions that ask it; a sum may hide what it loses."""
    low = near + _BESIDE
    with balls(START_BITS) as xp:
        ends = [xp.number(low), xp.number(low + _WIDTH)]
        try:
            wide, *found = (formula(xp, x) for x in (ends[0].union(ends[1]), *ends))
        except ours(BaseException):
            return
        kept = all(type(x) is arb for x in (wide, *found)) and all(wide.overlaps(x) for x in found)
        if type(wide) is arb and not wide.is_nan() and not kept:
            raise Fault(
                f"{here}: {name} at a ball leaves out its value at an end of it: a ball became a number on its way, as "
                "math.exp(x) and float(x) make one of it; use xp.exp, xp.number and their kin instead of math"
            )
