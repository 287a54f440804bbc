"""Poisson batches cut at a size, as hardware with batches of a fixed size needs them: of those who enter, B
chosen at random stay."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from msgspec.structs import replace

from ..loss_distribution import from_profiles as pld
from ..loss_distribution.formulas import connect_the_dots
from ..loss_distribution.guarantee import VERY_FINE, LossDistribution
from ..subsampling import losses_of_samples as losses
from . import CUT
from .formulas import truncated_poisson as formulas

NAME = "truncated-poisson"
_SOURCE = "ours; Balle, Barthe, Gaboardi 2018, for Poisson samples"


def _never_cut(case: ch.Case) -> str | None:
    """No batch can be larger than all records."""
    return None if case.number("largest") >= case.number("of") else ""


def _cut(case: ch.Case) -> str | None:
    """Fewer records in a batch than there are, and a rate above 0 and below 1."""
    if case.number("largest") >= case.number("of"):
        return ""
    return None if 0 < case.number("rate") < 1 else "the rate is 0, or 1"


def _batches(case: ch.Case) -> formulas.Batches:
    return formulas.batches(int(case.number("of")), case.number("rate"), int(case.number("largest")))


def _sampled(case: ch.Case, rate: Fraction) -> ch.Case:
    """What it wraps on a Poisson sample with another rate."""
    return replace(case, step=ch.Step("poisson", (("rate", rate),), case.wrapped))


def _losses(case: ch.Case) -> LossDistribution:
    inner, within = pld.as_one_run(case.guarantee(LossDistribution)), case.within
    gaussian = case.wrapped.name == "gaussian"
    mu = within.sensitivity / within.number("sigma") if gaussian else None
    pair = formulas.directions(_batches(case), case.number("rate"), inner.composition[0][0], mu)
    return _of(case, pair, VERY_FINE if gaussian else inner.intervals)


def _of(case: ch.Case, pair: connect_the_dots.DirectionPair, intervals: int) -> LossDistribution:
    inner = pld.as_one_run(case.guarantee(LossDistribution))
    limit = ch.scale(inner.deltas_at_infinity[0], _batches(case).in_batch(case.number("rate")))
    return LossDistribution(((pair, 1),), (limit,), intervals)


def _attained(case: ch.Case) -> LossDistribution:
    """What is lost where all others are null records: the losses of a Poisson sample whose rate is the probability to
    be in the batch."""
    sampled = _sampled(case, _batches(case).kept)
    if losses.attained(sampled) is not None:
        raise ch.Unavailable("the worst pair on a Poisson sample is not known")
    return losses.of_poisson_sample(sampled)


def _replaced(case: ch.Case) -> LossDistribution:
    """The losses of a mixture of two Poisson samples under replace-one, where it is shown which one it is."""
    found = _batches(case)
    if found.rate == 1:
        raise ch.Unavailable("nearly every batch is cut")
    uncut, full = (losses.of_replaced_record(_sampled(case, rate)) for rate in (case.number("rate"), found.rate))
    either = formulas.mixed(found, (uncut.composition[0][0][0], full.composition[0][0][0]))
    return _of(case, (either, either), uncut.intervals)


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
    """Batches that are never cut, and those that are."""
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
            takes=ch.OnWrapper(NAME, LossDistribution),
            gives=LossDistribution,
            bound=_losses,
            below=_attained,
            conditions=_cut,
            statement="Who is in the batch does not depend on the records. Of the others in it reveal all, or all but "
            "one, if they are B: with B - 2 or fewer it is a Poisson sample; besides B - 1 there is the record, with "
            "the probability c, nobody, o, or another record, d, which with Gaussian noise has the opposite gradient. "
            "From below, where the worst pair on a Poisson sample is known, all others are null records: a Poisson "
            "sample whose rate is the probability to be in a batch.",
            source=_SOURCE,
            latex=r"P(R\le B-2)\,\delta_p+c\,H(M_1\|M_0,M_Y),\;H=\sup_E M_1-(t+(t-1)\tfrac oc)M_0-(t-1)\tfrac dc M_Y,\;"
            r"c=\tfrac BnP(N\ge B),\;o=(1-p)P(R=B-1),\;c+o+d=P(R\ge B-1)",
        ),
        ch.Theorem(
            name=f"{NAME}.replaced-pld",
            takes=ch.OnWrapper(NAME, LossDistribution),
            gives=LossDistribution,
            bound=_replaced,
            conditions=_cut,
            statement="A record and the one that replaces it are in the same batches. Given the others in it, a batch "
            "is a Poisson sample under replace-one: with B - 2 others or fewer of the rate p, with B - 1 of the rate "
            "c/(c + o); with B of them the record is not in it.",
            source=_SOURCE,
            latex=r"\delta\le P(R\le B-2)\,\delta_p+(c+o)\,\delta_{c/(c+o)}",
            changes_relation=True,
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".truncated_poisson")
