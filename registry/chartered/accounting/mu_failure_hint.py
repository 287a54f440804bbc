"""A hint where a mu is decided by the far tail of a profile, where no delta matters."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt

from chartered_verify.catching import ignoring

from ..enclose.evaluation import evaluate
from ..errors import Unavailable
from ..host.registry import registry
from ..model.questions import EVERYWHERE, MuWithin, Question
from ..paths.replay import derive
from ..search.propose import propose
from .answers import Answer

_FAR = 9.27
"""Phi(-9.27) is below 1e-20: a Gaussian has a smaller delta where eps/mu - mu/2 is larger."""
_BELOW = 0.999
"""A profile whose delta at eps = 0 is smaller by this factor is not that of a Gaussian."""
_HINT = "--failure 1e-10 (failure= in Python) asks for the mu except for a failure of that probability"


def far_tail(question: MuWithin, answers: Sequence[Answer]) -> tuple[str, ...]:
    """The hint for the best mu over all eps, if only deltas below 1e-20 attain it, or if there is none because of
    them."""
    if question.over != EVERYWHERE or not answers:
        return ()
    best = answers[0]
    if best.upper == float("inf"):
        return (f"a mechanism without a mu has one except for a failure that is likely enough: {_HINT}",)
    at, mu = best.attained_at, best.enclosed.bound.lower
    if at is None or not mu or at / mu - mu / 2 <= _FAR or _gaussian(best, mu):
        return ()
    return (f"the far tail alone decides this mu, where delta is below 1e-20: {_HINT}",)


def _gaussian(best: Answer, mu: float) -> bool:
    """Whether a profile may be that of a Gaussian, which attains its mu everywhere: also at eps = 0."""
    question = Question.delta(0)
    with ignoring(Unavailable, ArithmeticError, ValueError):
        profile = derive(registry(), best.entries, best.neighbours, best.derivation)
        return evaluate(profile, question, propose(profile, question)).bound.upper > _BELOW * erf(mu / sqrt(8))
    return True
