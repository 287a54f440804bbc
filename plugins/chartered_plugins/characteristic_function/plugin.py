"""Composition by the characteristic function of the privacy loss: the Renyi curve at complex orders, which determines
the privacy profile, inverted in balls."""

from __future__ import annotations

from typing import Any

import chartered as ch
from chartered_verify.statements.claim import Claim

from ..mechanisms.laplace_epsilon import laplace_epsilon
from ..subsampling.gaussian_sample import noise_multiplier, sampled
from . import guarantee as cf
from .formulas.moments import Gaussian, Laplace, RandomizedResponse
from .formulas.poisson_gaussian import PoissonGaussian
from .guarantee import CharacteristicFunction
from .profile import profile

AFA = "Zhu, Dong, Wang 2022, Section 4"
MAX_KINDS = 1536
"""Different mechanisms of which the functions are multiplied."""
INVERSION = "Bromwich's integral, with the error of the trapezoidal rule by Poisson's summation formula"


def _poisson_gaussian(case: ch.Case) -> CharacteristicFunction:
    rate, noise = case.number("rate"), noise_multiplier(case)
    return cf.one_run(PoissonGaussian(rate, noise), PoissonGaussian(rate, noise, added=True))


def _laplace(case: ch.Case) -> CharacteristicFunction:
    return cf.one_run(Laplace(laplace_epsilon(case)))


def _response(case: ch.Case) -> CharacteristicFunction:
    return cf.one_run(RandomizedResponse(case.number("epsilon"), int(case.number("k"))))


def _worst(epsilon: ch.Number, delta: ch.Number = 0) -> CharacteristicFunction:
    """Randomized response with a failure."""
    return cf.one_run(RandomizedResponse(epsilon, failure=delta))


def _invertible(g: CharacteristicFunction) -> str | None:
    kinds = max(map(len, g.directions))
    if kinds > MAX_KINDS:
        return f"{kinds} different mechanisms; at most {MAX_KINDS} are multiplied"
    if not any(m.decays for m, _ in g.directions[0]):
        return "nothing in it has a loss with a smooth density: the integral converges too slowly"
    if all(isinstance(m, Gaussian) for m, _ in g.directions[0]):
        return "every loss is normal: Gaussian DP accounts for it exactly"
    return None


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The functions of mechanisms, and the profile of their product."""
    return [*_of_steps(), *_of_worst_cases(), _of_gaussian_dp(), _inversion()]


def _stated(name: str, takes: Any, bound: Any, statement: str, latex: str, **more: Any) -> ch.Theorem:
    source = more.pop("source", f"{AFA}; direct computation")
    return ch.Theorem(name, takes, CharacteristicFunction, bound, statement, source, latex, **more)


def _of_steps() -> list[ch.Theorem]:
    """Steps whose worst pair of outputs is known."""
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
    ]


def _of_worst_cases() -> list[ch.Theorem]:
    """Steps of which only a guarantee is known, by the worst mechanism that has it."""
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


def _of_gaussian_dp() -> ch.Theorem:
    return _stated(
        "gdp.characteristic",
        ch.GDP,
        lambda g: cf.one_run(Gaussian(g.mu_squared)),
        "The loss between N(0, 1) and N(mu, 1) is normal.",
        r"M(z)=e^{\mu^2 z(z-1)/2}",
        side=ch.Side.EXACT,
    )


def _inversion() -> ch.Theorem:
    return ch.Theorem(
        name="characteristic-function.profile",
        takes=CharacteristicFunction,
        gives=ch.Profile,
        bound=profile,
        conditions=_invertible,
        statement="The moment generating function of the loss along a vertical line determines the profile. The "
        "trapezoidal rule errs by copies of the profile itself, which are bounded from both sides, as is what is "
        "truncated.",
        source=f"{AFA}; {INVERSION}",
        latex=r"\delta(\varepsilon)=\frac{1}{2\pi i}\int_{c-i\infty}^{c+i\infty}"
        r"\frac{M(z)\,e^{-(z-1)\varepsilon}}{z(z-1)}\,dz,\quad c>1",
        side=ch.Side.EXACT,
        expensive=True,
    )


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """Moment generating functions multiply."""
    return [
        ch.Accountant(
            name="characteristic-function",
            kind=CharacteristicFunction,
            times=cf.times,
            compose=cf.compose,
            statement="Losses of independent runs add up, so that their moment generating functions multiply; the "
            "product of worst pairs is the worst pair of the adaptive composition.",
            source=f"{AFA}; Theorem 10 there for adaptive composition",
            latex=r"M(z)=\prod_i M_i(z)",
            most_kinds=MAX_KINDS,
            merges=("gaussian", "gdp"),
            side=ch.Side.EXACT,
        )
    ]


@ch.hook
def register_claims() -> list[Claim]:
    """The claims about the inversion and its remainders, and the functions of the mechanisms."""
    from chartered.proving.book import claims_in

    return claims_in(__package__, ".claims.inversion", ".claims.moments", ".claims.sampled")
