"""Claims about the finer bound on the Renyi curve of a sample: powers that cover each part, and their sum."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes
from chartered_verify.lazy_sequence import LazySequence
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import fixed_size_moments as sample_moments
from .whole_orders import RATE, SIZE, rate

BOOK = Book("sample.renyi", "ours")
EVERY = "all 0 < r < 1 (r = u/(1+u))"


def stretched(u: Any, x: Any) -> Any:
    """L = 1 - r + r l at l = x."""
    return 1 - rate(u) + rate(u) * x


@BOOK.inequality(
    "apart",
    "For l >= 1 and i > 0, 1 - 1/l <= l^i i^i/(i+1)^(i+1), and L^-(n+1) <= 1. So what (1-s) L^(n-2) and (1-s) "
    "L^-(n+1) cost is at most "
    "what the shipped sum takes for them.",
    "direct computation",
    f"{EVERY}, all l = 1 + t > 1, i > 0",
)
def _apart(effort: Effort) -> Verdict:
    def height(xp: Any, t: Any, i: Any) -> Any:
        return (i + 1) * xp.log(1 + t) - xp.log(t) + i * xp.log(i) - (i + 1) * xp.log(i + 1)

    def rise(xp: Any, t: Any, i: Any) -> Any:
        return (i * t - 1) / (t * (1 + t))

    domain, side = {"t": SIZE, "i": SIZE}, {"i": SIZE, "z": SIZE}
    return chain(
        "log of the right side less log of the left falls up to t = 1/i, where it is 0, and then rises. L^(n-2) is "
        "the binomial sum of "
        "the powers l^j (beside).",
        ("0 at t = 1/i", same(lambda xp, i: height(xp, 1 / i, i), _zero, "i", {"i": SIZE}, effort)),
        ("its slope", same(slopes(height, 0, "t i"), rise, "t i", domain, effort)),
        ("it falls before", sign_of(lambda xp, i, z: -rise(xp, 1 / (i * (1 + z)), i), "i z", side, effort)),
        ("and rises after", sign_of(lambda xp, i, z: rise(xp, (1 + z) / i, i), "i z", side, effort)),
        ("L >= 1", sign_of(lambda xp, u, t: stretched(u, 1 + t) - 1, "u t", {**RATE, "t": SIZE}, effort)),
    )


@BOOK.identity(
    "apart.shipped",
    "What the shipped sum takes for (1-1/l) l^(k-2) is the least of near(k), near(k+1)/4 and 4 near(k+2)/27, and of "
    "no power beyond the "
    "wrapped curve.",
    "apart, at i = 1 and 2",
    "all costs; k = 2 of a curve up to the order 4",
)
def _apart_shipped(effort: Effort) -> Verdict:
    def shipped(xp: Any, *costs: Any) -> Any:
        given = iter(costs)  # near(k) = (e^c(k) - 1)/(k (k-1)), asked for at k = 2, 3, 4
        held = sample_moments.Costs(xp, lambda within, k: within.log1p(k * (k - 1) * next(given)) / (k - 1), top=4)
        return xp.exp(held.far.up_to(2)[2])

    def written(xp: Any, *costs: Any) -> Any:
        shares = (xp.number(Fraction(*share)) for share in ((1, 1), (1, 4), (4, 27)))
        first, second, third = (xp.log(cost) + xp.log(share) for cost, share in zip(costs, shares, strict=True))
        return xp.exp(xp.minimum(xp.minimum(first, second), third))

    return same(shipped, written, "near2 near3 near4", dict.fromkeys(("near2", "near3", "near4"), SIZE), effort)


@BOOK.identity(
    "beside",
    "s L^(n-2) = L^(n-1)/l is the sum over j of w_j l^(j-1), w_j = C(n-1,j) r^j (1-r)^(n-1-j), and so is y^-3 times "
    "its value at 1/y that "
    "of w_j y^-(j+2): y^-2 (1-r+r/y)^(n-1).",
    "the binomial theorem",
    f"{EVERY}, all l; written out for n = 2 to 6",
)
def _beside(effort: Effort) -> Verdict:
    def power(n: int) -> Callable[..., Any]:
        return lambda xp, u, x: stretched(u, x) ** (n - 1) / x

    def written(n: int) -> Callable[..., Any]:
        return lambda xp, u, x: sum(
            comb(n - 1, j) * rate(u) ** j * (1 - rate(u)) ** (n - 1 - j) * x ** (j - 1) for j in range(n)
        )

    def exchanged(xp: Any, u: Any, y: Any, b: Any) -> Any:
        return y**-3 * stretched(u, 1 / y) ** b / (1 / y)

    def stated(xp: Any, u: Any, y: Any, b: Any) -> Any:
        return y**-2 * stretched(u, 1 / y) ** b

    return chain(
        "n - 1 = b.",
        *((f"n = {n}", same(power(n), written(n), "u x", {**RATE, "x": SIZE}, effort)) for n in (2, 3, 4, 5, 6)),
        ("exchanged", same(exchanged, stated, "u y b", {**RATE, "y": SIZE, "b": SIZE}, effort)),
    )


@BOOK.inequality(
    "near",
    "With w = (1-r)^(n-1) and the shipped share k = (15 + 17 w)/30, k (1 + x^-3)/2 covers w/x for x >= 1, and "
    "together with the powers j "
    ">= 1 of beside it covers s L^-(n+1) = L^-n/y for y >= 1: both directions of B and C cost k (e^c(2) - 1)/2 and "
    "these powers.",
    "direct computation",
    f"{EVERY}, all x, y = 1 + t >= 1, 0 < w < 1 (w = v/(1+v))",
)
def _near(effort: Effort) -> Verdict:
    def whole(xp: Any, x: Any) -> Any:
        return 16 * (x**3 + 1) - 30 * x**2

    def none(xp: Any, x: Any) -> Any:
        return x**3 + 1 - 4 * (x**2 - x)

    def first(xp: Any, x: Any, v: Any) -> Any:
        return sample_moments.near_share(rate(v)) * (1 + x**-3) / 2 - rate(v) / x

    def first_parts(xp: Any, x: Any, v: Any) -> Any:
        return (rate(v) * whole(xp, x) / 30 + (1 - rate(v)) * (x**3 + 1) / 4) / x**3

    def second(xp: Any, y: Any, v: Any) -> Any:
        return sample_moments.near_share(rate(v)) * (1 + y**-3) / 2 - rate(v) / y**2 - (y - 1) / y**2

    def second_parts(xp: Any, y: Any, v: Any) -> Any:
        return (rate(v) * whole(xp, y) / 30 + (1 - rate(v)) * none(xp, y) / 4) / y**3

    def product(xp: Any, u: Any, y: Any) -> Any:
        return stretched(u, y) * stretched(u, 1 / y) - 1

    def excess(xp: Any, u: Any, y: Any) -> Any:
        return 1 / y - stretched(u, y) / y**2

    parts = {"x": SIZE, "v": SIZE}
    squares, both = {"x": SIZE}, {**RATE, "y": SIZE}
    return chain(
        "By product, (1-r+r/y)^(n-1) >= L^-(n-1), L >= 1; so y^-2 (1-r+r/y)^(n-1) falls short of L^-n/y by at most "
        "L^-n (1/y - L/y^2) = "
        "L^-n (1-r)(y-1)/y^2 <= (y-1)/y^2, and j = 0 is w/y^2 of it. What is left is a sum of two polynomials "
        "without a root.",
        ("16 (x^3+1) - 30 x^2", same(whole, "(x - 5/4)^2*(16*x + 10) + 3/8", "x", squares, effort)),
        ("x^3 + 1 - 4 x^2 + 4 x", same("x^3 + 1 - 4*(x^2 - x)", "x*(x - 2)^2 + 1", "x", squares, effort)),
        ("x >= 1: the spare part", same(first, first_parts, "x v", parts, effort)),
        ("y >= 1: the spare part", same(second, second_parts, "x v", parts, effort)),
        ("product", same(product, lambda xp, u, y: rate(u) * (1 - rate(u)) * (y - 1) ** 2 / y, "u y", both, effort)),
        ("the shortfall", same(excess, lambda xp, u, y: (1 - rate(u)) * (y - 1) / y**2, "u y", both, effort)),
    )


@BOOK.identity(
    "fine",
    "The shipped sum is 1 + n (n-1) r^2 (k near(2) + sum over j >= 1 of w_j near(j+1) + (1-r)(far(2) + sum over j of "
    "w'_j far(j+2))), w' "
    "with n - 2 for n - 1, whatever near and far are.",
    "split, beside, near and apart put together",
    f"{EVERY}, all costs; written out for n = 2 to 5",
)
def _fine(effort: Effort) -> Verdict:
    def shipped(n: int) -> Callable[..., Any]:
        def formula(xp: Any, u: Any, *costs: Any) -> Any:
            held = sample_moments.Costs(xp, lambda within, k: k, top=n)
            held.near = LazySequence([None, None, *map(xp.log, costs[: n - 1])].__getitem__)
            held.far = LazySequence([None, None, *map(xp.log, costs[n - 1 :])].__getitem__)
            return xp.exp(sample_moments.fine(held, rate(u), n))

        return formula

    def written(n: int) -> Callable[..., Any]:
        def formula(xp: Any, u: Any, *costs: Any) -> Any:
            near, far = costs[: n - 1], costs[n - 1 :]
            beside = sum(chance(n - 1, j, u) * near[j - 1] for j in range(1, n))
            apart = sum(chance(n - 2, j, u) * far[j] for j in range(n - 1))
            share = sample_moments.near_share((1 - rate(u)) ** (n - 1))
            return 1 + n * (n - 1) * rate(u) ** 2 * (share * near[0] + beside + (1 - rate(u)) * (far[0] + apart))

        return formula

    def chance(n: int, j: int, u: Any) -> Any:
        return comb(n, j) * rate(u) ** j * (1 - rate(u)) ** (n - j)

    def names(n: int) -> str:
        return " ".join(f"{kind}{k}" for kind in ("near", "far") for k in range(2, n + 1))

    def domain(n: int) -> Any:
        return {**RATE, **dict.fromkeys(names(n).split(), SIZE)}

    return chain(
        "near(k) and far(k) are costs of l^(k-2) and (1-1/l) l^(k-2).",
        *((f"n = {n}", same(shipped(n), written(n), f"u {names(n)}", domain(n), effort)) for n in (2, 3, 4, 5)),
    )


def _zero(xp: Any, *_: Any) -> Any:
    return xp.number(0)
