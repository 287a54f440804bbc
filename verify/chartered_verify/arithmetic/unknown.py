"""The arithmetic of unknown numbers: a formula that runs in it to its end has not branched on a value.

A value stands for any number, unless it is one that every ball holds exactly (a constant, an argument of a case). It is
combined with others, and all that would tell something of an unknown one (a comparison, a float, a floor, a radius that
is compared) is refused. No operation fails at any value, so a single run passes through all of the formula, which
therefore takes the same operations at every point."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn, Self

from flint import arb

from .ball import Balls, balls
from .derived_functions import Words
from .precision_lock import turn
from .protocol import Number

_BITS = 64
"""The working precision of constants, and the one that a formula is given."""
_EXACT_BITS = 53
"""The number of bits of a value that balls of any precision, and doubles, hold exactly."""
_MOST_POWER = 64


class Refused(TypeError, AttributeError):
    """Raised where a formula asks for what only a known number tells, or is not there to be asked."""


def _combined(operation: Callable[[Any, Any], Any] | None = None) -> Any:
    """An operator; with an `operation`, the value of known ones is known."""

    def method(self: Unknown, other: Any) -> Any:
        if not isinstance(other, Unknown | int | Fraction | float | arb):
            return NotImplemented
        home, y = self.home, self.home.number(other)
        if operation is None or self.known is None or y.known is None:
            return Unknown(home)
        return Unknown(home, operation(self.known, y.known))

    return method


def _compared(operation: Callable[[Any, Any], bool]) -> Any:
    def method(self: Unknown, other: Any) -> bool:
        why = "a value is compared"
        return operation(self.required(why), self.home.number(other).required(why))

    return method


def refused(why: str) -> Any:
    """A method of values that no arithmetic has, or that tells what no number has; a formula may catch what Python
    raises for it, and what is refused is remembered."""

    def method(self: Any, *_: Any) -> Any:
        return self.home.refuse(why)

    return method


class Untold:
    """What a value does not tell: its text, and what Python's own numbers do with others."""

    __slots__ = ()

    __repr__ = __str__ = __format__ = refused("a value is asked for its text")
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = refused("a value is divided by //")
    __round__ = __floor__ = __ceil__ = __trunc__ = refused("a value is rounded")
    __index__ = __complex__ = refused("a value is converted to a number of Python's")

    def required(self, why: str) -> Fraction:
        """The number, if it is known exactly. Raises Refused if it is not."""
        raise NotImplementedError

    def __pos__(self) -> Self:
        return self

    def __int__(self) -> int:
        return int(self.required("a value is converted to a whole number"))

    def __hash__(self) -> int:
        return hash(self.required("a value is looked up"))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.home.refuse(f"a value is asked for its {name}")


def _power(x: Fraction, n: Fraction) -> Any:
    return x**n if n.denominator == 1 and 0 <= n <= _MOST_POWER else None


class Unknown(Untold):
    """Any number, or the `known` one."""

    __slots__ = ("home", "known")

    def __init__(self, home: Unknowns, known: Fraction | None = None) -> None:
        self.home, self.known = home, known if known is not None and _is_held_exactly(known) else None

    @property
    def shown(self) -> str:
        """Its text for messages."""
        return "an unknown number" if self.known is None else str(self.known)

    __add__ = __radd__ = _combined(operator.add)
    __mul__ = __rmul__ = _combined(operator.mul)
    __sub__, __rsub__ = _combined(operator.sub), _combined(lambda x, y: y - x)
    __pow__, __rpow__ = _combined(_power), _combined(lambda x, y: _power(y, x))
    __truediv__ = __rtruediv__ = _combined()
    min = max = _combined()  # which balls have, and symbols do not
    __lt__, __le__, __eq__ = _compared(operator.lt), _compared(operator.le), _compared(operator.eq)
    __gt__, __ge__, __ne__ = _compared(operator.gt), _compared(operator.ge), _compared(operator.ne)
    __hash__ = Untold.__hash__

    def __neg__(self) -> Any:
        return self * -1

    def __abs__(self) -> Unknown:
        return Unknown(self.home, None if self.known is None else abs(self.known))

    def __float__(self) -> float:
        return float(self.required("a value is converted to a float"))

    def __bool__(self) -> bool:
        return bool(self.required("a value is asked whether it is true"))

    def required(self, why: str) -> Fraction:
        return self.home.refuse(why) if self.known is None else self.known


class Unknowns(Words):
    """The arithmetic of one run; enter it before evaluating the formula. `refused`: the first thing that was refused,
    even if the formula caught it."""

    name = "unknown"
    bits = rest_bits = _BITS
    __exit__ = turn

    def __init__(self) -> None:
        self.refused: Refused | None = None

    def __enter__(self) -> Unknowns:
        return self

    def refuse(self, why: str) -> NoReturn:
        """Raises Refused, and remembers it."""
        error = Refused(why)
        self.refused = self.refused or error
        raise error

    def number(self, x: Number | Any) -> Unknown:
        """A value; None: any number. A function of an arithmetic is evaluated in this one."""
        if isinstance(x, Unknown):
            return x
        if x is None or isinstance(x, float | arb):
            return Unknown(self)
        if isinstance(x, int | Fraction):
            return Unknown(self, Fraction(x))
        if callable(x):
            return self.number(x(self))
        raise TypeError(f"a number is made from int, Fraction, float or a function of an arithmetic, not {x!r}")

    def _of_one(self, x: Any) -> Unknown:
        self.number(x)
        return Unknown(self)

    def _of_two(self, x: Any, y: Any) -> Unknown:
        self.number(x)
        return self._of_one(y)

    exp = log = expm1 = log1p = sqrt = ndtr = log_ndtr = ndtri = erfc = gamma = lgamma = positive = _of_one
    maximum = minimum = logaddexp = hull = within = jump = polygamma = _of_two

    @property
    def pi(self) -> Unknown:
        """Any number."""
        return Unknown(self)

    inf = pi

    def hypgeom_2f1(self, x: Any, a: int, b: int, c: int) -> Unknown:
        """Any number."""
        return self._of_one(x)

    def floor_range(self, x: Any, unit: int | Fraction = 1) -> range:
        """The floor of a known number. Refused for any other: how many there are, and which, depends on it."""
        floor = self.number(x).required("the floor of a value is taken") // unit
        return range(int(floor), int(floor) + 1)

    def radius(self, x: Any) -> Unknown:
        """0 for a known number, which every ball holds exactly. Refused for any other: a ball has one, a number has
        none."""
        self.number(x).required("a value is asked for its radius")
        return self.number(0)

    def refined(self, bits: int) -> Unknowns:
        """This arithmetic."""
        return self

    @property
    def constants(self) -> Balls:
        """Ball arithmetic, which takes no unknown number: what is computed in it is the formula's own."""
        return balls(self.bits)

    def in_balls(self, bits: int) -> Balls:
        """Ball arithmetic."""
        return balls(bits)


def _is_held_exactly(x: Fraction) -> bool:
    whole_power = x.denominator & (x.denominator - 1) == 0
    return whole_power and max(x.numerator.bit_length(), x.denominator.bit_length()) <= _EXACT_BITS
