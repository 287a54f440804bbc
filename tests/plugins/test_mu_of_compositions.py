"""The mu of noisy SGD and of mixtures: of a head by several lines, which the certificate states, and of the whole by
the tail of the Gaussian without sampling."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Side
from chartered.profiles.over_interval import slope
from chartered_plugins.basics.formulas.gaussian_profile import delta_mu
from chartered_plugins.characteristic_function import guarantee as cf, inversion_witness, profile_on_interval
from chartered_plugins.characteristic_function.formulas.moments import Gaussian, RandomizedResponse
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from chartered_plugins.characteristic_function.profile import profile
from chartered_plugins.characteristic_function.search import lines_on_interval as search
from chartered_verify.arithmetic import balls
from forging import forged
from mpmath import mp
from truth import gaussian_mu

SGD = "poisson:rate={}/gaussian:sigma={},times={}"
KNOWN = [
    ("0.01", "1", 1000, "1e-5", "1.828236666516576842614438183231673016480104560"),
    ("256/60000", "1.1", 14040, "1e-5", "2.379554518826176993693216653576393883039183351"),
    ("0.01", "2", 2274, "1e-15", "2.029515277255283238467929999167161502602619250"),
    ("1e-4", "0.6", 10**6, "1e-7", "2.346364428064707753547600714999289215250452742"),
]
"""(rate, sigma, runs, delta, eps) of the removal of a record, which were computed elsewhere."""


@pytest.mark.parametrize(("rate", "sigma", "runs", "delta", "epsilon"), KNOWN)
def test_the_head_of_noisy_sgd_is_met_at_its_end(rate: str, sigma: str, runs: int, delta: str, epsilon: str) -> None:
    """Up to an eps whose delta is known, mu is that of the Gaussian which meets it there: the transform rises."""
    answer = Ledger(SGD.format(rate, sigma, runs)).mu(head=epsilon)
    assert answer.side is Side.EXACT
    assert answer.lower - 1e-15 <= gaussian_mu(mp.mpf(delta), mp.mpf(epsilon)) <= answer.upper + 1e-15
    assert answer.upper - answer.lower <= 1.0001e-9
    assert ch.check(answer.certificate().document).accepted


def test_no_point_of_the_transform_is_above_a_head() -> None:
    """By delta at points of a grid, each by a line of its own; and a longer head is no smaller."""
    ledger = Ledger([SGD.format("0.02", "1.5", 400), "laplace:scale=8"])
    short, long = ledger.mu(head=1), ledger.mu(head=3)
    assert short.upper < long.upper
    for k in range(13):
        e = Fraction(k, 4)
        assert gaussian_mu(ledger.delta(e).upper, float(e)) <= (short if e <= 1 else long).upper + 1e-12


@pytest.mark.parametrize(
    ("steps", "square"),
    [
        ([SGD.format("0.01", "1", 1000)], Fraction(1000)),
        ([SGD.format("0.01", "2", 10), "gaussian:sigma=4,times=3"], Fraction(10, 4) + Fraction(3, 16)),
    ],
)
def test_the_whole_has_the_mu_of_its_tail(steps: list[str], square: Fraction) -> None:
    """Far out a sample hides nothing: mu is that of the Gaussians without sampling, for every tail too."""
    ledger = Ledger(steps)
    for over in ({}, {"tail": 2}):
        answer = ledger.mu(**over)
        assert Fraction(answer.enclosed.bound.upper_exact) ** 2 >= square
        assert Fraction(answer.enclosed.bound.lower_exact) ** 2 <= square
        assert answer.upper - float(square) ** 0.5 < 1e-12 * answer.upper
        assert ch.check(answer.certificate().document).accepted


def test_an_infinite_loss_has_a_head_and_no_mu() -> None:
    """A failure of probability 1e-6 is met by a larger mu as the head grows."""
    ledger = Ledger([SGD.format("0.01", "1", 1000), "approximate:epsilon=1/10,delta=1e-6"])
    assert ledger.mu(head=1).upper < ledger.mu(head=4).upper
    assert not ledger.mu().gdp


def test_a_bounded_loss_beside_a_gaussian_has_a_head() -> None:
    """What is known of no tail is told, and a head answers."""
    ledger = Ledger(["gaussian:sigma=5,times=3", "laplace:scale=4"])
    head = ledger.mu(head=2)
    assert head.upper - (head.lower or 0) <= 1.0001e-9
    with pytest.raises(ch.CharteredError, match="nothing is known of the profile's tail"):
        ledger.mu(accountant="characteristic-function")


def test_the_regret_of_a_head() -> None:
    """How far the Gaussian profile is above: certified over the head, and no less than at some of its points."""
    ledger = Ledger(SGD.format("0.01", "1", 1000))
    answer = ledger.mu(head=2)
    regret = answer.regret()
    assert regret.exact
    for k in range(9):
        e = Fraction(k, 4)
        with balls(128) as xp:
            gaussian = delta_mu(xp, xp.number(Fraction(answer.upper)), xp.number(e))
        assert float(gaussian.lower()) - ledger.delta(e).upper <= regret.upper
    assert regret.lower >= regret.upper * (1 - 1e-5)


def changed_head(**changed: Any) -> ch.Check:
    """The check of a head of noisy SGD in which entries of the witness are changed."""
    document = Ledger(SGD.format("0.01", "1", 1000)).mu(head=2).certificate().document
    for key, x in changed.items():
        document = forged(document, ("answer", "witness", key), x)
    return ch.check(document)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"mu": 0.469}, "near eps = .* not certainly below"),
        ({"0.removal.order": 1}, r"0\.removal\.order is 1; it must be a number above 1"),
        ({"0.removal.count": 3}, "near eps = .* not certainly below"),
        ({"0.removal.count": 10**7}, "count is 1e7"),
        ({"0.until": 10}, "no pieces of a stretch in ascending order"),
        ({"1.removal.bits": None}, r"the witness states no 1\.removal\.bits"),
        ({"99.until": 10}, "has a field '99.until'"),
    ],
)
def test_a_changed_witness_is_refused(changed: dict[str, Any], why: str) -> None:
    """Each entry is read within its limits, and nothing is searched again."""
    found = changed_head(**changed)
    assert not found.accepted
    assert re.search(why, found.why or ""), found.why


def test_a_line_is_sound_beyond_its_piece() -> None:
    """An eps that is far outside has a wide enclosure, in which delta is."""
    g = cf.one_run(
        GaussianSample(Fraction(1, 100), Fraction(1)).law, GaussianSample(Fraction(1, 100), Fraction(1), True).law
    )
    g = cf.times(g, 1000)
    found = profile_on_interval.curve(g, search.pieces(g, ch.Stretch(Fraction(1), Fraction(5, 4))))
    for e in (Fraction(0), Fraction(1, 2), Fraction(3), Fraction(5)):
        near = Ledger(SGD.format("0.01", "1", 1000)).delta(e)
        with balls(128) as xp:
            delta = found(xp, xp.number(e))
            assert delta.overlaps(near.enclosed.bound.lo.union(near.enclosed.bound.hi))


@pytest.mark.parametrize("e", [Fraction(0), Fraction(1, 2**20), Fraction(1), Fraction(9)])
def test_a_slope_is_enclosed_by_chords(e: Fraction) -> None:
    """That of mu-GDP is -e^eps Phi(-eps/mu - mu/2)."""
    mu = Fraction(3, 2)
    rate = slope(lambda xp, eps: delta_mu(xp, xp.number(mu), eps))
    with balls(160) as xp:
        x = xp.number(e)
        truth = -x.exp() * xp.ndtr(-x / xp.number(mu) - xp.number(mu) / 2)
        point, wide = rate(xp, x), rate(xp, x.union(x + 1))
        assert point.contains(truth)
        assert wide.contains(point.mid() if e else truth)
        assert e < 2**-30 or point.rad() < 1e-9


def test_a_stretch_of_too_many_pieces_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """How far the lines reach."""
    monkeypatch.setattr(search, "MOST_PIECES", 1)
    with pytest.raises(ch.CharteredError, match=r"1 lines reach only to eps = [0-9.]+"):
        Ledger(SGD.format("0.01", "1", 1000)).mu(head=20)


def test_every_piece_is_read_within_limits() -> None:
    """Of both directions, also where only one has a line."""
    g = cf.compose([cf.one_run(Gaussian(Fraction(1))), cf.one_run(RandomizedResponse(Fraction(1)))])
    over = profile(g).evaluation.over_stretch
    names = [field.name for field in over.fields()]
    assert len(names) == len(set(names))
    last = f"{inversion_witness.MOST_PIECES - 1}.until"
    assert {"0.until", "0.removal.order", "0.removal.shift.1", last} <= set(names)
    assert not set(names) & {"mu", "least", "at", "end", "bits"}


def test_the_mu_of_k_ary_responses_is_that_of_their_losses() -> None:
    """Two responses among five, of which the losses are sums of 1/10, 0 and -1/10: of pure steps it would be 0.157."""
    answer = Ledger("randomized-response:epsilon=1/10,k=5,times=2", neighbours="replace-one").mu()
    assert answer.side is Side.EXACT
    assert ch.check(answer.certificate().document).accepted
    share = 1 / (mp.exp(mp.mpf(1) / 10) + 4)
    one = {1: share * mp.exp(mp.mpf(1) / 10), 0: 3 * share, -1: share}
    two = [(mp.mpf(i + j) / 10, one[i] * one[j]) for i in one for j in one]
    for epsilon in (mp.mpf(k) / 100 for k in range(20)):
        delta = sum(max(mp.mpf(0), p * (1 - mp.exp(epsilon - loss))) for loss, p in two)
        assert gaussian_mu(mp.mpf(delta), mp.mpf(epsilon)) <= answer.upper
    assert answer.upper < 0.0965
