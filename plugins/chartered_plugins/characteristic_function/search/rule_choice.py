"""The rule for a profile in one direction: two bounds where delta is next to 1, along a line if some loss has a smooth
density, a finite sum if all losses lie on a lattice or few runs are of one Laplace mechanism, a power series next to
the largest loss, along a line if Laplace noise has enough runs, otherwise smoothing; also smoothing if it takes less
work than the first choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple, Never, TypeVar

import chartered as ch
from chartered_verify.catching import ignoring, ours
from chartered_verify.enclosure import fraction_of
from flint import arb

from ..formulas.composed_moments import Composition, Line
from ..formulas.lattice_inversion import lattice_of
from ..formulas.loss_properties import LossMoments
from ..formulas.rule_numbers import Rule
from ..laws.analytic_law import Law
from ..laws.discrete_laplace import LaplaceOnIntegers
from ..laws.laplace_law import LaplaceLaw
from . import (
    banded_line,
    choice_of_halves,
    delta_near_one,
    finite_sums,
    lattice,
    series_below_largest_loss,
    shown_samples,
)
from .accurate_line import (
    DIGITS,
    Ends,
    affordable_line_at,
    bracket,
    close_bracket,
    correct_digits,
    digits_for,
    line_at,
    solved,
    terms_if_long,
)
from .eps_bracket import log_of
from .smoothing import SmoothedSearch

T = TypeVar("T")
_FAR_APART, _MOST_GRIDS, _MOST_RUNS = 20, 16, 100
"""Ends by smoothing that are a twentieth of eps apart are refused for so few mechanisms and runs."""
_FASTER = 2
"""By how many times bands of losses have to have fewer terms than a line, to be taken instead."""
_FINER, _SMOOTHED_DIGITS = 4, 8
"""Digits that cost nothing on a lattice with few nodes, and more digits than smoothing has."""


class Way(NamedTuple):
    """How a profile may be found: the rule `at` an eps, and two `ends`, for a request of digits; either raises
    ArithmeticError where it does not serve. `alone`: whether nothing but smoothing is left then."""

    at: Callable[[Composition, Fraction, int | None], Rule]
    ends: Callable[[Composition, arb, int | None], Ends]
    alone: bool = False


def rule_at(parts: Composition, epsilon: Fraction, asked: int | None) -> Rule:
    """The rule for delta at an eps, with the requested number of digits. Raises ArithmeticError, and Unavailable if it
    would take too much work."""
    return _first(parts, asked, lambda way: way.at(parts, epsilon, asked))


def ends_of(parts: Composition, target: arb, asked: int | None) -> Ends:
    """(below, above, rule) with delta(below) >= target >= delta(above) for the delta of the finite losses, or (0, 0,
    rule) if delta(0) is not above the target. Raises ArithmeticError, and Unavailable if the digits take too much
    work."""
    return _first(parts, asked, lambda way: way.ends(parts, target, asked))


def _first(parts: Composition, asked: int | None, found: Callable[[Way], T]) -> T:
    """What the first way finds that serves, or smoothing. Raises the error of one that was alone, if there is one."""
    first: ArithmeticError | None = None
    for way in _ways(parts, asked):
        try:
            return found(way)
        except ours(ArithmeticError) as why:
            if way.alone:
                first = why
                break
    if first is not None and not _cheap(parts):
        raise first
    try:
        return found(Way(_smoothed_at, _smoothed_ends))
    except ours(ArithmeticError) as second:
        raise first or second from second


def _ways(parts: Composition, asked: int | None) -> Iterator[Way]:
    """All but smoothing, in order."""
    yield _way(delta_near_one.rule_at, _nothing)
    yield _way(shown_samples.rule_at, shown_samples.bracket)
    if _decays(parts):
        yield Way(_decaying_at, _decaying_ends, alone=True)
    if lattice_of(parts) is not None:
        yield _way(lattice.rule_at, lattice.bracket, alone=True)
    if lattice.has_many_steps(parts):
        yield _way(lattice.rule_at, lattice.bracket, _FINER)
    if finite_sums.serves(parts, asked):
        yield _way(finite_sums.rule_at, finite_sums.bracket)
    yield _way(series_below_largest_loss.rule_at, series_below_largest_loss.bracket)
    yield _way(choice_of_halves.rule_at, choice_of_halves.bracket)
    if _falls(parts):
        yield Way(_falling_at, _falling_ends, alone=True)


def _way(
    at: Callable[[Composition, Fraction, int], Rule],
    ends: Callable[[Composition, arb, int], Ends],
    more: int = 0,
    *,
    alone: bool = False,
) -> Way:
    """That of functions of a number of digits, of which it takes `more` than are asked."""
    return Way(
        lambda parts, epsilon, asked: at(parts, epsilon, digits_for(asked) + more),
        lambda parts, target, asked: ends(parts, target, digits_for(asked) + more),
        alone,
    )


def _nothing(*_: object) -> Never:
    raise ArithmeticError("this way leads to none")


def rules_below(parts: Composition, epsilon: Fraction, target: arb, digits: int) -> Iterator[Rule]:
    """Rules by which delta at an eps may certainly be at most a target, each of a few digits: a power series, a finite
    sum if there is one, a line or, where there is none, bands of losses, or smoothing."""
    ways: list[Callable[[], Rule]] = [lambda: series_below_largest_loss.rule_at(parts, epsilon, digits)]
    if lattice.has_many_steps(parts):
        ways.append(lambda: lattice.rule_at(parts, epsilon, digits))
    elif finite_sums.serves(parts, None):
        ways.append(lambda: finite_sums.rule_at(parts, epsilon, digits))
    else:
        ways += [
            lambda: shown_samples.below_at(parts, target),
            lambda: _line_or_bands(parts, epsilon, target, digits),
        ]
        if _cheap(parts) and not _decays(parts):
            ways.append(lambda: SmoothedSearch(parts).roughly_at(epsilon))
    for way in ways:
        with ignoring(ArithmeticError):
            yield way()


def _line_or_bands(parts: Composition, epsilon: Fraction, target: arb, digits: int) -> Rule:
    try:
        return line_at(parts, epsilon, digits)
    except ours(ArithmeticError):
        return banded_line.below_at(parts, epsilon, target)


def _decaying_at(parts: Composition, epsilon: Fraction, asked: int | None) -> Rule:
    """A line where M decays, or bands where it would be long; of few digits, smoothing where that is narrower."""
    line = affordable_line_at(parts, epsilon, asked, lambda digits: banded_line.rule_at(parts, epsilon, digits))
    if isinstance(line, Line) and (terms := terms_if_long(parts, line.contour)) is not None:
        with ignoring(ArithmeticError):
            return banded_line.rule_at(parts, epsilon, digits_for(asked) + 1, terms // _FASTER)

    def width(rule: Rule) -> tuple[Fraction, Fraction]:
        found = rule.inverse(parts).delta(epsilon)
        return fraction_of(found.rad()), fraction_of(found.mid())

    return _narrower(parts, asked, line, width, lambda: _smoothed_at(parts, epsilon, asked))


def _decaying_ends(parts: Composition, target: arb, asked: int | None) -> Ends:
    """Two ends likewise."""
    with ignoring(ArithmeticError):
        return _faster_ends(parts, target, digits_for(asked))
    found = close_bracket(parts, target, asked, lambda digits: banded_line.bracket(parts, target, digits))
    return _narrower(
        parts, asked, found, lambda ends: (ends[1] - ends[0], ends[1]), lambda: _smoothed_ends(parts, target, asked)
    )


def _narrower(
    parts: Composition,
    asked: int | None,
    found: T,
    width: Callable[[T], tuple[Fraction, Fraction]],
    smoothed: Callable[[], T],
) -> T:
    """What a line found or, of few digits, what smoothing finds where that is narrower. `width`: (a width, that of
    which it is one)."""
    if asked is not None or not _cheap(parts) or not any(m.falls and not m.decays for m, _ in parts):
        return found
    size, of = width(found)
    if correct_digits(size, of) < _SMOOTHED_DIGITS:
        with ignoring(ArithmeticError, ch.Unavailable):
            other = smoothed()
            return other if width(other)[0] < size else found
    return found


def _faster_ends(parts: Composition, target: arb, digits: int) -> Ends:
    """Two ends by bands of losses where a line would have many nodes. Raises ArithmeticError where it has few, and
    where the bands would not have far fewer."""
    terms = terms_if_long(parts, solved(parts, log_of(target), digits).choice)
    if terms is None:
        raise ArithmeticError("the line is short")
    return banded_line.bracket(parts, target, digits + 1, terms // _FASTER)


def _falling_at(parts: Composition, epsilon: Fraction, asked: int | None) -> Rule:
    """A line along which M becomes small, though not 0."""
    return line_at(parts, epsilon, digits_for(asked))


def _falling_ends(parts: Composition, target: arb, asked: int | None) -> Ends:
    return bracket(parts, target, DIGITS) if asked is None else close_bracket(parts, target, asked)


def _cheap(parts: Composition) -> bool:
    return all(m.cheap for m, _ in parts)


def _decays(parts: Composition) -> bool:
    return any(m.decays for m, _ in parts)


def _falls(parts: Composition) -> bool:
    """Whether M may become small along a line: what remains of it are the atoms of Laplace losses, sampled or not, to
    the power of the number of runs."""
    return any(m.falls for m, _ in parts)


def _smoothed_at(parts: Composition, epsilon: Fraction, asked: int | None) -> Rule:
    """A rule by smoothing."""
    return _smoothing(parts).line_at(epsilon, asked)


def _smoothed_ends(parts: Composition, target: arb, asked: int | None) -> Ends:
    """Two ends by smoothing."""
    found = _smoothing(parts).bracket(target, asked)
    if asked is None and found[1] - found[0] > found[1] / _FAR_APART and _few_sampled(parts):
        raise ch.Unavailable("smoothing says less of so few runs than losses on a grid")
    return found


def _smoothing(parts: Composition) -> SmoothedSearch:
    """The search. Raises Unavailable for a single run on a Poisson sample, which smoothing would answer more coarsely
    and more slowly than its exact profile."""
    if len(parts) == 1 and parts[0][1] == 1 and _samples_one(parts[0][0]):
        raise ch.Unavailable("one run alone has an exact profile, and this accountant would smooth it")
    return SmoothedSearch(parts)


def _few_sampled(parts: Composition) -> bool:
    """Whether all runs are of noise on Poisson samples, and few enough for losses on a grid."""
    runs = sum(times for _, times in parts)
    return len(parts) <= _MOST_GRIDS and runs <= _MOST_RUNS and all(_samples_one(m) for m, _ in parts)


def _samples_one(m: LossMoments) -> bool:
    """Whether it is noise on a sample of which one record changes: one run has an exact profile, and few are answered
    by losses on a grid."""
    if not (isinstance(m, LaplaceLaw | LaplaceOnIntegers | Law) and m.cheap):
        return False
    both = m.ratio.p, m.ratio.q
    if isinstance(m, Law) and not m.noise.replaced_profile and all(mixture.spread for mixture in both):
        return False
    return all(len(mixture.parts) <= 2 for mixture in both)
