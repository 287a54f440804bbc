"""The questions that ledgers of every kind answer: of steps, of steps on parts of the data, of a running program."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Generic, TypeAlias, TypeVar

from ..errors import BadValue, CharteredError
from ..model.exact_numbers import Exact
from ..model.questions import Question
from . import budget as budgets, budget_numbers, risk as risks, tradeoff as tradeoffs
from .every_path import Accounting

A = TypeVar("A")
T = TypeVar("T")
R = TypeVar("R", "risks.Risk", "budgets.Budget", "tradeoffs.TradeOff")
Ask: TypeAlias = "Callable[[Callable[..., Accounting], float | None], T]"
"""(what makes the accounting of a ledger, the seconds that are left) -> what is found."""


class CommonQuestions(Generic[A]):
    """The questions about all steps of a ledger. Of a `PartedLedger` the largest number over all sets of parts counts,
    of a test the least error; notes name the set."""

    def epsilon(
        self,
        delta: Exact,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        *,
        digits: int | None = None,
        within: Exact | None = None,
        seconds: float | None = None,
    ) -> A:
        """The tightest answer for the least eps at `delta`.

        Args:
            delta: A probability in [0, 1), read exactly: 1e-5, "1e-5", "1/3".
            accountant: The name of an accountant or a theorem, or several names; None: all.
            heuristic: Whether answers count that are no proved bounds, and have no certificate.
            digits: The correct digits that an exact answer must have, from 1 to 1000.
            within: How far apart, at most, the ends of an exact answer may be, in place of `digits`.
            seconds: Seconds of processor time, above 0 and at most 1e6; the tightest answer found by then counts.
                Without one, last resorts are asked, for a quarter as long.

        Returns:
            The answer: eps, in nats, is at most `upper`, and at least `lower` where that is proved.

        Raises:
            BadValue: An argument is out of range.
            UnknownName: No accountant or theorem has that name.
            NoAnswer: No accountant answers; the hint has each one's reason. OutOfTime: none did within `seconds`.
            Contradiction: Two answers exclude each other, so a theorem of some plugin is false.

        Examples:
            >>> answer = ch.Ledger("gaussian:sigma=20,times=1000").epsilon("1e-5")
            >>> answer.lower, answer.upper
            (7.511275900744782, 7.511275900744783)
            >>> ch.Ledger("gaussian:sigma=20,times=1000").epsilon("1e-5", accountant="zcdp").upper
            8.078359548144448
        """
        return self.answer(Question.epsilon(delta, digits, within), accountant, heuristic, seconds=seconds)

    def delta(
        self,
        epsilon: Exact,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        *,
        digits: int | None = None,
        within: Exact | None = None,
        seconds: float | None = None,
    ) -> A:
        """The tightest answer for the least delta at `epsilon`.

        Args:
            epsilon: A number of nats, at least 0, read exactly: 8, 0.1, "log(3)".
            accountant: As for `epsilon`.
            heuristic: As for `epsilon`.
            digits: As for `epsilon`.
            within: As for `epsilon`.
            seconds: As for `epsilon`.

        Returns:
            The answer: delta is at most `upper`, and at least `lower` where that is proved.

        Raises:
            CharteredError: As for `epsilon`.

        Examples:
            >>> ch.Ledger("gaussian:sigma=20,times=1000").delta(8).upper
            2.496884116227402e-06
        """
        return self.answer(Question.delta(epsilon, digits, within), accountant, heuristic, seconds=seconds)

    def mu(
        self,
        tolerance: Exact = "1e-9",
        accountant: str | Iterable[str] | None = None,
        *,
        head: Exact | None = None,
        tail: Exact | None = None,
        failure: Exact | None = None,
        seconds: float | None = None,
    ) -> A:
        """An enclosure of the least mu for which the ledger's best profile is mu-GDP.

        Args:
            tolerance: The width of the enclosure, in [1e-15, 1]; relative if mu is below 1.
            accountant: As for `epsilon`.
            head: An eps above 0: mu has to hold only up to it.
            tail: An eps of at least 0: mu has to hold only from it on.
            failure: A probability in (0, 1) of a failure, except for which mu has to hold.
            seconds: As for `epsilon`.

        Returns:
            The answer: mu is at most `upper`, and at least `lower` where that is proved; `upper` is infinite, with the
            reason `why`, if no mu holds.

        Raises:
            CharteredError: As for `epsilon`; also if several of head, tail and failure are given.

        Examples:
            >>> f"{ch.Ledger('laplace:scale=1').mu('1e-6', failure='1e-3'):.5f}"
            '1.02833'

        References:
            Dong, Roth, Su 2022, Corollary 1; Liu et al. 2022, Definitions 3.1 and 3.2, section 4.2.
        """
        return self.answer(Question.mu(tolerance, head, tail, failure), accountant, seconds=seconds)

    def tradeoff(self, type_one: Exact, accountant: str | Iterable[str] | None = None) -> tradeoffs.TradeOff:
        """A certified lower bound on the type II error of every test between neighbours.

        Args:
            type_one: The greatest type I error of the test, above 0 and below 1, read exactly.
            accountant: As for `epsilon`.

        Returns:
            The bound: no such test has a type II error below `lower`.

        Raises:
            BadValue: `type_one` is not above 0 and below 1.
            CharteredError: No profile gives a bound.

        Examples:
            >>> ch.Ledger("gaussian:sigma=20,times=1000").tradeoff("0.05").lower > 0.525
            True

        References:
            Wasserman, Zhou 2010; Dong, Roth, Su 2022.
        """
        return self._each(lambda accounting, _: tradeoffs.tradeoff(accounting(accountant), type_one), None)

    def risk(
        self,
        *,
        prior: Exact = "1/2",
        type_one: Exact = "1e-3",
        baseline: Exact = "1e-6",
        accountant: str | Iterable[str] | None = None,
        seconds: float | None = None,
    ) -> risks.Risk:
        """Certified bounds on the success of an attacker who sees every output and knows all records except one.

        Args:
            prior: The probability that the record is in the data, above 0 and below 1.
            type_one: The false positive rate of a membership test, above 0 and below 1.
            baseline: The success probability of a blind guess, given all other records, above 0 and below 1.
            accountant: As for `epsilon`.
            seconds: As for `epsilon`.

        Returns:
            Five bounds: advantage, power, accuracy and precision of membership inference, and reconstruction. What no
            profile bounds by a point of its own has the bound by delta at eps = 0, and a note says why.

        Raises:
            BadValue: A probability is not above 0 and below 1.
            NoAnswer: No accountant bounds delta at eps = 0.

        Examples:
            >>> risk = ch.Ledger("gaussian:sigma=20,times=1000").risk(prior="1/2")
            >>> risk.accuracy.upper
            0.7854023497798255
        """
        asked = prior, type_one, baseline
        return self._each(lambda accounting, left: risks.risk(accounting(accountant), *asked, left), seconds)

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
    ) -> budgets.Budget:
        """The ledger's budget in the words in which budgets are stated: rho, mu, pure eps, and more on request.

        Args:
            delta: Also the least eps at this delta, in [0, 1).
            epsilon: Also the least delta at this eps, at least 0.
            renyi: Also the Renyi divergence of this order, above 1.
            failure: The least mu except for a failure of this probability, in (0, 1).
            mu: Whether the least mu is searched, which may take a minute; else it is what theorems state.
            accountant: As for `epsilon`.
            seconds: Seconds of processor time for all numbers together; what is not found by then is unavailable.

        Returns:
            The tightest number of each measure, with both ends where they are proved.

        Raises:
            CharteredError: An argument is out of range.

        Examples:
            >>> ch.Ledger("gaussian:sigma=20,times=1000").budget(delta="1e-5")
            <budget: rho <= 1.25; mu <= 1.581138831; epsilon <= 7.511275901 at delta = 1e-5>

        References:
            Bun, Steinke 2016, Definition 1.1; Dong, Roth, Su 2022; Mironov 2017, Definition 4.
        """
        asked = accountant, delta, epsilon, renyi, failure, mu
        return self._each(lambda accounting, left: budget_numbers.budget(accounting, *asked, left), seconds)

    def answer(
        self,
        question: Question,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        *,
        seconds: float | None = None,
    ) -> A:
        """The tightest answer to a question.

        Args:
            question: `ch.Question.epsilon(delta)`, `.delta(epsilon)` or `.mu(tolerance)`.
            accountant: As for `epsilon`.
            heuristic: As for `epsilon`.
            seconds: As for `epsilon`.

        Returns:
            The answer.

        Raises:
            BadValue: `question` is no question.
            CharteredError: As for `epsilon`.

        Examples:
            >>> regions = ch.PartedLedger({"north": "laplace:scale=2", "south": "laplace:scale=4"})
            >>> regions.answer(ch.Question.delta(0)).parts
            ('north',)
        """
        if not isinstance(question, Question):
            raise BadValue(f"the question is {question!r}", "ask Question.epsilon(delta), say")
        return self._best(question, accountant, heuristic, seconds)

    @abstractmethod
    def _best(
        self, question: Question, accountant: str | Iterable[str] | None, heuristic: bool, seconds: float | None
    ) -> A:
        """The tightest answer."""

    @abstractmethod
    def _each(self, ask: Ask[R], seconds: float | None) -> R:
        """What `ask` gives for the ledger, by its accounting and within the seconds that are left; of several ledgers
        the largest."""


def either(delta: Exact | None, epsilon: Exact | None, asked: str) -> Question:
    """The question about whichever of epsilon and delta is not given. Raises CharteredError unless exactly one is
    given."""
    if delta is not None and epsilon is None:
        return Question.epsilon(delta)
    if epsilon is not None and delta is None:
        return Question.delta(epsilon)
    raise CharteredError(f"{asked} needs either delta or epsilon", f"say {asked}(delta=1e-5)")
