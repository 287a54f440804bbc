"""Privacy profiles: delta as a function of eps, how its witness is found, where it ends and how its tail decays."""

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
"""A bound in any arithmetic that a witness makes explicit: delta(xp, eps, witness) or eps(xp, delta, witness)."""

SearchMany: TypeAlias = Callable[[Value, Mapping[str, Value] | None], tuple[Value, Mapping[str, Value]]]
"""(deltas, near) -> (eps in floats, witnesses): arrays with one entry for each question, NaN for None. `near` are
witnesses of like questions from which the search may begin. eps is NaN where a question needs a search of its own."""

LogLower: TypeAlias = Callable[[Arithmetic, Value], tuple[Value, Value, Value] | None]
"""(xp, at) -> (a, b, c) with log delta(eps) >= c + b eps - a eps^2 for every eps >= at; None where `at` is too small
for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessSearch:
    """How the witness of a profile is found, and what it holds.

    `for_epsilon(delta)` searches the witness of the least eps at a delta, `for_delta(epsilon)` that of the least delta
    at an eps, and `propose(question)` that of any question that has none of its own, which is an `EpsilonAt` or a
    `DeltaAt`; where none of the three searches, the witness is empty. `many` searches those of many questions at once;
    where it `begins_near`, from witnesses of like questions. Without any search the profile is a closed form.
    `estimate(eps)` is about the delta at an eps, in floats (NaN where it is not found), where that is far cheaper than
    a witness: a search that asks at many eps takes it, and no answer does. `expensive`: the profile is a closed form,
    yet every eps takes a sum of its own, so that a proof for all eps would not end. `fields` are those of the witness,
    with their limits; where a search declares none, a few numbers of any size are read."""

    propose: Callable[[Question], Witness] | None = None
    for_epsilon: Callable[[Fraction], Witness] | None = None
    for_delta: Callable[[Fraction], Witness] | None = None
    many: SearchMany | None = None
    estimate: Callable[[float], float] | None = None
    begins_near: bool = False
    fields: tuple[Field, ...] | None = None
    expensive: bool = False

    @property
    def searches(self) -> bool:
        """Whether some question has a witness."""
        return any(search is not None for search in (self.propose, self.for_epsilon, self.for_delta))

    @property
    def closed_form(self) -> bool:
        """Whether the witness is empty and each value is cheap."""
        return not self.searches and not self.expensive

    def __call__(self, question: Question) -> Witness:
        """The witness of a question."""
        if isinstance(question, EpsilonAt) and self.for_epsilon is not None:
            return self.for_epsilon(question.at)
        if isinstance(question, DeltaAt) and self.for_delta is not None:
            return self.for_delta(question.at)
        return {} if self.propose is None else self.propose(question)

    def asked(self, translate: Callable[[Question], Question]) -> WitnessSearch:
        """The search for a profile made of this one, which looks up its witness at a translated question."""
        if self.closed_form:
            return self
        return WitnessSearch(propose=lambda question: self(translate(question)), fields=self.fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class OverStretch:
    """How a profile that needs a search at each eps is a formula over a whole stretch of eps, as a proof for all of
    them takes.

    `propose(stretch)` searches the witness for a stretch. `curve(witness)` is delta(xp, eps) by it, where an error is
    small on the stretch and sound everywhere; what it takes to begin with is done once. `fields()` are those of the
    witness, with their limits, named otherwise than those of a bracket of mu."""

    propose: Callable[[Stretch], Witness]
    curve: Callable[[Witness], Curve]
    fields: Callable[[], tuple[Field, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtInfinity:
    """The end of a privacy profile: `delta` = lim delta(eps) as eps -> infinity, below which no finite eps exists.

    `max_loss` is an eps from which on the profile equals that limit (the essential supremum of the finite privacy
    loss), or None where no finite one is known. `max_loss_is_tight`: no smaller eps has this property, although the
    profile itself may be only an upper bound."""

    delta: Number = 0
    max_loss: Number | None = None
    max_loss_is_tight: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tail:
    """How a privacy profile decays: what holds of it for every eps from `start` on.

    Either it is nowhere above that of `mu`-GDP, or log delta(eps) <= c + b eps - a eps^2 for `subgaussian` = (a, b, c).
    `tail_mu` is sqrt(lim eps^2/(-2 log delta(eps))) where that is known: no mu below it is valid, and none is if it is
    infinite (Liu et al. 2022, Theorem 3.3). `log_lower` bounds log delta from below: stated for a profile by which
    others are measured."""

    start: Number = 0
    mu: Number | None = None
    subgaussian: tuple[Number, Number, Number] | None = None
    tail_mu: Number | None = None
    log_lower: LogLower | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Profile(Guarantee):
    """A privacy profile: the least delta for each eps >= 0, non-increasing in eps, or an upper bound on it.

    `delta(xp, eps, witness)` is the profile, `epsilon(xp, delta, witness)` its inverse if there is a closed one
    (without it, answers are found by inverting `delta`, which must then need no witness); `search` finds the witness.
    `at_infinity` is where the profile ends, `tail` how it decays where no finite eps attains its limit.
    `derivative(xp, eps)` is d delta/d eps, for a formula that would lose it to cancellation. `lower_bound(xp, eps)` is
    where an upper bound also proves one from below: the mechanism's own delta is certainly not less; an eps that shows
    it for a question is in the witness, as `under`. `over_stretch` is how a profile that needs a search at each eps
    answers for all eps of a stretch. `dominated` is the exact profile of mechanisms that certainly lose no more, by
    which an answer has a lower end; the names of its witness begin with `lower.`. The registry fills it in.
    `asymmetric`: the two directions between neighbours differ, and this is the larger one, so that a dominating pair
    made of it says less than one of both. `worst_pair`: it is that of one pair of distributions at every eps, so that
    the profile of many runs is that of the pair's product. `two_bounds`: an exact one is enclosed by a bound from above
    and one from below, which are apart by what a witness leaves open, and not by rounding."""

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
        """Whether its answers leave others nothing to say: it is exact, and not by two bounds that stay apart."""
        return self.side is Side.EXACT and not self.two_bounds

    def bounding(self, side: Side) -> Profile:
        """The same numbers as a bound, whose error is on that side, for a mechanism of no larger privacy loss: nothing
        that is said from below holds of it."""
        end = replace(self.at_infinity, max_loss_is_tight=False)
        return replace(self, side=side, at_infinity=end, lower_bound=None, dominated=None, worst_pair=False)
