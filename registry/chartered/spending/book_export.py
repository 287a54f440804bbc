"""What a book gives to pass on: ledger file, certificate and statement, each with the digest of the last entry."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from ..accounting import answers, ledger as ledgers
from ..errors import BadLedger, NoAnswer
from ..escaping import shown
from ..model.questions import Question
from ..output.html import page as pages, statement as statements
from .decision_result import NOT_ALLOWED


def marked(ledger: ledgers.Ledger, whose: str, number: int, digest: str, unit: str) -> ledgers.Ledger:
    """The ledger with the last entry of its book in the label of the first step, so that whatever is made of the ledger
    states it, and with the unit in its statement."""
    first, *others = ledger.entries
    mark = f"{whose}; its entry {number} has digest {digest}"
    label = f"{first.label}; {mark}" if first.label else mark
    found = type(ledger)([replace(first, label=label), *others], ledger.neighbours)
    found.stated = ledger.stated.with_text("privacy_unit", unit)
    return found


class Held(Struct, frozen=True):
    """What holds of a book: the ledger that gives the tightest answer to a question, and that answer. `asked`: the
    theorems that alone are asked, if a plugin that is not allowed has an answer, too; else none."""

    ledger: ledgers.Ledger
    answer: answers.Answer
    asked: tuple[str, ...] = ()

    @classmethod
    def of(cls, ledgers: Sequence[ledgers.Ledger], question: Question, allowed: frozenset[str] | None) -> Held:
        """The tightest of the answers that rest on no other plugins than those that are `allowed`. Raises NoAnswer."""
        return min((cls._one(ledger, question, allowed) for ledger in ledgers), key=lambda held: held.answer.upper)

    @classmethod
    def _one(cls, ledger: ledgers.Ledger, question: Question, allowed: frozenset[str] | None) -> Held:
        best = ledger.answer(question)
        if allowed is None or allowed.issuperset(best.strangers):
            return cls(ledger, best)
        account = ledger.account(question)
        found = next((one for one in account.answers if allowed.issuperset(one.strangers)), None)
        if found is None:
            who = ", ".join(sorted({name for one in account.answers for name in one.strangers}))
            raise NoAnswer(f"only plugins that are not allowed have an answer: {who}", NOT_ALLOWED, account)
        return cls(ledger, found, (found.theorem,))

    def export(self, certificate: str | Path | None, page: str | Path | None, unit: str, *, pictures: bool) -> None:
        """Writes a certificate and a statement. Raises CharteredError; a file is whole or absent."""
        if page is not None:
            statements.statement(self.ledger, self.answer.question, self.asked, unit=unit, pictures=pictures).save(page)
        if certificate is not None:
            self.answer.certificate().save(certificate)


def only(ledgers: Sequence[ledgers.Ledger]) -> ledgers.Ledger:
    """The ledger of a budget that has one. Raises BadLedger if it has one for each order."""
    if len(ledgers) > 1:
        raise BadLedger(
            "the budget has several orders, each a ledger", "name a delta or an epsilon: the tightest is taken"
        )
    return ledgers[0]


def check_apart(book: str | None, *files: str | Path | None) -> None:
    """Raises BadLedger if a file is the book itself (`book`: its file, if it is one) or stands for two things."""
    seen = set() if book is None else {os.path.realpath(f"{book}{end}") for end in ("", "-wal", "-shm", "-journal")}
    for file in (os.path.realpath(one) for one in files if one is not None):
        if file in seen:
            raise BadLedger(f"{shown(file)} is the book, or another file of the export", "name a file for each")
        seen.add(file)


def check_places(certificate: str | Path | None, page: str | Path | None, question: Question | None) -> None:
    """Raises CharteredError if a file cannot be written, or there is nothing that it could state."""
    if question is None and (certificate is not None or page is not None):
        raise BadLedger("a certificate and a statement answer a question", "give a delta, or an epsilon")
    if page is not None:
        pages.check_page(Path(page))
