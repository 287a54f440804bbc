"""How well a test can tell neighbours apart: the trade-off between its two errors, certified from below."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls, floats
from chartered_verify.enclosure import enclose
from chartered_verify.numeric.line_search import minimise

from ..display import Displayed, Layout, one_line
from ..enclose.certified_bound import ledger_facts
from ..enclose.evaluation import evaluate
from ..errors import BadValue, CharteredError, Unavailable
from ..ledger.entries import described
from ..model.exact_numbers import Exact, exact, fraction_to_json, plain
from ..model.questions import Question
from ..profiles.hypothesis_tests import implied
from ..search.propose import propose
from .accounting import Accounting
from .answers import Answer
from .ledger_paths import Composed

_POINTS = 24
_ACCURACY = 1e-12  # of the eps: at a kink the error of the place is the error of the value
_FARTHEST = 1e6


@dataclass(frozen=True, slots=True, repr=False)
class TradeOff(Displayed):
    """No test between neighbours whose type I error is at most `type_one` has a type II error below `lower`.

    It follows from one point of the privacy profile, the certified delta of `answer` at its eps.
    """

    type_one: Fraction
    answer: Answer

    @property
    def lower(self) -> float:
        """The least type II error that is possible, rounded down."""
        eps, delta = self.answer.question.at, self.answer.enclosed.bound.hi
        return enclose(lambda xp: implied(xp, xp.number(self.type_one), xp.number(eps), delta)).lower

    def to_json(self) -> dict[str, Any]:
        """The trade-off for programs."""
        answer = self.answer
        return {
            "quantity": "tradeoff",
            "at": {"type_one": fraction_to_json(self.type_one)},
            "neighbours": answer.neighbours.value,
            "ledger": [entry.to_json() for entry in answer.entries],
            "lower": self.lower,
            "at_epsilon": fraction_to_json(answer.question.at),
            "answer": answer.to_json(),
            "certified": answer.certified,
        }

    def to_dict(self) -> dict[str, Any]:
        """The trade-off as `chartered tradeoff --json` prints it."""
        return self.to_json()

    def layout(self) -> Layout:
        """Both errors, and the answer from which the second follows."""
        answer = self.answer
        facts = [("type I error", f"at most {plain(self.type_one)}"), ("type II error", f"at least {self.lower!r}")]
        facts += [("by", f"delta <= {answer.upper!r}{answer.question.place}"), ("path", " > ".join(answer.path))]
        return Layout([*facts, *ledger_facts(answer.entries, answer.neighbours)])

    def __repr__(self) -> str:
        found = f"type II error >= {self.lower!r} at type I error {plain(self.type_one)}"
        return one_line(f"<{found}, by delta{self.answer.question.place}: {' -> '.join(self.answer.path)}>")


def tradeoff(accounting: Accounting, type_one: Exact) -> TradeOff:
    """The trade-off at one type I error, by the best point of the best profile. Raises BadValue or CharteredError."""
    a = exact(type_one, "type_one")
    if not 0 < a < 1:
        raise BadValue(f"type_one is {plain(a)}", "a type I error is above 0 and below 1")
    rarer = min(a, 1 - a)  # it may be far below the smallest double
    far = 4 * (math.log(rarer.denominator) - math.log(rarer.numerator))
    powers = [_power(path, a) for path in accounting.profiles()]
    coarse = [sum(power(far * 4**k) for k in range(-3, 4)) for power in powers]
    if max(coarse, default=-7.0) <= -7:
        ledger = described(accounting.entries, accounting.neighbours)
        raise CharteredError(f"no profile of {ledger} bounds its tests", "ask chartered delta for the reasons")
    question = Question.delta(_best(powers[coarse.index(max(coarse))], far))
    return TradeOff(a, accounting.best(question))


def _power(path: Composed, a: Fraction) -> Callable[[float], float]:
    """The type II error that one profile leaves at an eps; -1 where it has no answer. It only proposes."""

    def power(eps: float) -> float:
        question = Question.delta(Fraction(eps))
        try:
            delta = evaluate(path.profile, question, propose(path.profile, question)).bound.upper
        except (Unavailable, ArithmeticError, ValueError):
            return -1.0
        return _left(a, eps, delta)

    return power


def _left(a: Fraction, eps: float, delta: float) -> float:
    """The type II error that one point of a profile leaves: in floats where these hold what it takes."""
    if float(a) > 0:
        with suppress(OverflowError):
            return float(implied(floats, float(a), eps, delta))
    with balls(64) as xp:
        return float(implied(xp, xp.number(a), xp.number(eps), xp.number(delta)))


def _best(power: Callable[[float], float], far: float) -> Fraction:
    """The eps with the largest value, begun between 0 and `far`: a scan, then Brent's method."""
    points = [far * k**2 / _POINTS**2 for k in range(_POINTS + 1)]
    values = [power(x) for x in points]
    top = max(range(len(points)), key=values.__getitem__)
    if (top == _POINTS or values[top] <= 0) and far < _FARTHEST:
        return _best(power, 4 * far)
    ends = points[max(top - 1, 0)], points[min(top + 1, _POINTS)]
    eps, loss = minimise(lambda x: -power(x), ends[0], points[top], ends[1], _ACCURACY)
    return Fraction(eps) if -loss > values[top] else Fraction(points[top])
