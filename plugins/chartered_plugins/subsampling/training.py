"""What noisy SGD has whatever its batches are: how many there are, the share of the records in each, and the noise."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

import chartered as ch

MOST_RUNS = 10**12


def rate(case: ch.Case) -> Fraction:
    """The share of the records that a batch has, or has on average."""
    given = case.get("sample-rate")
    return given if isinstance(given, Fraction) else case.number("batch") / case.number("n")


def runs(case: ch.Case) -> int:
    """The number of batches: as stated, or ceil(epochs/rate)."""
    return int(case.number("steps")) if case.get("epochs") is None else ceil(case.number("epochs") / rate(case))


def few_enough(case: ch.Case) -> str | None:
    """At most 1e12 batches."""
    return None if runs(case) <= MOST_RUNS else f"it has {runs(case)} runs, and at most 1e12 are accounted for"


def gaussian(sigma: Fraction, sensitivity: Fraction = Fraction(1)) -> ch.Step:
    """What is done with a batch."""
    return ch.Step("gaussian", (("sigma", sigma), ("sensitivity", sensitivity)))


def length(**fewer: Any) -> tuple[ch.Parameter, ...]:
    """The parameters for the length of the training; `fewer`: what is known of shorter ones."""
    return (
        ch.Parameter("epochs", "how often each record is used on average", also=("num-epochs",), **fewer),
        ch.Parameter("steps", "how many batches are drawn", high=MOST_RUNS, integer=True, **fewer),
    )


def noise() -> ch.Parameter:
    """The noise multiplier."""
    return ch.Parameter(
        "noise",
        "the noise multiplier: the standard deviation of the noise over the norm to which gradients are clipped",
        safer="larger",
        monotone="gaussian.monotone",
        also=("noise-multiplier",),
    )
