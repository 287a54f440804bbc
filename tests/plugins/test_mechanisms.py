"""Curves and profiles of the mechanisms against integrals and sums with many digits, and answers against exact
compositions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Question
from chartered.accounting.every_path import Accounting
from chartered.accounting.request import Request
from chartered.paths.step_paths import PathSearch
from chartered.proving import registered
from chartered_plugins.mechanisms.formulas import discrete_gaussian_sums as gaussian_sums, discrete_profiles as lattice
from chartered_verify.arithmetic import balls, digits, floats
from chartered_verify.enclosure import enclose
from flint import arb
from hypothesis import given, settings, strategies as st
from strategies import magnitudes

MP = digits(45).mp
NEAR = MP.mpf(10) ** -30
ROUNDING = MP.mpf(10) ** -43  # of sums with 45 digits


def mpf(x: Fraction) -> Any:
    """The number with 45 digits."""
    return MP.mpf(x.numerator) / x.denominator


def reached(step: str, theorem: str) -> Any:
    """The guarantee of one run that this theorem gives."""
    search = PathSearch.over(ch.registry(), ch.Ledger(step).neighbours)
    return next(r.guarantee for r in search.guarantees(ch.parse(step).step) if r.path == (theorem,))


def midpoint(formula: Callable[[Any], arb], bits: int = 256) -> Any:
    """A ball's midpoint with 45 digits, once two precisions overlap and the ball is known to 35."""
    with balls(bits) as xp:
        fine = xp.number(formula(xp))
    with balls(2 * bits) as xp:
        finer = xp.number(formula(xp))
        assert fine.overlaps(finer)
        assert finer.rel_accuracy_bits() > 117
        man, exp = finer.mid().man_exp()
    return MP.ldexp(MP.mpf(int(man)), int(exp))


def laplace_integral(e: Any, alpha: Any) -> Any:
    """log of the integral of P^alpha Q^(1-alpha) for Laplace noise of scale 1, over alpha - 1."""
    moment = MP.quad(
        lambda x: MP.exp(-alpha * abs(x) + (alpha - 1) * abs(x - e)) / 2, [-MP.inf, -5, 0, e / 2, e, e + 5, MP.inf]
    )
    return MP.log(moment) / (alpha - 1)


def lattice_weights(step: str, shift: int) -> list[tuple[Any, Any]]:
    """P and Q of every integer that matters for a discrete step."""
    name, _, settings = step.partition(":")
    size = mpf(Fraction(settings.split(",")[0].partition("=")[2]))
    reach = int(300 * size) + 300 if "laplace" in name else int(60 * size) + 60

    def weight(k: int) -> Any:
        return MP.exp(-abs(k) / size) if "laplace" in name else MP.exp(-(MP.mpf(k) ** 2) / (2 * size**2))

    total = MP.fsum(weight(k) for k in range(-reach, reach + 1))
    return [(weight(k) / total, weight(k - shift) / total) for k in range(-reach, reach + shift + 1)]


ORDERS = [Fraction(11, 10), Fraction(2), Fraction(17, 2)]


@pytest.mark.parametrize("alpha", ORDERS)
@pytest.mark.parametrize("e", [Fraction(1, 10), Fraction(1), Fraction(3)])
def test_the_laplace_curve_is_the_integral(e: Fraction, alpha: Fraction) -> None:
    """mpmath's quadrature agrees to 30 digits."""
    curve = reached(f"laplace:epsilon={e}", "laplace.renyi").curve
    found = midpoint(lambda xp: curve(xp, xp.number(alpha)))
    assert abs(found / laplace_integral(mpf(e), mpf(alpha)) - 1) < NEAR


@pytest.mark.parametrize("alpha", ORDERS)
@pytest.mark.parametrize(("e", "k"), [(Fraction(1, 10), 2), (Fraction(1), 5), (Fraction(4), 100)])
def test_the_curve_of_randomized_response_is_the_sum(e: Fraction, k: int, alpha: Fraction) -> None:
    """Summed over the k values with 45 digits."""
    curve = reached(f"randomized-response:epsilon={e},k={k}", "randomized-response.renyi").curve
    other = 1 / (MP.exp(mpf(e)) + k - 1)
    truth, a = MP.exp(mpf(e)) * other, mpf(alpha)
    moment = truth**a * other ** (1 - a) + other**a * truth ** (1 - a) + (k - 2) * other
    assert abs(midpoint(lambda xp: curve(xp, xp.number(alpha))) * (a - 1) / MP.log(moment) - 1) < NEAR


@pytest.mark.parametrize("alpha", ORDERS)
@pytest.mark.parametrize(("scale", "shift"), [(Fraction(1), 1), (Fraction(1, 2), 2), (Fraction(3), 5)])
def test_the_discrete_laplace_curve_is_the_sum(scale: Fraction, shift: int, alpha: Fraction) -> None:
    """Summed over the integers with 45 digits."""
    step = f"discrete-laplace:scale={scale},sensitivity={shift}"
    a = mpf(alpha)
    moment = MP.fsum(p**a * q ** (1 - a) for p, q in lattice_weights(step, shift))
    curve = reached(step, "discrete-laplace.renyi").curve
    assert abs(midpoint(lambda xp: curve(xp, xp.number(alpha))) * (a - 1) / MP.log(moment) - 1) < NEAR


def bounded_pair(width: Any, top: Any) -> list[tuple[Any, Any]]:
    """The two outcomes whose losses are `top` and `top - width`."""
    q = (MP.exp(-top) - MP.exp(-width)) / (1 - MP.exp(-width))
    return [(q * MP.exp(top), q), ((1 - q) * MP.exp(top - width), 1 - q)]


def stick(pair: list[tuple[Any, Any]], epsilon: Any) -> Any:
    """The hockey-stick divergence."""
    return MP.fsum(max(MP.zero, p - MP.exp(epsilon) * q) for p, q in pair)


@pytest.mark.parametrize("alpha", ORDERS)
@pytest.mark.parametrize("width", [Fraction(1, 10), Fraction(1), Fraction(6)])
def test_the_exponential_curve_is_the_largest_over_offsets(width: Fraction, alpha: Fraction) -> None:
    """A fine search over the offsets comes within its own resolution, and never above."""
    a, w = mpf(alpha), mpf(width)
    curve = reached(f"exponential:epsilon={width}", "exponential.renyi").curve
    shipped = midpoint(lambda xp: curve(xp, xp.number(alpha)))
    pairs = (bounded_pair(w, w * j / 2000) for j in range(1, 2000))
    best = max(MP.log(MP.fsum(p**a * q ** (1 - a) for p, q in pair)) / (a - 1) for pair in pairs)
    assert best <= shipped
    assert shipped - best < shipped / 10**4


@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 20), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("width", [Fraction(1), Fraction(4)])
def test_the_exponential_profile_is_the_largest_over_offsets(width: Fraction, epsilon: Fraction) -> None:
    """Attained at the middle between eps and eps0, and nowhere exceeded."""
    w, e = mpf(width), mpf(epsilon)
    profile = reached(f"exponential:epsilon={width}", "exponential.profile")
    shipped = midpoint(lambda xp: profile.delta(xp, xp.number(epsilon), {}))
    assert abs(stick(bounded_pair(w, (w + e) / 2), e) / shipped - 1) < NEAR
    assert all(stick(bounded_pair(w, w * j / 200), e) <= shipped * (1 + NEAR) for j in range(1, 200))


DISCRETE = [
    ("discrete-laplace:scale=1", 1),
    ("discrete-laplace:scale=5,sensitivity=3", 3),
    ("discrete-laplace:scale=2/3,sensitivity=4", 4),
    ("discrete-gaussian:sigma=1/3", 1),
    ("discrete-gaussian:sigma=1,sensitivity=2", 2),
    ("discrete-gaussian:sigma=15/2,sensitivity=7", 7),
    ("discrete-gaussian:sigma=9,sensitivity=2", 2),
]


@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 10), Fraction(2, 5), Fraction(1), Fraction(3)])
@pytest.mark.parametrize(("step", "shift"), DISCRETE)
def test_a_discrete_profile_is_the_sum(step: str, shift: int, epsilon: Fraction) -> None:
    """One run's delta, an interval of neighbouring doubles, holds the sum of the positive parts over the integers."""
    answer = Ledger([step]).account(Question.delta(epsilon)).answers[0]
    truth = stick(lattice_weights(step, shift), mpf(epsilon))
    assert answer.side is ch.Side.EXACT
    assert answer.lower <= truth * (1 + NEAR) + ROUNDING
    assert truth * (1 - NEAR) - ROUNDING <= answer.upper
    assert answer.upper - answer.lower <= 3e-16 * answer.upper


@given(magnitudes(-1, 4), st.integers(1, 60), magnitudes(-4, 1))
@settings(max_examples=40, deadline=None)
def test_the_discrete_gaussian_reads_the_same_in_all_arithmetics(
    sigma: Fraction, shift: int, epsilon: Fraction
) -> None:
    """Balls of two precisions overlap, digits lie in them, and doubles are close wherever they have digits left."""
    variance = sigma**2

    def delta(xp: Any) -> Any:
        return lattice.gaussian_delta(xp, variance, shift, xp.number(epsilon))

    coarse, fine = enclose(delta), enclose(delta, bits=512)
    assert coarse.overlaps(fine)
    with balls(512):
        assert (fine.hi - fine.lo) < fine.hi * arb(2) ** -60
    found = digits(60).mp.nstr(delta(digits(60)), 25)
    assert float(found) == pytest.approx(coarse.upper, rel=1e-12, abs=1e-25)
    assert delta(floats) == pytest.approx(coarse.upper, rel=1e-6, abs=1e-11)


IN_DOUBLES = [
    *(f"discrete-laplace:scale=5/2,sensitivity={shift}" for shift in (1, 2, 3, 20)),
    *(f"discrete-gaussian:sigma={sigma},sensitivity={shift}" for sigma, shift in ((1, 1), (2, 3), (9, 20), (40, 7))),
]


@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5, 2)])
@pytest.mark.parametrize("step", IN_DOUBLES)
def test_a_discrete_profile_reads_the_same_in_all_arithmetics(step: str, epsilon: Fraction) -> None:
    """Doubles keep 12 digits of it, down to 1e-6, and 40 digits 36."""
    profile = reached(step, f"{step.partition(':')[0]}.profile")

    def delta(xp: Any) -> Any:
        return profile.delta(xp, xp.number(epsilon), {})

    with balls(256) as xp:
        exact, least = delta(xp), xp.number(Fraction(1, 10**6))
        fine = digits(40)
        for found, places in ((Fraction(delta(floats)), 12), (Fraction(fine.mp.nstr(delta(fine), 60)), 36)):
            assert abs(xp.number(found) - exact) * 10**places <= exact + least


@given(magnitudes(-6, 1), magnitudes(-6, 4))
@settings(max_examples=100, deadline=None)
def test_the_curve_of_a_pure_guarantee_keeps_ten_digits_in_doubles(epsilon: Fraction, more: Fraction) -> None:
    """Also at a small eps and next to the order 1, where its terms cancel."""
    curve = registered("pure.renyi").bound(ch.Pure(epsilon=epsilon)).curve
    order = 1 + float(more)
    found = Fraction(curve(floats, order))
    with balls(320) as xp:
        exact = curve(xp, xp.number(Fraction(order)))
        assert abs(xp.number(found) - exact) * 10**10 < exact


@pytest.mark.parametrize("n", [-1, -8, -40, -150])
def test_both_ways_to_sum_overlap(n: int) -> None:
    """Term by term and by Euler and Maclaurin, at a variance that either can do."""
    with balls(256) as xp:
        variance = xp.number(400)
        derivatives = gaussian_sums.enough(400.0, n, 200)
        assert derivatives is not None
        direct = gaussian_sums.tail(xp, variance, n, 200) / xp.sqrt(2 * xp.pi * variance)
        smooth = gaussian_sums.smooth(xp, variance, n, derivatives)
        assert direct.overlaps(smooth)
        assert direct.rel_accuracy_bits() > 150
        assert smooth.rel_accuracy_bits() > 150


NEW = [
    "exponential:epsilon=1",
    "discrete-laplace:scale=2,sensitivity=3",
    "discrete-laplace:epsilon=0.3",
    "discrete-gaussian:sigma=4",
    "laplace:scale=2",
    "randomized-response:epsilon=1,k=4",
]


@pytest.mark.parametrize("step", NEW)
def test_every_accountant_of_one_run_answers_for_ten(step: str) -> None:
    """The accountants that answer for one run answer for ten, and instead of the profile the exact one, where a
    characteristic function is known, or losses on a grid; none is cheaper, and all are certified."""
    question = Question.epsilon("1e-5")
    one, ten = (Ledger([f"{step},times={n}"]).account(question) for n in (1, 10))
    instead = {"characteristic-function", *(["loss-distribution", "basic"] if step.startswith("exponential") else [])}
    assert {a.accountant for a in ten.answers} == {a.accountant for a in one.answers} - {"profile"} | instead
    assert one.best.upper < ten.best.upper
    for answer in (*one.answers, *ten.answers):
        assert ch.check(answer.certificate().document).accepted


def repeated(pair: list[tuple[Any, Any]], times: int) -> list[tuple[Any, Any]]:
    """A two-outcome pair, this many times."""
    (a, b), (c, d) = pair
    return [
        (comb(times, i) * a**i * c ** (times - i), comb(times, i) * b**i * d ** (times - i)) for i in range(times + 1)
    ]


@pytest.mark.parametrize("times", [1, 2, 7, 30])
@pytest.mark.parametrize("width", [Fraction(1, 5), Fraction(1), Fraction(3)])
def test_the_exponential_mechanism_is_never_undercut(width: Fraction, times: int) -> None:
    """By no two-outcome mechanism of any offset, repeated; delta by exact sums."""
    ledger = Ledger([f"exponential:epsilon={width},times={times}"])
    pairs = [repeated(bounded_pair(mpf(width), mpf(width) * share / 10), times) for share in (2, 5, 8)]
    for epsilon in (Fraction(0), Fraction(1, 3), Fraction(2)):
        truth = max(stick(pair, mpf(epsilon)) for pair in pairs)
        answers = ledger.account(Question.delta(epsilon)).answers
        assert answers
        assert all(MP.mpf(answer.upper) >= truth * (1 - NEAR) for answer in answers)


def test_a_count_of_the_exponential_mechanism_counts() -> None:
    """A peer ignores it and says 1.0035 for 100 runs at eps = 1; counted, its own curve gives about 34.9. Ours is
    exact, so below."""
    best = Ledger(["exponential:epsilon=1,times=100"]).epsilon("1e-5")
    assert best.path[0] == "exponential.renyi"
    assert best.upper == pytest.approx(34.147738, abs=1e-5)
    pair = repeated(bounded_pair(MP.one, MP.mpf("0.52")), 100)
    assert stick(pair, MP.mpf("20.4")) > 1e-5  # no answer may be below


def test_laplace_reaches_delta_zero_and_its_curve_is_below_that_of_pure_dp() -> None:
    """At delta 0 a peer says infinity for Laplace(1): it is 1. For many runs the curve of the noise is better than that
    of its eps."""
    zero = Ledger(["laplace:scale=1"]).epsilon("0")
    assert (zero.lower, zero.upper) == (1, 1)
    ledger = Ledger(["laplace:scale=2,times=100"])
    answers = {answer.path[0]: answer.upper for answer in reversed(ledger.account(Question.epsilon("1e-5")).answers)}
    assert answers["laplace.renyi"] == pytest.approx(29.964180, abs=1e-5)
    assert answers["laplace.renyi"] < answers["laplace.pure"]


def test_replacing_a_record_doubles_a_discrete_sensitivity() -> None:
    """Sensitivity 3 under replace-one is 6 under add-or-remove; a stated epsilon is for the ledger's own relation."""
    for step in ("discrete-gaussian:sigma=4", "discrete-laplace:scale=5"):
        replaced = Ledger([f"{step},sensitivity=3"], "replace-one").delta("0.1")
        assert replaced.upper == Ledger([f"{step},sensitivity=6"]).delta("0.1").upper
    step = "discrete-laplace:epsilon=1/3"
    assert len({Ledger(step, relation).delta("0.1").upper for relation in ("replace-one", "add-or-remove")}) == 1


@pytest.mark.parametrize(
    "step",
    ["discrete-gaussian:sigma=1,sensitivity=1/2", "discrete-laplace:scale=1,sensitivity=0", "exponential:epsilon=0"],
)
def test_a_parameter_out_of_range_is_refused(step: str) -> None:
    """A whole-number query changes by whole numbers; a range of width 0 is no mechanism."""
    with pytest.raises(ch.BadValue):
        ch.parse(step)


CONVERSIONS = ("asoodeh2020.T3", "asoodeh2020.L2")


@pytest.mark.parametrize("epsilon", ["1e-6", "1e-3", "1", "30"])
def test_tiny_and_large_curves_keep_their_tightness(epsilon: str) -> None:
    """The order search is led by doubles: its answer is no worse than that of the concentrated guarantee, which has no
    cancellation."""
    times = max(1, int(1 / Fraction(epsilon) ** 2))
    entries = tuple(Ledger([f"exponential:epsilon={epsilon},times={times}"]).entries)
    account = Accounting(Request(ch.registry(), entries, ch.Neighbours.ADD_OR_REMOVE)).ask(Question.epsilon("1e-6"))
    by = {answer.path[0]: answer.upper for answer in reversed(account.answers) if answer.theorem in CONVERSIONS}
    assert by["exponential.renyi"] <= by["exponential.zcdp"] * (1 + 1e-9)


@pytest.mark.parametrize("epsilon", ["1e-300", "1e-9", "1e-3", "1", "30", "1000"])
def test_the_rho_of_laplace_noise_bounds_its_renyi_curve_and_is_below_that_of_its_pure_guarantee(epsilon: str) -> None:
    """At every order; and at order 1 it is attained. So is it for whoever rests on Laplace noise."""
    case = ch.Case(ch.parse(f"laplace:epsilon={epsilon}").step, ch.Neighbours.ADD_OR_REMOVE)
    rho, curve = (ch.registry().theorem(f"laplace.{name}").apply(case) for name in ("zcdp", "renyi"))
    pure = ch.registry().theorem("pure.zcdp").apply(ch.Pure(epsilon=Fraction(epsilon)))
    with balls(4096) as xp:
        least, stated = xp.number(rho.rho), xp.number(pure.rho)
        assert least < stated
        for order in ("1.000001", "1.5", "2", "100", "1e6"):
            alpha = xp.number(Fraction(order))
            assert curve.curve(xp, alpha) <= alpha * least
        assert curve.curve(xp, xp.number(1 + Fraction(1, 10**320))) > least * (1 - xp.number(Fraction(1, 10**6)))


@pytest.mark.parametrize("step", ["laplace:epsilon=1", "noisy-max:noise=exponential,scale=2"])
def test_a_selection_has_the_rho_of_laplace_noise(step: str) -> None:
    """Of the same eps: 1 - 1 + 1/e, and its certificate is accepted."""
    answer = Ledger(step).account(Question.epsilon("1e-6"), "zcdp").best
    assert answer.path[-3:] == ("laplace.zcdp", "zcdp", "asoodeh2020.L2")
    assert ch.check(answer.certificate()).accepted
    stated = Ledger("zcdp:rho=exp(-1)").account(Question.epsilon("1e-6"), "zcdp").best
    assert answer.upper == stated.upper


@pytest.mark.parametrize(
    ("sigma", "delta"), [("1000000", "1e-15"), ("100", "1e-300"), ("0.2", "1e-3"), ("1000000000", "1e-9")]
)
def test_a_discrete_gaussian_of_any_size_is_answered(sigma: str, delta: str) -> None:
    """One run's eps is an interval of neighbouring doubles, from very small to very large noise."""
    answer = Ledger([f"discrete-gaussian:sigma={sigma}"]).epsilon(delta)
    assert answer.path[0] == "discrete-gaussian.profile"
    assert 0 <= answer.upper - answer.lower <= 5e-16 * answer.upper
