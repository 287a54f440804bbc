"""Logistic noise: exact in closed form for one run, and by the pieces of Laplace noise for several, also on samples."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered_plugins.characteristic_function.laws.laplace_pieces import Laplace
from chartered_plugins.characteristic_function.laws.logistic import Logistic, of_logistic
from chartered_plugins.characteristic_function.laws.mixture import grouped, replaced
from interrupting import forget
from mpmath import mp
from planting import check_refuted

ONE = Fraction(1)


def ratio(rate: Any, d: Any, u: Any) -> Any:
    """The likelihood ratio of a sample at a quantile of the noise without the record."""
    return 1 - rate + rate * mp.exp(d) / (u + mp.exp(d) * (1 - u)) ** 2


def delta_of_two(rate: Any, d: Any, epsilon: Any, added: bool) -> Any:
    """delta of two runs by one integral: the part of the second run above what the first one leaves is known."""
    least, most = ratio(rate, d, 0), ratio(rate, d, 1)

    def quantile(w: Any) -> Any:
        inner = (w - 1 + rate) / rate
        return (mp.exp(d) - mp.sqrt(mp.exp(d) / inner)) / (mp.exp(d) - 1)

    def under_p(u: Any) -> Any:  # of the shifted noise, up to the quantile u of the other
        return 1 / (mp.exp(d) * (1 - u) / u + 1) if u else mp.mpf(0)

    def given(u: Any) -> Any:
        w, level = ratio(rate, d, u), mp.exp(epsilon)
        cut = 1 / (level * w) if added else level / w
        place = quantile(min(max(cut, least), most))
        sampled = (1 - rate) * place + rate * under_p(place)
        if added:  # gains where the ratio is small: the probability without, less that with, of outcomes up to it
            return place - level * w * sampled
        return w * (1 - sampled) - level * (1 - place)

    return mp.quad(given, mp.linspace(0, 1, 9))


@pytest.mark.parametrize(("rate", "scale", "epsilon"), [("1/10", "1", "1/20"), ("1/2", "1/2", "1/2"), ("9/10", "3", 0)])
def test_two_runs_on_a_sample_are_an_integral(rate: str, scale: str, epsilon: Any) -> None:
    """delta in both directions, of which the larger one is the answer."""
    found = ch.Ledger(f"poisson:rate={rate}/logistic:scale={scale},times=2").delta(
        epsilon, accountant="characteristic-function"
    )
    with mp.workdps(20):
        q, d, x = (mp.mpf(y.numerator) / y.denominator for y in map(Fraction, (rate, 1 / Fraction(scale), epsilon)))
        truth = max(delta_of_two(q, d, x, added) for added in (False, True))
        assert found.lower is not None
        assert mp.mpf(found.lower) <= truth * (1 + mp.mpf(10) ** -9)
        assert truth <= mp.mpf(found.upper) * (1 + mp.mpf(10) ** -9)
    assert found.upper - found.lower < 1e-5 * found.upper


@pytest.mark.parametrize(
    ("step", "width"),
    [
        ("logistic:scale=1", 1e-14),
        ("logistic:scale=10,times=2000", 1e-11),
        ("poisson:rate=0.01/logistic:scale=1", 1e-14),
        ("poisson:rate=0.01/logistic:scale=1,times=3", 1e-9),
        ("poisson:rate=0.01/logistic:scale=1,times=1000", 1e-12),
        ("poisson:rate=0.1/logistic:scale=10,times=100000", 1e-10),
    ],
)
def test_answers_have_both_ends_and_certificates(step: str, width: float) -> None:
    """One run, few and many, on all records and on a sample."""
    answer = ch.Ledger(step).epsilon("1e-3")
    assert answer.side is ch.Side.EXACT
    assert answer.upper - answer.lower < width * max(1, answer.upper)
    assert ch.check(answer.certificate()).accepted


def test_more_noise_than_laplace_noise_of_that_epsilon_hides_more() -> None:
    """Without the atoms at the largest loss."""
    one, other = (
        ch.Ledger(f"poisson:rate=0.01/{noise}:scale=1,times=1000").epsilon("1e-6") for noise in ("logistic", "laplace")
    )
    assert one.upper < other.lower


def test_other_relations_are_bounds_or_rewritings() -> None:
    """A replaced record in a sample is bounded from above; a group has a larger sensitivity."""
    sampled = ch.Ledger("poisson:rate=0.01/logistic:scale=1,times=9", neighbours="replace-one").epsilon("1e-6")
    assert sampled.lower is None
    group, same = (
        ch.Ledger(x).epsilon("1e-6") for x in ("group:size=3/logistic:scale=2", "logistic:scale=2,sensitivity=3")
    )
    assert group.upper_exact == same.upper_exact


def test_ratios_of_several_shifts_have_no_such_law() -> None:
    """The pieces are those of Laplace noise for single shifts only."""
    for ratio in (replaced(ONE / 2, ONE), grouped(ONE / 2, ONE, 2)):
        with pytest.raises(ArithmeticError, match="single shifts only"):
            of_logistic(ONE, ratio)


def half(self: Any, xp: Any, ratio: Any) -> Any:
    """Half of what the density is larger by."""
    return MORE(self, xp, ratio) / 2


def with_atoms(self: Any, xp: Any, ratio: Any, order: Any, log_moment: Any) -> Any:
    """The law of the loss of Laplace noise."""
    return Laplace.loss(self, xp, ratio, order, log_moment)


def of_laplace(self: Any, xp: Any, *given: Any) -> Any:
    """The remainder of Laplace noise."""
    return Laplace.radius(self, xp, *given)


def forgotten(self: Any, xp: Any, *_: Any) -> Any:
    """No remainder."""
    return xp.number(0)


MORE = Logistic.more


@pytest.mark.parametrize(
    ("name", "wrong", "claim"),
    [
        ("more", half, "poisson-logistic.characteristic.direct"),
        ("loss", with_atoms, "poisson-logistic.characteristic.beyond.law"),
        ("radius", of_laplace, "poisson-logistic.characteristic.remainder"),
        ("radius", forgotten, "logistic.characteristic.remainder"),
        ("total_variation", Laplace.total_variation, "logistic.characteristic.variation"),
    ],
)
def test_a_planted_error_is_refuted(name: str, wrong: Any, claim: str) -> None:
    """What ships is not, as tests/claims/test_plugins.py says."""
    check_refuted(Logistic, name, wrong, claim, forget)
