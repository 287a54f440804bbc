"""Claims about the Renyi curve of a Poisson-sampled mechanism: the sum, the power that bounds the reverse direction,
and the orders in between."""

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

from chartered.proving import Notation, Proofs, Range, Same, Touches

from ..formulas import poisson_moments, sampled_gaussian_finite_sum
from ..formulas.integer_orders import Moments
from .whole_orders import RATE, SIZE

WRITTEN_OUT = (2, 3, 4, 5)


def forward(n: int) -> Callable[..., Any]:
    """The registered sum for a rate and moments given by their excess over 1."""
    return lambda xp, q, *excesses: poisson_moments.forward(_moments(xp, *excesses), q, n)


def _moments(xp: Any, *excesses: Any) -> Moments:
    """Moments of which the first and each following one equals 1 + its excess."""
    given = iter(excesses)
    return Moments(xp, lambda within, k: within.log1p(next(given)) / (k - 1))


NOTATION = Notation(
    "inverse = (1 - q + q*x)^(1 - n)",
    "power(x, d) = (x^(-d) - 1 + d*(x - 1))/(d*(1 + d))",
    "power_slope(x, d) = d/dx power(x, d)",
    "chord(x, z) = (1 - z)*(x - 1)^2/2 + z*(1/x - 1 + (x - 1))/2",
    "chord_slope(x, z) = d/dx chord(x, z)",
    ranges={"q z": RATE, "n": Range.order(SIZE), "x d y sigma y2 y3 y4 y5": SIZE},
    **{f"forward{n}": forward(n) for n in WRITTEN_OUT},
)
BOOK = Proofs("poisson.renyi", "ours", notation=NOTATION)


def _written_out(n: int) -> tuple[Same, Same]:
    weights = [f"{comb(n, k)}*q^{k}*(1 - q)^{n - k}" for k in range(n + 1)]
    names = [f"y{k}" for k in range(2, n + 1)]
    powers = " + ".join(f"{weight}*x^{k}" for k, weight in enumerate(weights))
    written = " + ".join(["1", *(f"{weight}*{y}" for weight, y in zip(weights[2:], names, strict=True))])
    return (
        Same(f"(1-q+q x)^{n}", f"(1 - q + q*x)^{n}", powers),
        Same(f"the shipped sum at {n}", f"exp(forward{n}(q, {', '.join(names)}))", written),
    )


BOOK.identity(
    "sum",
    "E_Q[(1-q+q x)^n] is 1 plus the sum over k >= 2 of C(n,k) q^k (1-q)^(n-k) (E_Q[x^k] - 1), and the shipped sum is "
    "that of the moments e^((k-1) gamma(k)).",
    "the binomial theorem",
    "all 0 < q < 1 (q = u/(1+u)), all x > 0 and moments above 1; written out for n = 2 to 5",
    *(part for n in WRITTEN_OUT for part in _written_out(n)),
    so="At x = 1 the powers say that the weights add up to 1; E_Q[1] and E_Q[x] are 1, so these terms leave nothing.",
)

BOOK.inequality(
    "reverse",
    "E_Q[(1-q+q x)^(1-n)] - 1 is at most n (n-1) q^2 times the mean of the function whose second derivative is x^-c, "
    "c = (n+1) q, or for c <= 3 its chord between 1 and x^-3.",
    "the inequality of the arithmetic and the geometric mean",
    "all 0 < q < 1 (q = u/(1+u)), n = 1 + b > 1, x > 0",
    Touches("1 - q + q*x - x^q", "x", 1),
    Same("the second derivative of w^(1-n)", "d2/dx2 inverse", "n*(n - 1)*q^2*(1 - q + q*x)^(-n - 1)"),
    Same("the function for x^-c, c = 2 + d > 2", "d/dx power_slope(x, d)", "x^(-2 - d)"),
    Same("its slope at 1 is 0", "power_slope(1, d)", "0"),
    Same("the function for the chord", "d/dx chord_slope(x, z)", "1 - z + z*x^(-3)"),
    Same("its slope at 1 is 0", "chord_slope(1, z)", "0"),
    so="So w = 1-q+q x >= x^q and w^-(n+1) <= x^-c; for c <= 3 the same inequality at x^-3 and c/3 in the place of x "
    "and q bounds that by the chord. Value and slope at x = 1 are those of w^(1-n), up to the slope's multiple of x - "
    "1, whose mean is 0; so the bound is on the means. E_Q[x^(1-k)] = E_P[(Q/P)^k] <= e^((k-1) gamma(k)): x^-(c-2) "
    "has the mean e^((c-2) gamma(c-1)), and both parts of the chord have (e^gamma(2) - 1)/2.",
)


def _backward(q: Fraction, n: int) -> Same:
    c = (n + 1) * q
    share = n * (n - 1) * q**2 / (2 if c <= 3 else (c - 1) * (c - 2))
    return Same(
        f"q = {q}, n = {n}", lambda xp, y: xp.exp(poisson_moments.backward(_moments(xp, y), q, n)), f"1 + {share}*y"
    )


BOOK.identity(
    "reverse.shipped",
    "The shipped bound on the reverse direction is 1 + n (n-1) q^2 (e^gamma(2) - 1)/2, and 1 + n (n-1) q^2 (e^((c-2) "
    "gamma(c-1)) - 1)/((c-1)(c-2)) for c = (n+1) q > 3.",
    "our bound",
    "all curves; q = 1/10 and n = 2, 9, 29 (c = 0.3, 1, 3), q = 9/10 and n = 3, 9 (c = 3.6, 9)",
    *(_backward(Fraction(1, 10), n) for n in (2, 9, 29)),
    *(_backward(Fraction(9, 10), n) for n in (3, 9)),
    so="y is what the moment is above 1, at the order 2 or c - 1.",
)


def _gaussian(n: int) -> Same:
    def general(xp: Any, q: Any, sigma: Any) -> Any:
        moments = Moments(xp, lambda within, alpha: alpha / (2 * sigma**2))
        return xp.exp(poisson_moments.forward(moments, q, n)) - 1

    return Same(f"order {n}", general, lambda xp, q, sigma: sampled_gaussian_finite_sum.whole_excess(xp, q, sigma, n))


BOOK.identity(
    "gaussian",
    "For the curve alpha/(2 sigma^2) the shipped sum is the exact moment of the sampled Gaussian.",
    "our check; Mironov, Talwar, Zhang 2019, Section 3.3",
    "all 0 < q < 1 (q = u/(1+u)), sigma > 0, whole orders 2 to 5",
    *map(_gaussian, WRITTEN_OUT),
    so="So nothing is lost in that direction, which for the Gaussian is the larger one.",
)
