"""Shuffling: the local rule, the numbers of the literature, the ranges of the theorems, and answers that check."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered import Ledger, NeighboursMismatch, Question
from chartered_plugins.shuffling.formulas import shuffled_binary_rr as shuffled_response
from chartered_verify.work_budget import Budget, limited

DELTA = Question.epsilon("1e-6")


@pytest.mark.parametrize(
    ("step", "theorem", "low", "high"),
    [
        ("shuffled:n=1000/pure:epsilon=1", "feldman2021.clones", 0.18241, 0.18242),
        ("shuffled:n=1000/pure:epsilon=1", "feldman2021.T31", 0.5662, 0.5663),
        ("shuffled:n=1000/pure:epsilon=1/10", "balle2020checkins.T5.1", 0.0203, 0.0204),
        ("shuffled:n=3000/pure:epsilon=1/10", "feldman2021.T31", 0.0296, 0.0297),
        ("shuffled:n=1000/randomized-response:epsilon=1", "shuffled-response.profile", 0.126614, 0.126615),
    ],
)
def test_the_known_numbers(step: str, theorem: str, low: float, high: float) -> None:
    """Each theorem gives the number that was computed independently."""
    assert low < Ledger(step).account(DELTA, accountant=theorem).answers[0].upper < high


def test_randomized_response_is_answered_exactly_from_both_sides() -> None:
    """The exact profile has both ends, twelve digits apart, and is the best answer."""
    best = Ledger("shuffled:n=100/randomized-response:epsilon=1").account(DELTA).best
    assert best.theorem == "shuffled-response.profile"
    assert 0 < best.upper - best.lower < 1e-12


@pytest.mark.parametrize(
    "step", ["shuffled:n=9/laplace:scale=1/2", "shuffled:n=9/gaussian:sigma=3", "shuffled:n=9/discrete-laplace:scale=1"]
)
def test_inside_a_shuffle_nothing_is_doubled(step: str) -> None:
    """No answer is above that of one report whose sensitivity is the diameter: the step alone under add-or-remove."""
    inside, alone = Ledger(step).account(DELTA).best, Ledger(step.partition("/")[2]).account(DELTA).best
    assert inside.neighbours is ch.Neighbours.REPLACE_ONE
    assert inside.upper <= alone.upper * (1 + 1e-12)


def test_beside_a_shuffle_sensitivities_are_doubled() -> None:
    """A Laplace step in the same ledger is under replace-one, where its eps is twice as large."""
    pure = Ledger(["shuffled:n=9/laplace:scale=1", "laplace:scale=1"]).account(Question.epsilon(0)).answers
    assert {answer.upper for answer in pure if answer.accountant == "pure"} == {3.0}


def test_a_poisson_sample_of_a_shuffle_needs_two_relations() -> None:
    """Both are named; and a shuffle is of two reports at least."""
    with pytest.raises(NeighboursMismatch, match="poisson needs add-or-remove and shuffled needs replace-one"):
        Ledger("poisson:rate=1/2/shuffled:n=9/pure:epsilon=1")
    for n in ("1", "0", "5/2", "-3"):
        with pytest.raises(ch.BadValue):
            ch.parse(f"shuffled:n={n}/pure:epsilon=1")


PROFILE, T38 = "shuffled-response.profile", "feldman2021.T38"


@pytest.mark.parametrize(
    ("step", "theorem", "why"),
    [
        ("shuffled:n=5/pure:epsilon=3", "feldman2021.T31", "no delta below 1 meets"),
        ("shuffled:n=9,adaptive=true/pure:epsilon=1", "balle2019.bennett", "may depend on those before it"),
        ("shuffled:n=9/randomized-response:epsilon=1,k=3", PROFILE, "more than two values"),
        ("shuffled:n=3001/randomized-response:epsilon=1", PROFILE, "at most 3000 reports"),
        ("shuffled:n=9/pure:epsilon=0", "feldman2021.clones", "eps is 0"),
        ("shuffled:n=9/pure:epsilon=1", T38, "the reports are pure"),
        ("shuffled:n=100000/approximate:epsilon=0.4,delta=1e-20", T38, "derived for eps0 >= log(3/2) only"),
    ],
)
def test_conditions_are_told(step: str, theorem: str, why: str) -> None:
    """Outside their ranges theorems say why they are silent."""
    silent = Ledger(step).account(DELTA, accountant=["profile", theorem]).unavailable
    assert why in "; ".join(none.why for none in silent)
    inside = ch.Ledger("shuffled:n=100000/approximate:epsilon=0.41,delta=1e-20")
    assert inside.epsilon("1e-6", T38).upper < 0.2


def test_adaptive_reports_have_no_blanket() -> None:
    """Neither a blanket nor an exact answer, but the clones."""
    account = Ledger("shuffled:n=100,adaptive=true/randomized-response:epsilon=1").account(DELTA)
    names = {name for answer in account.answers for name in answer.path}
    assert not any(name.startswith(("balle2019", "shuffled-response")) for name in names)
    assert "feldman2021.clones" in names


def test_theorems_that_are_always_beaten_answer_by_name_alone() -> None:
    """Erlingsson et al.'s two forms; the short one only where it is stated."""
    step = "shuffled:n=1000/pure:epsilon=1/4"
    assert not any("erlingsson2019" in " ".join(answer.path) for answer in Ledger(step).account(DELTA).answers)
    general, short, window = (
        Ledger(step).account(DELTA, accountant=name).answers[0].upper
        for name in ("erlingsson2019.T7", "erlingsson2019.T7-short", "balle2020checkins.T5.1")
    )
    assert window < min(general, short)
    assert not Ledger("shuffled:n=999/pure:epsilon=1/4").account(DELTA, accountant="erlingsson2019.T7-short").answers


def test_a_pure_report_is_exact_at_delta_zero() -> None:
    """The shuffle hides nothing there."""
    best = Ledger("shuffled:n=1000/pure:epsilon=1,times=3").account(Question.epsilon(0)).best
    assert (best.lower, best.upper, best.enclosed.exact) == (3.0, 3.0, True)


def test_rounds_of_shuffling_compose() -> None:
    """By the losses and the Renyi curve of the clones pair, and by rho, far below rounds of whole reports; a profile
    does not compose."""
    account = Ledger("shuffled:n=1000000/pure:epsilon=1,times=100").account(DELTA)
    assert {"feldman2021.clones-pld", "feldman2021.clones"} & set(account.best.path)
    assert any(
        "feldman2021.renyi" in answer.path and account.best.upper < answer.upper < 0.06 for answer in account.answers
    )
    assert any("balle2020checkins.rho" in answer.path and answer.upper < 0.5 for answer in account.answers)
    assert not any(answer.accountant == "profile" for answer in account.answers)


@pytest.mark.parametrize(
    "step", ["pure:epsilon=1", "approximate:epsilon=1,delta=1e-12", "randomized-response:epsilon=1", "laplace:scale=1"]
)
@pytest.mark.parametrize("question", [DELTA, Question.delta("1/4")])
def test_answers_are_certified(step: str, question: Question) -> None:
    """The certificate of the best answer, and of one along every theorem here, is accepted."""
    for answer in Ledger(f"shuffled:n=60/{step}").account(question).answers:
        if any(name.startswith(("feldman", "balle20", "shuffled")) for name in answer.path):
            assert ch.check(answer.certificate().document).accepted, answer


@pytest.mark.parametrize("n", [2, 10, 10**4, 10**6])
@pytest.mark.parametrize("epsilon0", ["1/1000", "1", "20"])
def test_the_clones_pair_at_any_size(n: int, epsilon0: str) -> None:
    """It answers, no worse than a report alone, and falls with n."""
    steps = (f"shuffled:n={size}/pure:epsilon={epsilon0}" for size in (n, 2 * n))
    few, many = (Ledger(step).epsilon("1e-6", "feldman2021.clones").upper for step in steps)
    assert many <= few <= float(Fraction(epsilon0))


def test_a_million_reports_take_about_a_second() -> None:
    """The certified eps of the clones pair at n = 1e6, by counted work: a crowded machine is no slower."""
    with limited(Budget(60)) as work:
        answer = Ledger("shuffled:n=1000000/pure:epsilon=1").account(DELTA, accountant="feldman2021.clones").answers[0]
    assert 0.004334 < answer.upper < 0.004335
    assert work.spent < 5_000_000


@pytest.mark.full
def test_a_thousand_million_reports() -> None:
    """In runs of numbers of clones: within a hair of the scaling by 1/sqrt(n)."""
    answer = Ledger("shuffled:n=1000000000/pure:epsilon=1").account(DELTA, accountant="feldman2021.clones").answers[0]
    assert 7.9e-5 < answer.upper < 8.0e-5


@pytest.mark.parametrize("delta", ["1e-6", "1e-4"])
def test_where_many_data_are_nearly_as_bad_both_ends_are_near(delta: str) -> None:
    """Randomized response that hardly tells anything: the ends are a percent or less apart, and no data lead beyond the
    upper one."""
    answer = Ledger("shuffled:n=1000/randomized-response:epsilon=0.1").epsilon(delta, "shuffled-response.profile")
    assert answer.lower < answer.upper < answer.lower * 1.01
    assert ch.check(answer.certificate().document).accepted
    data = range(0, 1000, 37)
    assert max(shuffled_response.near(Fraction(1, 10), 1000, answer.upper, data)) < float(delta)
    assert max(shuffled_response.near(Fraction(1, 10), 1000, answer.lower, range(960, 1000))) > float(delta) * (
        1 - 1e-9
    )


@pytest.mark.full
def test_the_worst_data_of_three_thousand_reports() -> None:
    """n = 3000, eps0 = 1/2: the worst is not where all others hold the same, which has eps 0.031202."""
    answer = Ledger("shuffled:n=3000/randomized-response:epsilon=1/2").epsilon("1e-6", "shuffled-response.profile")
    assert 0.0312035 < answer.lower <= answer.upper < 0.0312045


def test_approximate_reports_cost_their_transfer() -> None:
    """A tiny delta0 hardly changes the answer, and n delta0 near the target makes it that of one report."""
    pure = Ledger("shuffled:n=1000/pure:epsilon=1").account(DELTA).best
    tiny, large = (
        Ledger(f"shuffled:n=1000/approximate:epsilon=1,delta={d}").account(DELTA).best for d in ("1e-30", "1e-8")
    )
    assert pure.upper <= tiny.upper < pure.upper * (1 + 1e-6)
    assert 0.9 < large.upper < 1


@pytest.mark.parametrize(
    "step",
    [
        "poisson:rate=1/2/gaussian:sigma=1",
        "sample:size=1,of=2/gaussian:sigma=1",
        "sample-with-replacement:size=1,of=2/gaussian:sigma=1",
        "shuffled:n=9/pure:epsilon=1",
        "checkin:m=2,n=9/pure:epsilon=1",
        "dpsgd:n=9,batch=3,steps=1,noise=1",
        "gaussian-mixture:sigma=1,sensitivities=0:1,probabilities=1/2:1/2",
    ],
)
def test_what_draws_records_is_no_report_of_one_record(step: str) -> None:
    """A report is of one record, of which nothing is drawn; randomized response, which requires a relation too, is
    one."""
    for wrapper in ("shuffled:n=9", "checkin:m=2,n=9"):
        with pytest.raises(ch.BadStep, match="gives each run one record"):
            ch.parse(f"{wrapper}/{step}")
        assert ch.Ledger(f"{wrapper}/randomized-response:epsilon=1").neighbours is ch.Neighbours.REPLACE_ONE


@pytest.mark.parametrize(
    ("steps", "most", "failing"),
    [
        ("shuffled:n=300/randomized-response:epsilon=2", 0.315, 0.296),
        ("shuffled:n=100/laplace:scale=1", 0.162, 0.16),
        ("shuffled:n=3000/laplace:scale=1", 0.0291, 0.0280),
        ("shuffled:n=100000/laplace:scale=1", 0.00504, 0.00483),
        ("checkin:m=100,p=1/2,n=1000/randomized-response:epsilon=1", 0.0702, 0.0673),
    ],
)
def test_the_mu_of_reports_is_that_of_their_clones(steps: str, most: float, failing: float) -> None:
    """Where the profile of the reports themselves proves no mu, that of the clones does, for all eps and except for a
    failure; it is nowhere below what delta is certainly at least, of those whose profile is exact."""
    ledger = Ledger(steps)
    whole, outside = ledger.mu(), ledger.mu(failure="1e-10")
    assert outside.upper <= failing < whole.upper <= most
    assert "clones" in " ".join(whole.path)
    assert ch.check(whole.certificate()).accepted
    for epsilon in ("0", "1/100", "1/10", "1/2", "3/2"):
        least = ledger.delta(epsilon).lower or 0
        assert least <= Ledger(f"gdp:mu={whole.upper}").delta(epsilon).upper
        assert least <= 1e-10 + Ledger(f"gdp:mu={outside.upper}").delta(epsilon).upper


def test_clones_of_approximate_reports_keep_their_delta() -> None:
    """The formula for an interval of eps is of pure reports only: approximate ones have no mu."""
    answers = Ledger("checkin:m=100,p=1/2,n=1000/approximate:epsilon=1,delta=1e-6").account(Question.mu()).answers
    assert all(answer.upper == float("inf") for answer in answers)
