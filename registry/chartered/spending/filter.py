"""A privacy filter: a plan in which an output may decide what runs next, within budgets fixed beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from threading import Lock
from typing import TYPE_CHECKING, Any, Self

from ..accounting.either import either
from ..errors import BadLedger, BudgetExceeded, CharteredError
from ..host.registry import registry
from ..ledger.entries import Entry, read_entries
from ..ledger.requirements import relation
from ..model.exact_numbers import Exact, plain, whole
from ..model.neighbours import Neighbours
from ..model.steps import MOST_TIMES
from . import purses
from .budgets import Budgets
from .decision import Decision
from .filter_state import read_state, state_of
from .prices import prices

if TYPE_CHECKING:
    from ..accounting.answers import Answer
    from ..accounting.ledger import Ledger

_MOST_PRICED = 1000
"""The largest number of different steps whose prices a filter keeps."""


class Filter:
    """A privacy filter: rounds that may depend on earlier outputs, within budgets that are fixed beforehand.

    A step is paid from the purse for the guarantee that a theorem proves of it. Where several purses can pay, the one
    pays of which the smallest share of what is left is taken. A step that no purse can pay is refused, and nothing is
    spent. Whatever was spent, and in whatever order, what all rounds cost together is the cost of the budgets, so
    `answer` says from the first round on what holds at the end; no running eps is a guarantee.

    To be shared by threads; each decision is one.

    Args:
        gdp: A total mu: rounds that are mu_i-GDP are paid with mu_i^2, of at most mu^2 together.
        pure: A total eps for rounds that are eps_i-DP.
        fail: A total delta, the probability that some round fails: a round that is (eps, delta)-DP takes from both.
        count: A step and a number: at most so many runs of the step, or of steps that differ only in parameters that
            are proved safer.
        zcdp: A total rho for rounds in zCDP; it goes with no other budget.
        renyi: A total Renyi divergence for each order, by the order; no order may be exceeded. It goes with no other.
        neighbours: The relation; without it the one that the step in `count` requires, else add-or-remove.
        neighbors: The same argument in another spelling.

    Attributes:
        neighbours: The relation under which steps cost what they cost.

    Raises:
        CharteredError: There is no budget, one is out of range, or some do not go together.

    Examples:
        >>> budget = ch.Filter(gdp=1, pure="1/2", fail="1e-6")
        >>> budget.spend("gaussian:sigma=2", times=3).left["gdp"]
        Fraction(1, 4)
        >>> budget.may("gaussian:sigma=2"), budget.may("gaussian:sigma=1.9"), budget.may("laplace:scale=4")
        (True, False, True)
        >>> budget.answer(delta="1e-5").upper
        4.791638191048928
        >>> ch.Filter.from_state(budget.state()).left == budget.left
        True

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
        neighbours: Neighbours | str | None = None,
        neighbors: Neighbours | str | None = None,
    ) -> None:
        self._budgets = Budgets.of(gdp=gdp, pure=pure, fail=fail, count=count, zcdp=zcdp, renyi=renyi)
        wanted = Neighbours.chosen(neighbours, neighbors)
        counted = () if self._budgets.step is None else (Entry(self._budgets.step),)
        self.neighbours: Neighbours = relation(registry(), counted, wanted)
        self._spent: purses.Costs = dict.fromkeys(self._budgets.amounts, Fraction(0))
        self._prices: dict[Entry, list[purses.Costs]] = {}
        self._deciding = Lock()

    def ask(self, step: str | Entry, times: Exact = 1) -> Decision:
        """Whether a step may run, and what it would cost and leave; nothing is spent.

        Args:
            step: The step, as for `Ledger`.
            times: The number of runs, a whole number from 1 to 10^12, all of which are paid at once.

        Returns:
            The decision, which is true if the step may run.

        Raises:
            CharteredError: The step is invalid, or not defined under the filter's relation.

        Examples:
            >>> ch.Filter(pure=1).ask("laplace:scale=1/2").why
            'it costs 2 of eps, and 1 is left'
        """
        return self._decided(self._entry(step, times), self._spent)

    def may(self, step: str | Entry, times: Exact = 1) -> bool:
        """Whether a step may run; nothing is spent.

        Args:
            step: As for `ask`.
            times: As for `ask`.

        Returns:
            True or False.

        Raises:
            CharteredError: As for `ask`.

        Examples:
            >>> ch.Filter(gdp=1).may("gaussian:sigma=1", times=2)
            False
        """
        return self.ask(step, times).allowed

    def spend(self, step: str | Entry, times: Exact = 1) -> Decision:
        """Takes the cost of a step from the budgets, before the step runs.

        Args:
            step: As for `ask`.
            times: As for `ask`.

        Returns:
            The decision.

        Raises:
            BudgetExceeded: The step may not run; nothing is spent. Its `decision` says what it costs and what is left.
            CharteredError: As for `ask`.

        Examples:
            >>> budget = ch.Filter(zcdp="1/2")
            >>> budget.spend("gaussian:sigma=1").left
            {'zcdp': Fraction(0, 1)}
        """
        entry = self._entry(step, times)
        with self._deciding:
            decision = self._decided(entry, self._spent)
            if decision.allowed:
                self._spent = purses.after(self._budgets.purses, self._spent, decision.cost)
        if not decision.allowed:
            raise BudgetExceeded(f"{entry} may not run: {decision.why}", self._budgets.hint(decision.cost), decision)
        return decision

    @property
    def left(self) -> dict[str, Fraction]:
        """What each purse has left, by its name.

        That is a part of mu^2, eps, the probability of a failure, runs, rho, or a Renyi divergence.

        Examples:
            >>> ch.Filter(pure="1/2", count=("poisson:rate=0.01/gaussian:sigma=1", 100)).left
            {'pure': Fraction(1, 2), 'count': Fraction(100, 1)}
        """
        return self._budgets.left(self._spent)

    @property
    def ledgers(self) -> tuple[Ledger, ...]:
        """The budgets as a ledger of one filter; with Renyi budgets one ledger for each order.

        Each holds of every plan that the filter allows. A certificate of an answer states these budgets, and no step.

        Examples:
            >>> [entry.step for entry in ch.Filter(gdp=1, pure=2).ledgers[0].entries] == [
            ...     ch.parse("filter:gdp=1,pure=2").step
            ... ]
            True
        """
        from ..accounting.ledger import Ledger

        return tuple(Ledger(list(entries), self.neighbours) for entries in self._budgets.entries())

    def answer(self, *, delta: Exact | None = None, epsilon: Exact | None = None) -> Answer:
        """What all rounds cost together, whatever they are: the tightest answer for the budgets.

        Args:
            delta: A probability in [0, 1): the answer is about the least eps there.
            epsilon: A number of nats, at least 0, in place of delta: the answer is about the least delta there.

        Returns:
            The answer; its certificate states the budgets.

        Raises:
            CharteredError: Not exactly one of delta and epsilon is given, or no accountant answers.

        Examples:
            >>> ch.Filter(count=("poisson:rate=0.01/gaussian:sigma=1", 1000)).answer(delta="1e-5").upper
            1.8282366665165946
        """
        either(delta, epsilon, "answer")
        found = [
            one.epsilon(delta) if delta is not None else one.delta(epsilon if epsilon is not None else 0)
            for one in self.ledgers
        ]
        return min(found, key=lambda answer: answer.upper)

    def state(self) -> dict[str, Any]:
        """The filter as a dictionary for JSON: its budgets, its relation, and what was spent, all exact.

        Examples:
            >>> ch.Filter(gdp=1).state()
            {'schema': 1, 'filter': {'gdp': '1'}, 'neighbours': 'add-or-remove', 'spent': {'gdp': '0'}}
        """
        return state_of(self._budgets, self.neighbours, self._spent)

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
        budgets, neighbours, spent = read_state(state)
        try:
            found = cls(**budgets, neighbours=neighbours)
        except CharteredError as error:
            raise BadLedger(f"the state of a filter: {error.message}", error.hint) from None
        if spent.keys() != found._spent.keys():
            raise BadLedger("the state of a filter: what is spent is not of its purses", "read what `state` gave")
        over = next((name for name, value in spent.items() if not 0 <= value <= found._budgets.amounts[name]), None)
        if over is not None:
            raise BadLedger(f"the state of a filter: {over} is {plain(spent[over])}, which is no part of its budget")
        found._spent = spent
        return found

    def _entry(self, step: str | Entry, times: Exact) -> Entry:
        entries = read_entries(registry(), step)
        if len(entries) != 1:
            raise BadLedger(f"a round is one step, and these are {len(entries)}", "ask for each by itself")
        relation(registry(), entries, self.neighbours)
        return entries[0] * whole(times, "times", 1, MOST_TIMES)

    def _decided(self, entry: Entry, spent: purses.Costs) -> Decision:
        costs = self._costs(entry)
        if not costs:
            return Decision(False, {}, self._budgets.left(spent), self._budgets.why_none(entry.step.name))
        return self._budgets.decision(min(costs, key=lambda cost: self._budgets.share(cost, spent)), spent)

    def _costs(self, entry: Entry) -> list[purses.Costs]:
        once = Entry(entry.step)
        found = self._prices.get(once)
        if found is None:
            found = prices(registry(), self.neighbours, self._budgets, once)
            if len(self._prices) < _MOST_PRICED:
                self._prices[once] = found
        several = {purse.name: purse.several for purse in self._budgets.purses}
        return [{name: several[name](value, entry.times) for name, value in cost.items()} for cost in found]

    def __repr__(self) -> str:
        return f"<filter {self._budgets}, {self.neighbours.value}>"
