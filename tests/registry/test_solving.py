"""Inverse questions: the largest number of times, and calibration."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import chartered as ch
import pytest
from chartered.accounting.inverse import tried_values as solve
from chartered.accounting.inverse.tried_domain import domain
from chartered.enclose.eps_delta_mu_targets import Goal
from chartered.errors import BadStep, BadValue, CharteredError
from chartered.model.mechanisms import Parameter
from chartered.search.threshold import safe_end
from hypothesis import given, strategies as st


def by_theorem(solved: ch.Solved) -> dict[str, float]:
    """The first answer of each last theorem."""
    found: dict[str, float] = {}
    for answer in solved.answers:
        found.setdefault(answer.path[-1], float(answer.value))
    return found


@pytest.mark.parametrize(("epsilon", "classical", "lemma2"), [(6, 501, 603), (8, 839, 983)])
def test_the_rounds_of_the_first_paper(epsilon: int, classical: int, lemma2: int) -> None:
    """Figure 2 of Asoodeh et al. 2020: how many runs of sigma = 20 fit into eps at delta = 1e-5."""
    times = by_theorem(ch.largest_times("gaussian:sigma=20", epsilon=epsilon, delta=1e-5))
    assert (times["asoodeh2020.T1"], times["asoodeh2020.E23"]) == (classical, classical)
    assert (times["asoodeh2020.L2"], times["asoodeh2020.T3"]) == (lemma2, lemma2)
    assert times["gdp.profile"] > lemma2


def test_one_run_more_is_certain_to_fail_where_the_path_is_exact() -> None:
    """The exact count meets the target, and the next one certainly does not."""
    best = ch.largest_times("gaussian:sigma=20", epsilon=8, delta=1e-5).best
    assert best.fails_beyond is True
    n = int(best.value)
    ledger = ch.Ledger("gaussian:sigma=20")
    assert (ledger * n).delta(8).upper <= 1e-5
    lower = (ledger * (n + 1)).delta(8).lower
    assert lower > 1e-5


@pytest.mark.parametrize(
    ("step", "epsilon", "delta", "count"),
    [
        ("pure:epsilon=0.1", 1, 0, 10),
        ("pure:epsilon=0.1", "0.3", 0, 3),
        ("gaussian:sigma=1", 0.1, 1e-5, 0),
        ("pure:epsilon=0", 0, 0, math.inf),
    ],
)
def test_budgets_are_exact(step: str, epsilon: object, delta: float, count: float) -> None:
    """Ten times one tenth is one, three times 0.1 is 0.3, and no eleventh run fits; no run allowed is 0; a step that
    costs nothing may run without bound."""
    assert ch.largest_times(step, epsilon=epsilon, delta=delta).value == count


def test_a_huge_count_needs_no_loop() -> None:
    """Counts beyond 1e10 come at once, and more delta or eps never allows fewer."""
    few = ch.largest_times("gaussian:sigma=1e6", epsilon=1, delta=1e-5).value
    assert 7e10 < few < 8e10
    assert ch.largest_times("gaussian:sigma=1e6", epsilon=1, delta=1e-4).value >= few


@pytest.mark.parametrize(("delta", "sigma"), [("1e-15", 7.487009467986), ("1e-300", 36.865497894111)])
def test_the_noise_that_a_peer_gets_wrong(delta: str, sigma: float) -> None:
    """eps 1 at delta 1e-15 and 1e-300: the exact sigma, from above."""
    solved = ch.calibrate("gaussian", solve="sigma", epsilon=1, delta=delta)
    assert float(solved) == pytest.approx(sigma, rel=1e-11)
    assert ch.Ledger([ch.mechanism("gaussian", sigma=solved.value)]).delta(1).enclosed.bound.hi <= _ball(delta)


def _ball(text: str) -> Any:
    from chartered_verify.arithmetic import balls

    with balls(200) as xp:
        return xp.number(Fraction(text))


@given(
    epsilon=st.fractions(Fraction(1, 100), 20),
    delta=st.sampled_from([Fraction(1, 10), Fraction(1, 10**6), Fraction(1, 10**30)]),
)
def test_calibrated_noise_meets_the_target_and_a_little_less_does_not(epsilon: Fraction, delta: Fraction) -> None:
    """On the safe side, and within 1e-9 of the least noise."""
    sigma = Fraction(ch.calibrate("gaussian", solve="sigma", epsilon=epsilon, delta=delta, accountant="gdp").value)
    assert ch.Ledger([ch.mechanism("gaussian", sigma=sigma)]).epsilon(delta).upper <= float(epsilon) * (1 + 1e-12)
    less = ch.Ledger([ch.mechanism("gaussian", sigma=sigma * (1 - Fraction(1, 10**9)))]).delta(epsilon).enclosed.bound
    assert float(less.lo.mid()) > float(delta)


def test_every_direction_is_safe() -> None:
    """Noise is rounded up, a rate and an eps down, and each meets its target when asked again."""
    scale = ch.calibrate("laplace:times=10", solve="scale", epsilon=1, delta=0).value
    assert 10 <= scale <= 10 * (1 + Fraction(1, 10**9))
    rate = ch.calibrate("poisson/gaussian:sigma=2", solve="rate", epsilon=1, delta=1e-6).value
    assert ch.Ledger([ch.mechanism("poisson", ch.mechanism("gaussian", sigma=2), rate=rate)]).epsilon(1e-6).upper <= 1
    k = Fraction(ch.calibrate("randomized-response:epsilon=1", solve="k", epsilon=0.5, delta=1e-2).value)
    assert k.denominator == 1
    met, missed = (ch.Ledger(f"randomized-response:epsilon=1,k={one}").delta(0.5).upper for one in (k, k - 1))
    assert met <= 1e-2 < missed


@pytest.mark.parametrize(
    ("step", "solve", "epsilon", "delta"),
    [("approximate:epsilon=0", "delta", 1, "0.9999999"), ("rdp:gamma=1e-9", "alpha", "0.5", "1e-5")],
)
def test_an_end_that_is_not_admitted_is_not_asked_for(step: str, solve: str, epsilon: object, delta: str) -> None:
    """A delta below 1, an order above 1: the search stays inside, however near the end it comes."""
    value = Fraction(ch.calibrate(step, solve=solve, epsilon=epsilon, delta=delta).value)
    assert value != 1
    assert value == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(
    ("step", "solve", "end", "less"),
    [
        ("poisson/gaussian:sigma=2", "rate", 1, "poisson:rate=0.999999/gaussian:sigma=2"),
        ("poisson/laplace:scale=1", "rate", 1, "poisson:rate=0.999999/laplace:scale=1"),
        ("sample:of=100/laplace:scale=1", "size", 100, "sample:size=99,of=100/laplace:scale=1"),
        ("sample:size=10/laplace:scale=1", "of", 10, "sample:size=10,of=11/laplace:scale=1"),
        ("dpsgd:n=60000,steps=1,noise=1.1", "batch", 60000, "dpsgd:n=60000,batch=59999,steps=1,noise=1.1"),
    ],
)
def test_an_end_of_the_domain_where_other_paths_answer_is_reached(step: str, solve: str, end: int, less: str) -> None:
    """A sample of everything is the step itself: no theorem for samples takes it, and it meets the target as well."""
    solved = ch.calibrate(step, solve=solve, epsilon=10, delta="1e-5")
    assert solved.value == end
    assert ch.check(solved.certificate()).value == end
    assert solved.best.path not in {
        answer.path for answer in ch.Ledger(less).account(ch.Question.epsilon("1e-5")).answers
    }


@pytest.mark.parametrize(
    ("step", "solve", "epsilon", "delta", "value"),
    [
        ("laplace", "scale", "1e-300", "1e-1000", "1e300"),
        ("laplace", "scale", 1, "1e-1000", "1"),
        ("laplace", "scale", 1, "1e-300", "1"),
        ("pure", "epsilon", 1, "1e-300", "1"),
        ("rappor:p=0.25,q=0.5", "f", 10, "1e-5", "1e-300"),
    ],
)
def test_the_farthest_value_is_reached_and_no_refusal_names_it(
    step: str, solve: str, epsilon: object, delta: str, value: str
) -> None:
    """Noise of 1e300 met a target that "no scale meets"; and an eps that is the largest loss is met at every delta,
    however little eps at that delta differs from it."""
    solved = ch.calibrate(step, solve=solve, epsilon=epsilon, delta=delta)
    assert solved.value == Fraction(value)
    values = [answer.finite for answer in solved.answers]
    assert (min(values) if solved.larger_is_safer else max(values)) == solved.value
    assert ch.check(solved.certificate()).accepted


def test_the_least_noise_for_tiny_targets_is_found() -> None:
    """Between the last stride and 1e300, where the search ends: for small mu delta is mu phi(eps/mu) - eps
    Phi(-eps/mu)."""
    solved = ch.calibrate("gaussian", solve="sigma", epsilon="1e-300", delta="1e-300")
    mu, normal = 1e300 / float(solved), NormalDist()  # in units of 1e-300
    assert mu * normal.pdf(1 / mu) - normal.cdf(-1 / mu) == pytest.approx(1, rel=1e-9)


def test_the_end_is_not_reached_where_it_misses() -> None:
    """At rate 1 the step itself has another eps; the rate is the last one within the target, as before."""
    solved = ch.calibrate("poisson/laplace:scale=0.1", solve="rate", epsilon=5, delta=0)
    assert 0 < solved.value < 1
    exact = math.expm1(5) / math.expm1(10)  # log(1 + q (e^10 - 1)) = 5
    assert float(solved) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize("high", [Fraction(5, 6), Fraction(2, 3)])
def test_the_doubles_asked_for_are_admitted_as_decimals(high: Fraction) -> None:
    """Also where the limit itself is no decimal, and the nearest one lies beyond it."""
    low, top = domain(Parameter("x", "of no mechanism", low=1 - high, high=high, safer="smaller"))
    assert all(Parameter("x", "", low=1 - high, high=high).admits(Fraction(repr(x))) for x in (low, top))
    assert (low, top) == (pytest.approx(float(1 - high)), pytest.approx(float(high)))


def test_a_target_that_cannot_be_met_says_so() -> None:
    """A Gaussian at delta 0 has no sigma."""
    solved = ch.calibrate("gaussian", solve="sigma", epsilon=1, delta=0)
    assert solved.best is None
    with pytest.raises(CharteredError, match="no sigma of gaussian meets"):
        solved.value  # noqa: B018


@pytest.mark.parametrize(
    ("step", "solve", "why"),
    [
        ("gaussian:sigma=2", "sigma", "already gives sigma"),
        ("gaussian", "noise", "takes no parameter"),
        ("gaussian:times=2", "sigma", "gives times, and so does the question"),
        ("gaussian:sigma=1,times=3", "times", "already gives times"),
    ],
)
def test_what_cannot_be_solved_for_is_refused(step: str, solve: str, why: str) -> None:
    """A parameter that is given, that does not exist, or a count that is written twice; nor at a delta of 1."""
    target = {"epsilon": 1, "delta": 1e-5}
    with pytest.raises(BadStep, match=why):
        ch.largest_times(step, **target) if solve == "times" else ch.calibrate(step, solve=solve, **target, times=3)
    with pytest.raises(BadValue, match="delta is 1"):
        ch.largest_times("gaussian:sigma=1", epsilon=1, delta=1)


@given(n=st.integers(0, 10**30), start=st.integers(1, 10**31), measured=st.booleans())
def test_the_last_count_that_is_allowed(n: int, start: int, measured: bool) -> None:
    """The border is found exactly among integers of any size, from anywhere, by how far is missed or only by
    whether; where nothing is missed, it is the end of the domain."""

    def miss(x: float) -> float:
        if measured and n:
            return (x - n) / n
        return math.inf if x > n else -math.inf

    assert (safe_end(miss, (1, 2**160), start, larger=False, whole=True) or 0) == n
    assert safe_end(lambda x: -1.0, (1, 2**160), start, larger=False, whole=True) == 2**160


@given(border=st.floats(1e-250, 1e250), larger=st.booleans())
def test_the_safe_end_is_safe_and_near(border: float, larger: bool) -> None:
    """The bracket ends on the side that meets the target, within 1e-12 of the border."""

    def miss(x: float) -> float:
        return (math.log(border) - math.log(x)) * (1 if larger else -1)

    found = safe_end(miss, (0.0, math.inf), 1.0, larger=larger)
    assert miss(found) <= 0
    assert found == pytest.approx(border, rel=1e-12)


def asked(shape: Callable[[float], float], start: float) -> list[float]:
    """Where the search for the end at 1 evaluates."""
    found: list[float] = []

    def miss(x: float) -> float:
        found.append(x)
        return shape(x)

    assert safe_end(miss, (0.0, math.inf), start, larger=True) == pytest.approx(1, rel=1e-12)
    return found


@pytest.mark.parametrize(
    "shape", [lambda x: -math.log(x), lambda x: 20 - 20 * x**2, lambda x: x**-3 - 1, lambda x: math.atan(1 - x)]
)
@pytest.mark.parametrize("start", [1e-3, 0.7, 1.5, 1e3])
def test_a_smooth_crossing_takes_few_evaluations(shape: Callable[[float], float], start: float) -> None:
    """False position gains digits faster and faster; an end that stays must not hold it back."""
    found = asked(shape, start)
    assert len(found) == len(set(found)), "nothing is computed twice"
    assert len(found) <= 25


@pytest.mark.parametrize("slope", [0.9, 1, 1.7])
@pytest.mark.parametrize("start", [0.7, 0.99, 1.000001])
def test_a_start_near_the_crossing_saves_evaluations(slope: float, start: float) -> None:
    """The first stride is as long as the residual is large."""
    assert len(asked(lambda x: -slope * math.log(x) - math.log(x) ** 2 / 10, start)) <= 8


def test_other_paths_are_searched_when_they_are_asked_for() -> None:
    """The value of an exact path, beyond which the target is missed, comes alone; no other one is better."""
    solved = ch.calibrate("poisson:rate=0.01/gaussian:times=100", solve="sigma", epsilon=1, delta="1e-6")
    assert solved.others is not None
    (best,) = solved.known.found
    assert best.fails_beyond
    assert solved.best is best is solved.answers[0]
    assert {"renyi", "characteristic-function"} <= {one.accountant for one in solved.answers}
    assert all(one.finite >= best.finite for one in solved.answers)
    assert solved.answers[1:] == solved.others().found
    everywhere = {one.accountant for one in solved.answers} | {none.accountant for none in solved.unavailable}
    assert everywhere <= set(ch.registry().accountants)


@given(border=st.floats(1e-6, 1e6), wild=st.floats(0, 1))
def test_a_crossing_without_slope_is_halved(border: float, wild: float) -> None:
    """A jump, an infinite miss or a hardly bent one: the end is safe and near all the same."""

    def miss(x: float) -> float:
        return math.inf if x < border else -(wild**200) if x < 2 * border else -math.inf

    found = safe_end(miss, (0.0, math.inf), 1.0, larger=True)
    assert border <= found <= border * (1 + 1e-12)


@pytest.mark.parametrize(("beyond", "width", "most"), [(None, 2.0**-10, 30), (1.0, 2.0**-44, 60)])
def test_where_answers_merely_end_few_are_computed(beyond: float | None, width: float, most: int) -> None:
    """The bracket is as narrow as requested for a side without an answer; one that misses the target is narrowed."""
    tried: list[float] = []

    def miss(x: float) -> float | None:
        tried.append(x)
        return beyond if x < 0.7 else -1.0

    found = safe_end(miss, (0.0, math.inf), 1.0, larger=True, silent=2.0**-10)
    assert 0.7 <= found <= 0.7 * (1 + 2 * width)
    assert len(tried) <= most


def test_a_domain_that_is_safe_throughout_gives_its_unsafe_end() -> None:
    """And one that is nowhere safe gives nothing."""
    assert safe_end(lambda x: -1.0, (0.0, 1.0), 0.5, larger=False) == 1
    assert safe_end(lambda x: 1.0, (0.0, 1.0), 0.5, larger=False) is None
    assert safe_end(lambda x: 1.0 if x < 1 else -1.0, (0.0, 1.0), 0.5, larger=True) == 1


def test_a_later_path_starts_from_the_best_value_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """A calibration by three conversions asks few questions, and each conversion gives what it gives alone."""
    goals: list[Goal] = []
    answer = solve.miss

    def counted(target: Goal, profile: Any) -> float:
        goals.append(target)
        return answer(target, profile)

    monkeypatch.setattr(solve, "miss", counted)
    names = ["asoodeh2020.T1", "asoodeh2020.L1", "asoodeh2020.T3"]
    target = {"solve": "sigma", "epsilon": 3, "delta": 1e-5, "times": 10000}

    def solved(*accountant: str) -> dict[str, float]:
        return by_theorem(ch.calibrate("poisson:rate=0.01/gaussian", **target, accountant=["renyi", *accountant]))

    together = solved(*names)
    assert len(goals) <= 30
    for name in names:
        assert solved(name)[name] == pytest.approx(together[name], rel=1e-12)


@pytest.mark.parametrize("epsilon", ["1e-9", "1e-4", "0.02"])
@pytest.mark.parametrize("delta", ["1e-100", "1e-12", "1e-5"])
@pytest.mark.parametrize("theorem", ["asoodeh2020.T1", "asoodeh2020.L1", "asoodeh2020.T3"])
def test_a_small_budget_is_met_and_hardly_more(epsilon: str, delta: str, theorem: str) -> None:
    """Targets near eps = 0, where delta falls from 1 to nothing at once: sigma is safe, and a thousandth less is too
    little."""
    by = ["renyi", theorem]
    sigma = Fraction(ch.calibrate("gaussian", solve="sigma", epsilon=epsilon, delta=delta, accountant=by).value)
    met, missed = (ch.Ledger(f"gaussian:sigma={x}").epsilon(delta, by).upper for x in (sigma, sigma * 999 / 1000))
    assert met <= float(epsilon) < missed


@pytest.mark.parametrize("noise", ["discrete-laplace:scale=1", "truncated-discrete-laplace:scale=1,bound=40"])
def test_a_whole_number_is_searched_down_to_1(noise: str) -> None:
    """The least one is tried, and none below it."""
    assert ch.calibrate(noise, solve="sensitivity", epsilon=5, delta="1e-3").value == 5
    assert ch.calibrate(noise, solve="sensitivity", epsilon="1e-3", delta="1e-9").best is None


@pytest.mark.parametrize(("steps", "most"), [(10, 10), (10_000, 10_000), (1_000_000, 10_000)])
def test_a_limit_by_another_value_is_not_wider_than_its_own(steps: int, most: int) -> None:
    """Bands are at most as many as the steps, and never more than 10,000; records at least as many as a batch has."""
    matrix, dpsgd = map(ch.registry().mechanism, ("matrix", "dpsgd"))
    bands = next(one for one in matrix.parameters if one.name == "bands")
    records = next(one for one in dpsgd.parameters if one.name == "n")
    assert matrix.narrowed(bands, {"steps": steps}).high == most
    assert dpsgd.narrowed(records, {"batch": steps}).low == steps
