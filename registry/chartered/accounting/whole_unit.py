"""What is proved of a whole unit of privacy, a person with several records, where a ledger is about one record."""

from __future__ import annotations

from chartered_verify.outside import ours

from ..errors import CharteredError
from ..host.registry import Registry
from ..ledger.requirements import relation
from ..ledger.units import of_persons, records
from .accounting import Accounting
from .answers import Answer


def of_whole_unit(known: Registry, answer: Answer, size: object) -> Answer | None:
    """The answer to the same question for persons with at most `size` records; None if nothing is proved of them, or if
    the size is not stated, or 1. It is the answer itself if its ledger is about such persons."""
    if not isinstance(size, int) or size <= 1:
        return None
    if records(known, answer.entries) >= size:
        return answer
    try:
        entries = of_persons(known, answer.entries, answer.neighbours, size)
        found = Accounting(known, entries, relation(known, entries, answer.neighbours)).best(answer.question)
    except ours(CharteredError):
        return None
    return found if found.why is None else None
