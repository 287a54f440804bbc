"""Asymptotic expansion: the form of claims about a formula near an end of a range, term by term."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from msgspec import Struct

from ..spot_checks.admitted import Conjunction, Statement, admitted
from ..statements.claim import Effort, Kind
from ..statements.ranges import Exact, Over, check_over, in_words
from ..statements.verdict import Verdict
from . import expansion_quotient
from .identity_inequality_erratum import Formula, Inequality, Unprinted
from .proof_chain import chain

_ENDS = {"inf": 1, "-inf": 0}


class Expansion(Unprinted, Struct, frozen=True):
    """formula(xp, x, *others) = t_1 + t_2 + ... + o(t_n) as x tends to an end of its range.

    For each of the terms t: the remainder after the earlier terms divided by t tends to 1, for each choice of the
    others inside their ranges; if a term is 0, the remainder is 0, too.

    Args:
        formula: formula(xp, x, *others), a formula of an arithmetic.
        terms: t(xp, x, *others), one or more.
        at: The end of the range of x: a number, "inf" or "-inf".
        over: The open range of each argument, x first.
        remainder: remainder(xp, x, *others): the formula differs from the sum by at most this for all arguments inside
            the ranges, by balls; None: nothing is stated.
        max_boxes: The number of boxes after which that is undecided.

    Raises:
        ValueError: `at` is no end of the range of x, or there is no term, or a range is empty.
        TypeError: An end is no exact number.

    Examples:
        >>> log1p = proving.Expansion(lambda xp, x: xp.log1p(x), [lambda xp, x: x], 0, {"x": (0, 1)})
        >>> proving.verdict_name(log1p(proving.Effort())), log1p.domain
        ('proved', '0 < x < 1; x -> 0')
    """

    kind: ClassVar[Kind] = Kind.IDENTITY
    formula: Formula
    terms: Sequence[Formula]
    at: Exact | str
    over: Over
    remainder: Formula | None = None
    max_boxes: int = 20000

    def __post_init__(self) -> None:
        check_over(self.over, inside=True)
        first = next(iter(self.over.values()))
        if isinstance(self.at, bool) or not isinstance(self.at, int | Fraction | str):
            raise TypeError(
                f"an expansion is at an end of a range: want an int, a Fraction, 'inf' or '-inf', not {self.at!r}"
            )
        if (None if self.at in _ENDS else self.at) not in first or (
            isinstance(self.at, str) and first[_ENDS[self.at]] is not None
        ):
            raise ValueError(f"{self.at} is no end of the range of the first argument")
        if not self.terms:
            raise ValueError("an expansion has a term")

    @property
    def domain(self) -> str:
        """The ranges as text, and the limit point of the first argument."""
        return f"{in_words(self.over, '<')}; {next(iter(self.over))} -> {self.at}"

    def __call__(self, effort: Effort) -> Verdict:
        terms, bounds = self._terms(effort), self._bounds()
        found = chain(
            "Each term leaves less than itself.",
            *((f"term {n}: the quotient goes to 1", term.decided()) for n, term in enumerate(terms, start=1)),
            *((label, bound(effort)) for label, bound in bounds),
        )
        stated: list[Statement] = [*terms, *(bound.statement(effort) for _, bound in bounds)]
        return admitted(Conjunction(stated), found, effort.seed)

    def _terms(self, effort: Effort) -> list[expansion_quotient.Quotient]:
        count = len(self.terms)
        return [
            expansion_quotient.Quotient(self._left(n), term, self.at, self.over, effort, n + 1 == count)
            for n, term in enumerate(self.terms)
        ]

    def _left(self, count: int) -> Formula:
        """The remainder after the first `count` terms."""
        return lambda xp, *x: sum((-term(xp, *x) for term in self.terms[:count]), self.formula(xp, *x))

    def _bounds(self) -> list[tuple[str, Inequality]]:
        left, remainder = self._left(len(self.terms)), self.remainder
        if remainder is None:
            return []

        def margin(sign: int) -> Callable[..., Any]:
            return lambda xp, *x: remainder(xp, *x) + sign * left(xp, *x)

        return [
            (
                f"the rest is not {word} the remainder",
                Inequality(margin(sign), self.over, False, self.max_boxes, inside=True),
            )
            for sign, word in ((-1, "above"), (1, "below minus"))
        ]
