"""The Gaussian study of Asoodeh et al. 2020: the moments accountant and Lemma 2, for any linear Renyi curve."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from .formulas import gaussian_moments as moments, renyi_conversion as rc

PAPER = "Asoodeh, Liao, Calmon, Kosut, Sankar 2020"


def _positive_rho(g: ch.ZCDP) -> str | None:
    return "rho is 0: nothing was released" if g.rho == 0 else None


def _accountant(g: ch.ZCDP) -> ch.Profile:
    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return moments.accountant_delta(xp, xp.number(g.rho), epsilon)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        return moments.accountant_epsilon(xp, xp.number(g.rho), delta)

    return ch.Profile(delta=delta, epsilon=epsilon)


def _order(witness: ch.Witness) -> Fraction | float:
    alpha = witness.get("alpha")
    if alpha is None or alpha <= 1:
        raise ch.Unavailable(f"the order {alpha} is not above 1")
    return alpha


def _lemma2(g: ch.ZCDP) -> ch.Profile:
    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        alpha, rho = xp.number(_order(witness)), xp.number(g.rho)
        gamma = moments.curve(rho, alpha)
        first = rc.closed_delta_g(xp, alpha, gamma, epsilon)
        return xp.minimum(first, rc.closed_delta_f(xp, alpha, gamma, epsilon)) if epsilon > 0 else first

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        alpha, rho = xp.number(_order(witness)), xp.number(g.rho)
        inner = xp.minimum(moments.lemma2_first(xp, rho, delta, alpha), moments.lemma2_second(xp, rho, delta, alpha))
        return xp.minimum(inner, moments.lemma2_edge(xp, rho, delta))

    def propose(question: ch.Question) -> ch.Witness:
        from .search import renyi_orders

        return renyi_orders.closed(ch.Renyi(curve=lambda xp, alpha: moments.curve(xp.number(g.rho), alpha)), question)

    return ch.Profile(delta=delta, epsilon=epsilon, propose=propose)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The two closed accounts of a linear curve that the paper compares in its Figure 2."""
    return [
        ch.Theorem(
            name="asoodeh2020.E23",
            takes=ch.ZCDP,
            gives=ch.Profile,
            bound=_accountant,
            conditions=_positive_rho,
            statement="The moments accountant: the classical conversion at its best order, in closed form.",
            source=f"{PAPER}, equation (23); Abadi et al. 2016; Bun, Steinke 2016, Proposition 1.3",
            latex=r"\varepsilon=\rho+\sqrt{4\rho\log(1/\delta)}",
        ),
        ch.Theorem(
            name="asoodeh2020.L2",
            takes=ch.ZCDP,
            gives=ch.Profile,
            bound=_lemma2,
            conditions=_positive_rho,
            statement="The least of three closed branches for a linear Renyi curve; the best order is the witness.",
            source=f"{PAPER}, Lemma 2",
            latex=r"\varepsilon\le\min\left\{\varepsilon_0,\varepsilon_1,\left(\rho/\delta+\log(1-\delta)\right)_+\right\}",
            never_looser_than=("asoodeh2020.E23",),
        ),
    ]
