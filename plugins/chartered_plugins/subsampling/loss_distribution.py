"""Privacy loss distributions of sampled mechanisms: removal and addition for a Poisson sample, and a sample without
replacement."""

from __future__ import annotations

import chartered as ch

from ..loss_distribution.guarantee import LossDistribution
from . import losses_of_samples as losses, rate as samples, sampled_table

SOURCE = "Zhu, Dong, Wang 2022, Theorem 11; Balle, Barthe, Gaboardi 2018"


_SEVERAL = "Several steps on one sample count as one, by a dominating pair of all of them on a grid."
_BOTH = (
    r"\delta_1(\log a)=q\,\delta(\log(1+\tfrac{a-1}{q})),\;\delta_2(\log "
    r"a)=c\,\delta(\log\tfrac{qa}{c}),\;c=1-(1-q)a"
)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The loss distributions on a Poisson sample and on a sample without replacement; tables on a Poisson sample."""
    return [*_of_poisson_samples(), _of_samples(), *sampled_table.theorems()]


def _of_poisson_samples() -> list[ch.Theorem]:
    return [
        ch.Theorem(
            name="poisson.pld",
            takes=ch.OnWrapper("poisson", LossDistribution),
            gives=LossDistribution,
            bound=losses.of_poisson_sample,
            conditions=samples.whole_or_none,
            statement="On a Poisson sample the removal direction has delta'(log(1 + q (e^eps - 1))) = q delta(eps), "
            "the addition direction delta'(eps') = c delta(log(q e^eps'/c)) with c = 1 - (1 - q) e^eps'. " + _SEVERAL,
            source=SOURCE,
            latex=_BOTH,
        ),
        ch.Theorem(
            name="poisson.exact-pld",
            takes=ch.OnWrapper("poisson", LossDistribution),
            gives=LossDistribution,
            bound=losses.of_poisson_sample,
            conditions=losses.attained,
            statement="Where the worst pair of the mechanism is that of the record alone and of none, the worst pair "
            "of the sample is (1 - q) Q + q P and Q, whose directions are those of poisson.pld.",
            source=f"{SOURCE}, Section 4 there: it is attained",
            latex=_BOTH,
            side=ch.Side.EXACT,
            never_looser_than=("poisson.pld",),
        ),
    ]


def _of_samples() -> ch.Theorem:
    return ch.Theorem(
        name="sample.pld",
        takes=ch.OnWrapper("sample", LossDistribution),
        gives=LossDistribution,
        bound=losses.of_sample,
        conditions=losses.alike,
        statement="On a sample without replacement both directions have delta'(log(1 + q (e^eps - 1))) <= q "
        f"delta(eps). {_SEVERAL}",
        source="Balle, Barthe, Gaboardi 2018, Theorem 9",
        latex=r"\delta'\left(\log(1+q(e^{\varepsilon}-1))\right)\le q\,\delta(\varepsilon)",
    )


register_claims = ch.claims_in(f"{__package__}.claims", ".sampled_losses .sampled_losses_cases .sampled_tables")
