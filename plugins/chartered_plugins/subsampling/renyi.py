"""Renyi curves of sampled mechanisms from any curve of the wrapped step: Poisson samples, and samples without
replacement."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from . import rate as samples
from .formulas import amplification, fixed_size_moments as sample_moments, integer_orders as orders, poisson_moments

_CHORD = "Between whole orders the cumulant (alpha-1) gamma'(alpha) is convex, and its chord a bound."
_CONVEX = (
    "If the wrapped curve ends below the order 2, the moment is bounded by joint convexity: e^((alpha-1) "
    "gamma'(alpha)) <= 1 - {rate} + {rate} e^((alpha-1) gamma(alpha))."
)


def _why_not(case: ch.Case) -> str | None:
    rate = samples.rate(case)
    if rate <= 0:
        return "the rate is 0: nothing is released"
    return "the rate is 1: the step is what it wraps" if rate >= 1 else None


def _poisson_conditions(case: ch.Case) -> str | None:
    if case.wrapped.name == "gaussian":
        return "the sampled Gaussian has an exact curve"
    return _why_not(case)


def _sample_conditions(case: ch.Case) -> str | None:
    if case.wrapped.name == "sample":
        return "a sample of a sample is one of all records"
    return _why_not(case)


def _curve(case: ch.Case, kind: type[orders.Moments], cumulant: Callable[[Any, Fraction, int], ch.Value]) -> ch.Renyi:
    """Chords between the cumulants at whole orders, nowhere above e^gamma' = 1 + q (e^gamma - 1)."""
    inner, rate = case.guarantee(ch.Renyi), samples.rate(case)
    top = orders.MOST if inner.top is None else min(orders.MOST, int(inner.top))
    if top < 2:
        return _below_two(inner, rate)
    wrapped = inner.curve
    curve = orders.Chords(
        moments=lambda xp: kind(xp, wrapped, top),
        cumulant=lambda moments, n: cumulant(moments, rate, n),
        most=lambda xp, alpha: amplification.sampled_epsilon(xp, xp.number(rate), wrapped(xp, alpha)),
        top=top,
    )
    return ch.Renyi(curve=curve, top=Fraction(top))


def _below_two(inner: ch.Renyi, rate: Fraction) -> ch.Renyi:
    """The curve on a sample if the wrapped one ends below the order 2. The moment is jointly convex: two neighbouring
    data sets, sampled by the same draws, are equal unless the record that differs is drawn, and then neighbours."""

    def curve(xp: Arithmetic, alpha: Value) -> Value:
        cumulant = (alpha - 1) * inner.curve(xp, alpha)
        return amplification.sampled_epsilon(xp, xp.number(rate), cumulant) / (alpha - 1)

    return ch.Renyi(curve=curve, top=inner.top)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """One curve for each kind of sample."""
    return [
        ch.Theorem(
            name="poisson.renyi",
            takes=ch.OnWrapper("poisson", ch.Renyi),
            gives=ch.Renyi,
            bound=lambda case: _curve(case, orders.Moments, poisson_moments.cumulant),
            conditions=_poisson_conditions,
            statement="At whole orders the divergence of the sampled mechanism from the one without the record is a "
            "binomial sum of the "
            f"wrapped moments, and the reverse one is bounded by a power of the likelihood ratio. {_CHORD} "
            + _CONVEX.format(rate="q"),
            source="ours; Zhu, Wang 2019, Theorem 5, has the sum with a factor 3",
            latex=r"e^{(\alpha-1)\gamma'(\alpha)}\le "
            r"1+\max\left\{\sum_{k=2}^{\alpha}\binom{\alpha}{k}q^k(1-q)^{\alpha-k}"
            r"\left(e^{(k-1)\gamma(k)}-1\right),\;"
            r"\binom{\alpha}{2}q^2\left(e^{\gamma(2)}-1\right)\right\}\quad((\alpha+1)q\le 3)",
            failures=samples.rate,
            version=2,
        ),
        ch.Theorem(
            name="sample.renyi",
            takes=ch.OnWrapper("sample", ch.Renyi),
            gives=ch.Renyi,
            bound=lambda case: _curve(case, sample_moments.Costs, sample_moments.cumulant),
            conditions=_sample_conditions,
            statement="With the rate r = m/n, at whole orders: the privacy profile of the two samples splits into "
            "those of pairs, each covered by powers of its likelihood ratio; or the second moment is bounded by "
            f"itself, if that is less. {_CHORD} {_CONVEX.format(rate='r')}",
            source="ours; the second bound sharpens Wang, Balle, Kasiviswanathan 2019, Theorem 9",
            latex=r"e^{(\alpha-1)\gamma'(\alpha)}\le 1+\alpha(\alpha-1)r^2\Big(\tfrac{15+17(1-r)^{\alpha-1}}{30}\mu_2"
            r"+\sum_{j\ge 1}\tbinom{\alpha-1}{j}r^j(1-r)^{\alpha-1-j}\mu_{j+1}"
            r"+(1-r)\big(\nu_2+\sum_{j\ge 0}\tbinom{\alpha-2}{j}r^j(1-r)^{\alpha-2-j}\nu_{j+2}\big)\Big),\quad "
            r"\mu_k=\frac{e^{(k-1)\gamma(k)}-1}{k(k-1)},\;\nu_k=\min_{i\ge 0}\tfrac{i^i}{(i+1)^{i+1}}\mu_{k+i}",
            version=2,
        ),
    ]


register_claims = ch.claims_in(
    f"{__package__}.claims", ".poisson_renyi .sample_renyi .sample_renyi_fine .whole_orders .low_orders .renyi_cases"
)
