"""Noisy SGD in the terms of training: records, batches, epochs and a noise multiplier. It is written out as runs of a
Gaussian mechanism on Poisson samples, which all accountants use."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import chartered as ch

MOST_RUNS = 10**12
LOADERS = ("shuffled", "fixed", "truncated")
"""Ways to make batches other than Poisson samples, each of which is a mechanism of its own."""


def _rate(case: ch.Case) -> Fraction:
    """The probability that a record is in a batch."""
    given = case.get("sample-rate")
    return given if isinstance(given, Fraction) else case.number("batch") / case.number("n")


def _runs(case: ch.Case) -> int:
    """The number of batches: as stated, or ceil(epochs/rate)."""
    return int(case.number("steps")) if case.get("epochs") is None else ceil(case.number("epochs") / _rate(case))


def _written_out(case: ch.Case) -> tuple[tuple[ch.Step, int], ...]:
    """(the step of noisy SGD, its number of runs)."""
    noisy = ch.Step("gaussian", (("sigma", case.number("noise")), ("sensitivity", Fraction(1))))
    return ((ch.Step("poisson", (("rate", _rate(case)),), noisy), _runs(case)),)


def _of_group(case: ch.Case) -> tuple[tuple[ch.Step, int], ...]:
    """The same for a group of records: its steps are those of the group."""
    size = (("size", case["size"]),)
    return tuple((ch.Step("group", size, step), runs) for step, runs in _written_out(_within(case)))


def _within(case: ch.Case) -> ch.Case:
    assert case.step.inner is not None
    return ch.Case(case.step.inner, case.neighbours)


def _few_enough(case: ch.Case) -> str | None:
    """At most 1e12 batches."""
    return None if _runs(case) <= MOST_RUNS else f"it has {_runs(case)} runs, and at most 1e12 are accounted for"


def _group_few_enough(case: ch.Case) -> str | None:
    """At most 1e12 batches."""
    return _few_enough(_within(case))


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Noisy SGD."""
    return [
        ch.Mechanism(
            name="dpsgd",
            summary="trains by noisy SGD: each step sums the clipped gradients of a random batch and adds N(0, (noise "
            "clip)^2) noise to each coordinate",
            parameters=(*_batches(), *_length(), *_loader()),
            source="Abadi et al. 2016",
            either=(("batch", "sample-rate"), ("epochs", "steps")),
            rounds="steps",
            variants=(
                *(("loader", word, f"dpsgd-{word}") for word in LOADERS),
                ("largest-batch", "", "dpsgd-truncated"),
                ("loader", "poisson", "dpsgd"),
            ),
            numeric=False,
            requires=ch.Neighbours.ADD_OR_REMOVE,
            sampling="Poisson, as noisy SGD assumes: each batch is drawn anew, each record with probability batch/n; "
            "for shuffled batches, which are no such samples and have other numbers, write loader=shuffled, for "
            "samples of a fixed size loader=fixed, and where batches are cut at a size largest-batch",
        )
    ]


def _batches() -> tuple[ch.Parameter, ...]:
    """The parameters for the sampling of batches."""
    return (
        ch.Parameter(
            "n",
            "how many records there are; taken as public",
            low=1,
            open_low=False,
            integer=True,
            with_="batch",
            safer="larger",
            also=("number-of-examples",),
        ),
        ch.Parameter(
            "batch",
            "how many records a batch has on average",
            low=1,
            open_low=False,
            integer=True,
            at_most="n",
            safer="smaller",
            also=("batch-size",),
        ),
        ch.Parameter("sample-rate", "the probability with which a record is in a batch", high=1, safer="smaller"),
    )


def _length() -> tuple[ch.Parameter, ...]:
    """The parameters for the length of the training and its noise."""
    fewer = "dpsgd.fewer"
    return (
        ch.Parameter(
            "epochs",
            "how often each record is used on average",
            safer="smaller",
            monotone=fewer,
            also=("num-epochs",),
        ),
        ch.Parameter(
            "steps", "how many batches are drawn", high=MOST_RUNS, integer=True, safer="smaller", monotone=fewer
        ),
        ch.Parameter(
            "noise",
            "the noise multiplier: the standard deviation of the noise over the norm to which gradients are clipped",
            safer="larger",
            monotone="gaussian.monotone",
            also=("noise-multiplier",),
        ),
    )


def _loader() -> tuple[ch.Parameter, ...]:
    """What makes it another step."""
    loader = "how batches are made, if not as Poisson samples; another way makes it another step, dpsgd-shuffled say"
    largest = "how many records a batch has at most, if it is cut; it makes it the step dpsgd-truncated"
    return (
        ch.Parameter("loader", loader, words=("poisson", *LOADERS), optional=True),
        ch.Parameter("largest-batch", largest, low=1, open_low=False, integer=True, optional=True),
    )


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The rewriting of noisy SGD."""
    return [
        ch.Theorem(
            name="dpsgd.poisson",
            takes=ch.OnStep("dpsgd"),
            gives=ch.Rewrite,
            bound=_written_out,
            conditions=_few_enough,
            statement="Noisy SGD with Poisson batches is a Gaussian mechanism of that noise multiplier on a Poisson "
            "sample of rate batch/n, run once for each batch: ceil(epochs n/batch) times.",
            source="definition; Abadi et al. 2016, Algorithm 1",
            latex=r"q=b/n,\qquad T=\lceil E\,n/b\rceil",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="dpsgd.group",
            takes=ch.OnStep("group", "dpsgd"),
            gives=ch.Rewrite,
            bound=_of_group,
            conditions=_group_few_enough,
            statement="Noisy SGD for a person with several records is the same steps, each for the group of them.",
            source="definition; Abadi et al. 2016, Algorithm 1",
            side=ch.Side.EXACT,
        ),
    ]


@ch.hook
def register_claims() -> list[ch.Claim]:
    """The claims about that rewriting."""
    from chartered.proving.book import claims_in

    return claims_in(__package__, ".claims.noisy_sgd")
