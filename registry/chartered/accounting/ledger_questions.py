"""The questions that a ledger answers."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BadValue
from ..host.registry import Registry
from ..ledger.entries import Entry
from ..model.neighbours import Neighbours
from ..model.questions import Question
from ..model.seconds import seconds_of
from . import path_sweep, sweep
from .accountant_names import names_of
from .all_answers import Account
from .answers import Answer
from .common_questions import Ask, CommonQuestions, R
from .every_path import Accounting
from .request import Request


class LedgerQuestions(CommonQuestions[Answer]):
    """The questions about entries under a neighbouring relation."""

    _registry: Registry
    entries: tuple[Entry, ...]
    neighbours: Neighbours

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

    def _best(
        self, question: Question, accountant: str | Iterable[str] | None, heuristic: bool, seconds: float | None
    ) -> Answer:
        return self._accounting(accountant, heuristic, seconds).best(question)

    def _each(self, ask: Ask[R], seconds: float | None) -> R:
        return ask(self._accounting, seconds)

    def _accounting(
        self, accountant: str | Iterable[str] | None, heuristic: bool = False, seconds: float | None = None
    ) -> Accounting:
        limit = None if seconds is None else seconds_of(seconds, "the time limit")
        return Accounting(
            Request(self._registry, self.entries, self.neighbours, heuristic, names_of(accountant)), seconds=limit
        )
