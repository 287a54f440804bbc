"""The privacy profile of binary randomized response, the worst of all mechanisms with a pure guarantee."""

from __future__ import annotations

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from .formulas import randomized_response as response


def profile(epsilon0: ch.Number, side: ch.Side) -> ch.Profile:
    """That of binary randomized response."""

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return response.delta(xp, xp.number(epsilon0), xp.number(2), epsilon)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        return response.epsilon(xp, xp.number(epsilon0), xp.number(2), delta)

    return ch.Profile(
        delta=delta,
        epsilon=epsilon,
        at_infinity=ch.AtInfinity(max_loss=epsilon0, max_loss_is_tight=side is ch.Side.EXACT),
        worst_pair=True,
    )
