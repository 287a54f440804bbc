"""The moment generating functions of mechanisms: theorems that lead from a step to a characteristic function."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch

from ..mechanisms.formulas import rappor_bits as bits
from ..mechanisms.laplace_step import laplace_epsilon, laplace_rate, laplace_shift
from ..subsampling.sgd_step import sampled
from . import guarantee as cf, noise_steps as steps
from .formulas import discrete_gaussian_moments as discrete, moments, sampled_guarantee as guarantee
from .guarantee import CharacteristicFunction
from .laws import finite_outcomes

MOST_SHIFT = 1000
"""The largest sensitivity of discrete Laplace noise on a sample, each loss of which is a term of a sum."""
GUARANTEE_ON_SAMPLE = (
    r"M(z)=\delta(1-q)^z+(1-\delta)\frac{e^{\varepsilon}(1-q+q\,e^{-\varepsilon})^z+(1-q+q\,e^{\varepsilon})^z}"
    r"{1+e^{\varepsilon}},\;z\to 1-z\text{ where added}"
)
SKELLAM = "direct computation, for the mechanism of Agarwal, Kairouz, Liu 2021"


def few_losses(case: ch.Case) -> str | None:
    """Add-or-remove or zero-out neighbours, a rate above 0 and below 1, and a sensitivity of at most 1000."""
    shift = laplace_shift(case.within)
    return sampled(case) or (f"it has {shift + 1} losses" if shift > MOST_SHIFT else None)


def guarantee_on_sample(rate: Fraction, epsilon: Fraction, delta: Fraction) -> CharacteristicFunction:
    """Of the worst (epsilon, delta)-DP mechanism on a Poisson sample, of which a record is removed or added."""
    return cf.one_run(*(guarantee.SampledGuarantee(rate, epsilon, delta, added) for added in (False, True)))


def _telling(case: ch.Case) -> str | None:
    """Reports of a permanent 1 and of a permanent 0 differ."""
    return None if case.number("p") < case.number("q") else "reports say nothing"


def _rappor(case: ch.Case) -> CharacteristicFunction:
    """The bits in which two values differ, either way: the whole is its own swap."""
    hashes, bit = int(case.number("hashes")), finite_outcomes.Outcomes.of(bits.likely_counts(case.number))
    return CharacteristicFunction((cf.merged(((bit, hashes), (bit.swapped, hashes))),))


def of_steps() -> list[ch.Theorem]:
    """Steps with a known worst pair of output distributions."""
    return [*_gaussian_on_samples(), *_laplace_on_samples(), *_of_counts(), *_on_all_data()]


def _gaussian_on_samples() -> list[ch.Theorem]:
    """Gaussian noise on a Poisson sample."""
    return [
        steps.ON_SAMPLE.theorem(
            "gaussian",
            steps.GAUSSIAN,
            "The worst pair is N(0) and (1-q) N(0) + q N(Delta), in either order; the moments of its likelihood ratio "
            "are integrals over a normal variable, at complex orders too.",
            r"M(z)=\mathbb{E}_{t\sim N(0,1)}\left(1-q+q\,e^{t/s-1/(2s^2)}\right)^{z},\;z\to 1-z\text{ where added}",
        ),
        steps.ON_SAMPLE.theorem(
            "discrete-gaussian",
            steps.DISCRETE_GAUSSIAN,
            "The worst pair is Q and (1-q) Q + q P, in either order, of discrete Gaussian noise Q and P, shifted by "
            "the sensitivity d; the moments are sums over the integers whose tails are bounded.",
            r"M(z)=\frac{\sum_k e^{-k^2/(2\sigma^2)}\left(1-q+q\,e^{(2kd-d^2)/(2\sigma^2)}\right)^z}"
            r"{\sum_k e^{-k^2/(2\sigma^2)}},\;z\to 1-z\text{ where added}",
        ),
        steps.ON_SAMPLE.theorem(
            "skellam",
            steps.SKELLAM,
            "The worst pair is Q and (1-q) Q + q P, in either order, of Skellam noise Q and P, shifted by the "
            "sensitivity d; the moments are sums over the integers whose tails are bounded.",
            r"M(z)=\sum_kP(k)\left(1-q+q\,\tfrac{P(k-d)}{P(k)}\right)^z,\;P(k)=e^{-v}I_{|k|}(v);"
            r"\;z\to 1-z\text{ where added}",
            source=SKELLAM,
        ),
    ]


def _laplace_on_samples() -> list[ch.Theorem]:
    """Laplace noise, continuous or on the integers, and randomized response on a Poisson sample."""
    return [
        steps.ON_SAMPLE.theorem(
            "laplace",
            steps.LAPLACE,
            "The worst pair is Q and (1-q) Q + q P, in either order, with Laplace noise around 0 as Q and around the "
            "sensitivity as P. The likelihood ratio has an atom at either end, and a density between.",
            r"M(z)=\tfrac12w(-\varepsilon)^z+\tfrac12e^{-\varepsilon}w(\varepsilon)^z"
            r"+\tfrac14\int_{-\varepsilon}^{\varepsilon}e^{-(x+\varepsilon)/2}w(x)^z\,dx,\;w(x)=1-q+q\,e^x;"
            r"\;z\to 1-z\text{ where added}",
        ),
        steps.ON_SAMPLE.theorem(
            "discrete-laplace",
            steps.DISCRETE_LAPLACE,
            "The worst pair is Q and (1-q) Q + q P, in either order, of discrete Laplace noise Q and P, shifted by the "
            "sensitivity d. There are d + 1 losses.",
            r"M(z)=\tfrac{1-a}{1+a}\sum_k a^{|k|}\left(1-q+q\,a^{|k-d|-|k|}\right)^z,\;a=e^{-1/b}"
            r";\;z\to 1-z\text{ where added}",
            conditions=few_losses,
        ),
        steps.ON_SAMPLE.theorem(
            "pure",
            steps.RESPONSE,
            "Randomized response, where the record is there, is the worst eps-DP mechanism on a Poisson sample: there "
            "are two losses.",
            r"M(z)=\frac{e^{\varepsilon}(1-q+q\,e^{-\varepsilon})^z+(1-q+q\,e^{\varepsilon})^z}{1+e^{\varepsilon}}"
            r",\;z\to 1-z\text{ where added}",
        ),
        steps.ON_SAMPLE.theorem(
            "approximate",
            lambda case: guarantee_on_sample(case.number("rate"), *map(case.within.number, ("epsilon", "delta"))),
            "Randomized response that gives everything away with probability delta, and without the record as often "
            "has an outcome of its own, is the worst (eps, delta)-DP mechanism on a Poisson sample. There are three "
            "finite losses, and an infinite one with probability q delta where the record is removed.",
            GUARANTEE_ON_SAMPLE,
        ),
    ]


def _of_counts() -> list[ch.Theorem]:
    """Skellam noise, and reports of many bits, on all data."""
    return [
        steps.ON_ALL.theorem(
            "skellam",
            steps.SKELLAM,
            "The worst pair of Skellam noise is shifted by the sensitivity, as it is log-concave; the moments are sums "
            "over the integers whose tails are bounded.",
            r"M(z)=\sum_kP(k-\Delta)^z\,P(k)^{1-z},\;P(k)=e^{-v}I_{|k|}(v)",
            source=SKELLAM,
        ),
        steps.theorem_of(
            "rappor.characteristic",
            ch.OnStep("rappor"),
            _rappor,
            "The filters of two values differ in at most h bits that the one sets and h that the other sets, as those "
            "of values that share no bit do. Each bit is reported for itself, and has a loss for each number of ones.",
            r"M(z)=\left(m(z)\,m(1-z)\right)^h,\;m(z)=\sum_jP_1(j)^zP_0(j)^{1-z},\;"
            r"P_1(j)=\binom nj\left((1-\tfrac f2)\,q^j(1-q)^{n-j}+\tfrac f2\,p^j(1-p)^{n-j}\right)",
            source="direct computation, for the mechanism of Erlingsson, Pihur, Korolova 2014",
            conditions=_telling,
        ),
    ]


def _on_all_data() -> list[ch.Theorem]:
    """Other steps that see the whole data set."""
    return [
        steps.theorem_of(
            "laplace.characteristic",
            ch.OnStep("laplace"),
            lambda case: cf.one_run(moments.Laplace(laplace_epsilon(case))),
            "The loss of Laplace noise between shifts of the sensitivity has this moment generating function.",
            r"M(z)=\frac{z\,e^{(z-1)\varepsilon}+(z-1)\,e^{-z\varepsilon}}{2z-1},\;\varepsilon=\Delta/b",
        ),
        steps.theorem_of(
            "randomized-response.characteristic",
            ch.OnStep("randomized-response"),
            lambda case: cf.one_run(moments.RandomizedResponse(case.number("epsilon"), int(case.number("k")))),
            "The loss is eps, 0 or -eps.",
            r"M(z)=\frac{e^{z\varepsilon}+(k-2)+e^{(1-z)\varepsilon}}{e^{\varepsilon}+k-1}",
        ),
        steps.theorem_of(
            "discrete-laplace.characteristic",
            ch.OnStep("discrete-laplace"),
            lambda case: cf.one_run(discrete.DiscreteLaplace(laplace_rate(case), int(laplace_shift(case)))),
            "The worst pair of discrete Laplace noise is shifted by the sensitivity; its losses are geometric sums.",
            r"M(z)=\frac{1-a}{1+a}\sum_k a^{|k|+z(|k-\Delta|-|k|)},\;a=e^{-1/b}",
        ),
        steps.theorem_of(
            "discrete-gaussian.characteristic",
            ch.OnStep("discrete-gaussian"),
            lambda case: cf.one_run(discrete.DiscreteGaussian(case.number("sigma") ** 2, int(case.sensitivity))),
            "The worst pair of discrete Gaussian noise is shifted by the sensitivity; its moments are sums over the "
            "integers whose rests are bounded.",
            r"M(z)=\frac{\sum_k e^{-k^2/(2\sigma^2)+z(2k\Delta-\Delta^2)/(2\sigma^2)}}{\sum_k e^{-k^2/(2\sigma^2)}}",
        ),
    ]


def of_logistic_noise() -> list[ch.Theorem]:
    """Of logistic noise on all records, and on a sample where one is removed or added."""
    source = "ours; direct computation"
    return [
        steps.ON_ALL.theorem(
            "logistic",
            steps.LOGISTIC,
            "The loss of logistic noise between shifts of the sensitivity is that of Laplace noise between the two "
            "centres.",
            r"M(z)=\frac{\sinh((z-\frac12)d)}{(2z-1)\sinh(d/2)},\;d=\Delta/s",
            source=source,
        ),
        steps.ON_SAMPLE.theorem(
            "logistic",
            steps.LOGISTIC,
            "The worst pair is Q and (1-q) Q + q P, in either order, with logistic noise around 0 as Q and around the "
            "sensitivity as P; the likelihood ratio is a function of a uniform variable, without atoms.",
            r"M(z)=\mathbb{E}\left(1-q+\frac{q\,e^d}{(u+e^d(1-u))^2}\right)^z,\;"
            r"u\sim U(0,1),\;d=\Delta/s;\;z\to 1-z\text{ where added}",
            source=source,
        ),
    ]
