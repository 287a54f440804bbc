"""Planted errors in what ships for stated guarantees and noise on samples where a record is replaced: each is refuted
by a claim."""

from __future__ import annotations

from typing import Any

import pytest
from chartered_plugins.characteristic_function.formulas import common_losses, runs_with_rare_losses
from chartered_plugins.characteristic_function.formulas.irrational_lattice import SteppedLosses
from chartered_plugins.characteristic_function.formulas.moments import RandomizedResponse
from chartered_plugins.characteristic_function.formulas.outcome_tables import Outcome
from chartered_plugins.characteristic_function.formulas.sampled_guarantee import ReplacedGuarantee, SampledGuarantee
from chartered_plugins.characteristic_function.laws.discrete_laplace import LaplaceOnIntegers
from chartered_plugins.characteristic_function.laws.laplace_pieces import Laplace
from chartered_plugins.characteristic_function.laws.trapezoidal_rule import Analytic
from interrupting import forget
from msgspec.structs import replace
from planting import check_refuted

STEPPED = "characteristic-function.lattice.stepped"
SUM, RUNS = "poisson-approximate.characteristic.direct", "characteristic-function.profile.few-losses"
shipped_rest, shipped_combinations = runs_with_rare_losses.rest_beyond, runs_with_rare_losses.combinations
shipped_coefficients, shipped_split = common_losses.coefficients, RandomizedResponse.split
shipped_law, shipped_losses = Laplace.loss, SampledGuarantee.losses
shipped_shares, shipped_discrete = ReplacedGuarantee.shares, LaplaceOnIntegers.losses
shipped_tails = Analytic.tails
shipped_far, shipped_terms, shipped_size = Laplace.far, Laplace.terms, Laplace.log_size


def half_of_the_rest(xp: Any, split: Any, n: int, j: int) -> Any:
    """Half of the bound."""
    return shipped_rest(xp, split, n, j) / 2


def ways_forgotten(xp: Any, n: int, j: int, rare: Any) -> Any:
    """The binomial coefficient for two or more rare losses, forgotten."""
    return [
        Outcome(one.loss, one.under_p / n, one.under_q / n) if j > 1 else one
        for one in shipped_combinations(xp, n, j, rare)
    ]


def middle_forgotten(masses: Any, m: int) -> Any:
    """The loss between the two others, forgotten."""
    return shipped_coefficients((masses[0], masses[1] * 0, *masses[2:]), m)


def one_base(self: Any, xp: Any) -> Any:
    """The least loss taken for 0."""
    return replace(shipped_split(self, xp), base=xp.number(0))


def one_side(self: Any, xp: Any, mixture: Any, way: int) -> Any:
    """The likelihood ratio beyond all shifts as if both were to the right of 0."""
    return shipped_far(self, xp, mixture, 1)


def without_cosine(self: Any, xp: Any, piece: Any, order: Any, height: Any) -> Any:
    """As if a mixture with a negative exponent did not shrink above the real axis."""
    power, half, shipped = piece.power(order), piece.middle(xp)[1], shipped_size(self, xp, piece, order, height)

    def log_size(rho: Any) -> Any:
        angle = xp.number(self.rate) * half * (rho - 1 / rho)
        return shipped(rho) - (power * xp.log((1 + angle.cos()) / 2) / 2 if power < 0 else 0)

    return log_size


def no_atom(self: Any, xp: Any, ratio: Any, at: Any) -> Any:
    """The least loss, forgotten."""
    return shipped_terms(self, xp, ratio, at)[1:]


def flat(self: Any, *given: Any) -> Any:
    """The rise of the density to 0, forgotten."""
    return replace(shipped_law(self, *given), inside=0)


def never_absent(self: Any, xp: Any) -> Any:
    """The outcome that only data without the record have, forgotten."""
    return shipped_losses(self, xp)[:-1] if self.added else shipped_losses(self, xp)[1:]


def one_order(self: Any, xp: Any) -> Any:
    """The likelihood ratios of both records alike."""
    return [(ahead, ahead, chance) for ahead, _, chance in shipped_shares(self, xp)]


def one_tail(self: Any, xp: Any) -> Any:
    """The noise beyond the sensitivity, forgotten."""
    return shipped_discrete(self, xp)[1:]


def third_forgotten(self: Any, xp: Any, ratio: Any, order: Any, at: Any) -> Any:
    """A third of the tails, forgotten."""
    return shipped_tails(self, xp, ratio, order, at) * 2 / 3


def half_a_period_forgotten(self: Any, xp: Any, order: Any, points: int, kept: int) -> Any:
    """|M| taken to fall for half a period, whatever the probability of the middle loss."""
    return self.along(xp, order, points, kept + 1)[-1].abs_upper()


def base_forgotten(self: Any, xp: Any, index: int) -> Any:
    """Lattice points counted from 0."""
    return index * self.width(xp)


@pytest.mark.parametrize(
    ("where", "name", "wrong", "claim"),
    [
        (runs_with_rare_losses, "rest_beyond", half_of_the_rest, f"{RUNS}.rest"),
        (runs_with_rare_losses, "combinations", ways_forgotten, RUNS),
        (common_losses, "coefficients", middle_forgotten, f"{RUNS}.coefficients"),
        (RandomizedResponse, "split", one_base, f"{RUNS}.product"),
        (SteppedLosses, "beyond", half_a_period_forgotten, f"{STEPPED}.left-out"),
        (SteppedLosses, "point", base_forgotten, f"{STEPPED}.direct"),
        (Laplace, "far", one_side, "poisson-laplace.replaced-characteristic.direct"),
        (Laplace, "log_size", without_cosine, "poisson-laplace.characteristic.remainder.as-shipped"),
        (Laplace, "terms", no_atom, "poisson-laplace.characteristic.direct"),
        (Laplace, "loss", flat, "poisson-laplace.replaced-characteristic.beyond.law"),
        (SampledGuarantee, "losses", never_absent, SUM),
        (ReplacedGuarantee, "shares", one_order, SUM),
        (LaplaceOnIntegers, "losses", one_tail, SUM),
        (Analytic, "tails", third_forgotten, "poisson-discrete-gaussian.replaced-characteristic.tails"),
    ],
)
def test_a_planted_error_is_refuted(where: Any, name: str, wrong: Any, claim: str) -> None:
    """What ships is not, as tests/claims/test_plugins.py says."""
    check_refuted(where, name, wrong, claim, forget)
