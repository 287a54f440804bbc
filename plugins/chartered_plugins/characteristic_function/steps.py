"""The moment generating functions of mechanisms: theorems that lead from a step, and from Gaussian DP, to a
characteristic function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import chartered as ch
from chartered_verify.lazy_module import LazyModule

from ..mechanisms.discrete_laplace_rate import laplace_rate, laplace_shift
from ..mechanisms.laplace_epsilon import laplace_epsilon
from ..subsampling.gaussian_sample import noise_multiplier, sampled
from . import guarantee as cf
from .guarantee import CharacteristicFunction

if TYPE_CHECKING:
    from .formulas import discrete_moments as discrete, moments, poisson_gaussian as sampling
else:
    discrete = LazyModule(".formulas.discrete_moments", __package__)
    moments = LazyModule(".formulas.moments", __package__)
    sampling = LazyModule(".formulas.poisson_gaussian", __package__)


AFA = "Zhu, Dong, Wang 2022, Section 4"


def _poisson_gaussian(case: ch.Case) -> CharacteristicFunction:
    rate, noise = case.number("rate"), noise_multiplier(case)
    return cf.one_run(sampling.PoissonGaussian(rate, noise), sampling.PoissonGaussian(rate, noise, added=True))


def _laplace(case: ch.Case) -> CharacteristicFunction:
    return cf.one_run(moments.Laplace(laplace_epsilon(case)))


def _response(case: ch.Case) -> CharacteristicFunction:
    return cf.one_run(moments.RandomizedResponse(case.number("epsilon"), int(case.number("k"))))


def _discrete_laplace(case: ch.Case) -> CharacteristicFunction:
    return cf.one_run(discrete.DiscreteLaplace(laplace_rate(case), int(laplace_shift(case))))


def _discrete_gaussian(case: ch.Case) -> CharacteristicFunction:
    return cf.one_run(discrete.DiscreteGaussian(case.number("sigma") ** 2, int(case.sensitivity)))


def _worst(epsilon: ch.Number, delta: ch.Number = 0) -> CharacteristicFunction:
    """Randomized response with a failure probability: the worst (epsilon, delta)-DP mechanism."""
    return cf.one_run(moments.RandomizedResponse(epsilon, failure=delta))


def _stated(name: str, takes: Any, bound: Any, statement: str, latex: str, **more: Any) -> ch.Theorem:
    source = more.pop("source", f"{AFA}; direct computation")
    return ch.Theorem(name, takes, CharacteristicFunction, bound, statement, source, latex, **more)


def of_steps() -> list[ch.Theorem]:
    """Steps with a known worst pair of output distributions."""
    exact: dict[str, Any] = {"side": ch.Side.EXACT}
    return [
        _stated(
            "poisson-gaussian.characteristic",
            ch.OnStep("poisson", "gaussian"),
            _poisson_gaussian,
            "The worst pair is N(0) and (1-q) N(0) + q N(Delta), in either order; the moments of its likelihood ratio "
            "are integrals over a normal variable, at complex orders too.",
            r"M(z)=\mathbb{E}_{t\sim N(0,1)}\left(1-q+q\,e^{t/s-1/(2s^2)}\right)^{z},\;z\to 1-z\text{ where added}",
            conditions=sampled,
            **exact,
        ),
        _stated(
            "laplace.characteristic",
            ch.OnStep("laplace"),
            _laplace,
            "The loss of Laplace noise between shifts of the sensitivity has this moment generating function.",
            r"M(z)=\frac{z\,e^{(z-1)\varepsilon}+(z-1)\,e^{-z\varepsilon}}{2z-1},\;\varepsilon=\Delta/b",
            **exact,
        ),
        _stated(
            "randomized-response.characteristic",
            ch.OnStep("randomized-response"),
            _response,
            "The loss is eps, 0 or -eps.",
            r"M(z)=\frac{e^{z\varepsilon}+(k-2)+e^{(1-z)\varepsilon}}{e^{\varepsilon}+k-1}",
            **exact,
        ),
        _stated(
            "discrete-laplace.characteristic",
            ch.OnStep("discrete-laplace"),
            _discrete_laplace,
            "The worst pair of discrete Laplace noise is shifted by the sensitivity; its losses are geometric sums.",
            r"M(z)=\frac{1-a}{1+a}\sum_k a^{|k|+z(|k-\Delta|-|k|)},\;a=e^{-1/b}",
            **exact,
        ),
        _stated(
            "discrete-gaussian.characteristic",
            ch.OnStep("discrete-gaussian"),
            _discrete_gaussian,
            "The worst pair of discrete Gaussian noise is shifted by the sensitivity; its moments are sums over the "
            "integers whose rests are bounded.",
            r"M(z)=\frac{\sum_k e^{-k^2/(2\sigma^2)+z(2k\Delta-\Delta^2)/(2\sigma^2)}}{\sum_k e^{-k^2/(2\sigma^2)}}",
            **exact,
        ),
    ]


def of_worst_cases() -> list[ch.Theorem]:
    """Steps of which only a guarantee is known, by the worst mechanism with that guarantee."""
    exact: dict[str, Any] = {"side": ch.Side.EXACT, "source": f"Kairouz, Oh, Viswanath 2015, Theorem 2.4; {AFA}"}
    latex = r"M(z)=(1-\delta)\frac{e^{z\varepsilon}+e^{(1-z)\varepsilon}}{1+e^{\varepsilon}}"
    return [
        _stated(
            "pure-step.characteristic",
            ch.OnStep("pure"),
            lambda case: _worst(case.number("epsilon")),
            "Randomized response is the worst eps-DP mechanism.",
            latex.replace(r"(1-\delta)", ""),
            **exact,
        ),
        _stated(
            "approximate-step.characteristic",
            ch.OnStep("approximate"),
            lambda case: _worst(case.number("epsilon"), case.number("delta")),
            "Randomized response that gives everything away with probability delta is the worst (eps, delta)-DP "
            "mechanism.",
            latex,
            **exact,
        ),
    ]


def of_gaussian_dp() -> ch.Theorem:
    """Gaussian DP, whose worst loss is normal."""
    return _stated(
        "gdp.characteristic",
        ch.GDP,
        lambda g: cf.one_run(moments.Gaussian(g.mu_squared)),
        "The loss between N(0, 1) and N(mu, 1) is normal.",
        r"M(z)=e^{\mu^2 z(z-1)/2}",
        side=ch.Side.EXACT,
    )
