"""Integer noise on each coordinate of a vector of whole numbers: Gaussian DP.

Skellam noises of several parties add up to one, as secure aggregation needs it; discrete Gaussian noise must be drawn
as a whole."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import chartered as ch

from .sensitivities import sensitivities

LEAST_VARIANCE = 10
"""The smallest variance for which the bounds are proved."""


class _Noise(NamedTuple):
    """`mechanism`: that on one number. `said`: the noise and its `variance`, whose symbol is `symbol`, in words. It
    hides as much as Gaussian noise whose variance is smaller by `lost`."""

    mechanism: str
    said: str
    symbol: str
    variance: Callable[[ch.Case], Fraction]
    lost: Fraction
    latex: str
    source: str

    def little(self, case: ch.Case) -> str | None:
        """A variance of at least 10."""
        return None if self.variance(case) >= LEAST_VARIANCE else f"the variance is below {LEAST_VARIANCE}"

    def bound(self, case: ch.Case) -> ch.GDP:
        """That of Gaussian noise."""
        parts = self.lost.denominator
        return ch.GDP(mu_squared=parts * case.sensitivity**2 / (parts * self.variance(case) - self.lost.numerator))

    def theorem(self, end: str) -> ch.Theorem:
        """Of the mechanism whose name ends so."""
        return ch.Theorem(
            name=f"{self.mechanism}{end}.gdp",
            takes=ch.OnStep(f"{self.mechanism}{end}"),
            gives=ch.GDP,
            bound=self.bound,
            conditions=self.little,
            statement=f"{self.said} {self.symbol} >= {LEAST_VARIANCE} hides a vector of whole numbers at least as well "
            f"as Gaussian noise of variance {self.symbol} - {self.lost}, in any number of dimensions.",
            source=self.source,
            latex=rf"\mu^2=\Delta_2^2/({self.latex})",
        )


_NOISES = (
    _Noise(
        "skellam",
        "Skellam noise of variance",
        "v",
        lambda case: case.number("variance"),
        Fraction(1),
        "v-1",
        "ours, by Amos 1974 (ratios of Bessel functions) and Popoviciu's inequality",
    ),
    _Noise(
        "discrete-gaussian",
        "Discrete Gaussian noise with",
        "sigma^2",
        lambda case: case.number("sigma") ** 2,
        ch.HALF,
        r"\sigma^2-\tfrac12",
        "ours, by Popoviciu's inequality",
    ),
)


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
    bounds = [noise.theorem(end) for end in ("", "-vector") for noise in _NOISES]
    return [*bounds, _concentrated()]


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
