"""The sampling rate of a step that samples, and the privacy profile that it leaves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch

from ..basics.formula_at import formula_at
from .formulas import amplification
from .search import inner_question


def rate(case: ch.Case) -> Fraction:
    """The rate of a Poisson sample, or the share of the records in a sample of fixed size.

    Also, in multiples of that of the step inside, the mass of the failure event of a sample. Of a Poisson sample, with
    the outputs P of the records drawn and the one that differs, and Q without it, let P = (1 - d) P' + d P'' and Q =
    (1 - d) Q' + d Q''. Then

        (1 - q) Q + q P = (1 - d) ((1 - q) Q' + q P') + d (1 - q) Q'' + d q P''
                      Q = (1 - d) Q'                  + d (1 - q) Q'' + d q Q''

    so that without the last terms, of the mass q d, the two are mixtures, with the same weights, of a sample without
    failures and of two equal parts, which no guarantee counts. For samples of a fixed size this is (eps, delta) ->
    (log(1 + q (e^eps - 1)), q delta) of Balle, Barthe, Gaboardi 2018, Theorem 9, and stands for pure DP alone."""
    return case.number("size") / case.number("of") if case.get("rate") is None else case.number("rate")


def whole_or_none(case: ch.Case) -> str | None:
    """A rate above 0 and below 1; where all records take part, or none, the step is written in another way."""
    share = rate(case)
    return "the rate is 1: the step is what it wraps" if share == 1 else "the rate is 0" if share == 0 else None


def amplified(inner: ch.Profile, share: Fraction, **more: Any) -> ch.Profile:
    """delta'(log(1 + q (e^eps - 1))) = q delta(eps); `more`: further fields of the profile."""
    end = inner.at_infinity.max_loss
    return ch.Profile(
        delta=amplification.sampled_profile(share, inner.delta),
        epsilon=amplification.sampled_inverse(share, inner.epsilon),
        search=inner.search.asked(lambda question: inner_question.inner_question(question, share)),
        evaluation=ch.Evaluation(slow=inner.evaluation.slow),
        at_infinity=ch.AtInfinity(
            delta=ch.scale(inner.at_infinity.delta, share),
            max_loss=None if end is None else formula_at(amplification.sampled_epsilon, share, end),
        ),
        **more,
    )
