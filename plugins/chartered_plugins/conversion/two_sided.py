"""From Renyi DP to approximate DP if the divergence is bounded in both directions, D_alpha(P||Q) and D_alpha(Q||P), as
for a symmetric neighbouring relation."""

from __future__ import annotations

from collections.abc import Mapping

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from .formulas import two_sided as oc
from .search import two_sided

FIELDS = (ch.Field("v", low=None), ch.Field("w", low=None), ch.Field("edge", high=1, whole=True), ch.Field("response"))
"""The logarithms of the tangent points, the branch without tangent points, and the eps of randomized response."""


def _two_sided(g: ch.Renyi) -> ch.Profile:
    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return oc.two_sided_delta(xp, *g.at(xp, witness), epsilon, witness)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        return oc.two_sided_epsilon(xp, *g.at(xp, witness), delta, witness)

    def propose(question: ch.Question) -> ch.Witness:
        return two_sided.optimal(g, question)

    def propose_many(deltas: Value, near: Mapping[str, Value] | None) -> tuple[Value, dict[str, Value]]:
        return two_sided.optimal_many(g, deltas, near)

    many = ch.SharedSearch(propose_many, begins_near=True) if g.top is None else None
    return ch.Profile(
        delta=delta, epsilon=epsilon, search=ch.WitnessSearch(propose=propose, many=many, fields=(*g.fields, *FIELDS))
    )


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The conversion that is optimal, at each order, for a Renyi bound in both directions."""
    return [
        ch.Theorem(
            name="renyi.two-sided",
            takes=ch.Renyi,
            gives=ch.Profile,
            bound=_two_sided,
            statement="The optimal conversion where both orders of the divergence are bounded: up to some eps the "
            "worst pair is binary "
            "randomized response of that divergence, above it that of Theorem 3, which is optimal for one order.",
            source="direct computation; the region of all tests: Zhu, Dong, Wang 2022, Appendix F.3, and Riess et al. "
            "2026; above that eps: Asoodeh, Liao, Calmon, Kosut, Sankar 2020, Theorem 3",
            latex=r"\delta=\frac{e^{\varepsilon_0}-e^{\varepsilon}}{1+e^{\varepsilon_0}}\quad\text{where}\quad"
            r"\gamma=\tfrac{1}{\alpha-1}\log"
            r"\frac{e^{\alpha\varepsilon_0}+e^{(1-\alpha)\varepsilon_0}}{1+e^{\varepsilon_0}},\;"
            r"e^{\varepsilon}\le\frac{(\alpha-1)\sinh\alpha\varepsilon_0}{\alpha\sinh(\alpha-1)\varepsilon_0}",
            never_looser_than=("asoodeh2020.T1", "asoodeh2020.L1", "asoodeh2020.T3"),
        )
    ]


register_claims = ch.claims_in(
    f"{__package__}.claims", ".two_sided.optimum .two_sided.region .two_sided.tradeoff .two_sided.numbers"
)
