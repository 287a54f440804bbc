"""What a privacy statement says of a plan with parts: its number is that of the set of parts that costs most."""

from __future__ import annotations

from collections.abc import Iterable

from ...accounting.all_answers import Account
from ...accounting.answers import Answer
from ...accounting.parted_answer import PartedAnswer
from ...accounting.parted_ledger import PartedLedger
from ...errors import CharteredError
from ...ledger.entries import described
from ...ledger.sets_of_parts import labels
from ...model.questions import Question
from .markup import Markup, element, joined, said, table
from .numbers import upper
from .question import asked

_LEAD = (
    "Neighbours differ in the steps on all records, and in those of the parts that the record is in. So the plan is "
    "several ledgers, one for each set of parts, and costs the largest of what these cost; of parts with equal steps "
    "the first ones are named. The theorems on this page, and the other accountants, are those of the set that the "
    "number is of. What an attacker gains is the most over all sets; pictures would be of one set alone, and are left "
    "out."
)


def certified(account: Account) -> Answer:
    """The tightest certified answer. Raises CharteredError if there is none."""
    found = next((answer for answer in account.answers if answer.certified), None)
    if found is None:
        reasons = "; ".join(f"{none.accountant}: {none.why}" for none in account.unavailable)
        raise CharteredError(
            f"no certified answer for {account.question} of {described(account.entries, account.neighbours)}",
            reasons or "ask without a heuristic theorem",
        )
    return found


def of_largest(
    ledger: PartedLedger, question: Question, accountant: str | Iterable[str] | None
) -> tuple[Account, PartedAnswer]:
    """All answers of the set of parts that costs most, and the tightest one of each set."""
    names = accountant if accountant is None or isinstance(accountant, str) else tuple(accountant)
    accounts = [each.account(question, names) for each in ledger.ledgers.values()]
    answers = tuple(map(certified, accounts))
    found = PartedAnswer(question, ledger.plan, ledger._sets, answers)
    return accounts[found._order[0]], found


def which(answer: PartedAnswer) -> str:
    """Of which set of parts the number is."""
    return f"the largest of {len(answer.sets)} sets of parts, of a record in {labels(answer.sets)[answer._order[0]]}"


def parts_section(answer: PartedAnswer) -> Markup:
    """What is assumed of the parts, and the number of each set, the largest first."""
    order, named = answer._order, labels(answer.sets)
    classes = ["", "right", "firm"]
    cells = [[said(named[n]), upper(answer.of_sets[n].upper_exact), answer.of_sets[n].accountant] for n in order]
    titles = ["A record in", joined(asked(answer.question).sign, " at most"), "Accountant"]
    return joined(
        element("p", "Assumed: ", said(answer.plan.assumed), "."), table(titles, cells, classes), element("p", _LEAD)
    )
