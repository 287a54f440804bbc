"""Renyi DP: a curve of divergences over the orders, and its composition order by order."""

from __future__ import annotations

from collections.abc import Sequence

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from .formula_at import formula_at
from .formulas import randomized_response as response


def renyi_of_pure(xp: Arithmetic, epsilon: Value, alpha: Value) -> Value:
    """log((e^(alpha eps) + e^((1-alpha) eps))/(1 + e^eps))/(alpha-1): the curve of binary randomized response."""
    return response.renyi(xp, epsilon, xp.number(2), alpha)


def _point(case: ch.Case) -> ch.Renyi:
    gamma = case.number("gamma")
    return ch.Renyi(curve=lambda xp, alpha: xp.number(gamma) + 0 * alpha, top=case.number("alpha"))


def _times(g: ch.Renyi, n: ch.Number) -> ch.Renyi:
    return ch.Renyi(curve=lambda xp, alpha: xp.number(n) * g.curve(xp, alpha), top=g.top)


def _compose(gs: Sequence[ch.Renyi]) -> ch.Renyi:
    def curve(xp: Arithmetic, alpha: Value) -> Value:
        first, *others = (g.curve(xp, alpha) for g in gs)
        return sum(others, first)

    return ch.Renyi(curve=curve, top=min((g.top for g in gs if g.top is not None), default=None))


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """A mechanism of which one point of its Renyi curve is known."""
    alpha = ch.Parameter("alpha", "the order", low=1, safer="larger", monotone="rdp.monotone")
    gamma = ch.Parameter(
        "gamma",
        "the Renyi divergence of that order, for the ledger's own relation",
        open_low=False,
        safer="smaller",
        monotone="rdp.monotone",
    )
    return [
        ch.Mechanism(
            "rdp",
            "any mechanism whose Renyi divergence of one order is at most gamma, or of each of several (rdp-curve)",
            (alpha, gamma),
            variants=(("alpha", ":", "rdp-curve"),),
            also_called=("renyi", "renyi-dp"),
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The step's own guarantee, which also holds at smaller orders; and what pure DP implies."""
    return [
        ch.Theorem(
            name="rdp.renyi",
            takes=ch.OnStep("rdp"),
            gives=ch.Renyi,
            bound=_point,
            statement="The Renyi divergence does not decrease with its order, so the point holds for all smaller "
            "orders.",
            source="van Erven, Harremoes 2014, Theorem 3",
            latex=r"\gamma(\alpha')\le\gamma\quad(1<\alpha'\le\alpha)",
        ),
        ch.Theorem.rewriting(
            name="rdp.nothing",
            takes=ch.OnStep("rdp"),
            bound=lambda case: ch.parse("pure:epsilon=0").step,
            conditions=lambda case: None if case["gamma"] == 0 else "",
            statement="At gamma = 0 neighbours give the same distribution: nothing is released, which is 0-DP.",
            source="van Erven, Harremoes 2014, Theorem 8",
        ),
        ch.Theorem(
            name="pure.renyi",
            takes=ch.Pure,
            gives=ch.Renyi,
            bound=lambda g: ch.Renyi(curve=formula_at(renyi_of_pure, g.epsilon)),
            statement="Among all eps-DP mechanisms binary randomized response has the largest Renyi divergence of "
            "every order.",
            source="Bun, Steinke 2016, Proposition 3.3; Kairouz, Oh, Viswanath 2015",
            latex=r"\gamma(\alpha)=\tfrac{1}{\alpha-1}\log"
            r"\frac{e^{\alpha\varepsilon}+e^{(1-\alpha)\varepsilon}}{1+e^{\varepsilon}}",
            optimal_for_premise=True,
        ),
    ]


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """Curves add up order by order."""
    return [
        ch.Accountant(
            name="renyi",
            kind=ch.Renyi,
            times=_times,
            compose=_compose,
            statement="Renyi divergences of one order add up; the orders at which all curves are known remain.",
            source="Mironov 2017, Proposition 1",
            latex=r"\gamma(\alpha)=\sum_i\gamma_i(\alpha)",
            most_kinds=64,
            side=ch.Side.EXACT,
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".renyi")
