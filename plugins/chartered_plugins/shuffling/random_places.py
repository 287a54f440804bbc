"""Bounds for a report at a random place among n, each of which may depend on those before it: a sum over the places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Number, Value

from ..basics.formulas import subgaussian_tail as advanced
from .formulas import clones, closed_forms as shuffling


def telling(case: ch.Case) -> str | None:
    """An eps above 0: at 0 a report says nothing, and there is nothing to hide."""
    return "eps is 0: a report says nothing" if case.epsilon == 0 else None


def capped(
    epsilon0: Number, delta: Callable[[Arithmetic, Value], Value], inverse: Callable[[Arithmetic, Value], Value] | None
) -> ch.Profile:
    """A profile that is 0 from eps0 on, since a report costs at most eps0."""

    def profile(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return xp.number(0) if epsilon >= xp.number(epsilon0) else delta(xp, epsilon)

    def inverted(xp: Arithmetic, at: Value, witness: ch.Witness) -> Value:
        assert inverse is not None
        return xp.minimum(inverse(xp, at), xp.number(epsilon0))

    return ch.Profile(
        delta=profile, epsilon=inverted if inverse else None, at_infinity=ch.AtInfinity(max_loss=epsilon0)
    )


def summed(profile: Callable[[int], ch.Profile]) -> ch.Profile:
    """The profile by a sum over the number of clones, in which up to `clones.WALK` numbers are taken one by one, with a
    formula for an interval of eps, in which only `clones.FEW` are."""
    coarse = profile(clones.FEW).delta
    over = ch.OverStretch(
        propose=lambda stretch: {},
        curve=lambda witness: lambda xp, epsilon: coarse(xp, epsilon, {}),
        fields=lambda: (),
        within=Fraction(1, 10000),
    )
    return replace(profile(clones.WALK), evaluation=ch.Evaluation(slow=True, over_stretch=over))


def of_variance_proxy(case: ch.Case, parts: Callable[[Arithmetic, Value, Value], tuple[Value, Value]]) -> ch.Profile:
    """The profile from the sub-Gaussian tail of a loss whose mean and variance proxy are functions of eps0 and n."""
    epsilon0, n = case.epsilon, case.number("n")

    def delta(xp: Arithmetic, epsilon: Value) -> Value:
        return advanced.tail_delta(xp, *parts(xp, xp.number(epsilon0), xp.number(n)), epsilon)

    def epsilon(xp: Arithmetic, delta: Value) -> Value:
        return advanced.tail_epsilon(xp, *parts(xp, xp.number(epsilon0), xp.number(n)), delta)

    return capped(epsilon0, delta, epsilon)


def window(xp: Arithmetic, epsilon0: Value, n: Value) -> tuple[Value, Value]:
    """(mean loss, variance proxy) of a record at a random place: half the sum of eps_i^2, and that sum."""
    variance_proxy = shuffling.variance_proxy(xp, epsilon0, n)
    return variance_proxy / 2, variance_proxy


def rho(case: ch.Case) -> ch.ZCDP:
    """rho-zCDP with rho half the variance proxy of a record at a random place."""
    epsilon0, n = case.epsilon, case.number("n")
    return ch.ZCDP(rho=lambda xp: shuffling.variance_proxy(xp, xp.number(epsilon0), xp.number(n)) / 2)


def short(case: ch.Case) -> ch.Profile:
    """12 eps0 sqrt(log(1/delta)/n), which holds for delta below 1/100 only."""
    epsilon0, n = case.epsilon, case.number("n")

    def variance_proxy(xp: Arithmetic) -> Value:
        return 72 * xp.number(epsilon0) ** 2 / xp.number(n)

    def delta(xp: Arithmetic, epsilon: Value) -> Value:
        found = advanced.tail_delta(xp, xp.number(0), variance_proxy(xp), epsilon)
        return found if found < xp.number(Fraction(1, 100)) else xp.number(1)

    def inverse(xp: Arithmetic, delta: Value) -> Value:
        return advanced.tail_epsilon(
            xp, xp.number(0), variance_proxy(xp), xp.minimum(delta, xp.number(Fraction(1, 100)))
        )

    return capped(epsilon0, delta, inverse)
