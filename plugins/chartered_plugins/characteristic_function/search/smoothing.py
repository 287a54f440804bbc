"""The choice of the smoothing width and of its line: as narrow as the work allows, or as the requested digits need. A
width eta causes an error of about c eta^2 in eps, and takes about 1/eta nodes."""

from __future__ import annotations

import math
from fractions import Fraction

import chartered as ch
from chartered_verify.catching import ours
from flint import arb
from msgspec.structs import replace

from ..formulas.composed_moments import MOST_COUNT, Composition
from ..formulas.loss_properties import FewLosses
from ..formulas.moments import ClosedForm, Gaussian
from ..formulas.smoothing import SmoothedLine
from .accurate_line import searched
from .eps_bracket import Enclosed, log_of
from .line_errors_in_floats import Choice, nats_of
from .line_search import DOUBLE_DIGITS, DOUBLE_LOSS, Search

SECONDS, MOST_SECONDS = 0.6, 6.0
"""The time that an evaluation of M may take, approximately: without requested digits, and with."""
_NODE, _TERM = 2.5e-5, 4e-8
"""Seconds for each node and mechanism, and for each term of a sampled mechanism."""
_COARSE, _ROUGH, _FINE = 0.25, 0.05, 1e-10
"""The first width times c, that for few digits, and c eta^2/eps for the narrowest width."""
_COARSER = (_COARSE, _COARSE / 2, _COARSE / 4)
"""The first widths times c that are tried in turn."""
_TURNS, _BITS = 8, 128
_OVER = 1.1
"""The time of a width that is narrow enough, as a share of SECONDS, about where the search for it settles."""
_FAR_OVER = 8.0
"""The share of SECONDS that stands for a width whose sums cannot be made."""
_TOO_MANY = "the losses have no smooth density, and so many digits would take too much work"
_SPARE, _MOST_DIGITS = 0.7, 100.0
"""Digits in addition to those requested, and a number of digits that is never affordable."""


class _Smoothed(Search):
    """A composition with a Gaussian of small width."""

    most_nodes = 2**40

    def __init__(self, parts: Composition, width: float) -> None:
        super().__init__((*parts, (Gaussian(Fraction(width) ** 2), 1)))
        self.wider = width

    def height(self, c: float, epsilon: float, log_delta: float, accuracy: float, loss: float) -> float:
        """The truncation height, higher than for the upper profile, since the terms of the lower profile are larger by
        about the height itself."""
        return super().height(c, epsilon, log_delta, accuracy + math.log1p(8 / self.wider), loss)


class SmoothedSearch:
    """A composition in one direction, for smoothed profiles."""

    def __init__(self, parts: Composition) -> None:
        self.parts, self.exact = parts, searched(parts)
        sampled = any(not isinstance(m, ClosedForm | FewLosses) for m, _ in parts)
        self._power = 0.5 if sampled else 1.0  # a sampled M takes more terms at large heights

    def line_at(self, epsilon: Fraction, asked: int | None) -> SmoothedLine:
        """The line for delta at an eps. Raises ArithmeticError, and Unavailable if the requested digits take too much
        work."""
        x = float(epsilon)
        saddle = self.exact.order_at(x)
        log_delta = self.exact.saddle_delta(saddle, x)
        return self._finest(x, log_delta, saddle, asked, 1 / saddle)

    def roughly_at(self, epsilon: Fraction) -> SmoothedLine:
        """A line for delta at an eps to about one part in a thousand. Raises ArithmeticError."""
        saddle = self.exact.order_at(float(epsilon))
        return self.line(_ROUGH / saddle, float(epsilon), self.exact.saddle_delta(saddle, float(epsilon)))

    def bracket(self, target: arb, asked: int | None) -> tuple[Fraction, Fraction, SmoothedLine]:
        """(below, above, line) with delta(below) >= target >= delta(above). Raises ArithmeticError and Unavailable."""
        log_target = log_of(target)
        saddle = self.exact.order_of(log_target)
        epsilon = self.exact.saddle(saddle)[0]
        for _ in range(_TURNS):
            above, coarse = self._roughly_above(epsilon, saddle, target)
            moved, epsilon = abs(float(above) - epsilon), float(above)
            if moved * (saddle - 1) < 1.0:
                break
            saddle = self.exact.order_at(epsilon)
        if above <= 0:
            return Fraction(0), Fraction(0), coarse
        saddle = self.exact.order_at(epsilon)
        line = self._finest(epsilon, log_target, saddle, asked, epsilon)
        return *self._enclosed(line, target).ends(epsilon, saddle - 1), line

    def _roughly_above(self, epsilon: float, saddle: float, target: arb) -> tuple[Fraction, SmoothedLine]:
        """The upper end near an eps by a coarse line, and that line; a finer one where a coarse one shows none. Raises
        ArithmeticError."""
        reason = ArithmeticError("no line is coarse enough")
        for width in _COARSER:
            line = self.line(width / saddle, epsilon, log_of(target))
            try:
                return self._enclosed(line, target).above(epsilon, saddle - 1), line
            except ours(ArithmeticError) as why:
                reason = why
        raise reason

    def _enclosed(self, line: SmoothedLine, target: arb) -> Enclosed:
        found = line.inverse(self.parts)
        return Enclosed(found.delta, target, _BITS, low=found.low.delta, up=found.up.delta)

    def _finest(self, epsilon: float, log_delta: float, saddle: float, asked: int | None, size: float) -> SmoothedLine:
        """The line of the narrowest width that the work allows or, with requested digits, of the width that they need
        for an eps of about `size`."""
        if asked is not None:
            width = math.sqrt(size / saddle) * 10.0 ** (-min(asked + _SPARE, _MOST_DIGITS) / 2)
            return self.line(width, epsilon, log_delta, MOST_SECONDS)
        return self.line(self._narrowest(epsilon, log_delta, saddle, size), epsilon, log_delta)

    def _narrowest(self, epsilon: float, log_delta: float, saddle: float, size: float) -> float:
        """The narrowest width that the work of an evaluation without requested digits allows."""
        width, least, narrowest = _COARSE / saddle, math.sqrt(_FINE * size / saddle), math.inf
        for _ in range(_TURNS):
            over = self._seconds(width, epsilon, log_delta) / SECONDS
            narrowest = min(narrowest, width) if over <= _OVER else narrowest
            if 0.6 < over <= 1 or (over <= 1 and width <= least):
                break
            width = max(width * (0.9 * over) ** self._power, least)
        if narrowest < math.inf and self._seconds(width, epsilon, log_delta) >= _FAR_OVER * SECONDS:
            return narrowest
        return min(narrowest, width)  # the last one may be wider, as the number of nodes jumps with that of digits

    def _seconds(self, width: float, epsilon: float, log_delta: float) -> float:
        """The approximate time of an evaluation with a width; that of far too narrow a one if its sums cannot be
        made."""
        try:
            return seconds(*self.choice(width, epsilon, log_delta))
        except ours(ArithmeticError):
            return _FAR_OVER * SECONDS

    def width_near(self, octave: int) -> float:
        """The width for every eps whose saddle point is near 1 + 2^octave. Raises ArithmeticError."""
        near = 1 + 2.0**octave
        epsilon, log_delta = self.exact.saddle(near)
        return self._narrowest(epsilon, log_delta, near, 1 / near)

    def choice(
        self, width: float, epsilon: float, log_delta: float, *, in_doubles: bool = False
    ) -> tuple[Search, Choice]:
        """The composition with a Gaussian of this width, and a line with all the digits of its upper smoothed profile,
        or those of them that a sum in doubles can have. Raises ArithmeticError."""
        search = _Smoothed(self.parts, width)
        saddle = search.order_at(epsilon)
        nats = nats_of(digits(width, saddle))
        if in_doubles:
            return search, search.choose(saddle, epsilon, log_delta, min(nats, DOUBLE_DIGITS), DOUBLE_LOSS)
        return search, search.choose(saddle, epsilon, log_delta, nats)

    def line(self, width: float, epsilon: float, log_delta: float, most: float = math.inf) -> SmoothedLine:
        """The line for a width. Raises Unavailable if it takes too much work."""
        width = float(f"{width:.3g}")
        try:
            search, choice = self.choice(width, epsilon, log_delta)
        except ours(ArithmeticError):
            if most == math.inf:
                raise
            raise ch.Unavailable(_TOO_MANY) from None
        if seconds(search, choice) > most or choice.count > MOST_COUNT:
            raise ch.Unavailable(f"{_TOO_MANY}: a sum of {choice.count} terms")
        line = search.line(choice, digits(width, choice.order))
        return SmoothedLine(replace(line, shifts=line.shifts[:-1]), Fraction(width))


def digits(width: float, order: float) -> float:
    """The number of digits of delta that a smoothed profile has, plus one."""
    return max(2.0, 1.5 - 2 * math.log10(width * order))


def seconds(search: Search, choice: Choice) -> float:
    """The approximate time of an evaluation on a line."""
    return choice.count * _NODE * len(search.parts) + search.terms(choice) * _TERM
