"""Scopes: named parts of the data, of which each step reads one, or all. Which scopes a record is in follows from that
record alone, and it is in few of them.

Of two neighbours that differ in one record, a step in a scope that does not have it has the same output, whatever the
outputs before were. So the rounds that matter are those of the record's own scopes and of all records together: these
are what must stay within the budgets, for each choice of scopes that a record may be in. Each purse has its sum, and
sums are compared purse by purse, so that the scopes with the largest costs decide (`filter.scopes`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from typing import Self

from ..errors import BadValue, NeighboursMismatch, UnknownName
from ..host.registry import Registry
from ..ledger.requirements import bound_to_relation
from ..model.exact_numbers import Exact, whole
from ..model.neighbours import Neighbours
from ..model.steps import Step
from .budgets import Budgets
from .purses import WITHIN, Costs, Purse

MOST_SCOPES, LONGEST = 500, 100
"""The largest number of purses of all scopes together, and of characters of a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopedBudgets(Budgets):
    """Budgets with a purse for each kind of cost and scope, beside those for all records.

    `own`: the budgets; `scopes`: their names; `most`: in how many a record may be; `apart`: in how many two neighbours
    may differ; `keys`: of each purse the kind of cost, and the scope or an empty text."""

    own: Budgets
    scopes: tuple[str, ...]
    most: int
    apart: int
    keys: dict[str, tuple[Purse, str]] = field(compare=False, repr=False)

    @classmethod
    def over(cls, own: Budgets, scopes: tuple[str, ...], most: int, neighbours: Neighbours) -> Self:
        """Budgets with scopes. A replaced record may be in other scopes than the one in its place."""
        twice = neighbours is Neighbours.REPLACE_ONE
        keys = {_key(purse.name, scope): (purse, scope) for scope in ("", *scopes) for purse in own.purses}
        held = tuple(
            replace(purse, name=name, noun=f"{purse.noun}{WITHIN * bool(scope)}{scope}")
            for name, (purse, scope) in keys.items()
        )
        amounts = {name: own.amounts[purse.name] for name, (purse, _) in keys.items()}
        given = own.given, amounts, held, own.step, own.orders
        apart = min(len(scopes), 2 * most if twice else most)
        return cls(*given, own=own, scopes=scopes, most=most, apart=apart, keys=keys)

    @property
    def plain(self) -> Budgets:
        """The budgets in whose purses a step is priced."""
        return self.own

    @property
    def assumed(self) -> str:
        """What is assumed of the data, in words."""
        return f"; by itself alone each record is in {self._among}"

    @property
    def _among(self) -> str:
        return f"at most {self.most} of the scopes {_listed(self.scopes)}"

    def relations(self, neighbours: Neighbours, scope: str) -> tuple[Neighbours, ...]:
        """A record is added to a scope or removed from it, as a null record is in none; if it is replaced, also by
        one in the same scope. Raises UnknownName."""
        if not scope:
            return (neighbours,)
        if scope not in self.scopes:
            raise UnknownName(f"there is no scope {scope!r:.60}", f"this budget has {_listed(self.scopes)}")
        moved = Neighbours.ADD_OR_REMOVE
        return (moved, neighbours) if neighbours is Neighbours.REPLACE_ONE else (moved,)

    def named(self, name: str, scope: str) -> str:
        """The purse that pays for a step in a scope; an empty text: of all records."""
        return _key(name, scope)

    def total(self, spent: Costs, name: str) -> Fraction:
        """What is spent for a record in the scope of a purse, and in those others of which the most is spent."""
        purse, own = self.keys[name]
        among = [spent[_key(purse.name, scope)] for scope in self.scopes if scope != own]
        largest = sorted(among, reverse=True)[: self.apart - bool(own)]
        mine = [spent[_key(purse.name, scope)] for scope in dict.fromkeys(("", own))]
        return reduce(purse.both, (*mine, *largest))

    def __str__(self) -> str:
        return f"{self.own}, for a record in {self._among}"


def scoped(budgets: Budgets, scopes: Iterable[str], most: Exact, neighbours: Neighbours) -> Budgets:
    """The budgets with these scopes, or without any. Raises BadValue."""
    names = [scopes] if isinstance(scopes, str) else list(scopes)
    if not names:
        whole(most, "the number of scopes of a record", 1, 1)
        return budgets
    for name in names:
        if not isinstance(name, str) or not name.isprintable() or not 0 < len(name.strip()) <= len(name) <= LONGEST:
            raise BadValue(f"a scope is {name!r:.60}", f"give each a name of at most {LONGEST} characters")
    if len(set(names)) < len(names):
        raise BadValue("two scopes have one name", "give each part of the data a name of its own")
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
        budgets, tuple(names), whole(most, "the number of scopes of a record", 1, len(names)), neighbours
    )


def check_movable(registry: Registry, step: Step, neighbours: Neighbours) -> None:
    """Raises NeighboursMismatch for a step in a scope whose numbers hold for another relation than that a record enters
    or leaves."""
    bound = None if neighbours is Neighbours.ADD_OR_REMOVE else bound_to_relation(registry, step)
    if bound is not None:
        raise NeighboursMismatch(
            f"{bound} is stated under {neighbours.value}, and a record may enter or leave the scope",
            "make the budget under add-or-remove, or give a step with a sensitivity",
        )


def _key(name: str, scope: str) -> str:
    return f"{name}{WITHIN}{scope}" if scope else name


def _listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(names[:5]) + more
