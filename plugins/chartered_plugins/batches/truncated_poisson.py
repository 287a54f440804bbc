"""Poisson batches cut at a size, as hardware with batches of a fixed size needs them: of those who enter, B
chosen at random stay."""

from __future__ import annotations

from collections.abc import Callable

import chartered as ch

from ..loss_distribution.guarantee import CLOSED_FORM, VERY_FINE, LossDistribution
from . import CUT
from .formulas import truncated_poisson as formulas

NAME, MOST_ENTERING = "truncated-poisson", 10**5
"""Its name, and the largest mean number of records that enter."""
_SOURCE = "Chua et al. 2024 (2411.04205); ours, by the advanced joint convexity of Balle, Barthe, Gaboardi 2018"


def _never_cut(case: ch.Case) -> str | None:
    """No batch can be larger than all records."""
    return None if case.number("largest") >= case.number("of") else ""


def _cut(case: ch.Case) -> str | None:
    """Fewer records in a batch than there are, a rate above 0 and below 1, and at most 100,000 that enter on
    average."""
    if case.number("largest") >= case.number("of"):
        return ""
    if not 0 < case.number("rate") < 1:
        return "the rate is 0, or 1"
    entering = case.number("rate") * case.number("of")
    return None if entering <= MOST_ENTERING else f"more than {MOST_ENTERING} records enter on average"


def _losses(curve: str) -> Callable[[ch.Case], LossDistribution]:
    """The losses of the pair whose curves in both directions are `above`; or `below`, those of a Poisson sample with as
    good a chance to be in the batch."""

    def bound(case: ch.Case) -> LossDistribution:
        records, largest = (int(case.number(key)) for key in ("of", "largest"))
        scale = case.within.sensitivity / case.within.number("sigma")
        pair = getattr(formulas, curve)(records, case.number("rate"), largest, scale)
        return LossDistribution(((pair, 1),), (0,), VERY_FINE if curve == "above" else CLOSED_FORM)

    return bound


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The wrapper."""
    return [
        ch.Mechanism(
            name=NAME,
            summary="runs the wrapped step on a Poisson sample that is cut at `largest` records: "
            "poisson:rate=q,of=n,largest=B/STEP",
            parameters=(
                ch.Parameter("rate", "the probability with which each record enters", open_low=False, high=1),
                ch.Parameter.whole("of", "how many records there are; public"),
                ch.Parameter.whole("largest", "how many records a batch has at most"),
            ),
            source="Chua et al. 2024",
            wraps=True,
            each_run="cut Poisson samples, each for one run of {}",
            requires=ch.Neighbours.ZERO_OUT,
            not_under=((ch.Neighbours.ADD_OR_REMOVE, CUT),),
            sampling="Poisson, cut: each record enters by a coin of its own, and if more than `largest` do, so many of "
            "them stay, chosen uniformly at random (not those that come first); a null record enters and is counted as "
            "any other; the number of uncut Poisson samples is no bound for them",
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Batches that are never cut, and Gaussian noise."""
    return [
        ch.Theorem.rewriting(
            name=f"{NAME}.uncut",
            takes=ch.OnWrapped(NAME),
            bound=lambda case: ch.Step("poisson", (("rate", case.number("rate")),), case.wrapped),
            conditions=_never_cut,
            statement="A batch that may hold all records is never cut.",
        ),
        ch.Theorem(
            name=f"{NAME}.pld",
            takes=ch.OnStep(NAME, "gaussian"),
            gives=LossDistribution,
            bound=_losses("above"),
            below=_losses("below"),
            conditions=_cut,
            statement="With R < B others a batch is a Poisson sample. With R >= B the record stays with the "
            "probability r = pB/(R+1) and displaces another one, whose gradient may be the opposite. From below all "
            "others add nothing: a Poisson sample whose rate is the probability to be in a batch.",
            source=_SOURCE,
            latex=r"P(R<B)\,q\,h_\mu(1+\tfrac{t-1}{q})+\sum_{R\ge B}P(R)\,r\,[(1-b)h_{2\mu}(t_1)+b\,h_\mu(t_1)],\;"
            r"t_1=1+\tfrac{t-1}{r},\;b=t/t_1",
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".truncated_poisson")
