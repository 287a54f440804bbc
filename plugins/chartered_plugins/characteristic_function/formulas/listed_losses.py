"""A profile as a sum over listed outcomes: that of few runs with finitely many losses, or of which all but finitely
many are negligible, and that of a product (`finite_products`).

The runs are divided into two halves, one of which may be none. With (l_i, p_i, q_i) the losses of one half, and their
probabilities under P and Q, and with P_j and Q_j the sums of those of the other half from its largest loss down to its
j-th,

    delta(x) = sum_i (p_i P_j - e^x q_i Q_j),        j the last one with l_i + l_j > x.

A loss that is not certainly on one side of x adds the positive part of its own term. Runs of one mechanism are listed
as multisets. Of infinitely many losses those are left out that have at most the probability r under P: delta is larger
by at most the sum of all r."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from math import comb, factorial
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

from .composition import Composition
from .rule_base import BITS, MOST_BITS, Rule, RuleNumber

MOST_LEFT, MOST_RIGHT = 8000, 90_000
"""The largest numbers of outcomes of the two halves."""


class Outcome(NamedTuple):
    """A loss, and its probabilities under P and under Q."""

    loss: arb
    under_p: arb
    under_q: arb


CERTAIN = Outcome(arb(0), arb(1), arb(1))
"""That of no run."""


def together(ones: Iterable[Outcome], others: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes of two independent runs."""
    return [Outcome(loss + other, p * r, q * s) for loss, p, q in ones for other, r, s in others]


class Table(Struct, frozen=True):
    """Outcomes by descending loss: `places`, the losses' midpoints, negated; `each`; `sums` of the probabilities of the
    first ones, beginning with none; and `widest`, a distance larger than all radii and what doubles do not tell
    apart."""

    places: tuple[float, ...]
    each: tuple[Outcome, ...]
    sums: tuple[tuple[arb, arb], ...]
    widest: float

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Table:
        """The table of outcomes in any order."""
        order = sorted(((-float(one.loss.mid()), one) for one in outcomes), key=itemgetter(0))
        sums, p, q = [(arb(0), arb(0))], arb(0), arb(0)
        for _, (_, under_p, under_q) in order:
            p, q = p + under_p, q + under_q
            sums.append((p, q))
        places = tuple(index for index, _ in order)
        widest = 2 * max((float(one.loss.rad()) for _, one in order), default=0.0)
        widest += max(map(abs, places), default=0.0) * 2.0**-48
        return cls(places, tuple(one for _, one in order), tuple(sums), widest)

    def beyond(self, x: arb, p: arb, q: arb) -> arb:
        """The sum of p under_p - q under_q over the losses above x, where q/p is e^x: the positive part of a loss that
        may be on either side."""
        middle = float(x.mid())
        apart = self.widest + 2 * float(x.rad()) + abs(middle) * 2.0**-48
        first, last = bisect_left(self.places, -middle - apart), bisect_right(self.places, apart - middle)
        under_p, under_q = self.sums[first]
        found: arb = p * under_p - q * under_q
        for one in self.each[first:last]:
            found += (p * one.under_p - q * one.under_q).max(arb(0))
        return found


class Outcomes(Struct, frozen=True):
    """A composition in one direction. `left`: the outcomes of one half of the runs, or that of none; `right`: those of
    the others; `rest`: a bound on the probability under P of those that are left out. `bits`: the working precision."""

    left: tuple[Outcome, ...]
    right: Table
    rest: arb
    bits: int

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+]. Raises ArithmeticError for an eps that is not finite."""
        charge(8 * len(self.left) + 24)
        with balls(self.bits) as xp:
            x, total = xp.number(epsilon), arb(0)
            if not x.is_finite():
                raise ArithmeticError("a sum over outcomes is taken at a finite eps")
            grown = xp.exp(x)
            for loss, under_p, under_q in self.left:
                total += self.right.beyond(x - loss, under_p, grown * under_q)
            return total + arb(0).union(self.rest)


class ListedLosses(Rule, Struct, frozen=True):
    """The rule. `nats`: the omitted losses of each run have about the probability e^-nats. `bits`: the working
    precision. Any are sound."""

    nats: int
    bits: int
    mark: ClassVar = "listed"
    numbers: ClassVar = (RuleNumber("listed", "nats", low=1, high=MOST_BITS, whole=True), BITS)

    def inverse(self, parts: Composition) -> Outcomes:
        """The outcomes of a composition. Raises ArithmeticError if they are too many, or infinitely many."""
        if not listable(parts, self.nats):
            raise ArithmeticError("the outcomes of these runs are too many to list")
        charge(4 * MOST_RIGHT)
        return _outcomes(parts, self)


def listable(parts: Composition, nats: int) -> bool:
    """Whether the outcomes of both halves are few enough. Raises ArithmeticError if those of a run are too many."""
    if any(not isinstance(times, int) or times > MOST_LEFT for _, times in parts):
        return False
    counts = [m.count_atoms(nats) for m, _ in parts]
    return None not in counts and _halves(parts, tuple(count or 0 for count in counts)) is not None


@lru_cache(maxsize=8)
def _outcomes(parts: Composition, rule: ListedLosses) -> Outcomes:
    counts = tuple(m.count_atoms(rule.nats) or 0 for m, _ in parts)
    halves = _halves(parts, counts)
    assert halves is not None
    with balls(rule.bits) as xp:
        listed = [m.atoms(xp, rule.nats) for m, _ in parts]
        rest = sum((times * out for (_, out), (_, times) in zip(listed, parts, strict=True)), arb(0))
        left, right = [_listed(xp, [atoms for atoms, _ in listed], half) for half in halves]
        return Outcomes(tuple(left), Table.of(right), rest.upper(), rule.bits)


def _halves(parts: Composition, counts: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The numbers of runs of each mechanism in both halves, with few outcomes; None if there are too many."""
    left, right = [0] * len(parts), [times for _, times in parts]

    def size(numbers: Sequence[int]) -> int:
        found = 1
        for count, number in zip(counts, numbers, strict=True):
            found *= comb(count + number - 1, number)
        return found

    while size(right) > MOST_RIGHT or size(right) > 4 * size(left) ** 2:
        moved = max((k for k, number in enumerate(right) if number), key=lambda k: counts[k], default=None)
        if moved is None:
            break
        left[moved], right[moved] = left[moved] + 1, right[moved] - 1
        if size(left) > MOST_LEFT:
            left[moved], right[moved] = left[moved] - 1, right[moved] + 1
            break
    return None if size(right) > MOST_RIGHT else (tuple(left), tuple(right))


def _listed(xp: Any, atoms: Sequence[Sequence[tuple[arb, arb, arb]]], numbers: Sequence[int]) -> list[Outcome]:
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
                longer.setdefault(runs - count, []).extend(together(outcomes, powers[count : count + 1]))
        found = longer
    return found.get(0, [])


def _powers(atom: tuple[arb, arb, arb], number: int) -> list[Outcome]:
    """k times a loss, and p^k/k! and q^k/k!, for k = 0, 1, ..., `number`."""
    loss, p, q = atom
    found = [CERTAIN]
    for k in range(1, number + 1):
        found.append(Outcome(loss * k, found[-1].under_p * p / k, found[-1].under_q * q / k))
    return found
