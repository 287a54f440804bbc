"""Stated guarantees and discrete Laplace noise on Poisson samples, where a record is removed, added or replaced: exact
answers beside enumerations, in products with other steps, and each part of the finite sum is needed."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, product
from math import exp, log
from random import Random
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger
from chartered_plugins.characteristic_function import guarantee as cf
from chartered_plugins.characteristic_function.formulas import finite_sums, runs_with_rare_losses
from chartered_plugins.characteristic_function.formulas.bounded_cache import Kept
from chartered_plugins.characteristic_function.formulas.finite_sums import product_of
from chartered_plugins.characteristic_function.formulas.moments import RandomizedResponse
from chartered_plugins.characteristic_function.formulas.runs_with_rare_losses import FewLossRuns
from chartered_plugins.characteristic_function.formulas.sampled_guarantee import ReplacedGuarantee, SampledGuarantee
from chartered_plugins.characteristic_function.profile import profile
from chartered_verify.arithmetic import balls
from flint import arb
from forging import forged

Pair = list[tuple[float, float]]
"""The probabilities of each outcome under P and under Q."""
EXACTLY = "characteristic-function"


def sampled(rate: float, one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The mixture of a sample, from the outputs with a record and without it."""
    return [(1 - rate) * y + rate * x for x, y in zip(one, other, strict=True)]


def stated(rate: float, epsilon: float, delta: float, relation: str) -> list[Pair]:
    """The worst (epsilon, delta)-DP mechanism on a sample: a pair for each direction, or the one of a replaced
    record, whose outcomes are sorted along [0, 1]."""
    large = (1 - delta) / (1 + exp(epsilon))
    if relation == "add-or-remove":
        without = [delta, 1 - large - delta, large, 0.0]
        mixed = sampled(rate, without[::-1], without)
        return [list(zip(mixed, without, strict=True)), list(zip(without, mixed, strict=True))]
    places = sorted({0.0, delta, large, 1 - delta, 1 - large, 1.0})
    laws = [[0.0, 0.0], [delta, 0.0], [0.0, delta]]
    for low, high in pairwise(places):
        middle = (low + high) / 2
        for law, at in zip(laws, (None, middle, 1 - middle), strict=True):
            ratio = 1.0 if at is None else exp(epsilon) if at < large else exp(-epsilon) if at < 1 - delta else 0.0
            law.append((high - low) * ratio)
    none, one, other = laws
    return [list(zip(sampled(rate, one, none), sampled(rate, other, none), strict=True))]


def composed(pairs: Sequence[Pair], epsilon: float) -> float:
    """delta of a product, by all outcomes; those of equal likelihood ratio are added up."""
    cells: dict[float, list[float]] = {0.0: [1.0, 1.0]}
    infinite = 0.0
    for pair in pairs:
        after: dict[float, list[float]] = {}
        alive = sum(cell[0] for cell in cells.values())
        infinite += alive * sum(p for p, q in pair if q == 0)
        for (p, q), (x, y) in product(cells.values(), pair):
            if p * x > 0 and q * y > 0:
                cell = after.setdefault(round(log(p * x / (q * y)), 9), [0.0, 0.0])
                cell[0], cell[1] = cell[0] + p * x, cell[1] + q * y
        cells = after
    return infinite + sum(max(0.0, p - exp(epsilon) * q) for p, q in cells.values())


@pytest.mark.parametrize("relation", ["add-or-remove", "replace-one"])
def test_random_stated_guarantees_hold_the_enumerated_delta(relation: str) -> None:
    """Alone and in mixes of up to eight runs, by every accountant that answers, and to twelve digits by the exact one
    where there are runs of one kind only."""
    random = Random(7)
    for _ in range(25):
        kinds = random.choice((1, 1, 2))
        steps, directions = list[str](), [list[Pair](), list[Pair]()]
        for _ in range(kinds):
            rate, epsilon, delta = (
                random.choice((0.1, 0.5, 0.9)),
                random.choice((0.25, 1.0)),
                random.choice((1e-3, 0.2)),
            )
            times = random.randint(1, 4)
            steps.append(f"poisson:rate={rate}/approximate:epsilon={epsilon},delta={delta},times={times}")
            pairs = stated(rate, epsilon, delta, relation)
            for place in (0, 1):
                directions[place] += [pairs[min(place, len(pairs) - 1)]] * times
        epsilon = random.choice((0.0, 0.1, 0.5, 1.5))
        truth, ledger = max(composed(pairs, epsilon) for pairs in directions), Ledger(steps, relation)
        account = ledger.account(ch.Question.delta(epsilon))
        assert all((a.lower or 0) - 1e-9 <= truth <= a.upper + 1e-9 for a in account.answers), (steps, epsilon)
        if kinds == 1:
            assert account.answers[0].upper - (account.answers[0].lower or 0) <= 1e-12, steps


@pytest.mark.parametrize("relation", ["add-or-remove", "replace-one"])
@pytest.mark.parametrize("other", ["gaussian:sigma=3", "poisson:rate=0.05/gaussian:sigma=1,times=20"])
def test_with_a_smooth_loss_they_are_answered_to_twelve_digits(relation: str, other: str) -> None:
    """Also a pure and an integer-valued step beside them; the grid of losses encloses the same, and a certificate is
    accepted, but not with another number of runs."""
    steps = [
        "poisson:rate=0.1/approximate:epsilon=0.5,delta=1e-6,times=30",
        "poisson:rate=0.2/pure:epsilon=0.1,times=5",
        "poisson:rate=0.1/discrete-laplace:scale=3,sensitivity=2,times=3",
        other,
    ]
    ledger = Ledger(steps, relation)
    answer = ledger.epsilon("1e-4", accountant=EXACTLY)
    assert answer.exact
    assert answer.upper - answer.lower <= 2e-12
    grid = ledger.epsilon("1e-4", accountant="loss-distribution")
    assert grid.lower <= answer.upper
    assert answer.lower <= grid.upper
    document = answer.certificate().document
    assert ch.check(document).accepted
    assert not ch.check(forged(document, ("ledger", 0, "times"), 31)).accepted


@pytest.mark.parametrize(
    ("step", "delta", "low"),
    [
        ("approximate:epsilon=1,delta=1e-6,times=1000", "1e-4", 1.0627),
        ("pure:epsilon=1,times=1000", "1e-5", 1.2683),
        ("discrete-laplace:scale=1,times=1000", "1e-5", 1.2683),
    ],
)
def test_a_thousand_runs_are_a_finite_sum(step: str, delta: str, low: float) -> None:
    """Forty digits of delta under both relations; at eps the truth of more digits is inside."""
    for relation in ("add-or-remove", "replace-one"):
        ledger = Ledger(f"poisson:rate=0.01/{step}", relation)
        answer = ledger.epsilon(delta, accountant=EXACTLY)
        assert low <= answer.lower <= answer.upper <= answer.lower * (1 + 1e-14)
        at = ledger.delta(answer.upper, accountant=EXACTLY, digits=40)
        assert at.upper <= float(delta)
        assert Decimal(at.upper_exact) - Decimal(at.lower_exact or 0) <= Decimal("1e-40")


@pytest.mark.parametrize("relation", ["add-or-remove", "replace-one"])
def test_products_of_few_losses_are_finite_sums(relation: str) -> None:
    """Sampled guarantees beside one another and beside steps on all data: to sixteen digits, inside the grid's."""
    steps = [
        "poisson:rate=0.1/approximate:epsilon=0.5,delta=1e-6,times=20",
        "poisson:rate=0.2/pure:epsilon=0.3,times=8",
        "approximate:epsilon=0.1,delta=1e-7,times=2",
        "randomized-response:epsilon=0.25,k=3" if relation == "replace-one" else "pure:epsilon=0.25",
    ]
    for some in (steps[:2], steps[1:], [steps[0], steps[3]]):
        ledger = Ledger(some, relation)
        answer, grid = (ledger.epsilon("1e-4", accountant=name) for name in (EXACTLY, "loss-distribution"))
        assert answer.upper - answer.lower <= 1e-14
        assert (grid.lower or 0) <= answer.upper
        assert answer.lower <= grid.upper
        assert ch.check(answer.certificate()).accepted
        at = ledger.delta(answer.upper, accountant=EXACTLY, digits=30)
        assert Decimal(at.upper_exact) - Decimal(at.lower_exact or 0) <= Decimal("1e-30")


def test_what_a_product_leaves_out_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Improbable outcomes of a product, and those of one mechanism."""
    replaced = ReplacedGuarantee(Fraction("0.3"), Fraction(1), Fraction("0.05"))
    parts = ((replaced, 12), (RandomizedResponse(Fraction(1)), 12))
    truth, whole = product_of(parts, 200).delta(Fraction("0.5")), finite_sums.likely
    for counted in (1, 0):

        def fewer(outcomes: Any, least: Any, counted: int = counted) -> Any:
            some, lost = whole(outcomes, 2.0**-16)
            return some, lost * counted

        for module in (runs_with_rare_losses, finite_sums):
            monkeypatch.setattr(module, "likely", fewer)
        monkeypatch.setattr(finite_sums, "_KEPT", Kept[Any](4))
        assert product_of(parts, 200).delta(Fraction("0.5")).overlaps(truth) == bool(counted)


@pytest.mark.parametrize(
    ("step", "width"),
    [
        ("laplace:scale=1,times=1000", 1e-12),
        ("laplace:scale=10,times=100000", 1e-12),
        ("discrete-gaussian:sigma=1,times=1000", 1e-5),
        ("discrete-laplace:scale=2,sensitivity=3,times=1000", 1e-5),
    ],
)
def test_replaced_noise_has_both_ends_inside_those_of_the_grid(step: str, width: float) -> None:
    """By sums and integrals, much closer; beside Gaussian noise to twelve digits; also at a tiny delta."""
    one = f"poisson:rate=0.01/{step}"
    answer = Ledger(one, "replace-one").epsilon("1e-5", accountant=EXACTLY)
    assert answer.exact
    assert answer.upper - (answer.lower or 0) <= width * answer.upper
    assert ch.check(answer.certificate()).accepted
    if "100000" not in step:
        grid = Ledger(one, "replace-one").epsilon("1e-5", accountant="loss-distribution")
        assert (grid.lower or 0) <= answer.upper
        assert (answer.lower or 0) <= grid.upper
    for ledger, delta in (
        (Ledger([one, "gaussian:sigma=2"], "replace-one"), "1e-5"),
        (Ledger(one, "replace-one"), "1e-30"),
    ):
        found = ledger.epsilon(delta, accountant=EXACTLY)
        assert found.exact
        assert found.upper - (found.lower or 0) <= (1e-11 if delta == "1e-5" else 1e-4) * found.upper


def test_the_directions_differ_in_what_discloses_everything() -> None:
    """Addition has no infinite loss and may be the larger direction: the answer is that of the larger one at every
    delta, as enumerated."""
    rate, epsilon, failure, times = 0.1, 0.3, 1e-3, 6
    ledger = Ledger(f"poisson:rate={rate}/approximate:epsilon={epsilon},delta={failure},times={times}")
    removal, addition = ([pair] * times for pair in stated(rate, epsilon, failure, "add-or-remove"))
    for at in (0.0, 0.02, 0.1, 0.2, 0.4, 0.7):
        truth = max(composed(removal, at), composed(addition, at))
        answer = ledger.delta(at, accountant=EXACTLY)
        assert answer.lower - 1e-12 <= truth <= answer.upper + 1e-12
        if truth > 1e-6 + 1 - (1 - rate * failure) ** times:
            back = ledger.epsilon(answer.upper, accountant=EXACTLY)
            assert back.lower is not None
            assert abs(back.upper - at) <= 1e-9


def test_failures_leave_no_mu_but_that_of_a_head() -> None:
    """Under both relations."""
    for relation in ("add-or-remove", "replace-one"):
        steps = ["poisson:rate=0.1/approximate:epsilon=0.5,delta=1e-6,times=3", "gaussian:sigma=3"]
        ledger = Ledger(steps, relation)
        assert not ledger.mu().gdp
        head = ledger.mu(head=2)
        assert head.exact
        assert head.upper - (head.lower or 0) <= 1.0001e-9
        for epsilon in (0, 1, 2):
            assert ledger.delta(epsilon).upper <= Ledger(f"gdp:mu={head.upper}", relation).delta(epsilon).upper + 1e-12


def without_rest(xp: Any, split: Any, n: int, j: int) -> Any:
    """Nothing is left beyond two rare losses."""
    return arb(0 if j == 2 else "inf")


def only_first(xp: Any, n: int, j: int, rare: Any) -> Any:
    """One of the ways in which rare losses occur."""
    return whole(xp, n, j, rare)[:1]


whole = runs_with_rare_losses.combinations


@pytest.mark.parametrize(("name", "weak"), [("rest_beyond", without_rest), ("combinations", only_first)])
@pytest.mark.parametrize("moments", [ReplacedGuarantee(Fraction("0.3"), Fraction("1"), Fraction("0.05"))])
def test_parts_of_the_finite_sum_are_needed(
    name: str, weak: Any, moments: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts of more rare losses, and every way in which they occur."""
    truth = FewLossRuns(moments, 40, 200).delta(Fraction("0.5"))
    monkeypatch.setattr(runs_with_rare_losses, name, weak)
    assert not FewLossRuns(moments, 40, 200).delta(Fraction("0.5")).overlaps(truth)


def test_the_mass_of_infinite_losses_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it delta is too small."""
    g = cf.times(cf.one_run(ReplacedGuarantee(Fraction("0.3"), Fraction("1"), Fraction("0.05"))), 4)
    whole, question = profile(g), ch.Question.delta("0.5")
    with balls(128) as xp:
        truth = whole.delta(xp, xp.number(Fraction("0.5")), whole.search(question))
    monkeypatch.setattr(ReplacedGuarantee, "infinity_mass", 0)
    weak = profile(g)
    with balls(128) as xp:
        assert weak.delta(xp, xp.number(Fraction("0.5")), weak.search(question)) < truth


def test_the_third_loss_of_a_record_that_is_left_out_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the outcome that only data without the record have, addition has too small a delta."""
    added = SampledGuarantee(Fraction("0.5"), Fraction("0.1"), Fraction("0.2"), added=True)
    truth, split = FewLossRuns(added, 3, 200).delta(Fraction("0.2")), SampledGuarantee.split

    def weak(self: Any, xp: Any) -> Any:
        found = split(self, xp)
        return type(found)(found.base, found.step, found.masses, [])

    monkeypatch.setattr(SampledGuarantee, "split", weak)
    assert FewLossRuns(added, 3, 200).delta(Fraction("0.2")) < truth


@pytest.mark.parametrize(
    "steps",
    [
        ["poisson:rate=0.1/pure:epsilon=0.5,times=20"],
        ["laplace:scale=3,times=7"],
        ["poisson:rate=0.1/pure:epsilon=0.5,times=5", "pure:epsilon=0.1"],
    ],
)
@pytest.mark.parametrize("relation", ["add-or-remove", "replace-one"])
def test_the_mu_of_a_finite_sum_has_both_ends(steps: list[str], relation: str) -> None:
    """Few runs of bounded losses: certified to 1e-9; no delta is above its Gaussian's, and one is within a
    fiftieth of it."""
    ledger = Ledger(steps, relation)
    answer = ledger.mu(accountant=EXACTLY)
    assert answer.exact
    assert answer.upper - (answer.lower or 0) <= 1.1e-9
    assert answer.upper <= ledger.mu().upper
    assert ch.check(answer.certificate()).accepted
    gaussian, closest = Ledger(f"gdp:mu={answer.upper}", relation), 1.0
    for k in range(60):
        epsilon = Fraction(k, 20) if k else Fraction(1, 10**6)
        one, other = ledger.delta(epsilon, accountant=EXACTLY), gaussian.delta(epsilon)
        assert one.upper <= other.upper
        closest = min(closest, 1 - one.upper / other.upper if other.upper > 1e-9 else 1.0)
    assert closest < 2e-2


@pytest.mark.parametrize("wrapper", ["sample:size=10,of=100", "poisson:rate=0.1"])
def test_a_pure_guarantee_is_not_read_as_an_approximate_one_again(wrapper: str) -> None:
    """Of a pure guarantee inside the theorem about pure ones is the best: that about (eps, delta), with a delta of 0,
    would do the same work a second time."""
    step = f"{wrapper}/exponential:epsilon=1"
    found = {answer.path for answer in ch.Ledger(step).account(ch.Question.epsilon("1e-6")).answers}
    name = "sample" if wrapper.startswith("sample") else "poisson"
    assert any(f"{name}.pure-characteristic" in path for path in found)
    assert not any(f"{name}.approximate-characteristic" in path for path in found)


_SELECTED = "repeat-and-select:mean=2/approximate:epsilon=1/10,delta=1/20,times=5"
_BEST_OF_THREE = "repeat-and-select:mean=3/approximate:epsilon=1,delta=1/100,times=3"


@pytest.mark.parametrize(
    ("step", "relation", "delta", "most"),
    [
        (f"poisson:rate=1/2/{_SELECTED}", None, "0.3", 0.03413),
        (f"sample:size=50,of=100/{_BEST_OF_THREE}", "replace-one", "0.1", 6.397),
    ],
)
def test_a_failure_inside_is_part_of_what_is_sampled(step: str, relation: str | None, delta: str, most: float) -> None:
    """As (eps, delta)-DP a failure costs less than as an event of its own beside pure DP: that way stays, though the
    theorem about pure guarantees is the best of a pure one."""
    answer = ch.Ledger(step, relation).epsilon(delta)
    assert any(name.endswith(".approximate-characteristic") for name in answer.path)
    assert answer.upper < most
