"""The Gaussian study of Asoodeh et al. 2020: the moments accountant, Lemma 2 and Theorem 5, for any linear Renyi
curve."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..basics.formula_at import formula_at
from .formulas import closed_forms as rc, linear_curve as moments
from .search import orders as renyi_orders, sufficient_variance as noise

PAPER = "Asoodeh, Liao, Calmon, Kosut, Sankar 2020"


def _positive_rho(g: ch.ZCDP) -> str | None:
    return "rho is 0: nothing was released" if g.rho == 0 else None


def _accountant(g: ch.ZCDP) -> ch.Profile:
    return ch.Profile(
        delta=formula_at(moments.accountant_delta, g.rho), epsilon=formula_at(moments.accountant_epsilon, g.rho)
    )


def _order(witness: ch.Witness) -> Fraction | float:
    alpha = witness.get("alpha")
    if alpha is None or alpha <= 1:
        raise ch.Unavailable(f"the order {alpha} is not above 1")
    return alpha


def _lemma2(g: ch.ZCDP) -> ch.Profile:
    def line(xp: Arithmetic, alpha: Value) -> Value:
        return moments.curve(xp.number(g.rho), alpha)

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        alpha = xp.number(_order(witness))
        return xp.exp(rc.log_closed_delta(xp, alpha, line(xp, alpha), epsilon))

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        alpha = xp.number(_order(witness))
        return moments.lemma2_epsilon(xp, alpha, line(xp, alpha), delta)

    def propose(question: ch.Question) -> ch.Witness:
        return renyi_orders.closed(ch.Renyi(curve=line), question, rc.closed_epsilon, rc.log_closed_delta)

    return ch.Profile(
        delta=delta,
        epsilon=epsilon,
        search=ch.WitnessSearch(propose=propose, fields=(ch.Field("alpha", low=1, open_low=True),)),
    )


def _theorem5(variance: Callable[[Arithmetic, Value, Value, Value], Value]) -> Callable[[ch.ZCDP], ch.Profile]:
    """A profile from a formula for a sufficient variance: (eps, delta) holds if the formula requires no more noise than
    there is. The witness is the answer."""

    def bound(g: ch.ZCDP) -> ch.Profile:
        def share(xp: Arithmetic, epsilon: Value, delta: Value) -> Value:
            return 2 * xp.number(g.rho) * variance(xp, epsilon, delta, xp.number(1))

        def holds(xp: Arithmetic, epsilon: Value, delta: Value) -> bool:
            order = moments.theorem5_order(xp, epsilon, delta)
            return bool(order >= 2 and order * delta <= 1 and 0 < share(xp, epsilon, delta) <= 1)

        def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
            found = xp.exp(-xp.number(witness["reach"]))
            return found if holds(xp, epsilon, found) else xp.number(1)

        def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
            found = xp.number(witness["epsilon"])
            return found if holds(xp, found, delta) else xp.inf

        def propose(question: ch.Question) -> ch.Witness:
            return noise.sufficient(question, share)

        return ch.Profile(
            delta=delta,
            epsilon=epsilon,
            search=ch.WitnessSearch(propose=propose, fields=(ch.Field("reach"), ch.Field("epsilon"))),
        )

    return bound


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The closed-form conversions of a linear curve: the two of the paper's Figure 2, and its noise for a target, exact
    and as printed."""
    return [*_figure2(), *_theorem5_forms()]


def _figure2() -> list[ch.Theorem]:
    """The two closed-form conversions of the paper's Figure 2."""
    return [
        ch.Theorem(
            name="asoodeh2020.E23",
            takes=ch.ZCDP,
            gives=ch.Profile,
            bound=_accountant,
            conditions=_positive_rho,
            statement="The moments accountant: the classical conversion at its best order, in closed form.",
            source=f"{PAPER}, equations (23) and, solved for the noise, (28); Abadi et al. 2016; Bun, Steinke 2016, "
            "Proposition 1.3",
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
            latex=r"\varepsilon\le\min\left\{\varepsilon_0,\varepsilon_1,"
            r"\left(\rho/\delta+\log(1-\delta)\right)_+\right\}",
            never_looser_than=("asoodeh2020.E23", "asoodeh2020.T5"),
        ),
    ]


def _theorem5_forms() -> list[ch.Theorem]:
    """The sufficient noise for a target: exact, and as printed."""
    return [
        ch.Theorem(
            name="asoodeh2020.T5",
            takes=ch.ZCDP,
            gives=ch.Profile,
            bound=_theorem5(moments.theorem5_variance),
            conditions=_positive_rho,
            statement="A sufficient variance in closed form: Lemma 2's first branch at the order alpha = 2 "
            "log(1/delta)/eps, for 2 delta log(1/delta) <= eps <= log(1/delta).",
            source=f"{PAPER}, Theorem 5 in its exact form (80)",
            latex=r"\sigma^2\ge\frac{\alpha T}{2\varepsilon+\frac{2}{\alpha-1}\log\frac{\delta}{\zeta_\alpha}},\quad"
            r"\alpha=\tfrac{2}{\varepsilon}\log\tfrac{1}{\delta}",
            use=ch.Use.BY_NAME,
        ),
        ch.Theorem(
            name="asoodeh2020.T5-asymptotic",
            takes=ch.ZCDP,
            gives=ch.Profile,
            bound=_theorem5(moments.theorem5_leading),
            conditions=_positive_rho,
            statement="The terms that the theorem prints, without its O-term of unknown sign: no bound.",
            source=f"{PAPER}, Theorem 5 as printed",
            latex=r"\sigma^2\approx\tfrac{2T}{\varepsilon^2}\log\tfrac{1}{\delta}+\tfrac{T}{\varepsilon}"
            r"-\tfrac{2T}{\varepsilon^2}\left(\log\left(2\log\tfrac{1}{\delta}\right)+1-\log\varepsilon\right)",
            side=ch.Side.HEURISTIC,
        ),
    ]
