"""Values of the recording arithmetic: a ball, with the index of its node. Operators add nodes; comparisons are decided
by the balls and recorded."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NoReturn, Protocol

from flint import arb

from .derived_functions import Operators

_MOST_POWER, _MOST_EXACT_POWER = 10**9, 64
_OTHERWISE = {"<": "<=", "<=": "<"}
OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "neg": operator.neg,
}
"""The rational operations, by the names of their nodes."""


class Record(Protocol):
    """The interface of a record that its values use."""

    def refuse(self, why: str) -> NoReturn: ...
    def number(self, x: Any) -> Recorded: ...
    def node(self, ball: arb, exact: Fraction | None, operation: str, *parts: Any) -> Recorded: ...
    def condition(self, left: Recorded, relation: str, right: Recorded) -> None: ...
    def exp(self, x: Any) -> Recorded: ...
    def log(self, x: Any) -> Recorded: ...
    def maximum(self, x: Any, y: Any) -> Recorded: ...


def _operator(name: str) -> Any:
    operation = OPERATIONS[name]

    def method(self: Recorded, other: Any) -> Recorded:
        if not isinstance(other, Recorded | int | Fraction | float):
            self.record.refuse(f"a number of the type {type(other).__name__}, which is computed and not read")
        y = self.record.number(other)
        found, exact = operation(self.ball, y.ball), None
        if self.exact is not None and y.exact is not None and not (name == "div" and y.exact == 0):
            exact = operation(self.exact, y.exact)
        return self.record.node(found, exact, name, self, y)

    return method


class Recorded(Operators):
    """A value of a record: the `index` of its node, a ball that contains it and, if it is known to be a rational
    of moderate size, that rational."""

    __slots__ = ("ball", "exact", "index", "record")

    def __init__(self, record: Record, index: int, ball: arb, exact: Fraction | None) -> None:
        self.record, self.index, self.ball, self.exact = record, index, ball, exact

    def __repr__(self) -> str:
        return f"<node {self.index}: {self.ball}>"

    __add__, __sub__, __mul__, __truediv__ = map(_operator, ("add", "sub", "mul", "div"))

    def of(self, other: Any) -> Recorded:
        return self.record.number(other)

    def __neg__(self) -> Any:
        return self.record.node(-self.ball, None if self.exact is None else -self.exact, "neg", self)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self.record.maximum(self, -self)

    def __pow__(self, other: Any) -> Any:
        """An integer power; any other power is that of a positive number, by its logarithm."""
        n = other.exact if isinstance(other, Recorded) else other
        if not isinstance(n, int | Fraction) or Fraction(n).denominator != 1 or not -_MOST_POWER <= n <= _MOST_POWER:
            return self.record.exp(self.record.number(other) * self.record.log(self))
        whole, exact = int(n), None
        if self.exact is not None and abs(whole) <= _MOST_EXACT_POWER and not (whole < 0 and self.exact == 0):
            exact = self.exact**whole
        return self.record.node(self.ball**whole, exact, "power", self, whole)

    def _is(self, other: Any, relation: str) -> bool:
        """Whether the value is below (or not above) another one, recorded as a condition. Raises NotRecorded if the
        balls do not decide it."""
        y = self.record.number(other)
        found = self.decided(y, relation)
        if found is None:
            self.record.refuse("a comparison on its way is not decided")
        if self.index != y.index and found:
            self.record.condition(self, relation, y)
        elif self.index != y.index:
            self.record.condition(y, _OTHERWISE[relation], self)
        return found

    def certainly(self, compared: Callable[[Any, Any], Any], x: Fraction) -> bool:
        """Whether the value certainly compares so with a number; exact numbers are compared exactly."""
        return bool(compared(self.ball, self.record.number(x).ball) if self.exact is None else compared(self.exact, x))

    def decided(self, y: Recorded, relation: str) -> bool | None:
        """Whether the value is below (or not above) another one; None if that is not decided."""
        if self.index == y.index:
            return relation == "<="
        if self.exact is not None and y.exact is not None:
            return self.exact < y.exact if relation == "<" else self.exact <= y.exact
        certain, never = (self.ball < y.ball, self.ball >= y.ball)
        if relation == "<=":
            certain, never = (self.ball <= y.ball, self.ball > y.ball)
        return True if certain else False if never else None

    def __lt__(self, other: Any) -> bool:
        return self._is(other, "<")

    def __le__(self, other: Any) -> bool:
        return self._is(other, "<=")

    def __gt__(self, other: Any) -> bool:
        return self.record.number(other)._is(self, "<")

    def __ge__(self, other: Any) -> bool:
        return self.record.number(other)._is(self, "<=")

    def __eq__(self, other: object) -> bool:
        """True only if both inequalities are certain."""
        if not isinstance(other, Recorded | int | Fraction | float):
            return False
        y = self.record.number(other)
        return self._is(y, "<=") and y._is(self, "<=")

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((id(self.record), self.index))

    def __float__(self) -> float:
        """The midpoint, for choices that need not be exact."""
        return float(self.ball)

    def __bool__(self) -> NoReturn:
        self.record.refuse("a value is asked whether it is true")
