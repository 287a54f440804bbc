"""The answer to whether a step may run within a budget."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import BudgetExceeded
from ..ledger.entries import Entry
from .purses import Costs

_NO_PURSE = (
    "noise on samples has no cost that adds up in GDP or eps: fix the largest rate and the least noise beforehand, as "
    "in count=('poisson:rate=0.01/gaussian:sigma=1', 1000), or take renyi={8: 1}"
)


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


def refused(entry: Entry, decision: Decision) -> BudgetExceeded:
    """The error for a step that may not run."""
    hint = "a step with more noise, or fewer runs, costs less" if decision.cost else _NO_PURSE
    return BudgetExceeded(f"{entry} may not run: {decision.why}", hint, decision)
