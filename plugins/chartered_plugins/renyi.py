"""Renyi DP: a curve of divergences over the orders, and its composition order by order."""

from __future__ import annotations

from collections.abc import Sequence

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value


def _point(case: ch.Case) -> ch.Renyi:
    gamma = case.number("gamma")
    return ch.Renyi(curve=lambda xp, alpha: xp.number(gamma) + 0 * alpha, top=case.number("alpha"))


def _times(g: ch.Renyi, n: int) -> ch.Renyi:
    return ch.Renyi(curve=lambda xp, alpha: n * g.curve(xp, alpha), top=g.top)


def _compose(gs: Sequence[ch.Renyi]) -> ch.Renyi:
    def curve(xp: Arithmetic, alpha: Value) -> Value:
        first, *others = (g.curve(xp, alpha) for g in gs)
        return sum(others, first)

    return ch.Renyi(curve=curve, top=min((g.top for g in gs if g.top is not None), default=None))


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """A mechanism of which one point of its Renyi curve is known."""
    alpha = ch.Parameter("alpha", "the order", low=1)
    gamma = ch.Parameter("gamma", "the Renyi divergence of that order, for the ledger's own relation", open_low=False)
    return [ch.Mechanism("rdp", "any mechanism whose Renyi divergence of one order is at most gamma", (alpha, gamma))]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """What the name says: the divergence of a smaller order is no larger."""
    return [
        ch.Theorem(
            name="rdp.renyi",
            takes=ch.OnStep("rdp"),
            gives=ch.Renyi,
            bound=_point,
            statement="The Renyi divergence does not decrease with its order, so the point holds for all smaller orders.",
            source="van Erven, Harremoes 2014, Theorem 3",
            latex=r"\gamma(\alpha')\le\gamma\quad(1<\alpha'\le\alpha)",
        )
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
            side=ch.Side.EXACT,
        )
    ]
