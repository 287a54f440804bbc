"""Claims about the numbers of the check-in paper: dummies, and the constant of the short forms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import certain, chain, sign_of, slopes
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ...basics.formulas import subgaussian_tail as advanced
from ...subsampling.claims.subsampling import SIZE
from ..formulas import checkins
from .checkin_laws import Rounds

BOOK = Book("checkin", "Balle et al. 2020 (random check-ins)")
claims = BOOK.claims
CONSTANT = Fraction("5.8764")


@BOOK.identity(
    "P34.enumerated",
    "The expected number of dummies of a fixed window is m (1 - p/m)^n: enumerated over every way to check in.",
    "Proposition 3.4",
    "all m <= 3, n <= 4, p in {1/3, 1}, exactly",
)
def _fixed(effort: Effort) -> Verdict:
    for m, n, p in product((1, 2, 3), (1, 2, 3, 4), (Fraction(1, 3), Fraction(1))):
        stated = checkins.empty_slots(Fraction(m), Fraction(m), p, n)
        if Rounds("fixed", m, p, n).dummies() != stated:
            return Refuted("run: another number of dummies", witness={"m": m, "n": n, "p": str(p)})
    return Proved("run: 24 protocols in exact rationals")


@BOOK.inequality(
    "P34.at-most",
    "With p = c m/n it is m (1 - c/n)^n <= m e^-c, since log(1-x) <= -x.",
    "Proposition 3.4",
    "all c/n = x = y/(1+y) in (0, 1)",
)
def _most(effort: Effort) -> Verdict:
    def spare(xp: Any, y: Any) -> Any:
        """-x - log(1-x) at x = y/(1+y)."""
        return xp.log1p(y) - y / (1 + y)

    return chain(
        "It is 0 at y = 0.", ("the slope of -x - log(1-x)", sign_of(slopes(spare, 0, "y"), "y", {"y": SIZE}, effort))
    )


@BOOK.identity(
    "P44.enumerated",
    "The expected number of dummies of a sliding window is (n-m+1)(1 - 1/m)^m, at most (n-m+1)/e: enumerated over "
    "every way to check in.",
    "Proposition 4.4",
    "all m <= 3, m <= n <= 5, exactly; the bound for all m by P34.at-most with c/n = 1/m",
)
def _sliding(effort: Effort) -> Verdict:
    cases = [(m, n) for m in (1, 2, 3) for n in range(m, 6)]
    for m, n in cases:
        if Rounds("sliding", m, Fraction(1), n).dummies() != checkins.empty_slots(
            Fraction(m), Fraction(n - m + 1), Fraction(1), m
        ):
            return Refuted("run: another number of dummies", witness={"m": m, "n": n})
    return chain(
        "",
        ("the number", Proved(f"run: {len(cases)} protocols in exact rationals")),
        ("the bound", BOOK.verdict("P34.at-most", effort)),
    )


def _factor(xp: Any, e: Any, p: Any, m: Any, y: Any) -> Any:
    """eps over p eps0 sqrt(log(1/delta)/m)."""
    found = checkins.printed_variance_proxy(xp, m, p, e)
    return advanced.tail_epsilon(xp, found / 2, found, xp.exp(-y)) / (p * e * xp.sqrt(y / m))


@BOOK.inequality(
    "T32.constant",
    "For eps0 <= 1 and delta <= 1/100 the eps of Theorems 3.2 and 4.3 is at most 5.8764 p eps0 sqrt(log(1/delta)/m); "
    "the paper says 7. No "
    "constant below 5.8763 will do.",
    "Theorem 3.2 and 4.3, last sentences",
    "all 0 < eps0 <= 1, 0 < p <= 1, m >= 1, delta <= 1/100",
)
def _constant(effort: Effort) -> Verdict:
    def slow(xp: Any, e: Any) -> Any:
        """The slope of log((e^e - 1)/e), times e (e^e - 1)."""
        return 1 + xp.exp(e) * (e - 1)

    def at_the_corner(xp: Any) -> Any:
        return _factor(xp, xp.number(1), xp.number(1), xp.number(1), xp.log(xp.number(100)))

    return chain(
        "The factor is p e^eps0 (e^eps0 - 1)^2/(2 eps0 sqrt(m y)) + (e^eps0 - 1)/eps0 sqrt(2 e^eps0), y = "
        "log(1/delta): no part falls with "
        "eps0 or p or rises with m or y, so it is largest at eps0 = p = m = 1 and delta = 1/100.",
        (
            "(e^eps0 - 1)/eps0 rises: e (e^e - 1) times its slope has a slope e e^e",
            sign_of(slopes(slow, 0, "e"), "e", {"e": SIZE}, effort),
        ),
        certain("at the corner it is below 5.8764", lambda xp: xp.number(CONSTANT) - at_the_corner(xp)),
        certain("and above 5.8763", lambda xp: at_the_corner(xp) - xp.number(CONSTANT - Fraction(1, 10000))),
        certain("which is below 7", lambda xp: xp.number(7) - at_the_corner(xp)),
    )


@BOOK.table(
    "T32.numbers",
    "m = 600, eps0 = 1, delta = 1e-5: Theorem 3.2 gives 0.5617 at p = 1; at p = 1/20 it gives 0.0278, and 0.0171 "
    "with p kept in the "
    "posterior.",
    "Theorem 3.2",
    "three numbers to their last digit",
)
def _numbers(effort: Effort) -> Verdict:
    def printed(xp: Any, p: Fraction) -> Any:
        found = checkins.printed_variance_proxy(xp, xp.number(600), xp.number(p), xp.number(1))
        return advanced.tail_epsilon(xp, found / 2, found, xp.number(Fraction(1, 10**5)))

    def kept(xp: Any) -> Any:
        one = xp.number(1)
        found = checkins.variance_proxy(xp.number(600), xp.number(Fraction(1, 20)), xp.expm1(one), xp.exp(-one))
        return advanced.tail_epsilon(xp, found / 2, found, xp.number(Fraction(1, 10**5)))

    with balls(128) as xp:
        found = {"0.5617": printed(xp, Fraction(1)), "0.0278": printed(xp, Fraction(1, 20)), "0.0171": kept(xp)}
        wrong = [
            text
            for text, value in found.items()
            if not abs(value - xp.number(Fraction(text))) <= xp.number(Fraction(1, 20000))
        ]
    return (
        Refuted("run: another number", witness={"printed": wrong[0]})
        if wrong
        else Proved("run: three numbers in balls")
    )
