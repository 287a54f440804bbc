"""From Renyi DP to approximate DP: the classical conversion, the closed ones, the optimal one, and the total variation
at eps = 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from .formulas import closed_forms as rc, optimal as oc
from .search import orders as renyi_orders, orders_vectorised as renyi_sweep

PAPER = "Asoodeh, Liao, Calmon, Kosut, Sankar 2020"
NEAR_ONE = 1 + Fraction(1, 2**100)
"""The order that replaces the limit alpha -> 1, the Kullback-Leibler divergence, which is below every Renyi divergence
of order above 1."""


TANGENTS = (ch.Field("v", low=None), ch.Field("w", low=None), ch.Field("edge", high=1, whole=True))
"""The logarithms of the tangent points, or the branch without tangent points."""


def _closed(epsilon: rc.Conversion, log_delta: rc.Conversion) -> Callable[[ch.Renyi], ch.Profile]:
    """A conversion in closed form: the witness is the order, and its search minimises the same formulas."""

    def bound(g: ch.Renyi) -> ch.Profile:
        def propose(question: ch.Question) -> ch.Witness:
            return renyi_orders.closed(g, question, epsilon, log_delta)

        return ch.Profile(
            delta=lambda xp, at, witness: xp.exp(log_delta(xp, *g.at(xp, witness), at)),
            epsilon=lambda xp, at, witness: epsilon(xp, *g.at(xp, witness), at),
            search=ch.WitnessSearch(propose=propose, fields=g.fields),
        )

    return bound


def _optimal(g: ch.Renyi) -> ch.Profile:
    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return oc.one_sided_delta(xp, *g.at(xp, witness), epsilon, witness)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        return oc.one_sided_epsilon(xp, *g.at(xp, witness), delta, witness)

    def propose(question: ch.Question) -> ch.Witness:
        return renyi_orders.optimal(g, question)

    def propose_many(deltas: Value, near: Mapping[str, Value] | None) -> tuple[Value, dict[str, Value]]:
        return renyi_sweep.optimal(g, deltas, near)

    many = ch.SharedSearch(propose_many, begins_near=True) if g.top is None else None
    return ch.Profile(
        delta=delta, epsilon=epsilon, search=ch.WitnessSearch(propose=propose, many=many, fields=(*g.fields, *TANGENTS))
    )


def _total_variation(g: ch.Renyi) -> ch.Profile:
    """The same delta for every eps, since a profile is nonincreasing."""

    def total_variation(xp: Arithmetic) -> Value:
        gamma = g.curve(xp, xp.number(NEAR_ONE if g.top is None else min(g.top, NEAR_ONE)))
        return xp.minimum(rc.bretagnolle_huber(xp, gamma), rc.pinsker(xp, gamma))

    return ch.Profile(
        delta=lambda xp, epsilon, witness: total_variation(xp),
        epsilon=lambda xp, delta, witness: xp.number(0),  # for a delta above delta at infinity
        at_infinity=ch.AtInfinity(delta=total_variation, max_loss=0),
    )


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Four conversions of a Renyi curve, whose witness is an order (and tangent points), and one from its limit alpha
    -> 1."""
    return [*_closed_forms(), *_optimal_and_limit()]


def _closed_forms() -> list[ch.Theorem]:
    """The classical conversion, the same with its best constant, and the minimum of two branches."""
    return [
        ch.Theorem(
            name="asoodeh2020.T1",
            takes=ch.Renyi,
            gives=ch.Profile,
            bound=_closed(rc.classical_epsilon, rc.log_classical_delta),
            statement="The classical conversion: delta = e^(-(alpha-1)(eps-gamma)) for every order alpha.",
            source=f"{PAPER}, Theorem 1; Abadi et al. 2016, Theorem 2; Mironov 2017, Proposition 3",
            latex=r"\delta\le e^{-(\alpha-1)(\varepsilon-\gamma(\alpha))}",
        ),
        ch.Theorem(
            name="balle2020.T21",
            takes=ch.Renyi,
            gives=ch.Profile,
            bound=_closed(rc.closed_epsilon_g, rc.log_closed_delta_g),
            statement="The classical conversion with its best constant, for every order alpha.",
            source="Balle, Barthe, Gaboardi, Hsu, Sato 2020, Theorem 21; Canonne, Kamath, Steinke 2020, Proposition 12",
            latex=r"\delta\le\tfrac{e^{(\alpha-1)(\gamma(\alpha)-\varepsilon)}}{\alpha-1}"
            r"\left(1-\tfrac{1}{\alpha}\right)^{\alpha}",
            never_looser_than=("asoodeh2020.T1",),
            use=ch.Use.BY_NAME,
        ),
        ch.Theorem(
            name="asoodeh2020.L1",
            takes=ch.Renyi,
            gives=ch.Profile,
            bound=_closed(rc.closed_epsilon, rc.log_closed_delta),
            statement="Closed-form bounds on the optimal conversion, the least of two branches; exact where alpha "
            "delta >= 1.",
            source=f"{PAPER}, Lemma 1 (first branch: Balle et al. 2020, Theorem 21)",
            latex=r"\varepsilon\le\tfrac{1}{\alpha-1}\min\left\{(\alpha-1)\gamma-\log\tfrac{\delta}{\zeta_\alpha},\;"
            r"\log\left(1+\tfrac{e^{(\alpha-1)\gamma}-1}{\alpha\delta}\right)\right\}",
            never_looser_than=("asoodeh2020.T1", "balle2020.T21"),
        ),
    ]


def _optimal_and_limit() -> list[ch.Theorem]:
    """The optimal conversion, and the total variation from the limit alpha -> 1."""
    return [
        ch.Theorem(
            name="asoodeh2020.T3",
            takes=ch.Renyi,
            gives=ch.Profile,
            bound=_optimal,
            statement="The optimal conversion, in its dual form: the least bound from tangents to x^alpha at two "
            "likelihood ratios.",
            source=f"{PAPER}, Theorem 3",
            latex=r"\gamma=\varepsilon+\min_{\delta<p<1}\tfrac{1}{\alpha-1}\log\left(p^{\alpha}(p-\delta)^{1-\alpha}"
            r"+(1-p)^{\alpha}(e^{\varepsilon}-p+\delta)^{1-\alpha}\right)",
            never_looser_than=("asoodeh2020.T1", "balle2020.T21", "asoodeh2020.L1", "bretagnolle-huber.tv"),
        ),
        ch.Theorem(
            name="bretagnolle-huber.tv",
            takes=ch.Renyi,
            gives=ch.Profile,
            bound=_total_variation,
            statement="delta at eps = 0 is the total variation, which the Kullback-Leibler divergence, the curve near "
            "alpha = 1, bounds by the lesser of Bretagnolle and Huber's bound and Pinsker's.",
            source="Bretagnolle, Huber 1979; Pinsker 1964",
            latex=r"\delta(0)\le\min\left\{\sqrt{1-e^{-\gamma(1)}},\sqrt{\gamma(1)/2}\right\}",
            use=ch.Use.BY_NAME,
        ),
    ]


register_claims = ch.claims_in(
    f"{__package__}.claims",
    ".asoodeh2020.joint_range .asoodeh2020.objective .asoodeh2020.minimum .asoodeh2020.dual .asoodeh2020.ends "
    ".asoodeh2020.optimum .asoodeh2020.lower .asoodeh2020.zero_epsilon .asoodeh2020.order "
    ".asoodeh2020.gaussian .asoodeh2020.lemma2 .asoodeh2020.second_branch .asoodeh2020.variance "
    ".asoodeh2020.figures .asoodeh2020.errata .asoodeh2020.one_sided .balle2020 .total_variation "
    ".moments_stated .switches",
)
