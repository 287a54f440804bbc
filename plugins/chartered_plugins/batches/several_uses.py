"""The two ends of random allocation with several uses of a record and Gaussian noise: from above the draw is told, from
below a test tells whether the record is there."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.lazy_module import LazyModule

if TYPE_CHECKING:
    from ..basics.formulas import gaussian_profile
    from .formulas import several_uses as formulas
else:
    gaussian_profile = LazyModule("..basics.formulas.gaussian_profile", __package__)
    formulas = LazyModule(".formulas.several_uses", __package__)

MOST_POINTS, MOST_CELLS, MOST_BITS, WIDEST = 1 << 18, 1 << 16, 512, 1 << 10
"""The largest numbers of points, of cells and of bits; and the largest spacing."""


@dataclass(frozen=True, slots=True)
class ScoreWitness(ch.TypedWitness):
    """The lattice of scores, and the threshold of their sum."""

    spacing: Annotated[Fraction | None, ch.Field("spacing", low=0, high=WIDEST, open_low=True)]
    cells: Annotated[Fraction | None, ch.Field("cells", low=1, high=MOST_CELLS, whole=True)]
    """How many points above the least one the score of a step has."""
    points: Annotated[Fraction | None, ch.Field("points", low=1, high=MOST_POINTS, whole=True)]
    """Likewise for the sum of all scores."""
    bits: Annotated[Fraction | None, ch.Field("bits", low=32, high=MOST_BITS, whole=True)]
    """The bits of each probability."""
    threshold: Annotated[Fraction | None, ch.Field("threshold", low=0, high=MOST_POINTS, whole=True)]
    """The test tells that the record is there if the sum of scores is at least so many points above the least one."""


@dataclass(frozen=True, slots=True)
class Uses:
    """How many steps have the record, and how many others there are; the probability that one has it, and its squared
    shift."""

    tilted: int
    plain: int
    rate: Fraction
    mu_squared: Fraction

    def scores(self, witness: ScoreWitness) -> formulas.Scores:
        """The scores on the lattice of a witness. Raises Unavailable for one without a lattice."""
        spacing, cells, points, bits = witness.spacing, witness.cells, witness.points, witness.bits
        if spacing is None or cells is None or points is None or bits is None or witness.threshold is None:
            raise ch.Unavailable("the witness of several uses is a lattice: spacing, cells, points, bits; a threshold")
        sizes = (spacing, int(cells), int(points), int(bits))
        return formulas.Scores(self.mu_squared, self.rate, self.tilted, self.plain, *sizes)


def between(case: ch.Case) -> ch.Profile:
    """From above the Gaussian mechanism of all steps with the record; from below a test."""
    assert isinstance(case.inner, ch.GDP)
    mu_squared = case.inner.mu_squared
    if not isinstance(mu_squared, int | Fraction):
        raise ch.Unavailable("mu^2 of the step inside is no fraction")
    steps, uses = int(case.number("steps")), int(case.number("uses"))

    def mu(xp: Arithmetic) -> Value:
        return xp.sqrt(xp.number(mu_squared * uses))

    return ch.Profile(
        delta=lambda xp, epsilon, witness: gaussian_profile.delta_mu(xp, mu(xp), epsilon),
        tail=ch.Tail(mu=mu, tail_mu=mu),
        derivative=lambda xp, epsilon: gaussian_profile.delta_mu_rate(xp, mu(xp), epsilon),
        dominated=_tested(Uses(uses, steps - uses, Fraction(uses, steps), Fraction(mu_squared))),
    )


def _tested(uses: Uses) -> ch.Profile:
    """What the test tells, which is no more than the mechanism does."""

    def accepted(xp: Arithmetic, witness: ch.Witness) -> tuple[Value, Value]:
        found = ScoreWitness.read(witness)
        scores = uses.scores(found)
        seen, unseen = formulas.tails(scores)
        place = min(int(found.threshold or 0), scores.points)
        unit = 1 << scores.bits
        return xp.number(Fraction(seen[place], unit)), xp.number(Fraction(unit - unseen[place], unit))

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        first, second = accepted(xp, witness)
        return xp.positive(first - xp.exp(epsilon) * second)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        first, second = accepted(xp, witness)
        excess = first - delta
        return xp.positive(xp.log(excess / second)) if excess > 0 else xp.number(0)

    def propose(question: ch.Question) -> ch.Witness:
        from .search import several_uses as search

        return search.propose(uses, question).written()

    return ch.Profile(
        delta=delta, epsilon=epsilon, search=ch.WitnessSearch(propose=propose, fields=ScoreWitness.fields())
    )
