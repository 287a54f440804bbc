"""Whether a ledger is (eps, delta)-DP: decided by certified ends alone, and open where they do not decide."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any, NoReturn

from chartered_verify.outward_rounding import outward
from flint import arb
from msgspec import Struct

from ..display import Layout, Told, one_line
from ..enclose.eps_delta_mu_targets import Target as Target, ball_of
from ..errors import Unavailable
from ..host.registry import registry
from ..ledger.irrational_numbers import read_beside
from ..model.exact_numbers import fraction_to_json, plain
from ..model.questions import Question
from ..paths.replay import derive
from ..paths.step_paths import sound
from .all_answers import Account
from .answers import Answer

_SHORT = {"epsilon": "eps"}


class Verdict(Told, Struct, frozen=True):
    """Whether (eps, delta)-DP holds, decided by a certified end of an answer.

    Attributes:
        target: The eps and the delta.
        holds: True; False, where it is refuted; None, where that is open.
        answer: The answer that decides it, about eps or about delta; None where it is open.
        most: The most that this answer may be.
        headline: The verdict in words, with the end that decides it.
        notes: Which decimals were read for irrational numbers, and what holds of these.
    """

    target: Target
    holds: bool | None = None
    answer: Answer | None = None
    most: Fraction | None = None

    @property
    def headline(self) -> str:
        """The verdict in words, with the end that decides it."""
        dp = f"({plain(self.target.epsilon)}, {plain(self.target.delta)})-DP"
        if self.answer is None or self.most is None:
            return f"whether {dp} holds is open: it is neither proved nor refuted"
        question = self.answer.question
        said = f"{_SHORT.get(question.quantity, question.quantity)}{question.place} is"
        if self.holds:
            high = outward(self.answer.upper_exact, up=True)
            return f"{dp} holds: {said} at most {high if Decimal(high) <= self.most else plain(self.most)}, certified"
        low = outward(str(self.answer.lower_exact), up=False)
        end = f"at least {low}" if Decimal(low) > self.most else f"above {plain(self.most)}"
        return f"{dp} does not hold: {said} {'infinite' if low == 'inf' else end}, certified"

    @property
    def notes(self) -> tuple[str, ...]:
        """Which decimals were read for irrational numbers, and what holds of these."""
        return read_beside((), self.target.held)

    def to_json(self) -> dict[str, Any]:
        """The eps and delta, the verdict as true, false or null, and its words."""
        held = {name: fraction_to_json(value) for name, value in self.target.held.items()}
        return {**held, "holds": self.holds, "says": self.headline}

    def layout(self) -> Layout:
        """The verdict in words, and its notes."""
        return Layout([("verdict", self.headline)], notes=self.notes)

    def __repr__(self) -> str:
        return one_line(f"<{self.headline}>")

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has no truth value, for it may be open: take .holds, which is True, False or None")


def verdict(target: Target, first: Account, ask: Callable[[Question], Account]) -> Verdict:
    """The verdict by an account of eps at the delta, or of delta at the eps; where that leaves it open, by one of the
    other question, for an end that is the limit itself is exact in one of them at times (a pure eps of 1/10 in that of
    delta)."""
    kind = type(first.question)
    for question, most in sorted(target.questions, key=lambda pair: not isinstance(pair[0], kind)):
        account = first if isinstance(question, kind) else ask(question)
        for answer in account.answers:
            holds = _decided(target, answer, ball_of(most)) if sound(answer.side) else None
            if holds is not None:
                return Verdict(target, holds, answer, most)
    return Verdict(target)


def _decided(target: Target, answer: Answer, limit: arb) -> bool | None:
    """Whether the target is met (True) or missed by an answer; None if that is open."""
    bound, below = answer.enclosed.bound, answer.below
    if bound.hi <= limit:
        return True
    if below is None:
        return None
    if below.lo > limit:
        return False
    with suppress(Unavailable):  # around the limit: some profiles state the number
        profile = derive(registry(), answer.entries, answer.neighbours, answer.derivation)
        if isinstance(target.asked(profile)[0], type(answer.question)) and target.met_by(profile, bound):
            return True
    return None
