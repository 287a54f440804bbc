"""Prices: what a step costs in the purses of a filter, by the guarantees that theorems prove of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import islice, product
from typing import Any

from chartered_verify.catching import ours
from chartered_verify.enclosure import Side, enclose
from msgspec.structs import replace

from ..errors import Unavailable
from ..host.registry import Registry
from ..ledger.entries import Entry
from ..ledger.required_relation import records
from ..model.exact_numbers import rational_above
from ..model.guarantees import GDP, ZCDP, Approximate, Guarantee, Pure, Renyi
from ..model.neighbours import Neighbours
from ..model.plugin import Plugin
from ..model.steps import Step
from ..paths.grouping import Kinship
from ..paths.rewriting import Rewriting, Way
from ..paths.step_paths import PathSearch, sound
from . import purses
from .filter_budgets import Budgets
from .price import Price
from .purses import Costs

_MOST_PRICES = 64
"""The largest number of prices of one step that are compared."""


def prices(registry: Registry, neighbours: Neighbours, budgets: Budgets, entry: Entry) -> list[Price]:
    """The ways to pay for an entry from the purses of a filter."""
    paths, found = PathSearch.over(registry, neighbours), list[Price]()
    counted = () if budgets.step is None else _spellings(paths, budgets.step)
    ways = Rewriting(paths).ways(entry)
    if counted and ((entry,), ()) not in ways:  # an exact rewriting stands in its place, and it may be what is counted
        ways.append(((entry,), ()))
    for parts, names in ways:
        if not all(sound(registry.theorems[name].side) for name in names):
            continue
        each = [list(_of_part(paths, budgets, counted, part)) for part in parts]
        for chosen in islice(product(*each), _MOST_PRICES):
            costs = (cost for cost, _ in chosen)
            total = reduce(lambda one, other: purses.after(budgets.purses, one, other), costs, dict[str, Fraction]())
            path = tuple(dict.fromkeys((*names, *(name for _, way in chosen for name in way))))
            shapes = [name for each in (entry, *parts) for name in each.step.shape]
            cost = {name: value for name, value in total.items() if value}
            found.append(Price(cost, path, _strangers_behind(registry, path, shapes)))
    return found


def _spellings(paths: PathSearch, step: Step) -> Sequence[Way]:
    """The step that is counted, and the single steps as which it is written exactly, each with the theorems; none that
    is about fewer records of a person."""
    theorems, own = paths.registry.theorems, Entry(step)
    written = (
        (parts, names)
        for parts, names in Rewriting(paths).ways(own)
        if names and len(parts) == 1 and all(theorems[name].side is Side.EXACT for name in names)
    )
    size = records(paths.registry, [own])
    return [((own,), ()), *(way for way in written if records(paths.registry, way[0]) == size)]


def written_plainly(registry: Registry, neighbours: Neighbours, step: Step) -> bool:
    """Whether theorems write a step as steps without a wrapper, as those of a group of records, or of parts of one."""
    ways = Rewriting(PathSearch.over(registry, neighbours)).ways(Entry(step))
    return any(all(part.step.inner is None for part in parts) for parts, _ in ways)


def _of_part(
    paths: PathSearch, budgets: Budgets, counted: Sequence[Way], part: Entry
) -> Iterator[tuple[Costs, tuple[str, ...]]]:
    """The prices of one entry, of those that these purses pay, each with the theorems that prove it."""
    by_name = {purse.name: purse for purse in budgets.purses}
    for (fixed,), names in counted:
        if loses_no_more(paths.registry, part.step, fixed.step):
            yield {"count": Fraction(part.times, fixed.times)}, names
    for derived in paths.guarantees(part.step):
        if not sound(derived.guarantee.side):
            continue
        try:
            one = _cost(derived.guarantee, budgets.orders)
        except ours(Unavailable, ArithmeticError):  # a number that no double holds, or that is not told from 0
            continue
        needed = {name: value for name, value in one.items() if value}
        if one and needed.keys() <= by_name.keys():
            yield {name: by_name[name].several(value, part.times) for name, value in needed.items()}, derived.path


def _cost(guarantee: Guarantee, orders: Sequence[Fraction]) -> dict[str, Fraction]:
    """What one run with a guarantee costs; nothing at all if no purse is for its kind."""
    found = _own_cost(guarantee, orders)
    if found and guarantee.failure != 0:
        failure = rational_above(guarantee.failure, "the probability of a failure")
        found["fail"] = purses.FAIL.after(found.get("fail", Fraction(0)), failure)
    return found


def _own_cost(guarantee: Any, orders: Sequence[Fraction]) -> dict[str, Fraction]:
    if isinstance(guarantee, GDP):
        return {"gdp": rational_above(guarantee.mu_squared, "mu^2")}
    if isinstance(guarantee, Pure):
        return {"pure": rational_above(guarantee.epsilon, "eps")}
    if isinstance(guarantee, Approximate):
        delta = rational_above(guarantee.delta, "delta")
        return {"pure": rational_above(guarantee.epsilon, "eps"), "fail": min(delta, Fraction(1))}
    if isinstance(guarantee, ZCDP):
        return {"zcdp": rational_above(guarantee.rho, "rho")}
    if isinstance(guarantee, Renyi):
        covered = all(guarantee.top is None or order <= guarantee.top for order in orders)
        return {purses.renyi_at(order).name: _divergence(guarantee, order) for order in orders} if covered else {}
    return {}


def _divergence(curve: Renyi, order: Fraction) -> Fraction:
    above = enclose(lambda xp: curve.at(xp, {"alpha": order})[1]).upper
    if above == float("inf"):
        raise Unavailable("the Renyi divergence is infinite, or no double is as large")
    return Fraction(above)


def loses_no_more(registry: Registry, step: Step, base: Step) -> bool:
    """Whether a step differs from a fixed one only in parameters that are proved to be safer than there."""
    kinship, (step, base) = Kinship(registry), map(_in_one_order, (step, base))
    (shared, numbers), (as_base, limits) = kinship.split(step), kinship.split(base)
    ways = kinship.directions(base)
    return shared == as_base and all(
        x >= limit if way == "larger" else x <= limit for x, limit, way in zip(numbers, limits, ways, strict=True)
    )


def _in_one_order(step: Step) -> Step:
    """The step with those on the same records in an order of their own: every guarantee is one of any order."""
    inner = None if step.inner is None else _in_one_order(step.inner)
    return replace(step, inner=inner, joint=tuple(sorted(step.joint, key=str)))


def _strangers_behind(known: Registry, path: Iterable[str], mechanisms: Iterable[str]) -> tuple[Plugin, ...]:
    """The third-party plugins of theorems and mechanisms, by name."""
    owners = [known.owner("theorem", name) for name in path]
    owners += [known.owner("mechanism", name) for name in mechanisms]
    others = {plugin.name: plugin for plugin in owners if not plugin.ours}
    return tuple(others[name] for name in sorted(others))
