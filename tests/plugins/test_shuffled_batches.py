"""Shuffled batches: two proved ends for Gaussian noise, and an upper end for every step."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered.errors import NeighboursMismatch
from chartered.testing import conform
from forging import forged

STEP = "shuffled-batches:steps={},epochs={}/gaussian:sigma={}"
KNOWN = [
    (10000, "0.4", 4, "0.226055636664", "0.243819897342", "0.929040473386"),
    (1000, "0.5", 2, "0.248661010681", "0.331897998777", "0.887309233283"),
    (100, "1", 1, "0.0167057960786", "0.126936737507", "0.509861660055"),
]


def near(found: str | None, known: str) -> bool:
    """Whether a number is the known one, which has twelve digits."""
    return found is not None and abs(Fraction(found) - Fraction(known)) < Fraction(1, 10**11)


@pytest.mark.parametrize(("steps", "sigma", "epsilon", "lower", "upper", "replaced"), KNOWN)
def test_both_ends_are_those_of_another_program(
    steps: int, sigma: str, epsilon: int, lower: str, upper: str, replaced: str
) -> None:
    """Of one epoch; a replaced record has another upper end, and a larger lower one."""
    zeroed, other = (
        ch.Ledger(STEP.format(steps, 1, sigma), neighbours=relation).delta(epsilon)
        for relation in (None, "replace-one")
    )
    assert near(zeroed.lower_exact, lower)
    assert near(zeroed.upper_exact, upper)
    assert near(other.upper_exact, replaced)
    assert other.lower > zeroed.lower
    for answer in (zeroed, other):
        assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize(("epochs", "known"), [(1, "4.377178095"), (10, "17.85658683")])
def test_the_upper_eps_is_that_of_the_epochs(epochs: int, known: str) -> None:
    """At delta = 1e-5, with the noise 1: mu is the root of the number of epochs."""
    answer = ch.Ledger(STEP.format(100, epochs, 1)).epsilon("1e-5")
    assert abs(answer.upper - float(known)) < 1e-8
    assert 0.3 * answer.upper < answer.lower < answer.upper
    assert answer.side is ch.Side.UPPER


def test_more_epochs_are_never_less() -> None:
    """Neither end falls, and beyond the thousand epochs that a test takes the lower end stays."""
    ends = [ch.Ledger(STEP.format(50, epochs, 4)).delta(1) for epochs in (1, 2, 5, 20)]
    lower = [answer.lower for answer in ends if answer.lower is not None]
    assert lower == sorted(lower)
    assert len(set(lower)) == 4
    assert [answer.upper for answer in ends] == sorted(answer.upper for answer in ends)
    many, more = (ch.Ledger(STEP.format(50, epochs, 40)).delta(1) for epochs in (1000, 2000))
    assert many.lower == more.lower


def test_one_batch_is_all_records() -> None:
    """Exact: the step itself, once in each epoch, under each relation."""
    for relation in ("zero-out", "replace-one"):
        one, same = (
            ch.Ledger(step, neighbours=relation).epsilon("1e-5")
            for step in (STEP.format(1, 7, 5), "gaussian:sigma=5,times=7")
        )
        assert (one.lower, one.upper, one.exact) == (same.lower, same.upper, True)


@pytest.mark.parametrize("inner", ["laplace:scale=9", "pure:epsilon=1/9", "zcdp:rho=1/99"])
def test_any_step_costs_no_more_than_once_an_epoch(inner: str) -> None:
    """From above, with the order revealed; of several trainings as many."""
    shuffled = ch.Ledger(f"shuffled-batches:steps=30,epochs=4/{inner},times=2").epsilon("1e-6")
    assert shuffled.upper == ch.Ledger(f"{inner},times=8", neighbours="zero-out").epsilon("1e-6").upper
    assert shuffled.lower is None


def test_numbers_for_null_records_say_nothing_of_replaced_ones() -> None:
    """What is stated inside holds for null records, and there is no answer; a sensitivity is doubled."""
    stated = ch.Ledger("shuffled-batches:steps=30/pure:epsilon=1", neighbours="replace-one")
    with pytest.raises(ch.NoAnswer):
        stated.epsilon("1e-6")
    doubled = ch.Ledger("shuffled-batches:steps=30/laplace:scale=3", neighbours="replace-one").epsilon(0)
    assert doubled.upper == pytest.approx(2 / 3)


def test_a_sensitivity_under_replacement_is_no_doubled_one() -> None:
    """Of a count the others cannot have the opposite value: the lower end is that of a count, and the upper is."""
    count = "shuffled-batches:steps=30/gaussian:sigma=1,sensitivity=1,replace-sensitivity=1"
    zeroed, replaced = (ch.Ledger(count, neighbours=relation).delta(1) for relation in ("zero-out", "replace-one"))
    assert (zeroed.lower, zeroed.upper) == (replaced.lower, replaced.upper)
    assert zeroed.upper == ch.Ledger("gaussian:sigma=1").delta(1).upper


def test_a_removed_record_moves_the_others() -> None:
    """Refused under add-or-remove, with the reason; as is a sample around a shuffle."""
    with pytest.raises(NeighboursMismatch, match="every batch may change"):
        ch.Ledger(STEP.format(10, 1, 1), neighbours="add-or-remove").epsilon("1e-5")
    with pytest.raises(NeighboursMismatch, match="a shuffle takes all records"):
        ch.Ledger(f"poisson:rate=0.1/{STEP.format(10, 1, 1)}").epsilon("1e-5")


def test_the_first_lines_say_what_is_assumed() -> None:
    """That the order is secret, and that the number of Poisson samples is no bound."""
    sampling = ch.Ledger(STEP.format(10, 1, 1)).epsilon("1e-5").sampling
    assert "the order is drawn anew and kept secret" in sampling
    assert "the number of Poisson samples is no bound for them" in sampling


@pytest.mark.parametrize(
    ("field", "value"), [("threshold", "1e7"), ("threshold", "-1"), ("epochs", "3"), ("epochs", "1/2")]
)
def test_a_forged_test_proves_nothing(field: str, value: str) -> None:
    """A threshold beyond all limits, one that tells less than is stated, more epochs than there are, and half an
    epoch."""
    certificate = ch.Ledger(STEP.format(100, 2, 1)).epsilon("1e-5").certificate().document
    assert ch.check(certificate).accepted
    assert not ch.check(forged(certificate, ("answer", "witness", f"lower.{field}"), value)).accepted


def test_it_is_a_plugin_as_others_are() -> None:
    """The conformance kit finds nothing."""
    from chartered_plugins.batches import shuffled_batches

    conform(shuffled_batches, steps=[STEP.format(20, 3, 2), "shuffled-batches:steps=20/laplace:scale=2"])
