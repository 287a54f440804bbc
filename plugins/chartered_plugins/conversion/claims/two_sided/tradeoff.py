"""Claims about the errors of tests under a two-sided Renyi bound: what certifies one, and the tangents of the trade-off
curve."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.steps import chain, same, sign_of, slopes
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.claims import bernoulli
from .optimum import BELOW, CORNER, LEVELS, ORDER, delta, moment
from .region import PAIRS, WEIGHTS, back, forth, odds

BOOK = Book("renyi.two-sided.tradeoff", "direct computation")
claims = BOOK.claims


@BOOK.identity(
    "errors",
    "The moments of the pair p = 1 - type II, q = type I are those that the shipped excess takes, in both orders.",
    "definition",
    PAIRS,
)
def _errors(effort: Effort) -> Verdict:
    def there(xp: Any, b: Any, u: Any, v: Any, w: Any) -> Any:
        p, q = odds(u, v, w)
        return xp.exp(bernoulli.log_moment_of_errors(xp, 1 + b, q, 1 - p))

    def reverse(xp: Any, b: Any, u: Any, v: Any, w: Any) -> Any:
        p, q = odds(u, v, w)
        return xp.exp(bernoulli.log_moment_of_errors(xp, 1 + b, 1 - p, q))

    return chain(
        "The shipped excess is the larger of the two logarithms less (alpha-1) gamma.",
        ("E_Q[(P/Q)^alpha]", same(there, forth, "b u v w", WEIGHTS, effort)),
        ("E_P[(Q/P)^alpha]", same(reverse, back, "b u v w", WEIGHTS, effort)),
    )


@BOOK.soundness(
    "certificate",
    "Both moments rise with p for p > q: where one of them is at least M at p = 1 - b, q = a, a + b <= 1, every test "
    "of type I error a has "
    "a type II error of b or more.",
    "data processing to the test's event",
    PAIRS,
)
def _certificate(effort: Effort) -> Verdict:
    def term(x: Any, y: Any, b: Any) -> Any:
        return x ** (1 + b) * y ** (-b) + (1 - x) ** (1 + b) * (1 - y) ** (-b)

    def above(xp: Any, u: Any, v: Any, w: Any) -> Any:
        p, q = odds(u, v, w)
        return p / q - 1

    def below(xp: Any, u: Any, v: Any, w: Any) -> Any:
        p, q = odds(u, v, w)
        return 1 - (1 - p) / (1 - q)

    inside = (Fraction(1, 20), Fraction(19, 20))
    domain, weights = {"p": inside, "q": inside, "b": ORDER}, {name: WEIGHTS[name] for name in ("u", "v", "w")}
    return chain(
        "Powers rise and p/q > 1 > (1-p)/(1-q), so both slopes are positive. A test with the errors a and b' makes a "
        "pair (1-b', a) within "
        "the constraint (merging outcomes, asoodeh2020.T2.merge, in both orders): its moments are at most M, so 1 - "
        "b' <= 1 - b.",
        (
            "the slope of E_Q[(P/Q)^alpha]",
            same(
                slopes(lambda xp, p, q, b: term(p, q, b), 0, "p q b"),
                "(1 + b)*((p/q)^b - ((1 - p)/(1 - q))^b)",
                "p q b",
                domain,
                effort,
            ),
        ),
        (
            "the slope of E_P[(Q/P)^alpha]",
            same(
                slopes(lambda xp, p, q, b: term(q, p, b), 0, "p q b"),
                "b*(((1 - q)/(1 - p))^(1 + b) - (q/p)^(1 + b))",
                "p q b",
                domain,
                effort,
            ),
        ),
        ("p/q > 1", sign_of(above, "u v w", weights, effort)),
        ("(1-p)/(1-q) < 1", sign_of(below, "u v w", weights, effort)),
    )


@BOOK.optimum(
    "tangents",
    "The trade-off curve of one order is symmetric with the fixed point 1/(1 + e^e0), and the lines 1 - delta(eps) - "
    "e^eps a of the "
    "two-sided profile and their mirror images touch it: up to the last eps at the fixed point, above it at Theorem "
    "3's pair.",
    "duality of profile and trade-off (Dong, Roth, Su 2022, Proposition 6)",
    BELOW,
)
def _tangents(effort: Effort) -> Verdict:
    def at_fixed_point(xp: Any, ratio: Any, b: Any) -> Any:
        error = 1 / (1 + ratio)
        return xp.exp(bernoulli.log_moment_of_errors(xp, 1 + b, error, error))

    def line(xp: Any, x: Any, y: Any) -> Any:
        return 1 - delta(xp, x, y) - (1 + x) / (2 + x + y)

    through = same_parts(line, "1/(2 + x + y)", "x y", LEVELS, effort)
    return chain(
        "The region of all errors is convex (each moment is, asoodeh2020.T2.merge), closed, and the same if the "
        "errors are exchanged, so "
        "its lower boundary is the supremum of its tangents, whose heights are the two-sided optimum (`attained`, "
        "`beyond`).",
        (
            "both moments at the fixed point are those of the response",
            same(at_fixed_point, moment, "ratio b", CORNER, effort),
        ),
        ("every line up to the last eps passes through it", through),
    )
