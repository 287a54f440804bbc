"""The 1000 numbers of Figure 2 (sigma = 20, delta = 1e-5, 1 to 1000 runs): ours certified, peers in floats on a grid of
orders."""

from __future__ import annotations

import warnings
from typing import Any

import chartered as ch
import pytest

numpy = pytest.importorskip("numpy")
SIGMA, DELTA, MOST = 20, 1e-5, 1000
TIMES = numpy.arange(1, MOST + 1)


@pytest.fixture(autouse=True)
def _peers_may_warn() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.benchmark(group="1000 answers by the Renyi curve")
def test_chartered_certified(benchmark: Any) -> None:
    """Every one of the 1000 is certified."""
    ledger = ch.Ledger([f"gaussian:sigma={SIGMA}"])
    answers = benchmark(lambda: ledger.epsilons(DELTA, times=TIMES, accountant="renyi"))
    assert answers[-1] == pytest.approx(8.0783592, abs=1e-7)


@pytest.mark.benchmark(group="1000 answers by the Renyi curve")
def test_chartered_floats(benchmark: Any) -> None:
    """Uncertified, for plots."""
    ledger = ch.Ledger([f"gaussian:sigma={SIGMA}"])
    benchmark(lambda: ledger.epsilons(DELTA, times=TIMES, accountant="renyi", certified=False))


@pytest.mark.benchmark(group="1000 answers by the Renyi curve")
def test_opacus(benchmark: Any) -> None:
    """opacus: its Renyi accountant, its own grid of orders."""
    accountants = pytest.importorskip("opacus.accountants")

    def answer(steps: int) -> float:
        accountant = accountants.RDPAccountant()
        accountant.history = [(float(SIGMA), 1.0, steps)]
        return float(accountant.get_epsilon(DELTA))

    answers = benchmark(lambda: [answer(int(n)) for n in TIMES])
    assert answers[-1] > 8.0783592


@pytest.mark.benchmark(group="1000 answers by the Renyi curve")
def test_dp_accounting(benchmark: Any) -> None:
    """dp-accounting: the curve of one run computed once, then counted and converted."""
    dp = pytest.importorskip("dp_accounting")
    rdp = pytest.importorskip("dp_accounting.rdp.rdp_privacy_accountant")
    accountant = rdp.RdpAccountant()
    accountant.compose(dp.GaussianDpEvent(SIGMA))
    benchmark(lambda: [rdp.compute_epsilon(accountant._orders, accountant._rdp * int(n), DELTA)[0] for n in TIMES])


@pytest.mark.benchmark(group="one answer")
@pytest.mark.parametrize("accountant", ["gdp", "asoodeh2020.T3", "asoodeh2020.L2", None])
def test_one_certified_answer(benchmark: Any, accountant: str | None) -> None:
    """One question, certified; None asks every accountant."""
    ledger = ch.Ledger([f"gaussian:sigma={SIGMA},times={MOST}"])
    answer = benchmark(lambda: ledger.epsilon(DELTA, accountant=accountant))
    assert answer.certified


@pytest.mark.benchmark(group="one check")
def test_one_check(benchmark: Any) -> None:
    """A certificate derived again."""
    certificate = ch.Ledger([f"gaussian:sigma={SIGMA},times={MOST}"]).epsilon(DELTA).certificate()
    assert benchmark(lambda: ch.check(certificate)).accepted
