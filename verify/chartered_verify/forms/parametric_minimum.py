"""Parametric minimum: the form of claims that a closed form is the minimum of a convex function for all parameters."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from ..boxes import range_enclosure
from ..catching import ours
from ..raised import A_FORMULA, raised
from ..spot_checks.admitted import Conjunction, admitted
from ..statements.claim import Effort, Kind
from ..statements.ranges import Over, check_over, in_words, symbols_of
from ..statements.verdict import Refuted, Undecided, Verdict
from . import algebraic
from .identity_inequality_erratum import Formula, Identity, Inequality, Unprinted
from .proof_chain import chain


class Least(Unprinted, Struct, frozen=True):
    """For all parameters, objective(xp, x, *parameters) is least at x = at(xp, *parameters), with a stated value.

    SymPy proves that the value there is as stated and the derivative is 0; balls prove that the minimiser is in the
    range of x and that the second derivative is nowhere negative. If only the last step fails, the claim is undecided.
    The claim is about SymPy's expression, wherever the objective is defined. For a maximum, negate both.

    Args:
        objective: objective(xp, x, *parameters), a formula of an arithmetic.
        at: at(xp, *parameters), the minimiser.
        least: least(xp, *parameters), the minimum.
        over: The open range of each argument, x first, and at least one parameter.
        max_boxes: The number of boxes after which a step is undecided.

    Raises:
        ValueError: No parameter is given, or a range is empty.
        TypeError: An end is no exact number.

    Examples:
        >>> over = {"x": (0, None), "a": (0, None)}
        >>> least = proving.Least(lambda xp, x, a: x**2 - 2 * a * x, lambda xp, a: a, lambda xp, a: -a * a, over)
        >>> proving.verdict_name(least(proving.Effort()))
        'proved'
    """

    kind: ClassVar[Kind] = Kind.OPTIMUM
    objective: Formula
    at: Formula
    least: Formula
    over: Over
    max_boxes: int = 20000

    def __post_init__(self) -> None:
        check_over(self.over, inside=True)
        if len(self.over) == 1:
            raise ValueError("no parameter is given: for a single case there is Optimum")

    @property
    def domain(self) -> str:
        """The ranges as text."""
        return in_words(self.over, "<")

    def __call__(self, effort: Effort) -> Verdict:
        try:
            slope = algebraic.partials(self.objective, symbols_of(self.over))[0]
            curvature = algebraic.partials(slope, symbols_of(self.over))[0]
        except ours(*range_enclosure.UNSUPPORTED) as error:
            right = f"; {A_FORMULA}" if isinstance(error, TypeError | AttributeError) else ""
            return Undecided(f"SymPy gives no curvature: {raised(error)}{right}", left="all of it")
        at_minimiser = self._conditions(slope)
        found = chain(
            "A convex function is least where its slope is 0.",
            *((label, form(effort)) for label, form in at_minimiser),
            ("it is convex", _premise(Inequality(curvature, self.over, False, self.max_boxes, inside=True)(effort))),
        )
        return admitted(Conjunction([form.statement(effort) for _, form in at_minimiser]), found, effort.seed)

    def _conditions(self, slope: Formula) -> list[tuple[str, Identity | Inequality]]:
        """The conditions at x = at(*parameters); if one fails, it is not the minimiser, or the value is not as
        stated."""
        parameters = dict(list(self.over.items())[1:])
        return [
            ("the value", Identity(self._at_minimiser(self.objective), self.least, parameters)),
            *self._inside(parameters),
            ("the slope is 0", Identity(self._at_minimiser(slope), lambda xp, *_: xp.number(0), parameters)),
        ]

    def _at_minimiser(self, formula: Formula) -> Formula:
        return lambda xp, *parameters: formula(xp, self.at(xp, *parameters), *parameters)

    def _inside(self, parameters: Over) -> list[tuple[str, Inequality]]:
        """The minimiser is inside the range of x."""
        low, high = next(iter(self.over.values()))
        margins: list[tuple[str, Formula]] = []
        if low is not None:
            margins.append(("the place is above the low end", lambda xp, *p: self.at(xp, *p) - xp.number(low)))
        if high is not None:
            margins.append(("and below the high end", lambda xp, *p: xp.number(high) - self.at(xp, *p)))
        return [
            (label, Inequality(margin, parameters, max_boxes=self.max_boxes, inside=True)) for label, margin in margins
        ]


def _premise(found: Verdict) -> Verdict:
    """The verdict on a premise of the proof: if it is false, the statement itself may still be true, hence
    undecided."""
    if not isinstance(found, Refuted):
        return found
    return Undecided(f"this proof needs it, but {found.how} ({found.shown})", left="all of it")
