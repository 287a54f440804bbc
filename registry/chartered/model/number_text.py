"""Numbers as text: decimals, and expressions of them with + - * / ^ and parentheses, sqrt, log and exp.

A value is a fraction as long as it is known to be one: 3/4, sqrt(9/4), exp(0). Any other is a formula for balls, beside
which a decimal is certain. Length, nesting, exponents and digits are bounded before anything is computed. An error
begins with "which", so that a caller can put the text before it. An expression with an unknown in it (MARK) has a value
in another algebra, which says what its operations are."""

from __future__ import annotations

import operator
import re
from collections import deque
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Balls
from chartered_verify.enclosure import Undecidable, enclose, fraction_of, sign
from chartered_verify.numeric.rational_root import exact_root
from chartered_verify.outward_rounding import decimal_of
from flint import arb
from msgspec import Struct

from ..errors import BadValue

Formula: TypeAlias = Callable[[Balls], arb]
Value: TypeAlias = Fraction | Formula
LARGEST_EXPONENT = 10_000
MOST_BITS = 33_300
"""Slightly more bits than 10^LARGEST_EXPONENT has, so that its fraction, once written, can be read again."""
WANTED = "write a number such as 0.1, 1/3, 1e-300 or 2*sqrt(3)"
LONGEST = 200
"""The largest number of characters of an expression."""
MOST_NESTED = 32
"""The largest number of parentheses and of powers in an expression: each may stand inside another."""
DIGITS = 60
"""The number of significant digits of the decimal that is read for an irrational number."""
_GOAL = 256  # correct bits before it is rounded: far more than the digits have
MARK = "@"
"""The letter for an unknown in an expression: no name has it, and no step."""
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_FRACTION = re.compile(r"([+-]?\d+)\s*/\s*(\d+)", re.ASCII)
_TOKEN = re.compile(r"\s*((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[A-Za-z]+|\*\*|[-+*/^()@])\s*", re.ASCII)
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4, "**": 4}
_SIGN = 3
"""How tightly operators bind: a sign less than a power, -2^2 is -4."""
_DECIMAL = "write a decimal instead"


class Algebra(Struct, frozen=True):
    """What the operators and the functions of an expression mean, and the value of the unknown, None where there may be
    none."""

    operations: Mapping[str, Callable[[Any, Any], Any]]
    functions: Mapping[str, Callable[[Any], Any]]
    unknown: Any = None


def value_of(text: str) -> Value:
    """The value of a text. Raises BadValue, with what is wrong and what would be right."""
    if _NUMBER.fullmatch(text):
        return _decimal(text)
    fraction = _FRACTION.fullmatch(text)  # of any length that `plain` writes
    if fraction is not None:
        return _quotient(_decimal(fraction[1]), _decimal(fraction[2]))
    if not any("0" <= letter <= "9" for letter in text):
        raise BadValue("which is not a finite number", WANTED)
    value: Value = value_in(NUMBERS, text)
    return value


def value_in(algebra: Algebra, text: str) -> Any:
    """The value of an expression in an algebra. Raises BadValue as `value_of` does."""
    tokens = _tokens(text)
    value = _value(algebra, tokens)
    if tokens:
        raise _unreadable(tokens[0])
    return value


def beside(formula: Formula, *, up: bool) -> Fraction:
    """A decimal of DIGITS significant digits that is not below the value of a formula (`up`), or not above it. Raises
    BadValue if the value cannot be told from 0, or is too large or too small to be written."""
    try:
        found = enclose(formula, goal=_GOAL)
    except Undecidable:
        raise BadValue("which is too large, or cannot be told from 0", _DECIMAL) from None
    size, limit = abs(found.hi), arb(10) ** LARGEST_EXPONENT
    if not found.hi - found.lo < size / arb(10) ** DIGITS:
        raise BadValue("which cannot be told from 0", _DECIMAL)
    if not 1 / limit < size < limit:
        raise BadValue(
            "which is too large or too small", f"it must lie within 1e{-LARGEST_EXPONENT} and 1e{LARGEST_EXPONENT}"
        )
    return Fraction(decimal_of(fraction_of(found.hi if up else found.lo), up=up, digits=DIGITS))


def _decimal(text: str) -> Fraction:
    exponent = text.lower().partition("e")[2]
    if exponent and abs(Decimal(exponent)) > LARGEST_EXPONENT:
        most = f"its exponent must lie within {-LARGEST_EXPONENT} and {LARGEST_EXPONENT}"
        raise BadValue(f"which has the exponent {exponent}", most)
    return Fraction(Decimal(text))  # unlike int(text), not subject to Python's limit on the number of digits


def _tokens(text: str) -> deque[str]:
    nested = text.count("(") + text.count("^") + text.count("**")
    if len(text) > LONGEST or nested > MOST_NESTED:
        most = f"at most {LONGEST} characters, and {MOST_NESTED} parentheses and powers"
        raise BadValue("which is too long", f"an expression has {most}")
    found: deque[str] = deque()
    index = 0
    while index < len(text):
        token = _TOKEN.match(text, index)
        if token is None:
            raise _unreadable(text[index:])
        found.append(token[1])
        index = token.end()
    return found


def _value(algebra: Algebra, tokens: deque[str], binding: int = 0) -> Any:
    """The value at the front, with every operator that binds more tightly than `binding`; they are taken off."""
    value = _operand(algebra, tokens)
    while tokens and _BINDING.get(tokens[0], 0) > binding:
        token = tokens.popleft()
        power = token in ("^", "**")  # which binds what is on its right first
        value = algebra.operations[token](value, _value(algebra, tokens, _BINDING[token] - power))
    return value


def _operand(algebra: Algebra, tokens: deque[str]) -> Any:
    """A number, the unknown, what is in parentheses, a function of it, or one sign and an operand."""
    token = tokens.popleft() if tokens else ""
    if token in ("+", "-") and tokens and tokens[0] not in ("+", "-"):
        sign = Fraction(-1 if token == "-" else 1)
        return algebra.operations["*"](sign, _value(algebra, tokens, _SIGN))
    if token[:1].isdigit() or token[:1] == ".":
        return _decimal(token)
    if token == MARK and algebra.unknown is not None:
        return algebra.unknown
    function = None if token == "(" else algebra.functions.get(token)
    if token != "(" and (function is None or not tokens or tokens.popleft() != "("):
        raise _unreadable(token)
    value = _value(algebra, tokens)
    if not tokens or tokens.popleft() != ")":
        raise BadValue("whose parentheses do not match", WANTED)
    return value if function is None else function(value)


def _unreadable(rest: str) -> BadValue:
    known = f", with {', '.join(NUMBERS.functions)}" if rest[:1].isalpha() else ""
    percent = "; one percent is 0.01" if rest.startswith("%") else ""
    return BadValue(f"which cannot be read at {rest!r}" if rest else "which has no end", WANTED + known + percent)


def _combined(operation: Callable[..., Any], left: Value, right: Value) -> Value:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return _bounded(operation(left, right))
    return lambda xp: operation(xp.number(left), xp.number(right))


def _bounded(x: Fraction) -> Fraction:
    if max(x.numerator.bit_length(), x.denominator.bit_length()) > MOST_BITS:
        raise _too_long()
    return x


def _too_long() -> BadValue:
    return BadValue(f"which has more than {LARGEST_EXPONENT} digits above or below the line", WANTED)


def _quotient(left: Value, right: Value) -> Value:
    _inverted(right)
    return _combined(operator.truediv, left, right)


def _power(base: Value, exponent: Value) -> Value:
    if not isinstance(exponent, Fraction) or exponent.denominator != 1 or abs(exponent) > LARGEST_EXPONENT:
        most = f"from {-LARGEST_EXPONENT} to {LARGEST_EXPONENT}"
        raise BadValue(f"which has an exponent that is no whole number {most}", "write sqrt(x) for a square root")
    times = int(exponent)
    if times < 0:
        _inverted(base)
    if not isinstance(base, Fraction):
        return lambda xp: xp.number(base) ** times
    if max(base.numerator.bit_length(), base.denominator.bit_length()) * abs(times) > 2 * MOST_BITS:
        raise _too_long()
    return _bounded(base**times)


def _inverted(x: Value) -> None:
    if side_of(x, "a division by") == 0:
        raise BadValue("which divides by zero", WANTED)


def _sqrt(x: Value) -> Value:
    if side_of(x, "the square root of") < 0:
        raise BadValue("which has the square root of a negative number", WANTED)
    if isinstance(x, Fraction):
        root = exact_root(x)
        if root is not None:
            return root
    return lambda xp: xp.sqrt(xp.number(x))


def _log(x: Value) -> Value:
    if side_of(x, "the logarithm of") <= 0:
        raise BadValue("which has the logarithm of a number that is not above 0", WANTED)
    return Fraction(0) if x == 1 else lambda xp: xp.log(xp.number(x))


def _exp(x: Value) -> Value:
    return Fraction(1) if x == 0 else lambda xp: xp.exp(xp.number(x))


def side_of(x: Value, of: str) -> int:
    """The certain sign of a value. Raises BadValue if it cannot be told from 0, with the words for what needs it."""
    found = (x > 0) - (x < 0) if isinstance(x, Fraction) else sign(lambda xp: xp.number(x))
    if found is None:
        raise BadValue(f"which has {of} what cannot be told from 0", _DECIMAL)
    return found


NUMBERS = Algebra(
    operations={
        "+": lambda left, right: _combined(operator.add, left, right),
        "-": lambda left, right: _combined(operator.sub, left, right),
        "*": lambda left, right: _combined(operator.mul, left, right),
        "/": _quotient,
        "^": _power,
        "**": _power,
    },
    functions={"sqrt": _sqrt, "log": _log, "exp": _exp},
)
"""Numbers without an unknown."""
