"""What a guarantee for neighbours says of data sets that are several changes apart."""

from __future__ import annotations

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from .formulas import group_privacy


def pure(g: ch.Pure, size: int) -> ch.Pure:
    """size eps."""
    return ch.Pure(epsilon=ch.scale(g.epsilon, size))


def approximate(g: ch.Approximate, size: int) -> ch.Approximate:
    """(size eps, (1 + e^eps + ... + e^((size-1) eps)) delta), which is at most 1."""

    def delta(xp: Arithmetic) -> Value:
        found = group_privacy.delta(xp, xp.number(g.epsilon), xp.number(g.delta), size)
        return xp.minimum(found, xp.number(1))

    return ch.Approximate(epsilon=ch.scale(g.epsilon, size), delta=0 if g.delta == 0 else delta)


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


def profile(g: ch.Profile, size: int) -> ch.Profile:
    """(1 + e^x + ... + e^((size-1) x)) delta(x) at size x, x at most the largest loss."""
    end = g.at_infinity

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        part = epsilon / size if end.max_loss is None else xp.minimum(epsilon / size, xp.number(end.max_loss))
        return xp.minimum(group_privacy.delta(xp, part, g.delta(xp, part, witness), size), xp.number(1))

    def limit(xp: Arithmetic) -> Value:
        assert end.max_loss is not None
        found = group_privacy.delta(xp, xp.number(end.max_loss), xp.number(end.delta), size)
        return xp.minimum(found, xp.number(1))

    return ch.Profile(
        delta=delta,
        search=g.search.asked(lambda question: ch.Question.delta(question.at / size)),
        evaluation=ch.Evaluation(slow=g.evaluation.slow),
        at_infinity=ch.AtInfinity(
            delta=0 if end.delta == 0 else limit,
            max_loss=None if end.max_loss is None else ch.scale(end.max_loss, size),
        ),
    )


def limited(g: ch.Profile) -> str | None:
    """A delta that tends to 0, or one whose largest loss is known."""
    if g.at_infinity.delta == 0 or g.at_infinity.max_loss is not None:
        return None
    return "delta stays above 0 however large eps is, and a group multiplies it by a power of e^eps"
