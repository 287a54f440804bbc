"""The question of a statement for its readers: the letters, and the point (eps, delta) of the profile that an answer
states."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from typing import TypeVar

from ...errors import BadValue
from ...model.questions import DeltaAt, EpsilonAt, Question
from .markup import Markup, element

EPSILON, DELTA = element("i", "ε"), element("i", "δ")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked:
    """The letters of what is asked for and of what is held; one of the two is eps, the other delta."""

    sign: Markup
    given: Markup

    def point(self, held: T, found: T) -> tuple[T, T]:
        """What is held and what was found, eps first."""
        return (found, held) if self.sign is EPSILON else (held, found)


@singledispatch
def asked(question: Question) -> Asked:
    """How a statement writes the question. Raises BadValue for a kind about which there is no statement."""
    raise BadValue(f"no statement is written about {question.quantity}", "ask for epsilon or delta")


@asked.register(EpsilonAt)
def _epsilon(question: EpsilonAt) -> Asked:
    return Asked(EPSILON, DELTA)


@asked.register(DeltaAt)
def _delta(question: DeltaAt) -> Asked:
    return Asked(DELTA, EPSILON)
