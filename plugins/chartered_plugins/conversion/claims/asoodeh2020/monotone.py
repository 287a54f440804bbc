"""Claims about Theorem 3 as printed: at every fixed p the objective rises with eps and with delta."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...formulas import closed_forms as renyi_conversion
from .. import scaled

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
FREE = {
    "alpha": (Fraction(101, 100), 20),
    "eps": (Fraction(1, 100), 5),
    "delta": (Fraction(1, 1000), Fraction(1, 3)),
    "s": (Fraction(11, 10), 3),
}


@BOOK.inequality(
    "T3.rises-with-eps",
    "At every fixed p the objective rises strictly with eps; so gamma(eps, delta) rises with eps, and eps(delta, "
    "gamma) with gamma.",
    "Theorem 3, derivation",
    scaled.ALL,
)
def _rises_with_eps(effort: Effort) -> Verdict:
    names = "alpha eps delta s"
    one, two = (
        slopes(term, 1, names) for term in (renyi_conversion.objective_first, renyi_conversion.objective_second)
    )

    def odds(xp: Any, a: Any, e: Any, d: Any, s: Any) -> Any:
        q = d * (s - 1) * xp.exp(-e)
        return -(a - 1) * q / (1 - q)

    def share(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        q = scaled.chances(xp, lift, x, y)[1]
        return scaled.first(xp, b, lift, x, y) - scaled.second(xp, b, lift, x, y) - xp.log(q / (1 - q))

    def ratio(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        p, q = scaled.chances(xp, lift, x, y)
        return (1 + b) * xp.log(p * (1 - q) / (q * (1 - p)))

    def above(xp: Any, lift: Any, x: Any, y: Any) -> Any:
        p, q = scaled.chances(xp, lift, x, y)
        return p * (1 - q) / (q * (1 - p)) - 1

    return chain(
        "The slope of first + second is (alpha-1)(first - second q/(1-q)), positive since first/second > q/(1-q), "
        "since p > q.",
        ("d log(first)/d eps = alpha-1", same(one, "alpha - 1", names, FREE, effort)),
        ("d log(second)/d eps = -(alpha-1) q/(1-q)", same(two, odds, names, FREE, effort)),
        (
            "log(first/second) - log(q/(1-q)) = alpha log(p(1-q)/(q(1-p)))",
            same(share, ratio, scaled.NAMES, scaled.DOMAIN, effort),
        ),
        ("p(1-q) > q(1-p)", sign_of(above, "l x y", _part("l x y"), effort, zero=("l",))),
    )


@BOOK.inequality(
    "T3.rises-with-delta",
    "At every fixed p the objective rises strictly with delta; so gamma(eps, delta) rises with delta, and eps(delta, "
    "gamma) falls.",
    "Theorem 3, derivation",
    scaled.ALL,
)
def _rises_with_delta(effort: Effort) -> Verdict:
    names, domain = (
        "alpha eps delta p",
        {**FREE, "delta": (Fraction(1, 99), Fraction(1, 3)), "p": (Fraction(2, 5), Fraction(9, 10))},
    )
    del domain["s"]
    one = slopes(lambda xp, a, e, d, p: renyi_conversion.objective_first(xp, a, e, d, p / d), 2, names)
    two = slopes(lambda xp, a, e, d, p: renyi_conversion.objective_second(xp, a, e, d, p / d), 2, names)

    def share(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        d, p = scaled.delta(x, y), (1 + x) * scaled.delta(x, y)
        rates = xp.log((1 + lift - p + d) / (p - d))
        return scaled.first(xp, b, lift, x, y) - scaled.second(xp, b, lift, x, y) + rates

    def ratio(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
        return (1 + b) * xp.log(1 + above(xp, lift, x, y))

    def above(xp: Any, lift: Any, x: Any, y: Any) -> Any:
        d, p = scaled.delta(x, y), (1 + x) * scaled.delta(x, y)
        return p * (1 + lift - p + d) / ((p - d) * (1 - p)) - 1

    return chain(
        "The slope of first + second is (alpha-1)(first/(p-delta) - second/(e^eps-p+delta)), positive since "
        "p(e^eps-p+delta) > (p-delta)(1-p).",
        (
            "d log(first)/d delta = (alpha-1)/(p-delta)",
            same(one, lambda xp, a, e, d, p: (a - 1) / (p - d), names, domain, effort),
        ),
        (
            "d log(second)/d delta",
            same(two, lambda xp, a, e, d, p: -(a - 1) / (xp.exp(e) - p + d), names, domain, effort),
        ),
        ("the logarithm of the ratio of the two parts", same(share, ratio, scaled.NAMES, scaled.DOMAIN, effort)),
        ("which is positive", sign_of(above, "l x y", _part("l x y"), effort, zero=("l",))),
    )


def _part(names: str, *, extra: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = {name: scaled.DOMAIN[name] for name in names.split()}
    return {**found, "extra": (Fraction(1, 50), 50)} if extra else found
