"""Gaussian noise on a Poisson sample under replace-one: how far the outputs without the record, and with either one,
are from each other. Where replacing a record changes the query by less than twice the sensitivity, the worst three are
not symmetric."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..basics.formula_at import formula_at
from ..loss_distribution.formulas import connect_the_dots
from . import rate as samples
from .formulas import gaussian_mixture, nearer_records as nearer, replaced_record as replaced
from .worst_pair import nearer_than_twice


def distances(case: ch.Case) -> tuple[Fraction, Fraction]:
    """Of a Gaussian on a sample, in standard deviations: how far the outputs with a record may be from those without
    it, and from those with another one."""
    relations = case.neighbours, ch.Neighbours.REPLACE_ONE
    own, between = (ch.Case(case.wrapped, relation).sensitivity for relation in relations)
    sigma = case.within.number("sigma")
    return own / sigma, (between if nearer_than_twice(case) else 2 * own) / sigma


def bound(case: ch.Case) -> connect_the_dots.Curve:
    """An upper bound on the divergence that loses next to nothing, for grids of losses."""
    rate, (own, between) = samples.rate(case), distances(case)

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        place = nearer.propose_place(rate, own, between, float(gaussian_mixture.middle(epsilon)))
        q, m, d, y = map(xp.number, (rate, own, between, place))
        return nearer.delta_above(xp, q, m, d, epsilon, y)

    return curve


def _exactly(case: ch.Case) -> ch.Profile:
    rate, (own, between) = samples.rate(case), distances(case)

    def delta(xp: Arithmetic, epsilon: Value, _: Any) -> Value:
        place = nearer.propose_exact_place(rate, own, between, gaussian_mixture.middle(epsilon))
        given = *map(xp.number, (rate, own, between)), epsilon, xp.number(place)
        return xp.hull(nearer.delta_below(xp, *given), nearer.delta_above(xp, *given))

    return ch.Profile(delta=delta, tail=tail(case))


def tail(case: ch.Case) -> ch.Tail | None:
    """That of Gaussian noise, None for other mechanisms. The chance that an output is not that without the record is q,
    so that for q <= 1/2 each of the two may be compared with that one, and mu is that without sampling."""
    if case.wrapped.name != "gaussian":
        return None
    rate = samples.rate(case)
    own, between = distances(case)
    if between <= own or 2 * rate <= 1:
        return ch.Tail(mu=min(own, between), tail_mu=min(own, between))
    a, b, c = (formula_at(lambda *given, k=k: replaced.subgaussian_tail(*given)[k], rate, own) for k in range(3))
    return ch.Tail(start=formula_at(replaced.tail_start, rate, own), subgaussian=(a, b, c), tail_mu=own)


def _nearer(case: ch.Case) -> str | None:
    """The profile inside is that of Gaussian noise, and replacing a record changes the query by less than twice the
    sensitivity; a rate above 0 and below 1."""
    if case.inner is None or case.inner.side is not ch.Side.EXACT or case.wrapped.name != "gaussian":
        return ""
    return samples.whole_or_none(case) if nearer_than_twice(case) else ""


def theorem() -> ch.Theorem:
    """The profile of one run."""
    return ch.Theorem(
        name="poisson.nearer-replaced-profile",
        takes=ch.OnWrapper("poisson", ch.Profile),
        gives=ch.Profile,
        bound=_exactly,
        conditions=_nearer,
        statement="Gaussian noise on a Poisson sample, where replacing a record changes the query by at most d and "
        "adding one by at most m, d < 2m: of one run the worst are N(m) and N(m - d) in place of N(0). (For several "
        "runs no single pair is the worst: at ratios below 1 it is this one turned around.)",
        source="ours; an option on the spread of two normal exponentials grows with its first variance",
        latex=r"\delta'(\varepsilon)=q\left(\Phi(z)-A\,\Phi(z-m)-e^{\varepsilon}\Phi(z-d)\right),\;"
        r"A=(e^{\varepsilon}-1)\tfrac{1-q}{q}",
        side=ch.Side.EXACT,
        changes_relation=True,
        never_looser_than=("poisson.replaced-profile", "group.profile"),
    )
