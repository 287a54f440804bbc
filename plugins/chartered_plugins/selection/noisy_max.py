"""Report noisy max: independent noise is added to the scores of candidates, and the candidate with the largest sum is
released."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import chartered as ch

from ..mechanisms.laplace_step import profile_of

NAME, PAPER = "noisy-max", "McKenna, Sheldon 2020; Ding, Wang, Xiao, Zhang, Kifer 2021"
_EXPONENTIAL, _LAPLACE, _GUMBEL = "exponential", "laplace", "gumbel"
_STATED = (
    "Candidates are fixed beforehand, noise is fresh and independent for each and continuous, and of the winner its "
    "name alone is released."
)
_OF_RECORDS = ("poisson", "sample", "sample-with-replacement", "group")
"""Wrappers that decide which records a run sees. A shuffler is none: it hides one report among others, so that more
counts than the power of tests between two values."""
_WITH_OR_WITHOUT = ("poisson", "allocation")
"""Those inside which a run sees the other records and, with some probability, the one that is added or removed."""


def _moving(case: ch.Case) -> int:
    """How many of two scores a record moves apart: both, or one if scores move the same way, as they need not where the
    value of a local randomizer's record changes."""
    return 1 if case.get("monotone") and not case.local else 2


def _one_choice_or_one_pair(case: ch.Case) -> bool:
    """Whether a choice may be replaced inside this wrapper by noise on a number, as often above 0 as the winner is in a
    set.

    Of one choice every set of outcomes is one event of such noise, with one number for all data: no test of it has more
    power, whichever records it sees. Outcomes of several are not, but where each run sees one of two data sets, the
    choice from either is noise on the number from that, processed: so are all of them, in order."""
    if "joint" not in case.step.shape and {*case.step.shape[:-1]} <= {*_OF_RECORDS}:
        return True
    return case.step.name in _WITH_OR_WITHOUT and case.neighbours.covers(ch.Neighbours.ADD_OR_REMOVE)


def _epsilon(case: ch.Case) -> Fraction:
    """As it is given, for the ledger's own relation; or by how much a lead changes, in units of the noise."""
    if case.get("epsilon") is not None:
        return case.number("epsilon")
    return _moving(case) * case.sensitivity / case.number("scale")


def _as_laplace(case: ch.Case) -> ch.Step:
    """The Laplace mechanism in place of the choice. A scale stays one, as the ledger's relation need not be that of a
    wrapper."""
    if case.get("epsilon") is not None:
        return ch.Step("laplace", (("epsilon", case.number("epsilon")),))
    sensitivity = _moving(case) * case.number("sensitivity")
    return ch.Step("laplace", (("scale", case.number("scale")), ("sensitivity", sensitivity)))


def _noise(*words: str) -> Callable[[ch.Case], str | None]:
    def conditions(case: ch.Case) -> str | None:
        return None if case["noise"] in words else ""

    conditions.__doc__ = f"The noise is {' or '.join(words)}."
    return conditions


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Report noisy max with three kinds of noise."""
    monotone = f"{NAME}.monotone"
    epsilon = ch.Parameter(
        "epsilon", "the pure guarantee, for the ledger's own relation", safer="smaller", monotone=monotone
    )
    scale = ch.Parameter(
        "scale", "the scale of the noise, in the units of the scores", safer="larger", monotone=monotone
    )
    sensitivity = ch.Parameter(
        "sensitivity",
        "by how much one record changes each score at most; it goes with scale",
        default=1,
        with_="scale",
        safer="smaller",
        monotone=monotone,
    )
    noise = ch.Parameter(
        "noise",
        "exponential (permute and flip), laplace, or gumbel (the exponential mechanism)",
        words=(_EXPONENTIAL, _LAPLACE, _GUMBEL),
        default=_EXPONENTIAL,
    )
    same_way = ch.Parameter(
        "monotone",
        "a record that is added raises no score, or lowers none: with scale, epsilon is half as large",
        flag=True,
        default=False,
    )
    return [
        ch.Mechanism(
            NAME,
            "releases which of a fixed list of candidates has the largest score, each with fresh noise",
            (epsilon, scale, sensitivity, noise, same_way),
            source=PAPER,
            either=(("epsilon", "scale"),),
            numeric=False,
            also_called=("rnm", "report-noisy-max"),
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Its pure guarantee and profile, and the mechanisms that it is, or that dominate it."""
    return [*_of_one_run(), *_written_out()]


def _of_one_run() -> list[ch.Theorem]:
    on = ch.OnStep(NAME)
    return [
        ch.Theorem(
            name=f"{NAME}.pure",
            takes=on,
            gives=ch.Pure,
            bound=lambda case: ch.Pure(epsilon=_epsilon(case)),
            conditions=_noise(_EXPONENTIAL, _LAPLACE),
            statement="A set of candidates moves against the others by at most eps in units of the noise, so its "
            f"probability by a factor of e^eps at most, and by as much in the limit of a large gap. {_STATED}",
            source=f"{PAPER}; Dwork, Roth 2014, Claim 3.9",
            latex=r"\varepsilon=2\Delta/b",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name=f"{NAME}.profile",
            takes=on,
            gives=ch.Profile,
            bound=lambda case: profile_of(_epsilon(case), worst_pair=False),
            conditions=_noise(_EXPONENTIAL),
            statement="The profile of one run with exponential noise is Laplace's: no set of candidates rises faster "
            f"than the Laplace distribution function, and one of two candidates rises as fast. {_STATED}",
            source=f"ours; {PAPER}, for eps",
            latex=r"\delta(\varepsilon)=\left(1-e^{(\varepsilon-\varepsilon_0)/2}\right)_+",
            side=ch.Side.EXACT,
        ),
    ]


def _written_out() -> list[ch.Theorem]:
    on = ch.OnStep(NAME)
    return [
        ch.Theorem(
            name=f"{NAME}.laplace",
            takes=on,
            gives=ch.Rewrite,
            bound=_as_laplace,
            inside=_one_choice_or_one_pair,
            conditions=_noise(_EXPONENTIAL, _LAPLACE),
            statement="Where the upper tail of the noise has a hazard of at most 1/b, as exponential and Laplace noise "
            "have, the Laplace mechanism of the same eps dominates the choice, in every test and so in compositions. "
            "Whether the winner is in a set of candidates is whether Laplace noise on a number is above 0, which a "
            "record moves by at most eps, in units of the noise: so of one choice this holds whichever records it "
            f"sees, of several where each sees the others with or without one record. {_STATED}",
            source="ours",
            latex=r"\frac{dp}{ds}\le\frac1b\min(p,1-p)",
            version=2,  # version 1 was not for what stands inside a wrapper
        ),
        ch.Theorem.rewriting(
            name=f"{NAME}.gumbel",
            takes=on,
            bound=lambda case: ch.Step("exponential", (("epsilon", _epsilon(case)),)),
            conditions=_noise(_GUMBEL),
            statement=f"With Gumbel noise it is the exponential mechanism, whose loss has the range eps. {_STATED}",
            source="Durfee, Rogers 2019, Lemma 4.2",
            latex=r"p_j=\frac{e^{q_j/b}}{\sum_ie^{q_i/b}}",
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".noisy_max .noisy_max_inside")
