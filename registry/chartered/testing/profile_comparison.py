"""Conformance kit: its questions, and a comparison of two profiles by their answers."""

from __future__ import annotations

from collections.abc import Iterator

from chartered_verify.catching import ours

from ..enclose.evaluation import evaluate
from ..enclose.profile_answer import Enclosed
from ..errors import Unavailable
from ..model.privacy_profile import Profile
from ..model.questions import Question
from ..search.propose import propose

DELTAS = tuple(map(Question.epsilon, ("0", "1e-300", "1e-10", "1e-5", "0.01", "0.5")))
"""Questions for eps, in increasing order of delta."""
EPSILONS = tuple(map(Question.delta, ("0", "0.001", "0.5", "2", "20")))
"""Questions for delta, in increasing order of eps."""


def compared(one: Profile, other: Profile) -> Iterator[tuple[Question, Enclosed, Enclosed]]:
    """The answers of both profiles from the same witness, for all questions that a closed form answers."""
    for question in (*EPSILONS, *(DELTAS if one.epsilon is not None else ())):
        try:
            witness = propose(one, question)
            first, second = evaluate(one, question, witness), evaluate(other, question, witness)
        except ours(Unavailable, ArithmeticError):  # a search may find that the guarantee answers nothing there
            continue
        yield question, first, second
