"""Chooses the working precision of the finite sum for runs of one mechanism, and two ends of eps."""

from __future__ import annotations

import math
from fractions import Fraction

from chartered_verify.catching import ours
from flint import arb

from ..formulas.composed_moments import Composition
from ..formulas.finite_sums import Expansion, expands
from ..formulas.moments import Laplace
from ..formulas.runs_with_rare_losses import MOST_TERMS, terms
from . import series_below_largest_loss
from .accurate_line import Ends
from .eps_bracket import NEAR_ZERO, Enclosed, log_of
from .line_search import Search

_QUICK_RUNS, _QUICK_LOSSES = 256, 2**25
"""Runs of Laplace noise, and of two losses, up to which the sum is taken unless digits are requested: 50 and 500
milliseconds."""
_TURNS = 6
_LARGEST = 2.0**36
"""Beyond this saddle point eps may be the largest loss to all digits."""
_SPARE_BITS = 16


def serves(parts: Composition, asked: int | None) -> bool:
    """Whether there is a finite sum for a composition, of terms few enough for the requested digits."""
    if not expands(parts):
        return False
    (moments, times), *others = parts
    if others:
        return True
    if moments.common and moments.count_atoms(0) != 2:
        return terms(moments, times, 64) <= MOST_TERMS
    return asked is not None or times <= (_QUICK_RUNS if isinstance(moments, Laplace) else _QUICK_LOSSES)


def rule_at(parts: Composition, epsilon: Fraction, digits: int) -> Expansion:
    """The rule for about `digits` correct digits of delta at an eps. Raises ArithmeticError if a few increases of the
    precision do not reach them."""
    runs, needed = sum(times for _, times in parts), math.ceil(3.33 * digits) + _SPARE_BITS
    cancelling = isinstance(parts[0][0], Laplace)
    bits = needed + (runs // 4 if cancelling else runs.bit_length())
    for _ in range(_TURNS):
        found = Expansion(runs, bits).inverse(parts).delta(epsilon)
        missing = min(needed - found.rel_accuracy_bits(), 2 * bits)  # a 0 has no accuracy
        bits += missing  # also where it has more than are needed: an interval too narrow takes longer to find
        if missing <= 0:
            return Expansion(runs, max(bits + _SPARE_BITS, 64))
        bits += _SPARE_BITS
    raise ArithmeticError("more bits cancel in the sum than are worth taking")


def bracket(parts: Composition, target: arb, digits: int) -> Ends:
    """Two ends about 10^-digits apart, or 0 twice where delta(0) is not above the target; by a power series where eps
    may be the largest loss to all digits. Raises ArithmeticError."""
    search = Search(parts)
    try:
        saddle = search.order_of(log_of(target))
    except ours(ArithmeticError, OverflowError):  # so small a delta that no order in floats has it
        return series_below_largest_loss.bracket(parts, target, digits)
    near = search.saddle(saddle)[0]
    if near * (saddle - 1) < NEAR_ZERO:
        at_zero = rule_at(parts, Fraction(0), digits)
        if at_zero.inverse(parts).delta(Fraction(0)) <= target:
            return Fraction(0), Fraction(0), at_zero
    if saddle > _LARGEST:
        return series_below_largest_loss.bracket(parts, target, digits)
    start = Fraction(max(0.0, near))
    rule = rule_at(parts, start, digits)
    return *Enclosed(rule.inverse(parts).delta, target, rule.bits, digits).ends(start, saddle - 1), rule
