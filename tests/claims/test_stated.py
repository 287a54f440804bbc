"""Tables of what theorems answer: rows of numbers with their formulas, rows of conditions, and several verdicts as
one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered.proving.printed_formulas import number, profile, renyi
from chartered.proving.tables_of_answers import Answers, Conditions, Equals, Rows, together
from chartered_verify.arithmetic import balls, floats
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided

ONE, OTHER = Supported("balls", points=3, digits=50), Supported("doubles", points=4, digits=12)
WRONG = Refuted("a condition", witness={"case": "p = 1"})
POWER, REFINED = "power:sigma={s},A=2,B=5/4,refined=false", "power:sigma=3,A=2,B=5/4,refined=true"
NAMES = {"s": 3, "k": "s^2/4"}


def test_samples_add_up() -> None:
    """Their points, with the fewest digits; what says nothing, and cases that were run, count for nothing."""
    assert together(None, ONE, Proved("run"), OTHER) == Supported("balls; doubles", points=7, digits=12)
    assert together(ONE, ONE) == Supported("balls", points=6, digits=50)


def test_without_samples_cases_that_were_run_are_proved() -> None:
    """In the words of those that have any."""
    assert together(None, Proved("run"), Proved("run")) == Proved("run")
    assert isinstance(together(None, None), Proved)


def test_a_refutation_is_told_and_not_lost() -> None:
    """Wherever it stands: a verdict has no truth value, so `or` would raise, and leave the claim undecided."""
    assert together(ONE, WRONG, OTHER) is WRONG
    assert together(None, Proved("run"), WRONG) is WRONG


def test_a_text_is_read_in_every_arithmetic() -> None:
    """Names stand for exact numbers, or for texts in which the names before them occur."""
    formula = number("Phi(-k) + max(0, x)", {"s": 3, "k": "s - s", "x": Fraction(1, 4)})
    assert formula(floats) == 0.75
    with balls(128) as xp:
        assert formula(xp).contains(xp.number(Fraction(3, 4)))


@pytest.mark.parametrize(
    ("text", "why"), [("0.1*s", "no formula"), ("s*t", "no meaning is given"), ("k + later", "no meaning is given")]
)
def test_a_text_that_is_no_exact_formula_is_refused(text: str, why: str) -> None:
    """A decimal, which is rounded, and a name that stands for nothing."""
    with pytest.raises(ValueError, match=why):
        number(text, {"s": 3, "k": "s"})(floats)


@pytest.mark.parametrize(
    ("numbers", "right"),
    [
        ({"delta(1)": "5/4*exp(-k)", "tail.subgaussian.0": "k", "epsilon(1/100)": "sqrt(log(125)/k)"}, True),
        ({"delta(1)": "5/4*exp(-k) + 1/10^49"}, False),
        ({"at_infinity.max_loss": None}, True),
        ({"at_infinity.max_loss": 2}, False),
        ({"side": None}, False),
    ],
)
def test_an_answer_is_compared_with_its_formula(numbers: dict[str, Any], right: bool) -> None:
    """Numbers at a place, parts of the answer, and what it has not."""
    found = Rows([Answers("power.naive", POWER, numbers, NAMES)])(Effort(digits=50))
    assert isinstance(found, Supported if right else Refuted)


def test_an_answer_of_a_guarantee_takes_a_witness_and_functions() -> None:
    """The conversion at order 3 of a curve that is a text."""
    row = Answers(
        "asoodeh2020.T1",
        renyi("alpha/20"),
        witness={"alpha": Fraction(3)},
        numbers={"epsilon(1/100)": "3/20 + log(100)/2"},
    )
    less = Answers(
        "group.profile",
        profile("exp(-eps)/10"),
        more={"twice": (lambda xp, found: 2 * found.delta(xp, xp.number(0), {}), "2/5")},
    )
    found = Rows([row, less])(Effort())
    assert isinstance(found, Supported)
    assert found.points == 2


def test_a_formula_is_compared_at_each_case_and_in_doubles() -> None:
    """A row of cases has a point for each."""
    square = Equals(lambda xp, x: x * x, "x^2", [{"x": 2}, {"x": Fraction(1, 3)}])
    found = Rows([square], doubles=Fraction(0))(Effort())
    assert isinstance(found, Supported)
    assert (found.points, found.digits) == (4, 11)
    assert isinstance(Rows([Equals(lambda xp, x: x, "x^2", [{"x": 1}, {"x": 2}])])(Effort()), Refuted)


def test_conditions_are_tried_on_both_sides() -> None:
    """Proved where the theorem answers of these and not of those; refuted where it is otherwise, on either side."""
    plain = POWER.format(s=3)
    assert isinstance(Rows([Conditions("power.naive", [plain], [REFINED])])(Effort()), Proved)
    for holds, fails in (([REFINED], []), ([], [plain])):
        assert isinstance(Rows([Conditions("power.naive", holds, fails)])(Effort()), Refuted)


def test_a_table_without_a_case_proves_nothing() -> None:
    """Neither one without rows nor conditions of no source."""
    assert isinstance(Rows([])(Effort()), Undecided)
    assert isinstance(Rows([Conditions("power.naive", [])])(Effort()), Undecided)


def test_conditions_of_a_guarantee_are_tried() -> None:
    """Of a group, only of profiles in closed form."""
    closed, searched = profile("exp(-eps)"), profile("exp(-eps)", propose=lambda question: {})
    assert isinstance(Rows([Conditions("group.profile", [closed], [searched])])(Effort()), Proved)
    assert isinstance(closed, ch.Profile)
