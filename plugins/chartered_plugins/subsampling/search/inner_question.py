"""The question about a wrapped mechanism that corresponds to a question about the sampled one."""

from __future__ import annotations

from fractions import Fraction

from chartered import EpsilonAt, Question
from chartered_verify.arithmetic import floats

from ..formulas import amplification


def inner_question(question: Question, rate: Fraction) -> Question:
    """The corresponding question, approximately: for a search only, whose witness is then evaluated exactly."""
    if isinstance(question, EpsilonAt):
        return Question.epsilon(min(question.at / rate, 1 - Fraction(1, 10**9)))
    inside = amplification.inner_epsilon(floats, float(rate), float(question.at))
    return Question.delta(inside if inside < floats.inf else question.at - Fraction(floats.log(float(rate))))
