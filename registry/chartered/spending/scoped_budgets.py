"""Scopes: named parts of the data, of which each step reads one, or all. Which scopes a record is in follows from that
record alone, and it is ever in few of them.

Of two neighbours that differ in one record, a step in a scope that does not have it has the same output, whatever the
outputs before were. So the rounds that matter are those of the record's own scopes and of all records together: these
are what must stay within the budgets, for each choice of scopes that a record may be in. Each purse has its sum, and
sums are compared purse by purse, so that the scopes with the largest costs decide (`filter.scopes`)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from heapq import nlargest
from itertools import islice, product
from typing import Self

from msgspec.structs import replace

from ..errors import BadValue, NeighboursMismatch, UnknownName
from ..host.registry import Registry
from ..ledger.entries import Entry
from ..ledger.names_of_parts import check_names, listed
from ..ledger.required_relation import bound_to_relation, relation
from ..model.exact_numbers import Exact, whole
from ..model.neighbours import Neighbours
from .filter_budgets import Budgets
from .purses import WITHIN, Costs, Purse

MOST_SCOPES = 500
"""The largest number of purses of all scopes together."""


class ScopedBudgets(Budgets, frozen=True, kw_only=True):
    """Budgets with a purse for each kind of cost and scope, beside those for all records.

    `own`: the budgets; `scopes`: their names; `most`: in how many a record may be; `apart`: in how many two neighbours
    may differ."""

    own: Budgets
    scopes: tuple[str, ...]
    most: int
    apart: int

    @classmethod
    def over(cls, own: Budgets, scopes: tuple[str, ...], most: int, neighbours: Neighbours) -> Self:
        """Budgets with scopes. A replaced record may be in other scopes than the one in its place."""
        twice = neighbours is Neighbours.REPLACE_ONE
        held, amounts = list[Purse](), dict[str, Fraction]()
        for scope, purse in product(("", *scopes), own.purses):
            name, where = _key(purse.name, scope), f"{WITHIN}{scope}" if scope else " for all records"
            held.append(replace(purse, name=name, noun=f"{purse.noun}{where}"))
            amounts[name] = own.amounts[purse.name]
        given = own.given, amounts, tuple(held), own.step, own.orders
        apart = min(len(scopes), 2 * most if twice else most)
        return cls(*given, own=own, scopes=scopes, most=most, apart=apart)

    @property
    def plain(self) -> Budgets:
        """The budgets in whose purses a step is priced."""
        return self.own

    @property
    def assumed(self) -> str:
        """What is assumed of the data, in words."""
        return f"each is ever in at most {self.most} of the scopes {listed(self.scopes)}, by itself alone"

    def relations(self, neighbours: Neighbours, scope: str) -> tuple[Neighbours, ...]:
        """A record is added to a scope or removed from it, as a null record is in none; if it is replaced, also by
        one in the same scope. Raises UnknownName."""
        if scope == "":
            return (neighbours,)
        if scope not in self.scopes:
            raise UnknownName(f"there is no scope {scope!r:.60}", f"this budget has {listed(self.scopes)}")
        moved = Neighbours.ADD_OR_REMOVE
        return (moved, neighbours) if neighbours is Neighbours.REPLACE_ONE else (moved,)

    def named(self, name: str, scope: str) -> str:
        """The purse that pays for a step in a scope; an empty text: of all records."""
        return _key(name, scope)

    def totals(self, spent: Costs) -> dict[str, Fraction]:
        """What is spent for a record in the scope of each purse, and in those others of which the most is spent."""
        found = dict[str, Fraction]()
        for purse in self.own.purses:
            named = {scope: spent[_key(purse.name, scope)] for scope in self.scopes}
            largest = nlargest(self.apart, self.scopes, key=named.__getitem__)
            among = frozenset(largest)
            fewer = reduce(purse.after, (named[scope] for scope in largest[:-1]), spent[purse.name])
            found[purse.name] = whole_sum = purse.after(fewer, named[largest[-1]])
            for scope in self.scopes:
                mine = whole_sum if scope in among else purse.after(fewer, named[scope])
                found[_key(purse.name, scope)] = mine
        return found

    def __str__(self) -> str:
        return f"{self.own}, {self.assumed}"


def scoped(budgets: Budgets, scopes: Iterable[str], most: Exact, neighbours: Neighbours) -> Budgets:
    """The budgets with these scopes, or without any. Raises BadValue."""
    if isinstance(scopes, str) or not isinstance(scopes, Iterable):
        raise BadValue(f"the scopes are {scopes!r:.60}", "give a list of names, as in scopes=['north', 'south']")
    names = tuple(islice(scopes, MOST_SCOPES + 1))
    if not names:
        if whole(most, "the number of scopes of a record", 1, MOST_SCOPES) > 1:
            raise BadValue(f"a record may be in {most} scopes, and there is none", "name the scopes")
        return budgets
    check_names(names, "scope")
    if len(names) * len(budgets.purses) > MOST_SCOPES:
        raise BadValue(
            f"{len(names)} scopes of {len(budgets.purses)} budgets are too many", f"at most {MOST_SCOPES} purses"
        )
    if budgets.step is not None and neighbours is not Neighbours.ADD_OR_REMOVE:
        raise BadValue(
            f"runs are counted under {neighbours.value}, and a record may leave a scope",
            "a budget that counts runs has scopes under add-or-remove alone",
        )
    return ScopedBudgets.over(
        budgets, names, whole(most, "the number of scopes of a record", 1, len(names)), neighbours
    )


def check_movable(registry: Registry, entry: Entry, neighbours: Neighbours, relations: tuple[Neighbours, ...]) -> None:
    """Raises NeighboursMismatch for a step in a scope that is not defined where a record enters or leaves, or whose
    numbers hold for another relation than that."""
    bound = None if neighbours is Neighbours.ADD_OR_REMOVE else bound_to_relation(registry, entry.step)
    if bound is not None:
        raise NeighboursMismatch(
            f"{bound} is stated under {neighbours.value}, and a record may enter or leave the scope",
            "make the budget under add-or-remove, or give a step with a sensitivity",
        )
    try:
        for one in relations:
            relation(registry, [entry], one)
    except NeighboursMismatch as error:
        raise NeighboursMismatch(
            f"a record may enter or leave the scope, and for that {entry.step.name} is not defined: {error.message}",
            "pay for it without a scope, from all records",
        ) from None


def _key(name: str, scope: str) -> str:
    return f"{name}{WITHIN}{scope}" if scope else name
