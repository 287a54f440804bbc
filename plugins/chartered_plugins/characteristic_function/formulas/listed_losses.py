"""The privacy profile of few runs with finitely many losses, or of which all but finitely many are negligible: a sum
over all outcomes.

The runs are divided into two halves. With (l_i, p_i, q_i) the losses of one half, and their probabilities under P and
Q, and with P_j and Q_j the sums of those of the other half from its j-th largest loss on upward,

    delta(x) = sum_i (p_i P_j - e^x q_i Q_j),        j the last one with l_i + l_j > x.

Runs of one mechanism are listed as multisets. A mechanism with infinitely many losses leaves out those that have at
most the probability r under P: delta is larger by at most the sum of all r."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, ClassVar, TypeAlias

from chartered_verify.arithmetic import balls
from chartered_verify.budget import charge
from flint import arb

from .composition import Composition
from .rule import BITS, MOST_BITS, Rule, RuleNumber

MOST_LEFT, MOST_RIGHT = 8000, 90_000
"""The largest numbers of outcomes of the two halves."""
Atom: TypeAlias = tuple[arb, arb, arb]
"""A loss, its probability under P, and that under Q."""


@dataclass(frozen=True, slots=True)
class ListedLosses(Rule):
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


@dataclass(frozen=True, slots=True)
class Outcomes:
    """A composition in one direction. `left`: the outcomes of one half; `losses`, `keys` (in doubles), `sums`: those of
    the other one by rising loss, with the sums of their probabilities from each one on; `rest`: the probability of the
    omitted ones."""

    left: tuple[Atom, ...]
    losses: tuple[arb, ...]
    keys: tuple[float, ...]
    sums: tuple[tuple[arb, arb], ...]
    rest: arb
    bits: int

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+]. Raises ArithmeticError for an eps that is not finite."""
        charge(8 * len(self.left))
        with balls(self.bits) as xp:
            x, total = xp.number(epsilon), arb(0)
            if not x.is_finite():
                raise ArithmeticError("a sum over outcomes is taken at a finite eps")
            grown = xp.exp(x)
            for loss, under_p, under_q in self.left:
                total += self._beyond(x - loss, under_p, grown * under_q)
            return total + arb(0).union(self.rest)

    def _beyond(self, level: arb, p: arb, q: arb) -> arb:
        """The sum over the other half's losses above a level; those that may be on it are between 0 and their own."""
        place = bisect_left(self.keys, float(level.mid()))
        while place > 0 and not self.losses[place - 1] < level:
            place -= 1
        above = place
        while above < len(self.losses) and not self.losses[above] > level:
            above += 1
        found = p * self.sums[above][0] - q * self.sums[above][1]
        for k in range(place, above):
            (more_p, more_q), (less_p, less_q) = self.sums[k], self.sums[k + 1]
            gain = p * (more_p - less_p) - q * (more_q - less_q)
            found += arb(0).union(gain.upper() if gain.upper() > 0 else arb(0))
        return found


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
        right.sort(key=lambda atom: atom[0].mid())
        sums, p, q = [(arb(0), arb(0))], arb(0), arb(0)
        for _, under_p, under_q in reversed(right):
            p, q = p + under_p, q + under_q
            sums.append((p, q))
        losses = tuple(loss for loss, _, _ in right)
        keys = tuple(float(loss.mid()) for loss in losses)
        return Outcomes(tuple(left), losses, keys, tuple(reversed(sums)), rest.upper(), rule.bits)


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


def _listed(xp: Any, atoms: Sequence[Sequence[Atom]], numbers: Sequence[int]) -> list[Atom]:
    """The outcomes of some runs of each mechanism."""
    found: list[Atom] = [(arb(0), arb(1), arb(1))]
    for own, number in zip(atoms, numbers, strict=True):
        several = _multisets(own, number)
        found = [(loss + other, p * r, q * s) for loss, p, q in found for other, r, s in several]
    return found


def _multisets(atoms: Sequence[Atom], number: int) -> list[Atom]:
    """The outcomes of some runs of one mechanism, whatever their order: each with its multinomial coefficient."""
    found = [(arb(0), arb(1), arb(1), 0, 0)]
    for k in range(1, number + 1):
        longer = []
        for loss, p, q, last, length in found:
            for place in range(last, len(atoms)):
                own, r, s = atoms[place]
                repeated = length + 1 if place == last and length else 1
                longer.append((loss + own, p * r * k / repeated, q * s * k / repeated, place, repeated))
        found = longer
    return [(loss, p, q) for loss, p, q, _, _ in found]
