"""Privacy profiles: delta as a function of eps, the search for its witness, its limit at infinity and its tail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.enclosure import Side
from msgspec import Struct, structs

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


class SharedSearch(Struct, frozen=True):
    """One search for the witnesses at many deltas, or for many counts of runs, in floats.

    Args:
        find: find(deltas, near): eps and witnesses, as arrays.
        refine: refine(question, witness): a witness that `find` gave, with an eps that balls decide, where doubles were
            not exact enough and a search of its own would take longer.
        begins_near: Whether `find` starts at witnesses of similar questions.

    Examples:
        >>> import numpy
        >>> inverse = ch.SharedSearch(lambda deltas, near: (-numpy.log(deltas), {}))
        >>> float(inverse.find(numpy.array([1.0]), None)[0][0]) == 0, inverse.begins_near
        (True, False)
    """

    find: SearchMany
    refine: Callable[[Question, Witness], Witness] | None = None
    begins_near: bool = False


class WitnessSearch(Struct, frozen=True, kw_only=True):
    """How the witness of a profile is found, and which fields it has. Without a search the witness is empty.

    Args:
        propose: propose(question): the witness for an `EpsilonAt` or a `DeltaAt` whose own search is None.
        for_epsilon: for_epsilon(delta): the witness for the least eps at a delta.
        for_delta: for_delta(epsilon): the witness for the least delta at an eps.
        many: One search for many deltas.
        fields: The fields of the witness with their limits; None: up to 16 numbers of any size are read.

    Examples:
        >>> search = ch.WitnessSearch(for_epsilon=lambda delta: {"alpha": 1 / delta})
        >>> search(ch.Question.epsilon("1/8")), search(ch.Question.delta(1)), search.searches
        ({'alpha': Fraction(8, 1)}, {}, True)
        >>> search.asked(lambda question: ch.Question.epsilon("1/2"))(ch.Question.delta(1))
        {'alpha': Fraction(2, 1)}
    """

    propose: Callable[[Question], Witness] | None = None
    for_epsilon: Callable[[Fraction], Witness] | None = None
    for_delta: Callable[[Fraction], Witness] | None = None
    many: SharedSearch | None = None
    fields: tuple[Field, ...] | None = None

    @property
    def searches(self) -> bool:
        """Whether the witness of some question has fields."""
        return any(search is not None for search in (self.propose, self.for_epsilon, self.for_delta))

    def __call__(self, question: Question) -> Witness:
        """The witness for a question."""
        if isinstance(question, EpsilonAt) and self.for_epsilon is not None:
            return self.for_epsilon(question.at)
        if isinstance(question, DeltaAt) and self.for_delta is not None:
            return self.for_delta(question.at)
        return {} if self.propose is None else self.propose(question)

    def asked(self, translate: Callable[[Question], Question]) -> WitnessSearch:
        """The search for a profile derived from this one.

        Args:
            translate: translate(question): the question about this profile that gives the witness for that one.

        Returns:
            The search, with the same fields.
        """
        if not self.searches:
            return self
        return WitnessSearch(propose=lambda question: self(translate(question)), fields=self.fields)


class OverStretch(Struct, frozen=True, kw_only=True):
    """How a profile that needs a search at each eps becomes a formula on an interval, for proofs about all of it.

    Args:
        propose: propose(stretch): the search for a witness for the interval.
        curve: curve(witness): delta(xp, eps) with that witness: sound at every eps, and with a small error on the
            interval; the preparation is done once for each witness.
        fields: fields(): the fields of that witness, with their limits; their names differ from those of `MU_FIELDS`.
        within: The relative width to which a mu is searched at least, as the formula is not more accurate; in [0, 1].

    Examples:
        >>> zero = lambda witness: lambda xp, eps: xp.number(0)
        >>> flat = ch.OverStretch(propose=lambda over: {}, curve=zero, fields=lambda: ())
        >>> flat.propose(ch.Stretch())
        {}
    """

    propose: Callable[[Stretch], Witness]
    curve: Callable[[Witness], Curve]
    fields: Callable[[], tuple[Field, ...]]
    within: Fraction = Fraction(0)


class Evaluation(Struct, frozen=True, kw_only=True):
    """How a profile is evaluated where its formula alone takes long, or loses digits.

    Args:
        slow: Whether each eps takes a long sum, although the profile needs no witness, so that a proof for all eps
            would not end.
        estimate: estimate(eps): about delta(eps) in floats, or NaN, where that is far cheaper than a value; a search
            that evaluates many eps uses it, no answer does.
        rough: Whether estimates have few digits, and take a preparation that all eps of one profile share: they tell
            where a search of many eps ends, and values of the profile the rest.
        derivative: derivative(xp, eps): d delta/d eps, stated where differentiating the formula would cancel.
        over_stretch: The profile as a formula on an interval of eps.

    Examples:
        >>> ch.Profile(delta=lambda xp, eps, witness: xp.number(0), evaluation=ch.Evaluation(slow=True)).closed_form
        False
    """

    slow: bool = False
    estimate: Callable[[float], float] | None = None
    rough: bool = False
    derivative: Curve | None = None
    over_stretch: OverStretch | None = None


class AtInfinity(Struct, frozen=True, kw_only=True):
    """The limit of a privacy profile.

    Args:
        delta: lim delta(eps) as eps -> infinity, in [0, 1]. No finite eps exists for a smaller delta.
        max_loss: An eps from which on delta(eps) equals the limit, or None if no finite one is known. Of an exact
            profile the least such eps, which answers at that delta from both sides: the essential supremum of the
            finite privacy loss; of two directions, of the one with the larger limit, unless the other reaches down to
            it later.
        max_loss_is_tight: Whether no smaller eps has this property, although the profile itself may be only an upper
            bound.

    Examples:
        >>> ch.AtInfinity(delta=0, max_loss=1).max_loss
        1
    """

    delta: Number = 0
    max_loss: Number | None = None
    max_loss_is_tight: bool = False


class Tail(Struct, frozen=True, kw_only=True):
    """The decay of a privacy profile: bounds for every eps >= `start`, one of `mu` and `subgaussian`.

    Args:
        start: The eps from which on the bounds hold.
        mu: delta(eps) is at most the profile of mu-GDP.
        subgaussian: (a, b, c) with log delta(eps) <= c + b eps - a eps^2.
        tail_mu: sqrt(lim eps^2/(-2 log delta(eps))), if known: no smaller mu is valid, and if it is infinite, no mu is.
        log_lower: A lower bound on log delta, stated for profiles to which others are compared.

    Examples:
        >>> ch.Tail(start=1, subgaussian=(ch.HALF, 0, 0)).mu is None
        True

    References:
        Liu et al. 2022, Theorem 3.3.
    """

    start: Number = 0
    mu: Number | None = None
    subgaussian: tuple[Number, Number, Number] | None = None
    tail_mu: Number | None = None
    log_lower: LogLower | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Profile(Guarantee):
    """A privacy profile: the least delta for each eps >= 0, nonincreasing in eps, or an upper bound on it.

    Args:
        delta: delta(xp, eps, witness): the profile, in any arithmetic.
        epsilon: epsilon(xp, delta, witness): its inverse, if one is known in closed form; if None, answers invert
            `delta` numerically, which then must need no witness.
        search: It finds the witness.
        evaluation: How the formula is evaluated, where not simply as it stands.
        at_infinity: The limit of delta.
        tail: The decay of a profile that attains its limit at no finite eps.
        lower_bound: lower_bound(xp, eps): a lower bound on the mechanism's delta(eps), for profiles that are upper
            bounds; the witness field `under` is an eps at which it proves a lower end.
        dominated: The exact profile of mechanisms that certainly lose no more; it gives a lower end, and its witness
            fields begin with `lower.`; set while a derivation is followed, not by a theorem.
        asymmetric: Whether the profiles of the two directions between neighbours differ, and this is their maximum, so
            that a dominating pair made from it is looser than the two pairs.
        worst_pair: Whether one pair of distributions attains it at every eps, so that the profile of n runs is that of
            the n-fold product of the pair.
        behind: The composed guarantee from which it follows; set while a derivation is followed, not by a theorem.
        from_above: from_above(): the upper bound alone, of a profile that, although exact, is evaluated as an upper and
            a lower bound whose distance depends on the witness, not only on rounding.

    Examples:
        >>> laplace = ch.Profile(delta=lambda xp, eps, witness: xp.positive(1 - xp.exp((eps - 1) / 2)))
        >>> laplace.settles
        True
        >>> laplace.bounding(ch.Side.UPPER).side
        <Side.UPPER: 'upper'>

    References:
        Balle, Barthe, Gaboardi 2018, Section 3.
    """

    delta: Bound
    epsilon: Bound | None = None
    search: WitnessSearch = field(default_factory=WitnessSearch)
    evaluation: Evaluation = field(default_factory=Evaluation)
    at_infinity: AtInfinity = field(default_factory=AtInfinity)
    tail: Tail | None = None
    lower_bound: Curve | None = None
    dominated: Profile | None = None
    asymmetric: bool = False
    worst_pair: bool = False
    from_above: Callable[[], Profile] | None = None
    behind: Guarantee | None = None

    def __repr__(self) -> str:
        return f"<privacy profile, {self.side.value}, {self.neighbours.value}>"

    @property
    def closed_form(self) -> bool:
        """Whether the profile needs no witness, and each value is cheap."""
        return not self.search.searches and not self.evaluation.slow

    @property
    def settles(self) -> bool:
        """Whether no other bound can improve an answer from it.

        It is exact, and not enclosed by two bounds with a gap.
        """
        return self.side is Side.EXACT and not self.two_bounds

    @property
    def two_bounds(self) -> bool:
        """Whether it is evaluated as two bounds with a gap."""
        return self.from_above is not None

    def bounding(self, side: Side) -> Profile:
        """The same numbers as a bound for a mechanism of no larger privacy loss; all lower bounds are dropped.

        Args:
            side: The direction in which the bound errs.

        Returns:
            The profile.
        """
        end = structs.replace(self.at_infinity, max_loss_is_tight=False)
        behind = self.behind and replace(self.behind, side=side)
        lost: dict[str, Any] = {"lower_bound": None, "dominated": None, "worst_pair": False}
        if self.from_above is not None:
            above = self.from_above()
            lost |= {"delta": above.delta, "epsilon": above.epsilon, "search": above.search, "from_above": None}
            lost["evaluation"] = above.evaluation
        return replace(self, side=side, at_infinity=end, behind=behind, **lost)
