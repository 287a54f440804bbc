"""Ledgers of very many entries: equal ones are one, and of too many different ones groups are accounted for."""

from __future__ import annotations

import itertools
import random
import re
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered.accounting import ledger_views
from chartered.certificate.digest import sealed
from chartered.model.steps import MOST_TIMES
from chartered.paths.grouping import Kinship
from chartered.search.propose_groups import propose_groups
from forging import forged
from hypothesis import given, settings, strategies as st

CF = "characteristic-function"
SAMPLED = [f"poisson:rate={q}/gaussian:sigma={s},times={n}" for q, s, n in (
    ("0.01", "1", 300), ("0.012", "1.1", 500), ("0.02", "1.5", 200), ("0.011", "0.9", 100), ("0.018", "1.4", 700)
)]  # fmt: skip


def limited(monkeypatch: pytest.MonkeyPatch, most: int, *names: str) -> None:
    """Lets accountants compose so few different steps."""
    own = ledger_views.limits
    monkeypatch.setattr(ledger_views, "limits", lambda a: (most, ()) if a.name in (names or (CF,)) else own(a))


def test_equal_entries_are_one_at_the_place_of_the_first() -> None:
    """Texts, entries and tables that say the same step add up, under each label by itself."""
    same = ch.mechanism("gaussian", sigma=4)
    steps = ["gaussian:sigma=4", same * 2, "laplace:scale=2", {"step": "gaussian:sigma=4.0", "label": "a"}, same]
    assert [(str(e), e.label) for e in ch.Ledger(steps).entries] == [
        ("gaussian:sigma=4,sensitivity=1,times=4", ""),
        ("laplace:scale=2,sensitivity=1", ""),
        ("gaussian:sigma=4,sensitivity=1", "a"),
    ]


def test_no_entry_has_more_runs_than_it_may() -> None:
    """Where the counts of equal entries would be too large for one, there is another one."""
    ledger = ch.Ledger([f"gaussian:sigma=4,times={MOST_TIMES}", "gaussian:sigma=4", "gaussian:sigma=4"])
    assert [e.times for e in ledger.entries] == [MOST_TIMES, 2]


def test_a_merged_ledger_answers_as_the_one_that_counts() -> None:
    """A step that is written ten times has the answer of the step with times=10."""
    many, one = (ch.Ledger(steps).epsilon("1e-5") for steps in ([SAMPLED[0]] * 10, SAMPLED[0].replace("300", "3000")))
    assert (many.upper_exact, many.lower_exact) == (one.upper_exact, one.lower_exact)


@pytest.mark.parametrize("question", [ch.Question.epsilon("1e-5"), ch.Question.delta("3/2")])
@pytest.mark.parametrize("most", [1, 2, 4])
def test_a_grouped_ledger_has_an_interval_around_its_own_answer(
    monkeypatch: pytest.MonkeyPatch, most: int, question: ch.Question
) -> None:
    """With few groups both ends are on their sides of the exact answer, and the path says that steps were grouped."""
    exact = ch.Ledger(SAMPLED).account(question, CF).answers[0]
    limited(monkeypatch, most)
    found = ch.Ledger(SAMPLED).account(question, CF).answers[0]
    assert exact.exact
    assert found.side is ch.Side.UPPER
    assert found.path[:2] == ("ledger.grouped", "ledger.grouped-below")
    assert found.lower < exact.upper
    assert found.lower <= exact.lower
    assert exact.upper <= found.upper


def test_more_groups_are_never_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells are halved, so that both ends come closer with every group more."""
    ends = []
    for most in (1, 2, 3, 4, 5):
        limited(monkeypatch, most)
        answer = ch.Ledger(SAMPLED).epsilon("1e-5", accountant=CF)
        ends.append((answer.upper, answer.lower or 0.0))
    assert all(upper <= before and lower >= below for (before, below), (upper, lower) in itertools.pairwise(ends))


def test_accountants_of_bounds_group_from_above_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Renyi's answer for the groups is no smaller than for the steps themselves, and has no lower end."""
    own = ch.Ledger(SAMPLED).epsilon("1e-5", accountant="renyi").upper
    limited(monkeypatch, 2, "renyi")
    found = ch.Ledger(SAMPLED).epsilon("1e-5", accountant="renyi")
    assert own <= found.upper
    assert found.lower is None
    assert "ledger.grouped-below" not in found.path


@pytest.mark.parametrize("step", ["laplace:scale={}", "randomized-response:epsilon=1/{}", "pure:epsilon=1/{}"])
def test_other_mechanisms_are_grouped_by_their_own_parameters(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """A larger eps, or a smaller scale, dominates."""
    ledger = ch.Ledger([step.format(n) for n in range(20, 40)])
    own = ledger.epsilon("1e-5", accountant="renyi").upper
    limited(monkeypatch, 3, "renyi")
    assert own <= ledger.epsilon("1e-5", accountant="renyi").upper <= 1.5 * own


def test_gaussians_beside_sampled_ones_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any number of different Gaussians is one, so that the answer stays exact."""
    steps = [*SAMPLED[:2], *(f"gaussian:sigma={n}" for n in range(30, 60))]
    limited(monkeypatch, 2)
    assert ch.Ledger(steps).epsilon("1e-5", accountant=CF).exact


@pytest.mark.parametrize(("count", "grouped"), [(8, False), (9, True)])
def test_eight_light_steps_count_as_one(monkeypatch: pytest.MonkeyPatch, count: int, grouped: bool) -> None:
    """Of steps that take less time, more are composed one by one; as many as before where they are not."""
    monkeypatch.setattr(ledger_views, "limits", lambda _: (1, (("poisson/gaussian", 8),)))
    steps = [f"poisson:rate=1/100/gaussian:sigma={n},times=50" for n in range(1, count + 1)]
    found = ch.Ledger(steps).epsilon("1e-5", accountant=CF)
    assert found.exact is not grouped
    assert (found.path[0] == "ledger.grouped") is grouped


def test_steps_that_no_parameter_connects_are_not_grouped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the accountant says why it has no answer."""
    limited(monkeypatch, 1)
    account = ch.Ledger([SAMPLED[0], "laplace:scale=30"]).account(ch.Question.epsilon("1e-5"), CF)
    assert not account.answers
    assert "no group of at most 1" in account.unavailable[0].why


def test_whole_numbers_and_local_reports_are_no_free_parameters() -> None:
    """Neither the size of a sample, nor what is proved of pairs alone inside a shuffle, may be moved."""
    known = Kinship(ch.registry())
    assert known.free(ch.parse("sample:size=10,of=100/gaussian:sigma=2").step) == {
        (1, "sigma"): "larger",
        (1, "sensitivity"): "smaller",
        (1, "replace-sensitivity"): "smaller",
    }
    shuffled = ch.parse("shuffled:n=100/randomized-response:epsilon=1,k=3").step
    assert (1, "k") not in known.free(shuffled)


@pytest.fixture
def grouped(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The certificate of a grouped ledger, whose check knows no limit."""
    limited(monkeypatch, 2)
    return dict(ch.Ledger(SAMPLED).epsilon("1e-5", accountant=CF).certificate().document)


def test_a_certificate_states_the_groups(grouped: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is accepted where nothing is grouped by a limit: the groups are what it says."""
    monkeypatch.undo()
    assert len(grouped["derivation"]["groups"]) == len(SAMPLED)
    assert len(grouped["derivation"]["climbs"]) == 2
    assert ch.check(grouped).accepted


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("grouped_by", ["ledger.grouped-below", "ledger.grouped"]),
        ("grouped_by", ["ledger.grouped-below"]),
        ("grouped_by", ["poisson.whole", "ledger.grouped-below"]),
        ("grouped_by", []),
        ("groups", [0, 0, 0, 0, 2]),
        ("groups", [0, 1]),
        ("groups", [0, 0, 1, 0, True]),
        ("groups", [0, 0, 1, 0, -1]),
        ("groups", "01010"),
        ("groups", None),
        ("grouped_by", None),
    ],
)
def test_a_forged_grouping_is_refused(grouped: dict[str, Any], key: str, value: Any) -> None:
    """Theorems that group nothing from above, and numbers that are no groups, or none at all."""
    made = forged(grouped, ("derivation", key), value)
    if value is None:
        del made["derivation"][key]
    assert not ch.check(sealed({key: inner for key, inner in made.items() if key != "digest"})).accepted


def test_other_groups_prove_no_less_than_they_are(grouped: dict[str, Any]) -> None:
    """The groups of a certificate are exchanged: what is then claimed is more than is proved, on one side or both."""
    groups = grouped["derivation"]["groups"]
    exchanged = [0, *(1 - g if g == groups[0] else g for g in groups[1:])]
    assert exchanged != groups
    assert not ch.check(forged(grouped, ("derivation", "groups"), exchanged)).accepted


def test_steps_of_different_kinds_are_no_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that puts Laplace noise and a sampled Gaussian into one group is refused."""
    limited(monkeypatch, 2)
    document = ch.Ledger([*SAMPLED[:2], "laplace:scale=50"]).epsilon("1e-5", accountant=CF).certificate().document
    found = ch.check(forged(document, ("derivation", "groups"), [0, 1, 1]))
    assert not found.accepted
    assert "differs in more" in str(found.why)


def test_groups_cover_all_entries_and_are_no_more_than_asked_for() -> None:
    """Numbered from 0 on in the order in which they come."""
    draw = random.Random(3)
    steps = [f"poisson:rate={draw.uniform(0.001, 0.01)}/gaussian:sigma={draw.uniform(0.8, 2)}" for _ in range(300)]
    entries = ch.Ledger([*steps, "laplace:scale=3", "laplace:scale=4"]).entries
    found = propose_groups(Kinship(ch.registry()), entries, 40)
    assert set(found) == set(range(40))
    assert found[0] == 0
    assert found[-1] not in found[:300]


def test_very_many_entries_are_not_all_shown() -> None:
    """Tables and texts name the first ones and count the rest; data have all."""
    ledger = ch.Ledger([f"gaussian:sigma={n}" for n in range(10, 200)])
    account = ledger.account(ch.Question.epsilon("1e-5"), "gdp")
    assert re.search(r"and 1\d\d more", repr(ledger))
    assert re.search(r"and 1\d\d more entries", str(ch.Comparison(account)))
    assert len(account.to_json()["ledger"]) == 190


RATE = st.integers(5, 60).map(lambda n: Fraction(n, 1000))
NOISE = st.integers(7, 30).map(lambda n: Fraction(n, 10))


@settings(max_examples=8, deadline=None)
@given(
    kinds=st.lists(st.tuples(RATE, NOISE, st.integers(50, 400)), min_size=2, max_size=5, unique_by=lambda x: x[:2]),
    most=st.integers(1, 3),
)
@pytest.mark.slow
def test_random_groups_hold_the_answer_of_the_steps(kinds: list[Any], most: int) -> None:
    """Whatever the rates, noises and counts: the interval of the grouped ledger holds the exact one."""
    ledger = ch.Ledger([f"poisson:rate={q}/gaussian:sigma={s},times={n}" for q, s, n in kinds])
    exact = ledger.epsilon("1e-4", accountant=CF)
    with pytest.MonkeyPatch.context() as patch:
        limited(patch, most)
        found = ledger.epsilon("1e-4", accountant=CF)
    assert found.lower <= exact.lower
    assert exact.upper <= found.upper


def _spread(count: int) -> list[str]:
    draw = random.Random(1)
    rates, sigmas = ([draw.uniform(*ends) for _ in range(count)] for ends in ((-3, -2), (0.8, 2)))
    return [f"poisson:rate={10**q:.6f}/gaussian:sigma={s:.4f}" for q, s in zip(rates, sigmas, strict=True)]


@pytest.mark.full
@pytest.mark.parametrize(
    ("steps", "budget"),
    [
        (["poisson:rate=0.01/gaussian:sigma=1"] * 10_000, 20),
        ([f"gaussian:sigma={20 + n / 1000:.3f}" for n in range(10_000)], 20),
        (_spread(10_000), 60),
    ],
    ids=["equal", "gaussian", "sampled"],
)
def test_ten_thousand_entries(steps: list[str], budget: float) -> None:
    """All accountants answer, the tightest to nine digits; the check accepts within a budget of work."""
    account = ch.Ledger(steps).account(ch.Question.epsilon("1e-5"))
    best = account.answers[0]
    assert best.upper - best.lower <= 1e-9 * best.upper
    assert ch.check(best.certificate(), budget=budget).accepted
