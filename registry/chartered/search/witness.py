"""Where a search begins: the witness that a profile is to be asked with. A check has its own, and does not come
here."""

from __future__ import annotations

from ..enclose.evaluation import above_floor
from ..model.faults import answering
from ..model.guarantees import Profile, Witness
from ..model.questions import Question
from .profile_inverse import bracket


def propose(profile: Profile, question: Question) -> Witness:
    """The witness of a good answer; empty where none is needed. Raises Unavailable or ArithmeticError if the search
    fails."""
    with answering():
        if question.quantity == "mu":
            from .least_mu import gauge

            return gauge(profile, question.at, question.over)
        if question.quantity == "epsilon":
            if (above_floor(profile, question.at) or 0) <= 0:
                return {}
            if profile.epsilon is None:
                return bracket(profile, question.at)
        return profile.propose(question)
