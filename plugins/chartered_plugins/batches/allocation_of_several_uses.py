"""The two ends of random allocation with several uses of a record and Gaussian noise: from above the draw is known,
from below a test tells whether the record is there."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..basics import gaussian_dp_profile
from .formulas import several_uses_lower_end as formulas
from .search import several_uses as search
from .several_uses_witness import ScoreWitness, Uses


def between(case: ch.Case) -> ch.Profile:
    """From above the Gaussian mechanism of all steps with the record; from below a test."""
    mu_squared = case.guarantee(ch.GDP).mu_squared
    if not isinstance(mu_squared, int | Fraction):
        raise ch.Unavailable("mu^2 of the step inside is no fraction")
    steps, uses = int(case.number("steps")), int(case.number("uses"))
    return gaussian_dp_profile.profile(
        lambda xp: xp.sqrt(xp.number(mu_squared * uses)),
        dominated=_tested(Uses(uses, steps - uses, Fraction(uses, steps), Fraction(mu_squared))),
    )


def _tested(uses: Uses) -> ch.Profile:
    """What the test tells, which is no more than the mechanism does."""

    def accepted(xp: Arithmetic, witness: ch.Witness) -> tuple[Value, Value]:
        found = ScoreWitness.read(witness)
        scores = uses.scores(found)
        seen, unseen = formulas.tails(scores)
        index = min(int(found.threshold or 0), scores.points)
        unit = 1 << scores.bits
        return xp.number(Fraction(seen[index], unit)), xp.number(Fraction(unit - unseen[index], unit))

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        first, second = accepted(xp, witness)
        return xp.positive(first - xp.exp(epsilon) * second)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        first, second = accepted(xp, witness)
        excess = first - delta
        return xp.positive(xp.log(excess / second)) if excess > 0 else xp.number(0)

    def propose(question: ch.Question) -> ch.Witness:
        return search.propose(uses, question).written()

    return ch.Profile(
        delta=delta, epsilon=epsilon, search=ch.WitnessSearch(propose=propose, fields=ScoreWitness.fields())
    )
