"""DP-SGD: eps of four ledgers, and the noise for a target: ours certified, three peers by their Renyi accountants."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest

LEDGERS = [
    ("0.01", "1", 10_000, 1e-5),
    ("256/60000", "0.8", 14_040, 1e-5),
    ("0.001", "4", 1000, 1e-6),
    ("0.02", "20", 1_000_000, 1e-7),
]
"""Rate, sigma, steps and delta."""
TARGET = ("0.01", 10_000, 3, 1e-5)
"""Rate, steps, eps and delta."""
EPSILON = "eps of rate {}, sigma {}, {} steps at delta {}"
SIGMA = "sigma at rate {}, {} steps for eps {} at delta {}".format(*TARGET)
ROUND = itertools.count()

epsilon = pytest.mark.parametrize("ledger", LEDGERS, ids=lambda ledger: "-".join(map(str, ledger[:3])))


@pytest.fixture(autouse=True)
def _peers_may_warn() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _fresh(rate: str) -> Fraction:
    """A rate that no round before has had: nothing is remembered from it."""
    return Fraction(rate) + Fraction(next(ROUND), 10**15)


def _measured(benchmark: Any, group: str, answer: Callable[[], float]) -> None:
    benchmark.group = group
    benchmark.extra_info["found"] = float(benchmark(answer))


@epsilon
@pytest.mark.parametrize("accountant", ["asoodeh2020.T3", None], ids=["optimal conversion", "every accountant"])
def test_chartered(benchmark: Any, ledger: tuple[Any, ...], accountant: str | None) -> None:
    """Certified; each round from scratch."""
    rate, sigma, steps, delta = ledger

    def answer() -> float:
        step = f"poisson:rate={_fresh(rate)}/gaussian:sigma={sigma},times={steps}"
        return ch.Ledger([step]).epsilon(delta, accountant=accountant).upper

    _measured(benchmark, EPSILON.format(*ledger), answer)


@epsilon
def test_opacus(benchmark: Any, ledger: tuple[Any, ...]) -> None:
    """opacus: its Renyi accountant, its own grid of orders."""
    accountants = pytest.importorskip("opacus.accountants")
    rate, sigma, steps, delta = ledger

    def answer() -> float:
        accountant = accountants.RDPAccountant()
        accountant.history = [(float(sigma), float(Fraction(rate)), steps)]
        return float(accountant.get_epsilon(delta))

    _measured(benchmark, EPSILON.format(*ledger), answer)


@epsilon
def test_dp_accounting(benchmark: Any, ledger: tuple[Any, ...]) -> None:
    """dp-accounting: its Renyi accountant, its own grid of orders."""
    dp = pytest.importorskip("dp_accounting")
    rdp = pytest.importorskip("dp_accounting.rdp.rdp_privacy_accountant")
    rate, sigma, steps, delta = ledger

    def answer() -> float:
        accountant = rdp.RdpAccountant()
        accountant.compose(dp.PoissonSampledDpEvent(float(Fraction(rate)), dp.GaussianDpEvent(float(sigma))), steps)
        return float(accountant.get_epsilon(delta))

    _measured(benchmark, EPSILON.format(*ledger), answer)


@epsilon
def test_autodp(benchmark: Any, ledger: tuple[Any, ...]) -> None:
    """autodp: amplification by sampling with its improved bound, then its composition."""
    mechanisms, transformers = (
        pytest.importorskip("autodp.mechanism_zoo"),
        pytest.importorskip("autodp.transformer_zoo"),
    )
    rate, sigma, steps, delta = ledger

    def answer() -> float:
        mechanism = mechanisms.GaussianMechanism(sigma=float(sigma))
        sample = transformers.AmplificationBySampling(PoissonSampling=True)
        mechanism.neighboring = sample.neighboring = "add_remove"
        run = transformers.Composition()([sample(mechanism, float(Fraction(rate)), improved_bound_flag=True)], [steps])
        return float(run.get_approxDP(delta))

    _measured(benchmark, EPSILON.format(*ledger), answer)


@pytest.mark.parametrize("accountant", ["asoodeh2020.T3", None], ids=["optimal conversion", "every accountant"])
def test_chartered_calibrates(benchmark: Any, accountant: str | None) -> None:
    """The least sigma that certainly meets the target, to 13 digits."""
    rate, steps, epsilon, delta = TARGET

    def answer() -> float:
        step = f"poisson:rate={_fresh(rate)}/gaussian"
        return float(
            ch.calibrate(step, solve="sigma", epsilon=epsilon, delta=delta, times=steps, accountant=accountant)
        )

    _measured(benchmark, SIGMA, answer)


def test_opacus_calibrates(benchmark: Any) -> None:
    """opacus, to its own tolerance of 0.01 in eps."""
    utils = pytest.importorskip("opacus.accountants.utils")
    rate, steps, epsilon, delta = TARGET
    _measured(
        benchmark,
        SIGMA,
        lambda: utils.get_noise_multiplier(
            target_epsilon=epsilon, target_delta=delta, sample_rate=float(rate), steps=steps, accountant="rdp"
        ),
    )


def test_dp_accounting_calibrates(benchmark: Any) -> None:
    """dp-accounting, to its own tolerance of 1e-6 in sigma."""
    dp = pytest.importorskip("dp_accounting")
    rdp = pytest.importorskip("dp_accounting.rdp.rdp_privacy_accountant")
    rate, steps, epsilon, delta = TARGET

    def event(sigma: float) -> Any:
        return dp.SelfComposedDpEvent(dp.PoissonSampledDpEvent(float(rate), dp.GaussianDpEvent(sigma)), steps)

    _measured(benchmark, SIGMA, lambda: dp.calibrate_dp_mechanism(rdp.RdpAccountant, event, epsilon, delta))
