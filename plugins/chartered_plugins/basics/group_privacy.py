"""What a guarantee for neighbours says of data sets that are several changes apart."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value, floats
from chartered_verify.numeric.minimisation import minimise

from .formulas import failing_gdp, group_privacy, randomized_response

_MOST, _PLACES, _STRIDE, _LEFT = 64, 1 << 14, 64, 40.0
"""The largest number of records, for each of which a term is added up; how many places a search tells apart, so that
rounding in floats decides nothing, and every which of them it tries first, as there may be two dips; and the nats to
which a loss is counted: e^-40 of something is none of it in floats."""

_FIELDS = (ch.Field("share", high=1, open_low=True), ch.Field("each"))
"""The delta of each change of a group by itself, and its eps at most."""


def pure(g: ch.Pure, size: int) -> ch.Pure:
    """size eps."""
    return ch.Pure(epsilon=ch.scale(g.epsilon, size))


def approximate(g: ch.Approximate, size: int) -> ch.Approximate:
    """(size eps, (1 + e^eps + ... + e^((size-1) eps)) delta), which is at most 1."""

    def grown(xp: Arithmetic) -> Value:
        found = group_privacy.delta(xp, xp.number(g.epsilon), xp.number(g.delta), size)
        return xp.minimum(found, xp.number(1))

    return ch.Approximate(epsilon=ch.scale(g.epsilon, size), delta=0 if g.delta == 0 else grown)


def zcdp(g: ch.ZCDP, size: int) -> ch.ZCDP:
    """size^2 rho."""
    return ch.ZCDP(rho=ch.scale(g.rho, size**2))


def gdp(g: ch.GDP, size: int) -> ch.GDP:
    """size mu."""
    return ch.GDP(mu_squared=ch.scale(g.mu_squared, size**2))


def renyi(g: ch.Renyi, size: int) -> ch.Renyi:
    """By the weak triangle inequality, of two groups of half the size; near the end of a curve both divergences are
    taken at its last order."""
    return g if size == 1 else _apart(renyi(g, size // 2), renyi(g, size - size // 2))


def _apart(one: ch.Renyi, other: ch.Renyi) -> ch.Renyi:
    """What is as far apart as two groups together are."""
    tops = [g.top for g in (one, other) if g.top is not None]

    def twice(xp: Arithmetic, alpha: Value) -> Value:
        return group_privacy.divergence(alpha, one.curve(xp, 2 * alpha - 1), other.curve(xp, 2 * alpha))

    if not tops:
        return ch.Renyi(curve=twice)
    top = min(tops)

    def curve(xp: Arithmetic, alpha: Value) -> Value:
        end = xp.number(top)
        at_end = group_privacy.divergence_at_end(end, xp.maximum(one.curve(xp, end), other.curve(xp, end)))
        return xp.minimum(twice(xp, alpha), at_end) if 2 * alpha <= end else at_end

    return ch.Renyi(curve=curve, top=group_privacy.last_order(top))


def delta(xp: Arithmetic, g: ch.Profile, size: int, epsilon: Value, witness: ch.Witness) -> Value:
    """(1 + e^x + ... + e^((size-1) x)) delta(x) at size x = epsilon, x at most the largest loss; at most the delta of
    size times that loss, if no loss is infinite."""
    part, end = epsilon / size, g.at_infinity
    part = part if end.max_loss is None else xp.minimum(part, xp.number(end.max_loss))
    found = group_privacy.delta(xp, part, g.delta(xp, part, witness), size)
    if end.max_loss is None or end.delta != 0:
        return xp.minimum(found, xp.number(1))
    return xp.minimum(found, randomized_response.delta(xp, size * xp.number(end.max_loss), xp.number(2), epsilon))


def limit(xp: Arithmetic, end: ch.AtInfinity, size: int) -> Value:
    """The limit of that as eps -> infinity."""
    if end.max_loss is None:
        return xp.number(1)
    return xp.minimum(group_privacy.delta(xp, xp.number(end.max_loss), xp.number(end.delta), size), xp.number(1))


def epsilon(xp: Arithmetic, g: ch.Profile, size: int, delta: Value, witness: ch.Witness) -> Value:
    """size times the eps of one change at the witness's share of delta, if that eps is at most the witness's x, and the
    share times 1 + e^x + ... + e^((size-1) x) is at most delta; no more than the eps of size times the largest loss."""
    of_one, end = dict(witness), g.at_infinity
    share, each = (of_one.pop(field.name, None) for field in _FIELDS)
    if share is None or each is None or g.epsilon is None:
        raise ch.Unavailable("the witness of a group has the delta of each change (share), and its eps at most (each)")
    x, found = xp.number(each), xp.positive(g.epsilon(xp, xp.number(share), of_one))
    if not (found <= x and group_privacy.delta(xp, x, xp.number(share), size) <= delta):
        raise ch.Unavailable("the changes of a group take more than the delta that there is")
    if end.max_loss is None or end.delta != 0:
        return size * found
    most = randomized_response.epsilon(xp, size * xp.number(end.max_loss), xp.number(2), delta)
    return xp.minimum(size * found, most)


def profile(g: ch.Profile, size: int) -> ch.Profile:
    """That of `delta`, which `limited` allows."""
    if g.from_above is not None:  # a lower bound on one change is none on the group
        g = g.from_above()
    end, inverted = g.at_infinity, g.epsilon is not None and g.search.searches
    return ch.Profile(
        delta=lambda xp, epsilon, witness: delta(xp, g, size, epsilon, witness),
        epsilon=(lambda xp, delta, witness: epsilon(xp, g, size, delta, witness)) if inverted else None,
        search=_search(g, size) if inverted else g.search,
        evaluation=ch.Evaluation(slow=g.evaluation.slow),
        at_infinity=ch.AtInfinity(
            delta=0 if end.delta == 0 else lambda xp: limit(xp, end, size),
            max_loss=None if end.max_loss is None else ch.scale(end.max_loss, size),
        ),
    )


def _search(g: ch.Profile, size: int) -> ch.WitnessSearch:
    """The witness of one change; for an eps, also its share of delta, and its eps."""

    def for_epsilon(delta: Fraction) -> ch.Witness:
        from .search import group_privacy as search

        witness, *shown = search.share(g, size, delta)
        return {**witness, **{field.name: x for field, x in zip(_FIELDS, shown, strict=True)}}

    return ch.WitnessSearch(
        for_epsilon=for_epsilon,
        for_delta=lambda epsilon: g.search(ch.Question.delta(epsilon / size)),
        fields=None if g.search.fields is None else (*g.search.fields, *_FIELDS),
    )


def limited(g: ch.Profile) -> str | None:
    """A delta that tends to 0, or one whose largest loss is known."""
    if g.at_infinity.delta == 0 or g.at_infinity.max_loss is not None:
        return None
    return "delta stays above 0 however large eps is, and a group multiplies it by a power of e^eps"


_FAILING = (
    "Of a group of k records each fails with the probability f, and its share grows with those before: delta is at "
    "most (1 - f) (h_((k-1) mu)(s) + e^s h_mu(eps - s)) + f (1 + e^(S_1) + ... + e^(S_(k-1))) for any s, with the "
    "profile h of Gaussian DP and S_i = i s/(k-1) - i (k-1-i) mu^2/2."
)


def of_failing_gdp() -> list[ch.Theorem]:
    """Each change of the group by itself, at the losses of one and the same outcome."""
    shared: dict[str, Any] = {
        "takes": ch.OnStep("group", "gdp"),
        "gives": ch.Profile,
        "fields": (ch.Field("turn", low=None),),
        "source": "ours; Vadhan 2017, Lemma 2.2",
        "latex": r"\delta_k(\varepsilon)\le\sum_{i=1}^ke^{S_{i-1}}\delta(x_i),\;S_i=x_1+\dots+x_i,\;S_k=\varepsilon",
    }
    return [
        ch.Theorem(
            name="group-of-records.failing-gdp",
            bound=lambda case, witness: _of_failing(case, _size(case), witness),
            propose=lambda case: _turn(case, _size(case)),
            conditions=_counted(1),
            statement=_FAILING,
            **shared,
        ),
        ch.Theorem(
            name="group-of-records.replaced-failing-gdp",
            bound=lambda case, witness: _of_failing(case, 2 * _size(case), witness),
            propose=lambda case: _turn(case, 2 * _size(case)),
            conditions=_counted(2),
            statement="A group that is replaced is removed, and another one added: it is one of twice as many records.",
            changes_relation=True,
            **shared,
        ),
    ]


def _size(case: ch.Case) -> int:
    return int(case.number("size"))


def _counted(each: int) -> Callable[[ch.Case], str | None]:
    """The conditions, where each record of the group is `each` changes."""

    def fails(case: ch.Case) -> str | None:
        """A failure above 0, of at most 64 changes: of two to 64 records, or of 32 that are replaced."""
        if case.within.get("failure") is None or case.within.number("failure") == 0 or case.within.number("mu") == 0:
            return ""
        changes = each * _size(case)
        if changes > _MOST:
            return f"a failure is counted for {_MOST} changes of a record at most"
        return None if changes > 1 else "a group of one record is that record"

    return fails


def _turn(case: ch.Case, size: int) -> ch.Witness:
    """About the s from which on more is lost by failures than by all else."""
    mu, failure = float(case.within.number("mu")), float(case.within.number("failure"))
    most = (size - 1) * mu * ((size - 1) * mu / 2 + _LEFT)
    first = -min(most, _LEFT)
    step = (most - first) / _PLACES

    def limit(place: float) -> float:
        return float(failing_gdp.limit(floats, mu, failure, size, first + place * step))

    near = min(range(0, _PLACES, _STRIDE), key=limit)
    beside, _ = minimise(lambda more: limit(near + more), -float(_STRIDE), 0.0, float(_STRIDE), tolerance=1e-3)
    return {"turn": Fraction(first) + Fraction(step) * (near + round(beside))}


def _of_failing(case: ch.Case, size: int, witness: ch.Witness) -> ch.Profile:
    turn = witness.get("turn")
    if turn is None:
        raise ch.Unavailable("the witness is the largest s")
    mu, failure = case.within.number("mu"), case.within.number("failure")

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return failing_gdp.delta(xp, xp.number(mu), xp.number(failure), size, epsilon, xp.number(turn))

    def limit(xp: Arithmetic) -> Value:
        found = failing_gdp.limit(xp, xp.number(mu), xp.number(failure), size, xp.number(turn))
        return xp.minimum(found, xp.number(1))

    return ch.Profile(delta=delta, at_infinity=ch.AtInfinity(delta=limit))
