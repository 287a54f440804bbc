"""The answer to whether a step may run within a budget."""

from __future__ import annotations

from dataclasses import dataclass

from .purses import Costs


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a step may run within the budgets of a filter, and what it would leave.

    A decision is true if the step may run.

    Args:
        allowed: Whether it may run.
        cost: What the step costs in each purse that pays for it; empty if no purse does.
        left: What each purse has left, after the step if it may run.
        why: The reason if it may not, otherwise an empty text.

    Examples:
        >>> decision = ch.Filter(gdp=1).ask("gaussian:sigma=2")
        >>> decision.allowed, decision.cost, decision.left
        (True, {'gdp': Fraction(1, 4)}, {'gdp': Fraction(3, 4)})
    """

    allowed: bool
    cost: Costs
    left: Costs
    why: str = ""

    def __bool__(self) -> bool:
        return self.allowed
