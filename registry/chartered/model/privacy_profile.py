"""Privacy profiles: delta as a function of eps, the search for its witness, its limit at infinity and its tail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.enclosure import Side

from .guarantees import Curve, Guarantee, Witness
from .questions import DeltaAt, EpsilonAt, Question, Stretch
from .witness_fields import Field

Bound: TypeAlias = Callable[[Arithmetic, Value, Witness], Value]
"""A bound in any arithmetic, explicit for a given witness: delta(xp, eps, witness) or eps(xp, delta, witness)."""

SearchMany: TypeAlias = Callable[[Value, Mapping[str, Value] | None], tuple[Value, Mapping[str, Value]]]
"""(deltas, near) -> (eps in floats, witnesses): arrays with one entry for each delta; NaN stands for None. `near`: the
witnesses of similar questions, at which the search may start, or None. An eps of NaN: that delta needs a search of its
own."""

LogLower: TypeAlias = Callable[[Arithmetic, Value], tuple[Value, Value, Value] | None]
"""(xp, at) -> (a, b, c) with log delta(eps) >= c + b eps - a eps^2 for every eps >= at; None if `at` is too small for
such a bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessSearch:
    """How the witness of a profile is found, and which fields it has.

    `for_epsilon(delta)`: the witness for the least eps at a delta. `for_delta(epsilon)`: the witness for the least
    delta at an eps. `propose(question)`: the witness for an `EpsilonAt` or a `DeltaAt` whose own search is None.
    Without any of the three the witness is empty. `many`: one search for many deltas; with `begins_near` it starts at
    witnesses of similar questions. `refine(question, witness)`: a witness of `many` with an eps that balls decide,
    where doubles were not exact enough and a search would take longer. `estimate(eps)`: about delta(eps) in floats, or
    NaN, where that is far cheaper than a witness; a search that evaluates many eps uses it, no answer does.
    `expensive`: the profile needs no witness, but each eps takes a long sum, so a proof for all eps would not end.
    `fields`: the fields of the witness with their limits; None: up to `MOST_FIELDS` numbers of any size are read."""

    propose: Callable[[Question], Witness] | None = None
    for_epsilon: Callable[[Fraction], Witness] | None = None
    for_delta: Callable[[Fraction], Witness] | None = None
    many: SearchMany | None = None
    refine: Callable[[Question, Witness], Witness] | None = None
    estimate: Callable[[float], float] | None = None
    begins_near: bool = False
    fields: tuple[Field, ...] | None = None
    expensive: bool = False

    @property
    def searches(self) -> bool:
        """Whether the witness of some question has fields."""
        return any(search is not None for search in (self.propose, self.for_epsilon, self.for_delta))

    @property
    def closed_form(self) -> bool:
        """Whether the profile needs no witness, and each value is cheap."""
        return not self.searches and not self.expensive

    def __call__(self, question: Question) -> Witness:
        """The witness for a question."""
        if isinstance(question, EpsilonAt) and self.for_epsilon is not None:
            return self.for_epsilon(question.at)
        if isinstance(question, DeltaAt) and self.for_delta is not None:
            return self.for_delta(question.at)
        return {} if self.propose is None else self.propose(question)

    def asked(self, translate: Callable[[Question], Question]) -> WitnessSearch:
        """The search for a profile derived from this one: the witness for a question is the one found here for
        `translate(question)`."""
        if self.closed_form:
            return self
        return WitnessSearch(propose=lambda question: self(translate(question)), fields=self.fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class OverStretch:
    """How a profile that needs a search at each eps becomes a formula on a whole interval of eps, for proofs about all
    of them.

    `propose(stretch)` searches a witness for the interval. `curve(witness)` returns delta(xp, eps) with that witness:
    sound at every eps, and with a small error on the interval; the preparation is done once for each witness.
    `fields()`: the fields of that witness, with their limits; their names differ from those of `MuWitness`."""

    propose: Callable[[Stretch], Witness]
    curve: Callable[[Witness], Curve]
    fields: Callable[[], tuple[Field, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtInfinity:
    """The limit of a privacy profile: `delta` = lim delta(eps) as eps -> infinity. No finite eps exists for a smaller
    delta.

    `max_loss`: an eps from which on delta(eps) equals the limit (the essential supremum of the finite privacy loss), or
    None if no finite one is known. `max_loss_is_tight`: no smaller eps has this property, although the profile itself
    may be only an upper bound."""

    delta: Number = 0
    max_loss: Number | None = None
    max_loss_is_tight: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tail:
    """The decay of a privacy profile: bounds for every eps >= `start`.

    Either delta(eps) is at most the profile of `mu`-GDP, or log delta(eps) <= c + b eps - a eps^2 with `subgaussian` =
    (a, b, c). `tail_mu` = sqrt(lim eps^2/(-2 log delta(eps))), if known: no smaller mu is valid, and if it is infinite,
    no mu is (Liu et al. 2022, Theorem 3.3). `log_lower`: a lower bound on log delta, stated for profiles to which
    others are compared."""

    start: Number = 0
    mu: Number | None = None
    subgaussian: tuple[Number, Number, Number] | None = None
    tail_mu: Number | None = None
    log_lower: LogLower | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Profile(Guarantee):
    """A privacy profile: the least delta for each eps >= 0, nonincreasing in eps, or an upper bound on it.

    `delta(xp, eps, witness)`: the profile. `epsilon(xp, delta, witness)`: its inverse, if one is known in closed form;
    if None, answers invert `delta` numerically, which then must need no witness. `search` finds the witness.
    `at_infinity`: the limit of delta; `tail`: the decay of a profile that attains its limit at no finite eps.
    `derivative(xp, eps)` = d delta/d eps, stated where differentiating the formula would cancel. `lower_bound(xp,
    eps)`: a lower bound on the mechanism's delta(eps), for profiles that are upper bounds; the witness field `under` is
    an eps at which it proves a lower end. `over_stretch`: see OverStretch. `dominated`: the exact profile of mechanisms
    that certainly lose no more; it gives a lower end, and its witness fields begin with `lower.`; set while a
    derivation is followed, not by a theorem. `asymmetric`: the profiles of the two directions between neighbours
    differ, and this is their maximum, so that a dominating pair made from it is looser than the two pairs.
    `worst_pair`: one pair of distributions attains it at every eps, so that the profile of n runs is that of the n-fold
    product of the pair. `two_bounds`: although exact, it is evaluated as an upper and a lower bound whose distance
    depends on the witness, not only on rounding."""

    delta: Bound
    epsilon: Bound | None = None
    search: WitnessSearch = WitnessSearch()
    at_infinity: AtInfinity = AtInfinity()
    tail: Tail | None = None
    derivative: Curve | None = None
    lower_bound: Curve | None = None
    over_stretch: OverStretch | None = None
    dominated: Profile | None = None
    asymmetric: bool = False
    worst_pair: bool = False
    two_bounds: bool = False

    def __repr__(self) -> str:
        return f"<privacy profile, {self.side.value}, {self.neighbours.value}>"

    @property
    def settles(self) -> bool:
        """Whether no other bound can improve an answer from it: it is exact, and not enclosed by two bounds with a
        gap."""
        return self.side is Side.EXACT and not self.two_bounds

    def bounding(self, side: Side) -> Profile:
        """The same numbers as a bound with error in the direction `side`, for a mechanism of no larger privacy loss;
        all lower bounds are dropped."""
        end = replace(self.at_infinity, max_loss_is_tight=False)
        return replace(self, side=side, at_infinity=end, lower_bound=None, dominated=None, worst_pair=False)
