"""The check of a whole book: nothing was altered, removed or moved, and nothing was spent that the budget did not
allow."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..errors import BadLedger, CharteredError
from ..ledger.files_read import no_files
from . import chain, purses
from .book_entry import BookEntry, content_of, read_entry
from .book_store import BookStore
from .filter_rule import FilterRule
from .filter_state import read_costs


def verified(rule: FilterRule, store: BookStore, kept: str | None = None) -> str:
    """The digest of the last entry. Raises BadLedger with the first entry that is not what it must be."""
    head_number, head_digest, head_spent, head_closed = store.head()
    before, spent, last, open_costs = chain.BEGINNING, rule.unspent, -1, dict[int, purses.Costs]()
    closed, seen = False, kept is None
    for number, text, digest in store.entries():
        if number > head_number:
            if store.head()[0] < number:
                raise _altered(number, "it stands behind the last one")
            break  # it was paid after the head was read
        if number != last + 1:
            raise _altered(last + 1, "it is missing")
        if digest != chain.digest_of(before, number, text):
            raise _altered(number, "it, or the one before it, was altered")
        if closed:
            raise _altered(number, "the book was closed before it")
        entry = read_entry(number, text, digest)
        spent = _after(rule, entry, spent, open_costs)
        seen = seen or digest == kept
        before, last, closed = digest, number, entry.kind == "close"
    if (last, before) != (head_number, head_digest):
        raise _altered(head_number, "it is missing, or the last row is not its own")
    if head_closed != closed or _sums(head_number, head_spent) != spent:
        raise _altered(head_number, "the last row does not say what the entries add up to")
    if not seen:
        raise BadLedger("no entry of the book has the digest that was kept", "it was written anew; restore a copy")
    return before


def _after(
    rule: FilterRule, entry: BookEntry, spent: Mapping[str, Fraction], open_costs: dict[int, purses.Costs]
) -> dict[str, Fraction]:
    """What is spent after an entry, checked against its step, the budget and the entry that it takes back."""
    if entry.kind == "spend":
        try:
            with no_files():
                asked = rule.entry(entry.step, entry.times)
        except CharteredError as error:
            raise _altered(entry.number, error.message) from None
        if entry.cost is None or dict(entry.cost) not in map(dict, rule.costs(asked)):
            raise _altered(entry.number, "its cost is not that of its step")
        open_costs[entry.number] = entry.cost
        found = rule.after(spent, entry.cost)
        if any(found[name] > amount for name, amount in rule.budgets.amounts.items()):
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


def _sums(number: int, text: str) -> dict[str, Fraction]:
    """What the last row says is spent. Raises BadLedger."""
    try:
        return read_costs(content_of(text, "the last row"))
    except BadLedger as error:
        raise _altered(number, error.message) from None


def _altered(number: int, why: str) -> BadLedger:
    return BadLedger(f"entry {number} of the book: {why}", "restore a copy whose digest you know")
