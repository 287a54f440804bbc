"""A profile as a sum over the outcomes of few runs with finitely many losses, or of which all but finitely many are
negligible.

The runs are divided into two halves (`outcome_tables`). Runs of one mechanism are listed as multisets. Of
infinitely many losses those are left out that have at most the probability r under P: delta is larger by at most the
sum of all r."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from math import comb, factorial, prod
from typing import ClassVar, TypeAlias

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

from .composed_moments import Composition
from .outcome_tables import CERTAIN, Outcome, Outcomes, Table, together
from .rule_numbers import BITS, MOST_BITS, Rule, RuleNumber

MOST_LEFT, MOST_RIGHT = 8000, 90_000
"""The largest numbers of outcomes of the two halves."""


class ListedLosses(Rule, Struct, frozen=True):
    """The rule. `nats`: the omitted losses of each run have about the probability e^-nats. `bits`: the working
    precision. Any are sound."""

    nats: int
    bits: int
    mark: ClassVar = "listed"
    numbers: ClassVar = (RuleNumber("listed", "nats", low=1, high=MOST_BITS, whole=True), BITS)

    def inverse(self, parts: Composition) -> Outcomes:
        """The outcomes of a composition. Raises ArithmeticError if they are too many, or infinitely many."""
        numbers = halves(parts, self.nats)
        if numbers is None:
            raise ArithmeticError("the outcomes of these runs are too many to list")
        charge(4 * MOST_RIGHT)
        return _outcomes(parts, self, numbers)


Halves: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of runs of each mechanism in both halves."""


@lru_cache(maxsize=8)
def _outcomes(parts: Composition, rule: ListedLosses, numbers: Halves) -> Outcomes:
    with balls(rule.bits) as xp:
        listed = [m.atoms(xp, rule.nats) for m, _ in parts]
        rest = sum((times * out for (_, out), (_, times) in zip(listed, parts, strict=True)), arb(0))
        left, right = [_listed([atoms for atoms, _ in listed], half) for half in numbers]
        return Outcomes(tuple(left), Table.of(right), rest.upper(), rule.bits)


def halves(parts: Composition, nats: int) -> Halves | None:
    """Halves that have few outcomes; None if there are too many, or infinitely many. Raises ArithmeticError if those of
    a run are too many."""
    if any(not isinstance(times, int) or times > MOST_LEFT for _, times in parts):
        return None
    counts = [count for m, _ in parts if (count := m.count_atoms(nats)) is not None]
    if len(counts) < len(parts):
        return None
    left, right = [0] * len(parts), [times for _, times in parts]

    def size(numbers: Sequence[int]) -> int:
        return prod(comb(count + number - 1, number) for count, number in zip(counts, numbers, strict=True))

    while size(right) > MOST_RIGHT or size(right) > 4 * size(left) ** 2:
        moved = max((k for k, number in enumerate(right) if number), key=lambda k: counts[k], default=None)
        if moved is None:
            break
        left[moved], right[moved] = left[moved] + 1, right[moved] - 1
        if size(left) > MOST_LEFT:
            left[moved], right[moved] = left[moved] - 1, right[moved] + 1
            break
    return None if size(right) > MOST_RIGHT else (tuple(left), tuple(right))


def _listed(atoms: Sequence[Sequence[tuple[arb, arb, arb]]], numbers: Sequence[int]) -> list[Outcome]:
    """The outcomes of some runs of each mechanism."""
    several = [_multisets(own, number) for own, number in zip(atoms, numbers, strict=True) if number]
    return reduce(together, several) if several else [CERTAIN]


def _multisets(atoms: Sequence[tuple[arb, arb, arb]], number: int) -> list[Outcome]:
    """The outcomes of some runs of one mechanism, whatever their order: each with its multinomial coefficient.

    They are made loss by loss, by how many runs have it, and not run by run: the multisets of fewer runs are never
    listed."""
    found = {number: [Outcome(arb(0), arb(factorial(number)), arb(factorial(number)))]}
    for others, atom in zip(range(len(atoms) - 1, -1, -1), atoms, strict=True):
        powers, longer = _powers(atom, number), dict[int, list[Outcome]]()
        for runs, outcomes in found.items():
            for count in range(runs + 1) if others else (runs,):
                more = together(outcomes, powers[count : count + 1]) if count else outcomes
                longer.setdefault(runs - count, []).extend(more)
        found = longer
    return found.get(0, [])


def _powers(atom: tuple[arb, arb, arb], number: int) -> list[Outcome]:
    """k times a loss, and p^k/k! and q^k/k!, for k = 0, 1, ..., `number`."""
    loss, p, q = atom
    found = [CERTAIN]
    for k in range(1, number + 1):
        found.append(Outcome(loss * k, found[-1].under_p * p / k, found[-1].under_q * q / k))
    return found
