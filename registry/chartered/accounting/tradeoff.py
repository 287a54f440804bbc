"""The trade-off between the two errors of a test between neighbours: a certified lower bound."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls, floats
from chartered_verify.catching import ignoring
from chartered_verify.enclosure import enclose
from chartered_verify.outward_rounding import outward
from msgspec import Struct

from ..display import Layout, Told, one_line
from ..enclose.certified_bound import ledger_facts
from ..errors import BadValue
from ..host.registry import registry
from ..ledger.irrational_numbers import read_beside
from ..model.exact_numbers import Exact, exact, fraction_to_json, plain
from ..paths.rewriting import ledger_to_json
from ..profiles.tradeoff_curves import implied
from .answers import Answer
from .attack_points import best_point
from .every_path import Accounting


class TradeOff(Told, Struct, frozen=True):
    """A lower bound on the type II error: no test between neighbours with type I error at most `type_one` has one below
    `lower`.

    It follows from one point of the privacy profile, the certified delta of `answer` at its eps."""

    type_one: Fraction
    answer: Answer

    @property
    def lower(self) -> float:
        """The lower bound on the type II error, rounded down."""
        eps, delta = self.answer.question.at, self.answer.enclosed.bound.hi
        return enclose(lambda xp: implied(xp, xp.number(self.type_one), xp.number(eps), delta)).lower

    @property
    def place(self) -> str:
        """The eps of the point in words, rounded up: delta is no larger there."""
        return self.answer.question.where(lambda eps: outward(repr(float(eps)).removesuffix(".0"), up=True))

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know of the numbers and the answer that it follows from."""
        read = read_beside(self.answer.entries, {"type I error": self.type_one})
        return tuple(dict.fromkeys((*read, *self.answer.notes)))

    def to_json(self) -> dict[str, Any]:
        """The trade-off as JSON."""
        answer = self.answer
        return {
            "quantity": "tradeoff",
            "at": {"type_one": fraction_to_json(self.type_one)},
            "neighbours": answer.neighbours.value,
            "ledger": ledger_to_json(registry(), answer.entries, answer.neighbours),
            "lower": self.lower,
            "at_epsilon": fraction_to_json(answer.question.at),
            "answer": answer.to_json(),
            "certified": answer.certified,
        } | ({"notes": list(self.notes)} if self.notes else {})

    def layout(self) -> Layout:
        """Both errors, and the answer from which the bound follows."""
        answer = self.answer
        facts = [("type I error", f"at most {plain(self.type_one)}"), ("type II error", f"at least {self.lower!r}")]
        facts += [("by", f"delta <= {answer.upper!r} {self.place}"), ("path", " > ".join(answer.path))]
        return Layout([*facts, *ledger_facts(answer.entries, answer.neighbours)], notes=self.notes)

    def __repr__(self) -> str:
        found = f"type II error >= {self.lower!r} at type I error {plain(self.type_one)}"
        return one_line(f"<{found}, by delta {self.place}: {' -> '.join(self.answer.path)}>")


def tradeoff(accounting: Accounting, type_one: Exact) -> TradeOff:
    """The trade-off at one type I error, by the best point of the best profile. Raises BadValue or CharteredError."""
    a = exact(type_one, "type_one", up=True)
    if not 0 < a < 1:
        raise BadValue(f"type_one is {plain(a)}", "a type I error is above 0 and below 1")
    question = best_point(accounting, a, lambda eps, delta: _left(a, eps, delta))
    return TradeOff(a, accounting.best(question))


def _left(a: Fraction, eps: float, delta: float) -> float:
    """The least type II error that one point of a profile admits: in floats if these can represent the operands."""
    if float(a) > 0:
        with ignoring(OverflowError):
            return float(implied(floats, float(a), eps, delta))
    with balls(64) as xp:
        return float(implied(xp, xp.number(a), xp.number(eps), xp.number(delta)))
