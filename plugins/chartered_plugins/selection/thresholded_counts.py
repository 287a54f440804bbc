"""Thresholded counts: of the groups that the data name, those whose noisy count reaches a threshold are released, as in
queries by a key that is not public (partition selection, stable histograms)."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.outward_rounding import decimal_of

from ..mechanisms.formulas import noise_tail

NAME = "thresholded-counts"
_SOURCE = "Korolova, Kenthapadi, Mishra, Ntoulas 2009; ours, for the composition of noise and failure"
_UNSEEN, _DIGITS = "a group that no other record is in", 10
Written: TypeAlias = tuple[tuple[ch.Step, int], ...]


def _width(case: ch.Case) -> str:
    """The parameter that says how much noise there is: the scale of Laplace noise, or the sigma of Gaussian noise."""
    return "scale" if case.get("scale") is not None else "sigma"


def _noise(case: ch.Case) -> ch.Step:
    """The noise on the count of one group, which a record enters, or leaves; it is replaced by none in the same
    group."""
    width, kind = _width(case), "discrete-" if case.get("discrete") else ""
    moved = "replace-sensitivity" if case.neighbours is ch.Neighbours.REPLACE_ONE else "sensitivity"
    settings = ((width, case.number(width)), (moved, case.number("per-group")))
    return ch.Step(kind + ("laplace" if width == "scale" else "gaussian"), settings)


def _changed(case: ch.Case) -> int:
    """How many groups a record enters or leaves; one that is replaced leaves some, and the other one enters others."""
    return int(case.number("groups")) * (2 if case.neighbours is ch.Neighbours.REPLACE_ONE else 1)


def _failure(case: ch.Case) -> Fraction:
    """The probability that of the groups in which a record is alone one is released, rounded up."""
    noise, groups = _noise(case), int(case.number("groups"))
    tail, width = getattr(noise_tail, noise.name.replace("-", "_")), case.number(_width(case))
    gap = case.number("threshold") - case.number("per-group")

    def released(xp: Arithmetic) -> Value:
        return -xp.expm1(groups * xp.log1p(-tail(xp, width, gap)))

    above = decimal_of(ch.rational_above(released, "the delta of the groups"), up=True, digits=_DIGITS)
    if above >= 1:
        raise ch.Unavailable(f"{_UNSEEN} is released almost surely")
    return Fraction(above)


def _failing(delta: Fraction) -> ch.Step:
    return ch.Step("approximate", (("epsilon", Fraction(0)), ("delta", delta)))


def _counted(case: ch.Case) -> Written:
    """Noise alone, as of groups whose other records lift all of them over the threshold."""
    return ((_noise(case), _changed(case)), (_failing(Fraction(0)), 1))


def _whole(case: ch.Case) -> str | None:
    """No local randomizer; and noise on whole numbers for a whole sensitivity."""
    if case.local:
        return "a report is about one record, which forms no groups with others"
    if case.get("discrete") and case.number("per-group").denominator != 1:
        return "noise on whole numbers goes with a whole per-group"
    return None


def _sampled(case: ch.Case) -> bool:
    """In a Poisson sample each run sees the other records, and the record or not: two data sets, of which what is
    written dominates the release at every test. Several records of a group may be alone in a count together: what a
    person adds is in the step itself."""
    if case.step.name == "group" and case.step.inner is not None and case.step.inner.name == NAME:
        raise ch.Unavailable(
            f"several records of a person may be alone in one count: leave group out, and give {NAME} in how many "
            "groups a person is at most (groups), and by how much one raises a count (per-group)"
        )
    return case.step.name == "poisson" and case.neighbours.covers(ch.Neighbours.ADD_OR_REMOVE)


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The mechanism."""
    return [
        ch.Mechanism(
            NAME,
            "adds noise to the count of each group that the data name, and releases those groups, and their noisy "
            "counts, that reach a threshold",
            (*_of_noise(), *_of_groups()),
            source="Korolova et al. 2009",
            either=(("scale", "sigma"),),
            numeric=False,
            also_called=("partition-selection", "laplace-threshold", "gaussian-threshold"),
        )
    ]


def _of_noise() -> tuple[ch.Parameter, ...]:
    """The noise. More of it hides a count better, and lifts a lone record's group over the threshold more often, so
    neither is always safer."""
    return (
        ch.Parameter("scale", "the scale of Laplace noise on each count", safer="larger"),
        ch.Parameter("sigma", "the standard deviation of Gaussian noise on each count", safer="larger"),
        ch.Parameter("discrete", "whether the noise is on whole numbers", flag=True, default=False),
    )


def _of_groups() -> tuple[ch.Parameter, ...]:
    monotone = f"{NAME}.monotone"
    return (
        ch.Parameter(
            "threshold",
            "the noisy count from which on a group is released; no public number less one",
            safer="larger",
            monotone=monotone,
        ),
        ch.Parameter.whole(
            "groups",
            "in how many groups one record is at most",
            default=1,
            safer="smaller",
            monotone=monotone,
            also=("max_partitions_contributed",),
        ),
        ch.Parameter(
            "per-group",
            f"by how much one record raises the count of a group at most, so the largest count of {_UNSEEN}",
            default=1,
            safer="smaller",
            monotone=monotone,
            also=("max_contributions_per_partition",),
        ),
    )


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Noise on the counts, and a failure where a record is alone in a group."""
    return [
        ch.Theorem(
            name=f"{NAME}.written",
            takes=ch.OnStep(NAME),
            gives=ch.Rewrite,
            bound=lambda case: ((_noise(case), _changed(case)), (_failing(_failure(case)), 1)),
            below=_counted,
            inside=_sampled,
            conditions=_whole,
            statement="A record moves the counts of the groups that it is in, at most m of them, and these are noise "
            "on m counts, processed; a replaced one leaves m and enters m. Where it is alone in j of them, they are "
            "there with it and not without it: one of them is released with the probability 1 - (1 - p)^j, p being "
            "that of noise of the threshold less what a record adds. That is a failure; without it, nothing is told of "
            "these groups. From below the groups are so large that all are released.",
            source=_SOURCE,
            latex=r"\delta\le\delta_{\mathrm{noise}^m}(\varepsilon)(1-f)+f,\;f=1-(1-P(Z\ge\tau-\Delta))^m",
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".thresholded_counts")
