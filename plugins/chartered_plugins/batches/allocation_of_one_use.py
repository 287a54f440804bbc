"""The theorems about a record that is in one of the steps of an epoch: a lattice of ratios for any step, and for
Gaussian noise the inversion of a transform."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Annotated, Any

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from msgspec import Struct

from ..loss_distribution import from_profiles as pld
from ..loss_distribution.formulas import connect_the_dots
from ..loss_distribution.guarantee import CLOSED_FORM, LossDistribution
from ..subsampling.worst_pair import ATTAINING
from .formulas import gaussian_allocation, random_allocation
from .search import ratio_lattice

NAME, GAUSSIAN = "allocation", ("gaussian",)
SOURCE = "ours; Feldman, Shenfeld 2025 (2502.08202), Chua et al. 2024 (2412.16802), for the pair"
MOST_POINTS, MOST_BITS, WIDEST = 1 << 26, 256, 1 << 30
"""The largest number of points up to the sum of all ratios, and of bits; and the largest spacing."""
FEWEST_SMOOTH, LEAST_SQUARE, MOST_SQUARE = 32, Fraction(1, 256), 4
"""The least number of steps whose mean ratio is smooth enough for a transform; and the ends of mu^2 there."""
_SUM = (
    "Of a record in one of t steps, the outputs of all steps are likelier with it than without it by the mean of t "
    "independent ratios, one of each step. {}"
)
_LATTICE = "Ratios on points of equal distance are added up: chords above the mean of (s - r)_+ give an upper bound{}"
_LATEX = r"\delta(\varepsilon)=\mathbb{E}_Q\left(\tfrac1t\sum_{i=1}^tr_i-e^{\varepsilon}\right)_+,\;r_i=dP/dQ"
_TRANSFORM = (
    r"\mathbb{E}(s-L)_+=\frac{1}{2\pi i}\int\frac{M(z/t)^t}{z^2}\,e^{zs}\,dz,\;M(w)=\mathbb{E}\,e^{-wr},\;"
    r"L=\tfrac1t\sum_{i=1}^tr_i"
)


class LatticeWitness(ch.TypedWitness, Struct, frozen=True):
    """The lattice of ratios on which the steps of an epoch are added up."""

    spacing: Annotated[Fraction | None, ch.Field("spacing", low=0, high=WIDEST, open_low=True)]
    """The distance of two points; wider ones are used for larger ratios, as far as they matter."""
    points: Annotated[Fraction | None, ch.Field("points", low=2, high=MOST_POINTS, whole=True)]
    """How many points there are up to the largest sum of ratios on the finest lattice."""
    bits: Annotated[Fraction | None, ch.Field("bits", low=32, high=MOST_BITS, whole=True)]
    """The bits of each probability."""


def of_epoch(inner: ch.Profile, steps: int, witness: LatticeWitness) -> LossDistribution:
    """The losses of `steps` steps with the profile `inner`, in a random one of which a record is used. Raises
    Unavailable for a witness without a lattice."""
    if witness.spacing is None or witness.points is None or witness.bits is None:
        raise ch.Unavailable("the witness of an allocation is a lattice: its spacing, points and bits")

    def delta(xp: Arithmetic, epsilon: Value) -> Value:
        return inner.delta(xp, epsilon, {})

    ratios = random_allocation.Allocation(delta, steps, witness.spacing, int(witness.points), int(witness.bits))
    largest = inner.at_infinity.max_loss
    end = None if largest is None else pld.end_of(largest, above=True)
    removal, addition = (
        connect_the_dots.Direction(of(ratios), Fraction(0), end, below(ratios), of(ratios.rough))
        for of, below in (
            (random_allocation.removal, random_allocation.removal_below),
            (random_allocation.addition, random_allocation.addition_below),
        )
    )
    return LossDistribution((((removal, addition), 1),), (0,), CLOSED_FORM)


def counts(case: ch.Case) -> tuple[int, int, int]:
    """(steps, uses, epochs)."""
    steps, uses, epochs = (int(case.number(key)) for key in ("steps", "uses", "epochs"))
    return steps, uses, epochs


def made_of(step: ch.Step, names: Collection[str]) -> bool:
    """The step, or each of several on the same records, is one of these mechanisms."""
    return all(part.name in names for part, _ in step.joint or ((step, 1),))


def _in_one(case: ch.Case) -> bool:
    """A record is in one of several steps of the one epoch."""
    steps, uses, epochs = counts(case)
    return epochs == uses == 1 < steps


def _falls(case: ch.Case) -> str | None:
    """A record is in one of several steps of the one epoch; the profile inside has a closed form, and falls to 0."""
    if not _in_one(case):
        return ""
    inner = case.guarantee(ch.Profile)
    if not inner.closed_form:
        return "the profile inside needs a search at each eps"
    return None if inner.at_infinity.delta == 0 else "a step inside discloses everything with some probability"


def _together(case: ch.Case) -> str | None:
    """A record is in one of several steps of the one epoch, each of several runs that are not all Gaussian, as these
    are one; none discloses everything."""
    inner = case.guarantee(LossDistribution)
    if not _in_one(case) or inner.runs == 1 or made_of(case.wrapped, GAUSSIAN):
        return ""
    finite = all(limit == 0 for limit in inner.deltas_at_infinity)
    return None if finite else "a step inside discloses everything with some probability"


def _exactly(case: ch.Case) -> str | None:
    """The same, where the profile inside is exact, and that of the pair of one record and of none."""
    inner = case.guarantee(ch.Profile)
    exact = inner.side is ch.Side.EXACT and not inner.asymmetric and made_of(case.wrapped, ATTAINING)
    return _falls(case) if exact else ""


def _smooth(case: ch.Case) -> str | None:
    """A record is in one of 32 steps or more of the one epoch; these are exactly Gaussian, with mu from 1/16 to 2."""
    inner = case.guarantee(ch.GDP)
    if not _in_one(case) or not made_of(case.wrapped, GAUSSIAN) or inner.side is not ch.Side.EXACT:
        return ""
    square = inner.mu_squared
    smooth = isinstance(square, int | Fraction) and LEAST_SQUARE <= square <= MOST_SQUARE
    return None if smooth and counts(case)[0] >= FEWEST_SMOOTH else ""


def _inner(case: ch.Case) -> ch.Profile:
    """The profile inside; of several runs on the same records that of their dominating pair."""
    if isinstance(case.inner, LossDistribution):
        return pld.profile(pld.as_one_run(case.inner))
    return case.guarantee(ch.Profile)


def _profile(case: ch.Case) -> ch.Profile:
    inner = case.guarantee(ch.GDP)
    assert isinstance(inner.mu_squared, int | Fraction)
    steps = gaussian_allocation.Steps(Fraction(inner.mu_squared), counts(case)[0])
    removal, addition = (of(steps) for of in (gaussian_allocation.removal, gaussian_allocation.addition))

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return xp.maximum(removal(xp, epsilon), addition(xp, epsilon))

    return ch.Profile(delta=delta, evaluation=ch.Evaluation(slow=True), asymmetric=True)


def _on_lattice(name: str, kind: type[ch.Guarantee] = ch.Profile, **more: Any) -> ch.Theorem:
    return ch.Theorem(
        name=f"{NAME}.{name}",
        takes=ch.OnWrapper(NAME, kind),
        gives=LossDistribution,
        bound=lambda case, witness: of_epoch(_inner(case), counts(case)[0], LatticeWitness.read(witness)),
        propose=lambda case: LatticeWitness(*ratio_lattice.lattice(_inner(case), counts(case)[0])).written(),
        fields=LatticeWitness.fields(),
        source=SOURCE,
        latex=_LATEX,
        **more,
    )


def theorems() -> list[ch.Theorem]:
    """The losses of one epoch, and the privacy profile of one of Gaussian noise."""
    tangents = ", and tangents below it a lower one, where the pair of one record and of none is the worst pair."
    return [
        _on_lattice("pld", conditions=_falls, statement=_SUM.format(_LATTICE.format("."))),
        _on_lattice(
            "several-pld",
            LossDistribution,
            conditions=_together,
            statement=_SUM.format("Several runs in one step have the ratio of a dominating pair of all of them. ")
            + _LATTICE.format("."),
        ),
        _on_lattice(
            "exact-pld",
            conditions=_exactly,
            statement=_SUM.format(_LATTICE.format(tangents)),
            side=ch.Side.EXACT,
            never_looser_than=(f"{NAME}.pld",),
            version=2,  # before, a lower end could be too large
        ),
        ch.Theorem(
            name=f"{NAME}.gaussian",
            takes=ch.OnWrapper(NAME, ch.GDP),
            gives=ch.Profile,
            bound=_profile,
            conditions=_smooth,
            statement=_SUM.format("Of Gaussian noise the mean of (s - L)_+ is the inverse of a Laplace transform."),
            source=SOURCE,
            latex=_TRANSFORM,
            side=ch.Side.EXACT,
        ),
    ]
