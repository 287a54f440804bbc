"""Claims about Table 1 of the check-ins paper: n updates of one report each by sampling, by check-ins and by two bounds
on shuffles.

All four are the tail of a sum of small steps, so a variance proxy orders them: (e^eps0 - 1)^2/n times 1, e^eps0,
e^(3 eps0) and 4 e^(4 eps0)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import Formula, certain, chain, same, sign_of, slopes, tends
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.formulas import subgaussian_tail as advanced
from ...shuffling.claims.clones import SWAPS
from ...shuffling.formulas import closed_forms as shuffling
from ...subsampling.claims.subsampling import SIZE
from ...subsampling.claims.whole_orders import rate as share
from ...subsampling.formulas import amplification
from ..formulas import checkins
from .checkins_numbers import BOOK as NUMBERS

BOOK = Book("balle2020checkins", "Balle et al. 2020 (random check-ins)")
claims = BOOK.claims
LIFT, N = {"l": SIZE}, (2, 1000)
BOTH = {**LIFT, "n": N}


def sampled(xp: Any, lift: Any, n: Any) -> Any:
    """n steps on one record drawn uniformly: eps_i = log(1 + (e^eps0-1)/n), at most e^eps_i - 1."""
    return n * xp.expm1(amplification.sampled_epsilon(xp, 1 / n, xp.log1p(lift))) ** 2


def checked_in(xp: Any, lift: Any, n: Any, m: Any) -> Any:
    """n/m rounds of m slots at p = m/n, each by Theorem 3.2."""
    return n / m * checkins.printed_variance_proxy(xp, m, m / n, xp.log1p(lift))


def sharpened(xp: Any, lift: Any, u: Any, n: Any) -> Any:
    """The same with p = m/n = u/(1+u) kept in the posterior."""
    return checkins.variance_proxy(n * share(u), share(u), lift, 1 / (1 + lift)) / share(u)


def shuffled(xp: Any, lift: Any, n: Any) -> Any:
    """Theorem 5.1."""
    return shuffling.variance_proxy(xp, xp.log1p(lift), n)


def swapped(xp: Any, lift: Any, n: Any) -> Any:
    """Erlingsson et al. 2019, general form."""
    return shuffling.swap_variance_proxy(xp, xp.log1p(lift), n)[1]


@BOOK.inequality(
    "Table1.order",
    "From row to row the variance proxy grows by e^eps0 (sampling to check-ins, whatever m is), e^(2 eps0) (to "
    "Theorem 5.1) and 4 e^eps0 (to Erlingsson et al. 2019), and eps with it: leading terms by e^(eps0/2), e^eps0 and "
    "2 e^(eps0/2).",
    "Table 1, and the remark after Theorem 5.1",
    "all eps0 > 0 (e^eps0 = 1 + l), n, m; energies v^2, delta = e^-y",
)
def _order(effort: Effort) -> Verdict:
    def tail(xp: Any, v: Any, y: Any) -> Any:
        return advanced.tail_epsilon(xp, v**2 / 2, v**2, xp.exp(-y))

    def first(xp: Any, lift: Any, n: Any, m: Any) -> Any:
        return checked_in(xp, lift, n, m) / sampled(xp, lift, n)

    def second(xp: Any, lift: Any, n: Any, m: Any) -> Any:
        return shuffled(xp, lift, n) / checked_in(xp, lift, n, m)

    three = {**BOTH, "m": (1, 1000)}
    return chain(
        "eps = v^2/2 + v sqrt(2 log(1/delta)); the mean loss of Erlingsson et al. is the larger besides.",
        ("eps rises with the variance proxy", sign_of(slopes(tail, 0, "v y"), "v y", {"v": SIZE, "y": SIZE}, effort)),
        ("sampling to check-ins", same(first, "1 + l", "l n m", three, effort)),
        ("check-ins to Theorem 5.1", same(second, "(1 + l)^2", "l n m", three, effort)),
        ("Theorem 5.1 to Erlingsson et al.", SWAPS.verdict("T7.above-T5.1", effort)),
    )


ROWS: tuple[tuple[str, Formula, int, int, str], ...] = (
    ("uniform subsampling", sampled, 1, 2, "1.719"),
    ("check-ins", lambda xp, lift, n: checked_in(xp, lift, n, 1 + 0 * n), 1, 3, "2.833"),
    ("Theorem 5.1", shuffled, 1, 5, "7.701"),
    ("Erlingsson et al. 2019", swapped, 2, 6, "25.393"),
)
"""A row, its variance proxy, the factor and twice the power of e^eps0 in its rate, and the constant up to eps0 = 1."""


@BOOK.inequality(
    "Table1.large",
    "The leading terms over sqrt(2 log(1/delta)) are 1 - e^-eps0 times e^eps0/sqrt n (sampling), e^(1.5 eps0)/sqrt n "
    "(check-ins), e^(2.5 "
    "eps0)/sqrt n (Theorem 5.1) and 2 e^(3 eps0)/sqrt n (Erlingsson et al. 2019): for eps0 >= 1 between 0.632 and 1 "
    "of these rates, and in "
    "the limit all of them.",
    "Table 1",
    "all eps0 >= 1, n",
)
def _large(effort: Effort) -> Verdict:
    def rate(factor: int, twice: int) -> Formula:
        return lambda xp, lift, n: (factor * lift / (1 + lift)) ** 2 * (1 + lift) ** twice / n

    def part(xp: Any, x: Any) -> Any:
        return -xp.expm1(-x)

    return chain(
        "1 - e^-eps0 rises with eps0.",
        *(
            (row, same(variance_proxy, rate(factor, twice), "l n", BOTH, effort))
            for row, variance_proxy, factor, twice, _ in ROWS
        ),
        ("it rises", sign_of(slopes(part, 0, "x"), "x", {"x": SIZE}, effort)),
        certain("from 0.632 at eps0 = 1", lambda xp: part(xp, xp.number(1)) - xp.number(Fraction("0.632"))),
        ("to 1", tends(part, 0, "inf", "1", "x", {"x": SIZE}, effort)),
    )


@BOOK.inequality(
    "Table1.small",
    "For eps0 <= 1 the leading terms over sqrt(2 log(1/delta)/n) are at most 1.719, 2.833, 7.701 and 25.393 times "
    "eps0: all rows are "
    "O(eps0/sqrt n). At eps0 = 1 all of these but 0.001 is reached.",
    "Table 1",
    "all 0 < eps0 <= 1, n",
)
def _small(effort: Effort) -> Verdict:
    def slow(xp: Any, e: Any) -> Any:
        """The slope of log((e^e - 1)/e), times e (e^e - 1)."""
        return 1 + xp.exp(e) * (e - 1)

    def at_one(variance_proxy: Formula) -> Callable[[Any], Any]:
        return lambda xp: xp.sqrt(variance_proxy(xp, xp.expm1(xp.number(1)), xp.number(1)))

    return chain(
        "Over eps0 the leading terms are (e^eps0 - 1)/eps0 times a power of e^eps0 (Table1.large), and rise with eps0.",
        (
            "(e^eps0-1)/eps0 rises: e (e^e-1) times its slope has the slope e e^e",
            sign_of(slopes(slow, 0, "e"), "e", {"e": SIZE}, effort),
        ),
        *(
            certain(f"{row} at eps0 = 1", _below(at_one(variance_proxy), Fraction(most)))
            for row, variance_proxy, _, _, most in ROWS
        ),
        *(
            certain("and nearly so", _above(at_one(variance_proxy), Fraction(most) - Fraction(1, 1000)))
            for _, variance_proxy, _, _, most in ROWS
        ),
    )


def _below(value: Callable[[Any], Any], most: Fraction) -> Callable[[Any], Any]:
    return lambda xp: xp.number(most) - value(xp)


def _above(value: Callable[[Any], Any], least: Fraction) -> Callable[[Any], Any]:
    return lambda xp: value(xp) - xp.number(least)


@BOOK.inequality(
    "Table1.sharpened",
    "With p = m/n kept in the posterior the variance proxy of the check-ins is (e^eps0-1)^2/(n (1 - p (1 - "
    "e^-eps0))): 1/(1 - p + p e^-eps0) times that of uniform subsampling, below the printed row, and for m/n to 0 the "
    "factor e^(eps0/2) of its rate is gone.",
    "Table 1 and Theorem 3.2, sharpened",
    "all eps0 > 0 (e^eps0 = 1 + l), 0 < p < 1 (p = u/(1+u)), n",
)
def _sharper(effort: Effort) -> Verdict:
    def ratio(xp: Any, lift: Any, u: Any, n: Any) -> Any:
        return sharpened(xp, lift, u, n) / sampled(xp, lift, n)

    def stated(xp: Any, lift: Any, u: Any, n: Any) -> Any:
        return 1 / (1 - share(u) + share(u) / (1 + lift))

    def spare(xp: Any, lift: Any, u: Any, n: Any) -> Any:
        return checked_in(xp, lift, n, n * share(u)) - sharpened(xp, lift, u, n)

    three = {"l": SIZE, "u": SIZE, "n": N}
    return chain(
        "",
        ("the ratio", same(ratio, stated, "l u n", three, effort)),
        ("it is above 1", sign_of(lambda xp, *x: stated(xp, *x) - 1, "l u n", three, effort)),
        ("below the print", sign_of(spare, "l u n", three, effort)),
        ("and 1 in the limit", tends(stated, 1, 0, "1", "l u n", three, effort)),
    )


@BOOK.inequality(
    "P3.4.share",
    "At p = m/n, the choice of Corollary 3.3, the share (1 - 1/n)^n of slots without client rises with n, stays "
    "below 1/e and tends to it.",
    "Proposition 3.4 with c = 1",
    "all n = 1 + y > 1",
)
def _dummies(effort: Effort) -> Verdict:
    def logarithm(xp: Any, y: Any) -> Any:
        """n log(1 - 1/n)."""
        return (1 + y) * (xp.log(y) - xp.log1p(y))

    def curve(xp: Any, y: Any) -> Any:
        """It rises where its slope, which falls to 0 at infinity, has a negative slope."""
        return -slopes(logarithm, 0, "y", 2)(xp, y)

    return chain(
        "",
        ("the slope of n log(1 - 1/n) falls", sign_of(curve, "y", {"y": SIZE}, effort)),
        ("to 0", tends(slopes(logarithm, 0, "y"), 0, "inf", "0", "y", {"y": SIZE}, effort)),
        ("its limit is -1", tends(logarithm, 0, "inf", "-1", "y", {"y": SIZE}, effort)),
        ("it is below 1/e", NUMBERS.verdict("P34.at-most", effort)),
    )
