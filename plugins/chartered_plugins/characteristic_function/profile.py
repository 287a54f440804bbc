"""The privacy profile of a composition by inversion of its characteristic function: an enclosure of the exact
profile."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import expm1, log1p
from typing import Any

import chartered as ch

from . import inversion_witness as w
from .formulas import limit_of_delta
from .formulas.composed_moments import Composition, largest_loss, largest_mass, reaches, tail_mu
from .formulas.finite_sums import expands
from .formulas.lattice_inversion import lattice_of
from .formulas.moments import Laplace
from .guarantee import CharacteristicFunction
from .laws import laplace_law
from .profile_on_interval import over_stretch
from .search import delta_in_floats as delta_search, lines_for_many_questions as many_search, witness as witness_search

_LARGE = 100
"""An eps at which the smaller atom has no share that a double would show."""
_SMALL = 20.0
"""-log of the share of the atoms below which a line is tried for many eps or counts at once."""


class Inverted:
    """delta and eps of a composition, each by a witness.

    Two results are cached for the case that a question is evaluated again with more bits: the directions of the last
    witness, and the ball of deltas that its two ends are known to bracket. Each is replaced as a whole, so that an
    interrupted call leaves a consistent state."""

    def __init__(self, guarantee: CharacteristicFunction) -> None:
        self.guarantee = guarantee
        self._directions: tuple[ch.Witness, tuple[ch.Curve, ...]] | None = None
        self._met: tuple[ch.Witness, tuple[Fraction, Fraction], Any] | None = None

    def directions(self, witness: ch.Witness) -> tuple[ch.Curve, ...]:
        """delta as a function of eps in each direction for which the witness has a rule."""
        known = self._directions
        if known is None or known[0] is not witness:
            self._directions = known = witness, w.both(self.guarantee.directions, witness)
        return known[1]

    def delta(self, xp: Any, epsilon: Any, witness: ch.Witness) -> Any:
        """The maximum of delta over the directions. Without a witness, delta at infinity; raises Unavailable unless eps
        is certainly no smaller than the largest loss."""
        if not witness:
            if not reaches(xp, epsilon, largest_loss(self.guarantee.directions)):
                raise ch.Unavailable("the witness states no rule, and a loss may be larger than eps")
            return xp.number(largest_mass(self.guarantee.directions))
        return w.larger(xp, self.directions(witness), epsilon)

    def epsilon(self, xp: Any, delta: Any, witness: ch.Witness) -> Any:
        """The interval between the two ends of the witness. Raises Unavailable if these do not certainly bracket
        delta. Without a witness, all that eps may be: no more than the largest loss."""
        largest = largest_loss(self.guarantee.directions)
        if not witness and largest is not None:
            return xp.number(0).union(xp.number(largest))
        ends = ch.Bracket.read(witness)
        below, above = ends.below or Fraction(0), ends.above or Fraction(0)  # exact, as a line has its own precision
        known = self._met
        if known is None or known[0] is not witness or known[1] != (below, above) or not known[2].contains(delta):
            meets(xp, below, above, delta, self.directions(witness))
            self._met = witness, (below, above), delta  # valid for every delta in this ball, also with more bits
        return xp.number(below).union(xp.number(above))


def profile(g: CharacteristicFunction) -> ch.Profile:
    """The maximum of delta over the directions. The witness has, for each direction, a rule, or the order of a Chernoff
    bound if that proves that the other direction is larger; and for eps two ends with delta(below) >= delta in one
    direction and delta(above) <= delta in both."""
    inverted = Inverted(g)

    def propose(question: ch.Question) -> ch.Witness:
        find = witness_search.for_epsilon if isinstance(question, ch.EpsilonAt) else witness_search.for_delta
        return find(g, question)

    def many(deltas: Any, near: Any) -> Any:
        return many_search.many(g, deltas, near)

    def refine(question: ch.Question, found: ch.Witness) -> ch.Witness:
        return witness_search.refined(g, question, found)

    def estimate(epsilon: float) -> float:
        return delta_search.delta(g, epsilon)

    shared = a_line_serves(g.directions[0])
    mu = tail_mu(g.directions[0])
    return ch.Profile(
        delta=inverted.delta,
        epsilon=inverted.epsilon,
        search=ch.WitnessSearch(
            propose=propose, many=ch.SharedSearch(many, refine) if shared else None, fields=w.fields(g.directions)
        ),
        evaluation=ch.Evaluation(
            estimate=estimate if shared or smoothing_alone(g.directions[0]) else None, over_stretch=over_stretch(g)
        ),
        at_infinity=_at_infinity(g),
        tail=None if mu is None else ch.Tail(mu=mu, tail_mu=mu),
    )


def _at_infinity(g: CharacteristicFunction) -> ch.AtInfinity:
    if all(m.infinity_mass == 0 for parts in g.directions for m, _ in parts):
        return ch.AtInfinity(max_loss=largest_loss(g.directions))
    delta, max_loss = limit_of_delta.limit_of(g.directions)
    return ch.AtInfinity(delta=delta, max_loss=max_loss)


def a_line_serves(parts: Composition) -> bool:
    """Whether one line may serve many eps or counts: some M decays, or Laplace losses, sampled or not, are enough in
    number that their atoms, the two largest losses, have hardly any share: each (1 + e^(-eps))/2 about the order 1."""
    if any(m.decays for m, _ in parts):
        return True
    if not any(m.falls for m, _ in parts):
        return False

    falling = ((m.epsilon, times) for m, times in parts if isinstance(m, Laplace | laplace_law.LaplaceLaw))
    exact = ((eps, times) for eps, times in falling if not callable(eps) and isinstance(times, int))
    return sum(-times * log1p(expm1(-float(min(eps, _LARGE))) / 2) for eps, times in exact) > _SMALL


def smoothing_alone(parts: Composition) -> bool:
    """Whether losses without decay that are not on one lattice, and for which there is no finite sum, have to be
    smoothed: one evaluation then takes a tenth of a second, and an estimate in doubles a hundredth."""
    if any(m.decays or not isinstance(times, int) for m, times in parts):
        return False

    exact = lattice_of(parts) is not None or expands(parts)
    return all(m.cheap for m, _ in parts) and not exact


def meets(xp: Any, below: Fraction, above: Fraction, delta: Any, curves: Sequence[ch.Curve]) -> None:
    """Checks that delta(above) <= delta in every direction, and delta(below) >= delta in one. Raises Unavailable if
    this is not certain."""
    if not all(at(xp, above) <= delta for at in curves):
        raise ch.Unavailable("the witness's upper end of eps does not certainly have a delta that is small enough")
    if below > 0 and not any(at(xp, below) >= delta for at in curves):
        raise ch.Unavailable("the witness's lower end of eps does not certainly have a delta that is large enough")
