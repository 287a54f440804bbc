"""Claims about the curve of private selection that ships: it is the theorem's as written, with the parameter that
solves its equation, and a witness is refused where it says nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Proofs, Sampled, balls, case, registered
from chartered_plugins.composition.formulas import repeat_and_select as selection

BOOK = Proofs("repeat-and-select", "Papernot, Steinke 2022")

MEANS = (Fraction(1), Fraction(1001, 1000), Fraction(3, 2), Fraction(7), Fraction(10**6))
ORDERS = (Fraction(11, 10), Fraction(2), Fraction(9, 2), Fraction(30))
SLOPE, STEEP = Fraction(3, 20), Fraction(8)
"""The slopes of the wrapped curve, gamma(alpha) = slope alpha; at the second one its delta is 1."""
CLOSE = Fraction(1, 10**9)
RUNS = (*selection.SHAPES, "poisson")


def _line(slope: Fraction = SLOPE, top: Fraction | None = None) -> ch.Renyi:
    """A linear curve up to its last order, and 0 beyond it, where it must not be used."""
    return ch.Renyi(
        curve=lambda xp, order: (
            xp.number(0) if top is not None and order > xp.number(top) else order * xp.number(slope)
        ),
        top=top,
    )


def _selected(count: str, mean: Fraction = Fraction(2), inner: ch.Renyi | None = None) -> ch.Case:
    return case(f"repeat-and-select:mean={mean},count={count}/pure:epsilon=9", inner or _line())


def _shipped(xp: Any, case: ch.Case, alpha: Fraction, witness: ch.Witness) -> Any:
    """gamma'(alpha) of a step whose wrapped curve is linear."""
    name = "repeat-and-select." + ("poisson" if case["count"] == "poisson" else "renyi")
    return registered(name).bound(case, witness).curve(xp, xp.number(alpha))


def _alone(count: str, top: Fraction) -> bool:
    """Whether an order beyond the last order of the wrapped curve is refused, and the last order itself is not."""
    case = _selected(count, inner=_line(top=top))
    bound = registered("repeat-and-select." + ("poisson" if count == "poisson" else "renyi")).bound

    def answers(level: Fraction, compared: Fraction) -> bool:
        try:
            bound(case, {"level": level} | ({} if count == "poisson" else {"compared": compared}))
        except ch.Unavailable:
            return False
        return True

    beyond = [answers(top + 1, top)] + (
        [] if count == "poisson" else [answers(top, top + 1), answers(top - 1, top + 1)]
    )
    return answers(top, top) and not any(beyond)


def _unnamed(xp: Any, count: str, alpha: Fraction) -> bool:
    """Whether a witness that names no order compares at the order 1, and has the level 2."""
    fields = ("level",) if count == "poisson" else ("level", "compared")
    named = {"level": Fraction(2), "compared": Fraction(1)}
    silent, said = (
        _shipped(xp, _selected(count), alpha, {name: numbers[name] for name in fields})
        for numbers in (dict.fromkeys(fields), named)
    )
    return bool(silent.overlaps(said)) and silent.rel_accuracy_bits() > 100


BOOK.table(
    "renyi.witnesses",
    "A witness that names no order compares at the order 1, where nothing is known of the wrapped curve, and takes its "
    "value at the order 2 for smaller ones; one whose order is beyond the end of the wrapped curve is refused.",
    "our own choice",
    "three numbers of runs, three orders, two ends",
    Sampled("balls", _unnamed, bits=160, digits=30, count=RUNS, alpha=ORDERS[:3]),
    Sampled("run", _alone, digits=30, count=RUNS, top="3 50"),
)


@BOOK.table(
    "renyi.parameter",
    "Of a logarithmic number of runs L = log(1/g) solves (e^L - 1)/L = m from above, to nine digits.",
    "Definition 1",
    "five means, from 1 to 10^6",
    Sampled("balls", bits=160, digits=30, mean=MEANS),
)
def _parameter(xp: Any, mean: Fraction) -> bool:
    """Whether L = log(1/g) satisfies (e^L - 1)/L >= m, and a slightly smaller L does not; L = 0 for one run."""
    found, m = selection.log_inverse_gamma(xp, "logarithmic", mean), xp.number(mean)
    if mean == 1:
        return bool(found == 0)
    less = found * xp.number(1 - CLOSE)
    enough = xp.expm1(found) >= m * found or (xp.expm1(found) - m * found).overlaps(xp.number(0))
    return bool(enough and xp.expm1(less) < m * less)


@BOOK.table(
    "renyi.written-out",
    "The stated curve is the theorem's, also below the level at which it is taken.",
    "Theorem 2",
    "both numbers of runs, five means, four orders, four others that are compared, two levels",
    Sampled("balls", digits=30, eta=(0, 1), mean=MEANS, alpha=ORDERS, compared="1 3/2 4 40", level="21/20 3"),
)
def _of_runs(eta: int, mean: Fraction, alpha: Fraction, compared: Fraction, level: Fraction) -> bool:
    """Whether the curve is that of Theorem 2: for a geometric number of runs (eta = 1) with g = 1/m, for a logarithmic
    one (eta = 0) with the L that solves its equation, to nine digits."""
    count = "geometric" if eta else "logarithmic"
    with balls(160) as xp:
        shipped = _shipped(xp, _selected(count, mean), alpha, {"compared": compared, "level": level})
        m = xp.number(mean)
        known = xp.log(m) if eta or mean == 1 else selection.log_inverse_gamma(xp, count, mean)
        a, b = xp.number(max(alpha, level)), xp.number(compared)
        slope = xp.number(SLOPE)
        extra = (eta + 1) * (slope * b - slope + known / b) if compared > 1 else (eta + 1) * known
        return bool(shipped.overlaps(slope * a + extra + xp.log(m) / (a - 1)))


@BOOK.table(
    "poisson.written-out",
    "The stated curve is the theorem's with the runs that there are not, and the least delta of a grid of orders.",
    "Theorem 6",
    "four means, four orders, two levels, two curves, and four ends of them",
    Sampled(
        "balls",
        digits=18,
        mean=(Fraction(1, 10), *MEANS[:1], *MEANS[2:4]),
        alpha=ORDERS,
        level="21/20 3",
        of=(SLOPE, STEEP),
        top=(None, Fraction(6, 5), Fraction(3), Fraction(50)),
    ),
)
def _of_poisson(mean: Fraction, alpha: Fraction, level: Fraction, of: Fraction, top: Fraction | None) -> bool:
    """Whether the curve is the one stated with Theorem 6, where delta at eps = log(alpha/(alpha-1)) is the least of 1
    and the conversions at the orders of the grid up to the last order of the wrapped curve, or at that order if the
    grid has none:
    (1 - 1/b)^(b-1) e^((b-1)(gamma(b) - eps))/b."""
    orders = [1 + Fraction(n, 8) * Fraction(2) ** k for k in range(-2, 18) for n in (8, 10, 11, 13)]
    if top is not None:
        orders, alpha, level = [b for b in orders if b <= top] or [top], min(alpha, top), min(level, top)
    with balls(160) as xp:
        shipped = _shipped(xp, _selected("poisson", mean, _line(of, top)), alpha, {"level": level})
        m, a, slope = xp.number(mean), xp.number(max(alpha, level)), xp.number(of)
        ratio = 1 - 1 / a  # e^-eps
        deltas = [
            xp.number(1 - 1 / b) ** xp.number(b - 1)
            * (xp.exp(slope * xp.number(b)) * ratio) ** xp.number(b - 1)
            / xp.number(b)
            for b in orders
        ]
        least = xp.number(1)
        for delta in deltas:
            least = xp.minimum(least, delta)
        some = m * xp.exp((a - 1) * (slope * a + m * least))
        if shipped.rel_accuracy_bits() < 60:
            return False
        return bool(shipped.overlaps(xp.log(xp.exp(-m) + some) / (a - 1)))
