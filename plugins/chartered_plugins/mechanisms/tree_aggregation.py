"""Aggregation on a binary tree: prefix sums of a stream from noisy sums over its dyadic intervals, as in DP-FTRL and in
continual counting."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch

from .formulas import binary_tree
from .sensitivities import sensitivities

_KAIROUZ = "Kairouz, McMahan, Song, Thakkar, Thakurta, Xu 2021, Appendix D; Dong, Roth, Su 2022, Theorem 1"


def _stream(case: ch.Case) -> tuple[int, int, int | None]:
    """(steps, separation, uses); where no separation is stated a record takes part once."""
    steps, separation, uses = (case.get(key) for key in ("steps", "separation", "uses"))
    assert isinstance(steps, Fraction)
    if not isinstance(separation, Fraction):
        return int(steps), int(steps), 1
    return int(steps), int(separation), int(uses) if isinstance(uses, Fraction) else None


def _moved(case: ch.Case, squares: int | None) -> ch.GDP:
    assert squares is not None
    return ch.GDP(mu_squared=squares * (case.sensitivity / case.number("sigma")) ** 2)


def _of_records(case: ch.Case) -> str | None:
    again = case.local and case.get("separation") is not None
    return "in which steps a report stands again may follow from its value" if again else None


def _few_patterns(case: ch.Case) -> str | None:
    """The patterns of participation are few enough to find the worst one, and those of a record are no report's."""
    found = binary_tree.most_squares(*_stream(case))
    return _of_records(case) or ("the patterns of participation are too many to try" if found is None else None)


def _many_patterns(case: ch.Case) -> str | None:
    """They are not."""
    return _of_records(case) if _of_records(case) or _few_patterns(case) else ""


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """A tree over a stream of steps, in one of which a record takes part, or in several that are far apart."""
    sigma = ch.Parameter(
        "sigma",
        "standard deviation of the noise in each node, in the units of the query",
        safer="larger",
        monotone="gaussian.monotone",
    )
    steps = ch.Parameter.whole(
        "steps",
        "how many steps the tree has; of several trees that share no record, the largest",
        high=10**12,
        safer="smaller",
        monotone="tree-aggregation.steps.monotone",
    )
    stated = sensitivities("what a record adds to its step (l2 norm)", monotone="gaussian.monotone")
    return [
        ch.Mechanism(
            "tree-aggregation",
            "adds Gaussian noise to the sums over all whole dyadic intervals of a stream",
            (sigma, steps, *stated, *participations()),
            sampling="none: each record stands in one step at most, or in steps as far apart as is stated, which do "
            "not depend on the other records; where replace-sensitivity is stated, one that replaces another stands "
            "in the same steps",
            also_called=("tree", "binary-tree", "dp-ftrl", "dpftrl", "ftrl"),
        )
    ]


def participations() -> tuple[ch.Parameter, ch.Parameter]:
    """The parameters for records that take part more than once."""
    monotone = "tree-aggregation.patterns.monotone"
    separation = ch.Parameter.whole(
        "separation",
        "how far apart two steps with the same record are at least; without it a record takes part once",
        optional=True,
        safer="larger",
        monotone=monotone,
        also=("min-separation",),
    )
    uses = ch.Parameter.whole(
        "uses",
        "in how many steps a record takes part at most; without it, in as many as its separation allows",
        optional=True,
        with_="separation",
        safer="smaller",
        monotone=monotone,
        also=("participations",),
    )
    return separation, uses


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """All nodes together are one Gaussian mechanism."""
    return [
        ch.Theorem(
            name="tree-aggregation.gdp",
            takes=ch.OnStep("tree-aggregation"),
            gives=ch.GDP,
            bound=lambda case: _moved(case, binary_tree.most_squares(*_stream(case))),
            conditions=_few_patterns,
            statement="A node moves by at most its number of participations k(v) times the sensitivity, whatever was "
            "released before: all nodes together are a Gaussian mechanism whose squared sensitivity is the largest sum "
            "of k(v)^2 over all patterns of participation, times as large, and equal contributions attain it. One "
            "participation is in floor(log2 steps) + 1 nodes at most, as that of the first step is.",
            source=_KAIROUZ,
            latex=r"\mu^2=\max_S\sum_v|S\cap v|^2\;\Delta^2/\sigma^2",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="tree-aggregation.above",
            takes=ch.OnStep("tree-aggregation"),
            gives=ch.GDP,
            bound=lambda case: _moved(case, binary_tree.squares_above(*_stream(case))),
            conditions=_many_patterns,
            statement="A node of 2^l steps holds at most M_l participations, and the nodes of a level share all K of "
            "them, so a level adds at most K M_l to the sum of squares.",
            source=f"direct computation; {_KAIROUZ}",
            latex=r"\mu^2=K\sum_l M_l\;\Delta^2/\sigma^2,\quad M_l=\min\left(K,\lfloor(2^l-1)/s\rfloor+1\right)",
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".tree_aggregation")
