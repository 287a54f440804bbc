"""The questions that a ledger with parts answers."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BadValue
from ..ledger.sets_of_parts import Parted, PartSet, labels
from ..model.exact_numbers import Exact
from ..model.neighbours import Neighbours
from ..model.questions import Question
from . import parted_budget, parted_risk
from .budget import Budget
from .ledger import Ledger
from .parted_answer import PartedAnswer
from .question_time_limit import TimeLimit
from .risk import Risk
from .tradeoff import TradeOff


class PartedQuestions:
    """The questions about a plan with parts: every set of parts has an answer, and the largest counts."""

    plan: Parted
    neighbours: Neighbours
    _sets: tuple[PartSet, ...]

    @property
    def ledgers(self) -> dict[str, Ledger]:
        """The ordinary ledgers that it is, by the parts that the record is in.

        Of parts with equal steps only the first ones are named.

        Examples:
            >>> regions = ch.PartedLedger({"north": "laplace:scale=2", "south": "laplace:scale=4"})
            >>> [name for name in regions.ledgers], regions.ledgers["south"].risk().accuracy.upper < 0.57
            (['north', 'south'], True)
        """
        named = zip(labels(self._sets), self._sets, strict=True)
        return {name: Ledger(one.entries, self.neighbours) for name, one in named}

    def epsilon(
        self,
        delta: Exact,
        accountant: str | Iterable[str] | None = None,
        *,
        digits: int | None = None,
        within: Exact | None = None,
        seconds: float | None = None,
    ) -> PartedAnswer:
        """The tightest answer for the least eps at `delta`: the largest over all sets of parts.

        Args:
            delta: As for `Ledger.epsilon`.
            accountant: As for `Ledger.epsilon`, in every set.
            digits: As for `Ledger.epsilon`.
            within: As for `Ledger.epsilon`.
            seconds: Seconds of processor time for all sets together.

        Returns:
            The answer.

        Raises:
            CharteredError: As for `Ledger.epsilon`, for some set.

        Examples:
            >>> regions = ch.PartedLedger({"north": "laplace:scale=2", "south": "laplace:scale=4"})
            >>> regions.epsilon(0).upper
            0.5
        """
        return self.answer(Question.epsilon(delta, digits, within), accountant, seconds=seconds)

    def delta(
        self,
        epsilon: Exact,
        accountant: str | Iterable[str] | None = None,
        *,
        digits: int | None = None,
        within: Exact | None = None,
        seconds: float | None = None,
    ) -> PartedAnswer:
        """The tightest answer for the least delta at `epsilon`: the largest over all sets of parts.

        Args:
            epsilon: As for `Ledger.delta`.
            accountant: As for `epsilon`.
            digits: As for `epsilon`.
            within: As for `epsilon`.
            seconds: As for `epsilon`.

        Returns:
            The answer.

        Raises:
            CharteredError: As for `epsilon`.

        Examples:
            >>> regions = ch.PartedLedger({"north": "laplace:scale=2", "south": "laplace:scale=4"})
            >>> regions.delta("1/2").upper
            0.0
        """
        return self.answer(Question.delta(epsilon, digits, within), accountant, seconds=seconds)

    def mu(
        self,
        tolerance: Exact = "1e-9",
        accountant: str | Iterable[str] | None = None,
        *,
        head: Exact | None = None,
        tail: Exact | None = None,
        failure: Exact | None = None,
        seconds: float | None = None,
    ) -> PartedAnswer:
        """An enclosure of the least mu: the largest over all sets of parts.

        Args:
            tolerance: As for `Ledger.mu`.
            accountant: As for `epsilon`.
            head: As for `Ledger.mu`.
            tail: As for `Ledger.mu`.
            failure: As for `Ledger.mu`.
            seconds: As for `epsilon`.

        Returns:
            The answer.

        Raises:
            CharteredError: As for `Ledger.mu`, for some set.

        Examples:
            >>> regions = ch.PartedLedger({"north": "gaussian:sigma=2", "south": "gaussian:sigma=4"})
            >>> f"{regions.mu('1e-6'):.4f}"
            '0.5000'
        """
        return self.answer(Question.mu(tolerance, head, tail, failure), accountant, seconds=seconds)

    def risk(
        self,
        *,
        prior: Exact = "1/2",
        type_one: Exact = "1e-3",
        baseline: Exact = "1e-6",
        accountant: str | Iterable[str] | None = None,
        seconds: float | None = None,
    ) -> Risk:
        """Certified bounds on the success of an attacker: each the largest over all sets of parts.

        Args:
            prior: As for `Ledger.risk`.
            type_one: As for `Ledger.risk`.
            baseline: As for `Ledger.risk`.
            accountant: As for `epsilon`.
            seconds: As for `epsilon`.

        Returns:
            The bounds, each with the answer from which it follows, that of one set; notes name the sets.

        Raises:
            CharteredError: As for `Ledger.risk`, for some set.

        Examples:
            >>> regions = ch.PartedLedger({"north": "laplace:scale=2", "south": "laplace:scale=4"})
            >>> regions.risk().notes
            ('of a record in north: advantage, power, accuracy, precision, reconstruction',)
        """
        limit = TimeLimit(seconds)
        asked = {"prior": prior, "type_one": type_one, "baseline": baseline}
        each = {
            name: ledger.risk(**asked, accountant=accountant, seconds=limit.left)
            for name, ledger in self.ledgers.items()
        }
        return parted_risk.largest(each)

    def budget(
        self,
        *,
        delta: Exact | None = None,
        epsilon: Exact | None = None,
        renyi: Exact | None = None,
        failure: Exact | None = None,
        mu: bool = False,
        accountant: str | Iterable[str] | None = None,
        seconds: float | None = None,
    ) -> Budget:
        """The plan's budget in the words in which budgets are stated: each number the largest over all sets of parts.

        Args:
            delta: As for `Ledger.budget`.
            epsilon: As for `Ledger.budget`.
            renyi: As for `Ledger.budget`.
            failure: As for `Ledger.budget`.
            mu: As for `Ledger.budget`.
            accountant: As for `epsilon`.
            seconds: As for `epsilon`.

        Returns:
            The budget; a measure that some set lacks is unavailable, and notes name the sets.

        Raises:
            CharteredError: As for `Ledger.budget`.

        Examples:
            >>> regions = ch.PartedLedger({"north": "gaussian:sigma=2", "south": "gaussian:sigma=4"})
            >>> regions.budget()
            <budget: rho <= 0.125; mu <= 0.5>
        """
        limit = TimeLimit(seconds)
        asked = {"delta": delta, "epsilon": epsilon, "renyi": renyi, "failure": failure}
        each = {
            name: ledger.budget(**asked, mu=mu, accountant=accountant, seconds=limit.left)
            for name, ledger in self.ledgers.items()
        }
        return parted_budget.largest(self.plan, each)

    def tradeoff(self, type_one: Exact, accountant: str | Iterable[str] | None = None) -> TradeOff:
        """A certified lower bound on the type II error of every test between neighbours: the least over all sets.

        Args:
            type_one: As for `Ledger.tradeoff`.
            accountant: As for `epsilon`.

        Returns:
            The bound, with the answer of one set from which it follows; a note names the set.

        Raises:
            CharteredError: As for `Ledger.tradeoff`, for some set.

        Examples:
            >>> regions = ch.PartedLedger({"north": "gaussian:sigma=2", "south": "gaussian:sigma=4"})
            >>> regions.tradeoff("0.05").notes
            ('of a record in north, where such a test has the least',)
        """
        return parted_budget.least_errors(
            {name: ledger.tradeoff(type_one, accountant) for name, ledger in self.ledgers.items()}
        )

    def answer(
        self, question: Question, accountant: str | Iterable[str] | None = None, *, seconds: float | None = None
    ) -> PartedAnswer:
        """The tightest answer to a question: the largest over all sets of parts.

        Args:
            question: `ch.Question.epsilon(delta)`, `.delta(epsilon)` or `.mu(tolerance)`.
            accountant: As for `Ledger.epsilon`, in every set.
            seconds: Seconds of processor time for all sets together.

        Returns:
            The answer.

        Raises:
            BadValue: `question` is no question.
            CharteredError: As for `Ledger.epsilon`, for some set.

        Examples:
            >>> regions = ch.PartedLedger({"north": "laplace:scale=2", "south": "laplace:scale=4"})
            >>> regions.answer(ch.Question.delta(0)).parts
            ('north',)
        """
        if not isinstance(question, Question):
            raise BadValue(f"the question is {question!r}", "ask Question.epsilon(delta), say")
        limit = TimeLimit(seconds)
        ledgers = self.ledgers.values()
        found = tuple(ledger._accounting(accountant, seconds=limit.left).best(question) for ledger in ledgers)
        return PartedAnswer(question, self.plan, self._sets, found)
