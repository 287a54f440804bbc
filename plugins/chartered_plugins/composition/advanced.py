"""Advanced composition: closed-form bounds on what optimal composition computes exactly. They are opt-in, for
comparison."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

import chartered as ch
from chartered.model import failure_event as failure
from chartered_verify.arithmetic import Arithmetic, Value

from ..basics.formula_at import formula_at
from ..basics.formulas import randomized_response as response, subgaussian_tail as advanced
from .formulas import randomized_response_products as responses

Curve: TypeAlias = Callable[[Arithmetic, Value], Value]


def _closed(g: ch.Responses, delta: Curve, epsilon: Curve) -> ch.Profile:
    """The profile of the product of randomized responses and its inverse, where some run fails with probability
    g.delta."""
    return ch.Profile(
        delta=lambda xp, at, witness: failure.with_failure_event(xp.number(g.delta), delta(xp, at)),
        epsilon=lambda xp, at, witness: epsilon(xp, failure.without_failure_event(xp, xp.number(g.delta), at)),
        at_infinity=ch.AtInfinity(delta=g.delta, max_loss=_total(g, 1), max_loss_is_tight=g.side is ch.Side.EXACT),
    )


def _total(g: ch.Responses, power: int) -> Fraction:
    return responses.total(tuple(g.counts.items()), power)


def _kairouz(g: ch.Responses) -> ch.Profile:
    variance_proxy = _total(g, 2)

    def mean_loss(xp: Arithmetic) -> Value:
        return sum((k * response.concentration(xp, xp.number(e)) for e, k in g.counts.items()), xp.number(0))

    return _closed(
        g,
        formula_at(advanced.least_delta, mean_loss, variance_proxy),
        formula_at(advanced.least_epsilon, mean_loss, variance_proxy, _total(g, 1)),
    )


def _dwork(g: ch.Responses) -> ch.Profile:
    variance_proxy = _total(g, 2)

    def mean_loss(xp: Arithmetic) -> Value:
        return sum((k * xp.number(e) * xp.expm1(xp.number(e)) for e, k in g.counts.items()), xp.number(0))

    return _closed(
        g,
        formula_at(advanced.tail_delta, mean_loss, variance_proxy),
        formula_at(advanced.tail_epsilon, mean_loss, variance_proxy),
    )


def _mironov(g: ch.Responses) -> ch.Profile:
    variance_proxy = _total(g, 2)
    return _closed(
        g, formula_at(advanced.quadruple_delta, variance_proxy), formula_at(advanced.quadruple_epsilon, variance_proxy)
    )


def _silent(g: ch.Responses) -> str | None:
    return None if g.counts else "every eps is 0: nothing was released"


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Three bounds, from the tightest to the loosest."""
    return [
        ch.Theorem(
            name="kairouz2015.T35",
            takes=ch.Responses,
            gives=ch.Profile,
            bound=_kairouz,
            conditions=_silent,
            statement="Advanced composition in closed form: the least of the sum and two bounds on the tail of the "
            "loss.",
            source="Kairouz, Oh, Viswanath 2015, Theorem 3.5, and 3.4 for equal eps",
            latex=r"\varepsilon=\min\left\{\sum_i\varepsilon_i,\;"
            r"D+\sqrt{2V\log\left(e+\tfrac{\sqrt{V}}{\delta}\right)},\;"
            r"D+\sqrt{2V\log\tfrac1\delta}\right\},\quad "
            r"D=\sum_i\varepsilon_i\tanh\tfrac{\varepsilon_i}{2},\;V=\sum_i\varepsilon_i^2",
            never_looser_than=("dwork2010.advanced", "mironov2017.C1"),
            use=ch.Use.BY_NAME,
        ),
        ch.Theorem(
            name="dwork2010.advanced",
            takes=ch.Responses,
            gives=ch.Profile,
            bound=_dwork,
            conditions=_silent,
            statement="The first advanced composition: the mean loss is at most eps (e^eps - 1) a run.",
            source="Dwork, Rothblum, Vadhan 2010, Theorem III.3",
            latex=r"\varepsilon=\sqrt{2\sum_i\varepsilon_i^2\log\tfrac1\delta}"
            r"+\sum_i\varepsilon_i(e^{\varepsilon_i}-1)",
            use=ch.Use.BY_NAME,
        ),
        ch.Theorem(
            name="mironov2017.C1",
            takes=ch.Responses,
            gives=ch.Profile,
            bound=_mironov,
            conditions=_silent,
            statement="A short form by Renyi DP, for log(1/delta) at least the sum of eps_i^2.",
            source="Mironov 2017, Corollary 1",
            latex=r"\varepsilon=4\sqrt{2\sum_i\varepsilon_i^2\log\tfrac1\delta}",
            use=ch.Use.BY_NAME,
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".kairouz2015 .advanced_stated")
