"""Formulas whose comparisons are all decided, so that the branch which they take is that of the number that is meant.

A comparison of balls is true only if it is certain, and one of symbols with `==` only if both are written alike: in a
branch "false" would mean "not known". Here a value of another arithmetic is wrapped, a comparison is answered only
where it is certain either way, and all else that tells something of a value (a float, a digit, a hash) is refused."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from flint import arb

from .derived_functions import Words
from .precision_lock import turn
from .protocol import Value
from .unknown import Refused, Untold

_BITS = 64
"""The working precision beside symbols, which have none."""
_MOST_EXPONENT = 4096
"""Exact numbers beyond 2^4096, or closer to 0, are not written out."""


def value(formula: Callable[..., Any], xp: Any, *arguments: Any) -> Value:
    """The value of formula(xp, *arguments) in `xp`, all of whose comparisons are decided. Raises Refused otherwise."""
    deciding = Deciding(xp)
    found = formula(deciding, *map(deciding.number, arguments))
    while callable(found) and not deciding.holds(found):  # a number that is a function of the arithmetic
        found = found(deciding)
    if isinstance(found, bool):
        deciding.refuse(f"the formula gives {found}, which is no number")
    bare = deciding.bare(found)
    if deciding.refused is not None:  # also where the formula caught it
        raise deciding.refused
    return bare


def _combined(operation: Callable[[Any, Any], Any]) -> Any:
    def method(self: Decided, other: Any) -> Any:
        if isinstance(other, Decided | int | Fraction | float) or self.home.holds(other):
            return Decided(self.home, operation(self.bare, self.home.bare(self.home.number(other))))
        return NotImplemented

    return method


def _compared(operation: Callable[[Any, Any], Any]) -> Any:
    def method(self: Decided, other: Any) -> bool:
        found = self.home.decide(operation, self.bare, self.home.bare(self.home.number(other)))
        return self.home.refuse("a comparison is not decided") if found is None else found

    return method


class Decided(Untold):
    """A value of another arithmetic, `bare`, whose comparisons are decided or refused."""

    __slots__ = ("bare", "home")

    def __init__(self, home: Deciding, bare: Value) -> None:
        self.home, self.bare = home, bare

    @property
    def shown(self) -> str:
        """Its text for messages."""
        return str(self.bare)

    __add__, __radd__ = _combined(operator.add), _combined(lambda x, y: y + x)
    __sub__, __rsub__ = _combined(operator.sub), _combined(lambda x, y: y - x)
    __mul__, __rmul__ = _combined(operator.mul), _combined(lambda x, y: y * x)
    __truediv__, __rtruediv__ = _combined(operator.truediv), _combined(lambda x, y: y / x)
    __pow__, __rpow__ = _combined(operator.pow), _combined(lambda x, y: y**x)
    __lt__, __le__, __eq__ = _compared(operator.lt), _compared(operator.le), _compared(operator.eq)
    __gt__, __ge__, __ne__ = _compared(operator.gt), _compared(operator.ge), _compared(operator.ne)
    __hash__ = Untold.__hash__

    def __neg__(self) -> Decided:
        return Decided(self.home, -self.bare)

    def __abs__(self) -> Decided:
        return Decided(self.home, abs(self.bare))

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __float__(self) -> float:
        found = float(self.required("a value is converted to a float"))
        return found if self == found else self.home.refuse("a value is no double")

    def required(self, why: str) -> Fraction:
        x = self.bare
        if isinstance(x, arb) and x.is_exact() and x.is_finite():
            man, exp = map(int, x.man_exp())
            return Fraction(man) * Fraction(2) ** exp if abs(exp) < _MOST_EXPONENT else self.home.refuse(why)
        return Fraction(int(x.p), int(x.q)) if getattr(x, "is_Rational", False) else self.home.refuse(why)


def _forwarded(name: str) -> Any:
    def method(self: Deciding, *arguments: Any) -> Decided:
        return Decided(self, getattr(self.inner, name)(*(self.bare(self.number(one)) for one in arguments)))

    return method


class Deciding(Words):
    """The arithmetic of one run over balls or symbols, the `inner` one. `refused`: the first thing that was refused,
    even if the formula caught it."""

    __exit__ = turn

    def __init__(self, inner: Any, beside: Deciding | None = None) -> None:
        self.inner, self.name, self._first = inner, inner.name, self if beside is None else beside
        self.bits = int(getattr(inner, "bits", _BITS))
        self.refused: Refused | None = None

    def __enter__(self) -> Deciding:
        self.inner.__enter__()
        return self

    def __repr__(self) -> str:
        return repr(self.inner)

    def refuse(self, why: str) -> NoReturn:
        """Raises Refused, and remembers it."""
        error = Refused(why)
        self._first.refused = self._first.refused or error
        raise error

    def holds(self, x: Any) -> bool:
        """Whether this is a value of the inner arithmetic."""
        return isinstance(x, arb) or hasattr(x, "free_symbols")

    def number(self, x: Any) -> Decided:
        """A value, also of a number of the inner arithmetic."""
        if isinstance(x, Decided):
            return x if x.home._first is self._first else Decided(self, x.bare)
        return self.number(x(self)) if callable(x) else Decided(self, self.inner.number(x))

    def bare(self, x: Any) -> Value:
        """The value in the inner arithmetic; what is no value of this one is returned as it is."""
        return x.bare if isinstance(x, Decided) else x

    def decide(self, operation: Callable[[Any, Any], Any], x: Value, y: Value) -> bool | None:
        """The outcome of a comparison if it is certain, or None."""
        return _of_balls(operation, x, y) if isinstance(x, arb) else _of_symbols(operation, x, y)

    exp, log, expm1, log1p, sqrt = map(_forwarded, ("exp", "log", "expm1", "log1p", "sqrt"))
    ndtr, log_ndtr, ndtri, erfc = map(_forwarded, ("ndtr", "log_ndtr", "ndtri", "erfc"))
    gamma, lgamma, digamma, positive = map(_forwarded, ("gamma", "lgamma", "digamma", "positive"))
    maximum, minimum, logaddexp = map(_forwarded, ("maximum", "minimum", "logaddexp"))
    hull, within = map(_forwarded, ("hull", "within"))

    @property
    def pi(self) -> Decided:
        """The number pi."""
        return Decided(self, self.inner.pi)

    @property
    def inf(self) -> Decided:
        """The value infinity."""
        return Decided(self, self.inner.inf)

    def hypgeom_2f1(self, x: Any, a: int, b: int, c: int) -> Decided:
        """Gauss's 2F1(a, b; c; x)."""
        return Decided(self, self.inner.hypgeom_2f1(self.bare(self.number(x)), a, b, c))

    def convolve(self, a: Any, b: Any) -> list[Decided]:
        """The coefficients of the product of two polynomials."""
        return [Decided(self, x) for x in self.inner.convolve([*map(self.bare, a)], [*map(self.bare, b)])]

    def floor_range(self, x: Any, unit: int | Fraction = 1) -> range:
        """The floor of x/unit alone. Refused if it may be another one."""
        found: range = self.inner.floor_range(self.bare(self.number(x)), unit)
        return found if len(found) == 1 else self.refuse("the floor of a value is not decided")

    def radius(self, x: Any) -> NoReturn:
        """Refused: no number has one."""
        self.refuse("a value is asked for its radius")

    @property
    def rest_bits(self) -> int:
        """That of the inner arithmetic."""
        return int(self.inner.rest_bits)

    def refined(self, bits: int) -> Deciding:
        """The same over the inner arithmetic with more bits."""
        return Deciding(self.inner.refined(bits), self._first)

    def in_balls(self, bits: int) -> Deciding:
        """The same over balls."""
        return Deciding(self.inner.in_balls(bits), self._first)

    @property
    def constants(self) -> Any:
        """The inner arithmetic, which takes values of this one: a computation in it, with its choices, is the formula's
        own."""
        return self.inner.constants

    def apart(self, formula: Callable[..., Any], *values: Any) -> Decided:
        """A formula that compares nothing, on bare values."""
        return Decided(self, formula(self.inner, *(self.bare(self.number(one)) for one in values)))


def _of_balls(operation: Callable[[Any, Any], Any], x: arb, y: arb) -> bool | None:
    """Whether all numbers of two balls compare so (True), or none (False)."""
    if operation in _EQUAL:
        same = x == y if x.is_exact() and y.is_exact() else None if x.overlaps(y) else False
        return None if same is None or x.is_nan() or y.is_nan() else same == _EQUAL[operation]
    return True if operation(x, y) else False if _OTHERWISE[operation](x, y) else None


def _of_symbols(operation: Callable[[Any, Any], Any], x: Any, y: Any) -> bool | None:
    """As SymPy decides it for all values of the symbols that their assumptions allow."""
    if operation in _EQUAL:
        zero = (x - y).is_zero
        return None if zero is None else bool(zero) == _EQUAL[operation]
    found = operation(x, y)
    return bool(found) if found == True or found == False else None  # noqa: E712 (SymPy's own truth values)


_EQUAL = {operator.eq: True, operator.ne: False}
_OTHERWISE = {operator.lt: operator.ge, operator.ge: operator.lt, operator.gt: operator.le, operator.le: operator.gt}
