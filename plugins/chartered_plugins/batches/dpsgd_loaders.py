"""Noisy SGD whose batches are no Poisson samples, in the terms of training: `dpsgd:...,loader=shuffled` or `fixed` or
`allocation`, and `largest-batch=B`. Each is written out as the batches that its loader makes."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import chartered as ch
from msgspec.structs import replace

from ..subsampling import training
from . import CUT, MOST_EPOCHS, MOVED

SHUFFLED, FIXED, TRUNCATED, ALLOCATED = "dpsgd-shuffled", "dpsgd-fixed", "dpsgd-truncated", "dpsgd-allocation"
_ALL = "it starts from all n records, and K records of a person cost at most "
"""How it begins what to write of persons with several records, where no `group` may stand around a training."""
_TOGETHER = f"{_ALL}group:size=K/gaussian:sigma=NOISE,times=EPOCHS under zero-out"


def _in_turn(relation: ch.Neighbours) -> str:
    """Of records that are changed one by one, under the relation of the loader."""
    cost = "approximate:epsilon=K*E,delta=D*(exp(K*E)-1)/(exp(E)-1)"
    return f"{_ALL}{cost} under {relation.value}, where one record costs E at D"


def _noisy(case: ch.Case) -> ch.Step:
    return training.gaussian(case.number("noise"))


def _epochs(case: ch.Case) -> tuple[tuple[str, Fraction], ...]:
    """Batches, as many in an epoch as it takes to hold all records; and the epochs."""
    return ("steps", Fraction(ceil(1 / training.rate(case)))), ("epochs", case.number("epochs"))


def _shuffled(case: ch.Case) -> ch.Step:
    return ch.Step("shuffled-batches", _epochs(case), _noisy(case))


def _allocated(case: ch.Case) -> ch.Step:
    """One of each epoch's batches for each record."""
    steps, epochs = _epochs(case)
    return ch.Step("allocation", (steps, ("uses", Fraction(1)), epochs, ("kept", case["kept"])), _noisy(case))


def _fixed(case: ch.Case) -> tuple[tuple[ch.Step, int], ...]:
    """(samples of a fixed size, their number)."""
    size = (("size", case.number("batch")), ("of", case.number("n")))
    return ((ch.Step("sample", size, _noisy(case)), training.runs(case)),)


def _truncated(case: ch.Case) -> tuple[tuple[ch.Step, int], ...]:
    """(Poisson samples that are cut, their number)."""
    size = (("rate", training.rate(case)), ("of", case.number("n")), ("largest", case.number("largest-batch")))
    return ((ch.Step("truncated-poisson", size, _noisy(case)), training.runs(case)),)


def _records(*, alone: bool) -> tuple[ch.Parameter, ...]:
    """How many records there are and a batch has; `alone`: and no rate stands for both."""
    n = ch.Parameter.whole(
        "n", "how many records there are; public", with_="" if alone else "batch", also=("number-of-examples",)
    )
    batch = ch.Parameter.whole("batch", "how many records a batch has", at_most="n", also=("batch-size",))
    return (n, batch)


def _whole_epochs(fewer: str) -> tuple[ch.Parameter, ...]:
    """Records, batches and noise of a training that has whole epochs; `fewer`: the claim that fewer never cost more."""
    epochs = ch.Parameter.whole(
        "epochs",
        "how many epochs there are, whole ones: a part of one costs no more than a whole one",
        high=MOST_EPOCHS,
        safer="smaller",
        monotone=fewer,
        also=("num-epochs",),
    )
    rate = ch.Parameter("sample-rate", "the share of the records that a batch has", high=1)
    return (*_records(alone=False), rate, epochs, training.noise())


def _of_allocation() -> ch.Mechanism:
    kept = ch.Parameter(
        "kept", "whether the draw of the first epoch is kept in all epochs, which costs more", flag=True, default=False
    )
    return ch.Mechanism(
        name=ALLOCATED,
        summary="trains by noisy SGD on batches in one of which, drawn at random, each record is in each epoch: dpsgd "
        "with loader=allocation",
        parameters=(*_whole_epochs(fewer="dpsgd-allocation.fewer"), kept),
        source="Feldman, Shenfeld 2025; Chua et al. 2024 (balls in bins)",
        either=(("batch", "sample-rate"),),
        numeric=False,
        requires=ch.Neighbours.ADD_OR_REMOVE,
        not_under=((ch.Neighbours.REPLACE_ONE, "the pair that dominates is not known there"),),
        sampling="random allocation: in each epoch every record is in one of the batches, which is drawn for it alone, "
        "independently of the other records, and kept secret, so that batches differ in size; the noisy sums are "
        "divided by a fixed number; a shuffle that is cut into batches is no such draw",
    )


def _of_shuffled() -> ch.Mechanism:
    return ch.Mechanism(
        name=SHUFFLED,
        summary="trains by noisy SGD on shuffled batches: dpsgd with loader=shuffled",
        parameters=_whole_epochs(fewer="shuffled-batches.fewer"),
        source="Chua et al. 2024",
        either=(("batch", "sample-rate"),),
        numeric=False,
        requires=ch.Neighbours.ZERO_OUT,
        not_under=((ch.Neighbours.ADD_OR_REMOVE, MOVED),),
        not_inside=((ch.Neighbours.ADD_OR_REMOVE, _TOGETHER),),
        sampling="shuffled batches: in each epoch every record is in exactly one batch, a null record as any other; "
        "the order is drawn anew and kept secret, and the noisy sums are divided by a fixed number; where the last "
        "batch is dropped, the upper end alone holds; these are no Poisson samples, and the number of Poisson samples "
        "is no bound for them",
    )


def _of_fixed() -> ch.Mechanism:
    return ch.Mechanism(
        name=FIXED,
        summary="trains by noisy SGD on batches of a fixed size, each drawn anew: dpsgd with loader=fixed",
        parameters=(*_records(alone=True), *training.length(), training.noise()),
        source="Balle, Barthe, Gaboardi 2018",
        either=(("epochs", "steps"),),
        numeric=False,
        requires=ch.Neighbours.REPLACE_ONE,
        not_under=((ch.Neighbours.ZERO_OUT, "a null record in a batch of a fixed size takes another one's place"),),
        not_inside=((ch.Neighbours.ADD_OR_REMOVE, _in_turn(ch.Neighbours.REPLACE_ONE)),),
        sampling="fixed size, without replacement: for each batch every set of so many records is as likely as any "
        "other, anew; a shuffle that is cut into batches is no such sample",
    )


def _of_truncated() -> ch.Mechanism:
    n, batch = _records(alone=True)
    return ch.Mechanism(
        name=TRUNCATED,
        summary="trains by noisy SGD on Poisson samples that are cut at a size: dpsgd with largest-batch",
        parameters=(
            n,
            replace(batch, meaning="how many records enter a batch on average"),
            *training.length(),
            training.noise(),
            ch.Parameter.whole("largest-batch", "how many records a batch has at most"),
        ),
        source="Chua et al. 2024",
        either=(("epochs", "steps"),),
        numeric=False,
        requires=ch.Neighbours.ZERO_OUT,
        not_under=((ch.Neighbours.ADD_OR_REMOVE, CUT),),
        not_inside=((ch.Neighbours.ADD_OR_REMOVE, _in_turn(ch.Neighbours.ZERO_OUT)),),
        sampling="Poisson, cut: each record enters by a coin of its own, and if more than largest-batch do, so many of "
        "them stay, chosen uniformly at random (not those that come first); a null record enters and is counted as any "
        "other; the number of uncut Poisson samples is no bound for them",
    )


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Noisy SGD on shuffled batches, by random allocation, on samples of a fixed size, and on Poisson samples that are
    cut."""
    return [_of_shuffled(), _of_allocation(), _of_fixed(), _of_truncated()]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Their rewritings."""
    return [
        ch.Theorem.rewriting(
            name=f"{SHUFFLED}.batches",
            takes=ch.OnStep(SHUFFLED),
            bound=_shuffled,
            statement="Noisy SGD on shuffled batches is a Gaussian mechanism of that noise multiplier on each of "
            "ceil(n/batch) shuffled batches an epoch.",
            latex=r"t=\lceil n/b\rceil",
            changes_relation=True,
        ),
        ch.Theorem.rewriting(
            name=f"{ALLOCATED}.batches",
            takes=ch.OnStep(ALLOCATED),
            bound=_allocated,
            statement="Noisy SGD by random allocation is a Gaussian mechanism of that noise multiplier on each of "
            "ceil(n/batch) batches an epoch, in one of which each record is.",
            latex=r"t=\lceil n/b\rceil",
        ),
        ch.Theorem.rewriting(
            name=f"{FIXED}.samples",
            takes=ch.OnStep(FIXED),
            bound=_fixed,
            conditions=training.few_enough,
            statement="Noisy SGD on batches of a fixed size that are drawn anew is a Gaussian mechanism of that noise "
            "multiplier on ceil(epochs n/batch) samples without replacement.",
            latex=r"T=\lceil E\,n/b\rceil",
        ),
        ch.Theorem.rewriting(
            name=f"{TRUNCATED}.cut",
            takes=ch.OnStep(TRUNCATED),
            bound=_truncated,
            conditions=training.few_enough,
            statement="Noisy SGD on Poisson batches that are cut at a size is a Gaussian mechanism of that noise "
            "multiplier on ceil(epochs n/batch) such samples of rate batch/n.",
            latex=r"q=b/n,\qquad T=\lceil E\,n/b\rceil",
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".dpsgd_loaders")
