"""Privacy loss distributions of sampled mechanisms: removal and addition for a Poisson sample, and a sample without
replacement."""

from __future__ import annotations

import chartered as ch

from ..loss_distribution import from_profiles as pld
from ..loss_distribution.formulas import connect_the_dots
from ..loss_distribution.guarantee import LossDistribution
from . import rate as samples, sampled_table
from .formulas import removal_and_addition as sampled
from .worst_pair import worst_pair_alone

SOURCE = "Zhu, Dong, Wang 2022, Theorem 11; Balle, Barthe, Gaboardi 2018"


def _inner(case: ch.Case) -> LossDistribution:
    """The losses of all that is done with one sample."""
    return pld.as_one_run(case.guarantee(LossDistribution))


def _alike(case: ch.Case) -> str | None:
    alike = len(_inner(case).directions) == 1
    return samples.whole_or_none(case) if alike else "removal and addition differ in what it wraps"


def _poisson(case: ch.Case) -> LossDistribution:
    rate, (removal, addition) = samples.rate(case), _inner(case).composition[0][0]
    return _of(case, (sampled.removal(rate, removal), sampled.addition(rate, addition)))


def _sample(case: ch.Case) -> LossDistribution:
    removal = sampled.removal(samples.rate(case), _inner(case).composition[0][0][0])
    return _of(case, (removal, removal))


def _of(case: ch.Case, pair: connect_the_dots.DirectionPair) -> LossDistribution:
    inner = _inner(case)
    return LossDistribution(((pair, 1),), (ch.scale(inner.deltas_at_infinity[0], samples.rate(case)),), inner.intervals)


def _attained(case: ch.Case) -> str | None:
    """The losses of what it wraps are those of its worst pair, run once, and that is the pair of one record and of
    none."""
    inner = case.guarantee(LossDistribution)
    known = inner.side is ch.Side.EXACT and inner.runs == 1
    return worst_pair_alone(case) if known else ""


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
            bound=_poisson,
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
            bound=_poisson,
            conditions=_attained,
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
        bound=_sample,
        conditions=_alike,
        statement="On a sample without replacement both directions have delta'(log(1 + q (e^eps - 1))) <= q "
        f"delta(eps). {_SEVERAL}",
        source="Balle, Barthe, Gaboardi 2018, Theorem 9",
        latex=r"\delta'\left(\log(1+q(e^{\varepsilon}-1))\right)\le q\,\delta(\varepsilon)",
    )


register_claims = ch.claims_in(f"{__package__}.claims", ".sampled_losses .sampled_losses_cases .sampled_tables")
