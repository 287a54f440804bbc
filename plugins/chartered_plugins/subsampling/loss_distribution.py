"""Losses of a step on a sample, in which a record is or is not: in each direction those of its own pair."""

from __future__ import annotations

import chartered as ch
from chartered_verify.statements.claim import Claim

from ..loss_distribution.formulas.connect_the_dots import Run
from ..loss_distribution.guarantee import Joined
from . import rate as samples
from .formulas import removal_and_addition as sampled_sides

SOURCE = "Zhu, Dong, Wang 2022, Theorem 11; Balle, Barthe, Gaboardi 2018"


def _inner(case: ch.Case) -> Joined:
    assert isinstance(case.inner, Joined)
    return case.inner


def _one(case: ch.Case) -> str | None:
    return samples.whole_or_none(case) if _inner(case).runs == 1 else "what it wraps is more than one run"


def _alike(case: ch.Case) -> str | None:
    return _one(case) if len(_inner(case).ways) == 1 else "the two neighbours do not see the same of what it wraps"


def _poisson(case: ch.Case) -> Joined:
    rate, (own, other) = samples.rate(case), _inner(case).parts[0][0]
    return _of(case, (sampled_sides.seen(rate, own), sampled_sides.unseen(rate, other)))


def _sample(case: ch.Case) -> Joined:
    side = sampled_sides.seen(samples.rate(case), _inner(case).parts[0][0][0])
    return _of(case, (side, side))


def _of(case: ch.Case, run: Run) -> Joined:
    inner = _inner(case)
    return Joined(((run, 1),), (ch.scale(inner.floors[0], samples.rate(case)),), inner.few)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """A Poisson sample, and one without replacement."""
    return [
        ch.Theorem(
            name="poisson.joined",
            takes=ch.OnWrapper("poisson", Joined),
            gives=Joined,
            bound=_poisson,
            conditions=_one,
            statement="On a Poisson sample the one direction has delta'(eps') = q delta(eps), the other c "
            "delta(log(q e^eps'/c)) with "
            "c = 1 - (1 - q) e^eps'.",
            source=SOURCE,
            latex=r"\delta_1(\log a)=q\,\delta(\log(1+\tfrac{a-1}{q})),\;\delta_2(\log "
            r"a)=c\,\delta(\log\tfrac{qa}{c}),\;c=1-(1-q)a",
        ),
        ch.Theorem(
            name="sample.joined",
            takes=ch.OnWrapper("sample", Joined),
            gives=Joined,
            bound=_sample,
            conditions=_alike,
            statement="On a sample without replacement both directions have delta'(log(1 + q (e^eps - 1))) <= q "
            "delta(eps).",
            source="Balle, Barthe, Gaboardi 2018, Theorem 9",
            latex=r"\delta'\left(\log(1+q(e^{\varepsilon}-1))\right)\le q\,\delta(\varepsilon)",
        ),
    ]


@ch.hook
def register_claims() -> list[Claim]:
    """The claims about the two directions."""
    from chartered.proving.book import claims_in

    return claims_in(__package__, ".claims.sampled_losses", ".claims.sampled_losses_cases")
