"""The arithmetic of the formulas of claims: it records a formula as an expression in letters, and refuses comparisons,
so that no branch is taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic.protocol import Value
from chartered_verify.arithmetic.recorded_value import Recorded
from chartered_verify.arithmetic.recording import Node, Recorder, operands
from flint import arb
from msgspec import Struct

BITS = 64
MOST_ORDER = 4


class Derivative(Struct, frozen=True):
    """A function of bound letters, and its derivatives with respect to one of them, as nodes; the function comes
    first."""

    bound: tuple[int, ...]
    by: int
    indices: tuple[int, ...]


class Terms(Recorder):
    """A record whose numbers may be letters; `derivatives` are those that the formulas named, in the order of use.

    Additional nodes: ("letter", name), and ("apply", k, order, *arguments), the derivative of that order of function k
    at these nodes."""

    name = "terms"

    def __init__(self) -> None:
        super().__init__(BITS)
        self.derivatives: list[Derivative] = []
        self._expanded: dict[int, int] = {}

    def letter(self, name: str) -> Recorded:
        """A letter, whose value is unknown: a comparison with it is refused."""
        return self.node(arb.nan(), None, "letter", name)

    def derivative(self, formula: Callable[..., Any], by: int, order: int, *values: Value) -> Recorded:
        """The derivative of a formula with respect to its argument number `by`, at these values. Raises NotRecorded for
        too high an order, or if an operation has no derivative here."""
        if not 1 <= order <= MOST_ORDER:
            self.refuse("a derivative of a high order")
        bound = [self.letter(f"'{n}") for n in range(len(values))]
        indices = [self.number(formula(self, *bound)).index]
        while len(indices) <= order:
            indices.append(self.slope(indices[-1], bound[by].index))
        found = Derivative(tuple(one.index for one in bound), by, tuple(indices))
        if found not in self.derivatives:
            self.derivatives.append(found)
        at = [self.number(value) for value in values]
        return self.node(arb.nan(), None, "apply", self.derivatives.index(found), order, *at)

    def expanded(self, index: int) -> int:
        """The node with every named derivative written out at its arguments."""
        if index not in self._expanded:
            operation, *parts = self.nodes[index]
            if operation == "apply":
                one, arguments = self.derivatives[parts[0]], [self.expanded(part) for part in parts[2:]]
                found = self.replaced(one.indices[parts[1]], dict(zip(one.bound, arguments, strict=True)))
            else:
                found = self._again(self.nodes[index], self.expanded)
            self._expanded[index] = found
        return self._expanded[index]

    def replaced(self, index: int, known: dict[int, int]) -> int:
        """The node with other nodes substituted."""
        if index not in known:
            known[index] = self._again(self.nodes[index], lambda part: self.replaced(part, known))
        return known[index]

    def slope(self, index: int, by: int, known: dict[int, int] | None = None) -> int:
        """The derivative of a node with respect to a letter, by the rules of calculus. Raises NotRecorded."""
        found = {} if known is None else known
        if index not in found:
            found[index] = self._slope(index, by, found).index
        return found[index]

    def _slope(self, index: int, by: int, known: dict[int, int]) -> Recorded:
        operation, *parts = self.nodes[index]
        if index == by or operation in ("number", "pi", "letter"):
            return self.number(int(index == by))
        if operation == "apply":
            return self.at(self.slope(self.expanded(index), by, known))
        if operation not in _RULES:
            self.refuse(f"{operation} has no derivative here")
        x = [self.at(part) for part in operands(self.nodes[index])]
        d = [self.at(self.slope(one.index, by, known)) for one in x]
        found: Recorded = _RULES[operation](self.at(index), x, d, *parts[len(x) :])
        return found

    def at(self, index: int) -> Recorded:
        """The value of a node."""
        operation, *parts = self.nodes[index]
        exact = parts[0] if operation == "number" else None
        return Recorded(self, index, arb.nan() if exact is None else self.number(exact).ball, exact)

    def _again(self, node: Node, of: Callable[[int], int]) -> int:
        """The same operation on other operands."""
        operation, *parts = node
        if operation in ("number", "pi", "letter"):
            return self.node(arb.nan(), None, *node).index
        if operation == "power":
            return self.node(arb.nan(), None, operation, self.at(of(parts[0])), parts[1]).index
        if operation == "apply":
            return self.node(arb.nan(), None, operation, *parts[:2], *(self.at(of(part)) for part in parts[2:])).index
        return self.node(arb.nan(), None, operation, *(self.at(of(part)) for part in parts)).index


def _sum(x: Recorded, y: Recorded) -> Recorded:
    found: Recorded = y if _is(x, 0) else x if _is(y, 0) else x + y
    return found


def _product(x: Recorded, y: Recorded) -> Recorded:
    if _is(x, 0) or _is(y, 0):
        return x.record.number(0)
    found: Recorded = y if _is(x, 1) else x if _is(y, 1) else x * y
    return found


def _negative(x: Recorded) -> Recorded:
    return _product(x.record.number(-1), x)


def _quotient(x: Recorded, y: Recorded) -> Recorded:
    found: Recorded = x if _is(x, 0) else x / y
    return found


def _is(x: Recorded, n: int) -> bool:
    return x.exact is not None and x.exact == Fraction(n)


_RULES: Mapping[str, Callable[..., Recorded]] = {
    "add": lambda f, x, d: _sum(d[0], d[1]),
    "sub": lambda f, x, d: _sum(d[0], _negative(d[1])),
    "mul": lambda f, x, d: _sum(_product(d[0], x[1]), _product(x[0], d[1])),
    "div": lambda f, x, d: _sum(_quotient(d[0], x[1]), _negative(_quotient(_product(x[0], d[1]), x[1] ** 2))),
    "neg": lambda f, x, d: _negative(d[0]),
    "power": lambda f, x, d, n: _product(n * x[0] ** (n - 1), d[0]),
    "exp": lambda f, x, d: _product(f, d[0]),
    "log": lambda f, x, d: _quotient(d[0], x[0]),
    "sqrt": lambda f, x, d: _quotient(d[0], 2 * f),
}
"""The rules of calculus: the derivative of an operation with operands x, whose derivatives are d."""
