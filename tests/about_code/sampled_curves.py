"""Claims about the computed curves of samples: the larger of both directions, and chords between integer orders."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Effort, Proofs, Refuted, Sampled, Verdict, balls
from chartered.proving.arithmetics import alike
from chartered.proving.printed_formulas import Number, number
from chartered.proving.tables_of_answers import agree, together
from chartered_plugins.subsampling.formulas import poisson_moments
from chartered_plugins.subsampling.formulas.integer_orders import Chords, Moments
from chartered_verify.arithmetic import digits, floats, symbols
from chartered_verify.catching import ours

BOOK = Proofs("poisson.renyi", "our way of writing it")
RATE, REVERSE = Fraction(1, 10), "log(1 + n*(n-1)*(exp(1/50) - 1)/200)"


def _constant(xp: Any, alpha: Any) -> Any:
    return xp.number(Fraction(1, 50))


def _cumulant(n: int) -> Number:
    return lambda xp: poisson_moments.cumulant(Moments(xp, _constant), RATE, n)


def _silent(n: int) -> bool:
    return bool(poisson_moments.forward(Moments(floats, lambda xp, alpha: 0 * alpha), RATE, n) == 0)


BOOK.table(
    "cumulant",
    "The shipped cumulant is that of the larger direction; where the inner curve is constant, the reverse direction "
    "is the larger one at the order 3. Where nothing is lost it is 0.",
    "both directions",
    "q = 1/10, gamma = 1/50 at every order, n = 2, 3 and 4; no loss",
    lambda effort: agree({f"order {n}": (_cumulant(n), number(REVERSE, {"n": n})) for n in (2, 3, 4)}, effort),
    Sampled("where every moment is 1", _silent, digits=15, n=(2, 5)),
)


@BOOK.table(
    "chords.as-shipped",
    "The shipped curve is the cumulant over alpha - 1 at whole orders, the chord between them, that of order 2 below, "
    "and nowhere above the other bound; it has no value beyond its last order, nor for a ball that holds a whole "
    "order among others.",
    "our way of writing it",
    "the cumulants n^2 - 1 up to the order 6, beside 100, alpha/100 and 5 - alpha",
)
def _chords(effort: Effort) -> Verdict:
    bounds = {"100": lambda xp, a: 100 + 0 * a, "alpha/100": lambda xp, a: a / 100, "5 - alpha": lambda xp, a: 5 - a}
    wanted = {
        "100": {"3": "4", "6": "7", "5/2": "11/3", "23/4": "129/19", "3/2": "3"},
        "alpha/100": {"3": "3/100", "5/2": "5/200"},
        "5 - alpha": {"5/2": "7/3", "13/4": "5/3", "9/2": "3/7", "4": "1"},
    }
    curves = {
        name: Chords(moments=lambda xp: xp, cumulant=lambda xp, n: xp.number(n * n - 1), most=most, top=6)
        for name, most in bounds.items()
    }
    pairs = {
        f"{name} at {alpha}": (_at(curves[name], Fraction(alpha)), number(gamma))
        for name, at in wanted.items()
        for alpha, gamma in at.items()
    }
    return together(
        _refused(curves["100"]), agree(pairs, effort), alike({what: shipped for what, (shipped, _) in pairs.items()})
    )


def _refused(curve: Chords) -> Refuted | None:
    """Checks that the curve does not answer where it must not: beyond its last order, with symbols, and for a ball that
    contains the order 3 and others."""
    beyond: tuple[tuple[Any, str], ...] = (floats, "25/4"), (digits(30), "25/4"), (symbols, "3")
    for other, alpha in beyond:
        try:
            gamma = curve(other, other.number(Fraction(alpha)))
            return Refuted("the curve answers where it is not stated", witness={"order": alpha, "gamma": str(gamma)})
        except ours(ValueError):
            continue
    with balls(128) as xp:
        if not curve(xp, xp.number(Fraction(29, 10)).union(xp.number(Fraction(31, 10)))).is_nan():
            return Refuted("the curve answers for orders on both sides of 3", witness={"order": "2.9 to 3.1"})
        inside = curve(xp, xp.number(Fraction(22, 10)).union(xp.number(Fraction(23, 10))))
        some = [curve(xp, xp.number(Fraction(order, 100))) for order in (220, 225, 230)]
        if not (inside.is_finite() and all(map(inside.overlaps, some))):
            return Refuted("the curve does not hold what it says inside", witness={"order": "2.2 to 2.3"})
    return None


def _at(curve: Any, alpha: Fraction) -> Number:
    return lambda xp: curve(xp, xp.number(alpha))
