"""What may be asked of a budget, none of which changes it: the same questions of a filter and of a book."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..accounting import answers, ledger as ledgers
from ..accounting.common_questions import either
from ..ledger.entries import Entry
from ..model.exact_numbers import Exact
from ..model.neighbours import Neighbours
from ..model.questions import Question
from . import purses
from .book_export import Held
from .decision_result import Decision
from .filter_rule import FilterRule


class BudgetQuestions:
    """The questions about a rule and what is spent of it."""

    _rule: FilterRule

    def _spent_now(self) -> purses.Costs:
        """What is spent."""
        raise NotImplementedError

    def _spendable_now(self) -> purses.Costs:
        """What is spent. Raises BadLedger if nothing can be spent any more."""
        return self._spent_now()

    def _ledgers(self) -> Sequence[ledgers.Ledger]:
        """The budgets as ledgers."""
        raise NotImplementedError

    def _held(self, question: Question) -> Held:
        """What holds of them. Raises CharteredError."""
        return self._rule.held(question, self._ledgers())

    @property
    def neighbours(self) -> Neighbours:
        """The relation under which steps cost what they cost.

        Examples:
            >>> ch.Filter(gdp=1).neighbours.value
            'add-or-remove'
        """
        return self._rule.neighbours

    def ask(
        self,
        step: str | Entry,
        times: Exact = 1,
        *,
        scope: str = "",
        failure: Exact | None = None,
        seconds: float | None = None,
    ) -> Decision:
        """Whether a step may run, and what it would cost and leave; nothing is spent.

        Args:
            step: The step, as for `Ledger`.
            times: The number of runs, a whole number from 1 to 10^12, all of which are paid at once.
            scope: The scope whose records alone it reads; an empty text: it reads all records.
            failure: A probability above 0 and below 1: the step may also be paid with the least mu that is proved of
                all its runs together (which end before the next step is chosen) except for a failure of that
                probability, and with that failure. It helps where there is no other mu, or a large one, as for noise on
                samples; the budgets need gdp and fail.
            seconds: Seconds of processor time for the search for that mu, above 0 and at most 1e6; without it no limit,
                but ten for the mu of a step that holds always and that no theorem states.

        Returns:
            The decision, which is true if the step may run.

        Raises:
            CharteredError: The step is invalid, or not defined under the relation; or a book is closed or cannot be
                used.

        Examples:
            >>> ch.Filter(pure=1).ask("laplace:scale=1/2").why
            'it costs 2 of eps, and 1 is left'
        """
        return self._rule.decision(self._rule.round(step, times, scope, failure, seconds), self._spendable_now())

    def may(
        self,
        step: str | Entry,
        times: Exact = 1,
        *,
        scope: str = "",
        failure: Exact | None = None,
        seconds: float | None = None,
    ) -> bool:
        """Whether a step may run; nothing is spent.

        Args:
            step: As for `ask`.
            times: As for `ask`.
            scope: As for `ask`.
            failure: As for `ask`.
            seconds: As for `ask`.

        Returns:
            True or False.

        Raises:
            CharteredError: As for `ask`.

        Examples:
            >>> ch.Filter(gdp=1).may("gaussian:sigma=1", times=2)
            False
        """
        return self.ask(step, times, scope=scope, failure=failure, seconds=seconds).allowed

    @property
    def left(self) -> dict[str, Fraction]:
        """What each purse has left, by its name.

        That is a part of mu^2, eps, the probability of a failure, runs, rho, or a Renyi divergence; of a scope, for a
        step that reads no other records.

        Examples:
            >>> ch.Filter(pure="1/2", count=("poisson:rate=0.01/gaussian:sigma=1", 100)).left
            {'pure': Fraction(1, 2), 'count': Fraction(100, 1)}
        """
        return self._rule.budgets.left(self._spent_now())

    def answer(self, *, delta: Exact | None = None, epsilon: Exact | None = None) -> answers.Answer:
        """What all rounds cost together, whatever they are: the tightest answer for the budgets.

        Args:
            delta: A probability in [0, 1): the answer is about the least eps there.
            epsilon: A number of nats, at least 0, in place of delta: the answer is about the least delta there.

        Returns:
            The answer; its certificate states the budgets, and of a book the digest of the last entry.

        Raises:
            CharteredError: Not exactly one of delta and epsilon is given, or no accountant answers.

        Examples:
            >>> training = ch.Filter(count=("poisson:rate=0.01/gaussian:sigma=1", 1000))
            >>> round(training.answer(delta="1e-5").upper, 9)
            1.828236667
        """
        return self._held(either(delta, epsilon, "answer")).answer
