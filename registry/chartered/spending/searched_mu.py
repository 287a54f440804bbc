"""The price of a round by the least mu that is proved of it by a search, perhaps except for a failure: mu^2 is charged
to `gdp` and the failure to `fail`.

A round whose delta is at most d + (1 - d) delta_mu at every eps, in both orders of the neighbours, is dominated by a
Gaussian pair that fails with probability d, which is what these two purses pay for (`filter.purses`). Noise on samples
has a small mu of this kind, and an infinite or a large one without a failure; other noise has one without (d = 0),
which no theorem need state."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_UP, Context, Decimal
from fractions import Fraction
from math import inf
from statistics import NormalDist

from chartered_verify.catching import ignoring
from chartered_verify.enclosure import Side
from chartered_verify.outward_rounding import decimal_of

from ..accounting import ledger
from ..accounting.every_path import Accounting
from ..accounting.request import Request
from ..errors import BadValue, CharteredError
from ..host.registry import registry
from ..ledger.entries import Entry
from ..model.exact_numbers import Exact, exact, plain
from ..model.neighbours import Neighbours
from ..model.patterns import Rewrite
from ..model.questions import Question
from ..paths.derivation import plugins_behind
from ..paths.step_paths import sound
from . import purses
from .price import Price, leanest

SECONDS = 10
"""The processor time of a search for a mu without a failure, in seconds, unless a user says otherwise."""
_MARGIN, _UP = Decimal("1.000000002"), Context(prec=10, rounding=ROUND_UP)
"""What is charged beyond the certified upper end of mu, more than the tolerance of the question: a later proof, on
another processor say, may find another end, and none above what was charged."""


def failure_of(value: Exact | None, held: Iterable[str]) -> Fraction | None:
    """The probability of a failure, for a filter with purses of these names. Raises BadValue."""
    if value is None:
        return None
    names = set(held)
    missing = [purse.name for purse in (purses.GDP, purses.FAIL) if purse.name not in names]
    if missing:
        raise BadValue(
            f"a mu except for a failure is paid from gdp and fail, and there is no {' and no '.join(missing)}",
            "make the budget with both, such as gdp=1,fail=1e-6, or leave the failure out",
        )
    found = exact(value, "failure", up=False)
    if not 0 < found < 1:
        raise BadValue(f"failure is {plain(found)}", "it is the probability of a failure, above 0 and below 1")
    return found


def failure_hint(left: Fraction, price: Price | None, entry: Entry, relations: Iterable[Neighbours]) -> str:
    """What a failure may do for a step that has no `price`, or one by a mu that the far tail alone decides, where so
    much of `fail` is left; else an empty text."""
    if price is None:
        may = left and may_have_mu(entry, relations, Fraction(10) ** _tenth(left))
        return f"its mu except for a failure may be paid: {_asking(left)}" if may else ""
    if not price.far:
        return ""
    far = "the far tail alone decides this mu, and it may be far smaller except for a failure"
    return f"{far}: {_asking(left)}" if left else f"{far}, which a budget pays that has fail beside gdp"


def may_have_mu(entry: Entry, relations: Iterable[Neighbours], mass: Fraction) -> bool:
    """Whether a search may find a mu except for a failure of this probability, under each relation."""
    return all(Accounting(Request(registry(), (entry,), one)).may_have_mu(mass) for one in relations)


def _tenth(left: Fraction) -> int:
    """The exponent of a power of ten that is at most a tenth of the remaining budget."""
    return decimal_of(left, up=False, digits=1).adjusted() - 1


def _asking(left: Fraction) -> str:
    """How to request a failure."""
    return f"--failure 1e{_tenth(left)} (failure= in Python) asks for that"


def stated(prices: Iterable[Price], entry: Entry, neighbours: Neighbours) -> bool:
    """Whether a theorem about the step itself, or about a step as which it is written, states its mu, and a search
    would find no less: none is valid by the delta of one run at eps = 0, or nothing but this mu bounds that."""
    theorems = registry().theorems
    own = {
        tuple(name for name in price.path if theorems[name].gives is not Rewrite): price.cost[purses.GDP.name]
        for price in prices
        if price.cost.keys() == {purses.GDP.name}
    }
    mu_squared = {names[0]: cost for names, cost in own.items() if len(names) == 1}
    if not mu_squared or any(theorems[name].side is Side.EXACT for name in mu_squared):
        return bool(mu_squared)
    least = inf
    with ignoring(CharteredError):
        delta = ledger.Ledger([entry], neighbours).delta(0, "profile").lower
        if delta is not None and delta < 1:
            least = 2 * NormalDist().inv_cdf((1 + delta) / 2)
    return min(mu_squared.values()) <= least**2 * (1 + 1e-9)


def unproved(failure: Fraction | None, late: float | None) -> str:
    """The words after the reason why a round has no price, though a mu was searched, except for a failure if one is
    given; `late`: the seconds that are over, if the search ended because of them."""
    within = "" if late is None else f", within {late:g} s; more may find one"
    but = "" if failure is None else f" except for a failure of probability {plain(failure)}"
    return f"; and no mu is proved of it{but}{within}"


def searched_prices(neighbours: Neighbours, entry: Entry, failure: Fraction, seconds: float | None) -> list[Price]:
    """The prices of all runs of an entry by their mu except for one failure, with a probability of `failure` for all of
    them together (0: without one); none if no mu is proved within `seconds` of processor time."""
    known, found = registry(), list[Price]()
    account = ledger.Ledger([entry], neighbours).account(Question.mu(failure=failure or None), seconds=seconds)
    for answer in account.answers:
        if not sound(answer.side) or answer.upper == float("inf"):
            continue
        mu = Fraction(_UP.multiply(Decimal(answer.upper), _MARGIN))
        cost = {purses.GDP.name: mu**2, purses.FAIL.name: failure}
        behind = sorted(plugins_behind(known, answer.entries, answer.derivation), key=lambda plugin: plugin.name)
        strangers = tuple(plugin for plugin in behind if not plugin.ours)
        paid = {name: value for name, value in cost.items() if value}
        far = bool(account.notes)  # of a mu they say this alone
        found.append(Price(paid, answer.derivation.path, strangers, failure, far))
    return leanest(found)
