"""The arithmetic that records: a formula that is read in it leaves its expression, and what it found when it compared.

Each value is a ball and a node of the expression: a ball decides which branch a formula takes, and every comparison
that a branch rests on is kept as a condition, to be proved by whoever reads the record. What has no node (a
hypergeometric function, a number from elsewhere) raises NotRecorded, and the record remembers that it did."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import factorial
from typing import Any, NoReturn, TypeAlias

from flint import arb

from ..budget import charge
from .ball import Balls
from .derived_functions import Words
from .precision_lock import turn
from .protocol import Number, Value
from .recorded_value import Recorded
from .recording_watch import NotRecorded

Node: TypeAlias = tuple[Any, ...]
"""("number", p/q), ("pi",), or an operation with the places of what it is applied to."""
MOST_NODES = 100_000
"""A record has at most so many nodes."""
_NODE = 5
"""Units of work that a node takes."""
_LARGEST_FACTORIAL = 2_000
_MOST_BITS_EXACT = 4_096
"""A rational of more bits is known by its ball alone."""


class Recorder(Words):
    """The arithmetic of one record, at a working precision of `bits`; enter it before reading a formula.

    `nodes` are all that was read, each after what it is made of; `conditions` are (place, "<" or "<=", place, whose),
    where `whose` is what `author` was when the formula compared. `not_finite` are the places of what
    is not certainly a finite number, such as log 0. `refused` says why the record is void, if it is."""

    name = "record"
    __exit__ = turn

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.author = ""
        self.refused: str | None = None
        self.nodes: list[Node] = []
        self.conditions: dict[tuple[int, str, int], str] = {}
        self.not_finite = set[int]()
        self._places: dict[Node, int] = {}
        self._balls = Balls(bits)

    def __enter__(self) -> Recorder:
        return self

    def __repr__(self) -> str:
        return f"record({len(self.nodes)} nodes)"

    def refuse(self, why: str) -> NoReturn:
        """Raises NotRecorded; the first reason voids the record, whoever catches it."""
        if self.refused is None:
            self.refused = f"{self.author}: {why}" if self.author else why
        raise NotRecorded(self.refused)

    def node(self, ball: arb, exact: Fraction | None, operation: str, *parts: Any) -> Recorded:
        """The value of an operation; the same operation on the same values is one node. An exact rational of moderate
        size is known as such."""
        charge(_NODE)
        key = (operation, *(part.place if isinstance(part, Recorded) else part for part in parts))
        place = self._places.get(key)
        if place is None:
            if len(self.nodes) >= MOST_NODES:
                self.refuse(f"its expression has more than {MOST_NODES} nodes")
            place = self._places[key] = len(self.nodes)
            self.nodes.append(key)
            self.not_finite.add(place)
        if ball.is_finite():
            self.not_finite.discard(place)
        if exact is not None and exact.numerator.bit_length() + exact.denominator.bit_length() > _MOST_BITS_EXACT:
            exact = None
        return Recorded(self, place, ball, exact)

    def condition(self, left: Recorded, relation: str, right: Recorded) -> None:
        """Keeps what a branch rests on."""
        self.conditions.setdefault((left.place, relation, right.place), self.author)

    def number(self, x: Number | Any) -> Recorded:
        """A rational, a double or an exact number that is a function; balls are refused, for nobody can follow
        them."""
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

    def _unary(self, operation: str, x: Value) -> Recorded:
        x = self.number(x)
        return self.node(getattr(self._balls, operation)(x.ball), None, operation, x)

    @property
    def pi(self) -> Recorded:
        """Its node."""
        return self.node(arb.pi(), None, "pi")

    @property
    def inf(self) -> Recorded:
        """A value to compare with; a record whose result is made of it is of no use."""
        return self.node(arb.pos_inf(), None, "infinity")

    def exp(self, x: Value) -> Recorded:
        """Its node."""
        return self._unary("exp", x)

    def log(self, x: Value) -> Recorded:
        """Its node."""
        return self._unary("log", x)

    def sqrt(self, x: Value) -> Recorded:
        """Its node."""
        return self._unary("sqrt", x)

    def ndtr(self, x: Value) -> Recorded:
        """Its node."""
        return self._unary("ndtr", x)

    def ndtri(self, p: Value) -> Recorded:
        """Any number between two of which the conditions say that Phi, which increases, is at most p and at least p."""
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
        """e^x - 1, by its definition: digits that cancel cost precision, and no proof."""
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
        """Of a whole number of moderate size the logarithm of a factorial."""
        whole = self.number(x).exact
        if whole is None or whole.denominator != 1 or not 1 <= whole <= _LARGEST_FACTORIAL:
            self.refuse("the gamma function, but of a small whole number, has no node")
        return self.log(factorial(int(whole) - 1))

    def logaddexp(self, x: Value, y: Value) -> Recorded:
        """The larger of both, and log(1 + e^-|x - y|): no exponential overflows."""
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

    def positive(self, x: Value) -> Recorded:
        """The larger of x and 0."""
        return self.maximum(x, 0)

    def hull(self, x: Value, y: Value) -> Recorded:
        """All from x to y: what is proved of it is proved of each."""
        x, y = self.number(x), self.number(y)
        return self.node(self._balls.hull(x.ball, y.ball), None, "hull", x, y)

    within = hull

    def floor_range(self, x: Value, unit: int | Fraction = 1) -> range:
        """The floors that the ball allows, and the conditions that it is one of them."""
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

    @property
    def rest_bits(self) -> int:
        """The working precision."""
        return self.bits

    def refined(self, bits: int) -> Recorder:
        """The record itself: its reader chooses the precision."""
        return self

    def __getattr__(self, name: str) -> Any:
        """Any other word has no node."""
        if name.startswith("__"):
            raise AttributeError(name)
        self.refuse(f"{name} has no node")

    def _tight(self, value: Recorded, ball: arb) -> Recorded:
        """The same node, known by a ball that lost no digits."""
        if ball.is_finite():
            self.not_finite.discard(value.place)
        return Recorded(self, value.place, ball, None)


def _rational(x: arb) -> Fraction:
    """An exact dyadic number."""
    man, exp = (int(part) for part in x.man_exp())
    return Fraction(man) * Fraction(2) ** exp


def record(formula: Callable[[Recorder], Value], bits: int) -> tuple[Recorder, Recorded]:
    """A formula read once. Raises NotRecorded for what has no record."""
    from .recording_watch import watched

    recorder = Recorder(bits)
    with watched(recorder.refuse), recorder as xp:
        found = xp.number(formula(xp))
    if recorder.refused is not None:
        raise NotRecorded(recorder.refused)
    return recorder, found
