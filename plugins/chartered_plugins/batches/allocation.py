"""Random allocation: each record is used in a fixed number of the steps of an epoch, a set of steps drawn for it alone
(balls in bins, where it is one step)."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch

from ..subsampling.worst_pair import ATTAINING
from . import allocation_of_one_use, allocation_of_several_uses
from .allocation_of_one_use import GAUSSIAN, NAME, SOURCE, counts, made_of

MOST_STEPS, MOST_EPOCHS, MOST_TESTED = 10**6, 10**6, 20_000
"""The largest numbers of steps of an epoch, of epochs, and of steps that a test takes."""


def mechanism() -> ch.Mechanism:
    """The wrapper."""
    return ch.Mechanism(
        name=NAME,
        summary="runs the wrapped step some times an epoch, and uses each record in some of these, drawn at random",
        parameters=(
            ch.Parameter.whole("steps", "how many steps an epoch has", high=MOST_STEPS),
            ch.Parameter.whole(
                "uses",
                "in how many steps of an epoch each record is used: every set of so many is as likely as any other",
                default=1,
                at_most="steps",
            ),
            ch.Parameter.whole("epochs", "how many epochs there are", default=1, high=MOST_EPOCHS),
            ch.Parameter("kept", "the steps of the first epoch are kept in all epochs", flag=True, default=False),
        ),
        source="Feldman, Shenfeld 2025; Chua et al. 2024 (balls in bins)",
        wraps=True,
        numeric=False,
        each_run="trainings, in each of whose epochs every record is used in steps that are drawn for it, of {}",
        requires=ch.Neighbours.ADD_OR_REMOVE,
        not_under=(
            (
                ch.Neighbours.REPLACE_ONE,
                "the pair that dominates is not known there; with the draw told, a record is in USES steps of an "
                "epoch, and gaussian:sigma=NOISE,times=USES*EPOCHS is a bound",
            ),
        ),
        sampling="random allocation: the steps of each record are drawn for it alone, independently of the other "
        "records, and kept secret; the sum of a step is divided by a fixed number, and not by how many records it has",
    )


def _written(steps: int, uses: int, inner: ch.Step) -> ch.Step:
    """One epoch; of a record that is in all of its steps, the step inside."""
    if steps == uses == 1:
        return inner
    pairs = (("steps", Fraction(steps)), ("uses", Fraction(uses)), ("epochs", Fraction(1)), ("kept", False))
    return ch.Step(NAME, pairs, inner)


def _several_epochs(case: ch.Case) -> str | None:
    """More than one epoch, each with steps that are drawn anew."""
    return None if counts(case)[2] > 1 and not case["kept"] else ""


def _kept(case: ch.Case) -> str | None:
    """More than one epoch with the same steps, of a mechanism whose worst pair is that of one record and of none."""
    if counts(case)[2] == 1 or not case["kept"]:
        return ""
    return None if made_of(case.wrapped, ATTAINING) else "the worst pair of what it wraps is not known"


def _all_steps(case: ch.Case) -> str | None:
    """A record is in all steps of the one epoch."""
    steps, uses, epochs = counts(case)
    return None if epochs == 1 and steps == uses else ""


def _some_steps(case: ch.Case) -> str | None:
    """A record is in more than one step of the one epoch, and not in all."""
    steps, uses, epochs = counts(case)
    return None if epochs == 1 and 1 < uses < steps else ""


def _joined(case: ch.Case) -> ch.Step:
    steps, uses, epochs = counts(case)
    return _written(steps, uses, ch.Step("joint", (), None, ((case.wrapped, epochs),)))


def _blocks(case: ch.Case) -> tuple[tuple[ch.Step, int], ...]:
    """As many blocks of steps as there are uses, of equal size or one step larger, with one use in each."""
    steps, uses, _ = counts(case)
    size, larger = divmod(steps, uses)
    blocks = ((_written(size, 1, case.wrapped), uses - larger), (_written(size + 1, 1, case.wrapped), larger))
    return tuple((step, times) for step, times in blocks if times)


def _secret(case: ch.Case) -> str | None:
    """A record is not in all steps of an epoch."""
    steps, uses, _ = counts(case)
    return None if uses < steps else ""


def _tested(case: ch.Case) -> str | None:
    """A record is in more than one of not very many steps of one epoch, and not in all; the step is Gaussian noise, or
    several on the same records."""
    steps, uses, epochs = counts(case)
    return None if made_of(case.wrapped, GAUSSIAN) and epochs == 1 and 1 < uses < steps <= MOST_TESTED else ""


def _rewritings() -> list[ch.Theorem]:
    takes = ch.OnWrapped(NAME)
    return [
        ch.Theorem.rewriting(
            name=f"{NAME}.epochs",
            takes=takes,
            bound=lambda case: ((_written(*counts(case)[:2], case.wrapped), counts(case)[2]),),
            conditions=_several_epochs,
            statement="Where the steps of a record are drawn anew in each epoch, the epochs are runs of one epoch.",
        ),
        ch.Theorem.rewriting(
            name=f"{NAME}.kept",
            takes=takes,
            bound=_joined,
            conditions=_kept,
            statement="Where they are kept, a step of all epochs is one run of the step inside for each epoch, on the "
            "same records. The order of the runs does not matter, as the mean is linear in each ratio.",
            source=SOURCE,
        ),
        ch.Theorem.rewriting(
            name=f"{NAME}.all",
            takes=takes,
            bound=lambda case: ((case.wrapped, counts(case)[0]),),
            conditions=_all_steps,
            statement="A record that is in all steps of an epoch is in each of them.",
        ),
        ch.Theorem(
            name=f"{NAME}.revealed",
            takes=takes,
            gives=ch.Rewrite,
            bound=lambda case: ((case.wrapped, counts(case)[1] * counts(case)[2]),),
            conditions=_secret,
            statement="With the draw told, a record is in as many steps as it has uses, in each epoch.",
            source="data processing; joint convexity of the hockey-stick divergence",
            use=ch.Use.LAST_RESORT,
        ),
        ch.Theorem(
            name=f"{NAME}.blocks",
            takes=takes,
            gives=ch.Rewrite,
            bound=_blocks,
            conditions=_some_steps,
            statement="A random set of k steps is what a random partition of the steps into k blocks, and one step of "
            "each of them, give. With the partition told, the epoch is one of k blocks, one after the other.",
            source="ours; joint convexity of the hockey-stick divergence",
        ),
    ]


def _of_several_uses() -> ch.Theorem:
    return ch.Theorem(
        name=f"{NAME}.several-uses",
        takes=ch.OnWrapper(NAME, ch.GDP),
        gives=ch.Profile,
        bound=lambda case: allocation_of_several_uses.between(case),
        conditions=_tested,
        statement="From above: with the draw told, a record is in as many steps as it has uses. From below: without "
        "the record the sum of log(1 - q + q r) over all steps, rounded, is one of independent terms; with it, some of "
        "these are those of steps with the record, whichever. How often the sum reaches a threshold tells them apart.",
        source="ours; data processing",
        latex=r"\delta(\varepsilon)\ge P(V\ge v)-e^{\varepsilon}Q(V\ge v),\;V=\sum_i\log(1-q+qr_i),\;q=k/t",
    )


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Random allocation, a wrapper."""
    return [mechanism()]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Rewritings of epochs and of several uses, and what one epoch with one use costs."""
    return [*_rewritings(), _of_several_uses(), *allocation_of_one_use.theorems()]


register_claims = ch.claims_in(
    f"{__package__}.claims", ".allocation .allocation_sums .gaussian_allocation .several_uses .kept_allocation"
)
