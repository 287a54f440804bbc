"""Claims about a finite privacy loss: its profile, the derivative, and the inverse, added up outcome by outcome, in
every arithmetic."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

from chartered.proving import Equals, Proofs, Sampled, numbers
from chartered.proving.printed_formulas import Number
from chartered_plugins.composition.formulas import finite_loss as losses
from chartered_plugins.composition.formulas.finite_loss import FiniteLoss
from chartered_verify.arithmetic.dual import duals

BOOK = Proofs("responses", "direct computation")
UNIT = Fraction(1, 2)
OUTCOMES = tuple(zip((3, 1, 0, -2, -5), numbers("1/100 1/20 1/8 1/4 1/3"), strict=True))
"""The losses of five outcomes in units, and their probabilities under Q."""
EPSILONS = numbers("-3 -1 -1/2 0 1/4 1/2 3/4 3/2 2")
DELTAS = numbers("1/40 1/10 3/10 3/5 9/10")


def _chances(xp: Any, rest: Fraction) -> list[tuple[Any, Any]]:
    """Probabilities of the outcomes with finite loss under P and Q; P is e^loss times Q, scaled so that these outcomes
    have probability 1 - `rest`."""
    weights = [xp.exp(xp.number(k * UNIT)) * xp.number(q) for k, q in OUTCOMES]
    scale = (1 - xp.number(rest)) / sum(weights, xp.number(0))
    return [(scale * p, scale * xp.number(q)) for p, (_, q) in zip(weights, OUTCOMES, strict=True)]


def _table(rest: Fraction, guess: tuple[float, float]) -> FiniteLoss:
    def upper_tails(xp: Any, j: int) -> tuple[Any, Any]:
        first = _chances(xp, rest)[:j]
        return sum((p for p, _ in first), xp.number(rest)), sum((q for _, q in first), xp.number(0))

    return FiniteLoss(UNIT, [-k for k, _ in OUTCOMES], upper_tails, lambda log_delta: guess)


SURE, FAILING = _table(Fraction(0), (0.5, -1.0)), _table(Fraction(1, 50), (inf, 1.0))
TABLES = (SURE, Fraction(0)), (FAILING, Fraction(1, 50))


def _profile(rest: Fraction, epsilon: Fraction) -> Number:
    def delta(xp: Any) -> Any:
        gains = (xp.positive(p - xp.exp(xp.number(epsilon)) * q) for p, q in _tied(xp, rest, epsilon))
        return sum(gains, xp.number(rest))

    return delta


def _tied(xp: Any, rest: Fraction, epsilon: Fraction) -> list[tuple[Any, Any]]:
    """The outcomes whose loss is not eps: for loss eps, balls cannot decide which of p and e^eps q is larger."""
    return [pair for pair, (k, _) in zip(_chances(xp, rest), OUTCOMES, strict=True) if k * UNIT != epsilon]


def _slope(rest: Fraction, epsilon: Fraction) -> Number:
    def slope(xp: Any) -> Any:
        above = (q for (_, q), (k, _) in zip(_chances(xp, rest), OUTCOMES, strict=True) if k * UNIT > epsilon)
        return -xp.exp(xp.number(epsilon)) * sum(above, xp.number(0))

    return slope


def _inverse(rest: Fraction, delta: Fraction) -> Number:
    def epsilon(xp: Any) -> Any:
        found, p, q = -xp.inf, xp.number(rest), xp.number(0)
        for more_p, more_q in _chances(xp, rest):
            p, q = p + more_p, q + more_q
            found = xp.maximum(found, xp.log((p - xp.number(delta)) / q)) if p > xp.number(delta) else found
        return found

    return epsilon


DIRECT = {"delta": _profile, "slope": _slope, "eps": _inverse}
SHIPPED = {"delta": losses.delta, "slope": losses.derivative, "eps": losses.epsilon}


def _directly(what: str, at: Fraction, table: FiniteLoss, rest: Fraction) -> Equals:
    return Equals(lambda xp, x: SHIPPED[what](xp, table, x), DIRECT[what](rest, at), [{what: at}])


BOOK.stated(
    "profile.few",
    "The profile is the sum of the positive parts of P - e^eps Q, its slope -e^eps Q(loss > eps), and the eps at "
    "delta the largest log((P - delta)/Q) over all upper tails.",
    "the definition",
    "five losses between -5/2 and 3/2, with and without an infinite one; nine eps, losses among them, and five deltas",
    *(_directly(what, e, *table) for table in TABLES for e in EPSILONS for what in ("delta", "slope")),
    *(_directly("eps", delta, *table) for table in TABLES for delta in DELTAS),
    doubles=Fraction(1, 10**15),  # at the end of the profile doubles subtract equal numbers
)


def _around(xp: Any, epsilon: Fraction) -> bool:
    """Whether both enclose the exact values at three points of an interval of eps."""
    ends = [epsilon + Fraction(step, 10) for step in (-1, 0, 1)]
    with duals(128) as sloped:
        wide = xp.number(ends[0]).union(xp.number(ends[2]))
        delta, slope = losses.delta(xp, SURE, wide), losses.derivative(xp, SURE, wide)
        both = losses.delta(sloped, SURE, sloped.variable(wide))
        inside = [(_profile(Fraction(0), end)(xp), _slope(Fraction(0), end)(xp)) for end in ends]
        return all(
            delta.contains(d) and both.value.contains(d) and slope.contains(r) and both.derivative.contains(r)
            for d, r in inside
        )


def _between(xp: Any, table: FiniteLoss, delta: Number, high: Fraction | None) -> bool:
    """Whether an undecided inverse extends from log(1-delta) to the largest loss, or to infinity."""
    level = delta(xp)
    found = losses.epsilon(xp, table, level)
    if high is None:
        return bool(found.upper() == xp.inf)
    ends = (found.upper(), xp.number(high)), (found.lower(), xp.log(1 - level))
    return all(abs(end - wanted) * 10**6 < found.rad() for end, wanted in ends)


def _missing(xp: Any, p: Fraction, q: Fraction, delta: Fraction) -> bool:
    """Whether the inverse of a loss of which some mass was left out is infinite where the tail that decides is that of
    infinite losses alone, and otherwise reaches from log(1-delta) to the largest loss."""
    table = FiniteLoss(UNIT, [-3], lambda xp, j: (xp.number(p), xp.number(q) * j), lambda log_delta: (0.5, -1.0))
    found = losses.epsilon(xp, table, xp.number(delta))
    if p > delta:
        return bool(found == xp.inf)
    wanted = xp.log(xp.number(1 - delta)).union(xp.number(3 * UNIT))
    return bool(found.contains(wanted)) and bool(found.rad() * 2 < wanted.rad() * 3)


def _searches(xp: Any) -> bool:
    """Whether searches start at a finite loss, and count the outcomes whose loss is certainly above an eps."""
    far = FiniteLoss(Fraction(2) ** 2000, [-1, 0, 1], SURE.upper_tails, SURE.guess)
    three_quarters = xp.number(Fraction(3, 4))
    places = xp.inf - xp.inf, xp.number(0), three_quarters.union(-three_quarters)
    starts = [far.at(0), far.at(1), far.at(2), SURE.at(3)]
    counts = [SURE.count_above(xp, place) for place in places]
    return counts == [(0, 5), (2, 2), (1, 3)] and starts == [2.0**1000, 0.0, -(2.0**1000), -1.0]


BOOK.soundness(
    "profile.few-enclosed",
    "On an interval of eps the profile and its slope hold all values there; an inverse that is not decided reaches "
    "from log(1-delta) to the largest loss, or to infinity where delta is below the mass at infinity; searches start "
    "at a finite loss. Where masses were left out, an inverse that no tail decides reaches as far, or is infinite.",
    "our way of writing it",
    "the same losses; eps within 1/10 of nine places, and everywhere",
    Sampled(
        "intervals",
        lambda xp, check, *case: check(xp, *case),
        [
            *((_around, e) for e in EPSILONS),
            *((_between, table, _profile(rest, k * UNIT), 3 * UNIT) for table, rest in TABLES for k in (1, 0, -2)),
            (_between, FAILING, lambda xp: xp.number(Fraction(1, 60)), None),
            *((_missing, *numbers(masses)) for masses in ("1/50 0 1/60", "1/50 0 1/10", "1/2 1/20 9/10")),
            (_searches,),
        ],
        digits=6,
        bits=128,
    ),
)
