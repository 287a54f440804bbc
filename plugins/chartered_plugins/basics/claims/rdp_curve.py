"""Claims about what the Renyi divergences of some orders say of those between them."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

from chartered.proving import Each, Notation, Proofs, Same, Sampled, Touches, case, numbers, registered

from . import bernoulli

NOTATION = Notation(ranges={"y k": (Fraction(1, 20), 5)})
BOOK = Proofs("rdp-curve", "van Erven, Harremoes 2014", notation=NOTATION)
ORDERS = numbers("3/2 2 5 32")
_PAIRS = [numbers(pair) for pair in ("1/2 1/3", "1/100 1/50", "9/10 1/10", "0.501 0.5")]
_BETWEEN = numbers("1.001 3/2 1.75 2 3 4.9 5 6 17 31.5 32")


def _shipped(gammas: list[Fraction]) -> Any:
    listed = [":".join(map(str, column)) for column in (ORDERS, gammas)]
    return registered("rdp-curve.renyi").apply(case(f"rdp-curve:orders={listed[0]},gammas={listed[1]}"))


def _true(xp: Any, p: Fraction, q: Fraction, order: Fraction) -> Any:
    return bernoulli.log_moment(xp, xp.number(order), xp.number(p), xp.number(q)) / xp.number(order - 1)


BOOK.soundness(
    "renyi.convex",
    "(alpha - 1) D_alpha = log E_Q[(P/Q)^alpha] is convex in alpha, and 0 at alpha = 1: between two orders it is at "
    "most its chord.",
    "Corollary 2 (Hoelder's inequality)",
    "all likelihood ratios, all weights t = 1/(1 + k) in (0, 1), x = y^(1 + k) > 0",
    Touches("y^(1 + k) - (1 + k)*y + k", "y", "1"),
    Same("1 + t (x - 1) - x^t", "1 + (y^(1 + k) - 1)/(1 + k) - y", "(y^(1 + k) - (1 + k)*y + k)/(1 + k)"),
    so="So x^t <= 1 - t + t x. With X = (P/Q)^a and Y = (P/Q)^b, each over its mean, and x = Y/X, E[X^(1-t) Y^t] <= 1: "
    "E[(P/Q)^((1-t)a+tb)] <= E[(P/Q)^a]^(1-t) E[(P/Q)^b]^t. The largest convex function below all that is known, and 0 "
    "at alpha = 1, is the lower convex hull.",
)


class _Fractions:
    """What the curve needs of an arithmetic, in fractions."""

    number = staticmethod(Fraction)
    maximum = staticmethod(max)


@BOOK.identity(
    "renyi.chords",
    "The shipped curve is the chord between each two neighbouring corners; of a divergence that others make "
    "needless nothing is left.",
    "definition",
    "two lists of four orders, 11 orders between",
    Each(
        "fractions: the chord",
        gammas=[("1/10 1/5 1 10", "1/10 1/5 1 10"), ("2 1/5 3 3", "1/5 1/5 2.37 3")],
        order=_BETWEEN,
    ),
)
def _chords(gammas: tuple[str, str], order: Fraction) -> bool:
    """A divergence that is above the chord of others, or above that of a larger order, says nothing."""
    given, least = (list(numbers(each)) for each in gammas)
    points = [(Fraction(1), Fraction(0)), *((a, (a - 1) * g) for a, g in zip(ORDERS, least, strict=True))]
    low, high = next(pair for pair in pairwise(points) if pair[0][0] <= order <= pair[1][0])
    chord = low[1] + (order - low[0]) * (high[1] - low[1]) / (high[0] - low[0])
    found = _shipped(given)
    return bool(found.top == 32 and found.curve(_Fractions(), order) == chord / (order - 1))


@BOOK.soundness(
    "renyi.above",
    "The shipped curve through some orders of a pair of Bernoulli distributions, rounded up, is not below any of the "
    "orders between.",
    "definition",
    "four pairs, four orders, 11 orders between",
    Sampled(
        "balls: at most the shipped curve",
        digits=12,
        bits=160,
        why="the curve is known by a number of orders that is not fixed",
        pair=_PAIRS,
        order=_BETWEEN,
    ),
)
def _above(xp: Any, pair: tuple[Fraction, Fraction], order: Fraction) -> Any:
    """The curve through divergences that are rounded up is above those of all orders between."""
    known = [Fraction(float(_true(xp, *pair, each).upper())) * Fraction(10**12 + 1, 10**12) for each in ORDERS]
    return _true(xp, *pair, order) <= _shipped(known).curve(xp, xp.number(order))
