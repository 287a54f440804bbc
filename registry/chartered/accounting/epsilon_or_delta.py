"""The question about whichever of epsilon and delta is not given."""

from __future__ import annotations

from ..errors import CharteredError
from ..model.exact_numbers import Exact
from ..model.questions import Question


def either(delta: Exact | None, epsilon: Exact | None, asked: str) -> Question:
    """The question about whichever of epsilon and delta is not given. Raises CharteredError unless exactly one is
    given."""
    if delta is not None and epsilon is None:
        return Question.epsilon(delta)
    if epsilon is not None and delta is None:
        return Question.delta(epsilon)
    raise CharteredError(f"{asked} needs either delta or epsilon", f"say {asked}(delta=1e-5)")
