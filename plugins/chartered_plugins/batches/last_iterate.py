"""The last iterate of noisy gradient descent on convex losses: where nothing but the final model is released, steps in
which losses contract hide what earlier steps told (privacy amplification by iteration)."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch

from ..mechanisms.sensitivities import sensitivities
from . import MOVED
from .formulas import last_iterate as formulas

NAME = "last-iterate"
_BOK = "Bok, Su, Altschuler 2024"


def _moved(case: ch.Case) -> ch.GDP:
    contraction, batches, epochs = case.number("contraction"), int(case.number("batches")), int(case.number("epochs"))
    diameter = case.get("diameter")
    wide = max(diameter / case.sensitivity, Fraction(1)) if isinstance(diameter, Fraction) else None
    start = formulas.propose_start(contraction, batches, epochs, wide)
    return ch.GDP(
        mu_squared=ch.scale(
            lambda xp: formulas.moved_squared(xp, contraction, batches, *start),
            (case.sensitivity / case.number("sigma")) ** 2,
        )
    )


def _whole(case: ch.Case) -> str | None:
    """All records in each step, in no bounded domain."""
    if case.local:
        return "a report is one step, of one record"
    return None if case["batches"] == 1 and case.get("diameter") is None else ""


def _bounded(case: ch.Case) -> str | None:
    """Several batches, or a bounded domain; and no record moves another one to another batch."""
    if _whole(case) != "":
        return _whole(case) or ""
    if case["batches"] != 1 and case.neighbours is ch.Neighbours.ADD_OR_REMOVE:
        return f"{MOVED}; with --neighbours zero-out a null record takes its place"
    return None


def _mechanism() -> ch.Mechanism:
    return ch.Mechanism(
        NAME,
        "runs noisy gradient descent on convex losses, and releases the last iterate alone",
        (
            ch.Parameter(
                "sigma",
                "standard deviation of the noise on the sum of gradients of a batch, in its units: with a sensitivity "
                "of 1, the noise multiplier",
                safer="larger",
                monotone="gaussian.monotone",
            ),
            *_of_the_training(),
            *sensitivities("the sum of gradients (l2 norm)", monotone=f"{NAME}.monotone"),
        ),
        source=f"Feldman, Mironov, Talwar, Thakurta 2018; {_BOK}",
        numeric=False,
        sampling="none: each record is in at most one batch of an epoch, whichever, and the batches of the others are "
        "the same without it; every step contracts as is stated, clipped gradients included, and all have one learning "
        "rate, one divisor and no momentum; the last iterate alone is released, of a first one that does not depend on "
        "the records",
        also_called=("amplification-by-iteration", "hidden-state", "noisy-gd", "noisy-gradient-descent", "pabi"),
    )


def _of_the_training() -> tuple[ch.Parameter, ...]:
    monotone = f"{NAME}.monotone"
    return (
        ch.Parameter(
            "contraction",
            "by which factor a step without noise brings two iterates nearer at least, on every batch of every data "
            "set: 1 for convex losses with gradients that are M-Lipschitz and a learning rate of at most 2/M; "
            "max(|1 - rate*m|, |1 - rate*M|) where they are m-strongly convex, too; clipping may break it",
            high=1,
            safer="smaller",
            monotone=monotone,
        ),
        ch.Parameter.whole(
            "epochs", "how many epochs there are, all of them whole", safer="smaller", monotone=monotone
        ),
        ch.Parameter.whole(
            "batches", "how many batches an epoch has, in any order; 1 if each step takes all records", default=1
        ),
        ch.Parameter(
            "diameter",
            "of the convex domain to which each iterate is projected, times the size of a batch, divided by the "
            "learning rate: in the units of the sensitivity",
            optional=True,
            safer="smaller",
            monotone=monotone,
        ),
    )


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The mechanism."""
    return [_mechanism()]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Exactly, where each step takes all records; from above, of batches and in a bounded domain."""
    on = ch.OnStep(NAME)
    return [
        ch.Theorem(
            name=f"{NAME}.gdp",
            takes=on,
            gives=ch.GDP,
            bound=_moved,
            conditions=_whole,
            statement="Two data sets move the iterates apart by c z + Delta in a step, z being how far they were. Any "
            "part of it may be left to the noise of that step, and the rest to later ones, where it has contracted; "
            "given the iterate before, a step is a Gaussian mechanism. The least sum of squares has parts in the ratio "
            "c^(t-k). Quadratic losses attain it.",
            source=f"{_BOK}, for strongly convex losses",
            latex=r"\mu^2=\frac{\Delta^2}{\sigma^2}\,\frac{1-c^t}{1+c^t}\,\frac{1+c}{1-c}",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name=f"{NAME}.batches",
            takes=on,
            gives=ch.GDP,
            bound=_moved,
            conditions=_bounded,
            statement="Likewise, where a record is in one of l batches of an epoch: the worst is the last one of each, "
            "so that the last step hides its own Delta, and the steps before it what came before. In a domain of "
            "diameter D the last n epochs may begin that far apart: the sum of parts is larger by c^(nl) D, and no "
            "earlier epoch counts.",
            source=f"{_BOK}, for cyclic batches and for bounded domains; ours, for batches in any order",
            latex=r"\mu^2=\frac{\Delta^2}{\sigma^2}\left(1+\frac{c^{2l-2}(1-c^2)}{(1-c^l)^2}\,"
            r"\frac{1-c^{l(E-1)}}{1+c^{l(E-1)}}\right)",
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".last_iterate")
