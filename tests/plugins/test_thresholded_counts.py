"""Thresholded counts: the groups that the data name, of which those that reach a threshold are released."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod
from typing import TypeAlias

import chartered as ch
import pytest
from chartered import Ledger, Side
from mpmath import exp, mp, mpf

Law: TypeAlias = dict[tuple[int | None, ...], mpf]
STEP = "thresholded-counts:scale=3/2,threshold=5,discrete=true"
FAR = 70
"""Noise of 3/2 beyond it has a probability of e^-46."""


@cache
def noise() -> dict[int, mpf]:
    """The law of Laplace noise of scale 3/2 on whole numbers, cut far out."""
    with mp.workdps(30):
        ratio = exp(mpf(-2) / 3)
        return {k: (1 - ratio) / (1 + ratio) * ratio ** abs(k) for k in range(-FAR, FAR + 1)}


@cache
def release(counts: tuple[int, ...], threshold: int) -> Law:
    """The probability of each release; a group without a record is not there. Asked once for all eps."""
    each, law = [], noise()
    for count in counts:
        told: dict[int | None, mpf] = {None: mpf(0) if count else mpf(1)}
        for more, p in law.items() if count else ():
            key = count + more if count + more >= threshold else None
            told[key] = told.get(key, mpf(0)) + p
        each.append(told)
    return {
        tuple(x for x, _ in row): prod((p for _, p in row), start=mpf(1)) for row in product(*(t.items() for t in each))
    }


def loss(one: Law, other: Law, epsilon: mpf) -> mpf:
    """The hockey-stick divergence."""
    grown = exp(epsilon)
    return sum((max(mpf(0), p - grown * other.get(x, mpf(0))) for x, p in one.items()), mpf(0))


@pytest.mark.parametrize("others", [(0,), (1,), (3,), (60,), (0, 0), (0, 60), (2, 60)])
@pytest.mark.parametrize("epsilon", ["0", "0.3", "0.7", "1.2"])
def test_no_data_lose_more(others: tuple[int, ...], epsilon: str) -> None:
    """Whatever groups the others make, in both directions, delta is at least what a test attains; and the lower end is
    no more than large groups lose."""
    ledger = Ledger(f"{STEP},groups={len(others)}")
    answer = ledger.delta(epsilon)
    with mp.workdps(30):
        before, after = (release(tuple(n + more for n in others), 5) for more in (0, 1))
        attained = max(loss(before, after, mpf(epsilon)), loss(after, before, mpf(epsilon)))
        assert attained <= answer.upper
        large = [release(tuple(60 + more for _ in others), -FAR) for more in (0, 1)]
        beyond = len(others) * (1 - sum(noise().values()))
        lower = ledger.delta(epsilon, accountant="characteristic-function").lower
        assert (lower or 0) <= loss(*large, mpf(epsilon)) + beyond
    assert ch.check(answer.certificate()).accepted


def test_a_record_that_is_alone_is_seen_that_often() -> None:
    """No delta below the probability with which its group is released can be promised."""
    delta = Ledger("thresholded-counts:scale=1,threshold=20").delta(50)
    with mp.workdps(30):
        assert exp(mpf(-19)) / 2 <= delta.upper <= exp(mpf(-19)) / 2 * (1 + mpf(10) ** -9)


def test_a_replaced_record_leaves_groups_and_enters_others() -> None:
    """Of noise it costs twice as many counts, and the failure once: the groups of one record are not there with the
    other."""
    one = "thresholded-counts:sigma=4,threshold=40,groups=3,per-group=2"
    answer = Ledger(one, neighbours="replace-one").epsilon("1e-6")
    beside = Ledger("gaussian:sigma=4,sensitivity=2,times=6").epsilon("1e-6")
    assert beside.upper <= answer.upper <= beside.upper * 1.000001
    assert answer.side is Side.UPPER


def test_runs_are_several_entries() -> None:
    """times is repeated composition, also with other steps."""
    twice = Ledger(f"{STEP},times=2").epsilon("0.2")
    assert (twice.lower, twice.upper) == (lambda a: (a.lower, a.upper))(Ledger([STEP, STEP]).epsilon("0.2"))
    assert Ledger([f"{STEP},times=2", "gaussian:sigma=9"]).epsilon("0.2").upper > twice.upper


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("scale=2,threshold=20", "scale=2,threshold=21"),
        ("scale=2,threshold=20,groups=3", "scale=2,threshold=20,groups=2"),
        ("sigma=2,threshold=20,per-group=3", "sigma=2,threshold=20,per-group=2"),
        ("sigma=2,threshold=9/2,discrete=true", "sigma=2,threshold=11/2,discrete=true"),
    ],
)
def test_safer_parameters_never_cost_more(more: str, less: str) -> None:
    """A higher threshold, fewer groups, less in each."""
    for epsilon in (0, 1, 40):
        before, after = (Ledger(f"thresholded-counts:{given}").delta(epsilon).upper for given in (more, less))
        assert after <= before


def test_a_threshold_meets_a_target() -> None:
    """Where delta is that of lone records alone, it is the threshold that textbooks have."""
    solved = ch.calibrate("thresholded-counts:scale=1", solve="threshold", epsilon=1, delta="1e-9")
    with mp.workdps(30):
        assert abs(mpf(float(solved.value)) - 1 + mp.log(2 * mpf("1e-9"))) < mpf("1e-6")
    assert Ledger(f"thresholded-counts:scale=1,threshold={solved.value}").epsilon("1e-9").upper <= 1


def test_a_sample_is_amplified_and_a_group_is_not_answered() -> None:
    """A sample has the record or not; of a group several records may be alone in one count, which nothing is proved
    of: the step itself has what a person adds."""
    sampled = Ledger("poisson:rate=1/10/thresholded-counts:sigma=2,threshold=20").epsilon("1e-6")
    plain = Ledger("poisson:rate=1/10/gaussian:sigma=2").epsilon("1e-6")
    assert plain.upper <= sampled.upper <= plain.upper * 1.0001
    for inside, why in (("", "; several .* leave group out, and give"), ("poisson:rate=1/10/", "$")):
        with pytest.raises(ch.NoAnswer, match=f"no theorem leads from group/.*thresholded-counts to it{why}"):
            Ledger(f"group:size=2/{inside}thresholded-counts:sigma=2,threshold=20").epsilon("1e-6")


@pytest.mark.parametrize(
    ("ledger", "relation", "why"),
    [
        ("thresholded-counts:scale=1,threshold=9,discrete=true,per-group=1/2", "add-or-remove", "a whole per-group"),
        ("thresholded-counts:scale=2,threshold=1,groups=1000", "add-or-remove", "is released almost surely"),
        ("shuffled:n=100/thresholded-counts:scale=2,threshold=9", "replace-one", "a report is about one record"),
    ],
)
def test_what_is_not_answered_says_why(ledger: str, relation: str, why: str) -> None:
    """In the reasons of the accountants."""
    with pytest.raises(ch.NoAnswer, match=why):
        Ledger(ledger, neighbours=relation).epsilon("1e-6")
