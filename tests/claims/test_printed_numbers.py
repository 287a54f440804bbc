"""A printed number means the same in a table and in a step: less than half a unit of its last digit away."""

from __future__ import annotations

from fractions import Fraction

import pytest
from chartered.proving import Crosses, Effort, Notation, Part, Proof, Rounds, Table, verdict_name


def decided(part: Part) -> str:
    """What is said of a proof of this part alone."""
    return verdict_name(Proof(Notation(), [part], so="Both.")(Effort()))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("0.12", "undecided"), ("0.13", "undecided"), ("0.125", "proved"), ("0.1", "proved"), ("0.14", "refuted")],
)
def test_a_number_on_the_edge_is_undecided(text: str, verdict: str) -> None:
    """Half a unit away: rules of rounding differ there."""
    eighth = Fraction(1, 8)
    assert decided(Rounds("r", "1/8", text)) == verdict
    assert decided(Crosses("r", lambda xp, eps: xp.number(1 - eps), 1 - eighth, text)) == verdict
    assert verdict_name(Table(lambda xp, x: x, {eighth: text})(Effort())) == verdict


@pytest.mark.parametrize("text", ["0", "1"])
def test_the_edge_is_found_where_balls_hold_it_exactly(text: str) -> None:
    """1/2 was both 0 and 1 in a table, and neither in a step."""
    assert decided(Rounds("r", "1/2", text)) == "undecided"
    assert verdict_name(Table(lambda xp, x: x, {Fraction(1, 2): text})(Effort())) == "undecided"
