"""Forms: the types of claims that can be decided. A form is a decision procedure with its kind and its domain.

A formula is `formula(xp, *x)`, written once for every arithmetic; ends are exact, int or Fraction. This module has the
forms about whole ranges, and the erratum; those about cases are in `tables_and_optima`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..boxes import region
from ..inequality import admissible, prove
from ..spot_checks import admitted
from ..statements.claim import Effort, Form, Kind
from ..statements.ranges import Over, bounded_parts, check_over, in_words, symbols_of
from ..statements.verdict import Proved, Refuted, Supported, Undecided, Verdict
from . import identity

Formula: TypeAlias = Callable[..., Any]


class Unprinted:
    """A form that is not about a printed statement."""

    __slots__ = ()
    printed: str = ""
    corrected: str = ""


class Identity(Unprinted, Struct, frozen=True):
    """left(xp, *x) = right(xp, *x) for all x inside the ranges at which both are defined.

    SymPy decides, with each x declared positive if its range begins at 0 or above, otherwise real; balls search for a
    counterexample at random points. Supported if SymPy cannot decide.

    Args:
        left: left(xp, *x), a formula of an arithmetic.
        right: right(xp, *x), a formula of an arithmetic.
        over: The open range of each argument, in order, with exact ends or None: {"x": (0, None)} is every x > 0.

    Raises:
        ValueError: A range is empty, or none is given.
        TypeError: An end is no exact number.

    Examples:
        >>> square = proving.Identity(lambda xp, x: (x + 1) ** 2, lambda xp, x: x**2 + 2 * x + 1, {"x": (0, None)})
        >>> proving.verdict_name(square(proving.Effort())), square.domain
        ('proved', 'x > 0')
    """

    kind: ClassVar[Kind] = Kind.IDENTITY
    left: Formula
    right: Formula
    over: Over

    def __post_init__(self) -> None:
        check_over(self.over, inside=True)

    @property
    def domain(self) -> str:
        """The ranges as text."""
        return in_words(self.over, "<")

    def __call__(self, effort: Effort) -> Verdict:
        return identity.identity(
            self.left, self.right, symbols_of(self.over), bounded_parts(self.over), effort=effort, region=self._region
        )

    def statement(self, effort: Effort) -> admitted.Statement:
        """The statement at each point, for the digits of `effort`."""
        return identity.equality(self.left, self.right, list(self.over), self._region, effort.digits)

    @property
    def _region(self) -> region.Region:
        return region.Region.interior(list(self.over.values()))


class Inequality(Unprinted, Struct, frozen=True):
    """formula(xp, *x) > 0 for all x in the ranges; without `strict`, >= 0.

    By branch and bound in balls, with derivatives by SymPy if it supports the formula. Zeros of the formula are found
    at an end of a range, at a fraction with small denominator inside it, or at a point with such coordinates, but not
    along a curve.

    Args:
        formula: formula(xp, *x), a formula of an arithmetic.
        over: The range of each argument, in order, with exact ends; None: unbounded.
        strict: Whether 0 is excluded.
        max_boxes: The number of boxes after which it is undecided.
        inside: Whether the ends do not belong to the ranges.

    Raises:
        ValueError: A range is empty, or none is given.
        TypeError: An end is no exact number.

    Examples:
        >>> convex = proving.Inequality(lambda xp, x: xp.exp(x) - 1 - x, {"x": (0, 9)}, strict=False)
        >>> proving.verdict_name(convex(proving.Effort())), convex.domain
        ('proved', '0 <= x <= 9')
    """

    kind: ClassVar[Kind] = Kind.INEQUALITY
    formula: Formula
    over: Over
    strict: bool = True
    max_boxes: int = 20000
    inside: bool = False

    def __post_init__(self) -> None:
        check_over(self.over, self.inside)

    @property
    def domain(self) -> str:
        """The ranges as text."""
        return in_words(self.over, "<" if self.inside else "<=")

    def __call__(self, effort: Effort) -> Verdict:
        box: list[Any] = list(self.over.values())
        found = prove.prove_positive(
            self.formula,
            box,
            strict=self.strict,
            max_boxes=self.max_boxes,
            derivatives=admissible.symbolic_gradient(self.formula, box),
            log_axes=[
                axis
                for axis, (low, high) in enumerate(box)
                if low is not None and high is not None and 0 < 10 * low < high
            ],
            seed=effort.seed,
            inside=self.inside,
        )
        return admitted.with_letters(found, list(self.over)) if isinstance(found, Refuted) else found

    def statement(self, effort: Effort) -> admitted.Statement:
        """The statement at each point; `effort` changes nothing."""
        sides = list(self.over.values())
        return prove.statement(
            self.formula,
            region.Region.interior(sides) if self.inside else region.Region.of(sides),
            self.strict,
            letters=list(self.over),
        )


class Erratum(Struct, frozen=True):
    """The `printed` statement is wrong, and the `corrected` one is right.

    Proved if the form `wrong` is refuted by a witness and `right` is proved; supported if `right` is supported.

    Args:
        printed: What is printed, in words and formulas.
        corrected: What is right.
        wrong: The form of the printed statement.
        right: The form of the corrected one.

    Examples:
        >>> over = {"x": (0, None)}
        >>> wrong = proving.Identity(lambda xp, x: (x + 1) ** 2, lambda xp, x: x**2 + 1, over)
        >>> right = proving.Identity(lambda xp, x: (x + 1) ** 2, lambda xp, x: x**2 + 2 * x + 1, over)
        >>> erratum = proving.Erratum("(x + 1)^2 = x^2 + 1", "(x + 1)^2 = x^2 + 2 x + 1", wrong, right)
        >>> proving.verdict_name(erratum(proving.Effort()))
        'proved'
    """

    kind: ClassVar[Kind] = Kind.ERRATUM
    printed: str
    corrected: str
    wrong: Form
    right: Form

    @property
    def domain(self) -> str:
        """The domain of the corrected form."""
        return self.right.domain

    def __call__(self, effort: Effort) -> Verdict:
        wrong, right = self.wrong(effort), self.right(effort)
        match wrong, right:
            case Refuted(), Refuted():
                return Refuted(f"the corrected form: {right.how}", witness=right.witness)
            case Refuted(), Undecided():
                return Undecided(f"the corrected form: {right.how}", left=right.left)
            case Refuted(), Supported():
                refuted = f"the print is refuted ({wrong.how}: {wrong.shown})"
                return replace(right, how=f"{refuted}; the corrected form is only supported: {right.how}")
            case Refuted(), Proved():
                refuted = f"the print is refuted ({wrong.how}: {wrong.shown})"
                return Proved(f"{refuted}; the corrected form: {right.how}", hunted=right.hunted)
            case Proved(), _:
                return Refuted(f"the print is right: {wrong.how}", witness={"printed": self.printed})
        return Undecided(f"the print is not refuted: {wrong.how}", left="whether the print is wrong")
