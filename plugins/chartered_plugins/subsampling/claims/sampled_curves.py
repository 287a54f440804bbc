"""Claims about the computed curves of samples: chords between integer orders, and the same digits in every
arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Effort, Proofs, Refuted, Said, Sampled, Verdict, balls, claims_of, numbers, registered
from chartered.proving.arithmetics import alike
from chartered.proving.as_stated import agree, together
from chartered.proving.printed_formulas import Number, number
from chartered_verify.arithmetic import digits, floats, symbols
from chartered_verify.outside import ours

from ..formulas import poisson_moments
from ..formulas.integer_orders import Chords, Moments

POISSON, SAMPLE = (Proofs(prefix, "our way of writing it") for prefix in ("poisson.renyi", "sample.renyi"))
claims = claims_of(POISSON, SAMPLE)
CURVES = {
    "constant 1/50": lambda xp, alpha: xp.number(Fraction(1, 50)) + 0 * alpha,
    "alpha/9": lambda xp, alpha: alpha / 9,
    "20 alpha": lambda xp, alpha: 20 * alpha,
    "no loss": lambda xp, alpha: 0 * alpha,
}
ORDERS = numbers("5/4 2 5/2 7 121/4")
DRAWN = {"size": Fraction(3), "of": Fraction(10)}


def _curve(name: str, inner: Any, **settings: Fraction) -> Any:
    """The registered curve of a sample of a mechanism with this curve."""
    return registered(name).bound(Said(settings, inner=ch.Renyi(curve=inner))).curve


def _numbers(name: str, **settings: Fraction) -> dict[str, Number]:
    """The values of each curve at each order, each computed by a new curve, because a curve caches its values."""
    return {
        f"{name}, {settings}: {what}, order {alpha}": _at(_curve(name, inner, **settings), alpha)
        for what, inner in CURVES.items()
        for alpha in ORDERS
    }


POISSON.table(
    "arithmetics",
    "Doubles and digits say what balls say.",
    "each way of adding",
    "four curves, five orders, q = 1/1000 and 1/3",
    lambda effort: alike(
        _numbers("poisson.renyi", rate=Fraction(1, 1000)) | _numbers("poisson.renyi", rate=Fraction(1, 3))
    ),
)

SAMPLE.table(
    "arithmetics",
    "Doubles and digits say what balls say.",
    "each way of adding",
    "four curves, five orders, 3 of 10",
    lambda effort: alike(_numbers("sample.renyi", **DRAWN)),
)


@POISSON.table(
    "in-any-order",
    "Cached moments of one order do not change another order: requested at large orders first, both curves have the "
    "same values.",
    "our way of writing it",
    "four curves, five orders from the last to the first, q = 1/3 and 3 of 10",
)
def _in_any_order(effort: Effort) -> Verdict:
    pairs: dict[str, tuple[Number, Number]] = {}
    for name, settings in (("poisson.renyi", {"rate": Fraction(1, 3)}), ("sample.renyi", DRAWN)):
        fresh = _numbers(name, **settings)
        for what, inner in CURVES.items():
            curve = _curve(name, inner, **settings)
            for alpha in reversed(ORDERS):
                key = f"{name}, {settings}: {what}, order {alpha}"
                pairs[key] = _at(curve, alpha), fresh[key]
    return agree(pairs, effort)


RATE, REVERSE = Fraction(1, 10), "log(1 + n*(n-1)*(exp(1/50) - 1)/200)"


def _cumulant(n: int) -> Number:
    return lambda xp: poisson_moments.cumulant(Moments(xp, CURVES["constant 1/50"]), RATE, n)


def _silent(n: int) -> bool:
    return bool(poisson_moments.forward(Moments(floats, CURVES["no loss"]), RATE, n) == 0)


POISSON.table(
    "cumulant",
    "The shipped cumulant is that of the larger direction; where the inner curve is constant, the reverse direction "
    "is the larger one at the order 3. Where nothing is lost it is 0.",
    "both directions",
    "q = 1/10, gamma = 1/50 at every order, n = 2, 3 and 4; no loss",
    lambda effort: agree({f"order {n}": (_cumulant(n), number(REVERSE, {"n": n})) for n in (2, 3, 4)}, effort),
    Sampled("where every moment is 1", _silent, digits=15, n=(2, 5)),
)


@POISSON.table(
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
