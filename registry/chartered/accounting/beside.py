"""What an account states beside its answers, for the kinds of questions that have more to say."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from ..model.questions import MuWithin, Question
from .answers import Answer


@singledispatch
def beside(question: Question, best: Answer) -> dict[str, Any]:
    """More fields of the account's JSON, about its best answer; of most kinds none."""
    return {}


@beside.register(MuWithin)
def _mu(question: MuWithin, best: Answer) -> dict[str, Any]:
    return best.bracket_to_json()
