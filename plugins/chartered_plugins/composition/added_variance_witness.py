"""The witness of a central limit theorem: the variance that is added to the loss, so that its law is nearer to the
normal one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import chartered as ch


@dataclass(frozen=True, slots=True)
class AddedVariance(ch.TypedWitness):
    """How much is added, and the answer where eps is asked for."""

    added: Annotated[Fraction | None, ch.Field("added")] = None
    """The variance of the normal loss that is added; none where it is missing."""
    epsilon: Annotated[Fraction | None, ch.Field("epsilon")] = None
    """An eps at which delta is at most the target."""
