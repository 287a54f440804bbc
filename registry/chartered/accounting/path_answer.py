"""The answer along one path: a witness is searched, and what it proves is enclosed."""

from __future__ import annotations

from dataclasses import replace
from time import thread_time

from chartered_verify.catching import ours
from msgspec import structs

from ..errors import Fault, Unavailable
from ..model.questions import Question
from ..search.propose import propose
from .answers import Answer
from .interval_width import closer
from .path_combinations import Combinations, Composed
from .request import Refusals, Request, in_words

FEWEST = 12
"""The least number of groups of steps that is tried: with fewer groups, bounds are too loose."""


def answered(request: Request, refusals: Refusals, composed: Composed, question: Question) -> Answer | None:
    """The answer along a path, with its processor time; None, with the reason among the refusals."""
    start = thread_time()
    answer = _answer(request, refusals, composed, question) or _of_fewer_groups(request, refusals, composed, question)
    return None if answer is None else replace(answer, seconds=thread_time() - start)


def _of_fewer_groups(request: Request, refusals: Refusals, composed: Composed, question: Question) -> Answer | None:
    """The answer along the same path with fewer and fewer groups of steps, if the path cannot handle as many different
    steps."""
    accountant, most = request.registry.accountant(composed.derivation.accountant), composed.kinds
    if accountant.most_kinds is None or not accountant.groups or question.of_profile:
        return None
    while (most := most // 2) >= FEWEST:
        asked = structs.replace(request, only=request.only | {accountant.name})
        for coarser in Combinations(asked, refusals, limit=most).composed():
            if coarser.derivation.conversions == composed.derivation.conversions:
                answer = _answer(request, refusals, coarser, question)
                if answer is not None:
                    return answer
    return None


def _answer(request: Request, refusals: Refusals, composed: Composed, question: Question) -> Answer | None:
    """The answer with the requested accuracy or, if that takes too much work, without a requested accuracy."""
    found = _proved(request, refusals, composed, question if question.correct_digits else question.at_ease)
    if found is None and question.correct_digits:
        return _proved(request, refusals, composed, question.at_ease)
    narrower = None if found is None else closer(question, found)
    return found if narrower is None else _proved(request, refusals, composed, narrower) or found


def _proved(request: Request, refusals: Refusals, composed: Composed, question: Question) -> Answer | None:
    profile, derivation, registry = composed.profile, composed.derivation, request.registry
    try:
        witness = propose(profile, question)
        return Answer._of(registry, question, request.entries, request.neighbours, derivation, profile, witness)
    except ours(
        Unavailable,
        ArithmeticError,
        ValueError,
    ) as why:  # ValueError: a search in floats left the domain of a function of `math`
        words, theorem = in_words(why), registry.theorem(derivation.theorem)
        if (isinstance(why, Fault) or not theorem.ours) and not words.startswith("plugin "):
            words = f"{theorem.named}: {words}"
        refusals.refuse(derivation.accountant, why, words)
        if profile.settles:
            refusals.failed.setdefault(derivation.accountant, words)
        return None
