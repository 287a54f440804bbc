"""What a filter or a book says of amounts: short, on the safe side, and exact where they are short."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered.spending.purses import in_words

LONG = Fraction("0.004216766813355421855303539674901912803")


@pytest.mark.parametrize(
    ("value", "up", "words"),
    [
        (LONG, True, "0.004216766814 of mu^2"),
        (LONG, False, "0.004216766813 of mu^2"),
        (1 - LONG, False, "0.9957832331 of mu^2"),
        (Fraction(1, 3) + Fraction(1, 10**90), True, "0.3333333334 of mu^2"),
        (Fraction(1, 10**300 + 1), True, "1e-300 of mu^2"),
        (Fraction(10**30 + 1), False, "1e+30 of mu^2"),
        (Fraction(5, 9), True, "5/9 of mu^2"),
        (Fraction(1, 1111111), False, "9.0000009e-7 of mu^2"),
        (Fraction(1, 4), False, "0.25 of mu^2"),
    ],
)
def test_a_long_amount_is_rounded_to_the_safe_side(value: Fraction, up: bool, words: str) -> None:
    """As other bounds are; what everybody reads stays as it is."""
    assert in_words("gdp", value, up=up) == words


def test_a_decision_says_what_it_costs_and_holds_every_digit() -> None:
    """The amounts themselves are not rounded."""
    decision = ch.Filter(gdp=1).ask("gdp:mu=0.06493663689290122")
    assert decision.cost == {"gdp": Fraction("0.06493663689290122") ** 2}
    assert "costs 0.004216766811 of mu^2; left 0.9957832331 of mu^2" in repr(decision)


def test_a_book_says_so_and_its_json_has_every_digit(run: Any, tmp_path: Any) -> None:
    """On the command line."""
    pytest.importorskip("sqlalchemy")
    url = str(tmp_path / "budget.db")
    assert run("book", "init", url, "--budget", "gdp=1").status == 0
    out = run("book", "spend", url, "gdp:mu=0.06493663689290122").out
    assert out.startswith("paid 0.004216766811 of mu^2 as entry 1\nleft: 0.9957832331 of mu^2 (")
    left = json.loads(run("book", "remaining", url, "--json").out)["left"]
    assert Fraction(left["gdp"]) == 1 - Fraction("0.06493663689290122") ** 2
