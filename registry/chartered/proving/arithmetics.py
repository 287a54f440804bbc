"""Checks that a formula gives the same value in several arithmetics: in doubles and in decimal digits, which searches
and cross-checks use, and in balls, which certify."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls, digits, floats
from chartered_verify.forms.proof_chain import sample
from chartered_verify.statements.verdict import Verdict

from .equal_digits import near

_BITS, _DIGITS, _DOUBLES = 256, 40, 11


def alike(numbers: Mapping[str, Callable[[Any], Any]], least: Fraction = Fraction(0)) -> Verdict:
    """Supported if each number, a function of the arithmetic, agrees between doubles and balls to 11 digits and between
    40 decimal digits and balls to 36 digits; the balls have 40 correct digits. `least` is added to the scale of the
    tolerance: doubles and digits that subtract may have no correct digits of a number below `least`."""

    def close(what: str) -> bool:
        number = numbers[what]
        with digits(_DIGITS) as fine:
            many = Fraction(fine.mp.nstr(fine.number(number(fine)), 2 * _DIGITS))
        few = Fraction(float(floats.number(number(floats))))
        with balls(_BITS) as xp:
            exact = xp.number(number(xp))
            scale = abs(exact) + xp.number(least)
            narrow = bool(exact.rad() * 10**_DIGITS <= scale)
            found = (xp.number(many), _DIGITS - 4), (xp.number(few), _DOUBLES)
            return narrow and all(near(value, exact, places, scale) for value, places in found)

    return sample(close, [(what,) for what in numbers], _DOUBLES, "doubles and digits against balls")
