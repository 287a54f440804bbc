"""The optimal conversion of a Renyi point at a witness, if the divergence is bounded in one direction.

D_alpha(P||Q) <= gamma: Theorem 3 of Asoodeh et al. 2020 in its dual form (`closed_forms`). A witness states the tangent
points v and w, or `edge`: the branch alpha delta >= 1. One without a valid bound gives eps = inf, or delta = 1.

Every function takes an arithmetic `xp` and values of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value

from . import closed_forms as rc

Witness: TypeAlias = Mapping[str, Fraction | float | None]


def one_sided_epsilon(xp: Arithmetic, alpha: Value, gamma: Value, delta: Value, witness: Witness) -> Value:
    """T3's eps at a witness."""
    if witness.get("edge"):
        return rc.edge_epsilon(xp, gamma, delta) if alpha * delta >= 1 else xp.inf
    v = witness["v"]
    if v is not None and v < 0:
        return xp.inf
    return rc.tangent_epsilon(xp, alpha, gamma, delta, None if v is None else xp.number(v))


def one_sided_delta(xp: Arithmetic, alpha: Value, gamma: Value, epsilon: Value, witness: Witness) -> Value:
    """T3's delta at a witness."""
    if witness.get("edge"):
        edge = rc.edge_delta(xp, gamma, epsilon)
        return edge if alpha * edge >= 1 else xp.number(1)
    v, w = witness["v"], witness["w"]
    if w is None or (v is not None and (v < 0 or v + w <= 0)):
        return xp.number(1)
    return rc.tangent_delta(xp, alpha, gamma, epsilon, None if v is None else xp.number(v), xp.number(w))
