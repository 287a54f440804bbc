"""What the code of a formula tells, and where a hunt for corners looks."""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from chartered_verify.forms.integer_corners import Axis, CornerHunt, Point
from chartered_verify.spot_checks.branch_points import FormulaCode
from chartered_verify.statements.verdict import Refuted

LIMIT = Fraction(3, 7)


def below(x: Any, most: Any = Fraction(11, 13)) -> Any:
    """A number of another function."""
    return x < most


def formula(xp: Any, x: Any) -> Any:
    """Numbers of all sorts, 999 of them in words only."""
    if x < 0.25 or x > LIMIT:
        return x if below(x) else Fraction("1e-9")
    return 17


def test_the_numbers_of_a_formula_are_found_wherever_they_stand() -> None:
    """Constants, texts, globals, defaults, closures, and what is bound beforehand; each with the ratios to the
    others."""
    held = Fraction(5, 19)
    code = FormulaCode.of(partial(lambda xp, most, x: formula(xp, x) + held + most, most=Fraction(23)))
    assert {Fraction(1, 4), LIMIT, Fraction(11, 13), Fraction(1, 10**9), 17, held, 23} <= set(code.numbers)
    assert Fraction(17, 23) in code.ratios
    assert 999 not in code.numbers
    assert FormulaCode.of(abs, 3).numbers == (3,)


def test_no_number_in_a_text_takes_long() -> None:
    """An exponent of a billion is no number to try."""
    assert FormulaCode.of(lambda: "1e999999999").numbers == ()


def test_the_way_through_the_code_is_followed_and_nothing_else_changes() -> None:
    """Points on different sides of a branch go different ways; the tracer that was there is there again."""
    code, before = FormulaCode.of(formula), sys.gettrace()
    ways = [code.traced(lambda x=x: formula(None, x))[1] for x in (0.1, 0.2, 0.3, 0.9)]
    assert ways[0] == ways[1]
    assert len(set(ways)) == 3
    assert sys.gettrace() is before
    assert code.unexecuted_lines({ways[0]}) == 1
    assert code.unexecuted_lines(set(ways)) == 0


def test_a_range_is_marked_at_its_ends_at_the_numbers_and_beside_and_between_them() -> None:
    """Whole ranges at whole numbers only."""
    marks = Axis(Fraction(0), Fraction(1)).marks([Fraction(1, 3), Fraction(5)])
    assert {Fraction(0), Fraction(1), Fraction(1, 3), Fraction(1, 6), Fraction(2, 3)} <= set(marks)
    assert sum(0 < abs(x - Fraction(1, 3)) < Fraction(1, 10**10) for x in marks) == 2
    assert all(
        x.denominator == 1 for x in Axis(Fraction(0), Fraction(9), whole=True).marks([Fraction(1, 3), Fraction(5)])
    )


def hunted(bad: Any, width: int = 1) -> Refuted | None:
    """What a hunt in a square finds where `bad` holds; the margin falls towards (0.3, 0.7)."""

    def look(point: Point) -> float | Refuted | None:
        x, y = point
        return (
            Refuted("here", witness={"point": point})
            if bad(x, y)
            else float(abs(x - Fraction(3, 10)) + abs(y - Fraction(7, 10)))
        )

    square = [Axis(Fraction(0), Fraction(width))] * 2
    return CornerHunt(square, look, FormulaCode.of(bad), Random(1)).counterexample(100)


def test_a_corner_is_found_by_a_number_by_a_border_or_downhill() -> None:
    """And nothing is found where there is nothing."""
    assert hunted(lambda x, y: False) is None
    assert hunted(lambda x, y: x > 1 - 1e-9 and y < 1e-9) is not None
    assert hunted(lambda x, y: Fraction(1, 3) < x < Fraction(1, 3) + Fraction(1, 10**9)) is not None
    assert hunted(lambda x, y: x * y > Fraction(1, 5) and x * y < Fraction(1, 5) + Fraction(1, 10**6)) is not None
    near = Fraction(1, 10**4)
    assert hunted(partial(_close, near)) is not None


def _close(near: Fraction, x: Fraction, y: Fraction) -> bool:
    """Without a branch or a telling number: only the slope leads there."""
    return max(abs(10 * x - 3), abs(10 * y - 7)) < near * 10
