"""The closed forms beside Lemma 1: Balle et al.'s conversion, the total variation at eps = 0, and the noise of Theorem
5."""

from __future__ import annotations

import math
from fractions import Fraction

import chartered as ch
import pytest
from chartered import Ledger, Question
from chartered_plugins.conversion.formulas import closed_forms as rc, linear_curve as moments
from chartered_verify.arithmetic import digits, floats
from chartered_verify.enclosure import enclose
from hypothesis import given, settings, strategies as st
from strategies import DELTAS, ORDERS, magnitudes

TARGET = {"epsilon": 1, "delta": "1e-5"}
CLOSE = 1 + 1e-12
SAFE = 1e-12
"""How far the answer of Theorem 5 may stand on its safe side of the root."""


def upper(step: str, question: Question, theorem: str) -> float:
    """The upper end by one theorem."""
    (answer,) = Ledger([step]).account(question, accountant=theorem).answers
    return answer.upper


def sigma_by(theorem: str, **target: object) -> float:
    """The calibrated noise of one Gaussian run."""
    return float(ch.calibrate("gaussian", solve="sigma", accountant=theorem, **(TARGET | target)))


@given(ORDERS, magnitudes(-6, 2), DELTAS)
@settings(max_examples=40)
def test_both_prints_of_one_conversion_agree(alpha: Fraction, gamma: Fraction, delta: Fraction) -> None:
    """Balle et al.'s eps, put into Canonne, Kamath and Steinke's delta in 40 digits, gives delta back."""
    xp = digits(40)
    a, g, d = (xp.number(x) for x in (alpha, gamma, delta))
    epsilon = rc.closed_epsilon_g(xp, a, g, d)
    printed = xp.exp((a - 1) * (g - epsilon)) / (a - 1) * (1 - 1 / a) ** a
    assert abs(printed / d - 1) < 1e-35


def test_the_best_constant_at_its_best_order() -> None:
    """2 runs of sigma = 2: no order of a grid beats the searched one; Lemma 1 is the same where its second branch is
    larger."""
    found = upper("gaussian:sigma=2,times=2", Question.epsilon("1e-6"), "balle2020.T21")
    rivals = [float(rc.closed_epsilon_g(floats, 1 + k / 20, (1 + k / 20) / 4, 1e-6)) for k in range(1, 1000)]
    assert found <= min(rivals) * CLOSE
    assert found == pytest.approx(
        upper("gaussian:sigma=2,times=2", Question.epsilon("1e-6"), "asoodeh2020.L1"), rel=1e-10
    )


@given(magnitudes(-12, 2))
def test_the_total_variation_of_a_gaussian_is_within_its_bound(sigma: Fraction) -> None:
    """The bound holds the exact delta at 0, 1 - 2 Phi(-1/(2 sigma)), and is the lesser of its two forms at rho = 1/(2
    sigma^2)."""
    ledger = Ledger([f"gaussian:sigma={sigma}"])
    bound = ledger.delta(0, accountant="bretagnolle-huber.tv").upper
    rho = 1 / (2 * float(sigma) ** 2)
    assert ledger.delta(0, accountant="gdp").upper <= bound
    assert bound == pytest.approx(min(math.sqrt(-math.expm1(-rho)), math.sqrt(rho / 2)), rel=1e-12)


def test_the_total_variation_serves_every_eps_and_decides_eps_zero() -> None:
    """A profile does not rise, so the bound holds at eps = 3; eps is 0 from that delta on, and below it nothing is
    said, with a reason."""
    ledger = Ledger(["gaussian:sigma=4"])
    bound = ledger.delta(0, accountant="bretagnolle-huber.tv").upper
    assert bound == pytest.approx(1 / 8, rel=1e-12)
    assert ledger.delta(3, accountant="bretagnolle-huber.tv").upper == bound
    enough, short = (ledger.epsilon(delta, accountant="bretagnolle-huber.tv") for delta in (bound * CLOSE, "1/8"))
    assert enough.upper == 0
    assert short.upper == math.inf
    assert "below the least delta" in (short.why or "")
    assert ch.check(enough.certificate()).accepted


@pytest.mark.parametrize(
    "step",
    ["gaussian:sigma=4", "gaussian:sigma=1", "gaussian:sigma=100", "pure:epsilon=0.3", "laplace:scale=2,times=5"],
)
@pytest.mark.parametrize("epsilon", ["0", "1/1000"])
def test_the_optimal_conversion_is_never_above_the_total_variation(step: str, epsilon: str) -> None:
    """Its search goes to orders near 1 where these are best, although Lemma 1, which starts it, has its best order
    elsewhere."""
    both = ("asoodeh2020.T3", "bretagnolle-huber.tv")
    by_path = {
        (a.path[:-1], a.theorem): a.upper
        for a in Ledger([step]).account(Question.delta(epsilon), accountant=both).answers
    }
    assert len(by_path) >= 2
    for (way, theorem), bound in by_path.items():
        if theorem == "bretagnolle-huber.tv":
            assert by_path[way, "asoodeh2020.T3"] <= bound * CLOSE


def test_a_known_order_does_not_hide_the_orders_below_it() -> None:
    """A Renyi point of order 6001 beside a Gaussian: delta is least at an order near 1, and not 1, the bound of the
    highest order."""
    ledger = Ledger(["rdp:alpha=6001,gamma=0.01", "zcdp:rho=0.028"])
    answer = ledger.delta(0, accountant="asoodeh2020.T3")
    assert answer.upper < 0.14
    assert answer.upper <= ledger.delta(0, accountant="bretagnolle-huber.tv").upper * CLOSE


def test_theorem_5_calibrates_to_its_closed_form() -> None:
    """eps 1 at delta 1e-5: (80) is 17.34, the printed terms 15.75, the exact Gaussian 13.92; Lemma 2 lies between."""
    closed = float(moments.theorem5_variance(floats, 1.0, 1e-5, 1.0))
    assert closed == pytest.approx(17.34, abs=5e-3)
    assert float(moments.theorem5_leading(floats, 1.0, 1e-5, 1.0)) == pytest.approx(15.75, abs=5e-3)
    found = sigma_by("asoodeh2020.T5") ** 2
    assert found == pytest.approx(closed, rel=1e-11)
    assert found >= closed
    assert sigma_by("gdp") ** 2 == pytest.approx(13.92, abs=5e-3)
    assert sigma_by("gdp") < sigma_by("asoodeh2020.L2") < sigma_by("asoodeh2020.T5") < sigma_by("asoodeh2020.E23")


@pytest.mark.parametrize(("epsilon", "delta"), [("1", "1e-5"), ("0.1", "1e-300"), ("20", "1e-9"), ("1e-6", "0.5")])
def test_the_moments_accountant_calibrates_to_its_closed_form(epsilon: str, delta: str) -> None:
    """(28) is (23) solved for the noise: T/(2 (sqrt(eps+L) - sqrt(L))^2), from above and to 1e-12."""
    e, d = Fraction(epsilon), Fraction(delta)
    closed = enclose(lambda xp: xp.sqrt(moments.accountant_variance(xp, xp.number(e), xp.number(d), xp.number(1))))
    found = sigma_by("asoodeh2020.E23", epsilon=epsilon, delta=delta)
    assert closed.lower <= found <= closed.upper * (1 + 1e-12)


def meets(sigma: Fraction, times: int, epsilon: float | Fraction, delta: Fraction) -> bool:
    """Theorem 5 as a person would read it, in 60 digits: its conditions, and (80)."""
    xp = digits(60)
    e, d = xp.number(Fraction(epsilon)), xp.number(delta)
    order = -2 * xp.log(d) / e
    return bool(2 <= order <= 1 / d and moments.theorem5_variance(xp, e, d, xp.number(times)) <= xp.number(sigma) ** 2)


@given(
    magnitudes(-2, 3),
    st.sampled_from(["1e-2", "1e-5", "1e-12", "1e-300", "1e-400"]).map(Fraction),
    st.integers(1, 1000),
)
@settings(max_examples=30)
def test_theorem_5_says_what_its_variance_asks_for(sigma: Fraction, delta: Fraction, times: int) -> None:
    """Its eps meets its conditions with the noise at hand, and a little less does not; or no eps does. Never below the
    truth."""
    ledger = Ledger([f"gaussian:sigma={sigma},times={times}"])
    answer = ledger.epsilon(delta, accountant="asoodeh2020.T5")
    if answer.upper == math.inf:
        reach = math.log(delta.denominator)
        assert not any(meets(sigma, times, reach / (1 + k / 50), delta) for k in range(150))
        return
    assert meets(sigma, times, answer.upper, delta)
    assert not meets(sigma, times, answer.upper * (1 - 10 * SAFE), delta)
    assert answer.upper >= ledger.epsilon(delta, accountant="gdp").upper
    assert ch.check(answer.certificate()).accepted


def test_theorem_5_is_silent_outside_its_conditions() -> None:
    """It wants 2 delta L <= eps <= L: at sigma = 1/10 no such eps suffices, at eps = 0 no order is finite, at delta =
    1/2 none is left."""
    loud = Ledger(["gaussian:sigma=0.1"]).epsilon("1e-5", accountant="asoodeh2020.T5")
    assert (loud.upper, loud.why) == (math.inf, "the theorem gives no finite bound here")
    assert Ledger(["gaussian:sigma=4"]).delta(0, accountant="asoodeh2020.T5").upper == 1
    assert Ledger(["gaussian:sigma=4"]).epsilon("1/2", accountant="asoodeh2020.T5").upper == math.inf


def test_a_forged_answer_of_theorem_5_is_refused() -> None:
    """The witness is the answer; a smaller one asks for more noise than there is, and shows nothing."""
    from chartered.enclose.evaluation import evaluate
    from chartered_plugins.conversion.linear_curve import register_theorems

    bound = next(t for t in register_theorems() if t.name == "asoodeh2020.T5").bound
    profile, question = bound(ch.ZCDP(rho=Fraction(1, 32))), Question.epsilon("1e-5")
    honest = float(profile.search(question)["epsilon"] or 0)
    assert evaluate(profile, question, {"epsilon": honest}).bound.upper == pytest.approx(1.042966712)
    for forged in (honest * (1 - SAFE), 0.0, 1e-9, 50.0):
        assert evaluate(profile, question, {"epsilon": forged}).bound.upper == math.inf
    with pytest.raises(ch.Unavailable, match="the witness's epsilon is -1; it must be a number at least 0"):
        evaluate(profile, question, {"epsilon": -1.0})
    assert evaluate(profile, Question.delta(1), {"reach": 20.0}).bound.upper == 1


def test_the_printed_terms_are_heuristic() -> None:
    """They never answer unless they are asked for, are marked, carry no certificate, and here promise less eps than
    (80)."""
    ledger = Ledger(["gaussian:sigma=4"])
    assert "asoodeh2020.T5-asymptotic" not in {a.theorem for a in ledger.account(Question.epsilon("1e-5")).answers}
    (told,) = ledger.account(Question.epsilon("1e-5"), accountant="asoodeh2020.T5-asymptotic").answers
    assert told.theorem in {a.theorem for a in ledger.account(Question.epsilon("1e-5"), heuristic=True).answers}
    assert told.side is ch.Side.HEURISTIC
    assert not told.certified
    assert told.upper == pytest.approx(0.99142640760, abs=1e-10)
    asked = moments.theorem5_leading(floats, told.upper, 1e-5, 1.0)
    assert asked == pytest.approx(16, rel=1e-10)
