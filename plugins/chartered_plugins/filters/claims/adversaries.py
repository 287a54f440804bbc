"""Adversaries in exact fractions: of all plans within a budget, the one with the largest divergence, by backward
induction over what every outcome lets through."""

from collections.abc import Sequence
from fractions import Fraction

from ...basics.claims.outcomes import Outcomes

Offer = tuple[Outcomes, tuple[Fraction, ...]]
"""A mechanism, and what it costs in each purse: factors, of which a purse holds the product."""


def failing(delta: Fraction) -> Outcomes:
    """All or nothing: with probability delta everything is disclosed."""
    return [(delta, Fraction(0)), (1 - delta, 1 - delta), (Fraction(0), delta)]


def worst_plan(offers: Sequence[Offer], budget: Sequence[Fraction], t: Fraction) -> Fraction:
    """The largest divergence at t of all plans that choose from the offers after every outcome, or stop, and whose
    factors never exceed the budget."""

    def value(p: Fraction, q: Fraction, left: tuple[Fraction, ...]) -> Fraction:
        best = max(p - t * q, Fraction(0))
        for pair, cost in offers:
            rest = tuple(had / one for had, one in zip(left, cost, strict=True))
            if all(part >= 1 for part in rest):
                best = max(best, sum((value(p * x, q * y, rest) for x, y in pair), Fraction(0)))
        return best

    return value(Fraction(1), Fraction(1), tuple(budget))
