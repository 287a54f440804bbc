"""Where a privacy profile ends: what it states must not contradict its own formula."""

from __future__ import annotations

from chartered_verify.enclosure import START_BITS, Side, enclose, sign

from ..errors import Fault
from .guarantees import Profile, no_search


def check_end(profile: Profile) -> None:
    """Raises Fault for an exact profile whose formula contradicts where it states to end: from `attains` on, `floor`
    answers in its place.

    Where a formula is an upper bound, an end below it may have another proof.
    """
    attains, floor = profile.attains, profile.floor
    if attains is None or profile.side is not Side.EXACT or profile.propose is not no_search:
        return
    if sign(lambda xp: profile.delta(xp, xp.number(attains), {}) - xp.number(floor), cap=START_BITS):
        least, there = (
            enclose(lambda xp: xp.number(floor)),
            enclose(lambda xp: profile.delta(xp, xp.number(attains), {})),
        )
        stated = f"delta = {least.upper:.6g} from eps = {enclose(lambda xp: xp.number(attains)).upper:.6g} on"
        raise Fault(
            f"its profile states {stated}, but there its own formula gives {there.lower:.6g}: was floor forgotten?"
        )
