"""The privacy profile of a composition on an interval of eps, as a formula: divided into pieces, with one line for each
direction on each piece."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.enclosure import fraction_of
from flint import arb

from . import inversion_witness as w
from .formulas.composed_moments import max_loss
from .formulas.finite_sums import expands_quickly
from .guarantee import CharacteristicFunction
from .search import lines_on_interval as stretch_search


def over_stretch(g: CharacteristicFunction) -> ch.OverStretch:
    """The formula, its search and its witness fields."""

    def propose(stretch: ch.Stretch) -> ch.Witness:
        if all(map(expands_quickly, g.directions)):
            return stretch_search.one_sum(g, stretch)
        if stretch.stop is None and max_loss(g.directions[0]) is not None:
            raise ch.Unavailable("the losses are bounded, and no line serves every eps up to the largest one")
        return stretch_search.pieces(g, stretch)

    return ch.OverStretch(
        propose=propose, curve=lambda witness: curve(g, witness), fields=lambda: w.of_stretch(g.directions)
    )


def curve(g: CharacteristicFunction, witness: ch.Witness) -> ch.Curve:
    """delta(xp, eps) by the lines of the piece that contains eps, or of the nearest piece: sound at every eps, whatever
    the pieces are. Raises Unavailable if the witness has no pieces."""
    ends = [Fraction(end) for piece in range(w.MOST_PIECES) if (end := witness.get(w.until(piece))) is not None]
    if not ends or ends != sorted(ends):
        raise ch.Unavailable("the witness has no pieces of a stretch in ascending order")
    curves = [w.both(g.directions, witness, w.prefix(piece)) for piece in range(len(ends))]

    def delta(xp: Any, epsilon: arb) -> Any:
        piece = bisect_left(ends, fraction_of(epsilon.mid()))
        return w.larger(xp, curves[min(piece, len(curves) - 1)], epsilon)

    return delta
