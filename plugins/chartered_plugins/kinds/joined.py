"""Mechanisms whose loss is that of pairs which join dots of their privacy profiles: however often each runs, the losses add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..formulas import dots, losses
from ..formulas.failures import all_fail

DOTS = "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022"
WHY = "Joined by lines they are nowhere below the mechanism's own profile, which is convex in e^eps: by them rounds compose."
MANY, FEW, FEWEST = 64, 32, 16
"""Dots of a profile, and of those that are longer to compute."""
_LARGE, _LARGEST = 10**4, 10**7


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


def of(inner: ch.Profile, few: int = MANY) -> Joined:
    """One run of a profile that needs no witness."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        return inner.delta(xp, epsilon, {})

    most = Fraction(inner.attains) if isinstance(inner.attains, int | Fraction) else None
    level = Fraction(inner.floor) if isinstance(inner.floor, int | Fraction) else Fraction(0)
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
    """A witness names the step between dots, and the tail: what a run's last dot may have, and either end of a sum of losses."""

    def table(xp: Arithmetic, witness: ch.Witness) -> losses.Losses:
        step, tail = witness.get("step"), witness.get("tail")
        if step is None or tail is None or not (step > 0 and 0 < tail < 1):
            raise ch.Unavailable("the witness of joined dots is the step between them, and the tail")
        exactly = xp.name in ("balls", "slopes")
        return dots.table(xp.bits if exactly else 64, g.parts, Fraction(step), Fraction(tail), g.ends)  # type: ignore[attr-defined]

    def propose(question: ch.Question) -> ch.Witness:
        from ..search import dots as search

        return search.propose(g, question)

    return ch.Profile(
        delta=lambda xp, epsilon, witness: xp.minimum(losses.delta(xp, table(xp, witness), epsilon), xp.number(1)),
        epsilon=lambda xp, delta, witness: losses.epsilon(xp, table(xp, witness), delta),
        propose=propose,
        floor=all_fail(g.floors, [k for _, k in g.parts]),
    )
