"""Ledgers with many different steps, grouped: each group is replaced by a step that costs no less than any of its
steps, or, for a lower bound, no more."""

from __future__ import annotations

from typing import Any

import chartered as ch

SOURCE = "data processing, step by step; Zhu, Dong, Wang 2022, Theorem 10 for adaptive composition"


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Grouping for upper bounds, and for lower bounds."""
    common: dict[str, Any] = {"takes": ch.OnLedger(), "gives": ch.Rewrite, "source": SOURCE}
    return [
        ch.Theorem(
            name="ledger.grouped",
            bound=lambda group: group.costliest,
            statement="Steps that differ only in parameters of which more in one direction is proved never to cost "
            "more cost no more than as many runs of the step that has the least safe value of each of these "
            "parameters: a larger sampling rate, a smaller sigma.",
            latex=r"\prod_i M(q_i,\sigma_i)\preceq M(\max_i q_i,\min_i\sigma_i)^n",
            side=ch.Side.UPPER,
            **common,
        ),
        ch.Theorem(
            name="ledger.grouped-below",
            bound=lambda group: group.safest,
            statement="They cost no less than as many runs of the step that has the safest value of each of these "
            "parameters.",
            latex=r"M(\min_i q_i,\max_i\sigma_i)^n\preceq\prod_i M(q_i,\sigma_i)",
            side=ch.Side.LOWER,
            **common,
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".grouping")
