"""Claims about profiles made of others, and about how their ends are bounded: mixtures, extremes, samples, and the
rules at infinity."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import held
from chartered.proving.steps import chain, derivative_is, same, sign_of, tends, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.gdp_tail import BOOK as GDP
from ...basics.claims.mills import above_lower
from ..formulas import amplification

BOOK = Book("families", "direct computation")
claims = BOOK.claims
SIZE = (Fraction(1, 5), 4)


def domain(names: str) -> dict[str, Any]:
    """Where balls hunt."""
    return dict.fromkeys(names.split(), SIZE)


def steep(rate: Any) -> ch.Profile:
    """The profile e^(-rate eps), which stands for any."""
    return ch.Profile(delta=lambda xp, e, _: xp.exp(-rate * e))


@BOOK.soundness(
    "mixture.sound",
    "The hockey-stick divergence of a mixture whose label is seen is the mean of those of its parts: (w x)_+ = w x_+ "
    "outcome by outcome.",
    "definition of the hockey-stick divergence",
    "all weights, parts, eps >= 0",
)
def _mixture(effort: Effort) -> Verdict:
    def shipped(xp: Any, e: Any, a: Any, b: Any, w: Any) -> Any:
        return ch.mixture([(held(w / (1 + w)), steep(a)), (held(1 / (1 + w)), steep(b))]).delta(xp, e, {})

    names = "e a b w"
    return chain(
        "Its outcomes are pairs of a label and an outcome, and the label has the same chance w for both neighbours.",
        ("(w x)_+ for x >= 0", same_parts("positive(w*x)", "w*x", "w x", domain("w x"), effort)),
        ("(w x)_+ for x <= 0", same_parts("positive(-w*x)", "0", "w x", domain("w x"), effort)),
        ("the shipped mean", same(shipped, "(w*exp(-a*e) + exp(-b*e))/(1 + w)", names, domain(names), effort)),
    )


@BOOK.soundness(
    "extremes.sound",
    "The shipped maximum and minimum are those of the parts at each eps: a bound for a mechanism that behaves as one "
    "of several, and for "
    "one of which several bounds hold.",
    "definition of (eps, delta)-DP",
    "all parts, eps >= 0",
)
def _extremes(effort: Effort) -> Verdict:
    def larger(xp: Any, e: Any, a: Any, b: Any) -> Any:
        return ch.greatest([steep(a), steep(b)]).delta(xp, e, {}) - xp.maximum(xp.exp(-a * e), xp.exp(-b * e))

    def smaller(xp: Any, e: Any, a: Any, b: Any) -> Any:
        return ch.least([steep(a), steep(b)]).delta(xp, e, {}) - xp.minimum(xp.exp(-a * e), xp.exp(-b * e))

    names = "e a b"
    return chain(
        "Every part of the maximum is at most it, and every part of the minimum is a bound by itself.",
        ("the maximum", same(larger, zero, names, domain(names), effort)),
        ("the minimum", same(smaller, zero, names, domain(names), effort)),
    )


@BOOK.inequality(
    "tails.worst",
    "A parabola c + b eps - a eps^2 with the least a, the largest b and the largest c is nowhere below the others, "
    "so neither is the mean "
    "of their exponentials; the tail limit of a mean is the largest one of its parts.",
    "Theorem 3.3",
    "all eps >= 0",
)
def _worst(effort: Effort) -> Verdict:
    return chain(
        "The difference has the nonnegative coefficients c - c_i, b - b_i and a_i - a. With the weight w of its "
        "worst part, the mean is "
        "between w delta and delta.",
        (
            "it is not negative",
            sign_of("c + b*e + a*e*e", "e a b c", domain("e a b c"), effort, strict=False, zero=("e", "a", "b", "c")),
        ),
        (
            "a weight does not change eps^2/(-2 log delta) in the limit",
            tends("e*e/(e*e/(m*m) - 2*log(w))", 0, "inf", "m*m", "e m w", domain("e m w"), effort),
        ),
        ("a part that is mu-GDP is below its parabola", GDP.verdict("profile.tail-above", effort)),
    )


@BOOK.inequality(
    "tails.sampled",
    "On a Poisson sample the inner eps is at least eps and at most eps + log(1/q): whatever bounds the inner end and "
    "falls bounds the "
    "outer one, with the same tail limit.",
    "Balle, Barthe, Gaboardi 2018, Theorem 8; Theorem 3.3",
    "all 0 < q < 1, eps >= 0",
)
def _sampled(effort: Effort) -> Verdict:
    def inner(xp: Any, s: Any, t: Any) -> Any:
        """e^eps' at e^eps = 1 + s, q = 1/(1 + t)."""
        return xp.exp(amplification.inner_epsilon(xp, 1 / (1 + t), xp.log1p(s)))

    return chain(
        "e^eps' - e^eps = (e^eps - 1)(1/q - 1) >= 0, and e^eps/q - e^eps' = 1/q - 1 >= 0. The parabola falls from "
        "eps = b/(2 a) on.",
        ("the lower difference", same(lambda xp, s, t: inner(xp, s, t) - 1 - s, "s*t", "s t", domain("s t"), effort)),
        (
            "the upper difference",
            same(lambda xp, s, t: (1 + t) * (1 + s) - inner(xp, s, t), "t", "s t", domain("s t"), effort),
        ),
        (
            "the slope of c + b x - a x^2 at b/(2 a) + x",
            derivative_is("b*(b/(2*a) + x) - a*(b/(2*a) + x)^2", 0, "-2*a*x", "x a b", domain("x a b"), effort=effort),
        ),
    )


@BOOK.inequality(
    "tails.rules",
    "The rules at infinity: Phi(-t) <= e^(-t^2/2)/2 for t >= 0; Phi(-t) >= phi(t)/(2 t) for t >= 1; log x <= log s + "
    "x/s - 1; log1p(v) "
    "and expm1(v) lie between v and v times their rate at the end.",
    "direct computation",
    "all t, x, s > 0, v > -1",
)
def _rules(effort: Effort) -> Verdict:
    def tangent(xp: Any, x: Any, s: Any) -> Any:
        return x / s - 1 - xp.log(x / s)

    return chain(
        "Mills' ratio exceeds t/(t^2 + 1) >= 1/(2 t) at 1 + t. The tangent's gap is 0 at x = s and its rate has the "
        "sign of x - s. By the "
        "mean value theorem f(v) = v f'(xi) with xi between 0 and v, where f(0) = 0, f'(0) = 1 and f' is monotone.",
        ("Phi(-t) <= e^(-t^2/2)/2", GDP.verdict("profile.tail-above", effort)),
        *above_lower(effort),
        (
            "t/(t^2 + 1) >= 1/(2 t) from 1 on",
            sign_of("(1 + t)/((1 + t)^2 + 1) - 1/(2*(1 + t))", "t", domain("t"), effort, strict=False, zero=("t",)),
        ),
        ("the tangent's gap", derivative_is("x/s - 1 - log(x/s)", 0, "1/s - 1/x", "x s", domain("x s"), effort=effort)),
        ("is 0 at x = s", same(lambda xp, s: tangent(xp, s, s), zero, "s", domain("s"), effort)),
    )
