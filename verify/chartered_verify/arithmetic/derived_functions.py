"""Functions with the same definition in every arithmetic, by means of its other functions, and operators of values that
follow from others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from .protocol import Value

_Reading = TypeVar("_Reading", bound=Callable[..., Any])


class Operators:
    """The operators of a value that follow from `+`, `-x`, `*`, `/` and `**` of two of its kind: `of` makes one of any
    other operand."""

    __slots__ = ()

    def of(self, other: Any) -> Any:
        raise NotImplementedError

    def __sub__(self: Any, other: Any) -> Any:
        return self + -self.of(other)

    def __radd__(self, other: Any) -> Any:
        return self.of(other) + self

    def __rsub__(self, other: Any) -> Any:
        return self.of(other) - self

    def __rmul__(self, other: Any) -> Any:
        return self.of(other) * self

    def __rtruediv__(self, other: Any) -> Any:
        return self.of(other) / self

    def __rpow__(self, other: Any) -> Any:
        return self.of(other) ** self


class Words:
    """Default definitions, which an arithmetic may override."""

    __slots__ = ()
    name: str

    @property
    def constants(self) -> Any:
        """The arithmetic itself."""
        return self

    @property
    def rest_bits(self: Any) -> int:
        """The working precision."""
        return int(self.bits)

    def variant(self: Any, general: _Reading, **own: _Reading) -> _Reading:
        """The variant of a formula for this arithmetic: that of its name in `own`, if there is one, otherwise
        `general`."""
        return own.get(self.name, general)

    def minimum(self: Any, x: Value, y: Value) -> Value:
        return -self.maximum(-self.number(x), -self.number(y))

    def positive(self: Any, x: Value) -> Value:
        return self.maximum(x, 0)

    def logaddexp(self: Any, x: Value, y: Value) -> Value:
        return self.log(self.exp(x) + self.exp(y))

    def log1p_sum_exp(self: Any, terms: Sequence[Value]) -> Value:
        """log(1 + the sum of e^t) for at least one t; a small sum keeps its digits."""
        return self.log1p(sum((self.exp(t) for t in terms[1:]), self.exp(terms[0])))

    def convolve(self: Any, a: Sequence[Value], b: Sequence[Value]) -> list[Value]:
        """The coefficients of the product of two polynomials, neither of which is empty."""
        found = [self.number(0)] * (len(a) + len(b) - 1)
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                found[i + j] = found[i + j] + x * y
        return found
