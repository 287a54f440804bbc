"""Check-ins of those who happened to check in, hidden in the crowd, and rounds: by clones."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log, tanh

import chartered as ch
import numpy as np
import pytest
from chartered import Ledger, Question
from chartered_plugins.checkins.claims.checkins_exact import never_below
from chartered_plugins.shuffling.formulas import clones, clones_renyi as clone_moments
from chartered_verify.arithmetic import balls, floats
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Refuted

WHOLE = Fraction(1)


def epsilon(step: str, delta: object = "1e-6", accountant: object = None) -> float:
    """The tightest eps."""
    answers = Ledger(step).account(Question.epsilon(delta), accountant=accountant).answers  # type: ignore[arg-type]
    return answers[0].upper


def test_a_window_of_those_who_check_in_is_hidden_in_their_crowd() -> None:
    """Half of 100000 clients in ten slots: 0.02097 of log(1 + (e - 1)/2); the certificate is accepted. (That few slots
    are shared hides more.)"""
    answer = Ledger("checkin:m=10,n=100000,p=0.5/pure:epsilon=1").epsilon("1e-6", accountant="checkin.clones")
    assert 0.020969 < answer.upper < 0.020970
    assert answer.path[1] == "checkin.clones"
    assert ch.check(answer.certificate().document).accepted
    assert epsilon("checkin:m=10,n=100000,p=0.5/pure:epsilon=1", accountant="checkin.profile") > 0.62


def test_a_crowd_of_nearly_all_is_a_shuffle() -> None:
    """Where p is all but 1 the window costs what a shuffle of all does."""
    nearly = epsilon("checkin:m=10,n=1000,p=0.999999999999/pure:epsilon=1", accountant="checkin.clones")
    assert nearly == pytest.approx(epsilon("shuffled:n=1000/pure:epsilon=1"), rel=1e-9)
    assert nearly == pytest.approx(0.1824, rel=1e-3)


def test_fewer_clones_hide_less() -> None:
    """The pair of thinned clones lies between those of the reports expected, from above, and of one report."""
    with balls(128) as xp:
        e = xp.number(Fraction(1, 20))
        thinned, expected = clones.delta(xp, WHOLE, 2001, e, Fraction(1, 4)), clones.delta(xp, WHOLE, 501, e)
        alone = clones.delta(xp, WHOLE, 1, e)
        assert expected < thinned < alone
        assert thinned < expected * 2


FAILING = "checkin:m=10,n=100,p=0.5/approximate:epsilon=1,delta=0"


@pytest.mark.parametrize(
    ("step", "theorem", "why"),
    [
        ("checkin:m=10,n=100/pure:epsilon=1", "checkin.clones", "p is 1"),
        ("checkin:m=10,n=100,protocol=sliding/pure:epsilon=1", "checkin.clones-renyi", "the protocol is sliding"),
        ("checkin:m=10,n=100,p=0.5,protocol=averaged/pure:epsilon=1", "checkin.clones", "needs p = 1"),
        ("checkin:m=10,n=100,p=0.5/pure:epsilon=0", "checkin.clones", "the eps of a report is 0"),
        ("shuffled:n=100/pure:epsilon=0", "feldman2021.renyi", "eps is 0"),
        (FAILING, "checkin.clones-approximate", "the reports are pure"),
    ],
)
def test_conditions_are_told(step: str, theorem: str, why: str) -> None:
    """Outside its range a theorem says why it is silent."""
    account = Ledger(step).account(Question.epsilon("1e-6"), accountant=["profile", "renyi", theorem])
    assert why in "; ".join(none.why for none in account.unavailable)


def test_reports_that_fail_cost_their_transfer() -> None:
    """A tiny delta0 hardly changes the answer, a larger one does; both are answered for by clones."""
    step = "checkin:m=10,n=100000,p=0.3/approximate:epsilon=1,delta={}"
    pure = epsilon("checkin:m=10,n=100000,p=0.3/pure:epsilon=1", accountant="checkin.clones")
    tiny, more = (epsilon(step.format(d), accountant="checkin.clones-approximate") for d in ("1e-30", "1e-11"))
    assert pure <= tiny < pure * (1 + 1e-6)
    assert pure * (1 + 1e-3) < more < 2 * pure


@pytest.mark.parametrize(
    ("step", "most"),
    [
        ("shuffled:n=1000000,times=1000/pure:epsilon=3", 1.18),
        ("shuffled:n=1000000,times=100/pure:epsilon=1", 0.0583),
        ("shuffled:n=1000,times=10/pure:epsilon=1", 0.676),
        ("checkin:m=100,n=100000,p=0.3,times=50/pure:epsilon=1", 0.1492),
        ("checkin:m=1000,n=100000,times=10/pure:epsilon=1", 0.0605),
        ("checkin:m=1000,n=1000000,p=0.001,times=1000/pure:epsilon=3", 0.0742),
    ],
)
def test_rounds_compose(step: str, most: float) -> None:
    """No larger than this (the last in print: 2.864, and without the Renyi curve of the pair the first is 1758);
    certified."""
    answer = Ledger(step).epsilon("1e-6")
    assert answer.upper <= most
    assert ch.check(answer.certificate().document).accepted


@pytest.mark.parametrize(("n", "epsilon0", "alpha"), [(2, 1, 2), (3, 2, 1.5), (2, 4, 30)])
def test_the_curve_of_two_and_three_reports(n: int, epsilon0: int, alpha: float) -> None:
    """The likelihoods, written out: no clone, one, or two."""
    t, q = tanh(epsilon0 / 2), exp(-epsilon0)

    def moment(values: list[tuple[float, float]]) -> float:
        return sum(w * (1 + t * v) ** alpha * (1 - t * v) ** (1 - alpha) for v, w in values)

    none, one = moment([(-1, 0.5), (1, 0.5)]), moment([(-1, 0.25), (0, 0.5), (1, 0.25)])
    two = moment([(-1, 0.125), (-1 / 3, 0.375), (1 / 3, 0.375), (1, 0.125)])
    parts = [(1 - q, q, 0.0), ((1 - q) ** 2, 2 * q * (1 - q), q * q)][n - 2]
    exact = log(sum(w * x for w, x in zip(parts, (none, one, two), strict=True))) / (alpha - 1)
    assert clone_moments.renyi(floats, Fraction(epsilon0), n, float(alpha), WHOLE) == pytest.approx(exact, rel=1e-12)


def test_a_sweep_over_rounds() -> None:
    """All numbers of rounds at once are the same as each by itself."""
    step = "shuffled:n=10000/pure:epsilon=1"
    swept = Ledger(step).epsilons(delta="1e-6", times=np.array([3, 300]), accountant="renyi")
    alone = [epsilon(f"{step},times={times}", accountant="renyi") for times in (3, 300)]
    assert list(swept) == pytest.approx(alone, rel=1e-6)


@pytest.mark.parametrize(
    ("step", "epsilon0"),
    [("shuffled:n=2/pure:epsilon=1e-300", 1e-300), ("checkin:m=1,n=9,p=1e-300/pure:epsilon=1e300", 1e300)],
)
def test_extreme_values(step: str, epsilon0: float) -> None:
    """No answer is above one report's eps for each run, or strange."""
    for answer in Ledger(f"{step},times=3").account(Question.epsilon("1e-6"), accountant="renyi").answers:
        assert 0 <= answer.upper <= 3.001 * epsilon0 or answer.path[-1] == "asoodeh2020.T1"


def test_a_crowd_of_too_many_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ten thousand others instead of two, the profile and the curve are below what is enumerated."""
    right = clones.runs
    monkeypatch.setattr(clones, "runs", lambda xp, epsilon0, n, share: right(xp, epsilon0, 10**4 * n, share))
    clone_moments.moments.cache_clear()
    for theorem in ("checkin.clones", "checkin.clones-renyi"):
        assert isinstance(never_below(theorem, ["fixed"], Effort()), Refuted)
    clone_moments.moments.cache_clear()


@pytest.mark.parametrize(
    ("step", "key", "times", "worse"),
    [
        ("shuffled:n=1000/pure", "epsilon", 10, "1.01"),
        ("shuffled/pure:epsilon=1", "n", 10, "0.99"),
        ("shuffled/pure:epsilon=1", "n", 1, "0.99"),
        pytest.param("checkin:m=10,n=10000,p=0.3/pure", "epsilon", 10, "1.01", marks=pytest.mark.full),
        ("checkin:m=10,p=0.3/pure:epsilon=1", "n", 1, "0.98"),
        ("checkin:m=10,p=0.3/approximate:epsilon=1,delta=1e-14", "n", 1, "0.98"),
        pytest.param("checkin:m=10,n=200/pure:epsilon=1", "p", 10, "1.01", marks=pytest.mark.full),
    ],
)
def test_parameters_are_solved_for(step: str, key: str, times: int, worse: str) -> None:
    """What is found meets the target, whole numbers are whole, and what is a little worse fails."""
    found = Fraction(ch.calibrate(step, solve=key, epsilon="0.3", delta="1e-6", times=times).value)
    further = found * Fraction(worse)

    def at(value: Fraction) -> float:
        inside = f"{step}{',' if ':' in step.rpartition('/')[2] else ':'}{key}={value}"
        outside = step.replace("/", f"{',' if ':' in step.partition('/')[0] else ':'}{key}={value}/", 1)
        return epsilon(f"{inside if key == 'epsilon' else outside},times={times}")

    assert at(found) <= 0.3 * (1 + 1e-9)
    if key == "n":
        assert found == int(found)
        further = Fraction(int(further))
    assert at(further) > 0.3


def test_a_tiny_eps_takes_no_more_digits() -> None:
    """Where a curve is 1e-303 its ball keeps its digits at 128 bits: more of them take half a minute for a billion
    clients."""
    with balls(128) as xp:
        found = clone_moments.renyi(xp, Fraction(1, 10**150), 1000, xp.number(2), Fraction(1, 2))
        assert found > 0
        assert found.rel_accuracy_bits() > 64


def test_the_largest_number_of_rounds() -> None:
    """240 rounds of a shuffle of 10000 or so are within eps = 1, and one more is not; by the Renyi curve 209."""
    step = "shuffled:n=10000/pure:epsilon=1"
    answers = ch.largest_times(step, epsilon=1, delta="1e-6").answers
    found = int(answers[0].value)
    assert answers[0].accountant == "loss-distribution"
    assert {answer.value for answer in answers if "feldman2021.renyi" in answer.path} >= {209}
    assert 230 < found < 250
    assert epsilon(f"{step},times={found}") <= 1 < epsilon(f"{step},times={found + 1}")
