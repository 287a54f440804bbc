"""AboveThreshold, the sparse vector technique: queries are compared with a noisy threshold, until some are above it."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch

NAME, PAPER = "above-threshold", "Lyu, Su, Li 2017, Theorem 2"


def _epsilon(case: ch.Case) -> Fraction:
    """As it is given, for the ledger's own relation; or that of the threshold and that of the positives, half of which
    is enough if all queries move the same way, as they need not where the value of a local randomizer's record
    changes."""
    if case.get("epsilon") is not None:
        return case.number("epsilon")
    shift = case.number("positives") * (1 if case.get("monotone") and not case.local else 2)
    return case.sensitivity * (1 / case.number("threshold-scale") + shift / case.number("query-scale"))


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """AboveThreshold with Laplace noise."""
    return [
        ch.Mechanism(
            NAME,
            "compares each query, with fresh Laplace noise, to a threshold with noise of its own, and tells which are "
            "above, until `positives` of them are",
            (*_noise(), *_queries()),
            source=PAPER,
            either=(("epsilon", "threshold-scale"),),
            numeric=False,
            also_called=("sparse-vector", "svt"),
        )
    ]


def _noise() -> tuple[ch.Parameter, ...]:
    """The parameters for eps, or for the noise that gives it."""
    monotone, scale = f"{NAME}.monotone", "threshold-scale"
    return (
        ch.Parameter(
            "epsilon", "the pure guarantee, for the ledger's own relation", safer="smaller", monotone=monotone
        ),
        ch.Parameter(scale, "the scale of the threshold's noise, drawn once", safer="larger", monotone=monotone),
        ch.Parameter(
            "query-scale",
            "the scale of the noise that is added to each query",
            with_=scale,
            safer="larger",
            monotone=monotone,
        ),
    )


def _queries() -> tuple[ch.Parameter, ...]:
    """The parameters for the queries."""
    monotone = f"{NAME}.monotone"
    return (
        ch.Parameter.whole(
            "positives",
            "how many queries may be found above the threshold, after which it stops",
            default=1,
            safer="smaller",
            monotone=monotone,
        ),
        ch.Parameter(
            "sensitivity",
            "by how much one record changes each query at most; it goes with threshold-scale",
            default=1,
            with_="threshold-scale",
            safer="smaller",
            monotone=monotone,
        ),
        ch.Parameter(
            "monotone",
            "a record that is added raises no query, or lowers none: half of query-scale is enough",
            flag=True,
            default=False,
        ),
    )


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Its pure guarantee."""
    return [
        ch.Theorem(
            name=f"{NAME}.pure",
            takes=ch.OnStep(NAME),
            gives=ch.Pure,
            bound=lambda case: ch.Pure(epsilon=_epsilon(case)),
            statement="A threshold that moves by the sensitivity covers all queries below it; each of c queries above "
            "it moves by twice that, by once if all queries move the same way. The noise of the threshold is drawn "
            "once, that of each query is fresh, at most c are found above, and no noisy value is released.",
            source=f"{PAPER}; Dwork, Roth 2014, Theorem 3.24",
            latex=r"\varepsilon=\frac{\Delta}{b_1}+\frac{2c\,\Delta}{b_2}",
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".above_threshold")
