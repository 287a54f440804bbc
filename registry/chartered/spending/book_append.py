"""How a book is written: each entry behind the last one, in a transaction, and signed by whoever has a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ..errors import BadLedger
from ..ledger.strict_json import write_json
from ..model.exact_numbers import plain
from . import hash_chain, purses, signatures
from .book_database import Deciding, Head
from .book_entry import BookEntry, check_not_before, read_entry
from .book_questions import BookQuestions
from .decision_result import refused
from .filter_state import costs_to_json
from .plugin_versions import versions
from .price import Round

if TYPE_CHECKING:
    from pathlib import Path

    from ..accounting.ledger import Ledger

_MOST_TOLD = 8


class BookWriting(BookQuestions):
    """The transactions of a book; `Book` is a class with these."""

    def __init__(self, url: str, *, key: str | Path | None = None) -> None:
        self._signer = signer_at(key)
        super().__init__(url)

    def _pay(self, rounds: Sequence[tuple[Round, Mapping[str, str]]], unpaid: Ledger | None = None) -> list[BookEntry]:
        """Pays for rounds in one transaction. Raises BudgetExceeded, and BadLedger if a step of `unpaid` is paid."""
        with self._store.deciding() as tables:
            head, spent = self._opened(tables)
            if unpaid is not None:  # while nobody else pays
                self._check_unpaid(unpaid, rounds[0][0].scope)
            found = list[BookEntry]()
            for asked, said in rounds:
                entry, decision = asked.entry, self._rule.decision(asked, spent)
                if not decision.allowed:
                    raise refused(entry, decision, self._rule.cheaper, self._rule.remedy(entry))
                content = {"kind": "spend", "step": str(entry.step), "times": entry.times, **said}
                content |= {"scope": asked.scope} if asked.scope else {}
                content |= {"failure": plain(decision.failure)} if decision.failure else {}
                content |= {"cost": costs_to_json(decision.cost), "versions": versions(decision.strangers)}
                spent = self._rule.after(spent, decision.cost)
                found.append(replace(self._append(tables, head, content, spent), hint=decision.hint))
                head = (found[-1].number, found[-1].digest, *head[2:])
            return found

    def _check_unpaid(self, ledger: Ledger, scope: str) -> None:
        paid = self.paid(ledger, scope=scope)
        if paid:
            numbers = ", ".join(str(entry.number) for entry in paid[:_MOST_TOLD]) + ", ..." * (len(paid) > _MOST_TOLD)
            what = "entry" if len(paid) == 1 else "entries"
            raise BadLedger(
                f"the ledger has steps that are paid already, with the same count and label: {what} {numbers}",
                "give a step that runs once more a label of its own, or again=True (--again)",
            )

    def _opened(self, tables: Deciding) -> tuple[Head, dict[str, Fraction]]:
        """The last row, and what is spent. Raises BadLedger if the book is closed."""
        head = tables.head()
        return head, self._spendable(head)

    def _append(self, tables: Deciding, head: Head, content: Mapping[str, Any], spent: purses.Costs) -> BookEntry:
        check_not_before(content.get("date", ""), self._opened_on)
        number = head[0] + 1
        signed = content if self._signer is None else self._signer.signed(content, head[1], number)
        text = hash_chain.written(signed)
        digest = hash_chain.digest_of(head[1], number, text)
        now = number, digest, write_json(costs_to_json(spent)), content["kind"] == "close"
        tables.append(now, text, content.get("of"))
        return read_entry(number, text, digest)


def signer_at(key: str | Path | None) -> signatures.Signer | None:
    """Who signs, if anybody. Raises BadValue."""
    if key is None:
        return None

    return signatures.Signer.read(key)
