"""Cases that are run: what holds in each of them is proved or supported, and the first other one refutes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from chartered.proving import Each, Notation, Proofs, Sampled
from chartered.proving.formula_reader import Reader
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided


def test_every_combination_of_a_grid_is_run() -> None:
    """Those of each supports or proves; one that fails refutes."""
    small = Sampled("run", lambda one, other: one < other, one=(1, 2), other=(3, 4))
    assert isinstance(small(Effort()), Supported)
    assert isinstance(Each("run", lambda one, other: one < other, one=(1, 2), other=(3, 4))(Effort()), Proved)
    assert isinstance(Each("run", lambda one, other: one < other, one=(1, 3), other=(3, 4))(Effort()), Refuted)
    assert small.of(Effort()) == [(1, 3), (1, 4), (2, 3), (2, 4)]
    assert Sampled("run", bool, one="1/2 3").of(Effort()) == [(Fraction(1, 2),), (Fraction(3),)]


def test_cases_may_be_listed_or_drawn() -> None:
    """A function draws them from the effort."""
    assert Sampled("run", bool, [(1,)]).of(Effort()) == [(1,)]
    assert Sampled("run", bool, lambda effort: [(effort.seed,)]).of(Effort(seed=7)) == [(7,)]


def test_a_part_says_what_holds_and_how() -> None:
    """The words before a colon say how: they are no part of what holds, but of the verdict."""
    ((label, verdict),) = Each("balls: in order", lambda x: x > 0, x=(1, 2)).decided(Reader(Notation()), Effort())
    assert label == "in order"
    assert isinstance(verdict, Proved)
    assert verdict.how.startswith("balls: in order")


def test_without_a_case_nothing_is_said() -> None:
    """Cases that ran out, as those of a generator that was read before, say nothing."""
    assert isinstance(Each("run", lambda x: False, x=[])(Effort()), Undecided)
    assert isinstance(Sampled("run", lambda x: False, x=[])(Effort()), Undecided)
    each = Each("run", lambda x: False, x=iter((1, 2)))
    each.of(Effort())
    assert isinstance(each(Effort()), Undecided)


def test_a_claim_may_decorate_its_condition() -> None:
    """The one check that has none takes the function; what stays without one is no proof."""
    book = Proofs("b", "direct computation")

    @book.inequality("rises", "3 > 2 > 1.", "two numbers", Each("run", x=(2, 3)), Each("run", bool, x=(1,)), so="Both.")
    def _above_one(x: int) -> bool:
        return x > 1

    @book.stated("below", "2 < 3.", "one number", Sampled("run", x="2"))
    def _below_three(x: Fraction) -> bool:
        return x < 3

    assert isinstance(book.verdict("rises", Effort()), Proved)
    assert isinstance(book.verdict("below", Effort()), Supported)
    assert _above_one(2)
    with pytest.raises(ValueError, match="give the function"):
        Each("run", x=(1,))(Effort())
    with pytest.raises(ValueError, match="no check, or more than one"):
        book.identity("full", "1 = 1.", "one number", Each("run", bool, x=(1,)))(bool)
