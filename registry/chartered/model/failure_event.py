"""The failure event: with some probability, which is its mass, everything is disclosed, and a guarantee holds of the
outputs of all other runs.

A mechanism has a guarantee except for a failure event of mass d if the outputs of any two neighbours are
P = (1 - d) P' + d P'' and Q = (1 - d) Q' + d Q'', where P' and Q' have the guarantee. So (epsilon, d)-DP is epsilon-DP
except for mass d (Kairouz, Oh, Viswanath 2015, Theorem 2.4). Three facts follow, whatever the guarantee says of P' and
Q':

- Adaptively composed runs all keep clear of their events with the probability prod (1 - d_i). What they then release
  are outputs of runs with the guarantees, which compose as they would without failures.
- Whatever one guarantee implies of any two distributions, it implies of P' and Q'.
- delta(eps) <= d + (1 - d) delta'(eps), where delta' is the privacy profile that the guarantee implies: the
  hockey-stick divergence of a mixture is at most the mean of those of its parts, and never above 1.

That two changes in a row, from P over R to Q, have a guarantee does not follow: the parts of R need not be the same for
P and for Q."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import TypeVar

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.enclosure import Side, enclose, fraction_of, sign
from msgspec import Struct, structs

from ..errors import Unavailable
from .guarantees import Approximate, Guarantee, Responses, Witness
from .privacy_profile import Evaluation, Profile
from .questions import EpsilonAt, Question

MAX_BITS = 4096
"""The largest number of bits of a product of probabilities that is kept as a rational number; a longer one becomes a
function of the arithmetic."""
_CAP = 1024
"""The largest number of bits at which two probabilities are compared."""
_G = TypeVar("_G", bound=Guarantee)


def some_failure_event(deltas: Sequence[Number], counts: Sequence[int]) -> Number:
    """The probability that at least one run fails: 1 - prod (1 - delta_i)^n_i, for n_i runs that fail with probability
    delta_i."""
    if all(delta == 0 for delta in deltas if not callable(delta)) and not any(callable(delta) for delta in deltas):
        return Fraction(0)

    exact = [Fraction(delta) for delta in deltas if not callable(delta)]
    size = sum(n * delta.denominator.bit_length() for delta, n in zip(exact, counts, strict=False))
    if len(exact) == len(deltas) and size <= MAX_BITS:
        return 1 - prod(((1 - delta) ** n for delta, n in zip(exact, counts, strict=True)), start=Fraction(1))

    def value(xp: Arithmetic) -> Value:
        logs = [n * xp.log1p(-xp.number(delta)) for delta, n in zip(deltas, counts, strict=True)]
        return -xp.expm1(sum(logs[1:], logs[0]))

    return value


def with_failure_event(own: Value, delta: Value) -> Value:
    """The delta of a run with a failure event of probability `own`, and with this delta otherwise."""
    return own + (1 - own) * delta


def without_failure_event(xp: Arithmetic, own: Value, delta: Value) -> Value:
    """The inverse: the delta of the run without its failure event; 0 if delta is smaller than `own`."""
    return xp.positive(delta - own) / (1 - own)


def scaled(mass: Number, factor: Number) -> Number:
    """The mass of an event that `factor` events of this mass cover, at most 1."""
    if not callable(mass) and not callable(factor):
        return min(Fraction(mass) * factor, Fraction(1))
    return lambda xp: xp.minimum(xp.number(mass) * xp.number(factor), xp.number(1))


def without(guarantee: _G) -> _G:
    """The guarantee of the outputs without the failure event."""
    return guarantee if guarantee.failure == 0 else replace(guarantee, failure=0)


def failing(guarantee: Guarantee, mass: Number) -> Guarantee:
    """The guarantee except for a failure event of this mass, too. Where the kind has a delta of its own, that holds the
    mass."""
    if mass == 0:
        return guarantee
    if isinstance(guarantee, Profile):
        return failing_profile(guarantee, mass)
    if isinstance(guarantee, Approximate | Responses):
        return replace(guarantee, delta=some_failure_event([guarantee.delta, mass], [1, 1]))
    return replace(guarantee, failure=some_failure_event([guarantee.failure, mass], [1, 1]))


class FailingDelta(Struct, frozen=True, eq=False):
    """d + (1 - d) delta'(eps): the delta of a profile with a failure event of this mass, and otherwise of `inner`."""

    mass: Number
    inner: Profile

    def __call__(self, xp: Arithmetic, epsilon: Value, witness: Witness) -> Value:
        """The value, in any arithmetic."""
        return with_failure_event(xp.number(self.mass), self.inner.delta(xp, epsilon, witness))


def outside(profile: Profile, mass: Number) -> tuple[Profile, Number]:
    """(a profile, d) whose part above d is that of `profile` above `mass`: without its failure event of mass f, if that
    is certainly at most `mass`, and d = (mass - f)/(1 - f). So nothing is subtracted where they are equal:
    1 - mass = (1 - f)(1 - d), and f + (1 - f) delta' - mass = (1 - f)(delta' - d)."""
    event = profile.delta
    if mass == 0 or not isinstance(event, FailingDelta) or not _at_most(event.mass, mass):
        return profile, mass
    inner = event.inner if profile.side is Side.EXACT else event.inner.bounding(profile.side)
    return outside(inner, beside(event.mass, mass))


def _at_most(one: Number, other: Number) -> bool:
    """Whether a number is certainly at most another."""
    if not callable(one) and not callable(other):
        return one <= other
    return (sign(lambda xp: xp.number(other) - xp.number(one), cap=_CAP) or 0) > 0


def beside(event: Number, mass: Number) -> Number:
    """The mass of a further event beside one, where both together have `mass`."""
    if not callable(event) and not callable(mass):
        return Fraction(mass - event) / (1 - event)
    return lambda xp: (xp.number(mass) - xp.number(event)) / (1 - xp.number(event))


def failing_profile(inner: Profile, mass: Number) -> Profile:
    """The profile except for a failure event of this mass, d + (1 - d) delta'(eps), and its inverse."""
    if mass == 0:
        return inner
    inverse, end, upper = inner.epsilon, inner.at_infinity, inner.from_above
    slow, rate = inner.evaluation.slow, inner.evaluation.derivative
    limit = mass if end.delta == 0 else some_failure_event([end.delta, mass], [1, 1])

    def epsilon(xp: Arithmetic, delta: Value, witness: Witness) -> Value:
        assert inverse is not None
        return inverse(xp, without_failure_event(xp, xp.number(mass), delta), witness)

    def derivative(xp: Arithmetic, epsilon: Value) -> Value:
        assert rate is not None
        return (1 - xp.number(mass)) * rate(xp, epsilon)

    return Profile(
        delta=FailingDelta(mass, inner),
        epsilon=None if inverse is None else epsilon,
        search=inner.search.asked(lambda question: _without(question, mass)),
        at_infinity=structs.replace(end, delta=limit),
        evaluation=Evaluation(slow=slow, derivative=None if rate is None else derivative),
        asymmetric=inner.asymmetric,
        worst_pair=inner.worst_pair,
        from_above=None if upper is None else lambda: failing_profile(upper(), mass),
        side=inner.side,
        neighbours=inner.neighbours,
    )


def _without(question: Question, mass: Number) -> Question:
    """The question about the outputs without the failure event, for a search: its witness is evaluated exactly. Raises
    Unavailable if no delta is left for them."""
    if not isinstance(question, EpsilonAt):
        return question
    own = fraction_of(enclose(lambda xp: xp.number(mass)).hi) if callable(mass) else Fraction(mass)
    if question.at <= own:
        raise Unavailable("no delta is left beside the failure event")
    return structs.replace(question, at=(question.at - own) / (1 - own))
