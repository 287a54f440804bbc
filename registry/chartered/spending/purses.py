"""The purses of a filter: costs of one kind that add up, with a budget that is fixed before the first round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from operator import add, mul, sub

from chartered_verify.outward_rounding import SHOWN_DIGITS, decimal_of, outward
from msgspec import Struct

from ..errors import BadValue
from ..model.exact_numbers import Exact, Rounded, exact, plain, rational_above
from ..model.failure_event import some_failure_event

_ORDER, WITHIN = "renyi at ", " in "
_SHORT_FRACTION = len("99/100")
"""The longest text of a fraction that everybody reads; of a longer one ten digits are shown."""
_MOST_BITS, _KEPT_BITS = 512, 96
"""The longest denominator of a sum that is kept as it is, unless its parts have longer ones; and how many bits are kept
of a longer one, rounded up."""


def _failing(spent: Fraction, cost: Fraction) -> Fraction:
    """The probability that one of two events comes."""
    return spent + cost - spent * cost


def _failing_often(cost: Fraction, times: int) -> Fraction:
    return min(rational_above(some_failure_event([cost], [times]), "the probability of a failure"), Fraction(1))


def _without_failing(spent: Fraction, cost: Fraction) -> Fraction:
    return (spent - cost) / (1 - cost)


def _short(number: Fraction, *parts: Fraction) -> Fraction:
    """The number, or one a little larger if its denominator is long, and longer than those of its parts: a budget of
    1e-600 pays for 1e-600."""
    bits = number.denominator.bit_length()
    if bits <= max(_MOST_BITS, *(part.denominator.bit_length() for part in parts)):
        return number
    scale = max(0, bits - number.numerator.bit_length() + _KEPT_BITS)  # relative to the number itself
    return Fraction(-(-(number.numerator << scale) // number.denominator), 1 << scale)


class Purse(Struct, frozen=True):
    """A kind of cost: how it is called, and how two costs, and several equal ones, make one, and
    how one of two is taken back."""

    name: str
    noun: str
    both: Callable[[Fraction, Fraction], Fraction] = add
    several: Callable[[Fraction, int], Fraction] = mul
    without: Callable[[Fraction, Fraction], Fraction] = sub

    def after(self, spent: Fraction, cost: Fraction) -> Fraction:
        """What is spent after a cost; a sum whose denominator grows long is rounded up."""
        return _short(self.both(spent, cost), spent, cost)

    def before(self, spent: Fraction, cost: Fraction) -> Fraction:
        """What is spent without a cost, likewise."""
        return _short(self.without(spent, cost), spent, cost)


GDP = Purse("gdp", "mu^2")
PURE = Purse("pure", "eps")
FAIL = Purse("fail", "delta", _failing, _failing_often, _without_failing)
ZCDP = Purse("zcdp", "rho")
COUNT = Purse("count", "runs")


def renyi_at(order: Fraction) -> Purse:
    """The purse for the Renyi divergences of an order."""
    return Purse(f"{_ORDER}{plain(order)}", "gamma")


def in_words(name: str, value: Fraction, *, up: bool) -> str:
    """What a purse of that name holds: "0.25 of mu^2", or, where it is the step of a plan, "gaussian:sigma=2 x 3". A
    long number is rounded, a cost `up`, a remainder down."""
    known = {purse.name: purse.noun for purse in (GDP, PURE, FAIL, ZCDP, COUNT)}
    purse, within, scope = name.partition(WITHIN)
    if purse.startswith(_ORDER):
        known[purse] = f"gamma ({purse})"
    return f"{_told(value, up)} of {known[purse]}{within}{scope}" if purse in known else f"{name} x {plain(value)}"


def _told(value: Fraction, up: bool) -> str:
    exact = plain(value)
    if len(exact) <= (_SHORT_FRACTION if "/" in exact else SHOWN_DIGITS + len("0.")):
        return exact
    return outward(str(decimal_of(value, up=up, digits=SHOWN_DIGITS)), up=up)


Costs = Mapping[str, Fraction]
"""What is spent, or may be, by the names of purses; others are 0."""


def budget_of(name: str, value: Exact, high: int | None = None) -> Fraction:
    """A budget as an exact number of at least 0, read from below for an irrational one. Raises BadValue."""
    found = exact(value.written if isinstance(value, Rounded) else value, f"the filter's {name}", up=False)
    if found < 0 or (high is not None and found >= high):
        most = "" if high is None else f" and below {high}"
        raise BadValue(f"the filter's {name} is {plain(found)}", f"it must be a number of at least 0{most}")
    return found


def after(purses: Iterable[Purse], spent: Costs, cost: Costs) -> dict[str, Fraction]:
    """What is spent of each purse after a cost."""
    zero = Fraction(0)
    return {
        one.name: one.after(spent.get(one.name, zero), cost[one.name])
        if one.name in cost
        else spent.get(one.name, zero)
        for one in purses
    }
