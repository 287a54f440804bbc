"""The blanket of shuffled k-ary randomized response: known numbers, runs that lose hardly anything, sizes, certificates
and forgeries."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered import Ledger, Question
from chartered_plugins.composition.formulas import binomial
from chartered_plugins.shuffling.formulas import blanket_krr as response_blanket, blanket_krr_counts as response_counts
from chartered_verify.arithmetic import balls, floats
from chartered_verify.work_budget import Budget, limited
from forging import forged

DELTA = Question.epsilon("1e-6")
PAIR = "balle2019.response-pair"


def asked(step: str, question: Question = DELTA) -> ch.Answer:
    """What the blanket alone answers."""
    return Ledger(step).account(question, accountant=["profile", PAIR]).answers[0]


@pytest.mark.parametrize(
    ("k", "low", "high"), [(2, 0.14867, 0.14868), (3, 0.13069, 0.1307), (10, 0.08016, 0.08017), (100, 0.02547, 0.02548)]
)
def test_the_known_numbers(k: int, low: float, high: float) -> None:
    """n = 1000, eps0 = 1, delta = 1e-6; k = 2 as it was computed independently. Of either question."""
    step = f"shuffled:n=1000/randomized-response:epsilon=1,k={k}"
    assert low < asked(step).upper < high
    more, less = (asked(step, Question.delta(epsilon)).upper for epsilon in (low, high))
    assert less < 1e-6 < more


def test_it_is_the_best_answer_for_three_values_and_not_for_two() -> None:
    """On two values the exact profile answers as long as it can; beyond, the blanket does."""
    for step, best in (
        ("n=50/randomized-response:epsilon=1,k=3", PAIR),
        ("n=50/randomized-response:epsilon=1", "shuffled-response.profile"),
    ):
        found = Ledger(f"shuffled:{step}").account(DELTA).best
        assert found.theorem == best
    many = Ledger("shuffled:n=20000/randomized-response:epsilon=1").account(
        DELTA, accountant=["profile", PAIR, "feldman2021.clones"]
    )
    assert many.best.theorem == PAIR


def test_floats_are_near_the_balls() -> None:
    """Where they answer by themselves, and where balls answer for them."""
    for n, k, epsilon in ((1000, 10, 0.07), (1000, 3, 0.2), (40, 4, 0.5), (1000, 2, 0.6)):
        with balls(128) as xp:
            ball = response_blanket.delta(xp, Fraction(1), n, k, xp.number(Fraction(epsilon)))
        assert response_blanket.delta(floats, Fraction(1), n, k, epsilon) == pytest.approx(float(ball), rel=1e-6)


@pytest.mark.parametrize("epsilon", [Fraction(2, 25), Fraction(1, 5)])
def test_runs_are_above_one_by_one_but_hardly(monkeypatch: pytest.MonkeyPatch, epsilon: Fraction) -> None:
    """Runs of T alone, and runs of s as well."""

    def delta(cells: int, sums: int) -> object:
        monkeypatch.setattr(response_counts, "MAX_PAIRS", cells)
        monkeypatch.setattr(response_counts, "S_BINS", sums)
        response_counts.blanket_sizes.cache_clear()
        with balls(128) as xp:
            return response_blanket.delta(xp, Fraction(1), 500, 5, xp.number(epsilon))

    exact, sizes, both = delta(1 << 22, 1 << 12), delta(1 << 14, 1 << 12), delta(1 << 14, 80)
    response_counts.blanket_sizes.cache_clear()
    assert exact < sizes < both  # type: ignore[operator]
    assert both < 2 * exact  # type: ignore[operator]


def test_what_is_left_out_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With narrow windows the bound rises, and never falls below the whole sum."""
    with balls(128) as xp:
        size, epsilon = Fraction(1), xp.number(Fraction(1, 5))
        whole = response_blanket.delta(xp, size, 300, 5, epsilon)
        for reach in (1.0, 3.0, 9.0, 20.0):
            monkeypatch.setattr(response_blanket, "truncation_exponent", lambda *_, reach=reach: reach)
            assert response_blanket.delta(xp, size, 300, 5, epsilon) > whole


def test_windows_hold_all_but_what_they_say() -> None:
    """On either side of a binomial window lies less than e^-reach."""
    for odds in (-3.0, -0.2, 0.0, 1.0, 5.0):
        for k in (1, 30, 400):
            low, high = binomial.window(odds, k, 12.0)
            with balls(128) as xp:
                weights = binomial.weights(xp, xp.number(odds), k, 0, k)
                for outside in (weights[:low], weights[high + 1 :]):
                    assert sum(outside, xp.number(0)) < xp.exp(xp.number(-12))


@pytest.mark.parametrize("n", [2, 100, 10**4])
@pytest.mark.parametrize("k", [2, 3, 10**6])
@pytest.mark.parametrize("epsilon0", ["1/1000", "1", "20"])
def test_it_answers_at_any_size_and_falls_with_n(n: int, k: int, epsilon0: str) -> None:
    """No worse than a report alone."""
    few, many = (asked(f"shuffled:n={size}/randomized-response:epsilon={epsilon0},k={k}").upper for size in (n, 2 * n))
    assert many <= few * (1 + 1e-3) <= float(Fraction(epsilon0)) * (1 + 1e-2)


@pytest.mark.parametrize("epsilon0", ["1000", "1/10000000"])
@pytest.mark.parametrize("delta", ["9/10", "1e-40", "1e-300"])
def test_far_questions_are_answered(epsilon0: str, delta: str) -> None:
    """A very loud and a very quiet report; targets out of the reach of floats."""
    assert asked(f"shuffled:n=20/randomized-response:epsilon={epsilon0},k=4", Question.epsilon(delta)).upper <= float(
        Fraction(epsilon0)
    ) * (1 + 1e-12)


def test_a_thousand_reports_take_well_under_two_seconds() -> None:
    """The certified eps of ten values, by counted work: a crowded machine is no slower."""
    with limited(Budget(60)) as work:
        asked("shuffled:n=1000/randomized-response:epsilon=11/10,k=10")
    assert 0 < work.spent < 8_000_000


@pytest.mark.full
def test_a_million_reports() -> None:
    """In runs; a little less than 1/sqrt(10) of the eps of a tenth of them is left, as delta also falls at fixed eps
    sqrt(n)."""
    few, many = (asked(f"shuffled:n={n}/randomized-response:epsilon=1,k=10").upper for n in (10**5, 10**6))
    assert 3.5 < few / many < 3.65


def test_beyond_its_size_it_says_so() -> None:
    """The reason names the largest number of reports."""
    account = Ledger("shuffled:n=10000001/randomized-response:epsilon=1,k=3").account(
        DELTA, accountant=["profile", PAIR]
    )
    assert not account.answers
    assert any("at most 10000000 reports" in none.why for none in account.unavailable)


@pytest.mark.parametrize("question", [DELTA, Question.delta("1/10")])
def test_a_certificate_is_accepted_and_a_forged_one_refused(question: Question) -> None:
    """A smaller number, in the answer or in the witness, is not believed."""
    document = asked("shuffled:n=60/randomized-response:epsilon=1,k=5", question).certificate().document
    assert ch.check(document).accepted
    assert not ch.check(forged(document, ("answer", "upper_exact"), "1e-9")).accepted
    if question is DELTA:
        assert not ch.check(forged(document, ("answer", "witness", "above"), "0.4")).accepted


def test_a_witness_that_does_not_hold_is_refused() -> None:
    """An eps at which delta is above the target."""
    from chartered.proving import registered

    case = ch.Case(ch.parse("shuffled:n=60/randomized-response:epsilon=1,k=5").step, ch.Neighbours.REPLACE_ONE)
    profile = registered(PAIR).bound(case)
    with balls(128) as xp:
        for witness in ({"above": Fraction(1, 10)}, {"above": Fraction(2)}, {"above": Fraction(-1)}, {}):
            with pytest.raises(ch.Unavailable, match="not certainly at most"):
                profile.epsilon(xp, xp.number(Fraction(1, 10**6)), witness)
