"""Witnesses for many questions at once. Similar questions share a line, at whose nodes the moment generating functions
are computed once; a question for which no shared line is accurate enough gets a search of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.catching import ours
from chartered_verify.enclosure import enclose
from chartered_verify.large_packages import numpy
from msgspec import Struct
from msgspec.structs import replace

from ..formulas.composed_moments import Line
from ..formulas.loss_properties import LossMoments
from ..formulas.moments import Gaussian
from ..guarantee import CharacteristicFunction
from ..inversion_witness import DIRECTIONS, stated
from .line_errors_in_floats import ORDERS, Choice, dyadic, log_bound, nats_of, newton
from .line_search import Search
from .moments_in_floats import in_floats
from .power_sums_in_floats import Array, FloatMoments

DIGITS, ROUGH = 11, 6
"""Correct digits of delta for which a line is chosen, and those in a direction that is not the larger one."""
_WIDTH = 2e-11
"""The relative difference of delta between the two ends of eps: a margin for the error of the line."""
_LIKE_COUNTS, _LIKE_DELTAS = 2.5, 4.0
"""The largest ratio of counts, and the largest difference of log delta, of questions that share a line."""
_FEWEST = 8
"""If no line serves all questions and they are at most this many, each gets a search of its own."""
_CLEAR = 1e-3
"""The nats by which a Chernoff bound must be below delta."""
_CANCELLED, _ROUNDING, _WIDEST = 9.0, 6e-16, 4e-10
"""The nats that may cancel in a sum of doubles, the rounding error of a double with a margin, and the largest distance
between the ends of eps, relative to an eps above 1."""


class Questions(Struct, frozen=True):
    """Questions about eps: the mechanisms of both directions, each with an array of counts, and log delta of the finite
    losses, in an order in which similar questions are adjacent."""

    directions: tuple[tuple[tuple[LossMoments, Array], ...], ...]
    log_deltas: Array

    @classmethod
    def of(cls, g: CharacteristicFunction, deltas: Array) -> Questions:
        """The questions for a guarantee with arrays of counts."""
        sizes = numpy.ones(len(deltas))
        directions = tuple(_with_one_gaussian([(m, times * sizes) for m, times in parts]) for parts in g.directions)
        kept = sum(times * math.log1p(-_infinity_mass(m)) for m, times in directions[0])
        with numpy.errstate(all="ignore"):
            return cls(directions, numpy.log(deltas + numpy.expm1(kept)))

    def blocks(self) -> Iterator[slice]:
        """Ranges of similar questions."""
        start = 0
        for index in range(1, len(self.log_deltas) + 1):
            if index == len(self.log_deltas) or not self._alike(start, index):
                yield slice(start, index)
                start = index

    def _alike(self, one: int, other: int) -> bool:
        ratios = (times[other] / times[one] for _, times in self.directions[0])
        far = abs(self.log_deltas[other] - self.log_deltas[one])
        return bool(far <= _LIKE_DELTAS) and all(1 / _LIKE_COUNTS <= r <= _LIKE_COUNTS for r in ratios)

    def within(self, block: slice) -> Questions:
        """The questions of one range."""
        directions = tuple(tuple((m, times[block]) for m, times in parts) for parts in self.directions)
        return replace(self, directions=directions, log_deltas=self.log_deltas[block])

    def search(self, index: int, direction: int = 0) -> Search:
        """The search for one question in one direction."""
        return Search(tuple((m, int(times[index])) for m, times in self.directions[direction]))

    def logs(self, of: Callable[[FloatMoments], Array], direction: int = 0) -> Array:
        """log M of the composition of each question, from log M of a mechanism by `of`: one row for each question."""
        parts = self.directions[direction]
        found: Array = numpy.sum([times[:, None] * of(in_floats(m)) for m, times in parts], axis=0)
        return found

    @property
    def runs(self) -> Array:
        """The total number of runs of each question."""
        found: Array = numpy.sum([times for _, times in self.directions[0]], axis=0)
        return found

    @property
    def middle(self) -> int:
        """The index of the middle question."""
        return (len(self.log_deltas) - 1) // 2

    @property
    def ends(self) -> list[int]:
        """The indices of the first, the middle and the last question."""
        return sorted({0, self.middle, len(self.log_deltas) - 1})


def _infinity_mass(m: LossMoments) -> float:
    return enclose(lambda xp: xp.number(m.infinity_mass)).upper


def _with_one_gaussian(parts: list[tuple[LossMoments, Array]]) -> tuple[tuple[LossMoments, Array], ...]:
    """The mechanisms with all Gaussians merged into one at the end, as in a composition with integer counts."""
    others = [(m, times) for m, times in parts if not isinstance(m, Gaussian)]
    gaussians = [(m, times) for m, times in parts if isinstance(m, Gaussian)]
    if not gaussians:
        return tuple(others)
    counts = gaussians[0][1]
    squares = [ch.scale(m.mu_squared, Fraction(int(times[0]), int(counts[0]))) for m, times in gaussians]
    return *others, (Gaussian(ch.total(squares)), counts)


def many(g: CharacteristicFunction, deltas: Array, near: Mapping[str, Any] | None) -> tuple[Array, Mapping[str, Array]]:
    """(eps, witnesses), NaN for a question that needs a search of its own."""
    asked = Questions.of(g, deltas)
    found, columns = numpy.full(len(deltas), numpy.nan), dict[str, Array]()
    for block in asked.blocks():
        for part, epsilons, witness in _on_few_lines(asked, block):
            found[part] = epsilons
            for name, values in witness.items():
                columns.setdefault(name, numpy.full(len(deltas), numpy.nan))[part] = values
    return found, columns


def _on_few_lines(asked: Questions, block: slice) -> Iterator[tuple[slice, Array, dict[str, Any]]]:
    """(range, eps, witnesses) for similar questions; if no line serves all of them, for either half separately."""
    try:
        yield block, *_on_one_line(asked.within(block))
    except ours(ArithmeticError, ValueError):
        middle = (block.start + block.stop) // 2
        if block.stop - block.start > _FEWEST:
            yield from _on_few_lines(asked, slice(block.start, middle))
            yield from _on_few_lines(asked, slice(middle, block.stop))


def _on_one_line(asked: Questions) -> tuple[Array, dict[str, Any]]:
    """(eps, witnesses) of similar questions. Raises ArithmeticError if no line serves all of them."""
    search, level = asked.search(asked.middle), float(asked.log_deltas[asked.middle])
    epsilon = search.epsilon(level).epsilon
    saddle = search.order_at(epsilon)
    rough = search.choose(saddle, epsilon, level, nats_of(DIGITS), _CANCELLED)
    starts = numpy.full(len(asked.log_deltas), epsilon)
    epsilons, _ = newton(rough, asked.logs(rough.logs), asked.log_deltas, starts)
    choice, line = _line(asked, 0, rough, epsilons, asked.log_deltas, DIGITS)
    logs = asked.logs(choice.logs)
    epsilons, slopes = newton(choice, logs, asked.log_deltas, epsilons)
    size = abs(logs).max(axis=1)  # the root: M - 1 is a sum of terms of both signs, each about as large as that
    rounding = (
        _ROUNDING * math.exp(choice.cancelled) * (4 * math.sqrt(choice.count) + size + numpy.sqrt(asked.runs * size))
    )
    width = (_WIDTH + rounding) / slopes + 1e-14 * abs(epsilons)
    known = numpy.where(2 * width < _WIDEST * numpy.maximum(epsilons, 1), epsilons, numpy.nan)
    ends = ch.Bracket(above=numpy.maximum(epsilons + width, 0), below=numpy.maximum(epsilons - width, 0))
    return known, ends.written() | _in_doubles(0, line) | _other_direction(asked, epsilons)


def _line(
    asked: Questions, direction: int, rough: Choice, epsilons: Array, log_deltas: Array, digits: int
) -> tuple[Choice, Line]:
    """The line of the same order whose period and height suffice for the first, the middle and the last question."""
    found = {}
    for index in asked.ends:
        search, at = asked.search(index, direction), (float(epsilons[index]), float(log_deltas[index]))
        found[search] = search.on(rough.order, rough.right_order, *at, nats_of(digits))
    widest = replace(
        rough,
        period=max(choice.period for choice in found.values()),
        height=max(choice.height for choice in found.values()),
        cancelled=max(choice.cancelled for choice in found.values()),
    )
    most = max(found, key=lambda search: search.runs)
    line = most.line(most.affordable(widest), digits)
    contour = line.contour  # the exact numbers that the witness states
    return replace(widest, order=float(contour.order), period=2 * math.pi / float(contour.spacing)), line


def _in_doubles(direction: int, line: Line) -> dict[str, Any]:
    """The witness entries of a line. Raises ArithmeticError if one is not a double."""
    found = stated(DIRECTIONS[direction], line)
    if any(Fraction(float(x)) != x for x in found.values()):
        raise ArithmeticError("the line is not one of doubles")
    return {name: float(x) for name, x in found.items()}


def _other_direction(asked: Questions, epsilons: Array) -> dict[str, Any]:
    """The witness entries that prove that delta is smaller in the second direction, if there is one: the order of a
    Chernoff bound, or a line of few digits."""
    if len(asked.directions) == 1:
        return {}
    bounds = log_bound(asked.logs(lambda m: m.log(ORDERS), 1).real, ORDERS, epsilons[:, None])
    orders = numpy.array([float(dyadic(float(order))) for order in ORDERS])[bounds.argmin(axis=1)]
    below = bounds.min(axis=1) < asked.log_deltas - _CLEAR
    found = {f"{DIRECTIONS[1]}.chernoff": numpy.where(below, orders, numpy.nan)}
    if below.all():
        return found
    left = numpy.flatnonzero(~below & numpy.isfinite(epsilons))  # without an eps a question searches for itself
    if not left.size:
        return found
    line = _rough_line(asked.within(slice(left[0], left[-1] + 1)), epsilons[left[0] : left[-1] + 1])
    return found | {name: numpy.where(below, numpy.nan, x) for name, x in _in_doubles(1, line).items()}


def _rough_line(asked: Questions, epsilons: Array) -> Line:
    """A line of few digits in the second direction. Raises ArithmeticError if none serves all questions."""
    levels = numpy.zeros(len(epsilons))
    for index in asked.ends:
        search, epsilon = asked.search(index, 1), float(epsilons[index])
        saddle = search.order_at(epsilon)
        levels[index] = search.saddle_delta(saddle, epsilon)
        if index == asked.middle:
            rough = search.choose(saddle, epsilon, float(levels[index]), nats_of(ROUGH))
    return _line(asked, 1, rough, epsilons, levels, ROUGH)[1]
