"""Mechanisms whose loss is that of pairs which join dots of their privacy profiles: however often each runs, the losses add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.values import enclose, fraction_of

from ..formulas import dots, losses
from ..formulas.failures import all_fail

DOTS = "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022"
WHY = "Joined by lines they are nowhere below the mechanism's own profile, which is convex in e^eps: by them rounds compose."
MANY, FEW, FEWEST = 64, 32, 16
"""Dots of a profile, and of those that are longer to compute."""
_LARGE, _LARGEST = 10**4, 10**7
_DEEPEST = Fraction(1, 2**4096)
"""The least tail, far below what a search asks for: digits grow with it."""


def dots_for(n: Fraction) -> int:
    """Of a sum over so many reports."""
    return MANY if n <= _LARGE else FEW if n <= _LARGEST else FEWEST


@dataclass(frozen=True, slots=True, eq=False)
class Joined(ch.Guarantee):
    """Runs of which each has one of these profiles: `parts` are (delta of eps, how often), `ends` what each ends with. A search takes
    about `few` dots; `floors` are those of the profiles."""

    parts: dots.Parts
    ends: dots.Ends
    floors: tuple[ch.Number, ...]
    few: int = MANY

    @property
    def runs(self) -> int:
        """How many there are."""
        return sum(times for _, times in self.parts)

    @property
    def attains(self) -> Fraction | None:
        """The sum of all ends, if each run has one: a run that does not fail loses no more than its end."""
        ends = [(most, k) for (_, most), (_, k) in zip(self.ends, self.parts, strict=True)]
        known = [most * k for most, k in ends if most is not None]
        return sum(known, Fraction(0)) if len(known) == len(ends) else None


def of(inner: ch.Profile, few: int = MANY) -> Joined:
    """One run of a profile that needs no witness."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        return inner.delta(xp, epsilon, {})

    most = Fraction(inner.attains) if isinstance(inner.attains, int | Fraction) else None
    level = Fraction(inner.floor) if isinstance(inner.floor, int | Fraction) else fraction_of(enclose(lambda xp: xp.number(inner.floor)).lo)
    return Joined(((curve, 1),), ((level, most),), (inner.floor,), few)


def times(g: Joined, n: int) -> Joined:
    """So many of each."""
    return Joined(tuple((curve, n * k) for curve, k in g.parts), g.ends, g.floors, g.few)


def together(gs: Sequence[Joined]) -> Joined:
    """One after the other; those of one curve are counted together."""
    counts: Counter[dots.Curve] = Counter()
    known = {}
    for g in gs:
        for (curve, n), *rest in zip(g.parts, g.ends, g.floors, strict=True):
            counts[curve] += n
            known[curve] = rest
    ends, floors = (tuple(column) for column in zip(*(known[curve] for curve in counts), strict=True))
    return Joined(tuple(counts.items()), ends, floors, min(g.few for g in gs))


def profile(g: Joined) -> ch.Profile:
    """A witness names the step between dots, and the tail: what a run's last dot may have, and either end of a sum of losses. From the
    sum of all ends on the profile is its floor, and needs none."""
    most, floor = g.attains, all_fail(g.floors, [k for _, k in g.parts])

    def table(xp: Arithmetic, witness: ch.Witness) -> losses.Losses:
        step, tail = witness.get("step"), witness.get("tail")
        if step is None or tail is None or not (step > 0 and 0 < tail < 1):
            raise ch.Unavailable("the witness of joined dots is the step between them, and the tail")
        if tail < _DEEPEST:
            raise ch.Unavailable("the tail is so small that no question needs it")
        exactly = xp.name in ("balls", "slopes")
        return dots.table(xp.bits if exactly else 64, g.parts, Fraction(step), Fraction(tail), g.ends)  # type: ignore[attr-defined]

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        if most is not None and epsilon >= xp.number(most):
            return xp.number(floor)
        return xp.minimum(losses.delta(xp, table(xp, witness), epsilon), xp.number(1))

    def inverse(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        found = losses.epsilon(xp, table(xp, witness), delta)
        return found if most is None else xp.minimum(found, xp.number(most))

    def propose(question: ch.Question) -> ch.Witness:
        if question.quantity == "delta" and most is not None and question.at >= most:
            return {}
        from ..search import dots as search

        return search.propose(g, question)

    return ch.Profile(delta=delta, epsilon=inverse, propose=propose, floor=floor, attains=most)
