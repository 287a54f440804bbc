"""Noisy SGD in the terms of training: records, batches, epochs and a noise multiplier. It is written out as runs of a
Gaussian mechanism on Poisson samples, which all accountants use."""

from __future__ import annotations

import chartered as ch

from . import training

LOADERS = ("allocation", "shuffled", "fixed", "truncated")
"""Ways to make batches other than Poisson samples, each of which is a mechanism of its own."""
_ADAPTS = "clip-quantile-noise"


def _written_out(case: ch.Case) -> tuple[tuple[ch.Step, int], ...]:
    """(the step of noisy SGD, its number of runs); where clip norms adapt, with the count on the same sample."""
    noisy = training.gaussian(case.number("noise"))
    if _ADAPTS in case.step.settings:
        noisy = ch.Step("joint", (), joint=((noisy, 1), (training.gaussian(case.number(_ADAPTS), ch.HALF), 1)))
    return ((ch.Step("poisson", (("rate", training.rate(case)),), noisy), training.runs(case)),)


def _of_group(case: ch.Case) -> tuple[tuple[ch.Step, int], ...]:
    """The same for a group of records: its steps are those of the group."""
    size = (("size", case["size"]),)
    return tuple((ch.Step("group", size, step), runs) for step, runs in _written_out(case.within))


def _fixed(case: ch.Case) -> str | None:
    """At most 1e12 batches, and a clip norm that does not adapt."""
    return "" if _ADAPTS in case.step.settings else training.few_enough(case)


def _adapting(case: ch.Case) -> str | None:
    """At most 1e12 batches. Not tested, but assumed: what is counted is the sum of b - 1/2 over the batch, b being 1
    for a gradient that is not clipped and 0 for another; a clip norm follows from earlier rounds alone; sums are
    divided by fixed numbers, not by the size that was drawn."""
    return training.few_enough(case) if _ADAPTS in case.step.settings else ""


def _group_few_enough(case: ch.Case) -> str | None:
    """At most 1e12 batches."""
    return training.few_enough(case.within)


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Noisy SGD."""
    return [
        ch.Mechanism(
            name="dpsgd",
            summary="trains by noisy SGD: each step sums the clipped gradients of a random batch and adds N(0, (noise "
            "clip)^2) noise to each coordinate",
            parameters=(*_batches(), *_length(), *_loader(), _persons()),
            source="Abadi et al. 2016",
            either=(("batch", "sample-rate"), ("epochs", "steps")),
            rounds="steps",
            also_called=("sgd", "noisy-sgd", "dp-sgd", "dp-adam", "training"),
            variants=(
                ("loader", "poisson", "dpsgd"),
                *(("loader", word, f"dpsgd-{word}") for word in LOADERS),
                ("largest-batch", "", "dpsgd-truncated"),
            ),
            numeric=False,
            requires=ch.Neighbours.ADD_OR_REMOVE,
            sampling="Poisson, as noisy SGD assumes: each record is in each batch with probability batch/n; for other "
            f"batches, shuffled ones, say, which have other numbers, write loader={', '.join(LOADERS[:-1])} or "
            f"{LOADERS[-1]}",
        )
    ]


def _batches() -> tuple[ch.Parameter, ...]:
    """The parameters for the sampling of batches."""
    return (
        ch.Parameter.whole(
            "n",
            "how many records there are; taken as public",
            with_="batch",
            safer="larger",
            also=("number-of-examples",),
        ),
        ch.Parameter.whole(
            "batch", "how many records a batch has on average", at_most="n", safer="smaller", also=("batch-size",)
        ),
        ch.Parameter("sample-rate", "the probability with which a record is in a batch", high=1, safer="smaller"),
    )


def _length() -> tuple[ch.Parameter, ...]:
    """The parameters for the length of the training and its noise."""
    return (
        *training.length(safer="smaller", monotone="dpsgd.fewer"),
        training.noise(),
        ch.Parameter(
            _ADAPTS,
            "where the clip norm adapts to a quantile: the standard deviation of the noise on the centred count of "
            "gradients that are not clipped",
            optional=True,
            safer="larger",
            monotone="gaussian.monotone",
            sampling="clip norms adapt to a count on the same batches: the sum of b - 1/2 over a batch, b = 1 for a "
            "gradient that is not clipped and 0 for another; a clip norm follows from earlier rounds alone, and sums "
            "are divided by fixed numbers (the adaptive clipping of Opacus counts b and divides by the size that was "
            "drawn: that is not covered)",
        ),
    )


def _persons() -> ch.Parameter:
    return ch.Parameter.whole(
        "group",
        "how many records a person has at most; writes group:size=... around the step",
        high=1000,
        optional=True,
        safer="smaller",
        around=("group", "size"),
    )


def _loader() -> tuple[ch.Parameter, ...]:
    """What makes it another step."""
    loader = "how batches are made, if not as Poisson samples; another way makes it another step, dpsgd-shuffled say"
    largest = "how many records a batch has at most, if it is cut; it makes it the step dpsgd-truncated"
    return (
        ch.Parameter("loader", loader, words=("poisson", *LOADERS), optional=True),
        ch.Parameter.whole("largest-batch", largest, optional=True),
    )


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The rewriting of noisy SGD."""
    return [
        ch.Theorem.rewriting(
            name="dpsgd.poisson",
            takes=ch.OnStep("dpsgd"),
            bound=_written_out,
            conditions=_fixed,
            statement="Noisy SGD with Poisson batches is a Gaussian mechanism of that noise multiplier on a Poisson "
            "sample of rate batch/n, run once for each batch: ceil(epochs n/batch) times.",
            source="definition; Abadi et al. 2016, Algorithm 1",
            latex=r"q=b/n,\qquad T=\lceil E\,n/b\rceil",
        ),
        ch.Theorem.rewriting(
            name="dpsgd.adaptive-clipping",
            takes=ch.OnStep("dpsgd"),
            bound=_written_out,
            conditions=_adapting,
            statement="Noisy SGD whose clip norm adapts releases two Gaussians of the same Poisson sample: the sum of "
            "clipped gradients, and the centred count of those that are not clipped, which a record changes by 1/2. A "
            "record that is clipped in full attains both changes.",
            source="Andrew, Thakkar, McMahan, Ramaswamy 2021, Theorem 1, for the centred count",
            latex=r"\frac1{\sigma^2}=\frac1{\sigma_g^2}+\frac1{4\sigma_b^2}",
        ),
        ch.Theorem.rewriting(
            name="dpsgd.group",
            takes=ch.OnStep("group", "dpsgd"),
            bound=_of_group,
            conditions=_group_few_enough,
            statement="Noisy SGD for a person with several records is the same steps, each for the group of them.",
            source="definition; Abadi et al. 2016, Algorithm 1",
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".noisy_sgd")
