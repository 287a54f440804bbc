"""A profile as a sum over outcomes.

The runs are divided into two halves, one of which may be none. With (l_i, p_i, q_i) the losses of one half, and their
probabilities under P and Q, and with P_j and Q_j the sums of those of the other half from its largest loss down to its
j-th,

    delta(x) = sum_i (p_i P_j - e^x q_i Q_j),        j the last one with l_i + l_j > x.

A loss that is not certainly on one side of x adds the positive part of its own term. Outcomes that are left out, with
at most the probability r under P, add at most r to delta."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any, NamedTuple, Protocol, TypeAlias

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct


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


def likely(outcomes: Iterable[Outcome], least: arb) -> tuple[list[Outcome], arb]:
    """Those that are not certainly less probable under P than `least`, and the probability of the others."""
    found, lost = list[Outcome](), arb(0)
    for one in outcomes:
        if one.under_p < least:
            lost += one.under_p
        else:
            found.append(one)
    return found, lost


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
        order = sorted(((-float(one.loss), one) for one in outcomes), key=itemgetter(0))
        sums, p, q = [(arb(0), arb(0))], arb(0), arb(0)
        for _, (_, under_p, under_q) in order:
            p, q = p + under_p, q + under_q
            sums.append((p, q))
        places = tuple(index for index, _ in order)
        widest = 2 * max((float(one.loss.rad()) for _, one in order), default=0.0)
        widest += max(map(abs, places), default=0.0) * 2.0**-48
        return cls(places, tuple(one for _, one in order), tuple(sums), widest)

    def beyond(self, xp: Any, x: arb, p: arb, q: arb) -> arb:
        """The sum of p under_p - q under_q over the losses above x, where q/p is e^x: the positive part of a loss that
        may be on either side."""
        middle = float(x.mid())
        apart = self.widest + 2 * float(x.rad()) + abs(middle) * 2.0**-48
        first, last = bisect_left(self.places, -middle - apart), bisect_right(self.places, apart - middle)
        under_p, under_q = self.sums[first]
        found: arb = p * under_p - q * under_q
        for one in self.each[first:last]:
            found += xp.positive(p * one.under_p - q * one.under_q)
        return found


class Half(Protocol):
    """The outcomes of one half of the runs."""

    def beyond(self, xp: Any, x: arb, p: arb, q: arb) -> arb:
        """The sum of p under_p - q under_q over its losses above x, where q/p is e^x."""


Part: TypeAlias = tuple[Sequence[Outcome], Half, arb]
"""(outcomes of some runs, those of the others, a bound on the probability under P of all that is in no part so far)."""


def summed(xp: Any, parts: Iterable[Part], epsilon: arb | Fraction) -> arb:
    """An enclosure of E_Q[(e^L - e^eps)_+], over parts until the rest is negligible. Raises ArithmeticError for an eps
    that is not finite."""
    x: arb = xp.number(epsilon)
    if not x.is_finite():
        raise ArithmeticError("a sum over outcomes is taken at a finite eps")
    total, rest, grown, tiny = arb(0), arb(0), xp.exp(x), arb(2) ** -xp.bits
    for left, right, rest in parts:
        charge(8 * len(left) + 24)
        for loss, under_p, under_q in left:
            total += right.beyond(xp, x - loss, under_p, grown * under_q)
        if rest <= total * tiny:
            break
    return total + arb(0).union(rest)


class Outcomes(Struct, frozen=True):
    """A composition in one direction, in one part. `bits`: the working precision."""

    left: tuple[Outcome, ...]
    right: Table
    rest: arb
    bits: int

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+]. Raises ArithmeticError for an eps that is not finite."""
        with balls(self.bits) as xp:
            return summed(xp, [(self.left, self.right, self.rest)], epsilon)
