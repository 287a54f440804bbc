"""The witness with which a profile is evaluated, found by a search. A check reads its witness from a certificate and
never comes here."""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch

from chartered_verify.catching import ours
from chartered_verify.enclosure import fraction_of

from ..enclose import proved_mu
from ..enclose.evaluation import BELOW, above_delta_at_infinity, ends_above_0, evaluate
from ..errors import Fault, Unavailable
from ..model.exact_numbers import plain
from ..model.failure_event import outside
from ..model.guarantees import Witness
from ..model.guarded_calls import answering
from ..model.privacy_profile import Profile
from ..model.questions import DeltaAt, EpsilonAt, MuWithin, Question
from . import least_mu, mu_with_failure
from .profile_inverse import bracket


def propose(profile: Profile, question: Question) -> Witness:
    """The witness of a good answer; empty if none is needed. Raises Unavailable or ArithmeticError if the search
    fails."""
    with answering():
        found = searched(question, profile)
        if profile.dominated is None or question.of_profile:
            return found
        return {**found, **_below(profile.dominated, question)}


def _below(profile: Profile, question: Question) -> Witness:
    """The witness of the dominated profile, with prefixed names; empty if its search fails, which costs only the lower
    end."""
    try:
        found = searched(question, profile)
    except ours(Unavailable, ArithmeticError, ValueError):
        return {}
    return {f"{BELOW}{name}": x for name, x in found.items()}


@singledispatch
def searched(question: Question, profile: Profile) -> Witness:
    """The witness for a question. Each kind of question has a search of its own."""
    raise NotImplementedError(f"nothing searches for what {question} asks for")


@searched.register(EpsilonAt)
def _epsilon(question: EpsilonAt, profile: Profile) -> Witness:
    if (above_delta_at_infinity(profile, question.at) or 0) <= 0:
        return {}
    try:
        if profile.epsilon is None:
            return bracket(profile, question.at, question.correct_digits)
        return profile.search(question)
    except ours(Unavailable, ArithmeticError) as why:
        if isinstance(why, Fault) or not ends_above_0(profile):
            raise
        return {}


@searched.register(DeltaAt)
def _delta(question: DeltaAt, profile: Profile) -> Witness:
    return profile.search(question)


@searched.register(MuWithin)
def _mu(question: MuWithin, profile: Profile) -> Witness:
    if question.over.failure:
        return with_failure(profile, question.at, question.over.failure)

    return least_mu.gauge(profile, question.at, question.over)


def with_failure(profile: Profile, tolerance: Fraction, mass: Fraction) -> Witness:
    """The witness for the mu except for a failure of this mass: beyond the least eps at that delta nothing has to be
    shown. Raises Unavailable."""
    inner, beside = outside(profile, mass)
    if beside == 0:
        return least_mu.gauge(inner, tolerance)
    if inner.evaluation.over_stretch is None:
        proved_mu.check_formula(inner)
    asked = Question.epsilon(mass)
    end = evaluate(profile, asked, propose(profile, asked)).bound.hi
    if not end.is_finite():
        raise Unavailable(f"delta does not fall to {plain(mass)} at any eps that is known")
    return mu_with_failure.gauged_to(inner, tolerance, beside, fraction_of(end))
