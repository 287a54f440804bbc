"""The answer to whether a step may run within a budget."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from ..display import one_line
from ..errors import BudgetExceeded
from ..ledger.entries import Entry
from .purses import Costs, in_words

NOT_ALLOWED = "a book allows plugins of others by name, when it is made"


class Decision(Struct, frozen=True):
    """Whether a step may run within the budgets of a filter, and what it would leave.

    A decision is true if the step may run.

    Args:
        allowed: Whether it may run.
        cost: What the step costs in each purse that pays for it; empty if no purse does.
        left: What each purse has left, after the step if it may run.
        why: The reason if it may not, otherwise an empty text.
        path: The theorems that prove the cost.
        strangers: The third-party plugins that the cost rests on.
        failure: The probability of the failure except for which the mu that is charged holds; None: there is none, or
            the step itself states it.
        hint: How the step may cost less, or have a cost at all: with a failure; an empty text if nothing is known.

    Examples:
        >>> decision = ch.Filter(gdp=1).ask("gaussian:sigma=2")
        >>> decision.allowed, decision.cost, decision.left
        (True, {'gdp': Fraction(1, 4)}, {'gdp': Fraction(3, 4)})
        >>> decision.path, decision.strangers
        (('gaussian.gdp',), ())
    """

    allowed: bool
    cost: Costs
    left: Costs
    why: str = ""
    path: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    failure: Fraction | None = None
    hint: str = ""

    def __bool__(self) -> bool:
        return self.allowed

    def __repr__(self) -> str:
        """With numbers of any size."""
        cost, left = (
            ", ".join(in_words(*one, up=up) for one in told.items())
            for told, up in ((self.cost, True), (self.left, False))
        )
        why = f"; {self.why}" if self.why else ""
        return one_line(
            f"<{'may' if self.allowed else 'may not'} run; costs {cost or 'nothing known'}; left {left}{why}>"
        )


def refused(entry: Entry, decision: Decision, cheaper: str, remedy: str) -> BudgetExceeded:
    """The error for a step that may not run, with what to do: also `cheaper` if it costs too much, else its hint, or
    `remedy`."""
    why_none = decision.hint or (NOT_ALLOWED if decision.strangers else remedy)
    told = (decision.hint, cheaper) if decision.cost else (why_none,)
    return BudgetExceeded(f"{entry} may not run: {decision.why}", "; ".join(filter(None, told)), decision)
