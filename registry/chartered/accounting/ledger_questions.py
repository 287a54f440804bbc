"""The questions that a ledger answers."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BadValue
from ..host.registry import Registry
from ..ledger.entries import Entry
from ..model.exact_numbers import Exact
from ..model.neighbours import Neighbours
from ..model.questions import Question
from ..model.seconds import seconds_of
from . import path_sweep, risk as risks, sweep, tradeoff as tradeoffs
from .accountant_names import names_of
from .all_answers import Account
from .answers import Answer
from .every_path import Accounting
from .request import Request


class LedgerQuestions:
    """The questions about entries under a neighbouring relation."""

    _registry: Registry
    entries: tuple[Entry, ...]
    neighbours: Neighbours

    def epsilon(
        self,
        delta: Exact,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        *,
        digits: int | None = None,
        within: Exact | None = None,
        seconds: float | None = None,
    ) -> Answer:
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
        return self._accounting(accountant, heuristic, seconds).best(Question.epsilon(delta, digits, within))

    def delta(
        self,
        epsilon: Exact,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        *,
        digits: int | None = None,
        within: Exact | None = None,
        seconds: float | None = None,
    ) -> Answer:
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
        return self._accounting(accountant, heuristic, seconds).best(Question.delta(epsilon, digits, within))

    def mu(
        self,
        tolerance: Exact = "1e-9",
        accountant: str | Iterable[str] | None = None,
        *,
        head: Exact | None = None,
        tail: Exact | None = None,
        failure: Exact | None = None,
        seconds: float | None = None,
    ) -> Answer:
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
        return self._accounting(accountant, False, seconds).best(Question.mu(tolerance, head, tail, failure))

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
        return tradeoffs.tradeoff(self._accounting(accountant), type_one)

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
        return risks.risk(self._accounting(accountant), prior, type_one, baseline, seconds)

    def account(
        self,
        question: Question,
        accountant: str | Iterable[str] | None = None,
        heuristic: bool = False,
        *,
        seconds: float | None = None,
    ) -> Account:
        """All answers to a question, the tightest first, and the accountants without one.

        Args:
            question: `ch.Question.epsilon(delta)`, `.delta(epsilon)` or `.mu(tolerance)`.
            accountant: As for `epsilon`.
            heuristic: As for `epsilon`.
            seconds: Seconds of processor time; the answers found by then count.

        Returns:
            The account.

        Raises:
            BadValue: `question` is no question.
            CharteredError: As for `epsilon`, except that no answer is no error.

        Examples:
            >>> account = ch.Ledger("gaussian:sigma=20,times=1000").account(ch.Question.epsilon("1e-5"))
            >>> account.best.theorem, [f"{answer:.4f}" for answer in account.answers if answer.accountant == "zcdp"]
            ('gdp.profile', ['8.0784', '8.8372'])
        """
        if not isinstance(question, Question):
            raise BadValue(f"the question is {question!r}", "ask Question.epsilon(delta), say")
        return self._accounting(accountant, heuristic, seconds).ask(question)

    def epsilons(
        self,
        delta: sweep.Many,
        times: sweep.Many | None = None,
        accountant: str | Iterable[str] | None = None,
        certified: bool = True,
        *,
        digits: int | None = None,
    ) -> path_sweep.Array:
        """The least eps for many values of `times` or of `delta`.

        Args:
            delta: Probabilities in [0, 1), one or many.
            times: Numbers of runs of the whole ledger, one or many; None: one. Only one of the two may be a list.
            accountant: As for `epsilon`.
            certified: Whether each number is proved and rounded up, as in `epsilon`; if not, plain floats.
            digits: The correct digits that exact answers must have, at most those of a double.

        Returns:
            An array of upper bounds, one for each value of the list; infinite where no path gives a finite one.

        Raises:
            BadValue: A number is out of range, or both arguments are lists.
            CharteredError: No path leads to an answer.

        Examples:
            >>> ch.Ledger("gaussian:sigma=20").epsilons("1e-5", times=[10, 1000]).tolist()
            [0.5612849328807855, 7.511275900744783]
        """
        return sweep.epsilons(self._accounting(accountant), delta, times, certified, digits)[1]

    def epsilon_intervals(
        self,
        delta: sweep.Many,
        times: sweep.Many | None = None,
        accountant: str | Iterable[str] | None = None,
        *,
        digits: int | None = None,
    ) -> tuple[path_sweep.Array, path_sweep.Array]:
        """Enclosures of the least eps for many values of `times` or of `delta`.

        Args:
            delta: As for `epsilons`.
            times: As for `epsilons`.
            accountant: As for `epsilon`.
            digits: As for `epsilons`.

        Returns:
            (lower ends, upper ends), two arrays; a lower end is 0 if nothing more is proved.

        Raises:
            CharteredError: As for `epsilons`.

        Examples:
            >>> low, high = ch.Ledger("gaussian:sigma=20").epsilon_intervals(["1e-5", "1e-6"])
            >>> bool((low <= high).all()), low.shape
            (True, (2,))
        """
        return sweep.epsilons(self._accounting(accountant), delta, times, True, digits)

    def _accounting(
        self, accountant: str | Iterable[str] | None, heuristic: bool = False, seconds: float | None = None
    ) -> Accounting:
        limit = None if seconds is None else seconds_of(seconds, "the time limit")
        return Accounting(
            Request(self._registry, self.entries, self.neighbours, heuristic, names_of(accountant)), seconds=limit
        )
