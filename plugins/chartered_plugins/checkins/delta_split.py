"""Profiles of mechanisms that are (e, core + rest)-DP for every e and every split of delta; a witness states both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Number, Value, floats

from ..basics.formulas import subgaussian_tail as advanced
from .search import delta_split

VarianceProxy: TypeAlias = Callable[[Arithmetic, Value], Value]
"""(xp, x) -> the variance proxy for the split x that a witness states."""
Rest: TypeAlias = Callable[[Arithmetic, Value, Value], Value]
"""(xp, e, x) -> the rest of delta at e for the split x."""

SHARES = tuple(4.0**-k for k in range(500, 0, -1))
"""Shares of delta among which a search begins."""
PRINTED = (advanced.tail_delta, advanced.tail_epsilon)
BEST = (
    advanced.least_delta,
    lambda xp, mean_loss, variance_proxy, delta: advanced.least_epsilon(xp, mean_loss, variance_proxy, xp.inf, delta),
)
"""Laws of composition: (xp, mean loss, variance proxy, eps or delta) -> delta or eps."""


def profile(
    name: str,
    variance_proxy: VarianceProxy,
    rest: Rest,
    points: Sequence[float],
    laws: tuple[Any, Any],
    least: Number = 0,
) -> ch.Profile:
    """The profile of a mechanism that is (e, core + rest(e, x))-DP for every e and x, where core is the delta of a
    composition with this `variance_proxy` by `laws` (a law for delta, and one for eps). A witness states e and x."""
    delta_of, epsilon_of = laws

    def core(xp: Arithmetic, e: Value, x: Value) -> Value:
        found = variance_proxy(xp, x)
        return delta_of(xp, found / 2, found, e)

    def inverse(xp: Arithmetic, left: Value, x: Value) -> Value:
        found = variance_proxy(xp, x)
        return epsilon_of(xp, found / 2, found, left)

    def spent(xp: Arithmetic, e: Value, x: Value) -> Value:
        more = rest(xp, e, x)
        return more + core(xp, e, x) if more < 1 else xp.inf

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        at, x = _read(xp, witness, name)
        return spent(xp, xp.minimum(epsilon, at), x)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        at, x = _read(xp, witness, name)
        return at if spent(xp, at, x) <= delta else xp.inf

    def propose(question: ch.Question) -> ch.Witness:
        costs = delta_split.Costs(*((lambda a, x, f=f: f(floats, a, x)) for f in (core, inverse, rest)))
        e, x = delta_split.cheapest(question, costs, points)
        if not e < floats.inf:
            raise ch.Unavailable("no split of delta meets it")
        return {"at": e, name: x}

    fields = (ch.Field("at"), ch.Field(name, open_low=True))
    return ch.Profile(
        delta=delta,
        epsilon=epsilon,
        search=ch.WitnessSearch(propose=propose, fields=fields),
        at_infinity=ch.AtInfinity(delta=least),
    )


def _read(xp: Arithmetic, witness: ch.Witness, name: str) -> tuple[Value, Value]:
    """(e, x) of a witness. Raises Unavailable."""
    at, x = witness.get("at"), witness.get(name)
    if at is None or x is None or not (at >= 0 and x > 0):
        raise ch.Unavailable(f"the witness of a split is at and {name}")
    return xp.number(at), xp.number(x)
