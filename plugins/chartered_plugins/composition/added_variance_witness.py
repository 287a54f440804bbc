"""The witness of the central limit theorem: the variance of a normal loss that is added, so that the distribution of
the sum is closer to normal."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import chartered as ch


@dataclass(frozen=True, slots=True)
class AddedVariance(ch.TypedWitness):
    """The added variance and, for a question about eps, the answer."""

    added: Annotated[Fraction | None, ch.Field("added")] = None
    """The variance of the added normal loss; None means 0."""
    epsilon: Annotated[Fraction | None, ch.Field("epsilon")] = None
    """An eps at which delta is at most the target."""
