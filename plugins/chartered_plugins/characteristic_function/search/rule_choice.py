"""The rule for a profile in one direction: two bounds where delta is next to 1, along a line if some loss has a smooth
density, a finite sum if all losses lie on a lattice or few runs are of one Laplace mechanism, a power series next to
the largest loss, along a line if Laplace noise has enough runs, otherwise smoothing; also smoothing if it takes less
work than the first choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

import chartered as ch
from chartered_verify.catching import ignoring, ours
from chartered_verify.enclosure import fraction_of
from flint import arb

from ..formulas.composed_moments import Composition, Line
from ..formulas.cost_of_moments import is_cheap, samples_one
from ..formulas.lattice_inversion import lattice_of
from ..formulas.rule_numbers import Rule
from . import banded_line, choice_of_halves, delta_near_one, series_below_largest_loss, shown_samples
from .accurate_line import (
    DIGITS,
    SPARE,
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
from .finite_sums import sum_search
from .lattice import LatticeSearch, has_many_steps
from .next_to_largest_loss import next_to_largest
from .smoothing import SmoothedSearch

T = TypeVar("T")
_FAR_APART, _MOST_GRIDS, _MOST_RUNS = 20, 16, 100
"""Ends by smoothing that are a twentieth of eps apart are refused for so few mechanisms and runs."""
_FASTER = 2
"""By how many times bands of losses have to have fewer terms than a line, to be taken instead."""
_CLOSER, _FINER, _SMOOTHED_DIGITS = 2, 4, 8
"""Attempts to narrow ends on a lattice, digits that cost nothing there with few nodes, and more digits than smoothing
has."""


def rule_at(parts: Composition, epsilon: Fraction, asked: int | None) -> Rule:
    """The rule for delta at an eps, with the requested number of digits. Raises ArithmeticError, and Unavailable if it
    would take too much work."""
    try:
        ways: tuple[Callable[..., Rule | None], ...] = (delta_near_one.rule_at, shown_samples.rule_at)
        for way in ways:
            with ignoring(ArithmeticError):
                if (known := way(parts, epsilon, _digits(asked))) is not None:
                    return known
        if _decays(parts):
            line = affordable_line_at(parts, epsilon, asked, lambda digits: banded_line.rule_at(parts, epsilon, digits))
            if isinstance(line, Line) and (terms := terms_if_long(parts, line.contour)) is not None:
                with ignoring(ArithmeticError):
                    return banded_line.rule_at(parts, epsilon, _digits(asked) + 1, terms // _FASTER)
            return _sharper_at(parts, epsilon, line, asked)
        if lattice_of(parts) is not None:
            return _on_lattice(parts).line_at(epsilon, _digits(asked))
        if has_many_steps(parts):
            with ignoring(ArithmeticError):
                return _on_lattice(parts).line_at(epsilon, _digits(asked) + _FINER)
        if (search := sum_search(parts, asked)) is not None:
            return search.rule_at(epsilon, _digits(asked))
        with ignoring(ArithmeticError):
            if (series := series_below_largest_loss.rule_at(parts, epsilon, _digits(asked))) is not None:
                return series
        with ignoring(ArithmeticError):
            if (rule := choice_of_halves.rule_at(parts, epsilon, _digits(asked))) is not None:
                return rule
        if _falls(parts):
            return line_at(parts, epsilon, digits_for(asked))
    except ours(ArithmeticError) as first:
        return _smoothed_at(parts, epsilon, asked, first)
    return _smoothed_at(parts, epsilon, asked)


def rules_below(parts: Composition, epsilon: Fraction, target: arb, digits: int) -> Iterator[Rule]:
    """Rules by which delta at an eps may certainly be at most a target, each of a few digits: a finite sum if there is
    one, a power series, a line or, where there is none, bands of losses, or smoothing."""
    search = sum_search(parts, None)
    ways: list[Callable[[], Rule]]
    if has_many_steps(parts):
        ways = [lambda: _on_lattice(parts).line_at(epsilon, digits)]
    elif search is not None:
        ways = [lambda: search.rule_at(epsilon, digits)]
    else:
        ways = [
            lambda: shown_samples.below_at(parts, target),
            lambda: _line_or_bands(parts, epsilon, target, digits),
        ]
        if _cheap(parts) and not _decays(parts):
            ways.append(lambda: SmoothedSearch(parts).roughly_at(epsilon))
    with ignoring(ArithmeticError):
        if (series := series_below_largest_loss.rule_at(parts, epsilon, digits)) is not None:
            yield series
    for way in ways:
        with ignoring(ArithmeticError):
            yield way()


def _line_or_bands(parts: Composition, epsilon: Fraction, target: arb, digits: int) -> Rule:
    try:
        return line_at(parts, epsilon, digits)
    except ours(ArithmeticError):
        return banded_line.below_at(parts, epsilon, target)


def ends_of(parts: Composition, target: arb, asked: int | None) -> Ends:
    """(below, above, rule) with delta(below) >= target >= delta(above) for the delta of the finite losses, or (0, 0,
    rule) if delta(0) is not above the target. Raises ArithmeticError, and Unavailable if the digits take too much
    work."""
    try:
        with ignoring(ArithmeticError):
            if (told := shown_samples.bracket(parts, target, _digits(asked))) is not None:
                return told
        if _decays(parts):
            with ignoring(ArithmeticError):
                return _faster_ends(parts, target, _digits(asked))
            found = close_bracket(parts, target, asked, lambda digits: banded_line.bracket(parts, target, digits))
            return _narrower(parts, target, found, asked)
        if lattice_of(parts) is not None:
            return _lattice_ends(parts, target, _digits(asked))
        if has_many_steps(parts):
            with ignoring(ArithmeticError):
                return _lattice_ends(parts, target, _digits(asked) + _FINER)
        if (search := sum_search(parts, asked)) is not None:
            with ignoring(ArithmeticError):
                return search.bracket(target, _digits(asked))
        if (near := next_to_largest(parts, target, _digits(asked), asked=asked is not None)) is not None:
            return near
        with ignoring(ArithmeticError):
            if (series := series_below_largest_loss.bracket(parts, target, _digits(asked))) is not None:
                return series
        with ignoring(ArithmeticError):
            if (listed := choice_of_halves.bracket(parts, target, _digits(asked))) is not None:
                return listed
        if _falls(parts):
            return bracket(parts, target, DIGITS) if asked is None else close_bracket(parts, target, asked)
    except ours(ArithmeticError) as first:
        return _smoothed_ends(parts, target, asked, first)
    return _smoothed_ends(parts, target, asked)


def _faster_ends(parts: Composition, target: arb, digits: int) -> Ends:
    """Two ends by bands of losses where a line would have many nodes. Raises ArithmeticError where it has few, and
    where the bands would not have far fewer."""
    terms = terms_if_long(parts, solved(parts, log_of(target), digits).choice)
    if terms is None:
        raise ArithmeticError("the line is short")
    return banded_line.bracket(parts, target, digits + 1, terms // _FASTER)


def _refuse_one_run(parts: Composition) -> None:
    """Raises Unavailable for a single run on a Poisson sample, which smoothing would answer more coarsely and more
    slowly than its exact profile."""
    if len(parts) == 1 and parts[0][1] == 1 and samples_one(parts[0][0]):
        raise ch.Unavailable("one run alone has an exact profile, and this accountant would smooth it")


def _digits(asked: int | None) -> int:
    """The number of correct digits for which a finite sum is chosen."""
    return max(DIGITS, (asked or 0) + SPARE)


def _cheap(parts: Composition) -> bool:
    """Whether M has a closed form, or is a sum of few terms: that of a sampled Gaussian takes ever more on a longer
    line."""
    return all(is_cheap(m) for m, _ in parts)


def _decays(parts: Composition) -> bool:
    return any(m.decays for m, _ in parts)


def _falls(parts: Composition) -> bool:
    """Whether M may become small along a line: what remains of it are the atoms of Laplace losses, sampled or not, to
    the power of the number of runs."""
    return any(m.falls for m, _ in parts)


def _may_smooth(parts: Composition, asked: int | None) -> bool:
    """Whether an enclosure along a line of few digits may be wider than that by smoothing."""
    return asked is None and _cheap(parts) and any(m.falls and not m.decays for m, _ in parts)


def _sharper_at(parts: Composition, epsilon: Fraction, line: Rule, asked: int | None) -> Rule:
    """The line or, of few digits, the rule by smoothing where delta is narrower by it."""
    if not _may_smooth(parts, asked):
        return line
    found = line.inverse(parts).delta(epsilon)
    if correct_digits(fraction_of(found.rad()), fraction_of(found.mid())) >= _SMOOTHED_DIGITS:
        return line
    with ignoring(ArithmeticError, ch.Unavailable):
        other = _smoothed_at(parts, epsilon, asked)
        return other if other.inverse(parts).delta(epsilon).rad() < found.rad() else line
    return line


def _narrower(parts: Composition, target: arb, found: Ends, asked: int | None) -> Ends:
    """Two ends along a line or, of few digits, those by smoothing where they are closer."""
    width = found[1] - found[0]
    if not _may_smooth(parts, asked) or correct_digits(width, found[1]) >= _SMOOTHED_DIGITS:
        return found
    with ignoring(ArithmeticError, ch.Unavailable):
        other = _smoothed_ends(parts, target, asked)
        return other if other[1] - other[0] < width else found
    return found


@lru_cache(maxsize=64)
def _on_lattice(parts: Composition) -> LatticeSearch:
    return LatticeSearch(parts)


def _lattice_ends(parts: Composition, target: arb, wanted: int) -> Ends:
    """Two ends with a number of digits."""
    zero = _zero(parts, target)
    if zero is not None:
        return zero
    digits = wanted
    found = _on_lattice(parts).bracket(target, digits)
    for _ in range(_CLOSER):
        below, above, _line = found
        missing = wanted - correct_digits(above - below, above)
        if missing <= 0:
            break
        digits += missing + 1
        found = _on_lattice(parts).bracket(target, digits)
    return found


def _zero(parts: Composition, target: arb) -> Ends | None:
    """The ends (0, 0) and a rule, if delta(0) is certainly at most the target; otherwise None."""
    line = _on_lattice(parts).line_at(Fraction(0), DIGITS)
    return (Fraction(0), Fraction(0), line) if line.inverse(parts).delta(Fraction(0)) <= target else None


def _smoothed(parts: Composition, first: ArithmeticError | None, way: Callable[[SmoothedSearch], T]) -> T:
    """What is found by smoothing; raises the error of the first choice if that fails as well."""
    if first is not None and not _cheap(parts):
        raise first
    _refuse_one_run(parts)
    try:
        return way(SmoothedSearch(parts))
    except ours(ArithmeticError) as second:
        raise first or second from second


def _smoothed_at(
    parts: Composition, epsilon: Fraction, asked: int | None, first: ArithmeticError | None = None
) -> Rule:
    """A rule by smoothing."""
    return _smoothed(parts, first, lambda search: search.line_at(epsilon, asked))


def _smoothed_ends(parts: Composition, target: arb, asked: int | None, first: ArithmeticError | None = None) -> Ends:
    """Two ends by smoothing."""
    found = _smoothed(parts, first, lambda search: search.bracket(target, asked))
    if asked is None and found[1] - found[0] > found[1] / _FAR_APART and _few_sampled(parts):
        raise ch.Unavailable("smoothing says less of so few runs than losses on a grid")
    return found


def _few_sampled(parts: Composition) -> bool:
    """Whether all runs are of noise on Poisson samples, and few enough for losses on a grid."""
    runs = sum(times for _, times in parts)
    return len(parts) <= _MOST_GRIDS and runs <= _MOST_RUNS and all(samples_one(m) for m, _ in parts)
