"""Outcomes with their exact probabilities under two neighbours, some of which may be 0."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

Outcomes: TypeAlias = Sequence[tuple[Fraction, Fraction]]
"""The probabilities of each outcome under P and under Q."""


def listed(columns: Sequence[str]) -> list[tuple[Fraction, Fraction]]:
    """Those of a table, from the texts of both columns."""
    p, q = ([Fraction(x) for x in column.split(":")] for column in columns)
    return list(zip(p, q, strict=True))


def responses(odds: Fraction) -> Outcomes:
    """Binary randomized response with e^eps = odds."""
    return [(odds / (1 + odds), 1 / (1 + odds)), (1 / (1 + odds), odds / (1 + odds))]


def turned(outcomes: Outcomes) -> list[tuple[Fraction, Fraction]]:
    """Those of Q and P."""
    return [(q, p) for p, q in outcomes]


def together(*mechanisms: Outcomes) -> Outcomes:
    """The outcomes of several mechanisms."""
    found = [(Fraction(1), Fraction(1))]
    for outcomes in mechanisms:
        found = [(p * x, q * y) for (p, q), (x, y) in product(found, outcomes)]
    return found


def divergence(outcomes: Outcomes, t: Fraction) -> Fraction:
    """The hockey-stick divergence at the factor t."""
    return sum((max(p - t * q, Fraction(0)) for p, q in outcomes), Fraction(0))
