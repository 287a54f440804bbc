"""Guarantees: what a theorem says of a mechanism. Data with functions of an arithmetic inside; no theorem lives here.

Each guarantee carries the neighbouring relation under which it holds and the side on which it errs: EXACT means that
the number or curve is the best one of its kind for the worst mechanism that the ledger describes, UPPER that it may be
larger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.enclosure import Side

from ..errors import Unavailable
from .neighbours import DEFAULT, Neighbours
from .questions import Question
from .witness_fields import Field

Witness: TypeAlias = Mapping[str, Fraction | float | None]
"""What a search found and a certificate carries: exact numbers by name (a float is exactly its double). None stands for
a limit that the theorem names."""

Curve: TypeAlias = Callable[[Arithmetic, Value], Value]
"""A function of one argument in any arithmetic: gamma(xp, alpha)."""

Bound: TypeAlias = Callable[[Arithmetic, Value, Witness], Value]
"""A bound in any arithmetic that a witness makes explicit: delta(xp, eps, witness) or eps(xp, delta, witness)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Guarantee:
    """What all guarantees share. A plugin may derive a kind of its own and register an accountant for it."""

    side: Side = Side.EXACT
    neighbours: Neighbours = DEFAULT


@dataclass(frozen=True, slots=True, eq=False)
class Pure(Guarantee):
    """(epsilon, 0)-DP: no event is more than e^epsilon times as likely under a neighbour."""

    epsilon: Number


@dataclass(frozen=True, slots=True, eq=False)
class Approximate(Guarantee):
    """(epsilon, delta)-DP: the hockey-stick divergence at e^epsilon is at most delta."""

    epsilon: Number
    delta: Number


@dataclass(frozen=True, slots=True, eq=False)
class ZCDP(Guarantee):
    """rho-zCDP: the Renyi divergence of every order alpha > 1 is at most rho alpha."""

    rho: Number


@dataclass(frozen=True, slots=True, eq=False)
class GDP(Guarantee):
    """mu-GDP: no easier to tell apart than N(0, 1) and N(mu, 1). Holds mu squared, which adds up under composition."""

    mu_squared: Number


@dataclass(frozen=True, slots=True, eq=False)
class Responses(Guarantee):
    """No easier to tell apart than so many answers of randomized response on two values: `counts` says how often each
    eps > 0 answers. With probability `delta` some run fails and gives everything away."""

    counts: Mapping[Fraction, int]
    delta: Number


@dataclass(frozen=True, slots=True, eq=False)
class Renyi(Guarantee):
    """A Renyi curve: for every alpha in (1, top], or (1, inf) without `top`, the divergence of order alpha is at most
    curve(xp, alpha).

    Of either neighbour's distribution from the other's, as the relation is symmetric: a conversion may use both.
    """

    curve: Curve
    top: Fraction | None = None

    @property
    def fields(self) -> tuple[Field, ...]:
        """What a witness says of the curve: the order alpha."""
        return (Field("alpha", low=1, high=self.top, open_low=True),)

    def at(self, xp: Arithmetic, witness: Witness) -> tuple[Value, Value]:
        """The order that a witness names, and the curve there. Raises Unavailable where the curve does not hold."""
        alpha = witness.get("alpha")
        if alpha is None or not alpha > 1 or (self.top is not None and alpha > self.top):
            raise Unavailable(f"the order {alpha} is outside the curve's orders")
        order = xp.number(alpha)
        return order, self.curve(xp, order)


SearchMany: TypeAlias = Callable[[Value, Mapping[str, Value] | None], tuple[Value, Mapping[str, Value]]]
"""(deltas, near) -> (eps in floats, witnesses): arrays with one entry for each question, NaN for None. `near` are
witnesses of like questions from which the search may begin. eps is NaN where a question needs a search of its own."""


def no_search(question: Question) -> Witness:
    """The witness of a closed form: nothing."""
    return {}


def each_anew(question: Question) -> Witness:
    """Nothing either, yet every eps takes a sum of its own: a proof for all of them would not end."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tail:
    """How a privacy profile ends: what holds of it for every eps from `start` on.

    Either it is nowhere above that of `mu`-GDP, or log delta(eps) <= c + b eps - a eps^2 for `quadratic` = (a, b, c).
    `limit` is its tail limit sqrt(lim eps^2/(-2 log delta(eps))) where that is known: no mu below it is valid, and none
    is if it is infinite (Liu et al. 2022, Theorem 3.3)."""

    start: Number = 0
    mu: Number | None = None
    quadratic: tuple[Number, Number, Number] | None = None
    limit: Number | None = None


Least: TypeAlias = Callable[[Arithmetic, Value], tuple[Value, Value, Value] | None]
"""(xp, at) -> (a, b, c) with log delta(eps) >= c + b eps - a eps^2 for every eps >= at; None where `at` is too small
for it."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile(Guarantee):
    """A privacy profile: the least delta for each eps >= 0, non-increasing in eps, or an upper bound on it.

    `delta(xp, eps, witness)` is the profile; `epsilon(xp, delta, witness)` its inverse, if there is a closed one
    (without it, answers are found by inverting `delta`, which must then need no witness). `propose(question)` searches
    a witness, `propose_many` those of many questions at once. `floor` is delta's limit for large eps and `attains` an
    eps that reaches it (None: no finite one is known): below the floor no finite eps exists. `exact_floor` says that
    `attains` is the least such eps even where the rest of the profile is only an upper bound. `tail` says how it ends,
    where no finite eps attains the floor, and `least` bounds its end from below: that of a profile by which others are
    measured. `rate(xp, eps)` is the derivative of delta, for one whose own formula would lose it to cancellation.
    `under(xp, eps)` is where an upper bound also proves one from below: the mechanism's own delta is certainly not
    less; an eps that shows it for a question is in the witness, as `under`. `fields` are those of the witness, with
    their limits; where none are declared, a few numbers of any size are read."""

    delta: Bound
    epsilon: Bound | None = None
    propose: Callable[[Question], Witness] = no_search
    propose_many: SearchMany | None = None
    floor: Number = 0
    attains: Number | None = None
    exact_floor: bool = False
    tail: Tail | None = None
    least: Least | None = None
    rate: Curve | None = None
    under: Curve | None = None
    fields: tuple[Field, ...] | None = None


Source: TypeAlias = Any
"""What a theorem starts from: a case of a step, or a guarantee."""
