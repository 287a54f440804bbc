"""The Poisson-sampled Gaussian: its curve in every arithmetic, and what it gives for noisy SGD."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered_plugins.subsampling.formulas import sampled_gaussian as sg, sampled_gaussian_finite_sum as terms
from chartered_verify.arithmetic import balls, digits, floats, symbols
from chartered_verify.enclosure import Enclosure, enclose
from hypothesis import given, settings, strategies as st

from tests.about_code.sampled_nodes import integrated

DATA = Path(__file__).parents[1] / "data" / "sampled_gaussian_peers.json"
PEERS = json.loads(DATA.read_text(encoding="utf-8"))["rows"]
PRINTED = [
    ("2.5", "0.01", "1", "2.17575332e-4"),
    ("1.1", "0.4", "12", "6.1197626e-4"),
    ("1.3", "0.1", "1", "9.85879747e-3"),
    ("7.7", "0.3", "3", "4.73213127e-2"),
    ("8", "0.1", "2", "1.37254301e-2"),
    ("2", "1e-8", "2", "2.84025e-17"),
]
RATES = st.floats(1e-9, 0.999)
SIGMAS = st.floats(0.25, 120)
ORDERS = st.one_of(st.floats(1 + 1e-9, 3), st.floats(1.5, 300), st.integers(2, 200).map(float))
AMONG_RENYI = ("asoodeh2020.T1", "asoodeh2020.L1", "asoodeh2020.T3")


def gamma(alpha: Any, rate: Any, sigma: Any, bits: int = 128) -> Enclosure:
    """The certified curve at one order."""
    a, q, s = (Fraction(x) for x in (alpha, rate, sigma))
    return enclose(lambda xp: sg.divergence(xp, q, s, xp.number(a)), bits=bits)


def sampled(rate: str, sigma: str, times: object = 1) -> ch.Ledger:
    """Noisy SGD."""
    return ch.Ledger([f"poisson:rate={rate}/gaussian:sigma={sigma},times={times}"])


@pytest.mark.parametrize(("alpha", "rate", "sigma", "printed"), PRINTED)
def test_the_printed_values_come_out(alpha: str, rate: str, sigma: str, printed: str) -> None:
    """To every digit that was printed (the last one rounded)."""
    found = gamma(alpha, rate, sigma)
    last = float(printed.partition("e")[2]) - len(printed.partition("e")[0].replace(".", "")) + 1
    assert abs(found.upper - float(printed)) <= 0.5001 * 10**last
    assert found.upper - found.lower <= 1e-15 * found.upper


@settings(max_examples=60, deadline=None)
@given(alpha=ORDERS, rate=RATES, sigma=SIGMAS)
def test_two_precisions_overlap_and_floats_are_near(alpha: float, rate: float, sigma: float) -> None:
    """Balls at 128 and 400 bits hold one value, and a float is within 1e-9 of it."""
    coarse, fine = gamma(alpha, rate, sigma), gamma(alpha, rate, sigma, bits=400)
    assert coarse.overlaps(fine)
    found = sg.divergence(floats, Fraction(rate), Fraction(sigma), alpha)
    assert found == pytest.approx(fine.upper, rel=1e-9 + 1e-15 / (alpha - 1))


@settings(max_examples=15, deadline=None)
@given(alpha=ORDERS, rate=RATES, sigma=st.floats(0.5, 20))
def test_digits_lie_in_the_balls(alpha: float, rate: float, sigma: float) -> None:
    """mpmath at 40 digits agrees with the enclosure to 36, and with 400 bits the enclosure has 182."""
    xp = digits(40)
    found = sg.divergence(xp, Fraction(rate), Fraction(sigma), xp.number(alpha))
    ball = gamma(alpha, rate, sigma, bits=400)
    with balls(400):
        assert abs(ball.hi - exact_ball(found)) * 10**36 < ball.hi
        assert (ball.hi - ball.lo) * 2**182 < ball.hi


def exact_ball(x: Any) -> Any:
    """An mpf as an exact ball."""
    with balls(400) as xp:
        man, exp = int(x.man), int(x.exp)
        return xp.number(Fraction(man) * Fraction(2) ** exp)


@pytest.mark.parametrize(
    ("alpha", "rate", "sigma"),
    [("1.1", "0.4", "12"), ("2.5", "1e-8", "2"), ("6.5", "0.01", "0.5"), ("1.000001", "0.3", "1")],
)
def test_the_nodes_hold_what_mpmath_and_arb_integrate(alpha: str, rate: str, sigma: str) -> None:
    """Two integrators that share nothing with the nodes."""
    xp = digits(50)
    a, q, s = (xp.number(Fraction(x)) for x in (alpha, rate, sigma))

    def density(z: Any) -> Any:
        u = q * xp.expm1((2 * z - 1) / (2 * s * s))
        excess = (1 + u) * xp.expm1((a - 1) * xp.log1p(u)) - (a - 1) * u
        return excess * xp.exp(-z * z / (2 * s * s)) / (s * xp.sqrt(2 * xp.pi))

    by_mpmath = xp.mp.log1p(xp.mp.quad(density, [-14 * s, -4 * s, 0, 0.5, a / 2 + 1, a + 4 * s, a + 14 * s])) / (a - 1)
    found = gamma(alpha, rate, sigma)
    assert float(by_mpmath) == pytest.approx(found.upper, rel=1e-13)
    with balls(300) as bits:
        numbers = [bits.number(Fraction(x)) for x in (alpha, rate, sigma)]
        by_arb = (1 + integrated(*numbers)).log() / (numbers[0] - 1)
    assert by_arb.overlaps(found.lo.union(found.hi))


@pytest.mark.parametrize("order", [2, 3, 8, 33])
@pytest.mark.parametrize(("rate", "sigma"), [("1e-6", "3"), ("0.01", "0.8"), ("0.6", "20")])
def test_a_whole_order_is_the_same_by_its_sum_and_by_nodes(order: int, rate: str, sigma: str) -> None:
    """Two proofs of one number."""
    q, s = Fraction(rate), Fraction(sigma)
    with balls(160) as xp:
        values = xp.number(q), xp.number(s), xp.number(order)
        plan = sg.propose_plan(xp, *values)
        assert plan is not None
        by_nodes = sg.excess(xp, q, s, values[2], plan)
        by_sum = terms.whole_excess(xp, *values[:2], order)
        assert by_nodes.overlaps(by_sum)
        assert by_nodes.rel_accuracy_bits() >= 80


@settings(max_examples=60, deadline=None)
@given(alpha=ORDERS, rate=RATES, sigma=SIGMAS, more=st.floats(1.01, 2))
def test_the_curve_is_monotone(alpha: float, rate: float, sigma: float, more: float) -> None:
    """A larger rate or order and less noise lose more."""
    here = gamma(alpha, rate, sigma)
    assert here.lower > 0
    assert gamma(alpha * more, rate, sigma).hi >= here.lo
    assert gamma(alpha, rate / more, sigma).lo <= here.hi
    assert gamma(alpha, rate, sigma * more).lo <= here.hi


@settings(max_examples=60, deadline=None)
@given(alpha=ORDERS, rate=RATES, sigma=SIGMAS)
def test_sampling_never_loses_more_than_the_plain_mechanism(alpha: float, rate: float, sigma: float) -> None:
    """The curve is below alpha/(2 sigma^2), and between the two bounds that need no nodes."""
    found = gamma(alpha, rate, sigma)
    a, q, s = Fraction(alpha), Fraction(rate), Fraction(sigma)
    with balls(512) as xp:
        low, high = terms.between(xp, xp.number(q), xp.number(s), xp.number(a))
        assert not low > found.hi
        assert not high < found.lo
        assert not found.lo > xp.number(a / (2 * s * s))


def test_near_rate_one_the_curve_is_nearly_the_plain_one() -> None:
    """At rate 1 - 1e-12 it is alpha/(2 sigma^2) to 11 digits."""
    for alpha in ("1.000001", "2", "7.5"):
        plain = float(Fraction(alpha)) / (2 * 1.5**2)
        assert gamma(alpha, 1 - Fraction(1, 10**12), "1.5").upper == pytest.approx(plain, rel=1e-11)


@pytest.mark.parametrize(
    ("alpha", "rate", "sigma"),
    [(1e25, "0.01", "1"), (1e9, "1e-300", "50"), (1.5, "0.5", "1e-9"), (2.5, "0.5", "1e100"), (3.5, "1e-300", "1")],
)
def test_far_values_are_enclosed(alpha: float, rate: str, sigma: str) -> None:
    """Orders, rates and noise beyond what nodes reach: both ends are finite, the upper one at most the plain
    mechanism's."""
    found = gamma(alpha, rate, sigma)
    plain = Fraction(alpha) / (2 * Fraction(sigma) ** 2)
    with balls(300) as xp:
        assert found.lo >= 0
        assert not found.hi > xp.number(plain) * (1 + xp.number(Fraction(1, 10**15)))
    assert sg.divergence(floats, Fraction(rate), Fraction(sigma), alpha) >= 0


def test_arrays_are_scalars_side_by_side() -> None:
    """A sweep reads the same curve."""
    numpy = pytest.importorskip("numpy")
    orders = numpy.array([1 + 1e-9, 1.5, 2.0, 7.3, 60.5, 1e3, 1e17])
    for rate, sigma in (("0.01", "1"), ("1e-6", "30"), ("0.7", "0.3")):
        q, s = Fraction(rate), Fraction(sigma)
        one_by_one = [sg.divergence(floats, q, s, float(a)) for a in orders]
        assert numpy.allclose(sg.divergence(floats, q, s, orders), one_by_one, rtol=1e-11, atol=0)


@pytest.mark.parametrize("row", PEERS, ids=lambda row: f"{row['rate']}-{row['sigma']}-{row['times']}-{row['delta']}")
def test_no_peer_is_tighter(row: dict[str, Any]) -> None:
    """T3 over all orders is at most the Renyi answer of dp-accounting, opacus and autodp on each ledger."""
    answer = sampled(row["rate"], row["sigma"], row["times"]).epsilon(row["delta"])
    others = [float(row[name]) for name in ("dp-accounting", "opacus", "autodp")]
    assert 0 <= answer.upper <= min(others)
    assert answer.certified
    assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize(
    ("sigma", "times", "delta", "truth"),
    [("2", 2274, "1e-15", 2.029515), ("1", 10000, "1e-12", 10.347), ("1", 10000, "1e-13", 10.833)],
)
@pytest.mark.parametrize("theorem", AMONG_RENYI)
def test_no_answer_is_below_the_truth(sigma: str, times: int, delta: str, truth: float, theorem: str) -> None:
    """Truths that a peer's account went below."""
    assert sampled("0.01", sigma, times).epsilon(delta, accountant=theorem).upper >= truth


@pytest.mark.parametrize("rate", ["1e-6", "0.01", "0.9"])
@pytest.mark.parametrize("sigma", ["0.3", "1", "100"])
@pytest.mark.parametrize("times", [1, 10**7])
def test_every_ledger_has_a_certified_answer(rate: str, sigma: str, times: int) -> None:
    """T1, L1 and T3 answer, in this order of tightness, and certificates are accepted."""
    ledger = sampled(rate, sigma, times)
    found = [ledger.epsilon("1e-5", accountant=["renyi", name]) for name in AMONG_RENYI]
    assert all(0 <= answer.upper < math.inf and ch.check(answer.certificate()).accepted for answer in found)
    assert found[2].upper <= found[0].upper * (1 + 1e-9) + 1e-12


def test_the_ends_of_the_rate() -> None:
    """Rate 1 is the plain mechanism to the last digit; rate 0 is free. Twice the sensitivity is half the noise."""
    plain, whole = ch.Ledger(["gaussian:sigma=3,times=50"]), sampled("1", "3", 50)
    for name in (*AMONG_RENYI, "gdp", "zcdp"):
        assert whole.epsilon("1e-5", accountant=name).upper == plain.epsilon("1e-5", accountant=name).upper
    assert sampled("0", "3", 50).epsilon("0").upper == 0
    twice = ch.Ledger("poisson:rate=0.01/gaussian:sigma=4,sensitivity=2,times=100")
    assert twice.epsilon("1e-5").upper == sampled("0.01", "2", 100).epsilon("1e-5").upper


def test_calibration_meets_the_target_and_hardly_more() -> None:
    """eps 3 at delta 1e-5 after 10000 steps: sigma on the safe side, tighter than the peers' 1.661856 by the same
    curve; exactly by characteristic functions."""
    found = ch.calibrate("poisson:rate=0.01/gaussian", solve="sigma", epsilon=3, delta="1e-5", times=10000)
    by = {answer.accountant: Fraction(answer.value) for answer in reversed(found.answers)}
    assert 1.6618 < by["renyi"] < 1.661856
    assert Fraction("1.56496553400") <= by["characteristic-function"] == Fraction(found.value)
    assert found.value < Fraction("1.56496553714")
    for accountant, sigma in by.items():
        assert sampled("0.01", str(sigma), 10000).epsilon("1e-5", accountant=accountant).upper <= 3
        less = sigma * (1 - Fraction(1, 10**6))
        assert sampled("0.01", str(less), 10000).epsilon("1e-5", accountant=accountant).upper > 3


def test_the_rule_of_thumb_answers_only_when_asked() -> None:
    """It is heuristic, has no certificate, and at one step of sigma 1 says less than the truth, 3.00530 at delta
    1e-15."""
    ledger, question, rule = sampled("0.01", "1"), ch.Question.epsilon("1e-15"), "abadi2016.heuristic"
    assert all(rule not in answer.path for answer in ledger.account(question).answers)
    told = [answer for answer in ledger.account(question, heuristic=True).answers if rule in answer.path]
    assert all(answer.side is ch.Side.HEURISTIC and not answer.certified for answer in told)
    assert min(answer.upper for answer in told) < 3.005 <= ledger.epsilon("1e-15").upper


def test_the_curve_knows_its_arithmetics_limits() -> None:
    """With symbols a fractional order is refused."""
    with pytest.raises(ValueError, match="whole"):
        sg.divergence(symbols, Fraction(1, 2), Fraction(1), symbols.number(Fraction(5, 2)))
