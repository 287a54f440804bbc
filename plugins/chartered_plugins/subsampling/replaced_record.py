"""A Poisson sample under replace-one: a record is replaced by another one, which is in the sample where it would have
been. That costs less than a group of two, since one coin lets in either."""

from __future__ import annotations

import chartered as ch

from ..loss_distribution import from_profiles as pld
from ..loss_distribution.guarantee import LossDistribution
from . import losses_of_samples as losses, nearer_records, rate as samples
from .formulas import replaced_record as replaced
from .worst_pair import ATTAINING, nearer_than_twice

SOURCE = "ours; Balle, Barthe, Gaboardi 2018, Theorem 2, for the sampled outputs"


def _profile(case: ch.Case) -> ch.Profile:
    run = pld.from_profile(case.guarantee(ch.Profile))
    pair, limit = run.composition[0][0], run.deltas_at_infinity[0]
    curve, closed = losses.curve_of(case, pair), case.wrapped.name in ATTAINING
    return ch.Profile(
        delta=lambda xp, epsilon, witness: curve(xp, epsilon),
        evaluation=ch.Evaluation(slow=not closed),
        at_infinity=ch.AtInfinity(delta=ch.scale(limit, samples.rate(case)), max_loss=losses.max_loss_of(case, pair)),
        tail=nearer_records.tail(case),
        worst_pair=True,
    )


def _pure(case: ch.Case) -> ch.Pure:
    inner, rate = case.guarantee(ch.Pure), samples.rate(case)
    return ch.Pure(epsilon=lambda xp: replaced.max_loss(xp, xp.number(rate), xp.number(inner.epsilon), fails=False))


def _attained(case: ch.Case) -> str | None:
    """The profile inside is that of the worst pair of one record and of none, and replacing a record may change the
    query by twice the sensitivity; a rate above 0 and below 1."""
    if case.inner is None or case.inner.side is not ch.Side.EXACT or case.wrapped.name not in ATTAINING:
        return ""
    return nearer_than_twice(case) or samples.whole_or_none(case)


def _bounded(case: ch.Case) -> str | None:
    """A profile in closed form, that of either direction or the larger of both; a rate above 0 and below 1."""
    inner = case.guarantee(ch.Profile)
    if _attained(case) is None or not inner.closed_form:
        return ""
    return samples.whole_or_none(case)


def _not_exactly(case: ch.Case) -> str | None:
    """The worst pair of the sample is not known; a rate above 0 and below 1."""
    return "" if _attained(case) is None else samples.whole_or_none(case)


_PAIR = r"(1-q)R+qP,\;(1-q)R+qP'"
_BOUND = (
    r"\delta'(\varepsilon)\le q\left(\delta(\log(A+c))+c\,\delta(\varepsilon-\log c)\right),\;"
    r"A=(e^{\varepsilon}-1)\tfrac{1-q}{q}"
)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Replace-one from the add-or-remove guarantee of what the sample is handed to: exactly, and by bounds."""
    return [*_exactly(), nearer_records.theorem(), _by_profile(), _by_losses()]


def _exactly() -> list[ch.Theorem]:
    """The largest ratio of outcomes, and the profile of the worst pair."""
    return [
        ch.Theorem(
            name="poisson.replaced-pure",
            takes=ch.OnWrapper("poisson", ch.Pure),
            gives=ch.Pure,
            bound=_pure,
            conditions=samples.whole_or_none,
            statement="On a Poisson sample of an eps-DP mechanism no outcome gets more than (1 - q + q e^eps)/(1 - q + "
            "q e^(-eps)) times as likely where a record is replaced.",
            source="ours: the ratio of every outcome",
            latex=r"\varepsilon'=\log\frac{1-q+qe^{\varepsilon}}{1-q+qe^{-\varepsilon}}",
            changes_relation=True,
            never_looser_than=("group.pure",),
        ),
        ch.Theorem(
            name="poisson.exact-replaced-profile",
            takes=ch.OnWrapper("poisson", ch.Profile),
            gives=ch.Profile,
            bound=_profile,
            conditions=_attained,
            statement="Let P be the outputs with a record, P' those with another in its place, and R those with "
            "neither, where both are the worst pair of the mechanism with R and lie on either side of it. On a Poisson "
            "sample (1 - q) R + q P and (1 - q) R + q P' dominate every pair of replace-one neighbours.",
            source=SOURCE,
            latex=_PAIR,
            side=ch.Side.EXACT,
            changes_relation=True,
            never_looser_than=("poisson.replaced-profile", "group.profile"),
        ),
    ]


def _by_profile() -> ch.Theorem:
    return ch.Theorem(
        name="poisson.replaced-profile",
        takes=ch.OnWrapper("poisson", ch.Profile),
        gives=ch.Profile,
        bound=_profile,
        conditions=_bounded,
        statement="On a Poisson sample under replace-one delta'(eps) <= q (delta(log(A + c)) + c delta(eps - log c)) "
        "for any c > 0, with A = (e^eps - 1)(1 - q)/q and the add-or-remove profile delta of the mechanism. Where a "
        "Gaussian states a replace-sensitivity below twice its sensitivity, whose profile is delta'', it is also at "
        "most q (l delta(log(A/l)) + (1 - l) delta''(eps - log(1 - l))) for any 0 < l < 1.",
        source=SOURCE,
        latex=_BOUND,
        changes_relation=True,
    )


def _by_losses() -> ch.Theorem:
    return ch.Theorem(
        name="poisson.replaced-pld",
        takes=ch.OnWrapper("poisson", LossDistribution),
        gives=LossDistribution,
        bound=losses.of_replaced_record,
        conditions=_not_exactly,
        statement="The bounds of poisson.replaced-profile, by the removal direction of the mechanism at log(A + c) "
        "and its addition direction at eps - log c, hold in both directions. Several steps on one sample count as "
        f"one. {pld.WHY}",
        source=f"{SOURCE}; {pld.SOURCE}",
        latex=_BOUND,
        changes_relation=True,
    )


register_claims = ch.claims_in(
    f"{__package__}.claims", ".replaced_record .replaced_record_cases .replaced_record_bounds .nearer_records"
)
