"""The privacy profile of binary randomized response, the worst of all mechanisms with a pure guarantee."""

from __future__ import annotations

import chartered as ch

from .formula_at import formula_at
from .formulas import randomized_response as response


def profile(epsilon0: ch.Number, side: ch.Side) -> ch.Profile:
    """That of binary randomized response."""
    return ch.Profile(
        delta=formula_at(response.delta, epsilon0, 2),
        epsilon=formula_at(response.epsilon, epsilon0, 2),
        at_infinity=ch.AtInfinity(max_loss=epsilon0, max_loss_is_tight=side is ch.Side.EXACT),
        worst_pair=True,
    )
