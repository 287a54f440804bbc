"""The sampling rate of a step that samples."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch


def rate(case: ch.Case) -> Fraction:
    """The rate of a Poisson sample, or the share of the records in a sample of fixed size."""
    return case.number("size") / case.number("of") if case.get("rate") is None else case.number("rate")


def whole_or_none(case: ch.Case) -> str | None:
    """A rate above 0 and below 1; where all records take part, or none, the step is written in another way."""
    share = rate(case)
    return "the rate is 1: the step is what it wraps" if share == 1 else "the rate is 0" if share == 0 else None
