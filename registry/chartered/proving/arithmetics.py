"""Checks that a formula gives the same value in several arithmetics: in doubles and in decimal digits, which searches
and cross-checks use, and in balls, which certify."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls, digits, floats
from chartered_verify.forms.proof_chain import sample
from chartered_verify.statements.verdict import Verdict

BITS, DIGITS, DOUBLES = 256, 40, 11


def alike(
    numbers: Mapping[str, Callable[[Any], Any]], least: Fraction = Fraction(0), doubles: int = DOUBLES
) -> Verdict:
    """Supported if each number, a function of the arithmetic, agrees between doubles and balls to `doubles` digits (11)
    and between 40 decimal digits and balls to 36 digits; the balls have 40 correct digits. `least` is added to the
    scale of the tolerance: doubles and digits that subtract may have no correct digits of a number below `least`."""

    def close(what: str) -> bool:
        number = numbers[what]
        with balls(BITS) as xp:
            exact = xp.number(number(xp))
            narrow = bool(exact.rad() * 10**DIGITS <= abs(exact) + xp.number(least))
        with digits(DIGITS) as fine:
            many = Fraction(fine.mp.nstr(fine.number(number(fine)), 2 * DIGITS))
        few = Fraction(float(floats.number(number(floats))))
        return narrow and _near(exact, many, DIGITS - 4, least) and _near(exact, few, doubles, least)

    return sample(close, [(what,) for what in numbers], doubles, "doubles and digits against balls")


def _near(exact: Any, found: Fraction, places: int, least: Fraction) -> bool:
    with balls(BITS) as xp:
        return bool(abs(xp.number(found) - exact) * 10**places <= abs(exact) + xp.number(least))
