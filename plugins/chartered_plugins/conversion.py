"""From Renyi DP to approximate DP: the classical, the closed and the optimal conversion of Asoodeh et al. 2020, and its Gaussian study."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.claim import Claim

from .formulas import renyi_conversion as rc

PAPER = "Asoodeh, Liao, Calmon, Kosut, Sankar 2020"


def _order(g: ch.Renyi, witness: ch.Witness) -> Fraction | float:
    """The witness's order, if the curve holds there."""
    alpha = witness.get("alpha")
    if alpha is None or not alpha > 1 or (g.top is not None and alpha > g.top):
        raise ch.Unavailable(f"the order {alpha} is outside the curve's orders")
    return alpha


def _classical(g: ch.Renyi) -> ch.Profile:
    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        alpha = xp.number(_order(g, witness))
        return rc.classical_delta(xp, alpha, g.curve(xp, alpha), epsilon)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        alpha = xp.number(_order(g, witness))
        return rc.classical_epsilon(xp, alpha, g.curve(xp, alpha), delta)

    def propose(question: ch.Question) -> ch.Witness:
        from .search import renyi_orders

        return renyi_orders.classical(g, question)

    return ch.Profile(delta=delta, epsilon=epsilon, propose=propose)


def _closed(g: ch.Renyi) -> ch.Profile:
    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        alpha = xp.number(_order(g, witness))
        gamma = g.curve(xp, alpha)
        edge = rc.edge_delta(xp, gamma, epsilon)
        found = rc.closed_delta_g(xp, alpha, gamma, epsilon)
        if epsilon > 0:
            found = xp.minimum(found, rc.closed_delta_f(xp, alpha, gamma, epsilon))
        return xp.minimum(found, edge) if alpha * edge >= 1 else found

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        alpha = xp.number(_order(g, witness))
        gamma = g.curve(xp, alpha)
        if alpha * delta >= 1:
            return rc.edge_epsilon(xp, gamma, delta)
        return xp.minimum(rc.closed_epsilon_g(xp, alpha, gamma, delta), rc.closed_epsilon_f(xp, alpha, gamma, delta))

    def propose(question: ch.Question) -> ch.Witness:
        from .search import renyi_orders

        return renyi_orders.closed(g, question)

    return ch.Profile(delta=delta, epsilon=epsilon, propose=propose)


def _tangent(witness: ch.Witness) -> Fraction | float | None:
    v = witness["v"]
    if v is not None and v < 0:
        raise ch.Unavailable(f"the tangent point v = {v} is negative")
    return v


def _optimal(g: ch.Renyi) -> ch.Profile:
    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        alpha = xp.number(_order(g, witness))
        gamma = g.curve(xp, alpha)
        if witness.get("edge"):
            edge = rc.edge_delta(xp, gamma, epsilon)
            return edge if alpha * edge >= 1 else xp.number(1)
        v, w = _tangent(witness), witness["w"]
        if w is None or (v is not None and v + w <= 0):
            raise ch.Unavailable("the upper tangent point is not above the lower one")
        return rc.tangent_delta(xp, alpha, gamma, epsilon, None if v is None else xp.number(v), xp.number(w))

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        alpha = xp.number(_order(g, witness))
        gamma = g.curve(xp, alpha)
        if witness.get("edge"):
            return rc.edge_epsilon(xp, gamma, delta) if alpha * delta >= 1 else xp.inf
        v = _tangent(witness)
        return rc.tangent_epsilon(xp, alpha, gamma, delta, None if v is None else xp.number(v))

    def propose(question: ch.Question) -> ch.Witness:
        from .search import renyi_orders

        return renyi_orders.optimal(g, question)

    def propose_many(deltas: Value, near: Mapping[str, Value] | None) -> tuple[Value, dict[str, Value]]:
        from .search import renyi_sweep

        return renyi_sweep.optimal(g, deltas, near)

    return ch.Profile(delta=delta, epsilon=epsilon, propose=propose, propose_many=propose_many if g.top is None else None)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Three conversions of a Renyi curve, each with the order (and tangent points) as its witness."""
    return [
        ch.Theorem(
            name="asoodeh2020.T1",
            takes=ch.Renyi,
            gives=ch.Profile,
            bound=_classical,
            statement="The classical conversion: delta = e^(-(alpha-1)(eps-gamma)) for every order alpha.",
            source=f"{PAPER}, Theorem 1; Abadi et al. 2016, Theorem 2; Mironov 2017, Proposition 3",
            latex=r"\delta\le e^{-(\alpha-1)(\varepsilon-\gamma(\alpha))}",
        ),
        ch.Theorem(
            name="asoodeh2020.L1",
            takes=ch.Renyi,
            gives=ch.Profile,
            bound=_closed,
            statement="Closed-form bounds on the optimal conversion, the least of two branches; exact where alpha delta >= 1.",
            source=f"{PAPER}, Lemma 1 (first branch: Balle et al. 2020, Theorem 21)",
            latex=r"\varepsilon\le\tfrac{1}{\alpha-1}\min\left\{(\alpha-1)\gamma-\log\tfrac{\delta}{\zeta_\alpha},\;"
            r"\log\left(1+\tfrac{e^{(\alpha-1)\gamma}-1}{\alpha\delta}\right)\right\}",
            never_looser_than=("asoodeh2020.T1",),
        ),
        ch.Theorem(
            name="asoodeh2020.T3",
            takes=ch.Renyi,
            gives=ch.Profile,
            bound=_optimal,
            statement="The optimal conversion, in its dual form: the least bound from tangents to x^alpha at two likelihood ratios.",
            source=f"{PAPER}, Theorem 3",
            latex=r"\gamma=\varepsilon+\min_{\delta<p<1}\tfrac{1}{\alpha-1}\log\left(p^{\alpha}(p-\delta)^{1-\alpha}"
            r"+(1-p)^{\alpha}(e^{\varepsilon}-p+\delta)^{1-\alpha}\right)",
            never_looser_than=("asoodeh2020.T1", "asoodeh2020.L1"),
        ),
    ]


@ch.hook
def register_claims() -> list[Claim]:
    """The claims of the paper."""
    from .claims import asoodeh2020

    return asoodeh2020()
