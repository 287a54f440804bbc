"""Losses on a lattice by the accountant of characteristic functions: randomized response, pure and approximate steps,
noise on the integers, against sums in many digits; and that every part of the remainder is needed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Side
from chartered_plugins.characteristic_function.formulas import discrete_gaussian_moments
from chartered_plugins.characteristic_function.formulas.discrete_gaussian_moments import (
    DiscreteGaussian,
    DiscreteLaplace,
)
from chartered_plugins.characteristic_function.formulas.lattice import Lattice
from chartered_plugins.characteristic_function.formulas.lattice_inversion import (
    LatticeInversion,
    LatticeLine,
    lattice_of,
)
from chartered_plugins.characteristic_function.formulas.moments import Laplace, RandomizedResponse
from chartered_verify.arithmetic import balls
from flint import acb, arb
from mpmath import mp
from msgspec.structs import replace

from tests import exact_losses as exact
from tests.forging import forged

NAME = "characteristic-function"
FIFTH, THIRD = Fraction(1, 5), Fraction(1, 3)
LEDGERS: list[tuple[str | list[str], Callable[[], exact.Atoms]]] = [
    ("randomized-response:epsilon=0.2,times=50", lambda: exact.runs(exact.response(FIFTH), 50)),
    ("randomized-response:epsilon=0.2,k=3,times=12", lambda: exact.runs(exact.response(FIFTH, 3), 12)),
    ("randomized-response:epsilon=0.2,k=50,times=12", lambda: exact.runs(exact.response(FIFTH, 50), 12)),
    ("pure:epsilon=1/3,times=7", lambda: exact.runs(exact.response(THIRD), 7)),
    (
        ["pure:epsilon=1/3,times=4", "randomized-response:epsilon=0.2,k=3,times=5", "pure:epsilon=1/10"],
        lambda: exact.added(
            exact.runs(exact.response(THIRD), 4),
            exact.added(exact.runs(exact.response(FIFTH, 3), 5), exact.response(Fraction(1, 10))),
        ),
    ),
    ("discrete-laplace:scale=3,times=5", lambda: exact.runs(exact.discrete_laplace(THIRD, 1), 5)),
    ("discrete-laplace:scale=3,sensitivity=4,times=5", lambda: exact.runs(exact.discrete_laplace(THIRD, 4), 5)),
    ("discrete-gaussian:sigma=2,times=3", lambda: exact.runs(exact.discrete_gaussian(Fraction(4), 1), 3)),
    ("discrete-gaussian:sigma=3,sensitivity=2,times=3", lambda: exact.runs(exact.discrete_gaussian(Fraction(9), 2), 3)),
    ("discrete-gaussian:sigma=1/3,times=3", lambda: exact.runs(exact.discrete_gaussian(Fraction(1, 9), 1), 3)),
    (
        ["discrete-gaussian:sigma=2", "discrete-laplace:scale=4,sensitivity=3", "pure:epsilon=1/8"],
        lambda: exact.added(
            exact.discrete_gaussian(Fraction(4), 1),
            exact.added(exact.discrete_laplace(Fraction(1, 4), 3), exact.response(Fraction(1, 8))),
        ),
    ),
]


@pytest.mark.parametrize(("steps", "losses"), LEDGERS, ids=lambda x: " ".join(x) if isinstance(x, list) else None)
def test_an_answer_holds_the_sum_over_all_losses(steps: Any, losses: Callable[[], exact.Atoms]) -> None:
    """delta at three eps, and eps at three deltas, no wider than 1e-10 of it, each with a certificate that checks."""
    ledger = Ledger(steps)
    with mp.workdps(60):
        atoms = losses()
        for epsilon in ("0", "1/7", "0.9"):
            answer = ledger.delta(epsilon, accountant=NAME)
            truth = exact.delta(atoms, exact.number(epsilon))
            assert answer.side is Side.EXACT
            assert exact.number(answer.lower_exact) <= truth <= exact.number(answer.upper_exact)
            assert answer.upper - answer.lower <= 1e-10 * answer.upper
        for delta in ("1/10", "1e-3", "1e-7"):
            answer = ledger.epsilon(delta, accountant=NAME)
            low, high = (exact.number(x) for x in (answer.lower_exact, answer.upper_exact))
            assert exact.delta(atoms, high) <= exact.number(delta)
            assert low == 0 or exact.delta(atoms, low) >= exact.number(delta)
            assert answer.upper - answer.lower <= 1e-10 * answer.upper
            assert ch.check(answer.certificate()).accepted


def test_a_value_of_randomized_response() -> None:
    """50 runs with eps0 = 0.2, to 18 digits."""
    answer = Ledger("randomized-response:epsilon=0.2,times=50").delta("5.5640563080364", accountant=NAME, digits=30)
    assert answer.lower_exact.startswith("1.00000000000023787")


@pytest.mark.parametrize("digits", [20, 40])
def test_digits_that_are_asked_for(digits: int) -> None:
    """Both ends share them."""
    answer = Ledger("discrete-gaussian:sigma=2,times=10").epsilon("1e-6", accountant=NAME, digits=digits)
    assert exact.Fraction(answer.upper_exact) - Fraction(answer.lower_exact) < Fraction(1, 10**digits) * 10


@pytest.mark.parametrize(
    "steps",
    [
        ["pure:epsilon=0.1,times=40"],
        ["approximate:epsilon=0.1,delta=1e-7,times=40"],
        ["approximate:epsilon=0.1,delta=1e-6,times=4", "pure:epsilon=0.3,times=2"],
    ],
    ids=" ".join,
)
def test_it_agrees_with_the_optimal_composition(steps: list[str]) -> None:
    """Kairouz, Oh, Viswanath 2015: the accountant `optimal` has another formula."""
    ledger = Ledger(steps)
    for delta in ("1e-3", "1e-5"):
        found = ledger.epsilon(delta, accountant=NAME)
        assert found.upper - found.lower < 1e-11
        for other in ledger.account(ch.Question.epsilon(delta), accountant="optimal").answers:
            assert found.lower <= other.upper
            if other.exact:
                assert other.lower <= found.upper


@pytest.mark.parametrize("step", ["discrete-laplace:scale=3,sensitivity=4", "discrete-gaussian:sigma=3,sensitivity=2"])
def test_one_run_is_the_profile_of_the_mechanism(step: str) -> None:
    """By the registered theorem about one run, which takes the best event."""
    for epsilon in ("0", "1/4", "1"):
        one, other = (Ledger(step).delta(epsilon, accountant=name) for name in (NAME, "profile"))
        assert one.lower <= other.upper
        assert other.lower <= one.upper
        assert one.upper - one.lower < 1e-12


def test_replacing_a_record_doubles_the_shift() -> None:
    """As for every mechanism with a sensitivity."""
    twice = Ledger("discrete-gaussian:sigma=3,times=4", neighbours="replace-one").epsilon("1e-5", accountant=NAME)
    wide = Ledger("discrete-gaussian:sigma=3,sensitivity=2,times=4").epsilon("1e-5", accountant=NAME)
    assert (twice.lower, twice.upper) == (wide.lower, wide.upper)


@pytest.mark.parametrize(
    ("steps", "eps", "delta"),
    [
        ("randomized-response:epsilon=0.0001,times=1000000", "0.27592411274623528", "1e-4"),
        ("discrete-gaussian:sigma=1000,times=1000000", "4.88655411746203", "1e-6"),
        ("discrete-gaussian:sigma=1000,times=1000000000", None, "1e-100"),
    ],
)
def test_many_runs_on_a_fine_lattice_take_few_terms(steps: str, eps: str | None, delta: str) -> None:
    """The terms that matter are far fewer than the points of a period."""
    answer = Ledger(steps).epsilon(delta, accountant=NAME)
    assert answer.witness["removal.kept"] < 300 < answer.witness["removal.points"]
    assert answer.upper - answer.lower < 1e-9 * answer.upper
    assert eps is None or answer.lower < float(eps) * (1 + 1e-14) < answer.upper + 1e-12


def test_beyond_the_largest_loss_only_failures_are_left() -> None:
    """delta is what gives everything away, exactly; and no smaller delta has an eps."""
    ledger = Ledger("approximate:epsilon=1/2,delta=1/1000,times=2")
    answer = ledger.delta(1, accountant=NAME)
    assert answer.enclosed.bound.contains(1 - (1 - Fraction(1, 1000)) ** 2)
    assert ledger.epsilon("1e-3", accountant=NAME).upper == float("inf")


def test_a_large_delta_needs_no_eps() -> None:
    """delta(0) of one run with eps0 = 1 is tanh(1/2) = 0.462."""
    ledger = Ledger("randomized-response:epsilon=1")
    assert ledger.epsilon("0.463", accountant=NAME).upper == 0
    assert ledger.epsilon("0.462", accountant=NAME).lower > 0


def test_what_loses_nothing_is_left_to_others() -> None:
    """There is no lattice in a single point."""
    account = Ledger("approximate:epsilon=0,delta=1e-5,times=3").account(ch.Question.delta(1), accountant=NAME)
    assert any("every finite loss is 0" in none.why for none in account.unavailable)


def test_lattices_of_sums() -> None:
    """Offsets add up, and the spacing is the largest of which all are multiples."""
    response, many = RandomizedResponse(Fraction(1, 4)), RandomizedResponse(Fraction(1, 6), 5)
    assert lattice_of(((response, 3), (many, 2))) == Lattice(Fraction(3, 4), Fraction(1, 6))
    assert lattice_of(((response, 3), (Laplace(Fraction(1)), 1))) is None
    assert Lattice(Fraction(3, 4), Fraction(1, 6)).after(Fraction(1)) == Fraction(13, 12)
    assert Lattice(Fraction(3, 4), Fraction(1, 6)).after(Fraction(11, 12)) == Fraction(11, 12)


PARTS, X = ((RandomizedResponse(FIFTH), 10),), THIRD


def rule(order: int, right: int, points: int, kept: int) -> LatticeInversion:
    """Ten runs, by a sum that is far too coarse, so that the remainder matters."""
    return LatticeLine(Fraction(order), Fraction(right), points, kept, 128).inverse(PARTS)


def holds(found: arb, x: Fraction = X) -> bool:
    """Whether the true delta is inside; some bounds are attained, so it has more digits than they."""
    with mp.workdps(70):
        truth = arb(mp.nstr(exact.delta(exact.runs(exact.response(FIFTH), 10), exact.number(x)), 60))
    return bool(found.overlaps(truth))


@pytest.mark.parametrize("order", [2, 4, 12])
@pytest.mark.parametrize("points", [1, 2, 3, 5, 8, 41])
def test_any_sum_is_sound(order: int, points: int) -> None:
    """However coarse it is, and however few terms are kept; at points of the lattice, too, and for balls of eps."""
    for kept in {1, (points // 2 + 2) // 2, points // 2 + 1}:
        found = rule(order, order + 4, points, kept)
        for x in (Fraction(-1, 2), Fraction(0), X, 2 * FIFTH, Fraction(9, 5)):
            assert holds(found.delta(x), x)
            with balls(128):
                near = arb(x.numerator) / x.denominator
                for wide in (near, near.union(near + arb("0.01")), near.union(near + 1)):
                    assert holds(found.delta(wide), x)


@pytest.mark.parametrize(
    ("part", "rule_of"),
    [
        ({"mass": arb(0)}, (2, 5, 4, 3)),
        ({"right_moment": arb(0)}, (4, 9, 4, 3)),
        ({"cut": (arb(0), arb(0))}, (2, 5, 40, 6)),
    ],
)
def test_every_part_of_the_remainder_is_needed(part: dict[str, Any], rule_of: tuple[int, int, int, int]) -> None:
    """With it the truth is inside; without it, outside."""
    whole = rule(*rule_of)
    assert holds(whole.delta(X))
    assert not holds(replace(whole, **part).delta(X))


def test_terms_that_may_rise_are_not_left_out_as_if_they_fell() -> None:
    """With losses of another spacing |M| comes back to M(c) within the period: the bound is M(c)."""
    coarse, fine = RandomizedResponse(Fraction(1)), RandomizedResponse(Fraction(1, 4))
    assert fine.falls_along(Fraction(1, 2))
    assert not coarse.falls_along(Fraction(1, 2))
    assert not RandomizedResponse(Fraction(1), 3).falls_along(Fraction(1))
    assert RandomizedResponse(Fraction(1), 9).falls_along(Fraction(1))
    line = LatticeLine(Fraction(3), Fraction(7), 60, 12, 128)
    with mp.workdps(40):
        atoms = exact.runs(exact.response(Fraction(1)), 4)
        truth = arb(mp.nstr(exact.delta(exact.added(atoms, exact.response(Fraction(1, 4))), exact.number(X)), 35))
    assert line.inverse(((coarse, 4), (fine, 1))).delta(X).overlaps(truth)


def moment(variance: Fraction, z: complex) -> acb:
    """M(z) of the discrete Gaussian with a shift by 2."""
    with balls(192) as xp:
        return DiscreteGaussian(variance, 2).values(xp, [acb(z)])[0]


def summed(variance: Fraction, z: complex) -> acb:
    """The same, as it is defined."""
    with mp.workdps(250), balls(192):
        atoms = exact.discrete_gaussian(variance, 2, 20_000)
        found = mp.fsum(p * mp.exp((mp.mpc(z) - 1) * exact.number(loss)) for loss, p in atoms.items())
        return acb(arb(mp.nstr(found.real, 70)), arb(mp.nstr(found.imag, 70)))


@pytest.mark.parametrize("variance", [Fraction(1, 50), Fraction(1, 7), Fraction(1, 4), Fraction(30)])
@pytest.mark.parametrize("z", [complex(2), complex(1.5, 7), complex(9, 40)])
def test_the_moments_of_noise_on_the_integers(variance: Fraction, z: complex) -> None:
    """By their sums."""
    assert moment(variance, z).overlaps(summed(variance, z))
    assert moment(variance, z).rel_accuracy_bits() > 100


@pytest.mark.parametrize("variance", [Fraction(1, 7), Fraction(1, 4)])
def test_what_the_moments_leave_out_is_needed(variance: Fraction, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the sums are cut early."""
    z = complex(1.5, 7)
    monkeypatch.setattr(DiscreteGaussian, "reach", lambda *_: 1)
    assert moment(variance, z).overlaps(summed(variance, z))
    monkeypatch.setattr(discrete_gaussian_moments, "geometric", lambda *_: arb(0))
    assert not moment(variance, z).overlaps(summed(variance, z))


def test_the_moments_of_discrete_laplace_noise() -> None:
    """By their sums, for shifts by 1 and more."""
    for shift in (1, 2, 5):
        atoms, z = exact.discrete_laplace(THIRD, shift), mp.mpc(3, 4)
        truth = mp.fsum(p * mp.exp((z - 1) * exact.number(loss)) for loss, p in atoms.items())
        with balls(128) as xp:
            found = DiscreteLaplace(THIRD, shift).values(xp, [acb(3, 4)])[0]
        assert abs(complex(truth) - complex(found.mid().real.mid(), found.mid().imag.mid())) < 1e-12 * abs(truth)


RESPONSES = ["randomized-response:epsilon=0.2,times=50"]
SCALES = ["laplace:epsilon=0.2,times=50", "laplace:epsilon=0.3"]


@pytest.mark.parametrize(
    ("steps", "changed", "why"),
    [
        (RESPONSES, {"above": 5.56}, "upper end of eps does not certainly"),
        (RESPONSES, {"below": 5.57}, "lower end of eps does not certainly"),
        (RESPONSES, {"removal.points": 4, "removal.kept": 3}, "end of eps does not certainly"),
        (RESPONSES, {"removal.kept": 2}, "end of eps does not certainly"),
        (RESPONSES, {"removal.kept": 16}, "are not kept but taken twice"),
        (RESPONSES, {"removal.points": 2**41}, "removal.points is"),
        (RESPONSES, {"removal.order": 1}, "removal.order is 1; it must be a number above 1"),
        (RESPONSES, {"removal.right_order": 2}, "geometric series"),
        (RESPONSES, {"removal.bits": 10**6}, "removal.bits is"),
        (SCALES, {"removal.points": 29, "removal.kept": 15}, "the losses do not lie on a lattice"),
    ],
)
def test_a_changed_witness_is_refused(steps: list[str], changed: dict[str, Any], why: str) -> None:
    """Each entry is checked in balls; none is searched again. Nor is one of another ledger taken."""
    document = Ledger(steps).epsilon("1e-4", accountant=NAME).certificate().document
    for key, x in changed.items():
        document = forged(document, ("answer", "witness", key), x)
    found = ch.check(document)
    assert not found.accepted
    assert why in (found.why or ""), found.why


@pytest.mark.parametrize("delta", ["1e-12", "1e-30", "1e-300"])
def test_a_delta_so_small_that_only_the_largest_loss_is_left(delta: str) -> None:
    """Seven runs of three values: eps is below 14 by less than doubles tell, and the certificate checks."""
    answer = Ledger("randomized-response:epsilon=2,k=3,times=7").epsilon(delta, accountant=NAME)
    with mp.workdps(400):
        mass = (mp.exp(2) / (mp.exp(2) + 2)) ** 7
        truth = 14 + mp.log1p(-exact.number(delta) / mass)
        assert exact.number(answer.lower_exact) <= truth <= exact.number(answer.upper_exact)
    assert answer.upper - answer.lower < 1e-10
    assert ch.check(answer.certificate()).accepted


def test_few_sampled_runs_are_within_the_losses_on_a_grid() -> None:
    """Few sampled Laplace runs at a small delta, but none so small that eps is next to the largest loss."""
    ledger = Ledger("poisson:rate=0.1/laplace:scale=10,times=3")
    found, grid = (ledger.epsilon("1e-6", accountant=name) for name in (NAME, "loss-distribution"))
    assert grid.lower <= found.lower <= found.upper <= grid.upper


@pytest.mark.parametrize(
    ("step", "neighbours"),
    [
        ("poisson:rate=1/7/discrete-laplace:scale=500,times=10000000", "add-or-remove"),
        ("poisson:rate=1/7/discrete-laplace:scale=500,times=10000000", "replace-one"),
        ("poisson:rate=1/100/pure:epsilon=1/10000,times=1000000000", "replace-one"),
    ],
)
def test_many_runs_of_few_losses_have_an_answer_to_ten_digits(step: str, neighbours: str) -> None:
    """By a few nodes of a lattice that is no rational one; the certificate is accepted, and delta there is the one that
    was given."""
    ledger = ch.Ledger(step, neighbours=neighbours)
    answer = ledger.epsilon("1e-6", accountant="characteristic-function")
    assert answer.upper - answer.lower < 1e-12 * answer.upper
    assert "removal.points" in answer.witness
    assert ch.check(answer.certificate()).accepted
    at = ledger.delta(Fraction(answer.upper), accountant="characteristic-function")
    assert 1e-6 * (1 - 1e-11) < at.lower <= at.upper <= 1e-6


@pytest.mark.parametrize(
    ("step", "delta"),
    [("pure:epsilon=5,times=2", "1e-10"), ("pure:epsilon=5", "8e-7"), ("pure:epsilon=5,times=7", "9e-9")],
)
def test_an_end_that_all_but_reaches_delta_is_proved(step: str, delta: str) -> None:
    """The search knows delta with more digits than a proof reads it with first: ends keep that far apart."""
    answer = Ledger(step).epsilon(delta, accountant=NAME)
    exact_one = Ledger(step).epsilon(delta, accountant="optimal")
    assert answer.upper - answer.lower < 1e-12
    assert answer.lower <= exact_one.upper
    assert exact_one.lower <= answer.upper
    assert ch.check(answer.certificate()).accepted
