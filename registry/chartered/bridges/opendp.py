"""OpenDP: reads what a measurement of that library promises into a ledger, and gives certified bounds to measurements,
which its combinators compose. Needs the extra `opendp`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from chartered_verify.enclosure import enclose

from ..accounting.ledger import Ledger
from ..errors import BadValue, CharteredError, NeighboursMismatch, UnsupportedEvent
from ..ledger.entries import Entry
from ..ledger.make_entry import mechanism
from ..model.exact_numbers import Exact, exact, plain
from ..model.neighbours import Neighbours
from ..spending.filter import Filter
from .needs import needs

needs("opendp", "opendp")

from opendp.measures import new_privacy_profile  # noqa: E402  # after a clear error
from opendp.mod import Measure, Measurement, Metric  # noqa: E402

_RELATIONS = {
    ("SymmetricDistance", 1): Neighbours.ADD_OR_REMOVE,
    ("InsertDeleteDistance", 1): Neighbours.ADD_OR_REMOVE,
    ("SymmetricDistance", 2): Neighbours.REPLACE_ONE,
    ("InsertDeleteDistance", 2): Neighbours.REPLACE_ONE,
    ("ChangeOneDistance", 1): Neighbours.REPLACE_ONE,
    ("HammingDistance", 1): Neighbours.REPLACE_ONE,
}
"""The relation of data sets at a distance of OpenDP. (What is at a distance of 2 may also be two records more: a bound
there holds for a replaced record.)"""
_PURE, _ZCDP, _PROFILE, _RENYI = (
    "MaxDivergence",
    "ZeroConcentratedDivergence",
    "SmoothedMaxDivergence",
    "RenyiDivergence",
)
_APPROXIMATE = f"Approximate<{_PURE}>", f"Approximate<{_ZCDP}>"
Several: TypeAlias = Exact | Sequence[Exact] | None
"""One number, or a list of them."""
_ALL_OF_IT = 10**6
"""A budget of rho that no ledger of any use exceeds."""
_LARGE = 10_000.0
"""A finite eps in place of an infinite one, at which delta is no smaller."""


def read(
    measurement: Measurement,
    d_in: Any = 1,
    neighbours: Neighbours | str | None = None,
    *,
    delta: Several = None,
    order: Several = None,
) -> Ledger:
    """The ledger of what a measurement promises between data sets at a distance, by its privacy map.

    Doubles are read as they are, or rounded up. The number is OpenDP's: a certificate of an answer takes it for
    granted.

    Args:
        measurement: A measurement of OpenDP.
        d_in: The distance of its input metric.
        neighbours: The relation; None: that of the distance, which symmetric and insert-delete distances of 1 or 2, and
            change-one and Hamming distances of 1 have. To be given for others, such as the absolute distance of sums.
        delta: Where a privacy profile is read, above 0 and below 1; several say more.
        order: Where a Renyi divergence is read, above 1; several say more.

    Returns:
        A ledger of one step: `pure`, `zcdp`, `approximate` or `rdp`, and of several deltas or orders `privacy-profile`
        or `rdp-curve`.

    Raises:
        NeighboursMismatch: The distance has another relation, or none.
        BadValue: `delta` or `order` is missing, or out of range.
        UnsupportedEvent: The measure has no step here, or the promise is infinite.

    Examples:
        >>> import opendp.prelude as dp
        >>> from chartered.bridges import opendp as bridge
        >>> dp.enable_features("contrib")
        >>> count = (dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance()) >> dp.t.then_count()
        >>> bridge.read(count >> dp.m.then_gaussian(2.0))
        Ledger(['zcdp:rho=0.125'], neighbours='add-or-remove')
        >>> bridge.read(count >> dp.m.then_laplace(2.0), 2)
        Ledger(['pure:epsilon=1'], neighbours='replace-one')
    """
    relation = _relation(measurement.input_metric, d_in, neighbours)
    return Ledger(_step(str(measurement.output_measure.type), measurement.map(d_in), delta, order), relation)


def distance(ledger: Ledger, measure: Measure, *, delta: Exact | None = None) -> Any:
    """The distance of OpenDP that a ledger keeps, certified and rounded up.

    Args:
        ledger: The ledger.
        measure: `max_divergence()` (eps, a float), `zero_concentrated_divergence()` (rho),
            `approximate(max_divergence())` (eps and delta), or `smoothed_max_divergence()` (a privacy profile, with a
            proof for each question; OpenDP's features "contrib" and "honest-but-curious" must be enabled).
        delta: The delta of `approximate(max_divergence())`, in [0, 1).

    Returns:
        The distance, in that measure's own form; infinite if no finite one holds.

    Raises:
        UnsupportedEvent: Another measure, or a step that has no rho.
        CharteredError: `delta` is missing or out of range, or no accountant answers.

    Examples:
        >>> import opendp.prelude as dp
        >>> from chartered.bridges import opendp as bridge
        >>> ledger = ch.Ledger("gaussian:sigma=4,times=8")
        >>> bridge.distance(ledger, dp.zero_concentrated_divergence())
        0.25
        >>> bridge.distance(ledger, dp.approximate(dp.max_divergence()), delta="1e-6")
        (3.3076007226126487, 1.0000000000000002e-06)
    """
    kind = str(measure.type)
    if kind == _PURE:
        return ledger.epsilon(0).upper
    if kind == _ZCDP:
        return _double(_rho(ledger))
    if kind == _APPROXIMATE[0]:
        (at,) = _given(delta, "delta")
        return ledger.epsilon(at).upper, _double(at)
    if kind == _PROFILE:
        return new_privacy_profile(lambda epsilon: ledger.delta(_asked(epsilon)).upper)
    raise UnsupportedEvent(f"no distance in {kind} is proved of a ledger", "take one of the four that are listed")


def privacy_map(
    ledger: Ledger, metric: Metric, measure: Measure, *, delta: Exact | None = None
) -> Callable[[Any], Any]:
    """The privacy map of a measurement that runs the steps of a ledger, for OpenDP's `make_user_measurement`.

    Args:
        ledger: What the measurement does to its data.
        metric: Its input metric, whose distance of 1 is the ledger's relation.
        measure: As for `distance`, except the smoothed one, which OpenDP takes from no map of a user's.
        delta: As for `distance`.

    Returns:
        A function of the distance between two inputs, 0 or 1; at another one it raises BadValue, which OpenDP reports.

    Raises:
        NeighboursMismatch: The ledger's relation is not that of the metric.
        CharteredError: As for `distance`.

    Examples:
        >>> import opendp.prelude as dp
        >>> from chartered.bridges import opendp as bridge
        >>> ledger, metric = ch.Ledger("gaussian:sigma=4"), dp.symmetric_distance()
        >>> found = bridge.privacy_map(ledger, metric, dp.zero_concentrated_divergence())
        >>> found(1)
        0.03125
    """
    _relation(metric, 1, ledger.neighbours)
    if str(measure.type) == _PROFILE:
        raise UnsupportedEvent(
            "OpenDP takes no privacy profile from a map of a user's", "name approximate(max_divergence)"
        )
    at_one = distance(ledger, measure, delta=delta)

    def found(d_in: Any) -> Any:
        if d_in not in (0, 1):
            raise BadValue(
                f"the distance of the inputs is {d_in!r:.40}", "the ledger is about 1: write group:size=2/..."
            )
        return at_one

    return found


def _relation(metric: Metric, d_in: Any, wanted: Neighbours | str | None) -> Neighbours:
    """The relation of inputs at a distance. Raises NeighboursMismatch."""
    name, asked = str(metric.type), None if wanted is None else Neighbours.read(wanted)
    known = isinstance(d_in, int) and _RELATIONS.get((name, d_in))
    if isinstance(known, Neighbours):
        if asked not in (None, known):
            raise NeighboursMismatch(
                f"inputs at a distance of {d_in} of {name} are not those of {asked.value if asked else ''}",
                f"it is {known.value}",
            )
        return known
    if asked is None or any(name == of for of, _ in _RELATIONS):
        raise NeighboursMismatch(
            f"a distance of {d_in!r:.40} of {name} is that of no relation",
            "ask at 1 (or 2 where a record is replaced), or say which relation it is of other metrics",
        )
    return asked


def _step(measure: str, promised: Any, delta: Several, order: Several) -> Entry:
    """The step of a promise. Raises BadValue or UnsupportedEvent."""
    if measure == _PURE:
        return mechanism("pure", epsilon=_finite(promised, measure))
    if measure == _ZCDP or (measure == _APPROXIMATE[1] and promised[1] == 0):
        return mechanism("zcdp", rho=_finite(promised if measure == _ZCDP else promised[0], measure))
    if measure == _APPROXIMATE[0]:
        return mechanism("approximate", epsilon=_finite(promised[0], measure), delta=_finite(promised[1], measure))
    if measure == _PROFILE:
        deltas = _given(delta, "delta")
        epsilons = [_finite(promised.epsilon(_not_above(at)), measure) for at in deltas]
        if len(deltas) == 1:
            return mechanism("approximate", epsilon=epsilons[0], delta=deltas[0])
        return mechanism("privacy-profile", epsilons=epsilons, deltas=deltas)
    if measure == _RENYI:
        orders = [Fraction(float(each)) for each in _given(order, "order")]
        gammas = [_finite(promised(float(each)), measure) for each in orders]
        if len(orders) == 1:
            return mechanism("rdp", alpha=orders[0], gamma=gammas[0])
        return mechanism("rdp-curve", orders=orders, gammas=gammas)
    raise UnsupportedEvent(f"a promise in {measure} has no step here", "convert it first, as by make_zCDP_to_approxDP")


def _given(value: Several, name: str) -> list[Fraction]:
    """The numbers where a promise is read. Raises BadValue."""
    if value is None:
        raise BadValue(f"the {name} is missing", f"give {name}=")
    return [exact(each, name) for each in (value if isinstance(value, list | tuple) else [value])]


def _not_above(x: Fraction) -> float:
    """A double near a number, and not above it."""
    return math.nextafter(float(x), 0) if Fraction(float(x)) > x else float(x)


def _asked(epsilon: float) -> Fraction:
    """The eps at which OpenDP asks a profile. Raises BadValue."""
    if not epsilon >= 0:  # NaN is not, either
        raise BadValue(f"the profile is asked at eps = {epsilon}", "it must be at least 0")
    return Fraction(min(epsilon, _LARGE))


def _finite(promised: float, measure: str) -> Fraction:
    """A number of OpenDP, never below it. Raises UnsupportedEvent."""
    if not math.isfinite(promised):
        raise UnsupportedEvent(f"the promise in {measure} is {promised}", "nothing is kept with it")
    return _read_up(promised)


def _read_up(x: float) -> Fraction:
    """A double as the short decimal that it is written as, unless that is below it: then one of 17 digits above it."""
    short = Fraction(repr(x))
    if short >= Fraction(x):
        return short
    return Fraction(Context(prec=17, rounding=ROUND_CEILING).create_decimal(Decimal(x)))


def _rho(ledger: Ledger) -> Fraction:
    """The least rho of zCDP that the steps are proved to have together. Raises UnsupportedEvent."""
    rule, total = Filter(zcdp=_ALL_OF_IT, neighbours=ledger.neighbours), Fraction(0)
    for entry in ledger.entries:
        decision = rule.ask(entry)
        if "zcdp" not in decision.cost:
            raise UnsupportedEvent(f"{entry.step} has no rho: {decision.why}", "ask in another measure")
        total += decision.cost["zcdp"]
    return total


def _double(x: Fraction) -> float:
    """A double that is not below a number; infinite if none is. Raises CharteredError for a negative one."""
    if x < 0:
        raise CharteredError(f"{plain(x)} is negative", "it must be at least 0")
    return enclose(lambda xp: xp.number(x)).upper
