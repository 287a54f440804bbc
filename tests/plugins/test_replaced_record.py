"""A Poisson sample under replace-one: every answer is above what is enumerated, for all neighbouring data sets of a few
records, and exact answers hold the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations, combinations_with_replacement, product
from math import exp, log
from random import Random

import chartered as ch
import pytest
from chartered import Ledger
from forging import forged

Law = dict[object, float]
"""The probability of each outcome."""
EPSILONS = (0.0, 0.05, 0.3, 1.0)


def sampled(outputs: dict[tuple[int, ...], Law], records: tuple[int, ...], rate: float) -> Law:
    """The outputs on a Poisson sample of these records."""
    found: Counter[object] = Counter()
    for size in range(len(records) + 1):
        for places in combinations(range(len(records)), size):
            chance = rate**size * (1 - rate) ** (len(records) - size)
            for outcome, p in outputs[tuple(sorted(records[place] for place in places))].items():
                found[outcome] += chance * p
    return dict(found)


def neighbours(records: Sequence[int], most: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All pairs of data sets of at most so many records that differ in one of them."""
    for size in range(1, most + 1):
        for others in combinations_with_replacement(records, size - 1):
            for one, other in product(records, repeat=2):
                if one != other:
                    yield tuple(sorted((*others, one))), tuple(sorted((*others, other)))


def composed(pairs: Sequence[tuple[Law, Law]]) -> list[tuple[float, float]]:
    """The chances of all outcomes of several runs, those of equal likelihood ratio together."""
    found: dict[float, list[float]] = {1.0: [1.0, 1.0]}
    for one, other in pairs:
        after: dict[float, list[float]] = {}
        for (p, q), outcome in product(found.values(), one):
            both = p * one[outcome], q * other[outcome]
            cell = after.setdefault(round(log(both[0] / both[1]), 9), [0.0, 0.0])
            cell[0], cell[1] = cell[0] + both[0], cell[1] + both[1]
        found = after
    return [(p, q) for p, q in found.values()]


def delta_of(outcomes: Sequence[tuple[float, float]], epsilon: float) -> float:
    """The hockey-stick divergence."""
    return sum(max(0.0, p - exp(epsilon) * q) for p, q in outcomes)


def test_random_mechanisms_on_all_data_sets_are_below_every_answer() -> None:
    """Mechanisms given by a random table, whose eps under add-or-remove is measured: for each two neighbouring data
    sets of up to three records the exact delta of one to three runs is below every answer about that eps."""
    random = Random(0)
    for _ in range(6):
        sets = [s for size in range(4) for s in combinations_with_replacement(range(2), size)]
        table: dict[tuple[int, ...], Law] = {}
        for one in sets:
            weights = [random.uniform(0.3, 1) for _ in range(3)]
            table[one] = {k: w / sum(weights) for k, w in enumerate(weights)}
        without = ((one, tuple(sorted((*one, more)))) for one in sets if len(one) < 3 for more in range(2))
        own = max(abs(log(table[a][k] / table[b][k])) for a, b in without for k in range(3))
        rate, times = random.choice((0.1, 0.4, 0.8)), random.randint(1, 3)
        laws = {
            pair: tuple(sampled(table, records, rate) for records in pair)
            for a, b in neighbours(range(2), 3)
            for pair in ((a, b), (b, a))
        }
        account_of = Ledger(f"poisson:rate={rate}/pure:epsilon={own + 1e-12:.15f},times={times}", "replace-one")
        for epsilon in EPSILONS:
            truth = max(delta_of(composed([laws[pair]] * times), epsilon) for pair in laws)  # type: ignore[list-item]
            answers = account_of.account(ch.Question.delta(epsilon)).answers
            answers = [*answers, account_of.delta(epsilon, accountant="poisson.exact-replaced-profile")]
            assert any("replaced" in name for name in answers[0].path)
            assert all(answer.upper >= truth * (1 - 1e-9) - 1e-14 for answer in answers)


SCALES = {"discrete-laplace:scale=2": 2.0, "discrete-laplace:scale=0.7": 0.7}


def noise(scale: float, at: int) -> Law:
    """Two-sided geometric noise around a whole number, from -90 to 90; the rest is less than 1e-12."""
    weights = {k: exp(-abs(k - at) / scale) for k in range(-90, 91)}
    whole = (1 + exp(-1 / scale)) / (1 - exp(-1 / scale))
    return {k: w / whole for k, w in weights.items()}


@pytest.mark.parametrize("step", SCALES)
@pytest.mark.parametrize("rate", [0.05, 0.5])
def test_a_noisy_sum_on_all_data_sets_is_within_the_answer(step: str, rate: float) -> None:
    """A sum of records -1, 0 and 1 with noise on the integers: the worst of all neighbouring data sets is the record 1
    alone, replaced by -1, and the answer holds its delta."""
    sums = [s for size in range(4) for s in combinations_with_replacement((-1, 0, 1), size)]
    outputs = {one: noise(SCALES[step], sum(one)) for one in sums}
    laws = {pair: [sampled(outputs, records, rate) for records in pair] for pair in neighbours((-1, 0, 1), 3)}
    for times in (1, 2, 4) if rate == 0.5 else (1, 3):
        ledger = Ledger(f"poisson:rate={rate}/{step},times={times}", "replace-one")
        for epsilon in EPSILONS[1:]:
            alone = delta_of(composed([tuple(laws[(1,), (-1,)])] * times), epsilon)  # type: ignore[list-item]
            if times == 1:
                assert all(delta_of(composed([(one, other)]), epsilon) <= alone + 1e-12 for one, other in laws.values())
            answer = ledger.delta(epsilon, accountant="loss-distribution")
            assert answer.lower <= alone + 1e-9
            assert answer.upper >= alone - 1e-9
            assert ch.check(answer.certificate()).accepted
            assert ledger.delta(epsilon).upper >= alone - 1e-9


def test_random_ledgers_hold_the_truth() -> None:
    """Sampled noise on the integers, sampled and plain pure steps, in any mix of up to four runs."""
    random = Random(1)
    for _ in range(12):
        steps, pairs = list[str](), list[tuple[Law, Law]]()
        for _ in range(random.randint(1, 4)):
            rate, scale, own = random.choice((0.1, 0.6)), random.choice((1.5, 3.0)), random.choice((0.25, 1.0))
            kind = random.choice(("noise", "stated", "plain"))
            if kind == "plain":
                one = {0: exp(own) / (1 + exp(own)), 1: 1 / (1 + exp(own))}
                steps, pairs = [*steps, f"pure:epsilon={own}"], [*pairs, (one, {0: one[1], 1: one[0]})]
                continue
            if kind == "noise":
                laws = [noise(scale, at) for at in (0, 1, -1)]
                steps.append(f"poisson:rate={rate}/discrete-laplace:scale={scale}")
            else:
                k = 1 / (1 + exp(own))
                first = {0: k * exp(own), 1: (1 - 2 * k) * exp(-own), 2: k * exp(-own)}
                laws = [{0: k, 1: 1 - 2 * k, 2: k}, first, {2 - place: p for place, p in first.items()}]
                steps.append(f"poisson:rate={rate}/pure:epsilon={own}")
            none, *alone = laws
            pairs.append(tuple({k: (1 - rate) * none[k] + rate * p[k] for k in none} for p in alone))  # type: ignore[arg-type]
        epsilon = random.choice(EPSILONS[1:])
        truth, ledger = delta_of(composed(pairs), epsilon), Ledger(steps, "replace-one")
        answers = ledger.account(ch.Question.delta(epsilon)).answers
        assert all((answer.lower or 0) - 1e-9 <= truth <= answer.upper + 1e-9 for answer in answers), steps
        assert answers[0].upper <= truth * 1.05 + 1e-6, steps
        assert any(answer.lower is not None for answer in answers), steps


@pytest.mark.parametrize(
    ("step", "independent"),
    [
        ("poisson:rate=0.01/gaussian:sigma=1,times=1000", 2.84344),
        ("poisson:rate=0.1/gaussian:sigma=2,times=100", 4.36810),
        ("poisson:rate=0.001/gaussian:sigma=0.8,times=10000", 1.15033),
    ],
)
def test_noisy_sgd_is_close_to_an_independent_convolution(step: str, independent: float) -> None:
    """The two mixtures of noisy SGD, discretised in doubles on a grid of 4e-5 and convolved by a Fourier transform: by
    both accountants that are exact, one to nine digits, the other within two parts in a hundred."""
    ledger = Ledger(step, "replace-one")
    best = ledger.epsilon("1e-5")
    assert best.accountant == "characteristic-function"
    assert best.upper == pytest.approx(independent, rel=1e-5)
    for answer, width in ((best, 1e-9), (ledger.epsilon("1e-5", accountant="loss-distribution"), 0.02)):
        assert answer.lower <= best.upper
        assert answer.upper >= best.upper * (1 - 1e-12)
        assert answer.upper <= answer.lower * (1 + width)
        assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize(
    ("rate", "sigma", "times"),
    [("0.01", "0.6", 2), ("0.4", "1", 2), ("0.01", "3", 7), ("0.4", "0.6", 7), ("0.01", "1", 100), ("0.4", "3", 100)],
)
def test_the_two_exact_ways_never_contradict(rate: str, sigma: str, times: int) -> None:
    """A contour and a grid of losses enclose the same delta."""
    ledger = Ledger(f"poisson:rate={rate}/gaussian:sigma={sigma},times={times}", "replace-one")
    epsilon = ledger.epsilon("1e-5").upper
    one, other = (ledger.delta(epsilon, accountant=name) for name in ("characteristic-function", "loss-distribution"))
    assert one.upper <= 1.0001e-5
    assert other.lower <= one.upper
    assert one.lower <= other.upper


def test_twenty_digits_of_one_run_are_those_of_its_closed_form() -> None:
    """And any number of runs, at any delta, has an answer."""
    ledger = Ledger("poisson:rate=0.5/gaussian:sigma=1", "replace-one")
    answers = (ledger.delta("0.75", name, digits=40) for name in ("profile", "characteristic-function"))
    one, other = ([Decimal(str(end)) for end in (answer.lower_exact, answer.upper_exact)] for answer in answers)
    assert max(one[0], other[0]) <= min(one[1], other[1])
    assert other[1] - other[0] < Decimal("1e-20")
    many = Ledger("poisson:rate=0.01/gaussian:sigma=1,times=1000000000", "replace-one").epsilon("1e-300")
    assert many.exact


def test_it_costs_more_than_adding_and_less_than_a_group_of_two() -> None:
    """For each mechanism that is asked."""
    for step in (
        "gaussian:sigma=1",
        "laplace:scale=2",
        "exponential:epsilon=1",
        "gdp:mu=1",
        "discrete-gaussian:sigma=2",
    ):
        ledgers = [Ledger(f"poisson:rate=0.1/{step},times=9", one) for one in ("add-or-remove", "replace-one")]
        adding, replacing = (ledger.epsilon("1e-5").upper for ledger in ledgers)
        group = ledgers[1].epsilon("1e-5", accountant="group.renyi").upper
        assert adding < replacing < group


def test_a_path_that_changes_the_relation_of_a_step_elsewhere_is_refused() -> None:
    """In a ledger under add-or-remove, before another change, and without it."""
    ledger = Ledger("poisson:rate=0.2/laplace:scale=3,times=9", "replace-one")
    document = ledger.epsilon("1e-6", accountant="loss-distribution").certificate().document
    climb = document["derivation"]["climbs"][0]
    place = climb.index("poisson.exact-replaced-profile")
    assert ch.check(document).accepted
    twice = ch.check(
        forged(document, ("derivation", "climbs"), [[*climb[: place + 1], "group.profile", *climb[place + 1 :]]])
    )
    assert "group.profile does not follow there" in (twice.why or "")
    struck = ch.check(forged(document, ("derivation", "climbs"), [[*climb[:place], "poisson.exact-profile"]]))
    assert "does not make sense under replace-one" in (struck.why or "")
    other = Ledger("poisson:rate=0.2/laplace:scale=3,times=9").epsilon("1e-6", accountant="loss-distribution")
    moved = ch.check(forged(other.certificate().document, ("derivation", "climbs"), [climb]))
    assert "poisson.exact-replaced-profile does not follow there" in (moved.why or "")


def test_a_theorem_about_replaced_records_says_nothing_of_added_ones() -> None:
    """No path of a ledger under add-or-remove or zero-out has one, nor one inside another sample."""
    for relation in ("add-or-remove", "zero-out"):
        account = Ledger("poisson:rate=0.2/laplace:scale=3,times=2", relation).account(ch.Question.epsilon("1e-5"))
        assert account.answers
        assert not any("replaced" in name for answer in account.answers for name in answer.path)
    assert (
        "poisson.twice"
        in Ledger("poisson:rate=0.2/poisson:rate=0.5/laplace:scale=3", "replace-one").epsilon("0.01").path
    )


def test_two_values_of_one_record_are_still_no_record_left_out() -> None:
    """Randomized response in a sample stays refused."""
    with pytest.raises(ch.NeighboursMismatch, match="says nothing of one that is left out"):
        Ledger("poisson:rate=0.1/randomized-response:epsilon=1", "replace-one")
