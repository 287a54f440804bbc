"""The privacy profile of a composition, by inversion of its characteristic function: exact, an interval that holds the
profile itself."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import chartered as ch

from . import witness as w
from .directions import both, larger
from .formulas.composition import infinity_mass, max_loss, tail_mu
from .guarantee import CharacteristicFunction
from .stretch import over_stretch


class Inverted:
    """delta and eps of a composition, each by a witness.

    What a question asks again with more bits is kept: the directions of the last witness, and the deltas that its two
    ends are known to meet. Either is replaced as a whole, so that an interrupted call leaves what was there before."""

    def __init__(self, guarantee: CharacteristicFunction) -> None:
        self.guarantee = guarantee
        self._directions: tuple[ch.Witness, tuple[ch.Curve, ...]] | None = None
        self._met: tuple[ch.Witness, tuple[Fraction, Fraction], Any] | None = None

    def directions(self, witness: ch.Witness) -> tuple[ch.Curve, ...]:
        """delta as a function of eps in each direction that the witness has a rule for."""
        known = self._directions
        if known is None or known[0] is not witness:
            self._directions = known = witness, both(self.guarantee, witness)
        return known[1]

    def delta(self, xp: Any, epsilon: Any, witness: ch.Witness) -> Any:
        """The larger delta of both directions."""
        return larger(xp, self.directions(witness), epsilon)

    def epsilon(self, xp: Any, delta: Any, witness: ch.Witness) -> Any:
        """All eps between the witness's two ends. Raises Unavailable where these are not known to meet delta."""
        ends = ch.Bracket.read(witness)
        below, above = ends.below or Fraction(0), ends.above or Fraction(0)  # exact: the line has its own precision
        known = self._met
        if known is None or known[0] is not witness or known[1] != (below, above) or not known[2].contains(delta):
            meets(xp, below, above, delta, self.directions(witness))
            self._met = witness, (below, above), delta  # of all deltas in this ball: more bits need not ask again
        return xp.number(below).union(xp.number(above))


def profile(g: CharacteristicFunction) -> ch.Profile:
    """The larger delta of both directions. The witness: for each direction a rule, or the order of a Chernoff bound
    where that shows that the other direction is larger; and, of eps, two ends such that delta(below) >= delta in one
    direction, and delta(above) <= delta in both."""
    inverted = Inverted(g)

    def propose(question: ch.Question) -> ch.Witness:
        from .search import witness as search

        find = search.for_epsilon if isinstance(question, ch.EpsilonAt) else search.for_delta
        return find(g, question)

    def many(deltas: Any, near: Any) -> Any:
        from .search.many import many as search

        return search(g, deltas, near)

    def estimate(epsilon: float) -> float:
        from .search.estimate import delta as search

        return search(g, epsilon)

    smooth = any(m.decays for m, _ in g.directions[0])
    mu = tail_mu(g.directions[0])
    return ch.Profile(
        delta=inverted.delta,
        epsilon=inverted.epsilon,
        search=ch.WitnessSearch(
            propose=propose,
            many=many if smooth else None,
            estimate=estimate if smooth else None,
            fields=w.fields(g.directions),
        ),
        at_infinity=ch.AtInfinity(delta=infinity_mass(g.directions[0]), max_loss=max_loss(g.directions[0])),
        tail=None if mu is None else ch.Tail(mu=mu, tail_mu=mu),
        over_stretch=over_stretch(g),
    )


def meets(xp: Any, below: Fraction, above: Fraction, delta: Any, curves: Sequence[ch.Curve]) -> None:
    """That delta(above) <= delta in every direction, and delta(below) >= delta in one. Raises Unavailable where this is
    not certain."""
    if not all(at(xp, above) <= delta for at in curves):
        raise ch.Unavailable("the witness's upper end of eps does not certainly have a delta that is small enough")
    if below > 0 and not any(at(xp, below) >= delta for at in curves):
        raise ch.Unavailable("the witness's lower end of eps does not certainly have a delta that is large enough")
