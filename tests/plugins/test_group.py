"""A group of two, and a replaced record in a Poisson sample: what requires add-or-remove stands in a replace-one
ledger, and the answer says how."""

from __future__ import annotations

from math import comb, exp, log

import chartered as ch
import pytest
from chartered import Ledger, Neighbours
from forging import forged


def delta_of(first: tuple[float, float], second: tuple[float, float], times: int, epsilon: float) -> float:
    """The hockey-stick divergence between products of two two-outcome distributions."""
    return sum(
        max(
            0.0,
            comb(times, i)
            * (first[0] ** i * first[1] ** (times - i) - exp(epsilon) * second[0] ** i * second[1] ** (times - i)),
        )
        for i in range(times + 1)
    )


@pytest.mark.parametrize("times", [1, 5, 40])
@pytest.mark.parametrize("rate", [0.1, 0.5])
@pytest.mark.parametrize("lean", [0.6, 0.75, 0.95])
def test_no_accountant_is_below_a_replaced_record(times: int, rate: float, lean: float) -> None:
    """A coin that leans one way for one record, the other way for its replacement and no way without either is eps-DP
    between any of them and the middle; replaced in a Poisson sample, its exact delta is at most every answer."""
    own = -log(2 * (1 - lean))
    first = (rate * lean + (1 - rate) / 2, rate * (1 - lean) + (1 - rate) / 2)
    ledger = Ledger(f"poisson:rate={rate}/pure:epsilon={own + 1e-12:.15f},times={times}", neighbours="replace-one")
    for epsilon in (0.0, 0.1, 0.5, 2.0):
        exact = delta_of(first, first[::-1], times, epsilon)
        account = ledger.account(ch.Question.delta(epsilon))
        assert account.answers
        for answer in account.answers:
            assert answer.upper >= exact * (1 - 1e-12) - 1e-15, answer
            assert any(name.startswith("group.") or "replaced" in name for name in answer.path)
            assert answer.neighbours is Neighbours.REPLACE_ONE


def test_replacing_is_never_more_private_than_removing() -> None:
    """For every accountant, the epsilon of the wider relation is at least that of the narrower one."""
    for step in (
        "poisson:rate=0.01/gaussian:sigma=1,times=500",
        "poisson:rate=0.2/laplace:scale=3",
        "poisson:rate=0.3/pure:epsilon=1",
    ):
        narrow, wide = (
            Ledger(step, neighbours=relation).account(ch.Question.epsilon("1e-5"))
            for relation in (Neighbours.ADD_OR_REMOVE, Neighbours.REPLACE_ONE)
        )
        best = {answer.accountant: answer.upper for answer in reversed(narrow.answers)}
        assert wide.answers
        assert all(answer.upper >= best.get(answer.accountant, 0) for answer in wide.answers)


def test_a_mixed_ledger_takes_the_wider_relation() -> None:
    """Poisson steps beside one that requires replace-one: one theorem leads across, and steps that need none are not
    crossed."""
    ledger = Ledger(
        ["poisson:rate=0.01/gaussian:sigma=1,times=100", "sample:size=10,of=1000/gaussian:sigma=4", "laplace:scale=50"]
    )
    assert ledger.neighbours is Neighbours.REPLACE_ONE
    answer = ledger.epsilon("1e-6")
    assert "poisson.exact-replaced-profile" in answer.path
    assert ch.check(answer.certificate().document).accepted
    assert "group.renyi" in ledger.epsilon("1e-6", accountant="renyi").path


def test_a_path_that_does_not_cross_is_refused() -> None:
    """A certificate from which the crossing was struck, and one that crosses where nothing is to be crossed."""
    ledger = Ledger("poisson:rate=0.2/laplace:scale=3,times=9", neighbours="replace-one")
    document = ledger.epsilon("1e-6", accountant="group.pure").certificate().document
    climb = document["derivation"]["climbs"][0]
    climb = climb[: climb.index("group.pure") + 1]
    struck = ch.check(forged(document, ("derivation", "climbs"), [climb[:-1]]))
    assert not struck.accepted
    assert "does not make sense under replace-one" in (struck.why or "")
    twice = ch.check(forged(document, ("derivation", "climbs"), [[*climb, "group.pure"]]))
    assert "group.pure does not follow there" in (twice.why or "")
    plain = Ledger("laplace:scale=3").epsilon("1e-6", accountant="pure").certificate().document
    crossed = ch.check(forged(plain, ("derivation", "climbs"), [["laplace.pure", "group.pure"]]))
    assert "group.pure does not follow there" in (crossed.why or "")
    tail = ch.check(forged(plain, ("derivation", "tail"), ["group.pure", "pure.profile"]))
    assert "group.pure does not follow there" in (tail.why or "")


def test_there_is_no_way_back() -> None:
    """A step that requires replace-one does not stand in an add-or-remove ledger, nor inside a wrapper that requires
    it."""
    with pytest.raises(ch.NeighboursMismatch, match="needs replace-one, but add-or-remove was asked for"):
        Ledger("sample:size=1,of=9/gaussian:sigma=4", neighbours="add-or-remove")
    with pytest.raises(ch.NeighboursMismatch, match="poisson needs add-or-remove and sample needs replace-one"):
        Ledger("poisson:rate=0.1/sample:size=1,of=9/gaussian:sigma=4")


def test_a_pure_guarantee_doubles() -> None:
    """Twice log(1 + q (e^eps - 1)), at delta 0."""
    answer = Ledger("poisson:rate=1/2/pure:epsilon=1", neighbours="replace-one").epsilon(0, accountant="group.pure")
    assert answer.path[:3] == ("pure.pure", "poisson.pure", "group.pure")
    assert answer.upper == pytest.approx(2 * log((1 + exp(1)) / 2), rel=1e-12)


@pytest.mark.parametrize(("step", "times"), [("pure:epsilon=1", 2), ("zcdp:rho=1", 4)])
def test_a_sample_at_rate_one_is_no_way_around_the_group(step: str, times: int) -> None:
    """A number that is stated inside a Poisson sample is about add-or-remove, at every rate, so that it counts for two
    changes under replace-one."""
    doubled = step.partition("=")[0] + f"={times}"
    under_group = Ledger(f"poisson:rate=1/{step}", neighbours="replace-one").epsilon("1e-4")
    assert under_group.upper >= Ledger(doubled, neighbours="replace-one").epsilon("1e-4").upper
    assert any(theorem.startswith("group.") for theorem in under_group.path)
    assert Ledger(f"poisson:rate=1/{step}").epsilon("1e-4").upper == Ledger(step).epsilon("1e-4").upper


def test_noise_in_a_sample_at_rate_one_is_that_noise() -> None:
    """A sensitivity is known under both relations, so nothing is lost."""
    for relation in ("add-or-remove", "replace-one"):
        sampled = Ledger("poisson:rate=1/gaussian:sigma=2", neighbours=relation).epsilon("1e-4")
        plain = Ledger("gaussian:sigma=2", neighbours=relation).epsilon("1e-4")
        assert (sampled.lower, sampled.upper) == (plain.lower, plain.upper)
