"""The lines for an interval of eps: pieces on which one line in each direction is accurate enough, tested in ball
arithmetic at both ends."""

from __future__ import annotations

import math
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import balls
from flint import arb

from ..formulas.bound_by_moment import MomentBound
from ..formulas.composed_moments import Composition, Line, chernoff
from ..formulas.finite_sums import Expansion
from ..guarantee import CharacteristicFunction
from ..inversion_witness import DIRECTIONS, MOST_PIECES, prefix, stated, until
from . import finite_sums
from .accurate_line import searched
from .line_errors_in_floats import nats_of
from .witness import leading_terms, surplus, within_floats

DIGITS = 20
"""Correct digits of delta: twice as many as remain in a slope by chords."""
_REACH, _SPARE = 4.0, 3
"""The length of the first piece in standard deviations of the tilted loss, and the digits by which a line is more
accurate at its middle."""
_LONGER, _SHORTER, _TRIES = 1.25, 0.6, 16
_BITS = 64
_MORE_BITS = 128
"""Bits in addition to those that delta has where the stretch begins, for the eps at which it is small."""


@within_floats()
def pieces(g: CharacteristicFunction, stretch: ch.Stretch) -> ch.Witness:
    """The witness for an interval. For an interval without an end, where the known tail is used instead, only its
    start. Raises Unavailable if it needs too many pieces, and ArithmeticError."""
    stop = stretch.start if stretch.stop is None else stretch.stop
    found: dict[str, Fraction] = {}
    end, reach, piece = stretch.start, _first_reach(g, float(stretch.start)), 0
    while piece == 0 or end < stop:
        if piece == MOST_PIECES:
            raise ch.Unavailable(f"{MOST_PIECES} lines reach only to eps = {float(end):.6g}")
        end, lines, reach = _piece(g, end, stop, reach)
        found |= {prefix(piece) + key: x for key, x in lines.items()} | {until(piece): end}
        piece += 1
    return found


def one_sum(g: CharacteristicFunction, stretch: ch.Stretch) -> ch.Witness:
    """The witness of one piece, where the profile of each direction is a finite sum, which is the same for every eps.
    Raises ArithmeticError, and Unavailable if the sum takes too many terms."""
    found = {until(0): stretch.start if stretch.stop is None else stretch.stop}
    for name, parts in zip(DIRECTIONS, g.directions, strict=False):
        if not finite_sums.serves(parts, DIGITS):
            raise ch.Unavailable("the finite sum has too many terms")
        rule = finite_sums.rule_at(parts, stretch.start, DIGITS)
        found |= stated(prefix(0) + name, Expansion(rule.runs, rule.bits + _MORE_BITS))
    return found


def _first_reach(g: CharacteristicFunction, start: float) -> float:
    """The length of the first piece that is tried, from the standard deviation of the tilted loss in the leading
    direction."""
    search = searched(g.directions[_leading(g, start)[0]])
    return _REACH * math.sqrt(search.cumulants(search.order_at(start))[2])


def _piece(
    g: CharacteristicFunction, start: Fraction, stop: Fraction, reach: float
) -> tuple[Fraction, dict[str, Fraction], float]:
    """(the end of the next piece, its lines, the length to try next)."""
    for tried in range(_TRIES):
        end = min(stop, start + Fraction(f"{reach:.3g}"))
        lines = _lines(g, start, end)
        if lines is not None:
            return end, lines, reach if tried else reach * _LONGER
        reach *= _SHORTER
    raise ArithmeticError(f"no line serves a stretch that begins at eps = {float(start):.6g}")


def _leading(g: CharacteristicFunction, epsilon: float) -> tuple[int, float]:
    """(the direction with the larger delta, about its log delta)."""
    terms = leading_terms(g, epsilon)
    known = [index for index, (_, term) in enumerate(terms) if term > -math.inf]
    if not known:
        raise ArithmeticError(f"no saddle point at eps = {epsilon:.6g}")
    lead = max(known, key=lambda index: terms[index][0])
    return lead, terms[lead][1]


def _lines(g: CharacteristicFunction, start: Fraction, end: Fraction) -> dict[str, Fraction] | None:
    """The witness entries of a piece; None if a line is not accurate enough at one of its ends."""
    middle = float((start + end) / 2)
    lead, log_delta = _leading(g, middle)
    line = _line(g.directions[lead], middle, log_delta)
    deltas = _at_ends(g.directions[lead], line, start, end)
    found = {lead: stated(DIRECTIONS[lead], line)}
    if not all(map(_sharp, deltas, deltas)):
        return None
    for index, parts in enumerate(g.directions):
        if index == lead:
            continue
        order, least = searched(parts).chernoff_order(float(start)), deltas[1] + surplus(g.directions[lead], parts)
        if chernoff(parts, order, start) <= least:  # the bound decreases, so it is below delta on the whole piece
            found[index] = stated(DIRECTIONS[index], MomentBound(order))
            continue
        line = _line(parts, middle, log_delta)
        if not all(map(_sharp, _at_ends(parts, line, start, end), deltas)):
            return None
        found[index] = stated(DIRECTIONS[index], line)
    return {key: x for index in sorted(found) for key, x in found[index].items()}


def _line(parts: Composition, middle: float, log_delta: float) -> Line:
    """A line through the saddle point of the middle of a piece, with errors that are small relative to e^log_delta."""
    search, digits = searched(parts), DIGITS + _SPARE
    choice = search.choose(search.order_at(middle), middle, log_delta, nats_of(digits))
    return search.line(choice, digits)


def _at_ends(parts: Composition, line: Line, start: Fraction, end: Fraction) -> tuple[arb, arb]:
    found = line.inverse(parts)
    return found.delta(start), found.delta(end)


def _sharp(delta: arb, beside: arb) -> bool:
    """Whether the radius of the ball `delta` is small relative to `beside`."""
    with balls(_BITS):
        return bool(delta.rad() <= beside.abs_lower() * arb(10) ** -DIGITS)
