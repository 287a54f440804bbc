"""Claims about the utility theorems of the check-ins paper, 3.5 and 4.2: the shape of the printed rates, and what they
say at a given eps.

The rates themselves rest on results about stochastic gradient descent (for the last iterate Shamir and Zhang 2013),
which are not proved here; nor is the 2 in 1 - 2 e^(-np/m)."""

from __future__ import annotations

from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import certain, chain, same, sign_of, slopes, tends
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...subsampling.claims.subsampling import SIZE
from .checkins_numbers import BOOK as NUMBERS

BOOK = Book("balle2020checkins", "Balle et al. 2020 (random check-ins)")
claims = BOOK.claims


def moment(noise: Any, lipschitz: Any) -> Any:
    """d sigma^2 + L^2: the second moment of a gradient, `noise` being d sigma^2."""
    return noise + lipschitz**2


def step(xp: Any, radius: Any, used: Any, squares: Any, i: Any) -> Any:
    """Step i of Theorem 3.5: R used/sqrt(squares i), `used` being 1 - 2 e^(-np/m)."""
    return radius * used / xp.sqrt(squares * i)


def rate(xp: Any, radius: Any, used: Any, squares: Any, m: Any) -> Any:
    """R sqrt(squares)/(used sqrt m)."""
    return radius * xp.sqrt(squares) / (used * xp.sqrt(m))


@BOOK.inequality(
    "T3.5.slots",
    "A slot has a client with probability 1 - (1 - p/m)^n >= 1 - e^(-np/m): the expected gradient is shrunk to no "
    "less than this share.",
    "Theorem 3.5",
    "all p/m = y/(1+y) in (0, 1), n >= 1",
)
def _slots(effort: Effort) -> Verdict:
    return chain("(1 - x)^n <= e^(-n x).", ("log(1-x) <= -x", NUMBERS.verdict("P34.at-most", effort)))


@BOOK.inequality(
    "T3.5.two",
    "1 - 2 e^(-np/m) is positive from np/m > log 2 on only, and is below 1 - e^(-np/m), the least share of slots "
    "with a client: the "
    "printed rate is larger than the one with that share, and follows from it.",
    "Theorem 3.5",
    "all np/m = log(2 + v) > log 2",
)
def _two(effort: Effort) -> Verdict:
    def printed(xp: Any, v: Any) -> Any:
        return 1 - 2 / (2 + v)

    def ratio(xp: Any, v: Any) -> Any:
        return (1 - 1 / (2 + v)) / printed(xp, v)

    return chain(
        "Where the 2 comes from is not derived.",
        ("positive", sign_of(printed, "v", {"v": SIZE}, effort)),
        ("0 at log 2", same(lambda xp, v: printed(xp, 0 * v), "0", "v", {"v": SIZE}, effort)),
        ("the smaller one", sign_of(lambda xp, v: ratio(xp, v) - 1, "v", {"v": SIZE}, effort)),
        ("their ratio tends to 1", tends(ratio, 0, "inf", "1", "v", {"v": SIZE}, effort)),
    )


@BOOK.identity(
    "T3.5.shape",
    "The printed rate is R^2/(m eta_m), what the distance leaves after m steps of the last size, and it is eta_m (d "
    "sigma^2 + L^2)/(1 - 2 "
    "e^(-np/m))^2, what the gradients add: the step balances both.",
    "Theorem 3.5",
    "all R, L, d sigma^2, m > 0, share of slots in (0, 1)",
)
def _shape(effort: Effort) -> Verdict:
    def left(xp: Any, r: Any, g: Any, s: Any, m: Any) -> Any:
        return r**2 / (m * step(xp, r, g, s, m))

    def added(xp: Any, r: Any, g: Any, s: Any, m: Any) -> Any:
        return step(xp, r, g, s, m) * s / g**2

    names, domain = "r g s m", dict.fromkeys("rgsm", SIZE)
    return chain(
        "",
        ("the distance", same(left, rate, names, domain, effort)),
        ("the gradients", same(added, rate, names, domain, effort)),
    )


@BOOK.inequality(
    "T3.5.trade-off",
    "With sigma = s L p/(eps sqrt m), p = m/n, the rate is R L sqrt(1/m + d s^2/(eps^2 n^2)) over 1 - 2/e > 0: it "
    "falls as m rises, and "
    "at m = n it is R L sqrt(1/n + d s^2/(eps^2 n^2)).",
    "the comparison after Theorem 3.5",
    "all R, L, d s^2/eps^2 = t, n, m > 0",
)
def _trade(effort: Effort) -> Verdict:
    def stated(xp: Any, m: Any, n: Any, t: Any, r: Any, lip: Any) -> Any:
        return r * lip * xp.sqrt(1 / m + t / n**2)

    def noisy(xp: Any, m: Any, n: Any, t: Any, r: Any, lip: Any) -> Any:
        """d sigma^2 = t L^2 p^2/m."""
        return rate(xp, r, 1, moment(t * lip**2 * (m / n) ** 2 / m, lip), m)

    names, domain = "m n t r lip", dict.fromkeys(("m", "n", "t", "r", "lip"), SIZE)
    last = dict.fromkeys(("n", "t", "r", "lip"), SIZE)
    return chain(
        "np/m is 1 at p = m/n.",
        ("the rate at this sigma", same(noisy, stated, names, domain, effort)),
        ("it falls with m", sign_of(lambda xp, *x: -slopes(stated, 0, names)(xp, *x), names, domain, effort)),
        ("at m = n", same(lambda xp, n, *x: noisy(xp, n, n, *x), "r*lip*sqrt(1/n + t/n^2)", "n t r lip", last, effort)),
        certain("1 - 2/e > 0", lambda xp: 1 - 2 * xp.exp(-xp.number(1))),
    )


@BOOK.identity(
    "T4.2.shape",
    "The printed convex rate R sqrt(m d sigma^2 + n L^2)/sqrt(mn) is R sqrt(L^2/m + d sigma^2/n) and R^2/(m eta_m); "
    "the printed smooth "
    "rate R sqrt((L^2 + d sigma^2)/n) + beta R^2/m is R^2/(m eta).",
    "Theorem 4.2",
    "all R, L, d sigma^2 = t, beta, m, n > 0",
)
def _averaged(effort: Effort) -> Verdict:
    def left(xp: Any, r: Any, lip: Any, t: Any, m: Any, n: Any) -> Any:
        eta = r * xp.sqrt(n) / xp.sqrt((m * t + n * lip**2) * m)
        return r**2 / (m * eta)

    def smooth(xp: Any, r: Any, v: Any, b: Any, m: Any, n: Any) -> Any:
        """v = L^2 + d sigma^2."""
        eta = r * xp.sqrt(n) / (b * r * xp.sqrt(n) + m * xp.sqrt(v))
        return r**2 / (m * eta)

    five = dict.fromkeys(("r", "lip", "t", "m", "n"), SIZE)
    return chain(
        "",
        (
            "the simple form",
            same("r*sqrt(m*t + n*lip^2)/sqrt(m*n)", "r*sqrt(lip^2/m + t/n)", "r lip t m n", five, effort),
        ),
        ("the convex step", same(left, "r*sqrt(m*t + n*lip^2)/sqrt(m*n)", "r lip t m n", five, effort)),
        (
            "the smooth step",
            same(smooth, "r*sqrt(v/n) + b*r^2/m", "r v b m n", dict.fromkeys(("r", "v", "b", "m", "n"), SIZE), effort),
        ),
    )


@BOOK.inequality(
    "T4.2.comparison",
    "At the same sigma the averaged rate is at most R sqrt((L^2 + d sigma^2)/m), that of one client per slot, for m "
    "<= n. With sigma = s L/"
    "(eps sqrt m) it is R L sqrt(1/m + d s^2/(eps^2 m n)), no less than the trade-off of Theorem 3.5; smooth it is R "
    "L sqrt(1/n + d s^2/"
    "(eps^2 m n)) + beta R^2/m.",
    "the comparison after Theorem 4.2",
    "all R, L, d sigma^2 and d s^2/eps^2 = t, n = m + v",
)
def _comparison(effort: Effort) -> Verdict:
    def spare(xp: Any, lip: Any, t: Any, m: Any, v: Any) -> Any:
        """Squares over R^2."""
        return (lip**2 + t) / m - (lip**2 / m + t / (m + v))

    def noise(lip: Any, t: Any, m: Any) -> Any:
        return t * lip**2 / m

    def calibrated(xp: Any, lip: Any, t: Any, m: Any, v: Any) -> Any:
        return lip**2 / m + noise(lip, t, m) / (m + v)

    def more(xp: Any, lip: Any, t: Any, m: Any, v: Any) -> Any:
        return calibrated(xp, lip, t, m, v) - lip**2 * (1 / m + t / (m + v) ** 2)

    def smooth(xp: Any, lip: Any, t: Any, m: Any, v: Any) -> Any:
        return moment(noise(lip, t, m), lip) / (m + v)

    names, domain = "lip t m v", dict.fromkeys(("lip", "t", "m", "v"), SIZE)
    return chain(
        "",
        ("the same sigma", sign_of(spare, names, domain, effort, zero=("v",), strict=False)),
        (
            "at eps",
            same(calibrated, lambda xp, lip, t, m, v: lip**2 * (1 / m + t / (m * (m + v))), names, domain, effort),
        ),
        ("beside Theorem 3.5", sign_of(more, names, domain, effort, zero=("v",), strict=False)),
        (
            "smooth",
            same(smooth, lambda xp, lip, t, m, v: lip**2 * (1 / (m + v) + t / (m * (m + v))), names, domain, effort),
        ),
    )
