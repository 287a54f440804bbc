"""A consistency check of privacy profiles: the stated limit at infinity must not contradict the formula."""

from __future__ import annotations

from chartered_verify.enclosure import START_BITS, Side, enclose, sign

from ..errors import Fault
from .privacy_profile import Profile


def check_end(profile: Profile) -> None:
    """Raises Fault if the formula of an exact profile is certainly different, at the eps `max_loss`, from the stated
    delta at infinity, which answers in the formula's place for every eps >= max_loss.

    A formula that is only an upper bound is not checked: a smaller limit may have a proof of its own."""
    max_loss, limit = profile.at_infinity.max_loss, profile.at_infinity.delta
    if max_loss is None or profile.side is not Side.EXACT or not profile.search.closed_form:
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
