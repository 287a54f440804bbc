"""What a formula comes to in doubles, and in digits, beside balls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls, digits, floats


def keeps(formula: Callable[..., Any], point: Sequence[Fraction], places: int, bits: int = 320) -> bool:
    """Whether the formula in doubles has at least `places` correct digits, compared with balls at the doubles nearest
    to the point."""
    exact = [Fraction(float(x)) for x in point]
    found = Fraction(formula(floats, *map(float, exact)))
    with balls(bits) as xp:
        truth = xp.number(formula(xp, *map(xp.number, exact)))
        return bool(abs(truth - xp.number(found)) * 10**places < abs(truth))


def in_each_arithmetic(number: Callable[[Any], Any], judge: Any) -> list[Any]:
    """A number computed in balls of 64 and of 256 bits, in doubles and in 30 digits, each converted to a ball of
    `judge`."""
    found = list[Any]()
    for xp in (balls(64), balls(256), floats, digits(30)):
        with xp:
            value = number(xp)
        found.append(value if xp.name == "balls" else judge.number(Fraction(str(value))))
    return found
