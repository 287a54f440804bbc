"""Laplace and integer-valued noise on Poisson samples, by the characteristic function: against sums in long doubles,
grids in both directions and many digits, which share nothing with the product."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import chartered as ch
import numpy as np
import pytest
from chartered import Ledger, Side
from chartered_plugins.characteristic_function.formulas.runs_with_rare_losses import FewLossRuns
from chartered_plugins.characteristic_function.laws.discrete_laplace import LaplaceOnIntegers
from chartered_plugins.characteristic_function.laws.mixture import sampled
from hypothesis import given, settings, strategies as st
from mpmath import mp

from tests import exact_losses as exact, inverted_in_long_doubles as independent
from tests.forging import forged

NAME = "characteristic-function"
DRAWN = random.Random(2411)


def answered(*steps: str, delta: str = "1e-6", **asked: Any) -> Any:
    """eps of a ledger by the characteristic function."""
    return Ledger(list(steps)).epsilon(delta, accountant=NAME, **asked)


@pytest.mark.parametrize(
    ("step", "truth"),
    [
        ("poisson:rate=0.01/laplace:scale=1,times=1000", "1.2864073997"),
        ("poisson:rate=0.1/laplace:scale=10,times=100000", "19.039043466"),
        ("poisson:rate=0.001/laplace:scale=0.5,times=10000", "0.84090891079"),
        ("poisson:rate=0.01/laplace:scale=3,sensitivity=3,times=1000", "1.2864073997"),
    ],
)
def test_many_runs_are_answered_from_both_sides(step: str, truth: str) -> None:
    """Both ends agree to twelve digits, inside those of privacy loss distributions where these answer."""
    answer = answered(step)
    assert answer.side is Side.EXACT
    assert 0 <= answer.upper - answer.lower < 1e-12 * answer.upper
    assert abs(answer.upper - float(truth)) < 1e-9 * answer.upper
    if "100000" not in step:
        coarse = Ledger(step).epsilon("1e-6", accountant="loss-distribution")
        assert coarse.lower <= answer.lower <= answer.upper <= coarse.upper


def test_forty_digits() -> None:
    """As many as are asked for, around the default answer."""
    step = "poisson:rate=0.01/laplace:scale=1,times=1000"
    found = answered(step, digits=40).to_json()
    below, above = Fraction(found["lower_exact"]), Fraction(found["upper_exact"])
    assert 0 < above - below < Fraction(1, 10**39)
    default = answered(step)
    assert Fraction(default.lower) <= below <= above <= Fraction(default.upper)


def drawn() -> list[tuple[list[tuple[str, tuple[Fraction, ...], int]], str]]:
    """Ledgers with sampled Laplace noise in all, and other noise, sampled or not, in most."""
    found = []
    for _ in range(24):
        kinds = [("sampled laplace", (_rate(), Fraction(DRAWN.randint(5, 250), 100)), DRAWN.randint(400, 4000))]
        others: list[tuple[str, tuple[Fraction, ...], int]] = [
            ("gaussian", (Fraction(DRAWN.randint(20, 90), 10),), DRAWN.randint(1, 9)),
            ("sampled gaussian", (_rate(), Fraction(DRAWN.randint(9, 30), 10)), DRAWN.randint(20, 500)),
            ("laplace", (Fraction(DRAWN.randint(1, 9), 10),), DRAWN.randint(1, 20)),
            ("sampled laplace", (_rate(), Fraction(DRAWN.randint(5, 250), 100)), DRAWN.randint(1, 900)),
            ("sampled response", (_rate(), Fraction(DRAWN.randint(1, 20), 10)), DRAWN.randint(1, 5)),
        ]
        kinds += DRAWN.sample(others, DRAWN.randint(0, 3))
        found.append((kinds, f"1e-{DRAWN.randint(2, 10)}"))
    return found


def _rate() -> Fraction:
    return Fraction(DRAWN.randint(1, 60), 100)


def step_of(name: str, given: tuple[Fraction, ...], times: int) -> str:
    """In the words of a ledger."""
    form = {
        "gaussian": "gaussian:sigma={}",
        "laplace": "laplace:epsilon={}",
        "sampled gaussian": "poisson:rate={}/gaussian:sigma={}",
        "sampled laplace": "poisson:rate={}/laplace:epsilon={}",
        "sampled response": "poisson:rate={}/pure:epsilon={}",
    }[name]
    return f"{form.format(*given)},times={times}"


def curve_of(name: str, given: tuple[Fraction, ...], added: bool) -> Any:
    """log M in long doubles."""
    first, *rest = (independent.real(x) for x in given)
    if name == "gaussian":
        return independent.gaussian(1 / first)
    if name == "laplace":
        return independent.laplace(first)
    sampled = {
        "sampled gaussian": independent.sampled_gaussian,
        "sampled laplace": independent.sampled_laplace,
        "sampled response": independent.sampled_response,
    }
    return sampled[name](first, rest[0], added)


@pytest.mark.parametrize(("kinds", "delta"), drawn())
def test_random_ledgers_hold_an_independent_sum(kinds: list[tuple[str, tuple[Fraction, ...], int]], delta: str) -> None:
    """The larger delta of both directions in long doubles, at both ends of eps, is the target to three parts in
    1e9."""
    answer = answered(*(step_of(*kind) for kind in kinds), delta=delta)
    assert answer.upper - answer.lower < 1e-9 * max(1.0, answer.upper)
    for end in (answer.lower, answer.upper):
        at = [independent.real(Fraction(end))]
        found = [
            independent.deltas([(curve_of(name, given, added), n) for name, given, n in kinds], at)[0]
            for added in (False, True)
        ]
        assert abs(max(found) / independent.real(Fraction(delta)) - 1) < 3e-9


CELLS = 1 << 14


def on_a_grid(rate: float, e: float, times: int, added: bool, epsilon: float) -> tuple[float, float]:
    """delta at eps of a few runs: (with every loss rounded down to a grid, rounded up), by convolutions of the
    probabilities under P."""
    low, high = np.log1p(rate * np.expm1([-e, e]))
    if added:
        low, high = -high, -low
    step = (high - low) / CELLS
    edges = low + step * np.arange(CELLS + 1)
    ratios = np.exp(-edges if added else edges)  # w
    x = np.log1p((ratios - 1) / rate).clip(-e, e)
    below = 1 - np.exp(-(x + e) / 2) / 2  # Q(loss of the noise <= x), x < e
    below_p = np.exp((x - e) / 2) / 2  # P, with the atom at -e and without that at e
    chance = below if added else (1 - rate) * below + rate * below_p
    if added:  # the larger loss is the smaller w
        cells = -np.diff(chance)
        lowest = np.exp(-e) / 2
        highest = 0.5
    else:
        cells = np.diff(chance)
        lowest = chance[0]
        highest = (1 - rate) * np.exp(-e) / 2 + rate / 2
    found = []
    for shift in (0, 1):
        masses = np.zeros(CELLS + 1)
        masses[shift : shift + CELLS] += cells
        masses[0] += lowest
        masses[-1] += highest
        size = 1 << (times * CELLS).bit_length()
        total = np.fft.irfft(np.fft.rfft(masses, size) ** times, size)[: times * CELLS + 1]
        losses = times * low + step * np.arange(len(total))
        found.append(float((total * -np.expm1(np.minimum(epsilon - losses, 0))).sum()))
    return found[0], found[1]


@pytest.mark.parametrize("times", [5, 12, 40])
@pytest.mark.parametrize(("rate", "e"), [("1/10", "1/2"), ("1/2", "1"), ("1/100", "2")])
def test_few_runs_lie_between_losses_rounded_both_ways(rate: str, e: str, times: int) -> None:
    """By smoothing, which is narrower than the grid's two values; both directions, of which the larger one is at the
    target."""
    answer = answered(f"poisson:rate={rate}/laplace:epsilon={e},times={times}", delta="1e-3")
    assert answer.upper - answer.lower < 3e-4 * answer.upper
    q, e0 = float(Fraction(rate)), float(Fraction(e))
    below, above = ([on_a_grid(q, e0, times, added, end) for added in (False, True)] for end in answer_ends(answer))
    assert max(high for _, high in below) >= 1e-3
    assert max(low for low, _ in above) <= 1e-3
    assert max(high - low for low, high in below) < 1e-4


def answer_ends(answer: Any) -> tuple[float, float]:
    """(lower, upper)."""
    return answer.lower, answer.upper


@pytest.mark.parametrize(("times", "delta"), [(1, "1e-4"), (7, "1e-3"), (300, "1e-6"), (2000, "1e-12")])
@pytest.mark.parametrize(
    ("step", "rate", "e"),
    [("discrete-laplace:scale=2", "1/100", "1/2"), ("pure:epsilon=1", "3/10", "1"), ("pure:epsilon=4", "9/10", "4")],
)
def test_two_losses_are_a_binomial_sum(step: str, rate: str, e: str, times: int, delta: str) -> None:
    """delta of both directions at both ends, by the sum in many digits."""
    answer = answered(f"poisson:rate={rate}/{step},times={times}", delta=delta, digits=20)
    found = answer.to_json()
    with mp.workdps(120):
        below, above = (
            max(binomial(rate, e, times, added, mp.mpf(found[end])) for added in (False, True))
            for end in ("lower_exact", "upper_exact")
        )
        assert above <= mp.mpf(delta) <= below
    assert Fraction(found["upper_exact"]) - Fraction(found["lower_exact"]) < Fraction(found["upper_exact"]) / 10**19


def binomial(rate: str, e: str, times: int, added: bool, epsilon: Any) -> Any:
    """The sum over the number of larger losses."""
    q, chance = exact.number(rate), 1 / (1 + mp.exp(exact.number(e)))
    w_low, w_high = (1 - q + q * mp.exp(s * exact.number(e)) for s in (-1, 1))
    one, other = chance * w_high, chance
    if added:
        one, other = 1 - chance, (1 - chance) * w_low
    terms = (
        mp.binomial(times, k)
        * (one**k * (1 - one) ** (times - k) - mp.exp(epsilon) * other**k * (1 - other) ** (times - k))
        for k in range(times + 1)
    )
    return mp.fsum(term for term in terms if term > 0)


@settings(max_examples=40, deadline=None)
@given(
    st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100),
    st.fractions(Fraction(1, 10), Fraction(6), max_denominator=10),
    st.integers(1, 60),
    st.fractions(Fraction(-1, 5), Fraction(11, 10), max_denominator=50),
    st.booleans(),
)
def test_the_sum_of_two_losses_holds_that_in_many_digits(
    rate: Fraction, noise: Fraction, times: int, part: Fraction, added: bool
) -> None:
    """At any eps, below 0 and beyond the largest loss, too; on an interval of eps it holds both ends."""
    removed = LaplaceOnIntegers(noise, sampled(rate, Fraction(1)))
    m = removed.swapped if added else removed
    with mp.workdps(60):
        top = mp.log(1 - exact.number(rate) + exact.number(rate) * mp.exp(exact.number(noise)))
        x = Fraction(str(mp.nstr(times * top * exact.number(part), 25)))
        truth = binomial(str(rate), str(noise), times, added, exact.number(x))
        from flint import arb

        runs = FewLossRuns(m, times, 160)
        found = runs.delta(x)
        assert found.overlaps(arb(mp.nstr(truth, 40), mp.nstr(truth * mp.mpf(10) ** -39 + mp.mpf(10) ** -70, 5)))
        wide = runs.delta(arb(mp.nstr(exact.number(x), 30), "0.001"))
        assert wide.contains(found)


@pytest.mark.parametrize("times", [2, 3])
@pytest.mark.parametrize(
    ("step", "atoms"),
    [
        ("discrete-laplace:scale=2,sensitivity=3", exact.discrete_laplace(Fraction(1, 2), 3)),
        ("discrete-gaussian:sigma=1", exact.discrete_gaussian(Fraction(1), 1, 60)),
        ("discrete-gaussian:sigma=2,sensitivity=2", exact.discrete_gaussian(Fraction(4), 2, 60)),
    ],
)
def test_integer_noise_holds_the_sum_over_all_outcomes(step: str, atoms: exact.Atoms, times: int) -> None:
    """delta of both directions, of few runs in many digits, is in the interval that smoothing gives."""
    with mp.workdps(40):
        rate = Fraction(1, 5)
        both = [exact.runs(exact.sampled(atoms, rate, added), times) for added in (False, True)]
        for epsilon in ("1/10", "1/2"):
            found = Ledger(f"poisson:rate={rate}/{step},times={times}").delta(epsilon, accountant=NAME)
            truth = max(exact.delta(losses, exact.number(epsilon)) for losses in both)
            assert mp.mpf(found.lower) <= truth * (1 + mp.mpf(10) ** -15)
            assert truth <= mp.mpf(found.upper) * (1 + mp.mpf(10) ** -15)
            assert found.upper - found.lower < 1e-3 * found.upper


@pytest.mark.parametrize(
    ("step", "changes"),
    [
        (
            "poisson:rate=0.01/laplace:scale=1,times=1000",
            {"removal.count": 5, "removal.spacing": 20, "removal.order": "1.5", "above": "1.28", "below": "1.29"},
        ),
        (
            "poisson:rate=0.01/discrete-laplace:scale=2,times=500",
            {"removal.runs": 499, "above": "0.4579", "below": "0.46"},
        ),
        ("poisson:rate=0.01/discrete-gaussian:sigma=1,times=500", {"removal.smoothing": 1, "removal.count": 900}),
        ("poisson:rate=0.01/laplace:scale=1,times=30", {"removal.smoothing": 1, "removal.count": 900}),
    ],
)
def test_forged_witnesses_are_refused(step: str, changes: dict[str, Any]) -> None:
    """The certificate is accepted; other nodes, runs and ends are refused."""
    document = answered(step).certificate().document
    assert ch.check(document).accepted
    for key, value in changes.items():
        assert not ch.check(forged(document, ("answer", "witness", key), value)).accepted


def test_one_run_alone_keeps_its_exact_profile() -> None:
    """Of sampled Laplace noise: nothing is smoothed, and the answer is the closed form, or a power series."""
    ledger = Ledger("poisson:rate=1/10/laplace:epsilon=1")
    found = ledger.epsilon("1e-3")
    assert found.upper - found.lower < 1e-15
    series = ledger.epsilon("1e-3", accountant=NAME)
    assert series.lower <= found.upper
    assert found.lower <= series.upper
    looser = Ledger("poisson:rate=1/10/laplace:epsilon=10").epsilon("0.0985", accountant=NAME)
    assert not looser.exact
    assert "one run alone" in " ".join(looser.notes)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("discrete-laplace:scale=5,sensitivity=1001", "1002 losses"),
        ("laplace:scale=1/1000", "more than 2000"),
        ("discrete-gaussian:sigma=1000", "more than 20000"),
        ("discrete-gaussian:sigma=1e5", "more than 20000"),
    ],
)
def test_what_takes_too_many_terms_is_told(step: str, reason: str) -> None:
    """A large sensitivity, little noise, and much noise on the integers."""
    with pytest.raises(ch.CharteredError, match=reason):
        Ledger(f"poisson:rate=1/10/{step},times=10").epsilon("1e-6", f"poisson-{step.partition(':')[0]}.characteristic")


def test_mu_of_bounded_losses_is_refused_at_once() -> None:
    """No line serves every eps up to the largest loss; those of an interval have one."""
    ledger = Ledger("poisson:rate=0.01/laplace:scale=1,times=1000")
    with pytest.raises(ch.CharteredError, match="bounded"):
        ledger.mu(accountant=NAME)
    head = ledger.mu(head=1, accountant=NAME)
    assert head.upper - head.lower < 1e-8
    assert head.upper < ledger.mu().upper


def test_sweeps_share_a_line() -> None:
    """A hundred counts at once are those that are asked alone, to one part in 1e9."""
    ledger, counts = Ledger("poisson:rate=0.01/laplace:scale=1"), range(900, 1000)
    found = ledger.epsilons("1e-6", times=counts, accountant=NAME)
    for place in (0, 41, 99):
        alone = answered(f"poisson:rate=0.01/laplace:scale=1,times={counts[place]}").upper
        assert alone <= found[place] * (1 + 1e-13)
        assert found[place] <= alone * (1 + 1e-9)


def test_more_runs_a_higher_rate_and_less_noise_are_never_better() -> None:
    """eps rises with each."""
    form = "poisson:rate={}/laplace:epsilon={},times={}"
    here = answered(form.format("0.1", "0.5", 600))
    for other in (("0.1", "0.5", 601), ("0.11", "0.5", 600), ("0.1", "0.51", 600)):
        assert answered(form.format(*other)).lower >= here.upper
