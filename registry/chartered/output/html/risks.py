"""The section of a statement about attacks: bounds that follow from the ledger's privacy profile."""

from __future__ import annotations

from ...accounting.answers import Answer
from ...accounting.ledger import Ledger
from ...accounting.parted_ledger import PartedLedger
from ...errors import CharteredError
from ...model.exact_numbers import plain
from .markup import Markup, element, joined, table
from .numbers import number, prose, upper


def risks(ledger: Ledger | PartedLedger, answer: Answer) -> Markup:
    """A table of attacks: the success without any output, and an upper bound on the success with all outputs. Empty if
    the answer's accountant has no profile that bounds them."""
    try:
        found = ledger.risk(accountant=answer.accountant)
    except CharteredError:
        return Markup()
    right = ["", "right", "right"]
    lines = (
        [prose(f"{reading.name}: {reading.meaning}"), number(plain(reading.blind)), upper(reading.upper_exact)]
        for reading in found.readings
    )
    lead = (
        "And what can somebody gain who sees every output and knows every other record? Each number is a certified "
        "upper bound by the same accountant, from a point of the privacy profile of its own. A blind guess is one "
        "without any output; where records tell of each other, the chance to guess a record blindly is meant given "
        "all the others."
    )
    return joined(element("p", lead), table(["Attack", "Blind", "At most"], lines, right))
