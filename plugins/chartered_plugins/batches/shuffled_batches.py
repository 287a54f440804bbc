"""Shuffled batches, as most data loaders make them: in each epoch the records are put in a random order, which is cut
into batches of a fixed size. An interval: how much the unknown order hides lies between two proved bounds."""

from __future__ import annotations

import chartered as ch
from chartered.ledger.required_relation import bound_to_relation

from . import MOST_EPOCHS, MOVED, shuffled_bounds

NAME = "shuffled-batches"
_CHUA = "Chua, Ghazi, Kamath, Kumar, Manurangsi, Sinha, Zhang 2024 (2403.17673), for one epoch; ours"
_REVEALED = (
    "Given the order, each record is in one batch of an epoch, which does not depend on the records: so an epoch "
    "costs no more than one step, whatever the order is worth."
)


def _mechanism() -> ch.Mechanism:
    """The wrapper."""
    return ch.Mechanism(
        name=NAME,
        summary="in each epoch shuffles the records and runs the wrapped step on each of `steps` batches of a fixed "
        "size",
        parameters=(
            ch.Parameter.whole("steps", "how many batches an epoch has"),
            ch.Parameter.whole(
                "epochs",
                "how many epochs there are, each with a new order",
                high=MOST_EPOCHS,
                default=1,
                safer="smaller",
                monotone=f"{NAME}.fewer",
            ),
        ),
        source="Chua et al. 2024",
        wraps=True,
        numeric=False,
        each_run="trainings on shuffled batches, each batch for one run of {}",
        requires=ch.Neighbours.ZERO_OUT,
        not_under=((ch.Neighbours.ADD_OR_REMOVE, MOVED),),
        not_inside=((ch.Neighbours.ADD_OR_REMOVE, "a shuffle takes all records, and no sample may stand around it"),),
        sampling="shuffled batches: in each epoch every record is in exactly one batch, a null record as any other; "
        "the order is drawn anew and kept secret, and the noisy sums are not divided by anything that depends on the "
        "records; these are no Poisson samples, and the number of Poisson samples is no bound for them",
    )


def _epochs(case: ch.Case) -> int:
    return int(case.number("epochs"))


def _each_epoch(case: ch.Case) -> tuple[tuple[ch.Step, int], ...]:
    """(the step inside, the number of epochs)."""
    return ((case.wrapped, _epochs(case)),)


def _stated_for_all(case: ch.Case) -> str | None:
    """Under replace-one the numbers of the step inside do not hold for zero-out neighbours alone."""
    if case.neighbours.covers(ch.Neighbours.ZERO_OUT):
        return None
    bound = bound_to_relation(ch.registry(), case.wrapped)
    return f"the numbers of {bound} hold for zero-out neighbours" if bound else None


def _several(case: ch.Case) -> str | None:
    """More than one batch; under replace-one the numbers of the step inside do not hold for zero-out alone."""
    return "" if case["steps"] == 1 else _stated_for_all(case)


def _one(case: ch.Case) -> str | None:
    """One batch, of all records; under replace-one the numbers of the step inside do not hold for zero-out alone."""
    return _stated_for_all(case) if case["steps"] == 1 else ""


def _hidden(case: ch.Case) -> str | None:
    """More than one batch."""
    return "" if case["steps"] == 1 else None


def _theorems() -> list[ch.Theorem]:
    """One batch; from above for every step; both ends for Gaussian noise."""
    return [
        ch.Theorem.rewriting(
            name=f"{NAME}.whole",
            takes=ch.OnWrapped(NAME),
            bound=_each_epoch,
            conditions=_one,
            statement="One batch is all of the records: the step that is wrapped, once in each epoch.",
            changes_relation=True,
        ),
        ch.Theorem(
            name=f"{NAME}.revealed",
            takes=ch.OnWrapped(NAME),
            gives=ch.Rewrite,
            bound=_each_epoch,
            conditions=_several,
            statement=f"{_REVEALED} It is as much where the order is fixed or public.",
            source="data processing; joint convexity",
            changes_relation=True,
        ),
        *(_of_gaussian(*given) for given in _GAUSSIAN),
    ]


_GAUSSIAN = (
    (
        "gaussian",
        False,
        "the others have the opposite gradient, so that its sum is moved by 2 Delta, or by Delta with a null record in "
        "its place (by Delta, or not at all, where replace-sensitivity is stated)",
    ),
    (
        "replaced-gaussian",
        True,
        "the others have the gradient of the record that replaces it, so that its sum is moved by the sensitivity "
        "under replacement, or not at all",
    ),
)


def _of_gaussian(name: str, replaced: bool, data: str) -> ch.Theorem:
    return ch.Theorem(
        name=f"{NAME}.{name}",
        takes=ch.OnStep(NAME, "gaussian"),
        gives=ch.Profile,
        bound=lambda case: shuffled_bounds.replaced(case) if replaced else shuffled_bounds.between(case),
        conditions=_hidden,
        statement=f"From above: {_REVEALED} From below: {data}; how often the largest sum of an epoch is above a "
        "threshold tells them apart. (Of more than 1000 epochs the first 1000.)",
        source=_CHUA,
        latex=r"P(\mathrm{Bin}(E,p(a))\ge j)-e^{\varepsilon}P(\mathrm{Bin}(E,p(b))\ge j)\le\delta(\varepsilon)\le"
        r"\delta_{\sqrt E\Delta/\sigma}(\varepsilon),\;p(s)=1-\Phi\left(\tfrac{c-s}{\sigma}\right)"
        r"\Phi\left(\tfrac{c}{\sigma}\right)^{t-1}",
        changes_relation=replaced,
    )


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Shuffled batches, a wrapper."""
    return [_mechanism()]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The theorems about them."""
    return _theorems()


register_claims = ch.claims_in(f"{__package__}.claims", ".shuffled_batches")
