"""The check of a whole book: nothing was altered, removed or moved, and nothing was spent that the budget did not
allow."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from ..errors import AlteredBook, BadLedger, CharteredError
from ..ledger.named_files import no_files
from . import hash_chain, purses, signatures
from .book_database import BookStore, Row
from .book_entry import BookEntry, content_of, read_entry
from .filter_rule import FilterRule
from .filter_state import read_costs
from .plugin_versions import here, in_words

if TYPE_CHECKING:
    from pathlib import Path


PATIENCE = 600.0
"""The processor time in seconds for the mu of a step that was paid by a search without a failure, here or on a faster
machine."""


def verified(rule: FilterRule, store: BookStore, kept: str | None, keys: frozenset[str]) -> str:
    """The digest of the last entry. Raises AlteredBook with the first entry that is not what it must be."""
    try:
        rule.check()
    except CharteredError as error:
        raise _altered(0, error.message) from None
    head_number, head_digest, head_spent, head_closed = store.head()
    before, spent, last, open_costs = hash_chain.BEGINNING, rule.unspent, -1, dict[int, purses.Costs]()
    closed, seen, stated = False, kept is None, False
    for row in store.entries():
        number, text, digest, _ = row
        if number > head_number:
            if store.head()[0] < number:
                raise _altered(number, "it stands behind the last one")
            break  # it was paid after the head was read
        if closed:
            raise _altered(number, "the book was closed before it")
        entry = _chained(row, last, before)
        _check_signature(entry, text, before, keys)
        if stated and entry.versions is None:
            raise _altered(number, "it does not say what it was priced by, and one before it does")
        stated = entry.versions is not None
        spent = _after(rule, entry, spent, open_costs)
        seen = seen or digest == kept
        before, last, closed = digest, number, entry.kind == "close"
    if (last, before) != (head_number, head_digest):
        raise _altered(head_number, "it is missing, or the last row is not its own")
    if head_closed != closed or _sums(head_number, head_spent) != spent:
        raise _altered(head_number, "the last row does not say what the entries add up to")
    if not seen:
        raise AlteredBook("no entry of the book has the digest that was kept", "compare its digits, or restore a copy")
    return before


def _chained(row: Row, last: int, before: str) -> BookEntry:
    """The entry that a row holds, if it follows the last one, whose digest is `before`. Raises AlteredBook."""
    number, text, digest, corrects = row
    if number != last + 1:
        raise _altered(last + 1, "it is missing")
    if digest != hash_chain.digest_of(before, number, text):
        raise _altered(number, "it, or the one before it, was altered")
    entry = read_entry(number, text, digest)
    if entry.corrects != corrects:
        raise _altered(number, "its row says otherwise which entry it takes back")
    return entry


def keys_of(signers: Iterable[str | Path]) -> frozenset[str]:
    """The public keys of these signers. Raises BadValue."""
    return frozenset(
        signatures.public_key(one) for one in ([signers] if isinstance(signers, str | os.PathLike) else signers)
    )


def _check_signature(entry: BookEntry, text: str, before: str, keys: frozenset[str]) -> None:
    """Raises AlteredBook for a signature that is wrong, or not by one of the keys, if there are any."""
    if entry.signer or entry.signature:
        try:
            signatures.signer_of(content_of(text, "the entry"), before, entry.number)
        except BadLedger as error:
            raise _altered(entry.number, error.message, error.hint) from None
    if keys and entry.signer not in keys:
        raise _altered(entry.number, "it is signed by none of the keys" if entry.signer else "it is not signed")


def _after(
    rule: FilterRule, entry: BookEntry, spent: Mapping[str, Fraction], open_costs: dict[int, purses.Costs]
) -> dict[str, Fraction]:
    """What is spent after an entry, checked against its step, the budget and the entry that it takes back."""
    if entry.kind == "spend":
        cost = open_costs[entry.number] = _checked_cost(rule, entry)
        found = rule.after(spent, cost)
        if rule.budgets.exceeded(found, cost):
            raise _altered(entry.number, "it exceeds the budget")
        return found
    if entry.kind == "correct":
        given = None if entry.corrects is None else open_costs.pop(entry.corrects, None)
        if given is None or entry.cost is None or dict(given) != dict(entry.cost):
            raise _altered(entry.number, "it takes back no entry, or not what that cost")
        return rule.before(spent, given)
    if (entry.kind == "open") != (entry.number == 0):
        raise _altered(entry.number, "a budget stands in the first entry alone")
    return dict(spent)


def _checked_cost(rule: FilterRule, entry: BookEntry) -> purses.Costs:
    """The cost of a step that was paid: its price, or, if other versions found it or a search did, no less than a price
    that is found here. Raises AlteredBook."""
    stated = entry.versions or {}
    by = f"; it was priced by {in_words(stated)}, here is {in_words(here(stated)) or 'neither'}" if stated else ""
    try:
        with no_files():
            limit = None if entry.failure else PATIENCE
            found = rule.round(entry.step, entry.times, entry.scope, entry.failure or None, limit).prices
    except CharteredError as error:
        raise _altered(entry.number, f"{error.message}{by}") from None
    taken = [price for price in found if entry.versions is None or rule.takes(price)]
    cost, same = entry.cost or {}, bool(stated) and here(stated) == stated
    purses = {rule.budgets.named(one.name, entry.scope) for one in rule.budgets.plain.purses}
    if any(name not in purses or value < 0 for name, value in cost.items()):
        raise _altered(entry.number, "its cost is negative, or of no purse of the book or of its scope")
    if any(cost == price.cost if same and price.failure is None else _covers(cost, price.cost) for price in taken):
        return cost
    raise _altered(entry.number, "its cost is not that of its step" if same else f"its step costs more here{by}")


def _covers(cost: purses.Costs, other: purses.Costs) -> bool:
    """Whether a cost is at least another in every purse."""
    return all(cost.get(name, 0) >= value for name, value in other.items())


def _sums(number: int, text: str) -> dict[str, Fraction]:
    """What the last row says is spent. Raises AlteredBook."""
    try:
        return read_costs(content_of(text, "the last row"))
    except BadLedger as error:
        raise _altered(number, error.message) from None


def _altered(number: int, why: str, hint: str = "") -> AlteredBook:
    return AlteredBook(f"entry {number} of the book: {why}", hint or "restore a copy whose digest you know")
