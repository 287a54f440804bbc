"""The unit of privacy in a statement: a record, and what is proved of all records of a person."""

from __future__ import annotations

from ...accounting.answers import Answer
from ...accounting.privacy_unit import of_whole_unit
from ...host.registry import Registry
from ...ledger.required_relation import records
from ...ledger.statement_table import Stated
from .markup import Markup, joined, said
from .numbers import apart, upper
from .question import asked

_UNSTATED = "One record of the data set. The ledger does not say what a record is: a person, a visit, a device."


def unit_of_privacy(known: Registry, answer: Answer | None, stated: Stated) -> Markup:
    """What a record is, and how many a unit may have: with the bound for a whole unit, if one is proved."""
    unit, many = stated.text("privacy_unit"), stated.get("records_per_unit")
    size = 1 if answer is None else records(known, answer.entries)
    if not isinstance(many, int) or many <= size:
        if size > 1:
            whose = [" (", said(unit), ")"] if unit else []
            return joined(["A person", *whose, " with at most ", apart(str(size)), " records, protected as a whole."])
        return joined(["One record, which is ", said(unit), "."]) if unit else joined([_UNSTATED])
    about = ["One record"] if size == 1 else [apart(str(size)), " records"]
    owner = [*about, ", of which a unit (", said(unit or "unstated"), ") may have up to ", apart(str(many))]
    whole = None if answer is None else of_whole_unit(known, answer, many)
    if whole is None:
        return joined([*owner, ": a whole unit is protected less than the number says."])
    sign = asked(whole.question).sign
    words = " for a whole unit, by the same steps with group:size="
    return joined([*owner, ": ", sign, " is at most ", upper(whole.upper_exact), words, str(many), " around each."])
