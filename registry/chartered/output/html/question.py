"""The question of a statement: its symbols, and the point (eps, delta) of the profile that an answer states."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from ...errors import BadValue
from ...model.questions import DeltaAt, EpsilonAt, Question
from .markup import Markup, element

EPSILON, DELTA = element("i", "ε"), element("i", "δ")
T = TypeVar("T")


class Asked(Struct, frozen=True):
    """The symbols of the quantity that is bounded (`sign`) and of the one that is given (`given`); one is eps, the
    other delta."""

    sign: Markup
    given: Markup

    def point(self, held: T, found: T) -> tuple[T, T]:
        """The pair (eps, delta), from the given value `held` and the bound `found`."""
        return (found, held) if self.sign is EPSILON else (held, found)


_ABOUT: dict[type[Question], Asked] = {EpsilonAt: Asked(EPSILON, DELTA), DeltaAt: Asked(DELTA, EPSILON)}


def asked(question: Question) -> Asked:
    """The symbols of a question in a statement. Raises BadValue if there is no statement for questions of this kind."""
    if type(question) not in _ABOUT:
        raise BadValue(f"no statement is written about {question.quantity}", "ask for epsilon or delta")
    return _ABOUT[type(question)]
