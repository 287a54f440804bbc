"""Random allocation with several uses of a record: an interval, whose lower end is that of a test."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered.model.questions import Question
from chartered_plugins.batches.allocation_of_several_uses import Uses
from chartered_plugins.batches.formulas import several_uses_lower_end as formulas
from chartered_plugins.batches.search import several_uses as search

from tests.forging import forged

TESTED = "allocation.several-uses"


def lower(ledger: str, delta: str) -> float:
    """The lower end of eps by the test."""
    found = ch.Ledger(ledger).epsilon(delta, accountant=TESTED).lower
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("ledger", "delta", "low", "high"),
    [
        ("allocation:steps=100,uses=4/gaussian:sigma=1", "1e-5", 2.284528, 2.401195),
        ("allocation:steps=100,uses=10/gaussian:sigma=2", "1e-6", 2.403120, 2.424053),
        ("allocation:steps=1000,uses=10/gaussian:sigma=1", "1e-5", 1.687472, 1.701535),
        ("allocation:steps=1000,uses=10/gaussian:sigma=2", "1e-5", 0.601784, 0.603157),
    ],
)
def test_the_lower_end_is_as_computed_elsewhere(ledger: str, delta: str, low: float, high: float) -> None:
    """In floats, on another lattice: to a thousandth, and not above the upper end that was computed there."""
    assert low - 1e-3 < lower(ledger, delta) < high


@pytest.mark.full
def test_the_two_ends_stand_together() -> None:
    """From above by blocks, from below by the test."""
    answers = ch.Ledger("allocation:steps=100,uses=4/gaussian:sigma=1").compare(delta="1e-5").answers
    assert "allocation.blocks" in answers[0].path
    assert answers[0].lower is None
    assert TESTED in answers[1].path
    assert 2.2835 < answers[1].lower < answers[0].upper < 2.4022


def test_one_use_is_not_above_what_is_exact() -> None:
    """By the same test, of which the truth is known from both sides."""
    uses = Uses(1, 99, Fraction(1, 100), Fraction(1))
    witness = search.propose(uses, Question.delta("1/2"))
    seen, unseen = formulas.tails(uses.scores(witness))
    place, unit = int(witness.threshold or 0), 1 << int(witness.bits or 0)
    grown = Fraction(16487212708, 10**10)  # a little more than e^(1/2)
    told = Fraction(seen[place], unit) - grown * Fraction(unit - unseen[place], unit)
    exact = ch.Ledger("allocation:steps=100/gaussian:sigma=1").delta("1/2")
    assert Fraction(exact.upper) * Fraction(4, 5) < told <= Fraction(exact.lower)


def test_tails_are_those_of_all_sums() -> None:
    """On a coarse lattice, beside sums that are added up one by one, exactly; nothing is above them."""
    scores = formulas.Scores(Fraction(1), Fraction(2, 5), 2, 3, Fraction(1, 4), 9, 60, 96)
    without, with_record = formulas._masses(scores)
    sums: list[dict[int, int]] = []
    for laws in ([without] * 5, [without] * 3 + [with_record] * 2):
        total = {0: 1}
        for law in laws:
            more: dict[int, int] = {}
            for before, mass in total.items():
                for cell, p in enumerate(law):
                    more[before + cell] = more.get(before + cell, 0) + mass * p
            total = more
        sums.append(total)
    seen, unseen = formulas.tails(scores)
    unit = 1 << 5 * 96 - 96
    for index in range(61):
        above = sum(mass for at, mass in sums[1].items() if at >= index) // unit
        below = sum(mass for at, mass in sums[0].items() if at < index) // unit
        assert above - (1 << 34) < seen[index] <= above + 1
        assert below - (1 << 34) < unseen[index] <= below + 1


def test_epochs_that_are_kept_are_one_with_less_noise() -> None:
    """Four runs on the same records are one with half of the noise."""
    kept = lower("allocation:steps=20,uses=3,epochs=4,kept=true/gaussian:sigma=3", "1e-5")
    assert kept == lower("allocation:steps=20,uses=3/gaussian:sigma=3/2", "1e-5")


@pytest.mark.parametrize("question", ["delta", "epsilon"])
def test_a_certificate_states_the_test_and_another_is_refused(question: str) -> None:
    """Its lattice and its threshold; a sharper end than it proves is refused."""
    ledger = ch.Ledger("allocation:steps=30,uses=3/gaussian:sigma=2", "zero-out")
    answer = getattr(ledger, "epsilon" if question == "delta" else "delta")(
        "1e-6" if question == "delta" else "1/2", accountant=TESTED
    )
    assert 0 < answer.lower < answer.upper
    assert ch.check(answer.certificate()).accepted
    document = answer.certificate().document
    for name, value in (("threshold", "1"), ("spacing", "100"), ("bits", "1000"), ("cells", "0")):
        assert not ch.check(forged(document, ("answer", "witness", f"lower.{name}"), value)).accepted


@pytest.mark.parametrize(
    "ledger",
    [
        "allocation:steps=5,uses=4/gaussian:sigma=1/5",
        "allocation:steps=9,uses=2/gaussian:sigma=1000",
        "allocation:steps=20000,uses=2/gaussian:sigma=1",
        "allocation:steps=3,uses=2,epochs=5000,kept=true/gaussian:sigma=50",
    ],
)
@pytest.mark.parametrize("delta", ["1e-9", "1/10"])
def test_at_the_edges_there_are_two_ends(ledger: str, delta: str) -> None:
    """Little noise and much, rare uses and many epochs: never an end above the other."""
    answer = ch.Ledger(ledger).epsilon(delta, accountant=TESTED)
    assert answer.lower is None or 0 <= answer.lower <= answer.upper


def test_other_noise_and_very_many_steps_are_bounded_from_above() -> None:
    """Nothing else is tested."""
    theorem = ch.registry().theorem(TESTED)
    assert theorem.conditions is not None
    for step in ("allocation:steps=20001,uses=2", "allocation:steps=9,uses=9", "allocation:steps=9"):
        entry = ch.parse(f"{step}/gaussian:sigma=1")
        assert theorem.conditions(ch.Case(entry.step, ch.Neighbours.ADD_OR_REMOVE)) == ""
    with pytest.raises(ch.NoAnswer):
        ch.Ledger("allocation:steps=9,uses=2/laplace:scale=3").epsilon("1e-5", accountant=TESTED)
