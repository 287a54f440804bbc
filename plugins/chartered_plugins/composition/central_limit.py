"""The central limit theorem for privacy losses: under composition moments add up, and the Berry-Esseen theorem bounds
the error of the normal approximation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Number, Value

from ..basics.formula_at import formula_at
from ..basics.formulas import gaussian_profile
from ..mechanisms.laplace_step import laplace_epsilon
from .formulas import central_limit as clt
from .search import added_variance as added_noise
from .witnesses import AddedVariance

DIRECT = "direct computation"


@dataclass(frozen=True, slots=True, eq=False)
class LossMoments(ch.Guarantee):
    """Moments of the privacy loss of a dominating pair (in both directions) that is a sum of independent terms: `mean`
    and `variance` of the sum, and `third`, the sum of the third absolute central moments. Normal terms count with a
    third moment of 0, because they are sums of arbitrarily small ones."""

    mean: Number
    variance: Number
    third: Number


def _moments(at: Callable[[Arithmetic], tuple[Value, Value, Value]]) -> LossMoments:
    return LossMoments(mean=lambda xp: at(xp)[0], variance=lambda xp: at(xp)[1], third=lambda xp: at(xp)[2])


def _response(epsilon0: Number, k: Number) -> LossMoments:
    if epsilon0 == 0:
        return LossMoments(mean=0, variance=0, third=0)
    return _moments(formula_at(clt.response, epsilon0, k))


def _all_normal(g: LossMoments) -> str | None:
    return "every term of the loss is normal: Gaussian DP accounts for it exactly" if g.third == 0 else None


def _profile(g: LossMoments) -> ch.Profile:
    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        added = AddedVariance.read(witness).added or Fraction(0)
        if added < 0:
            raise ch.Unavailable(f"the added variance {added} is negative")
        mean, variance, third = (xp.number(x) for x in (g.mean, g.variance, g.third))
        return clt.smoothed_delta(xp, mean, variance, third, xp.number(added), epsilon)

    def under(xp: Arithmetic, epsilon: Value) -> Value:
        return clt.least_delta(xp, xp.number(g.mean), xp.number(g.variance), xp.number(g.third), epsilon)

    def epsilon(xp: Arithmetic, at: Value, witness: ch.Witness) -> Value:
        answer = AddedVariance.read(witness).epsilon
        if answer is None:
            raise ch.Unavailable("the witness of a central limit theorem names no eps")
        found = xp.number(answer)
        return found if delta(xp, found, witness) <= at else xp.inf

    def propose(question: ch.Question) -> ch.Witness:
        return added_noise.best(g.mean, g.variance, g.third, question)

    fields = (*AddedVariance.fields(), *ch.FromBelow.fields())
    return ch.Profile(
        delta=delta,
        epsilon=epsilon,
        search=ch.WitnessSearch(propose=propose, fields=fields),
        lower_bound=under if g.side is ch.Side.EXACT else None,
    )


def _limit(g: LossMoments) -> ch.Profile:
    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return gaussian_profile.delta_mu(xp, 2 * xp.number(g.mean) / xp.sqrt(xp.number(g.variance)), epsilon)

    return ch.Profile(delta=delta)


def _times(g: LossMoments, n: int) -> LossMoments:
    return LossMoments(mean=ch.scale(g.mean, n), variance=ch.scale(g.variance, n), third=ch.scale(g.third, n))


def _compose(gs: Sequence[LossMoments]) -> LossMoments:
    return LossMoments(
        mean=ch.total(g.mean for g in gs),
        variance=ch.total(g.variance for g in gs),
        third=ch.total(g.third for g in gs),
    )


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The moments of mechanisms where they are closed forms, the bound with its error term, and the limit without
    it."""
    return [*_moments_of_responses(), *_moments_of_noise(), *_sums_of_losses()]


def _moments_of_responses() -> list[ch.Theorem]:
    """The moments of losses with two or three values."""
    return [
        ch.Theorem(
            name="pure.moments",
            takes=ch.Pure,
            gives=LossMoments,
            bound=lambda g: _response(g.epsilon, 2),
            statement="An eps0-DP step is no easier to tell apart than binary randomized response, whose loss is "
            "eps0 or -eps0.",
            source="Kairouz, Oh, Viswanath 2015, Theorem 2.4; direct computation",
            latex=r"\kappa_1=\varepsilon_0\tau,\;\kappa_2=\varepsilon_0^2(1-\tau^2),\;"
            r"\kappa_3=\varepsilon_0^3(1-\tau^4),"
            r"\quad\tau=\tanh(\varepsilon_0/2)",
            optimal_for_premise=True,
        ),
        ch.Theorem(
            name="randomized-response.moments",
            takes=ch.OnStep("randomized-response"),
            gives=LossMoments,
            bound=lambda case: _response(case.number("epsilon"), case.number("k")),
            statement="The moments of the loss of k-ary randomized response, which is eps0, -eps0 or 0.",
            source=DIRECT,
            side=ch.Side.EXACT,
        ),
    ]


def _moments_of_noise() -> list[ch.Theorem]:
    """The moments of the loss of Laplace noise, and of the normal loss of mu-GDP."""
    return [
        ch.Theorem(
            name="laplace.moments",
            takes=ch.OnStep("laplace"),
            gives=LossMoments,
            bound=lambda case: _moments(formula_at(clt.laplace, laplace_epsilon(case))),
            statement="The moments of the loss of Laplace noise; a shift over several coordinates loses no more than "
            "in one.",
            source=DIRECT,
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="gdp.moments",
            takes=ch.GDP,
            gives=LossMoments,
            bound=lambda g: LossMoments(mean=ch.scale(g.mu_squared, ch.HALF), variance=g.mu_squared, third=0),
            statement="The loss of mu-GDP is normal with mean mu^2/2 and variance mu^2.",
            source=DIRECT,
            latex=r"\kappa_1=\mu^2/2,\quad\kappa_2=\mu^2",
            optimal_for_premise=True,
        ),
    ]


def _sums_of_losses() -> list[ch.Theorem]:
    """Conclusions from the moments of a sum: the bound with its error term, and the limit without it."""
    return [
        ch.Theorem(
            name="central-limit.profile",
            takes=LossMoments,
            gives=ch.Profile,
            bound=_profile,
            conditions=_all_normal,
            statement="delta is the mean of a function of the loss that rises from 0 to 1, so it is that of a normal "
            "loss X of the same mean and variance to within the Berry-Esseen distance g. A run of mu-GDP may be added, "
            "which makes delta no smaller, and g smaller: the best mu is the witness. Where the moments are those of "
            "the mechanisms themselves, their delta is also no less than that of the normal loss (without the added "
            "run) less g.",
            source="Berry 1941; Esseen 1942; Shevtsova 2010; direct computation; it sharpens Dong, Roth, Su 2022, "
            "Theorem 3.5, whose error is g (1 + e^eps)",
            latex=r"\delta(\varepsilon)\le\mathbb{E}\left(1-e^{\varepsilon-X}\right)_+"
            r"+\frac{0.56\,\kappa_3}{(\kappa_2+\mu^2)^{3/2}},\quad "
            r"X\sim N(\kappa_1+\mu^2/2,\;\kappa_2+\mu^2)",
        ),
        ch.Theorem(
            name="central-limit.limit",
            takes=LossMoments,
            gives=ch.Profile,
            bound=_limit,
            conditions=_all_normal,
            statement="The limit of many runs: mu-GDP with this mu, without the error of finitely many. It can say "
            "less than the truth.",
            source="Dong, Roth, Su 2022, the central limit theorem",
            latex=r"\mu\approx 2\kappa_1/\sqrt{\kappa_2}",
            side=ch.Side.HEURISTIC,
        ),
    ]


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """Moments add up."""
    return [
        ch.Accountant(
            name="central-limit",
            kind=LossMoments,
            times=_times,
            compose=_compose,
            statement="The losses of independent runs add up, and so do their means, their variances and, as a "
            "bound, their third moments.",
            source="Dong, Roth, Su 2022; direct computation",
            latex=r"\kappa_j=\sum_i\kappa_{j,i}",
            most_kinds=64,
            side=ch.Side.EXACT,
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".loss_moments .central_limit")
