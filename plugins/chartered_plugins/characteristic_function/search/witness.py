"""The witness of an inversion: two close ends for eps, and a rule for each direction. Floats choose them, ball
arithmetic decides whether the choice is accurate enough; the profile proves everything again."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import balls
from chartered_verify.catching import ignoring, ours
from chartered_verify.enclosure import enclose
from chartered_verify.large_packages import numpy
from flint import arb

from ..formulas.bound_by_moment import TWO, MomentBound, by_moment
from ..formulas.composed_moments import Composition, Line, chernoff, infinity_mass, largest_loss, max_loss, reaches
from ..formulas.rule_numbers import Rule
from ..formulas.stated_moments import StatedMoments
from ..guarantee import CharacteristicFunction
from ..inversion_witness import DIRECTIONS, rule_of, stated
from .accurate_line import DIGITS, bracket_on, digits_for, searched
from .eps_bracket import NEAR_ZERO, log_of, lower_end
from .rule_choice import ends_of, rule_at, rules_below

_CERTAIN = 0.1
"""Nats by which a bound in floats has to be below a target."""
ROUGH = 2
"""Correct digits of delta in a direction that is far from being the larger one."""

_TINY = 1e-10
"""A delta below which the total variation distance is bound enough where nothing else has an answer."""
_LOSS_BITS, _MASS_BITS = 64, 256
"""The precisions in bits at which an eps is compared with the largest loss, and masses of infinite losses."""


@contextmanager
def within_floats() -> Iterator[None]:
    """Context around a search that handles floating-point overflow itself. Raises ArithmeticError if the search
    does."""
    try:
        with numpy.errstate(all="ignore"):
            yield
    except ours(OverflowError, ZeroDivisionError) as error:
        raise ArithmeticError("the search of a contour leaves the range of floats") from error


@within_floats()
def for_delta(g: CharacteristicFunction, question: ch.Question) -> ch.Witness:
    """The witness for delta: the larger direction with all digits, the other one only as far as needed to prove that it
    is smaller."""
    epsilon, asked = question.at, question.correct_digits
    with balls(_LOSS_BITS) as xp:
        if reaches(xp, epsilon, largest_loss(g.directions)):  # delta at infinity answers
            return {}
    guesses = [total for total, _ in leading_terms(g, float(epsilon))]
    lead = max(range(len(guesses)), key=lambda index: guesses[index])
    try:
        rule, floor = _largest_of(g.directions[lead], epsilon, asked)
    except ArithmeticError:
        if asked is None and all(_never_above(parts, arb(_TINY)) for parts in g.directions):
            return _by_moments(g)
        raise
    found = {lead: {} if rule is None else stated(DIRECTIONS[lead], rule)}
    for index, parts in enumerate(g.directions):
        if index != lead:
            shown = below_target(index, parts, epsilon, lower_end(floor + surplus(g.directions[lead], parts)))
            found[index] = stated(DIRECTIONS[index], rule_at(parts, epsilon, asked)) if shown is None else shown
    return _joined(found)


def _largest_of(parts: Composition, epsilon: Fraction, asked: int | None) -> tuple[Rule | None, arb]:
    """(the rule in the larger direction, the delta of its finite losses); none from the largest one on, as where nearly
    all that is lost is lost with certainty. Raises ArithmeticError."""
    with balls(_LOSS_BITS) as xp:
        if reaches(xp, epsilon, max_loss(parts)):
            return None, arb(0)
    rule = rule_at(parts, epsilon, asked)
    return rule, rule.inverse(parts).delta(epsilon)


def for_epsilon(g: CharacteristicFunction, question: ch.Question) -> ch.Witness:
    """The witness for eps; none where losses of a stated function have atoms so large that no line nor smoothing
    encloses eps, which is then only known to be no more than the largest loss. Raises ArithmeticError."""
    try:
        return _ends(g, question)
    except ours(ArithmeticError):
        stated_ones = any(isinstance(m, StatedMoments) for m, _ in g.directions[0])
        if largest_loss(g.directions) is None or not stated_ones:
            raise
        return {}


@within_floats()
def _ends(g: CharacteristicFunction, question: ch.Question) -> ch.Witness:
    """The witness for eps: the direction with the larger eps with all digits, the other one only as far as needed to
    prove the upper end."""
    asked = question.correct_digits
    targets = [_finite_target(parts, question.at, digits_for(asked)) for parts in g.directions]
    pairs = list(zip(g.directions, targets, strict=True))
    guesses, nats = zip(*(_guess(parts, target) for parts, target in pairs), strict=True)
    if max(nats) < NEAR_ZERO and all(_never_above(parts, target) for parts, target in pairs):
        return ch.Bracket(above=Fraction(0), below=Fraction(0)).written() | _by_moments(g)
    lead = max(range(len(guesses)), key=lambda index: guesses[index])
    below, above, rule = ends_of(g.directions[lead], targets[lead], asked)
    found = {lead: stated(DIRECTIONS[lead], rule)}
    for index, parts in enumerate(g.directions):
        if index != lead:
            shown = below_target(index, parts, above, lower_end(targets[index]))
            if shown is None:
                own_below, own_above, rule = ends_of(parts, targets[index], asked)
                if own_above < above and not rule.inverse(parts).delta(above) <= targets[index]:
                    raise ArithmeticError("the rule of one direction does not serve the eps of the other one")
                below, above = max(below, own_below), max(above, own_above)
            found[index] = stated(DIRECTIONS[index], rule) if shown is None else shown
    ends = ch.Bracket(above=max(above, Fraction(0)), below=max(below, Fraction(0)))
    return ends.written() | _joined(found)


@within_floats()
def refined(g: CharacteristicFunction, question: ch.Question, found: ch.Witness) -> ch.Witness:
    """A witness for eps with ends that balls find along the line that it states for the first direction. Raises
    Unavailable if it states none, and ArithmeticError."""
    parts, ends = g.directions[0], ch.Bracket.read(found)
    line = rule_of(DIRECTIONS[0], len(parts), found)
    if not isinstance(line, Line) or ends.below is None or ends.above is None:
        raise ch.Unavailable("the witness states no line and no ends")
    target = _finite_target(parts, question.at, DIGITS)
    middle = (ends.below + ends.above) / 2
    below, above = bracket_on(parts, line, target, middle, float(line.order - 1))
    better = ch.Bracket(above=max(above, Fraction(0)), below=max(below, Fraction(0)))
    return {**found, **better.written()}


def below_target(index: int, parts: Composition, epsilon: Fraction, target: arb) -> dict[str, Fraction] | None:
    """The witness entries that prove delta <= target in one direction: none from the largest loss on, a Chernoff bound,
    or a rule of few digits; None if nothing of this does."""
    with balls(_LOSS_BITS) as xp:
        if reaches(xp, epsilon, max_loss(parts)):
            return {}
    try:
        order = searched(parts).chernoff_order(float(epsilon), log_of(target) - _CERTAIN)
        with balls(64) as xp:
            if chernoff(parts, order, xp.number(epsilon)) <= target:
                return stated(DIRECTIONS[index], MomentBound(order))
    except ours(ArithmeticError, OverflowError):
        pass
    for rule in rules_below(parts, epsilon, target, ROUGH):
        with ignoring(ArithmeticError):
            if rule.inverse(parts).delta(epsilon) <= target:
                return stated(DIRECTIONS[index], rule)
    return None


def _by_moments(g: CharacteristicFunction) -> dict[str, Fraction]:
    """The witness entries for bounds by the total variation distance, from above only."""
    return _joined({index: stated(DIRECTIONS[index], MomentBound(TWO)) for index in range(len(g.directions))})


def _never_above(parts: Composition, target: arb) -> bool:
    """Whether delta is certainly at most the target at every eps >= 0."""
    try:
        return bool(by_moment(parts, TWO, Fraction(0)) <= target)
    except ours(ArithmeticError, OverflowError):
        return False


def _joined(found: Mapping[int, Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """The witness entries of all directions, in order."""
    return {key: x for index in sorted(found) for key, x in found[index].items()}


def _finite_target(parts: Composition, delta: Fraction, digits: int) -> arb:
    """delta minus the mass at infinite loss. Raises Unavailable if this is not certainly positive."""
    mass = infinity_mass(parts)
    with balls(256 + 4 * digits) as xp:
        left = xp.number(delta) - xp.number(mass)
        if not left > 0:
            raise ch.Unavailable("delta is not certainly above the mass of infinite losses")
        return left


def _guess(parts: Composition, target: arb) -> tuple[float, float]:
    """(eps by the leading term at its saddle point, about the nats by which delta falls from 0 to there); both -inf if
    there is none."""
    try:
        search = searched(parts)
        order = search.order_of(log_of(target))
        epsilon = search.saddle(order)[0]
    except ours(ArithmeticError, OverflowError):
        return -math.inf, -math.inf
    return epsilon, epsilon * (order - 1)


def leading_terms(g: CharacteristicFunction, epsilon: float) -> list[tuple[float, float]]:
    """(log delta, that of the finite losses) in each direction, by the leading term at its saddle point; the second is
    -inf if there is none."""
    terms = [_leading_term(parts, epsilon) for parts in g.directions]
    return [(_log_total(parts, term), term) for parts, term in zip(g.directions, terms, strict=True)]


def _leading_term(parts: Composition, epsilon: float) -> float:
    """log delta by the leading term at its saddle point; -inf if there is none."""
    try:
        search = searched(parts)
        return search.saddle_delta(search.order_at(epsilon), epsilon)
    except ours(ArithmeticError, OverflowError):
        return -math.inf


def _log_total(parts: Composition, log_delta: float) -> float:
    """The logarithm of delta, from that of the finite losses."""
    mass = infinity_mass(parts)
    if mass == 0:
        return log_delta
    infinite = enclose(lambda xp: xp.log(xp.number(mass))).upper
    most, least = max(infinite, log_delta), min(infinite, log_delta)
    return most + math.log1p(math.exp(least - most)) if most > -math.inf else most


def surplus(lead: Composition, parts: Composition) -> arb:
    """By how much infinite losses are more probable in one direction than in another: what finite losses in that may
    have of a delta beside its own, as where a record with a failure is in a sample or not."""
    if lead is parts or (infinity_mass(lead) == 0 and infinity_mass(parts) == 0):
        return arb(0)
    with balls(_MASS_BITS) as xp:
        return xp.number(infinity_mass(lead)) - xp.number(infinity_mass(parts))
