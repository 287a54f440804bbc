"""A privacy filter: a plan in which an output may decide what runs next, within budgets fixed beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn, Self

from ..accounting import ledger
from ..errors import BadValue
from ..fork_safe_lock import ForkSafeLock
from ..ledger.entries import Entry
from ..model.exact_numbers import Exact
from ..model.neighbours import Neighbours
from . import purses
from .budget_questions import BudgetQuestions
from .decision_result import Decision, refused
from .filter_rule import FilterRule
from .filter_state import read_state, state_of


class Filter(BudgetQuestions):
    """A privacy filter: rounds that may depend on earlier outputs, within budgets that are fixed beforehand.

    A step is paid from the purse for the guarantee that a theorem proves of it. Where several purses can pay, the one
    pays of whose remaining budget it takes the smallest share. A step that no purse can pay is refused, and nothing is
    spent. Whatever was spent, and in whatever order, what all rounds cost together is the cost of the budgets, so
    `answer` says from the first round on what holds at the end; no running eps is a guarantee.

    To be shared by threads; each decision is one. It is neither copied nor pickled, as each copy would spend the
    remainder. A forked process has such a copy: let one of them spend, or share a `Book`.

    Args:
        gdp: A total mu: rounds that are mu_i-GDP are paid with mu_i^2, of at most mu^2 together.
        pure: A total eps for rounds that are eps_i-DP.
        fail: A total delta, the probability that some round fails: a round that is (eps, delta)-DP takes from both.
        count: A step and a number n: at most n runs of the step, or of steps that differ only in parameters that
            are proved safer.
        zcdp: A total rho for rounds in zCDP; it goes with no other budget.
        renyi: A total Renyi divergence for each order, by the order; no order may be exceeded. It goes with no other.
        scopes: Names of parts of the data, such as regions: a step may be paid for one of them, whose records alone it
            reads. Which scopes a record is in follows from that record alone. The budgets are those of one record, so
            that steps in scopes that it is not in cost it nothing.
        most: In how many of the scopes a record may ever be, over the life of the filter. (Where records are replaced,
            twice as many count.)
        neighbours: The relation; without it the one that the step in `count` requires, else add-or-remove.
        neighbors: The same argument in another spelling.

    Raises:
        CharteredError: There is no budget, one is out of range, or some do not go together.

    Examples:
        >>> budget = ch.Filter(gdp=1, pure="1/2", fail="1e-6")
        >>> budget.spend("gaussian:sigma=2", times=3).left["gdp"]
        Fraction(1, 4)
        >>> budget.may("gaussian:sigma=2"), budget.may("gaussian:sigma=1.9"), budget.may("laplace:scale=4")
        (True, False, True)
        >>> budget.answer(delta="1e-5").upper
        4.791638191048914
        >>> ch.Filter.from_state(budget.state()).left == budget.left
        True
        >>> regions = ch.Filter(gdp=1, scopes=["north", "south"])
        >>> [regions.spend("gaussian:sigma=1", scope=name).allowed for name in ("north", "south")]
        [True, True]

    References:
        Rogers, Roth, Ullman, Vadhan 2016; Feldman, Zrnic 2021; Smith, Thakurta 2022.
    """

    def __init__(
        self,
        *,
        gdp: Exact | None = None,
        pure: Exact | None = None,
        fail: Exact | None = None,
        count: tuple[str, Exact] | None = None,
        zcdp: Exact | None = None,
        renyi: Mapping[Exact, Exact] | None = None,
        scopes: Iterable[str] = (),
        most: Exact = 1,
        neighbours: Neighbours | str | None = None,
        neighbors: Neighbours | str | None = None,
    ) -> None:
        budgets = {"gdp": gdp, "pure": pure, "fail": fail, "count": count, "zcdp": zcdp, "renyi": renyi}
        self._rule = FilterRule.of(Neighbours.chosen(neighbours, neighbors), budgets, None, scopes, most)
        self._spent: purses.Costs = self._rule.unspent
        self._deciding = ForkSafeLock()

    def spend(
        self,
        step: str | Entry,
        times: Exact = 1,
        *,
        scope: str = "",
        failure: Exact | None = None,
        seconds: float | None = None,
    ) -> Decision:
        """Takes the cost of a step from the budgets, before the step runs.

        Args:
            step: As for `ask`.
            times: As for `ask`.
            scope: As for `ask`.
            failure: As for `ask`.
            seconds: As for `ask`.

        Returns:
            The decision.

        Raises:
            BudgetExceeded: The step may not run; nothing is spent. Its `decision` states its cost, and the remaining
                budget.
            CharteredError: As for `ask`.

        Examples:
            >>> budget = ch.Filter(zcdp="1/2")
            >>> budget.spend("gaussian:sigma=1").left
            {'zcdp': Fraction(0, 1)}
            >>> paid = ch.Filter(gdp=1, fail="1e-6").spend("laplace:scale=4", failure="1e-9")
            >>> f"{float(paid.cost['gdp']) ** 0.5:.6f}", paid.cost["fail"], paid.failure
            ('0.295609', Fraction(1, 1000000000), Fraction(1, 1000000000))
        """
        asked = self._rule.round(step, times, scope, failure, seconds)
        with self._deciding:
            decision = self._rule.decision(asked, self._spent)
            if decision.allowed:
                self._spent = self._rule.after(self._spent, decision.cost)  # at once: a fork sees all of it or none
        if not decision.allowed:
            raise refused(asked.entry, decision, self._rule.cheaper, self._rule.remedy(asked.entry))
        return decision

    @property
    def ledgers(self) -> tuple[ledger.Ledger, ...]:
        """The budgets as a ledger of one filter; with Renyi budgets one ledger for each order.

        Each holds of every plan that the filter allows. A certificate of an answer states these budgets, and no step.

        Examples:
            >>> [entry.step for entry in ch.Filter(gdp=1, pure=2).ledgers[0].entries] == [
            ...     ch.parse("filter:gdp=1,pure=2").step
            ... ]
            True
        """
        return self._rule.ledgers

    def state(self) -> dict[str, Any]:
        """The filter as a dictionary for JSON: its budgets, its relation, and what was spent, all exact.

        Examples:
            >>> ch.Filter(gdp=1).state()
            {'schema': 1, 'filter': {'gdp': '1'}, 'neighbours': 'add-or-remove', 'spent': {'gdp': '0'}}
        """
        return state_of(self._rule, self._spent)

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Self:
        """The filter in a dictionary that `state` gave.

        Args:
            state: The dictionary. Whoever can write it can give the budget back: keep it where the budget is kept.

        Returns:
            The filter.

        Raises:
            BadLedger: It is no state of a filter, or more is spent than its budgets.

        Examples:
            >>> ch.Filter.from_state(ch.Filter(pure=1).state()).left
            {'pure': Fraction(1, 1)}
        """
        rule, spent = read_state(state)
        found = cls.__new__(cls)
        found._rule, found._spent, found._deciding = rule, spent, ForkSafeLock()
        return found

    def __reduce__(self) -> NoReturn:
        """Raises BadValue: each copy would spend the remainder once more."""
        raise BadValue(
            "a filter is neither copied nor pickled, as each copy would spend what is left",
            "share this one; to go on elsewhere, keep its state() for Filter.from_state; processes share a Book",
        )

    def _spent_now(self) -> purses.Costs:
        return self._spent

    def _ledgers(self) -> tuple[ledger.Ledger, ...]:
        return self.ledgers

    def __repr__(self) -> str:
        return f"<filter {self._rule}>"
