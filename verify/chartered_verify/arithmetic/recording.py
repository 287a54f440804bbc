"""The recording arithmetic: evaluating a formula in it gives its expression, and the conditions of its comparisons.

Each value is a ball and a node of the expression. The ball decides which branch a formula takes, and every comparison
behind a branch is recorded as a condition, which the reader of the record must prove. An operation without a node (a
hypergeometric function, a number from elsewhere) raises NotRecorded, and makes the record void."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import factorial
from typing import Any, NoReturn, TypeAlias

from flint import arb

from ..work_budget import charge
from .ball import Balls
from .derived_functions import Words
from .precision_lock import turn
from .protocol import Number, Value
from .recorded_value import Recorded
from .recording_watch import NotRecorded

Node: TypeAlias = tuple[Any, ...]
"""("number", p/q), ("pi",), or an operation with the indices of its operands."""
MOST_NODES = 100_000
"""The largest number of nodes of a record."""
_NODE = 5
"""Units of work charged for each node."""
_LARGEST_FACTORIAL = 2_000
_MOST_BITS_EXACT = 4_096
"""The largest number of bits of a rational that is kept as such; longer ones are known by their balls only."""


def _of_one(operation: str) -> Callable[[Recorder, Value], Recorded]:
    """A function of one value, whose node has its name."""

    def method(self: Recorder, x: Value) -> Recorded:
        x = self.number(x)
        return self.node(getattr(self._balls, operation)(x.ball), None, operation, x)

    return method


class Recorder(Words):
    """The arithmetic of one record, at a working precision of `bits`; enter it before evaluating a formula.

    `nodes`: all operations, each after its operands. `conditions`: {(index, "<" or "<=", index): author}, where the
    author is the value of `author` when the formula compared. `not_finite`: the indices of values that are not
    certainly finite numbers, such as log 0. `refused`: why the record is void, or None."""

    name = "record"
    __exit__ = turn

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.author = ""
        self.refused: str | None = None
        self.nodes: list[Node] = []
        self.conditions: dict[tuple[int, str, int], str] = {}
        self.not_finite = set[int]()
        self._indices: dict[Node, int] = {}
        self._balls = Balls(bits)

    def __enter__(self) -> Recorder:
        return self

    def __repr__(self) -> str:
        return f"record({len(self.nodes)} nodes)"

    def refuse(self, why: str) -> NoReturn:
        """Raises NotRecorded; the first reason voids the record, even if the exception is caught."""
        if self.refused is None:
            self.refused = f"{self.author}: {why}" if self.author else why
        raise NotRecorded(self.refused)

    def node(self, ball: arb, exact: Fraction | None, operation: str, *parts: Any) -> Recorded:
        """The value of an operation; the same operation on the same values is a single node. An exact rational of
        moderate size is kept with it."""
        charge(_NODE)
        key = (operation, *(part.index if isinstance(part, Recorded) else part for part in parts))
        index = self._indices.get(key)
        if index is None:
            if len(self.nodes) >= MOST_NODES:
                self.refuse(f"its expression has more than {MOST_NODES} nodes")
            index = self._indices[key] = len(self.nodes)
            self.nodes.append(key)
            self.not_finite.add(index)
        if ball.is_finite():
            self.not_finite.discard(index)
        if exact is not None and exact.numerator.bit_length() + exact.denominator.bit_length() > _MOST_BITS_EXACT:
            exact = None
        return Recorded(self, index, ball, exact)

    def condition(self, left: Recorded, relation: str, right: Recorded) -> None:
        """Records a condition behind a branch."""
        self.conditions.setdefault((left.index, relation, right.index), self.author)

    def number(self, x: Number | Any) -> Recorded:
        """A value from a rational, a double, or an exact number that is a function; balls are refused, as no reader
        could reconstruct them."""
        if isinstance(x, Recorded):
            return x if x.record is self else self.refuse("a number of another record")
        if isinstance(x, bool):
            x = int(x)
        if isinstance(x, int | Fraction) or (isinstance(x, float) and x - x == 0):
            exact = Fraction(x)
            return self.node(self._balls.number(exact), exact, "number", exact)
        if isinstance(x, float) and x in (float("inf"), -float("inf")):
            return self.inf if x > 0 else -self.inf
        if callable(x):
            return self.number(x(self))
        return self.refuse(f"a number of the type {type(x).__name__}, which is computed and not read")

    @property
    def pi(self) -> Recorded:
        """Its node."""
        return self.node(arb.pi(), None, "pi")

    @property
    def inf(self) -> Recorded:
        """A value for comparisons; a record with a result made from it is useless."""
        return self.node(arb.pos_inf(), None, "infinity")

    exp, log, sqrt, ndtr = map(_of_one, ("exp", "log", "sqrt", "ndtr"))

    def ndtri(self, p: Value) -> Recorded:
        """Any number between two rationals for which conditions state that Phi, which increases, is at most p and at
        least p."""
        p = self.number(p)
        found = self._balls.ndtri(p.ball)
        if not found.is_finite():
            self.refuse("the inverse normal distribution function of what may be 0 or 1")
        spare = (1 + abs(found)) * arb(2) ** -(self.bits // 2)
        low, high = (self.number(_rational(end)) for end in ((found - spare).lower(), (found + spare).upper()))
        self.condition(self.ndtr(low), "<=", p)
        self.condition(p, "<=", self.ndtr(high))
        return self.hull(low, high)

    def expm1(self, x: Value) -> Recorded:
        """e^x - 1, by its definition: cancellation costs precision, but no proof."""
        return self._tight(self.exp(x) - 1, self._balls.expm1(self.number(x).ball))

    def log1p(self, x: Value) -> Recorded:
        """log(1 + x), by its definition."""
        return self._tight(self.log(1 + self.number(x)), self._balls.log1p(self.number(x).ball))

    def erfc(self, x: Value) -> Recorded:
        """2 Phi(-sqrt(2) x)."""
        return self.number(2 * self.ndtr(-self.number(x) * self.sqrt(2)))

    def log_ndtr(self, x: Value) -> Recorded:
        """log Phi(x), by its definition."""
        return self._tight(self.log(self.ndtr(x)), self._balls.log_ndtr(self.number(x).ball))

    def lgamma(self, x: Value) -> Recorded:
        """For a small positive integer, the logarithm of a factorial."""
        whole = self.number(x).exact
        if whole is None or whole.denominator != 1 or not 1 <= whole <= _LARGEST_FACTORIAL:
            self.refuse("the gamma function, but of a small whole number, has no node")
        return self.log(factorial(int(whole) - 1))

    def logaddexp(self, x: Value, y: Value) -> Recorded:
        """max(x, y) + log(1 + e^-|x - y|), so that no exponential overflows."""
        x, y = self.number(x), self.number(y)
        high, low = self.maximum(x, y), self.minimum(x, y)
        return self._tight(high + self.log(1 + self.exp(low - high)), self._balls.logaddexp(x.ball, y.ball))

    def maximum(self, x: Value, y: Value) -> Recorded:
        """Its node: no branch is taken."""
        x, y = self.number(x), self.number(y)
        return self.node(self._balls.maximum(x.ball, y.ball), None, "max", x, y)

    def minimum(self, x: Value, y: Value) -> Recorded:
        """Its node: no branch is taken."""
        x, y = self.number(x), self.number(y)
        return self.node(self._balls.minimum(x.ball, y.ball), None, "min", x, y)

    def hull(self, x: Value, y: Value) -> Recorded:
        """All numbers between x and y: a statement about the node is proved for each of them."""
        x, y = self.number(x), self.number(y)
        return self.node(self._balls.hull(x.ball, y.ball), None, "hull", x, y)

    within = hull

    def floor_range(self, x: Value, unit: int | Fraction = 1) -> range:
        """The floors that the ball allows, with the conditions that the floor is one of them."""
        x = self.number(x)
        if x.exact is not None:
            floor = x.exact // unit
            found = range(int(floor), int(floor) + 1)
        else:
            found = self._balls.floor_range(x.ball, unit)
        if not found:
            self.refuse("the floor of what is not finite")
        self.condition(self.number(found[0] * Fraction(unit)), "<=", x)
        self.condition(x, "<", self.number((found[-1] + 1) * Fraction(unit)))
        return found

    def refined(self, bits: int) -> Recorder:
        """This record; its reader chooses the precision."""
        return self

    def __getattr__(self, name: str) -> Any:
        """Any other operation has no node."""
        if name.startswith("__"):
            raise AttributeError(name)
        self.refuse(f"a proof has no operation {name}")

    def _tight(self, value: Recorded, ball: arb) -> Recorded:
        """The same node, with a ball without loss of digits."""
        if ball.is_finite():
            self.not_finite.discard(value.index)
        return Recorded(self, value.index, ball, None)


def _rational(x: arb) -> Fraction:
    """An exact dyadic number."""
    man, exp = (int(part) for part in x.man_exp())
    return Fraction(man) * Fraction(2) ** exp


def operands(node: Node) -> Sequence[int]:
    """The operands of a node, as nodes; those of a function that a step names stand after its number and order."""
    operation, *parts = node
    if operation in ("number", "letter"):
        return ()
    return parts[:1] if operation == "power" else parts[2:] if operation == "apply" else parts


def inside(nodes: Sequence[Node], indices: Sequence[int]) -> Iterator[int]:
    """The nodes of these indices and all nodes that they depend on, each after its operands."""
    seen = set[int]()
    stack = [(index, False) for index in reversed(indices)]
    while stack:
        index, ready = stack.pop()
        if ready:
            yield index
        elif index not in seen:
            seen.add(index)
            stack.append((index, True))
            stack += [(part, False) for part in reversed(operands(nodes[index])) if part not in seen]
