"""Claims about the Renyi divergence of the clones pair: its likelihoods, the series, the moments, and exactly computed
shuffles."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from chartered.proving.book import Book
from chartered.proving.registered import bound
from chartered.proving.steps import chain, same, sample, sign_of, slopes
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ...basics.formulas import randomized_response as response
from ...subsampling.claims.subsampling import CHANCE, SIZE
from ...subsampling.claims.whole_orders import rate
from ..formulas import clones_renyi as clone_moments
from .shuffles import SMALL, Shuffle, small
from .shuffling_cases import said

BOOK = Book("feldman2021", "Feldman, McMillan, Talwar 2021")
claims = BOOK.claims
CASES = [(n, p) for n in (1, 2, 9) for p in (Fraction(1, 3), Fraction(1))]
ORDERS = (Fraction(101, 100), Fraction(2), Fraction(15, 2), Fraction(60))


def log_two(xp: Any) -> Any:
    """An eps0 at which a report is a clone with probability 1/2."""
    return xp.log(xp.number(2))


@BOOK.identity(
    "renyi.likelihoods",
    "With m = c + 1, t = tanh(eps0/2) and v = 2x/m - 1 the pair's probabilities of x over that of Bin(m, 1/2) are 1 "
    "+ t v and 1 - t v: "
    "so e^((alpha-1) D) is E[(1 + t v)^alpha (1 - t v)^(1-alpha)] for both directions, as v is symmetric.",
    "Section 3.2",
    "all eps0 > 0 (e^eps0 = 1 + l), all x >= 1 and m = x + r",
)
def _likelihoods(effort: Effort) -> Verdict:
    def first(xp: Any, lift: Any, x: Any, r: Any) -> Any:
        """C(c, x-1) is taken as 1; then C(c, x) is r/x, and C(m, x) their sum."""
        truth, before, here = (1 + lift) / (2 + lift), xp.number(1), r / x
        return 2 * (truth * before + (1 - truth) * here) / (before + here)

    def stated(xp: Any, lift: Any, x: Any, r: Any) -> Any:
        return 1 + response.variation(xp, xp.log1p(lift)) * (2 * x / (x + r) - 1)

    return chain(
        "Bin(c, 1/2) has C(c, x)/2^c at x. At x = 0 and x = m one of the two terms vanishes and the other is the "
        "same; the second "
        "distribution has truth and flip exchanged.",
        ("the first one", same(first, stated, "l x r", {"l": SIZE, "x": (1, 20), "r": (1, 20)}, effort)),
    )


def _power(xp: Any, y: Any, a: Any) -> Any:
    """h(y)."""
    return xp.exp(a * xp.log((1 + y) / (1 - y)))


def _likelihood_power(xp: Any, y: Any, a: Any) -> Any:
    """f(y) - 1."""
    return (1 + y) * _power(xp, y, a) - 1


@BOOK.identity(
    "renyi.series",
    "f(y) = (1 + y)^(1+a) (1 - y)^-a is (1 + y) h(y) with (1 - y^2) h' = 2 a h, so that (k+1) h_(k+1) = 2 a h_k + "
    "(k-1) h_(k-1): no "
    "coefficient is negative. The shipped sum takes the even ones.",
    "Section 3.2",
    "all a > 0, 0 < y < 1; the shipped sum of two terms for all moments",
)
def _series(effort: Effort) -> Verdict:
    slope = slopes(_power, 0, "y a")
    even = [slopes(_likelihood_power, 0, "y a", 2 * k) for k in (1, 2)]

    def shipped(xp: Any, t: Any, a: Any, r: Any, s: Any) -> Any:
        return clone_moments.even_terms(xp, t, a, [r, s], xp.number(1))

    def taylor(xp: Any, t: Any, a: Any, r: Any, s: Any) -> Any:
        at = [d(xp, xp.number(0), a) for d in even]
        return at[0] * t**2 * r / 2 + at[1] * t**4 * r * s / 24

    domain = {"y": (Fraction(1, 100), Fraction(9, 10)), "a": SIZE}
    return chain(
        "The coefficients of both sides of the equation agree; h_0 = 1 and h_1 = 2 a.",
        (
            "the equation",
            same(
                lambda xp, y, a: (1 - y**2) * slope(xp, y, a),
                lambda xp, y, a: 2 * a * _power(xp, y, a),
                "y a",
                domain,
                effort,
            ),
        ),
        ("the shipped sum", same(shipped, taylor, "t a r s", dict.fromkeys("tars", SIZE), effort)),
    )


@BOOK.inequality(
    "renyi.rest",
    "v^2 <= 1, so all that follows the last moment taken is at most that moment times what is left of (f(t) + "
    "f(-t))/2 - 1, which is the "
    "excess of randomized response.",
    "Section 3.2",
    "all eps0 > 0 (e^eps0 = 1 + l), all a > 0, |v| = u/(1+u)",
)
def _rest(effort: Effort) -> Verdict:
    def even(xp: Any, lift: Any, a: Any) -> Any:
        t = lift / (2 + lift)
        return ((1 + t) * xp.exp(a * xp.log1p(lift)) + (1 - t) * xp.exp(-a * xp.log1p(lift))) / 2 - 1

    def shipped(xp: Any, lift: Any, a: Any) -> Any:
        return xp.exp(response.log_excess(xp, xp.log1p(lift), xp.number(2), a))

    return chain(
        "(1 + t)/(1 - t) = e^eps0; at v = 1 and -1 all even moments are 1.",
        ("1 - v^2", sign_of(lambda xp, u: 1 - rate(u) ** 2, "u", {"u": SIZE}, effort)),
        ("the whole series", same(shipped, even, "l a", {"l": SIZE, "a": SIZE}, effort)),
    )


@BOOK.soundness(
    "renyi.moments",
    "Even moments of a mean of coins fall with their number, so a group of numbers counts as its least; (2k)! times "
    "the coefficient of "
    "s^2k in cosh(s)^m is that of the sum of m coins.",
    "Section 3.2",
    "all even powers 2 + 2j and numbers of coins; the shipped moments for n in {1, 2, 9}, p in {1/3, 1}, e^eps0 = 2, "
    "up to the order 12",
)
def _moments(effort: Effort) -> Verdict:
    def left_out(xp: Any, m: Any, s: Any) -> Any:
        """The mean over which of m + 1 coins of sum s is left out of the mean of m: each is in m of them."""
        return m * (s / m) / (m + 1)

    bend = slopes(lambda xp, v, j: xp.exp((2 + 2 * j) * xp.log(v)), 0, "v j", 2)
    return chain(
        "A mean of m + 1 coins is the mean of its m + 1 means of m; v^2k is convex (Jensen). E[e^(s S)] = cosh(s)^m.",
        ("leaving one out", same(left_out, "s/(m + 1)", "m s", {"m": (1, 50), "s": CHANCE}, effort)),
        ("convex", sign_of(bend, "v j", {"v": CHANCE, "j": SIZE}, effort, zero=("j",))),
        ("the shipped moments", _shipped_moments()),
    )


def _shipped_moments() -> Verdict:
    for n, p in CASES:
        with balls(256) as xp:
            found, moment = clone_moments.moments(xp, log_two, n, p), xp.number(1)
            for k, ratio in enumerate(found.ratios[:6], start=1):
                moment = moment * ratio
                if not moment.overlaps(xp.number(_moment(n, p / 2, k))):
                    return Refuted("run: another moment", witness={"n": n, "p": str(p), "order": 2 * k})
            for ratio in found.ratios[6:]:
                moment = moment * ratio
            if not xp.log(moment).overlaps(found.log_last):
                return Refuted("run: another last moment", witness={"n": n, "p": str(p)})
    return Proved(f"run: {6 * len(CASES)} moments, exact rationals in balls")


def _moment(n: int, chance: Fraction, k: int) -> Fraction:
    """E[v^2k] where each of n - 1 reports is a clone with this chance."""
    found = Fraction(0)
    for c in range(n):
        m, mass = c + 1, comb(n - 1, c) * chance**c * (1 - chance) ** (n - 1 - c)
        found += mass * sum(Fraction(comb(m, x), 2**m) * Fraction(2 * x - m, m) ** (2 * k) for x in range(m + 1))
    return found


@BOOK.soundness(
    "renyi.pair",
    "The shipped curve is that of the pair, or above it: likelihoods, series, rest and moments together; where few "
    "report it is the exact "
    "sum to 12 digits.",
    "Theorem 3.2",
    "all n, eps0 and orders; the sum at 12 points",
)
def _pair(effort: Effort) -> Verdict:
    steps = [(name, BOOK.verdict(f"renyi.{name}", effort)) for name in ("likelihoods", "series", "rest", "moments")]
    return chain(
        "The shuffle is post-processing of the pair, whatever it takes from rounds before, and no divergence grows. "
        "The number of clones "
        "is seen, so e^((alpha-1) D) is a mean over it.",
        *steps,
        ("the exact sum", _sums()),
    )


def _sums() -> Verdict:
    for n, epsilon0 in ((3, Fraction(1, 2)), (20, Fraction(1)), (20, Fraction(3))):
        for alpha in ORDERS:
            with balls(256) as xp:
                order = xp.number(alpha)
                shipped = clone_moments.renyi(xp, epsilon0, n, order, Fraction(1))
                exact = _divergence(xp, epsilon0, n, order)
                if shipped < exact or not shipped < exact * (1 + xp.number(Fraction(1, 10**12))):
                    return Refuted(
                        "run: another divergence", witness={"n": n, "eps0": str(epsilon0), "alpha": str(alpha)}
                    )
    return Proved("run: 12 sums in balls")


def _divergence(xp: Any, epsilon0: Fraction, n: int, alpha: Any) -> Any:
    """Over all numbers of clones and outcomes."""
    size, total = xp.number(epsilon0), xp.number(0)
    truth, chance = 1 / (1 + xp.exp(-size)), xp.exp(-size)
    for c in range(n):
        mass = comb(n - 1, c) * chance**c * (1 - chance) ** (n - 1 - c) / xp.number(2**c)
        for x in range(c + 2):
            one, other = comb(c, x - 1) if x else 0, comb(c, x)
            p, q = truth * one + (1 - truth) * other, (1 - truth) * one + truth * other
            total = total + mass * xp.exp(alpha * xp.log(p) + (1 - alpha) * xp.log(q))
    return xp.log(total) / (alpha - 1)


@BOOK.soundness(
    "renyi.exact-cases",
    "The curve is not below the exact Renyi divergences of small shuffles.",
    "enumeration",
    f"{SMALL.partition(', eps')[0]}; all data of the others, both directions; orders 1.01, 2, 7.5 and 60",
)
def _exact(effort: Effort) -> Verdict:
    def above(shuffle: Shuffle, alpha: Fraction) -> bool:
        curve = bound("crowds", "feldman2021.renyi")(said(shuffle.n, lambda xp: xp.log(xp.number(shuffle.odds)))).curve
        with balls(256) as xp:
            order = xp.number(alpha)
            return not any(pair.renyi(xp, order) > curve(xp, order) for pair in shuffle.pairs())

    cases = [(s, alpha) for s in small() for alpha in ORDERS if effort.full or s.n < 5]
    return sample(above, cases, effort.digits, "balls: all data")
