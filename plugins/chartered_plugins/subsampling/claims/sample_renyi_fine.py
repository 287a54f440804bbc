"""Claims about the finer bound on the Renyi curve of a sample: powers that bound each part, and their sum."""

from collections.abc import Callable
from math import comb
from typing import Any

from chartered.proving import Notation, Positive, Proofs, Same
from chartered_verify.lazy_sequence import LazySequence

from ..formulas import fixed_size_moments as sample_moments
from .whole_orders import RATE, SIZE


def far(xp: Any, near2: Any, near3: Any, near4: Any) -> Any:
    """The value that the registered sum uses for (1-1/l) l^0, with near(k) = (e^c(k) - 1)/(k (k-1)), used at k = 2, 3,
    4."""
    given = iter((near2, near3, near4))
    held = sample_moments.Costs(xp, lambda within, k: within.log1p(k * (k - 1) * next(given)) / (k - 1), top=4)
    return xp.exp(held.far.up_to(2)[2])


def fine(n: int) -> Callable[..., Any]:
    """The registered sum, as a function of near(2) to near(n) and far(2) to far(n)."""

    def shipped(xp: Any, r: Any, *costs: Any) -> Any:
        held = sample_moments.Costs(xp, lambda within, k: k, top=n)
        held.near = LazySequence([None, None, *map(xp.log, costs[: n - 1])].__getitem__)
        held.far = LazySequence([None, None, *map(xp.log, costs[n - 1 :])].__getitem__)
        return xp.exp(sample_moments.fine(held, r, n))

    return shipped


NOTATION = Notation(
    # 1 - 1/l <= l^i i^i/(i+1)^(i+1), at l = 1 + t
    "height(t, i) = (i + 1)*log(1 + t) - log(t) + i*log(i) - (i + 1)*log(i + 1)",
    "rise(t, i) = (i*t - 1)/(t*(1 + t))",
    "least = min(min(log(near2), log(near3) + log(1/4)), log(near4) + log(4/27))",
    "covered = moments.near_share(w)*(1 + x^(-3))/2",
    "whole = 16*(x^3 + 1) - 30*x^2",
    "none = x^3 + 1 - 4*(x^2 - x)",
    ranges={"r w": RATE, "t i z l y b x near2 near3 near4 near5 far2 far3 far4 far5": SIZE},
    moments=sample_moments,
    far=far,
    **{f"fine{n}": fine(n) for n in (2, 3, 4, 5)},
)
BOOK = Proofs("sample.renyi", "ours", at="direct computation", notation=NOTATION)

BOOK.inequality(
    "apart",
    "For l >= 1 and i > 0, 1 - 1/l <= l^i i^i/(i+1)^(i+1), and L^-(n+1) <= 1. So what (1-s) L^(n-2) and (1-s) "
    "L^-(n+1) cost is at most what the shipped sum takes for them.",
    "all 0 < r < 1 (r = u/(1+u)), all l = 1 + t > 1, i > 0",
    Same("0 at t = 1/i", "height(1/i, i)", "0"),
    Same("its slope", "d/dt height(t, i)", "rise(t, i)"),
    Positive("it falls before", "-rise(1/(i*(1 + z)), i)"),
    Positive("and rises after", "rise((1 + z)/i, i)"),
    Positive("L >= 1", "1 - r + r*(1 + t) - 1"),
    so="log of the right side less log of the left falls up to t = 1/i, where it is 0, and then rises. L^(n-2) is the "
    "binomial sum of the powers l^j (beside).",
)

BOOK.identity(
    "apart.shipped",
    "What the shipped sum takes for (1-1/l) l^(k-2) is the least of near(k), near(k+1)/4 and 4 near(k+2)/27, and of "
    "no power beyond the wrapped curve.",
    "apart, at i = 1 and 2",
    "all costs; k = 2 of a curve up to the order 4",
    Same("the least of three", "far(near2, near3, near4)", "exp(least)"),
    so="The costs are those of the powers l^i at i = 0, 1 and 2.",
)


def binomial(n: int, j: int) -> str:
    """The probability that j of n are drawn, at the rate r."""
    return f"{comb(n, j)}*r^{j}*(1 - r)^{n - j}"


BOOK.identity(
    "beside",
    "s L^(n-2) = L^(n-1)/l is the sum over j of w_j l^(j-1), w_j = C(n-1,j) r^j (1-r)^(n-1-j), and so is y^-3 times "
    "its value at 1/y that of w_j y^-(j+2): y^-2 (1-r+r/y)^(n-1).",
    "the binomial theorem",
    "all 0 < r < 1 (r = u/(1+u)), all l; written out for n = 2 to 6",
    *(
        Same(f"n = {n}", f"(1 - r + r*l)^{n - 1}/l", " + ".join(f"{binomial(n - 1, j)}*l^({j - 1})" for j in range(n)))
        for n in (2, 3, 4, 5, 6)
    ),
    Same("exchanged", "y^(-3)*(1 - r + r/y)^b/(1/y)", "y^(-2)*(1 - r + r/y)^b"),
    so="n - 1 = b.",
)

BOOK.inequality(
    "near",
    "With w = (1-r)^(n-1) and the shipped share k = (15 + 17 w)/30, k (1 + x^-3)/2 covers w/x for x >= 1, and "
    "together with the powers j >= 1 of beside it covers s L^-(n+1) = L^-n/y for y >= 1: both directions of B and C "
    "cost k (e^c(2) - 1)/2 and these powers.",
    "all 0 < r < 1 (r = u/(1+u)), all x, y = 1 + t >= 1, 0 < w < 1 (w = v/(1+v))",
    Same("16 (x^3+1) - 30 x^2", "whole", "(x - 5/4)^2*(16*x + 10) + 3/8"),
    Same("x^3 + 1 - 4 x^2 + 4 x", "none", "x*(x - 2)^2 + 1"),
    Same("x >= 1: the spare part", "covered - w/x", "(w*whole/30 + (1 - w)*(x^3 + 1)/4)/x^3"),
    Same("y >= 1: the spare part", "covered - w/x^2 - (x - 1)/x^2", "(w*whole/30 + (1 - w)*none/4)/x^3"),
    Same("product", "(1 - r + r*y)*(1 - r + r/y) - 1", "r*(1 - r)*(y - 1)^2/y"),
    Same("the shortfall", "1/y - (1 - r + r*y)/y^2", "(1 - r)*(y - 1)/y^2"),
    so="By product, (1-r+r/y)^(n-1) >= L^-(n-1), L >= 1; so y^-2 (1-r+r/y)^(n-1) falls short of L^-n/y by at most "
    "L^-n (1/y - L/y^2) = L^-n (1-r)(y-1)/y^2 <= (y-1)/y^2, and j = 0 is w/y^2 of it. What is left is a sum of two "
    "polynomials without a root.",
)


def _fine(n: int) -> Same:
    near, far = ([f"{kind}{k}" for k in range(2, n + 1)] for kind in ("near", "far"))
    beside = " + ".join(f"{binomial(n - 1, j)}*{near[j - 1]}" for j in range(1, n))
    apart = " + ".join(f"{binomial(n - 2, j)}*{far[j]}" for j in range(n - 1))
    share = f"(15 + 17*(1 - r)^{n - 1})/30"
    written = f"1 + {n * (n - 1)}*r^2*({share}*near2 + {beside} + (1 - r)*(far2 + {apart}))"
    return Same(f"n = {n}", f"fine{n}(r, {', '.join(near + far)})", written)


BOOK.identity(
    "fine",
    "The shipped sum is 1 + n (n-1) r^2 (k near(2) + sum over j >= 1 of w_j near(j+1) + (1-r)(far(2) + sum over j of "
    "w'_j far(j+2))), w' with n - 2 for n - 1, whatever near and far are.",
    "split, beside, near and apart put together",
    "all 0 < r < 1 (r = u/(1+u)), all costs; written out for n = 2 to 5",
    *map(_fine, (2, 3, 4, 5)),
    so="near(k) and far(k) are costs of l^(k-2) and (1-1/l) l^(k-2).",
)
