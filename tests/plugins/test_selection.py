"""Report noisy max and AboveThreshold: what they cost, by their scales, and what dominates them."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import chartered as ch
import pytest
from chartered import Ledger, Side


def epsilon_of(step: str, relation: str = "add-or-remove") -> Fraction:
    """The exact pure eps of a step."""
    parsed = ch.parse(step).step
    pure = ch.registry().theorem(f"{parsed.name}.pure").apply(ch.Case(parsed, ch.Neighbours(relation)))
    return Fraction(pure.epsilon)


@pytest.mark.parametrize("noise", ["exponential", "laplace"])
def test_a_scale_gives_eps(noise: str) -> None:
    """Twice the sensitivity over it, once for monotone scores; a replaced record costs twice as much."""
    step = f"noisy-max:scale=8,sensitivity=3,noise={noise}"
    assert epsilon_of(step) == Fraction(3, 4)
    assert epsilon_of(f"{step},monotone=true") == Fraction(3, 8)
    assert epsilon_of(step, "replace-one") == Fraction(3, 2)
    assert epsilon_of("noisy-max:epsilon=1/2,monotone=true", "replace-one") == Fraction(1, 2)


def test_one_run_with_exponential_noise_has_laplaces_profile() -> None:
    """Exactly, from both sides, and its certificate is accepted."""
    answer = Ledger("noisy-max:epsilon=1").delta("1/2")
    assert answer.side is Side.EXACT
    assert answer.lower <= 1 - math.exp(-0.25) <= answer.upper
    assert ch.check(answer.certificate()).accepted
    assert Ledger("noisy-max:epsilon=1").epsilon(0).upper == 1


@pytest.mark.parametrize("noise", ["exponential", "laplace"])
def test_runs_are_dominated_by_laplace_noise(noise: str) -> None:
    """From above only: a pair of data sets does not attain it at every eps."""
    step = f"noisy-max:epsilon=1/4,noise={noise},times=30"
    answer, laplace = Ledger(step).epsilon("1e-5"), Ledger("laplace:epsilon=1/4,times=30").epsilon("1e-5")
    assert answer.path == ("noisy-max.laplace", *laplace.path)
    assert answer.upper == laplace.upper
    assert answer.lower is None
    assert ch.check(answer.certificate()).accepted


def test_gumbel_noise_is_the_exponential_mechanism() -> None:
    """Which costs less: its loss has a range of eps."""
    gumbel = Ledger("noisy-max:scale=10,noise=gumbel,times=9").epsilon("1e-5")
    assert gumbel.upper == Ledger("exponential:epsilon=1/5,times=9").epsilon("1e-5").upper
    assert gumbel.upper < Ledger("noisy-max:scale=10,times=9").epsilon("1e-5").upper


@cache
def cost(steps: str, relation: str) -> ch.Answer:
    """The eps of steps at a delta of 1/100."""
    return Ledger(steps, neighbours=relation).epsilon("1/100")


@pytest.mark.parametrize("noise", ["exponential", "laplace"])
@pytest.mark.parametrize(
    ("around", "relation"),
    [
        ("poisson:rate=1/10/{},times=3", "add-or-remove"),
        ("poisson:rate=1/10/{},times=3", "replace-one"),
        ("group:size=3/{},times=3", "add-or-remove"),
        ("group:size=3/{}", "replace-one"),
        ("group:size=2/poisson:rate=1/10/{},times=3", "add-or-remove"),
        ("sample:size=10,of=100/{},times=3", "replace-one"),
        ("sample-with-replacement:size=10,of=100/{}", "replace-one"),
        ("poisson:rate=1/10/({} + laplace:scale=1)", "zero-out"),
        ("allocation:steps=5/{}", "add-or-remove"),
    ],
)
def test_whichever_records_a_choice_sees_it_costs_no_more_than_laplace_noise(
    around: str, relation: str, noise: str
) -> None:
    """Inside samples, groups and batches as on all records, whether eps or a scale is given; from above only."""
    for choice, same in (
        ("epsilon=1", "epsilon=1"),
        ("scale=4,sensitivity=2", "scale=4,sensitivity=4"),
        ("scale=4,sensitivity=2,monotone=true", "scale=4,sensitivity=2"),
    ):
        answer, laplace = (
            cost(around.replace("{}", step), relation)
            for step in (f"noisy-max:{choice},noise={noise}", f"laplace:{same}")
        )
        assert answer.upper <= laplace.upper
        assert answer.lower is None
        assert {"noisy-max.laplace", "noisy-max.profile", "noisy-max.pure"} & set(answer.path)
        assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize(
    ("step", "relation"),
    [
        ("poisson:rate=1/10/({0} + {0})", "replace-one"),
        ("sample:size=10,of=100/({0} + {0})", "replace-one"),
        ("group:size=2/poisson:rate=1/10/({0} + {0})", "add-or-remove"),
        ("group:size=2/allocation:steps=5/{0}", "add-or-remove"),
        ("poisson:rate=1/10/filter-runs:most=2/{0}", "replace-one"),
        ("group:size=2/filter-runs:most=2/{0}", "add-or-remove"),
        ("shuffled:n=1000/{0}", "replace-one"),
        ("repeat-and-select:mean=9/{0}", "add-or-remove"),
    ],
)
def test_where_runs_see_more_than_two_data_sets_nothing_is_written_as_noise(step: str, relation: str) -> None:
    """One number for all data is proved of each event of one choice, and a channel of two data sets; a shuffler and a
    selection are no wrappers that decide which records are seen."""
    theorem, case = ch.registry().theorem("noisy-max.laplace"), ch.parse(step.format("noisy-max:epsilon=1")).step
    assert not theorem.holds_inside(ch.Case(case, ch.Neighbours.read(relation)))
    answer = Ledger(step.format("noisy-max:epsilon=1,noise=laplace"), neighbours=relation).delta("1/10")
    assert "noisy-max.laplace" not in answer.path


@pytest.mark.parametrize(("scores", "records"), [((2, 0), ((1, -1), (1, -1))), ((0, 1), ((1, -1), (1, 0)))])
def test_a_group_on_a_sample_is_nowhere_below_a_choice_of_two(
    scores: tuple[int, int], records: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    """Of two candidates with Laplace noise the one that is g behind wins with the probability (1/2 + g/4) e^-g."""

    def chance(lead: float) -> float:
        behind = (1 / 2 + abs(lead) / 4) * math.exp(-abs(lead))
        return behind if lead < 0 else 1 - behind

    lead = scores[0] - scores[1]
    moves = [first - second for first, second in records]
    alone, drawn = chance(lead), sum(chance(lead + move) for move in (0, *moves, sum(moves))) / 4
    ledger = Ledger("group:size=2/poisson:rate=1/2/noisy-max:scale=1,noise=laplace")
    for epsilon in ("0", "1/2", "1"):
        grown = math.exp(float(Fraction(epsilon)))
        pairs = ((drawn, alone), (alone, drawn), (1 - drawn, 1 - alone), (1 - alone, 1 - drawn))
        assert max(p - grown * q for p, q in pairs) <= ledger.delta(epsilon).upper


def test_a_threshold_and_its_positives() -> None:
    """1/b1 + 2c/b2, half of the second for monotone queries; doubled where a record is replaced."""
    step = "above-threshold:threshold-scale=2,query-scale=8,sensitivity=3,positives=5"
    assert epsilon_of(step) == Fraction(3, 2) + Fraction(30, 8)
    assert epsilon_of(f"{step},monotone=true") == Fraction(3, 2) + Fraction(15, 8)
    assert epsilon_of(step, "replace-one") == 3 + Fraction(60, 8)
    answer = Ledger("above-threshold:epsilon=1/10,positives=5,times=9").epsilon("1e-5")
    assert answer.upper == Ledger("pure:epsilon=1/10,times=9").epsilon("1e-5").upper
    assert answer.lower is None
    assert ch.check(answer.certificate()).accepted


def test_scores_of_a_local_record_move_both_ways() -> None:
    """A record whose value changes may raise one score and lower another, whatever an added one does."""
    for step in ("noisy-max:scale=4", "above-threshold:threshold-scale=4,query-scale=4"):
        both = [Ledger(f"shuffled:n=1000/{step}{words}").epsilon("1e-5") for words in ("", ",monotone=true")]
        assert both[0].upper == both[1].upper
    scores = ch.Case(ch.parse("noisy-max:scale=4,monotone=true").step, ch.Neighbours.REPLACE_ONE, local=True)
    assert ch.registry().theorem("noisy-max.pure").apply(scores).epsilon == Fraction(1, 2)


@pytest.mark.parametrize(
    ("template", "key"),
    [
        ("noisy-max:sensitivity=2", "scale"),
        ("noisy-max:noise=laplace", "epsilon"),
        ("above-threshold:threshold-scale=4", "query-scale"),
        ("above-threshold:query-scale=40,threshold-scale=4", "positives"),
    ],
)
def test_what_may_be_solved_for(template: str, key: str) -> None:
    """Noise from above, eps and positives from below: the target is met."""
    value = ch.calibrate(template, solve=key, epsilon=1, delta="1e-6").best
    assert Ledger(f"{template},{key}={value.value}").epsilon("1e-6").upper <= 1


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("noisy-max:noise=laplace", "exactly one of epsilon and scale"),
        ("noisy-max:epsilon=1,sensitivity=2", "sensitivity goes with scale"),
        ("noisy-max:epsilon=1,noise=gaussian", "one of exponential, laplace, gumbel"),
        ("above-threshold:threshold-scale=1", "query-scale is missing"),
        ("above-threshold:epsilon=1,query-scale=1", "query-scale goes with threshold-scale"),
        ("above-threshold:epsilon=1,positives=0", "positives"),
    ],
)
def test_what_is_not_described_is_refused(step: str, why: str) -> None:
    """With what is wrong."""
    with pytest.raises(ch.CharteredError, match=why):
        Ledger(step)
