"""Integer-valued noise on an integer-valued query: the discrete Gaussian, the discrete Laplace and the Skellam
mechanism."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..basics.formula_at import formula_at
from .formulas import discrete_profiles as lattice, laplace_moments as two_ratios, skellam_sums
from .laplace_step import laplace_rate as rate_of, laplace_shift as shift_of
from .sensitivities import sensitivities


def _epsilon(case: ch.Case) -> Fraction:
    return rate_of(case) * shift_of(case)


def _laplace_profile(case: ch.Case) -> ch.Profile:
    rate, shift = rate_of(case), int(shift_of(case))

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return lattice.laplace_delta(xp, xp.number(rate), shift, epsilon)

    return ch.Profile(delta=delta, at_infinity=ch.AtInfinity(max_loss=rate * shift), worst_pair=True)


def _gaussian_profile(case: ch.Case) -> ch.Profile:
    variance, shift = case.number("sigma") ** 2, int(case.sensitivity)

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return lattice.gaussian_delta(xp, variance, shift, epsilon)

    # delta is at most the probability of an outcome beyond the cut t = eps variance/shift - shift/2, which is at most
    # e^(-t^2/(2 variance))
    quadratic = (variance / (2 * shift**2), Fraction(1, 2), -Fraction(shift**2) / (8 * variance))
    tail = ch.Tail(start=Fraction(shift**2) / (2 * variance), subgaussian=quadratic)
    return ch.Profile(delta=delta, tail=tail, worst_pair=True)


def _skellam_profile(case: ch.Case) -> ch.Profile:
    variance, shift = case.number("variance"), int(case.sensitivity)

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return skellam_sums.delta(xp, variance, shift, epsilon)

    # the bound of `skellam_sums.log_tail`
    quadratic = (variance / (2 * shift**2), Fraction(shift + 1, 2 * shift), Fraction(0))
    tail = ch.Tail(start=Fraction(shift * (shift + 1)) / (2 * variance), subgaussian=quadratic)
    return ch.Profile(delta=delta, tail=tail, worst_pair=True)


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Three mechanisms with integer outcomes."""
    sigma = ch.Parameter(
        "sigma",
        "the noise has the weights e^(-k^2/(2 sigma^2))",
        safer="larger",
        monotone_rho="discrete-gaussian.zcdp.shift",
    )
    scale = ch.Parameter(
        "scale", "the noise has the weights e^(-|k|/scale)", safer="larger", monotone="discrete-laplace.monotone"
    )
    epsilon = ch.Parameter(
        "epsilon",
        "the pure guarantee instead of the scale, for the ledger's own relation and a query that changes by 1",
        safer="smaller",
        monotone="discrete-laplace.monotone",
    )
    query = "the whole-number query"
    whole = sensitivities(query, monotone="discrete-gaussian.sensitivity.monotone", integer=True)
    with_scale = sensitivities(query, monotone="discrete-laplace.monotone", integer=True, with_="scale")
    return [
        ch.Mechanism(
            "discrete-gaussian",
            "adds discrete Gaussian noise to a whole number",
            (sigma, *whole),
            source="Canonne, Kamath, Steinke 2020",
        ),
        ch.Mechanism(
            "discrete-laplace",
            "adds discrete Laplace (two-sided geometric) noise to a whole number",
            (scale, epsilon, *with_scale),
            source="Ghosh, Roughgarden, Sundararajan 2009",
            either=(("scale", "epsilon"),),
            also_called=("geometric", "two-sided-geometric"),
        ),
        ch.Mechanism(
            "skellam",
            "adds the difference of two Poisson counts to a whole number",
            (_variance(), *sensitivities(query, monotone="skellam.monotone", integer=True)),
            source="Agarwal, Kairouz, Liu 2021",
        ),
    ]


def _variance() -> ch.Parameter:
    return ch.Parameter(
        "variance",
        "the variance of the noise, twice the mean of either count",
        safer="larger",
        monotone="skellam.monotone",
    )


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The concentrated guarantee of the discrete Gaussian, the pure guarantee and the Renyi curve of the discrete
    Laplace mechanism, and all profiles for one run."""
    return [*_discrete_gaussian(), *_discrete_laplace(), _skellam()]


def _skellam() -> ch.Theorem:
    """The profile of one run."""
    return ch.Theorem(
        name="skellam.profile",
        takes=ch.OnStep("skellam"),
        gives=ch.Profile,
        bound=_skellam_profile,
        statement="The exact privacy profile of one run: the best event is a half line, whose probability is a sum "
        "over the integers by the recurrence of Bessel functions. The noise of several parties adds up to one step.",
        source="direct computation",
        latex=r"\delta(\varepsilon)=\max_m\left(P[k\le m]-e^{\varepsilon}P[k\le m-\Delta]\right),\quad "
        r"P(k)=e^{-v}I_{|k|}(v)",
        side=ch.Side.EXACT,
    )


def _discrete_gaussian() -> list[ch.Theorem]:
    """The concentrated guarantee, and the profile of one run."""
    return [
        ch.Theorem(
            name="discrete-gaussian.zcdp",
            takes=ch.OnStep("discrete-gaussian"),
            gives=ch.ZCDP,
            bound=lambda case: ch.ZCDP(rho=(case.sensitivity / case.number("sigma")) ** 2 / 2),
            statement="Discrete Gaussian noise has the rho of continuous noise; it is attained at whole orders, and "
            "a bound between.",
            source="Canonne, Kamath, Steinke 2020, Theorem 4",
            latex=r"\rho=\frac{\Delta^2}{2\sigma^2}",
        ),
        ch.Theorem(
            name="discrete-gaussian.profile",
            takes=ch.OnStep("discrete-gaussian"),
            gives=ch.Profile,
            bound=_gaussian_profile,
            statement="The exact privacy profile of one run, by sums over the integers whose rests are bounded.",
            source="Canonne, Kamath, Steinke 2020, Theorem 7; direct computation",
            latex=r"\delta(\varepsilon)=\max_m\left(P[k\le m]-e^{\varepsilon}P[k\le m-\Delta]\right)",
            side=ch.Side.EXACT,
        ),
    ]


def _discrete_laplace() -> list[ch.Theorem]:
    """The pure guarantee, the Renyi curve, and the profile of one run."""
    return [
        ch.Theorem(
            name="discrete-laplace.pure",
            takes=ch.OnStep("discrete-laplace"),
            gives=ch.Pure,
            bound=lambda case: ch.Pure(epsilon=_epsilon(case)),
            statement="Discrete Laplace noise is eps-DP with eps = sensitivity/scale, and no smaller eps holds.",
            source="Ghosh, Roughgarden, Sundararajan 2009",
            latex=r"\varepsilon=\Delta/b",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="discrete-laplace.renyi",
            takes=ch.OnStep("discrete-laplace"),
            gives=ch.Renyi,
            bound=lambda case: ch.Renyi(curve=formula_at(two_ratios.discrete_laplace, rate_of(case), _epsilon(case))),
            statement="The exact Renyi curve of one run, by geometric sums.",
            source="direct computation",
            latex=r"\gamma(\alpha)=\tfrac{1}{\alpha-1}\log"
            r"\frac{\sinh(\alpha/b)\,e^{(\alpha-1)\Delta/b}+\sinh((\alpha-1)/b)\,e^{-\alpha\Delta/b}}"
            r"{\sinh(\alpha/b)+\sinh((\alpha-1)/b)}",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="discrete-laplace.profile",
            takes=ch.OnStep("discrete-laplace"),
            gives=ch.Profile,
            bound=_laplace_profile,
            statement="The exact privacy profile of one run: the best event is a half line that ends near (Delta - "
            "eps b)/2.",
            source="direct computation",
            latex=r"\delta(\varepsilon)=\max_m\left(1-\frac{a^{m+1}+e^{\varepsilon}a^{\Delta-m}}{1+a}\right),\quad "
            r"a=e^{-1/b}",
            side=ch.Side.EXACT,
        ),
    ]


register_claims = ch.claims_in(
    f"{__package__}.claims", ".discrete_gaussian .discrete_laplace .discrete_stated .skellam"
)
