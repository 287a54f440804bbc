"""The trainings of which eps is asked, and how each package is asked: as its users would, with its default grid.

Each peer is (sigma, delta) -> (lower, upper), in floats; lower is None where it states none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from typing import Any

Ends = tuple[float | None, float]
Peer = Callable[[float, float], Ends]
PACKAGES = ("dp-accounting", "PLD_accounting", "opake-accounting", "jax_privacy")
RATE, RUNS, RECORDS = 0.01, 1000, 10_000
BATCH = int(RATE * RECORDS)


@dataclass(frozen=True, slots=True)
class Training:
    """One question. `step`: ours, with the noise left open; `below`: (step, neighbours, accountant) of one that never
    costs more, of which the lower end is taken where the first has none."""

    step: str
    peers: dict[str, Peer]
    neighbours: str = "add-or-remove"
    sigma: float = 1.0
    delta: float = 1e-5
    below: tuple[str, str, str | None] | None = None

    def ours(self, sigma: float, delta: float) -> Ends:
        """Both ends, certified."""
        import chartered as ch

        found = ch.Ledger([self.step.format(sigma)], self.neighbours).epsilon(delta)
        lower = found.lower
        if lower is None and self.below:
            step, neighbours, accountant = self.below
            lower = ch.Ledger([step.format(sigma)], neighbours).epsilon(delta, accountant=accountant).lower
        return lower, found.upper


def dp_accounting(event: Callable[[Any, float], Any], relation: str, runs: int = RUNS, *, renyi: bool = False) -> Peer:
    """dp-accounting's loss distributions, or Renyi curve, of so many runs of an event."""

    def ask(sigma: float, delta: float) -> Ends:
        import dp_accounting as dp
        from dp_accounting.pld import PLDAccountant
        from dp_accounting.rdp import RdpAccountant

        accountant = (RdpAccountant if renyi else PLDAccountant)(neighboring_relation=dp.NeighboringRelation[relation])
        accountant.compose(event(dp.dp_event, sigma), runs)
        return None, float(accountant.get_epsilon(delta))

    return ask


def _poisson(events: Any, sigma: float) -> Any:
    return events.PoissonSampledDpEvent(RATE, events.GaussianDpEvent(sigma))


def _group(size: int) -> Callable[[Any, float], Any]:
    """A person with so many records: a binomial number of them is in a batch."""

    def event(events: Any, sigma: float) -> Any:
        from scipy.stats import binom

        counts = range(size + 1)
        return events.MixtureOfGaussiansDpEvent(sigma, [*counts], [float(binom.pmf(k, size, RATE)) for k in counts])

    return event


def _cut(largest: int) -> Callable[[Any, float], Any]:
    return lambda events, sigma: events.TruncatedSubsampledGaussianDpEvent(RECORDS, RATE, largest, sigma)


def _fixed(events: Any, sigma: float) -> Any:
    return events.SampledWithoutReplacementDpEvent(RECORDS, BATCH, events.GaussianDpEvent(sigma))


def _halved(events: Any, sigma: float) -> Any:
    """One that replaces another moves the sum by twice the norm of one."""
    return _fixed(events, sigma / 2)


def _drawn(events: Any, sigma: float) -> Any:
    return events.SampledWithReplacementDpEvent(RECORDS, BATCH, events.GaussianDpEvent(sigma))


def jax_users(method: str, size: int) -> Peer:
    """jax-privacy's accountant of users with so many records."""

    def ask(sigma: float, delta: float) -> Ends:
        from jax_privacy.accounting import accountants, analysis

        asked = analysis.DpParams(
            noise_multipliers=sigma,
            delta=delta,
            num_samples=RECORDS,
            batch_size=BATCH,
            sampling_method=analysis.SamplingMethod[method],
            examples_per_user=size,
        )
        accountant = analysis.DpsgdTrainingUserLevelAccountant(accountants.PldAccountantConfig())
        return None, float(accountant.compute_epsilon(RUNS, asked))

    return ask


def jax_bands(bands: int, rate: float) -> Peer:
    """jax-privacy's event of bands, whose columns have the norm 1."""

    def ask(sigma: float, delta: float) -> Ends:
        from dp_accounting.pld import PLDAccountant
        from jax_privacy.experimental.accounting import amplified_bandmf_event

        event = amplified_bandmf_event(sigma, RUNS, num_bands=bands, sampling_prob=rate)
        return None, float(PLDAccountant().compose(event).get_epsilon(delta))

    return ask


def _root(steps: int) -> list[float]:
    """The coefficients of the square root of the matrix of prefix sums."""
    return [*accumulate(range(1, steps), lambda entry, k: entry * (2 * k - 1) / (2 * k), initial=1.0)]


def jax_matrix(separation: int) -> Peer:
    """jax-privacy's sensitivity of the square root, and dp-accounting's Gaussian noise."""

    def ask(sigma: float, delta: float) -> Ends:
        import jax
        from dp_accounting.dp_event import GaussianDpEvent
        from dp_accounting.pld import PLDAccountant
        from jax_privacy.matrix_factorization import toeplitz

        jax.config.update("jax_enable_x64", True)
        square = float(toeplitz.minsep_sensitivity_squared(jax.numpy.array(_root(RUNS)), separation, n=RUNS))
        return None, float(PLDAccountant().compose(GaussianDpEvent(sigma / sqrt(square))).get_epsilon(delta))

    return ask


def opake(losses: Callable[[Any, float, Any], Any], runs: int = 1) -> Peer:
    """opake-accounting's loss distributions: of its functions and a configuration, those of one run."""

    def ask(sigma: float, delta: float) -> Ends:
        from opake.api.accounting.core import opake_accounting as functions

        found = losses(functions, sigma, functions.DiscretizationConfig())
        return None, float((found.self_compose(runs) if runs > 1 else found).epsilon_at(delta))

    return ask


def opake_matrix(separation: int) -> Peer:
    """opake-accounting's sensitivity of the square root, and its Gaussian noise."""

    def losses(functions: Any, sigma: float, config: Any) -> Any:
        square = functions.toeplitz_minsep_sensitivity_squared(_root(RUNS), RUNS, separation)
        return functions.mf_gaussian_pld(sigma, sqrt(square), config)

    return opake(losses)


def pld_accounting(steps: int, uses: int = 1, epochs: int = 1) -> Peer:
    """PLD_accounting's interval of random allocation, refined until its ends differ by a tenth."""

    def ask(sigma: float, delta: float) -> Ends:
        from PLD_accounting import gaussian_allocation_epsilon_range

        high, low = gaussian_allocation_epsilon_range(
            delta=delta, sigma=sigma, num_steps=steps, num_selected=uses, num_epochs=epochs
        )
        return float(low), float(high)

    return ask


def _cut_training(largest: int) -> Training:
    return Training(
        f"truncated-poisson:rate={RATE},of={RECORDS},largest={largest}/gaussian:sigma={{}},times={RUNS}",
        {
            "dp-accounting PLD": dp_accounting(_cut(largest), "REPLACE_SPECIAL"),
            "opake-accounting": opake(
                lambda of, sigma, config: of.truncated_poisson_gaussian_pld(sigma, RATE, largest, RECORDS, config), RUNS
            ),
        },
        "zero-out",
    )


def _allocated(steps: int, uses: int = 1, epochs: int = 1) -> Training:
    step = f"allocation:steps={steps},uses={uses},epochs={epochs}/gaussian:sigma={{}}"
    return Training(
        step,
        {
            "PLD_accounting": pld_accounting(steps, uses, epochs),
            "opake-accounting": opake(
                lambda of, sigma, config: of.random_allocation_gaussian_pld(sigma, steps, uses, config), epochs
            ),
        },
        below=(step, "add-or-remove", "profile") if uses > 1 else None,
    )


_SAMPLE = f"poisson:rate={RATE}/gaussian:sigma={{}},times={RUNS}"
TRAININGS = {
    "Poisson samples": Training(
        _SAMPLE,
        {
            "dp-accounting PLD": dp_accounting(_poisson, "ADD_OR_REMOVE_ONE"),
            "opake-accounting": opake(
                lambda of, sigma, config: of.poisson_pld(of.gaussian_pld(sigma, config), RATE), RUNS
            ),
        },
    ),
    "groups of 4, Poisson samples": Training(
        f"group:size=4/{_SAMPLE}",
        {
            "dp-accounting PLD": dp_accounting(_group(4), "ADD_OR_REMOVE_ONE"),
            "jax-privacy": jax_users("POISSON", 4),
        },
    ),
    "Poisson samples cut at 120": _cut_training(120),
    "Poisson samples cut at 150": _cut_training(150),
    "allocation, 1 of 1000": _allocated(1000),
    "allocation, 1 of 100 in 10 epochs": _allocated(100, epochs=10),
    "allocation, 10 of 1000": _allocated(1000, uses=10),
    "4 bands, cyclic Poisson samples": Training(
        f"matrix:sigma={{}},family=toeplitz,coefficients=0.8:0.4:0.4:0.2,steps={RUNS},participation=cyclic-poisson,"
        "separation=4,rate=0.04",
        {"jax-privacy": jax_bands(4, 0.04)},
    ),
    "square root, 10 uses 100 apart": Training(
        f"matrix:sigma={{}},family=square-root,steps={RUNS},participation=fixed,separation=100",
        {"jax-privacy": jax_matrix(100), "opake-accounting": opake_matrix(100)},
        sigma=4.0,
    ),
    "fixed size, without replacement": Training(
        f"sample:size={BATCH},of={RECORDS}/gaussian:sigma={{}},times={RUNS}",
        {
            "dp-accounting RDP, sigma/2": dp_accounting(_halved, "REPLACE_ONE", renyi=True),
            "dp-accounting RDP, as written": dp_accounting(_fixed, "REPLACE_ONE", renyi=True),
            "jax-privacy": jax_users("FIXED_BATCH_SIZE", 1),
        },
        "replace-one",
        # the gradients of the others, and of the one that comes, are opposite to that of the one that goes
        below=(f"poisson:rate={RATE}/gaussian:sigma={{}},sensitivity=2,times={RUNS}", "add-or-remove", None),
    ),
    "fixed size, with replacement": Training(
        f"sample-with-replacement:size={BATCH},of={RECORDS}/gaussian:sigma={{}},times={RUNS}",
        {"dp-accounting RDP": dp_accounting(_drawn, "REPLACE_ONE", renyi=True)},
        "replace-one",
    ),
}
"""Each of 1000 steps with delta = 1e-5, and noise of the norm to which gradients are clipped where not said
otherwise."""
