"""Claims about the lemmas of the check-ins paper: the sum over steps, how far one client moves the crowding, and what
both come to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import certain, chain, same, sign_of, slopes
from chartered_verify.inequality.prove import prove_positive
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.formulas import subgaussian_tail as advanced
from ...composition.claims.kairouz2015 import BOOK as COMPOSED
from ...shuffling.formulas import closed_forms as shuffling
from ...subsampling.claims.subsampling import SIZE
from ...subsampling.claims.whole_orders import rate as share
from ..formulas import checkins
from .checkin_windows import BOOK as WINDOWS
from .crowded_slots import BOOK as CROWDED

BOOK = Book("balle2020checkins", "Balle et al. 2020 (random check-ins)")
claims = BOOK.claims


@BOOK.inequality(
    "A.2.sum",
    "If k adaptive steps are eps_i-DP with eps_i <= log(1 + a/(k - b (i-1))), 0 < b < 1, then together they are "
    "(eps, delta)-DP with eps = "
    "a^2/(2k(1-b)) + sqrt(2 a^2 log(1/delta)/(k(1-b))).",
    "Lemma A.2",
    "all a > 0, 0 < b < 1 (b = u/(1+u)), k = j + 1 + r at place j = i - 1, delta = e^-y",
)
def _sum(effort: Effort) -> Verdict:
    def left(j: Any, u: Any, r: Any) -> Any:
        """k - b j."""
        return j + 1 + r - share(u) * j

    def spare(xp: Any, j: Any, u: Any, r: Any) -> Any:
        """The integral of 1/(k - b x)^2 over [j, j+1] less its first value."""
        here = left(j, u, r)
        return 1 / (here * (here - share(u))) - 1 / here**2

    def area(xp: Any, x: Any, u: Any, k: Any) -> Any:
        return 1 / (share(u) * (k - share(u) * x))

    def whole(xp: Any, u: Any, k: Any) -> Any:
        return area(xp, k, u, k) - area(xp, 0, u, k)

    def shipped(xp: Any, a: Any, u: Any, k: Any, y: Any) -> Any:
        variance_proxy = a**2 / (k * (1 - share(u)))
        return advanced.tail_epsilon(xp, variance_proxy / 2, variance_proxy, xp.exp(-y))

    def printed(xp: Any, a: Any, u: Any, k: Any, y: Any) -> Any:
        return a**2 / (2 * k * (1 - share(u))) + xp.sqrt(2 * a**2 * y / (k * (1 - share(u))))

    place = {"j": (0, 50), "u": SIZE, "r": (0, 50)}
    line = {"x": (1, 5), "u": SIZE, "k": (6, 99)}
    return chain(
        "log(1 + x) <= x, so the variance proxy, the sum of eps_i^2, is at most a^2/(k(1-b)); the mean loss, the sum "
        "of eps_i tanh(eps_i/2), is at most half of it (zcdp.sum), and the tail rises with both.",
        ("each term is at most its stretch of the integral", sign_of(spare, "j u r", place, effort, zero=("j", "r"))),
        (
            "an antiderivative",
            same(slopes(area, 0, "x u k"), lambda xp, x, u, k: 1 / (k - share(u) * x) ** 2, "x u k", line, effort),
        ),
        ("its ends", same(whole, lambda xp, u, k: 1 / (k * (1 - share(u))), "u k", {"u": SIZE, "k": (1, 99)}, effort)),
        ("tanh(eps/2) <= eps/2", WINDOWS.verdict("zcdp.sum", effort)),
        ("the tail of adaptive steps", COMPOSED.verdict("T35.sound", effort)),
        ("the print", same(shipped, printed, "a u k y", {"a": SIZE, "u": SIZE, "k": (1, 99), "y": SIZE}, effort)),
    )


@BOOK.inequality(
    "T4.1.difference",
    "One client that goes from a slot with a clients to one with c moves the norm of the sizes by at most sqrt 2.",
    "proof of Theorem 4.1 (McDiarmid's differences)",
    "all sizes a, c, and squares r of the others; norm N",
)
def _difference(effort: Effort) -> Verdict:
    def room(xp: Any, a: Any, c: Any, r: Any) -> Any:
        """2 N^2 - (c - a)^2."""
        return 2 * (a**2 + c**2 + r) - (c - a) ** 2

    def squared(xp: Any, n: Any, gap: Any) -> Any:
        """(N + sqrt 2)^2 less the new N^2, which is N^2 + 2 (c - a) + 2 by the first step."""
        return (n + xp.sqrt(xp.number(2))) ** 2 - (n**2 + 2 * gap + 2)

    sizes = {"a": (0, 50), "c": (0, 50), "r": (0, 99)}
    return chain(
        "c - a <= sqrt 2 N, so the new norm is at most N + sqrt 2; to go back is such a move too, so it is no less "
        "than N - sqrt 2.",
        (
            "the square moves by 2 (c - a) + 2",
            same("(a - 1)^2 + (c + 1)^2 + r - (a^2 + c^2 + r)", "2*(c - a) + 2", "a c r", sizes, effort),
        ),
        ("(c - a)^2 <= 2 N^2", sign_of(room, "a c r", sizes, effort, zero=("a", "c", "r"), strict=False)),
        (
            "(N + sqrt 2)^2 has 2 (sqrt 2 N - (c - a)) to spare",
            same(squared, "2*(sqrt(2)*n - gap)", "n gap", {"n": SIZE, "gap": SIZE}, effort),
        ),
    )


@BOOK.inequality(
    "T4.1.short",
    "For eps0 <= 1 the eps of Theorem 4.1 is at most 80.7 eps0^2 eps_1^2 + 12.70 eps0 eps_1 sqrt(2 log(1/delta)), "
    "where 80.6 and 12.69 "
    "would not do; and eps_1 <= (1 + sqrt 2)/sqrt m for n >= m log(1/delta2), n >= m: so it is O(eps0/sqrt m).",
    "Theorem 4.1, last sentence",
    "all 0 < eps0 <= 1; all m, n = m + v, and n = m log(1/delta2) + v",
)
def _short(effort: Effort) -> Verdict:
    def slow(xp: Any, e: Any) -> Any:
        """The slope of log((e^e - 1)/e), times e (e^e - 1)."""
        return 1 + xp.exp(e) * (e - 1)

    def square(xp: Any) -> Any:
        return checkins.averaged_variance_proxy(xp, xp.number(1), xp.number(1)) / 2

    def root(xp: Any) -> Any:
        return xp.sqrt(checkins.averaged_variance_proxy(xp, xp.number(1), xp.number(1)))

    def second(xp: Any, m: Any, y: Any, v: Any) -> Any:
        """1/m less log(1/delta2)/n."""
        return 1 / m - y / (m * y + v)

    return chain(
        "Over eps0^2 eps_1^2 and eps0 eps_1 sqrt(2 log(1/delta)) the terms are e^(4 eps0) ((e^eps0-1)/eps0)^2/2 and "
        "e^(2 eps0) (e^eps0-1)/eps0, which rise with eps0.",
        (
            "(e^eps0-1)/eps0 rises: e (e^e-1) times its slope has the slope e e^e",
            sign_of(slopes(slow, 0, "e"), "e", {"e": SIZE}, effort),
        ),
        certain("at eps0 = 1 the square's factor is below 80.7", lambda xp: xp.number(Fraction("80.7")) - square(xp)),
        certain("and above 80.6", lambda xp: square(xp) - xp.number(Fraction("80.6"))),
        certain("the root's is below 12.70", lambda xp: xp.number(Fraction("12.7")) - root(xp)),
        certain("and above 12.69", lambda xp: root(xp) - xp.number(Fraction("12.69"))),
        (
            "1/n + 1/m <= 2/m",
            sign_of("1/m - 1/(m + v)", "m v", {"m": (1, 99), "v": SIZE}, effort, zero=("v",), strict=False),
        ),
        (
            "log(1/delta2)/n <= 1/m",
            sign_of(second, "m y v", {"m": (1, 99), "y": SIZE, "v": SIZE}, effort, zero=("v",), strict=False),
        ),
        ("eps_1 is shipped so", CROWDED.verdict("T41.crowding", effort)),
    )


@BOOK.inequality(
    "T5.1.below-T31",
    "For eps0 <= 1/2, n >= 1000 and delta from 1e-9 to 1/100 Theorem 5.1 is below the closed form of Feldman et al. "
    "2021.",
    "Theorem 5.1; Feldman et al. 2021, Theorem 3.1",
    "all 0 < eps0 <= 1/2, n >= 1000, 1e-9 <= delta <= 1/100",
)
def _small(effort: Effort) -> Verdict:
    def bend(xp: Any, u: Any) -> Any:
        return xp.log1p(u) - u + u**2 / 2

    def window(xp: Any, lift: Any, n: Any, y: Any) -> Any:
        """Over (e^eps0 - 1)/sqrt n."""
        variance_proxy = shuffling.variance_proxy(xp, xp.log1p(lift), n)
        return advanced.tail_epsilon(xp, variance_proxy / 2, variance_proxy, xp.exp(-y)) * xp.sqrt(n) / lift

    def closed(xp: Any, lift: Any, n: Any, y: Any) -> Any:
        """Likewise e^eps - 1."""
        return xp.expm1(shuffling.feldman_epsilon(xp, xp.log1p(lift), n, xp.exp(-y))) * xp.sqrt(n) / lift

    def spare(xp: Any, lift: Any, s: Any, y: Any) -> Any:
        """s = 1/sqrt n."""
        found = _closed(xp, lift, s, y)
        return found - found**2 * lift * s / 2 - _window(xp, lift, s, y)

    domain = {"l": SIZE, "n": (2, 1000), "y": SIZE}
    zero = Fraction(0)
    ends = [(zero, Fraction("0.6488")), (zero, Fraction("0.031623")), (Fraction("4.6"), Fraction("20.724"))]
    return chain(
        "log(1 + u) >= u - u^2/2, with u = e^eps - 1 of the closed form. Both are divided by (e^eps0 - 1)/sqrt n. "
        "The box holds e^eps0 - "
        "1, 1/sqrt n and log(1/delta).",
        (
            "Theorem 5.1",
            same(window, lambda xp, lift, n, y: _window(xp, lift, 1 / xp.sqrt(n), y), "l n y", domain, effort),
        ),
        (
            "the closed form",
            same(closed, lambda xp, lift, n, y: _closed(xp, lift, 1 / xp.sqrt(n), y), "l n y", domain, effort),
        ),
        ("log(1 + u) - u + u^2/2 rises from 0", sign_of(slopes(bend, 0, "u"), "u", {"u": SIZE}, effort)),
        ("the difference", prove_positive(spare, ends)),
    )


def _window(xp: Any, lift: Any, s: Any, y: Any) -> Any:
    """Theorem 5.1 over (e^eps0 - 1) s, s = 1/sqrt n, delta = e^-y."""
    root = xp.sqrt((1 + lift) ** 3)
    return (1 + lift) ** 3 * lift * s / 2 + root * xp.sqrt(2 * y)


def _closed(xp: Any, lift: Any, s: Any, y: Any) -> Any:
    """e^eps - 1 of the closed form, likewise."""
    size = 1 + lift
    return 8 / (2 + lift) * (xp.sqrt(size * (y + xp.log(xp.number(4)))) + size * s)
