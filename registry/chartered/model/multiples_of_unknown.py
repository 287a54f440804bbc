"""Expressions that are a multiple of a power of one unknown, such as s/4 or 2/s^2: exact, and read as other numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import NoReturn, TypeAlias

from msgspec import Struct

from ..errors import BadValue
from .number_text import MARK, NUMBERS, Algebra, Value, side_of, value_in

_MOST_POWER = 16
"""The largest power of the unknown, and the largest of its inverse."""


class Term(Struct, frozen=True):
    """The unknown to a power, a whole number, times a factor."""

    factor: Value
    power: int


_Operand: TypeAlias = Value | Term


def term_of(text: str) -> Term:
    """The term that an expression in MARK stands for. Raises BadValue unless it is a positive multiple of a power of
    the unknown; the message begins with "which", as that of `value_of`, and calls the unknown MARK."""
    found = value_in(_TERMS, text)
    if not isinstance(found, Term) or found.power == 0:
        raise BadValue(f"which does not depend on {MARK}", f"write a multiple of it, such as {MARK}/4")
    if side_of(found.factor, "a multiple by") <= 0:
        raise BadValue(f"which is not above 0, whatever {MARK} is", f"{MARK} itself is above 0")
    return found


def _refused() -> NoReturn:
    raise BadValue(
        f"which is no multiple of a power of {MARK}",
        f"the ratios of the values are fixed: write {MARK}/4 or 2*{MARK}^2",
    )


def _product(left: _Operand, right: _Operand) -> _Operand:
    one, other = _as_term(left), _as_term(right)
    return _bounded(NUMBERS.operations["*"](one.factor, other.factor), one.power + other.power)


def _quotient(left: _Operand, right: _Operand) -> _Operand:
    one, other = _as_term(left), _as_term(right)
    return _bounded(NUMBERS.operations["/"](one.factor, other.factor), one.power - other.power)


def _power(base: _Operand, exponent: _Operand) -> _Operand:
    if isinstance(exponent, Term):
        _refused()
    factor = NUMBERS.operations["^"](_as_term(base).factor, exponent)
    return _bounded(factor, _as_term(base).power * int(exponent)) if isinstance(exponent, Fraction) else factor


def _sum(sign: str, left: _Operand, right: _Operand) -> _Operand:
    """Of two multiples of the same power."""
    one, other = _as_term(left), _as_term(right)
    if one.power != other.power:
        _refused()
    return _bounded(NUMBERS.operations[sign](one.factor, other.factor), one.power)


def _of_number(name: str, x: _Operand) -> _Operand:
    if isinstance(x, Term):
        _refused()
    found: Value = NUMBERS.functions[name](x)
    return found


def _as_term(x: _Operand) -> Term:
    return x if isinstance(x, Term) else Term(x, 0)


def _bounded(factor: Value, power: int) -> _Operand:
    if abs(power) > _MOST_POWER:
        raise BadValue(f"which has {MARK} to the power {power}", f"at most {_MOST_POWER}, or {-_MOST_POWER}")
    return Term(factor, power) if power else factor


_TERMS = Algebra(
    unknown=Term(Fraction(1), 1),
    operations={
        "+": lambda left, right: _sum("+", left, right),
        "-": lambda left, right: _sum("-", left, right),
        "*": _product,
        "/": _quotient,
        "^": _power,
        "**": _power,
    },
    functions={
        "sqrt": lambda x: _of_number("sqrt", x),
        "log": lambda x: _of_number("log", x),
        "exp": lambda x: _of_number("exp", x),
    },
)
