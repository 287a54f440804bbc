"""Integer noise on each coordinate of a vector of whole numbers: Gaussian DP.

Skellam noises of several parties add up to one, as secure aggregation needs it; discrete Gaussian noise must be drawn
as a whole."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import chartered as ch

from .sensitivities import sensitivities

LEAST_VARIANCE = 10
"""The smallest variance for which the bound is proved."""
_PROOF = "ours, by Amos 1974 (ratios of Bessel functions) and Popoviciu's inequality"


def _skellam(case: ch.Case) -> ch.GDP:
    """That of Gaussian noise whose variance is smaller by 1."""
    return ch.GDP(mu_squared=case.sensitivity**2 / (case.number("variance") - 1))


def _discrete_gaussian(case: ch.Case) -> ch.GDP:
    """That of Gaussian noise whose variance is smaller by 1/2."""
    return ch.GDP(mu_squared=2 * case.sensitivity**2 / (2 * case.number("sigma") ** 2 - 1))


def _at_least(variance: Callable[[ch.Case], Fraction]) -> Callable[[ch.Case], str | None]:
    """The condition that there is noise enough."""

    def condition(case: ch.Case) -> str | None:
        return None if variance(case) >= LEAST_VARIANCE else f"the variance is below {LEAST_VARIANCE}"

    return condition


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Two kinds of noise."""
    vector = "the vector of whole numbers (l2 norm)"
    return [
        ch.Mechanism(
            "skellam-vector",
            "adds to each coordinate of a vector of whole numbers the difference of two Poisson counts of its own",
            (
                ch.Parameter(
                    "variance",
                    "the variance of the noise in each coordinate, twice the mean of either count; for less than "
                    f"{LEAST_VARIANCE} nothing is proved",
                    low=LEAST_VARIANCE,
                    open_low=False,
                    safer="larger",
                    monotone="skellam.monotone",
                ),
                *sensitivities(vector, monotone="skellam.monotone"),
            ),
            source="Agarwal, Kairouz, Liu 2021",
        ),
        ch.Mechanism(
            "discrete-gaussian-vector",
            "adds to each coordinate of a vector of whole numbers discrete Gaussian noise of its own",
            (
                ch.Parameter(
                    "sigma",
                    "the noise in each coordinate has the weights e^(-k^2/(2 sigma^2)); a sum of the noises of several "
                    "parties has not",
                    safer="larger",
                    monotone_rho="discrete-gaussian.zcdp.shift",
                ),
                *sensitivities(vector, monotone="discrete-gaussian.sensitivity.monotone"),
            ),
            source="Canonne, Kamath, Steinke 2020",
        ),
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Gaussian DP of both, also of noise on one number; and the concentrated guarantee."""
    bounds = [make(f"{name}{end}") for end in ("", "-vector") for make, name in _NOISES]
    return [*bounds, _concentrated()]


def _of_skellam(name: str) -> ch.Theorem:
    """The theorem about one number, or about vectors."""
    return ch.Theorem(
        name=f"{name}.gdp",
        takes=ch.OnStep(name),
        gives=ch.GDP,
        bound=_skellam,
        conditions=_at_least(lambda case: case.number("variance")),
        statement=f"Skellam noise of variance v >= {LEAST_VARIANCE} hides a vector of whole numbers at least as well "
        "as Gaussian noise of variance v - 1, in any number of dimensions.",
        source=_PROOF,
        latex=r"\mu^2=\Delta_2^2/(v-1)",
    )


def _of_discrete_gaussian(name: str) -> ch.Theorem:
    """The theorem about one number, or about vectors."""
    return ch.Theorem(
        name=f"{name}.gdp",
        takes=ch.OnStep(name),
        gives=ch.GDP,
        bound=_discrete_gaussian,
        conditions=_at_least(lambda case: case.number("sigma") ** 2),
        statement=f"Discrete Gaussian noise with sigma^2 >= {LEAST_VARIANCE} hides a vector of whole numbers at least "
        "as well as Gaussian noise of variance sigma^2 - 1/2, in any number of dimensions.",
        source=_PROOF,
        latex=r"\mu^2=\Delta_2^2/(\sigma^2-\tfrac12)",
    )


_NOISES = ((_of_skellam, "skellam"), (_of_discrete_gaussian, "discrete-gaussian"))


def _concentrated() -> ch.Theorem:
    """That of discrete Gaussian noise on vectors."""
    return ch.Theorem(
        name="discrete-gaussian-vector.zcdp",
        takes=ch.OnStep("discrete-gaussian-vector"),
        gives=ch.ZCDP,
        bound=lambda case: ch.ZCDP(rho=(case.sensitivity / case.number("sigma")) ** 2 / 2),
        statement="The Renyi divergences of the coordinates add up, and with them the squares of how far they move.",
        source="Canonne, Kamath, Steinke 2020, Theorem 4",
        latex=r"\rho=\frac{\Delta_2^2}{2\sigma^2}",
    )


register_claims = ch.claims_in(f"{__package__}.claims", ".integer_vectors")
