"""Three neighbour relations: what is certified under each is held against every pair of small data sets, and zero-out
is add-or-remove among the records that are not null."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, exp, log

import chartered as ch
import pytest
from chartered import Ledger, Neighbours, Question
from flint import arb
from hypothesis import given, settings, strategies as st
from strategies import magnitudes

NULL = None
Data = tuple[int | None, ...]
Law = tuple[tuple[int, Fraction], ...]
"""The sums that a sample may have, and how likely each is."""
REACH = 120
EPSILONS = ("0", "1/4", "1")


@cache
def poisson(data: Data, rate: Fraction) -> Law:
    """The sum over a Poisson sample: a null record adds nothing, and is drawn like any other."""
    found: dict[int, Fraction] = {0: Fraction(1)}
    for record in data:
        after: dict[int, Fraction] = {}
        for total, chance in found.items():
            for value, way in ((0, 1 - rate), (record or 0, rate)):
                after[total + value] = after.get(total + value, Fraction(0)) + way * chance
        found = after
    return tuple(sorted(found.items()))


@cache
def drawn(data: Data, size: int) -> Law:
    """The sum over so many records, drawn without replacement."""
    found: dict[int, Fraction] = {}
    for chosen in combinations(data, size):
        total = sum(record or 0 for record in chosen)
        found[total] = found.get(total, Fraction(0)) + Fraction(1, comb(len(data), size))
    return tuple(sorted(found.items()))


@cache
def outcomes(law: Law, scale: Fraction) -> tuple[arb, ...]:
    """The chances of the sum with discrete Laplace noise, from -REACH to REACH, as balls."""
    a = (-1 / arb(scale.numerator) * scale.denominator).exp()
    base = (1 - a) / (1 + a)
    return tuple(
        sum((base * a ** abs(k - total) * arb(p.numerator) / p.denominator for total, p in law), arb(0))
        for k in range(-REACH, REACH + 1)
    )


def least_delta(first: Law, second: Law, scale: Fraction, epsilon: str) -> arb:
    """The hockey-stick divergence but for outcomes beyond the reach: a ball of what is at most the truth."""
    level = arb(Fraction(epsilon).numerator) / Fraction(epsilon).denominator
    e = level.exp()
    return sum(
        (p - e * q for p, q in zip(outcomes(first, scale), outcomes(second, scale), strict=True) if p > e * q), arb(0)
    )


def neighbours(relation: Neighbours, values: tuple[int, ...], most: int) -> Iterator[tuple[Data, Data]]:
    """Every pair of data sets of at most so many records with these values, in both directions."""
    slots = (NULL, *values)
    for data in product(slots, repeat=most):
        for index in range(most):
            others = (*data[:index], *data[index + 1 :])
            if relation is Neighbours.ZERO_OUT and data[index] is not NULL:
                pair = data, (*data[:index], NULL, *data[index + 1 :])
            elif relation is Neighbours.ADD_OR_REMOVE and NULL not in data:
                pair = data, others
            elif relation is Neighbours.REPLACE_ONE and NULL not in data:
                yield from ((data, (*data[:index], value, *data[index + 1 :])) for value in values)
                continue
            else:
                continue
            yield pair
            yield pair[1], pair[0]


def worst(pairs: set[tuple[Law, Law]], scale: Fraction, epsilon: str) -> arb:
    """The largest of these divergences, from below."""
    return max((least_delta(*pair, scale, epsilon) for pair in pairs), key=lambda ball: ball.lower())


def covers(step: str, relation: Neighbours, truth: dict[str, arb]) -> None:
    """No accountant's upper end is below the truth of some pair."""
    for epsilon, delta in truth.items():
        account = Ledger(step, relation).account(Question.delta(epsilon))
        assert account.answers, (step, relation)
        for answer in account.answers:
            assert not arb(answer.upper) < delta, (step, relation, epsilon, answer)


@pytest.mark.parametrize("relation", Neighbours)
@pytest.mark.parametrize("rate", [Fraction(1, 10), Fraction(1, 2)])
@pytest.mark.parametrize("scale", [Fraction(1), Fraction(3)])
def test_a_poisson_sampled_sum_is_covered(relation: Neighbours, rate: Fraction, scale: Fraction) -> None:
    """Discrete Laplace noise on the sum of up to three records in {-1, 0, 1} or null: exact over all neighbours."""
    pairs = {(poisson(one, rate), poisson(two, rate)) for one, two in neighbours(relation, (-1, 0, 1), 3)}
    truth = {epsilon: worst(pairs, scale, epsilon) for epsilon in EPSILONS}
    covers(f"poisson:rate={rate}/discrete-laplace:scale={scale}", relation, truth)


@pytest.mark.parametrize("relation", Neighbours)
@pytest.mark.parametrize("scale", [Fraction(1), Fraction(3)])
def test_a_sum_is_enclosed(relation: Neighbours, scale: Fraction) -> None:
    """Without a sample the answer is exact: the truth over all neighbours, sensitivity 1, or 2 for a replaced record,
    is not above its upper end, and its lower end is not above the truth and what is beyond the reach."""
    pairs = {(poisson(one, Fraction(1)), poisson(two, Fraction(1))) for one, two in neighbours(relation, (-1, 1), 2)}
    for epsilon in EPSILONS:
        truth, answer = worst(pairs, scale, epsilon), Ledger(f"discrete-laplace:scale={scale}", relation).delta(epsilon)
        assert answer.lower is not None
        assert not arb(answer.upper) < truth
        assert not arb(answer.lower) > truth + (-arb(REACH - 3) / (2 * arb(scale.numerator))).exp()


def test_a_count_that_is_replaced_is_enclosed_by_its_own_sensitivity() -> None:
    """Records in {5, 6}: removed, one changes the sum by 6; replaced, by 1, and so does the certified interval."""
    pairs = {
        (poisson(a, Fraction(1)), poisson(b, Fraction(1))) for a, b in neighbours(Neighbours.REPLACE_ONE, (5, 6), 2)
    }
    step = "discrete-laplace:scale=1,sensitivity=6,replace-sensitivity=1"
    for epsilon in EPSILONS:
        truth, answer = worst(pairs, Fraction(1), epsilon), Ledger(step, "replace-one").delta(epsilon)
        assert answer.lower is not None
        assert not arb(answer.upper) < truth
        assert not arb(answer.lower) > truth + arb(10) ** -20
    removed = Ledger(step, "zero-out").delta(1)
    assert removed.upper == Ledger("discrete-laplace:scale=1,sensitivity=6").delta(1).upper > answer.upper


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("scale", [Fraction(1), Fraction(3)])
def test_a_fixed_batch_is_covered_where_a_record_is_replaced(size: int, scale: Fraction) -> None:
    """So many of three records in {0, 1}: of a count nothing is doubled."""
    pairs = {(drawn(one, size), drawn(two, size)) for one, two in neighbours(Neighbours.REPLACE_ONE, (0, 1), 3)}
    truth = {epsilon: worst(pairs, scale, epsilon) for epsilon in EPSILONS}
    covers(
        f"sample:size={size},of=3/discrete-laplace:scale={scale},replace-sensitivity=1", Neighbours.REPLACE_ONE, truth
    )


def test_a_fixed_batch_is_refused_under_zero_out_for_a_reason() -> None:
    """One of two records, 1 and -1: with the sensitivity of a null record the amplified bound would be below the
    truth, so no number is given."""
    pair, step = (drawn((1, -1), 1), drawn((NULL, -1), 1)), "discrete-laplace:scale=2"
    unsound = ch.Ledger(f"sample:size=1,of=2/{step},replace-sensitivity=1").delta("1/4", accountant="sample.profile")
    assert least_delta(*pair, Fraction(2), "1/4") > arb(unsound.upper)
    with pytest.raises(ch.NeighboursMismatch, match="nothing is proved of sample under zero-out: a null record in a"):
        Ledger(f"sample:size=1,of=2/{step}", "zero-out")


def test_two_changes_to_a_null_record_make_a_replacement_and_not_the_other_way() -> None:
    """What requires add-or-remove stands in all three, what requires replace-one in that alone."""
    add, replace, zero = Neighbours
    assert [[one.admits(need) for need in Neighbours] for one in Neighbours] == [
        [True, False, False],
        [True, True, True],
        [True, False, True],
    ]
    assert (zero.implied, zero.doubles, replace.doubles, add.implied) == (add, None, zero, None)
    assert (replace.crosses_from(add), replace.crosses_from(zero), zero.crosses_from(add)) == (True, True, False)


@pytest.mark.parametrize("times", [1, 12])
@pytest.mark.parametrize("rate", [0.1, 0.5])
@pytest.mark.parametrize("lean", [0.6, 0.95])
def test_no_accountant_is_below_a_null_record(times: int, rate: float, lean: float) -> None:
    """Randomized response that answers a null record by a fair coin: composed on Poisson samples, its exact delta
    under zero-out is at most every answer."""
    own = -log(2 * (1 - lean)) + 1e-12
    first = (rate * lean + (1 - rate) / 2, rate * (1 - lean) + (1 - rate) / 2)
    ledger = Ledger(f"poisson:rate={rate}/pure:epsilon={own:.15f},times={times}", "zero-out")
    for epsilon in (0.0, 0.1, 0.5, 2.0):
        account = ledger.account(Question.delta(epsilon))
        assert account.answers
        for one, other in ((first, (0.5, 0.5)), ((0.5, 0.5), first)):
            exact = sum(
                max(0.0, _chance(one, times, i) - exp(epsilon) * _chance(other, times, i)) for i in range(times + 1)
            )
            for answer in account.answers:
                assert answer.upper >= exact * (1 - 1e-12) - 1e-15, answer


def _chance(coin: tuple[float, float], times: int, heads: int) -> float:
    return comb(times, heads) * coin[0] ** heads * coin[1] ** (times - heads)


@pytest.mark.parametrize(
    "step",
    [
        "gaussian:sigma=2,times=9",
        "laplace:scale=3,sensitivity=2,times=2",
        "discrete-gaussian:sigma=2",
        "poisson:rate=0.01/gaussian:sigma=1,times=50",
        "poisson:rate=0.2/laplace:scale=2",
        "poisson:rate=0/pure:epsilon=1",
        "poisson:rate=1/gaussian:sigma=1",
        "poisson:rate=1/2/poisson:rate=1/2/pure:epsilon=1",
        "dpsgd:n=100,batch=10,epochs=2,noise=2",
        "rectified:low=0,high=1,head=1/gaussian:sigma=1",
    ],
)
def test_zero_out_is_add_or_remove_among_records_that_are_not_null(step: str) -> None:
    """The same answers by the same paths, the certificate names the relation and is accepted."""
    one, other = (
        Ledger(step, relation).account(Question.epsilon("1e-4")) for relation in ("add-or-remove", "zero-out")
    )
    assert [(a.path, a.lower, a.upper) for a in one.answers] == [(a.path, a.lower, a.upper) for a in other.answers]
    found = ch.check(other.best.certificate())
    assert (found.accepted, found.neighbours) == (True, "zero-out")
    assert "under zero-out neighbours" in str(found.says)


TWICE = {
    "pure:epsilon=1": "pure:epsilon=2",
    "approximate:epsilon=1,delta=1e-7": "approximate:epsilon=2,delta=3e-7",
    "zcdp:rho=1/8": "zcdp:rho=1/2",
    "gdp:mu=1/2": "gdp:mu=1",
    "laplace:epsilon=1/2": "laplace:epsilon=1",
    "discrete-laplace:epsilon=1/2": "discrete-laplace:scale=2,sensitivity=2",
    "(gaussian:sigma=2 + pure:epsilon=1)": "(gaussian:sigma=1 + pure:epsilon=2)",
}
"""Steps whose numbers hold for one relation, and what two changes in a row may attain of them."""


@pytest.mark.parametrize("wrapper", ["poisson:rate=1", "poisson:rate=1/poisson:rate=1"])
@pytest.mark.parametrize("inner", ["gaussian:sigma=2", "discrete-gaussian:sigma=2", "tree-aggregation:sigma=9,steps=4"])
@pytest.mark.parametrize("relation", Neighbours)
def test_a_sample_of_all_records_is_the_step_itself(wrapper: str, inner: str, relation: Neighbours) -> None:
    """Under every relation, alone, many times and beside others: at rate 1 the same numbers by the same paths."""
    for beside in ([], ["gaussian:sigma=9"]):
        sampled, plain = (
            Ledger([f"{step},times=3", *beside], relation).account(Question.epsilon("1e-4"))
            for step in (f"{wrapper}/{inner}", inner)
        )
        assert [(a.lower, a.upper) for a in sampled.answers] == [(a.lower, a.upper) for a in plain.answers]
        assert ch.check(sampled.best.certificate()).accepted


@pytest.mark.parametrize("inner", TWICE)
@pytest.mark.parametrize("times", [1, 3])
def test_numbers_inside_a_sample_of_all_records_are_those_of_add_or_remove(inner: str, times: int) -> None:
    """Under replace-one they are not reread at rate 1: it costs no less than two changes may."""
    own, twice = (
        Ledger([step] * times, relation).epsilon("1e-4")
        for step, relation in ((f"poisson:rate=1/{inner}", "replace-one"), (TWICE[inner], "add-or-remove"))
    )
    assert own.upper >= twice.lower if twice.lower is not None else own.upper >= twice.upper * (1 - 1e-9)
    assert ch.check(own.certificate()).accepted
    assert Ledger(f"poisson:rate=0/{inner}", "replace-one").epsilon(0).upper == 0


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("randomized-response:epsilon=1", "what it answers for a null record is not stated"),
        ("shuffled:n=9/pure:epsilon=1", "what is reported for a null record is not stated"),
        ("checkin:m=2,n=2/pure:epsilon=1", "what is reported for a null record is not stated"),
        ("gaussian:sigma=1,replace-sensitivity=1", "ask for replace-one, or give gaussian a sensitivity, too"),
    ],
)
def test_what_is_not_proved_under_zero_out_is_refused(step: str, why: str) -> None:
    """With the reason, and never guessed."""
    with pytest.raises(ch.NeighboursMismatch, match=why):
        Ledger(step, "zero-out")


def test_a_report_shows_that_its_record_is_there() -> None:
    """Randomized response compares two values of one record: it requires replace-one, doubles the sensitivity of what
    stands beside it, and says what to write where an absent record reports, too."""
    with pytest.raises(ch.NeighboursMismatch, match=r"record is there; if an absent record .*pure:epsilon="):
        Ledger("randomized-response:epsilon=1", "add-or-remove")
    with pytest.raises(ch.NeighboursMismatch, match="a report shows that its record is there"):
        Ledger("gaussian:sigma=2") + "randomized-response:epsilon=1"
    mixed = Ledger(["randomized-response:epsilon=1,k=2", "gaussian:sigma=2"])
    assert (mixed.neighbours, Ledger("randomized-response:epsilon=1").neighbours) == (Neighbours.REPLACE_ONE,) * 2
    other = Ledger(["pure:epsilon=1", "gaussian:sigma=1"])
    assert mixed.epsilon("1e-5").upper == pytest.approx(other.epsilon("1e-5").upper, rel=1e-12)
    sampled = Ledger(["randomized-response:epsilon=1", "poisson:rate=0.1/gaussian:sigma=2"])
    assert sampled.neighbours is Neighbours.REPLACE_ONE
    assert ch.check(sampled.epsilon("1e-5").certificate()).accepted
    assert Ledger("sample:size=2,of=9/randomized-response:epsilon=1").delta(0).upper > 0
    solved = ch.calibrate("randomized-response", solve="epsilon", epsilon=1, delta=0)
    assert (solved.neighbours, solved.best.value) == (Neighbours.REPLACE_ONE, 1)


@pytest.mark.parametrize("neighbours", [None, *ch.Neighbours])
@pytest.mark.parametrize(
    "step",
    [
        "poisson:rate=0.1/randomized-response:epsilon=1",
        "poisson:rate=1/randomized-response:epsilon=1,k=4",
        "poisson:rate=0.1/poisson:rate=0.5/randomized-response:epsilon=1",
        "poisson:rate=0.1/(randomized-response:epsilon=1 + gaussian:sigma=1)",
    ],
)
def test_no_poisson_sample_amplifies_randomized_response(step: str, neighbours: ch.Neighbours | None) -> None:
    """Its eps compares two values of one record. Where a report is sent with probability 0.1 and the record is
    replaced, delta at eps = 1/2 is 0.1 (e - e^(1/2))/(1 + e) = 0.029; amplified as if a record were left out unseen,
    twice, delta would be 0."""
    with pytest.raises(ch.NeighboursMismatch, match="says nothing of one that is left out"):
        Ledger(step, neighbours)


def test_randomized_response_in_a_poisson_sample_is_neither_counted_nor_calibrated_nor_added() -> None:
    """Each of these reads a ledger of its own."""
    step = "poisson:rate=0.1/randomized-response"
    with pytest.raises(ch.NeighboursMismatch, match="two values of one record"):
        ch.calibrate(step, solve="epsilon", epsilon=1, delta="1e-5")
    with pytest.raises(ch.NeighboursMismatch, match="two values of one record"):
        ch.largest_times(f"{step}:epsilon=1", epsilon=1, delta="1e-5")
    with pytest.raises(ch.NeighboursMismatch, match="two values of one record"):
        ch.OpenLedger().add(f"{step}:epsilon=1")


@given(
    st.sampled_from(["gaussian:sigma", "laplace:scale", "sample:size=3,of=9/gaussian:sigma"]),
    magnitudes(-1, 2),
    magnitudes(-2, 1),
    magnitudes(-2, 1),
)
@settings(max_examples=15, deadline=None)
def test_more_sensitivity_is_never_better(step: str, noise: Fraction, size: Fraction, more: Fraction) -> None:
    """Of either kind, along every path; stated for a replaced record it is what twice half of it is; of both the less
    counts."""

    def answers(text: str) -> dict[tuple[str, ...], float]:
        account = Ledger(f"{step}={noise},{text}", "replace-one").account(Question.delta(1))
        return {answer.path: answer.upper for answer in account.answers}

    own, larger = (answers(f"replace-sensitivity={x}") for x in (size, size + more))
    assert own == answers(f"sensitivity={size / 2}")
    assert own == answers(f"sensitivity={size},replace-sensitivity={size}")
    assert own == answers(f"sensitivity={size / 2},replace-sensitivity={size + more}")
    assert all(upper <= larger[path] * (1 + 1e-12) for path, upper in own.items())
