"""Aggregation on a binary tree: prefix sums of a stream from noisy sums over its dyadic intervals, as in DP-FTRL and in
continual counting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
from chartered_verify.lazy_module import LazyModule

from .sensitivities import sensitivities

if TYPE_CHECKING:
    from .formulas import binary_tree
else:
    binary_tree = LazyModule(".formulas.binary_tree", __package__)


def _gdp(case: ch.Case) -> ch.GDP:
    return ch.GDP(
        mu_squared=binary_tree.depth(int(case.number("steps"))) * (case.sensitivity / case.number("sigma")) ** 2
    )


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """One pass over a stream of steps."""
    sigma = ch.Parameter(
        "sigma",
        "standard deviation of the noise in each node, in the units of the query",
        safer="larger",
        monotone="gaussian.monotone",
    )
    steps = ch.Parameter(
        "steps",
        "how many steps the tree has; of several trees that share no record, the largest",
        low=1,
        open_low=False,
        integer=True,
        safer="smaller",
        monotone="tree-aggregation.steps.monotone",
    )
    return [
        ch.Mechanism(
            "tree-aggregation",
            "adds Gaussian noise to the sums over all whole dyadic intervals of a stream",
            (sigma, steps, *sensitivities("what a record adds to its step (l2 norm)", monotone="gaussian.monotone")),
            sampling="none: each record stands in one step at most, which does not depend on the other records; where "
            "replace-sensitivity is stated, one that replaces another stands in the same step",
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """All nodes together are one Gaussian mechanism."""
    return [
        ch.Theorem(
            name="tree-aggregation.gdp",
            takes=ch.OnStep("tree-aggregation"),
            gives=ch.GDP,
            bound=_gdp,
            statement="A record moves the nodes that hold its step, of which there are at most floor(log2 steps) + 1, "
            "each by at most its sensitivity: all nodes together are a Gaussian mechanism whose sensitivity is the "
            "root of that number times as large. The first step attains it.",
            source="Kairouz, McMahan, Song, Thakkar, Thakurta, Xu 2021, Appendix D; Dong, Roth, Su 2022, Theorem 1",
            latex=r"\mu=\sqrt{\lfloor\log_2 n\rfloor+1}\;\Delta/\sigma",
            side=ch.Side.EXACT,
        )
    ]


@ch.hook
def register_claims() -> list[ch.Claim]:
    """The claims about the nodes that one record changes."""
    from chartered.proving.book import claims_in

    return claims_in(__package__, ".claims.tree_aggregation")
