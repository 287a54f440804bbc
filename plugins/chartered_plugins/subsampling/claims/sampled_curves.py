"""Claims about the curves of samples as they are computed: chords between whole orders, and the same digits in every
arithmetic."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import chartered as ch
from chartered.proving.arithmetics import alike
from chartered.proving.as_stated import agree, together
from chartered.proving.book import Book, claims_of
from chartered.proving.registered import Said, bound
from chartered.proving.steps import sample
from chartered.proving.written import Number
from chartered_verify.arithmetic import balls, digits, floats, symbols
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Refuted, Verdict

from ..formulas import poisson_moments
from ..formulas.integer_orders import Chords, Moments

POISSON, SAMPLE = (Book(prefix, "our way of writing it") for prefix in ("poisson.renyi", "sample.renyi"))
claims = claims_of(POISSON, SAMPLE)
CURVES = {
    "constant 1/50": lambda xp, alpha: xp.number(Fraction(1, 50)) + 0 * alpha,
    "alpha/9": lambda xp, alpha: alpha / 9,
    "20 alpha": lambda xp, alpha: 20 * alpha,
    "no loss": lambda xp, alpha: 0 * alpha,
}
ORDERS = tuple(map(Fraction, ("5/4", "2", "5/2", "7", "121/4")))


def _numbers(name: str, **settings: Fraction) -> dict[str, Number]:
    numbers: dict[str, Number] = {}
    for (what, inner), alpha in product(
        CURVES.items(), ORDERS
    ):  # a curve of its own for each: it keeps what it computes
        curve = bound("sampled_renyi", name)(Said(settings, inner=ch.Renyi(curve=inner))).curve
        numbers[f"{what}, order {alpha}"] = _at(curve, alpha)
    return numbers


@POISSON.table(
    "arithmetics",
    "Doubles and digits say what balls say.",
    "each way of adding",
    "four curves, five orders, q = 1/1000 and 1/3",
)
def _poisson(effort: Effort) -> Verdict:
    few, many = (_numbers("poisson.renyi", rate=rate) for rate in (Fraction(1, 1000), Fraction(1, 3)))
    return alike({**{f"q = 1/1000: {what}": number for what, number in few.items()}, **many})


@SAMPLE.table(
    "arithmetics", "Doubles and digits say what balls say.", "each way of adding", "four curves, five orders, 3 of 10"
)
def _sample(effort: Effort) -> Verdict:
    return alike(_numbers("sample.renyi", size=Fraction(3), of=Fraction(10)))


@POISSON.table(
    "in-any-order",
    "What is kept of one order does not change another: asked at large orders first, both curves say what they say "
    "at once.",
    "our way of writing it",
    "four curves, five orders from the last to the first, q = 1/3 and 3 of 10",
)
def _in_any_order(effort: Effort) -> Verdict:
    pairs: dict[str, tuple[Number, Number]] = {}
    for name, settings in (
        ("poisson.renyi", {"rate": Fraction(1, 3)}),
        ("sample.renyi", {"size": Fraction(3), "of": Fraction(10)}),
    ):
        fresh = _numbers(name, **settings)
        for what, inner in CURVES.items():
            curve = bound("sampled_renyi", name)(Said(settings, inner=ch.Renyi(curve=inner))).curve
            for alpha in reversed(ORDERS):
                pairs[f"{name}, {what}, {alpha}"] = _at(curve, alpha), fresh[f"{what}, order {alpha}"]
    return agree(pairs, effort)


@POISSON.table(
    "cumulant",
    "The shipped cumulant is that of the larger direction, at the order 3 for curves of one height the reverse one; "
    "without loss it is 0.",
    "both directions",
    "q = 1/10, gamma = 1/50 at every order, n = 2, 3 and 4; no loss",
)
def _cumulant(effort: Effort) -> Verdict:
    rate = Fraction(1, 10)

    def shipped(n: int) -> Number:
        return lambda xp: poisson_moments.cumulant(Moments(xp, CURVES["constant 1/50"]), rate, n)

    def moment(xp: Any, k: int) -> Any:
        return xp.expm1(xp.number(Fraction(k - 1, 50)))

    def reverse(n: int) -> Number:
        return lambda xp: xp.log(1 + n * (n - 1) * moment(xp, 2) / 200)

    def silent(n: int) -> bool:
        return bool(poisson_moments.forward(Moments(floats, CURVES["no loss"]), rate, n) == 0)

    return together(
        agree({f"order {n}": (shipped(n), reverse(n)) for n in (2, 3, 4)}, effort),
        sample(silent, [(2,), (5,)], 15, "where every moment is 1"),
    )


@POISSON.table(
    "chords.as-shipped",
    "The shipped curve is the cumulant over alpha - 1 at whole orders, the chord between them, that of order 2 "
    "below, and nowhere above "
    "the other bound; it ends at its top, and where a ball does not tell the orders apart it says nothing.",
    "our way of writing it",
    "the cumulants n^2 - 1 up to the order 6, beside 100, alpha/100 and 5 - alpha",
)
def _chords(effort: Effort) -> Verdict:
    bounds = {"100": lambda xp, a: 100 + 0 * a, "alpha/100": lambda xp, a: a / 100, "5 - alpha": lambda xp, a: 5 - a}
    curves = {
        name: Chords(moments=lambda xp: xp, cumulant=lambda xp, n: xp.number(n * n - 1), most=most, top=6)
        for name, most in bounds.items()
    }
    wanted = {
        ("100", "3"): "4",
        ("100", "6"): "7",
        ("100", "5/2"): "11/3",
        ("100", "23/4"): "129/19",
        ("100", "3/2"): "3",
        ("alpha/100", "3"): "3/100",
        ("alpha/100", "5/2"): "5/200",
        ("5 - alpha", "5/2"): "7/3",
        ("5 - alpha", "13/4"): "5/3",
        ("5 - alpha", "9/2"): "3/7",
        ("5 - alpha", "4"): "1",
    }
    return together(
        _refused(curves["100"]),
        agree(
            {
                f"{name} at {alpha}": (_at(curves[name], alpha), _number(gamma))
                for (name, alpha), gamma in wanted.items()
            },
            effort,
        ),
        alike({f"{name} at {alpha}": _at(curves[name], alpha) for name, alpha in wanted}),
    )


def _refused(curve: Chords) -> Refuted | None:
    """What the curve must not answer: beyond its top, with symbols, and for a ball that holds the order 3 and
    others."""
    beyond: tuple[tuple[Any, Fraction], ...] = (
        (floats, Fraction(25, 4)),
        (digits(30), Fraction(25, 4)),
        (symbols, Fraction(3)),
    )
    for other, alpha in beyond:
        try:
            gamma = curve(other, other.number(alpha))
            return Refuted(
                "the curve answers where it is not stated", witness={"order": str(alpha), "gamma": str(gamma)}
            )
        except ValueError:
            continue
    with balls(128) as xp:
        if not curve(xp, xp.number(Fraction(29, 10)).union(xp.number(Fraction(31, 10)))).is_nan():
            return Refuted("the curve answers for orders on both sides of 3", witness={"order": "2.9 to 3.1"})
        inside = curve(xp, xp.number(Fraction(22, 10)).union(xp.number(Fraction(23, 10))))
        if not (
            inside.is_finite()
            and all(inside.overlaps(curve(xp, xp.number(Fraction(order, 100)))) for order in (220, 225, 230))
        ):
            return Refuted("the curve does not hold what it says inside", witness={"order": "2.2 to 2.3"})
    return None


def _number(text: str) -> Number:
    return lambda xp: xp.number(Fraction(text))


def _at(curve: Any, alpha: str | Fraction) -> Number:
    return lambda xp: curve(xp, xp.number(Fraction(alpha)))
