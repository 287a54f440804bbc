"""Gaussian noise on a sample with replacement: how often a record is drawn is the amount by which it moves the noise,
so that two neighbours are a Gaussian mixture where a record is replaced."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import chartered as ch
from chartered.model.failure_event import failing_profile

from ..loss_distribution.guarantee import LossDistribution
from . import gaussian_mixture
from .formulas import gaussian_mixture as mixture, with_replacement as drawn

NAME = "sample-with-replacement"
SOURCE = "ours, by Kahane's inequality"
PAIR = (
    "Draw m of the other records, and put the record, or the one in its place, into each of these places with the "
    "probability 1/n: that is the sample. For each of the k places it moves the query by at most the distance of two "
    "records: no more than a Gaussian mixture. That k is very large tells both apart."
)
LATEX = r"s_k=k\Delta,\;p_k=\binom mk\frac{(n-1)^{m-k}}{n^m}"


def shifts(case: ch.Case) -> tuple[mixture.Parts, Fraction]:
    """(probability, shift in units of sigma) of each number of times that a record is drawn: two records, each of which
    moves the noise by their distance as often as it is drawn; and the probability of more times than are counted."""
    counts, beyond = drawn.counts(int(case.number("size")), int(case.number("of")))
    shift = ch.Case(case.wrapped, ch.Neighbours.REPLACE_ONE).sensitivity / case.within.number("sigma")
    return tuple((p, k * shift) for k, p in reversed(counts)), beyond


def seldom(case: ch.Case) -> str | None:
    """Several records, of which each is drawn once on average, or less often."""
    draws, records = case.number("size"), case.number("of")
    return None if 1 < records >= draws else "a record stands in the sample more than once on average, or always"


def _losses(case: ch.Case) -> LossDistribution:
    parts, beyond = shifts(case)
    return replace(gaussian_mixture.replaced_losses(parts), failure=beyond)


def _profile(case: ch.Case) -> ch.Profile:
    parts, beyond = shifts(case)
    return failing_profile(gaussian_mixture.replaced_profile(parts), beyond)


def theorems() -> list[ch.Theorem]:
    """The profile of one run, and its losses."""
    latex = rf"P=\sum_kp_k\,N(m_k,1),\;Q=\sum_kp_k\,N(-m_k,1),\;m_k=s_k/\sigma,\;{LATEX}"
    return [
        ch.Theorem(
            name=f"{NAME}.gaussian-{what}",
            takes=ch.OnStep(NAME, "gaussian"),
            gives=gives,
            bound=bound,
            conditions=seldom,
            statement=f"{PAIR} Any threshold encloses the profile of the mixture, and the best one attains it.",
            source=SOURCE,
            latex=latex,
        )
        for what, gives, bound in (("profile", ch.Profile, _profile), ("pld", LossDistribution, _losses))
    ]
