"""The points of a profile from which bounds on attacks follow, as many as are found in time."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import OutOfTime
from ..model.questions import Question
from .answers import Answer
from .every_path import Accounting
from .question_time_limit import TimeLimit, made_in_time


class PointsInTime:
    """Answers for delta within one limit of the processor time. `at_zero`: the one at eps = 0, which bounds all
    attacks; others do so more tightly. Raises CharteredError if there is none; OutOfTime if none was found by then."""

    __slots__ = ("_accounting", "_limit", "_over", "at_zero")

    def __init__(self, accounting: Accounting, seconds: float | None) -> None:
        self._accounting, self._limit = accounting, TimeLimit(seconds)
        self.at_zero = self._asked(Question.delta(0))
        self._over = not accounting.ended

    def best(self, question: Callable[[], Question]) -> Answer:
        """The best answer to a question that is searched, or, if the time is over, the one at eps = 0."""
        found = made_in_time(question, self._limit.left)
        try:
            answer = self.at_zero if found is None else self._asked(found)
        except OutOfTime:
            answer = self.at_zero
        self._over |= answer is self.at_zero or not self._accounting.ended
        return answer

    def _asked(self, question: Question) -> Answer:
        self._accounting.seconds = self._limit.left
        return self._accounting.best(question)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know if a search did not end in its time."""
        if not self._over:
            return ()
        ended = f"the search ended after {self._limit.seconds:g} seconds of processor time"
        return (f"{ended}: tighter bounds may be proved, and --seconds gives it more",)
