"""Pictures as numbers: which curves there are, and that every point of each is certified. Nothing here needs
matplotlib."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import chartered as ch
import pytest
from chartered.accounting.equal_rounds import one_round_of
from chartered.errors import BadLedger, BadValue, CharteredError, UnknownName
from chartered.output.plots.curves import Trace
from chartered.output.plots.picture import Picture, picture, spread
from chartered.profiles.tradeoff_curves import least_type_two
from chartered_verify.enclosure import Side, enclose

GAUSSIAN = ch.Ledger("gaussian:sigma=20,times=1000")
LAPLACE = ch.Ledger("laplace:scale=2")
BUDGET = ch.Ledger("approximate:epsilon=0.1,delta=1e-7")
TWO = ch.Ledger(["gaussian:sigma=20,times=10", "laplace:scale=10"])


def only(shown: Picture) -> Trace:
    """The one curve of a picture."""
    (trace,) = shown.traces
    return trace


@pytest.mark.parametrize("ledger", [GAUSSIAN, LAPLACE, BUDGET, TWO], ids=str)
def test_no_point_of_a_profile_is_below_the_profile(ledger: ch.Ledger) -> None:
    """By each accountant, against its own answers; eps rises and delta falls."""
    for trace in picture("profile", ledger, delta=1e-8).traces:
        assert all(a <= b for a, b in pairwise(trace.x))
        assert all(a >= b for a, b in pairwise(trace.y))
        for eps, delta in list(zip(trace.x, trace.y, strict=True))[::20]:
            answer = ledger.delta(eps, accountant=trace.asked.by)
            assert answer.upper <= delta * (1 + 1e-9) + 1e-300 or trace.side is not Side.EXACT
            assert (answer.lower or 0) <= delta


def test_a_profile_goes_from_eps_zero_down_to_delta() -> None:
    """Its ends are where delta(0) is, and where delta is 1e-10 unless another is given; one with a floor ends on it:
    (eps, delta)-DP has delta at eps, and never less."""
    trace = only(picture("profile", GAUSSIAN, accountant="gdp"))
    assert (trace.x[0], trace.y[0]) == (0, GAUSSIAN.delta(0).upper)
    assert (trace.x[-1], trace.y[-1]) == (GAUSSIAN.epsilon(1e-10).upper, 1e-10)
    assert only(picture("profile", GAUSSIAN, accountant="gdp", delta="1e-300")).y[-1] == 1e-300
    trace = only(picture("profile", BUDGET, accountant="approximate"))
    assert (trace.x[-1], trace.y[-1]) == (0.1, pytest.approx(1e-7, rel=1e-15))


def test_a_curve_is_exact_only_if_all_of_its_points_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not if its first and last point are, and one between has ends that are apart."""
    intervals, step = ch.Ledger.epsilon_intervals, ch.Ledger("gaussian:sigma=20")

    def side() -> Side:
        return only(picture("epsilon", step, delta=1e-6, times=[1, 50, 99], accountant="gdp")).side

    def wide(self: ch.Ledger, *args: Any, **more: Any) -> Any:
        low, high = intervals(self, *args, **more)
        return low * [1, 0, 1], high

    assert side() is Side.EXACT
    monkeypatch.setattr(ch.Ledger, "epsilon_intervals", wide)
    assert side() is Side.UPPER


def test_a_curve_says_whether_it_is_exact() -> None:
    """gdp is, for a Gaussian; Renyi's is an upper bound; a trade-off from points of a profile is a lower one."""
    sides = {trace.asked.by: trace.side for trace in picture("profile", GAUSSIAN).traces}
    assert sides == {"gdp": Side.EXACT, "renyi": Side.UPPER, "zcdp": Side.UPPER}
    assert {trace.asked.by: trace.side for trace in picture("epsilon", GAUSSIAN, delta=1e-5).traces} == sides
    assert {trace.side for trace in picture("tradeoff", GAUSSIAN).traces} == {Side.LOWER}


def test_the_highest_point_of_a_transform_is_the_mu() -> None:
    """Of Laplace at eps = 0; a Gaussian mechanism's is level; where delta is 1 there is none."""
    laplace = ch.Ledger("laplace:scale=1,sensitivity=2")
    trace = only(picture("mu", laplace, accountant="profile"))
    assert trace.side is Side.EXACT
    assert max(trace.y) == trace.y[0] == pytest.approx(laplace.mu().upper, abs=2e-9)
    level = only(picture("mu", ch.Ledger("gaussian:sigma=1"), accountant="gdp")).y
    assert all(1 <= mu < 1 + 1e-9 for mu in level)
    with pytest.raises(BadValue, match="no mu is finite at any eps"):
        picture("mu", ch.Ledger("approximate:epsilon=10,delta=0.9999999999999999999999"), accountant="approximate")


def test_no_point_of_a_tradeoff_is_above_the_truth() -> None:
    """The Gaussian's own trade-off, Phi(Phi^-1(1-a) - mu), and at most 0.001 below it."""
    trace = only(picture("tradeoff", "gaussian:sigma=1", accountant="gdp"))
    for type_one, type_two in zip(trace.x, trace.y, strict=True):
        if 0 < type_one < 1:
            truth = enclose(lambda xp, a=type_one: xp.ndtr(-xp.ndtri(xp.number(a)) - 1))
            assert truth.lower - 0.001 < type_two <= truth.upper
    points = len(only(picture("profile", "gaussian:sigma=1", accountant="gdp")).x)
    assert trace.basis == f" by {points} points (eps, delta) of the profile"


def test_what_is_not_private_has_no_tradeoff_and_what_is_has_all() -> None:
    """0 everywhere, and 1 - a everywhere."""
    assert max(only(picture("tradeoff", ch.Ledger("gaussian:sigma=0.001"), accountant="gdp")).y[1:]) < 1e-6
    nothing = only(picture("tradeoff", ch.Ledger("gdp:mu=0"), accountant="gdp"))
    assert nothing.y == [least_type_two(a, [(0, 0)]) for a in nothing.x]


def test_eps_over_times_is_one_answer_each() -> None:
    """Every point is the upper end that `epsilon` gives, from the first to the last count."""
    trace = only(picture("epsilon", LAPLACE, delta=1e-5, times=range(1, 40, 9), accountant="renyi"))
    assert trace.x == [1, 10, 19, 28, 37]
    for n, eps in zip(trace.x, trace.y, strict=True):
        assert eps == pytest.approx((LAPLACE * int(n)).epsilon(1e-5, accountant="renyi").upper, rel=1e-8)


def test_times_in_a_step_is_where_the_picture_ends() -> None:
    """The step is followed from one run on; steps beside it as far; a ledger of several entries is repeated as a
    whole."""
    three = [ch.Ledger("gaussian:sigma=20,times=300"), ch.Ledger("laplace:scale=20"), TWO]
    shown = picture("epsilon", three, delta=1e-5, accountant="renyi")
    assert [(trace.x[0], trace.x[-1]) for trace in shown.traces] == [(1, 300)] * 3
    assert [str(trace.asked) for trace in shown.traces] == [
        "gaussian:sigma=20,sensitivity=1 by renyi",
        "laplace:scale=20,sensitivity=1 by renyi",
        "gaussian:sigma=20,sensitivity=1,times=10; laplace:scale=10,sensitivity=1 by renyi",
    ]
    assert shown.traces[2].y[-1] == pytest.approx((TWO * 300).epsilon(1e-5, accountant="renyi").upper, rel=1e-12)
    assert only(picture("epsilon", LAPLACE, delta=1e-5, accountant="pure")).x[-1] == 1000


def test_a_ledger_alone_has_a_curve_for_each_accountant_and_several_have_one_each() -> None:
    """Unless accountants or theorems are named: then one for each ledger and each name, in the order given."""
    assert [trace.asked.by for trace in picture("profile", GAUSSIAN).traces] == ["gdp", "renyi", "zcdp"]
    assert [trace.asked.by for trace in picture("profile", [BUDGET, GAUSSIAN]).traces] == [None, None]
    named = picture("profile", [TWO, GAUSSIAN], accountant=["zcdp", "gdp", "gdp"])
    assert [(trace.asked.ledger, trace.asked.by) for trace in named.traces] == [
        (ledger, by) for ledger in (TWO, GAUSSIAN) for by in ("zcdp", "gdp")
    ]


def test_steps_are_ledgers_of_their_own() -> None:
    """As text or as entries, one or several."""
    step = "gaussian:sigma=20,times=1000"
    (expected,) = picture("profile", GAUSSIAN, accountant="gdp").traces
    for given in (step, ch.parse(step), [step], [ch.parse(step)]):
        trace = only(picture("profile", given, accountant="gdp"))
        assert (trace.x, trace.y) == (expected.x, expected.y)


def test_a_curve_ends_where_its_answers_end() -> None:
    """Where eps becomes infinite: delta = 1e-6 holds ten runs of delta = 1e-7. An accountant that answers for one run
    only has none over times."""
    trace = picture("epsilon", BUDGET, delta=1e-6, times=range(1, 21)).traces[0]
    assert trace.x == list(range(1, 11))
    assert all(map(math.isfinite, trace.y))
    over_times = picture("epsilon", LAPLACE, delta=1e-5, times=[1, 2, 9]).traces
    assert "profile" not in [trace.asked.by for trace in over_times]


@pytest.mark.parametrize(
    ("first", "last", "some"),
    [(1, 1000, [1, 2, 3, 4]), (1, 10**12, [1, 2, 3, 4, 6]), (5, 8, [5, 6, 7]), (10**12 - 1, 10**12, [10**12 - 1])],
)
def test_counts_are_spread_from_end_to_end(first: int, last: int, some: list[int]) -> None:
    """Each only once, about 160 of them, and close together at the beginning."""
    counts = spread(first, last)
    assert (counts[0], counts[-1], counts[: len(some)]) == (first, last, some)
    assert all(a < b for a, b in pairwise(counts))
    assert len(counts) <= 161


FINE, KINDS = {"delta": 1e-5}, "unknown kind of picture 'map'; kinds are profile, tradeoff, mu, epsilon"


@pytest.mark.parametrize(
    ("kind", "ledger", "more", "error", "message"),
    [
        ("map", LAPLACE, {}, UnknownName, KINDS),
        ("profile", "gausian:sigma=1", {}, UnknownName, "unknown step 'gausian'; did you mean gaussian or "),
        ("profile", [], {}, BadLedger, "no ledger is given"),
        ("epsilon", LAPLACE, {}, BadValue, "no delta is given"),
        ("epsilon", LAPLACE, {"delta": 1}, BadValue, "delta is 1; it must be at least 0 and below 1"),
        ("profile", LAPLACE, {"delta": "1e-301"}, BadValue, "down to a delta of at least 1e-300"),
        ("tradeoff", LAPLACE, {"delta": 0}, BadValue, "down to a delta of at least 1e-300"),
        ("profile", LAPLACE, {"times": [1, 2]}, BadValue, "times is given for a profile"),
        ("epsilon", GAUSSIAN, FINE | {"times": [1, 2]}, BadValue, "times is 1000 in a step and given"),
        ("epsilon", LAPLACE, FINE | {"times": [0, 2]}, BadValue, "times is 0"),
        ("epsilon", LAPLACE, FINE | {"times": 7}, BadValue, "times is 7; a curve needs two or more"),
        ("profile", GAUSSIAN, {"accountant": "pure"}, CharteredError, "no answer for delta at epsilon = 0"),
        ("profile", LAPLACE, {"accountant": "nobody"}, UnknownName, "unknown accountant or theorem 'nobody'"),
        ("epsilon", GAUSSIAN, {"delta": 0}, BadValue, "no curve of finite eps at delta = 0"),
        ("profile", ch.Ledger("gaussian:sigma=1e20"), {}, BadValue, "delta is below 1e-10 at every eps"),
    ],
)
def test_a_picture_that_cannot_be_is_refused(
    kind: str, ledger: Any, more: dict[str, Any], error: type[CharteredError], message: str
) -> None:
    """With what was wrong and what would be right."""
    with pytest.raises(error) as told:
        picture(kind, ledger, **more)
    assert message in str(told.value)
    assert told.value.hint


def test_a_picture_in_json_has_every_point() -> None:
    """With the names of the axes, the ledger, the relation, the accountant and the side."""
    shown = picture(
        "epsilon", ch.Ledger("gaussian:sigma=20"), delta="1e-5", times=[1, 1000], accountant="gdp"
    ).to_json()
    (curve,) = shown.pop("curves")
    assert shown == {"kind": "epsilon", "delta": 1e-5}
    assert curve["epsilon"][1] == pytest.approx(7.5112759007, abs=1e-9)
    assert {name: curve[name] for name in ("ledger", "neighbours", "accountant", "side", "times")} == {
        "ledger": [{"step": "gaussian:sigma=20,sensitivity=1", "times": 1}],
        "neighbours": "add-or-remove",
        "accountant": "gdp",
        "side": "exact",
        "times": [1.0, 1000.0],
    }


def test_the_exact_curve_comes_first_where_one_run_is_answered_by_another() -> None:
    """One batch of noisy SGD is answered by its profile, which does not compose; the picture is of many, and its first
    curve, drawn as the answer, is the exact one."""
    drawn = picture("epsilon", "poisson:rate=0.01/gaussian:sigma=1.1", delta="1e-5", times=[1, 1000, 2000])
    assert (drawn.traces[0].asked.by, drawn.traces[0].side) == ("characteristic-function", Side.EXACT)


def test_a_profile_that_is_searched_point_by_point_has_few_points() -> None:
    """Such as that of several Laplace mechanisms, smoothed from both sides; that of a Gaussian mechanism has many."""
    alone = picture("profile", "gaussian:sigma=10").traces[0]
    mixed = picture("profile", ch.Ledger(["laplace:scale=10,times=3"]), accountant="characteristic-function").traces[0]
    assert 20 < len(mixed.x) < 40 < len(alone.x)


TRAINING = "dpsgd:n=60000,batch=256,noise=1.1"


def test_a_training_is_written_out_once_for_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its step, and how many of them it has, are one question."""
    asked: list[Any] = []

    def counted(*given: Any) -> Any:
        asked.append(given)
        return one_round_of(*given)

    monkeypatch.setattr("chartered.output.plots.picture.one_round_of", counted)
    picture("epsilon", f"{TRAINING},epochs=1", delta="1e-5", accountant="renyi")
    assert len(asked) == 1


def test_a_training_is_drawn_over_its_steps() -> None:
    """Up to those that it has, each point the answer for so many steps; and from one length open to as far as asked."""
    whole = picture("epsilon", f"{TRAINING},epochs=1", delta="1e-5", accountant="renyi")
    [trace] = whole.traces
    assert (trace.x[0], trace.x[-1], whole.counted) == (1, 235, "steps")
    assert trace.y[-1] == ch.Ledger(f"{TRAINING},epochs=1").epsilon("1e-5", accountant="renyi").upper
    left_open = picture("epsilon", TRAINING, delta="1e-5", accountant="renyi", times=[1, 235])
    assert left_open.traces[0].y == [trace.y[0], trace.y[-1]]
    assert picture("epsilon", "gaussian:sigma=9", delta="1e-5", times=[1, 2]).counted == "runs"
    with pytest.raises(ch.BadStep, match="exactly one of epochs and steps"):
        picture("profile", TRAINING)
