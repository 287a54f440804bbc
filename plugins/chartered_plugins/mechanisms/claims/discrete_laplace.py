"""Claims about the discrete Laplace mechanism: its ratios, its geometric sums, and its best event."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, same, sign_of, slopes, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import discrete_profiles as lattice, two_point_moments as two_ratios
from .two_terms import convex, two_terms

BOOK = Book("discrete-laplace", "direct computation")
claims = BOOK.claims
SIZE = (Fraction(1, 10), 5)
ORDER = (Fraction(1, 10), 9)
RATE = {"z": SIZE, "b": ORDER}


@BOOK.soundness(
    "pure.ratio",
    "The log-likelihood ratio (|k - Delta| - |k|)/b is Delta/b up to 0, -Delta/b from Delta on and in between "
    "between them; both ends have "
    "positive probability.",
    "Ghosh, Roughgarden, Sundararajan 2009",
    "all Delta, b > 0, all k",
)
def _ratio(effort: Effort) -> Verdict:
    def stated(xp: Any, d: Any, b: Any, span: int = 1) -> Any:
        return bound("discrete", "discrete-laplace.pure")(Said({"sensitivity": d, "scale": b}, span)).epsilon

    def ratio(sign: int) -> Any:
        return lambda xp, d, b, u: stated(xp, d, b) - sign * (d / (1 + u) - d * u / (1 + u)) / b

    noise = {"d": SIZE, "b": SIZE}
    inside = {**noise, "u": SIZE}
    return chain(
        "At distance u outside the ratio is that of u and Delta + u; inside k = Delta u/(1+u). With `epsilon` the "
        "query changes by 1: the "
        "worst case of that eps, since its pair is binary randomized response.",
        ("up to 0", same("(d + u)/b - u/b", lambda xp, d, b, u: stated(xp, d, b), "d b u", inside, effort)),
        ("between, from above", sign_of(ratio(1), "d b u", inside, effort)),
        ("between, from below", sign_of(ratio(-1), "d b u", inside, effort)),
        ("replace-one", same(lambda xp, d, b: stated(xp, d, b, 2), "2*d/b", "d b", noise, effort)),
    )


def moment(xp: Any, z: Any, n: Any, b: Any) -> Any:
    """e^((alpha-1) gamma) of the shipped curve at rate z and shift n."""
    said = Said({"scale": 1 / z, "sensitivity": n})
    return xp.exp(b * bound("discrete", "discrete-laplace.renyi")(said).curve(xp, 1 + b))


@BOOK.identity(
    "renyi.sum",
    "e^((alpha-1) gamma) of the shipped curve is the sum of P^alpha Q^(1-alpha): two geometric tails, and between "
    "them a sum that starts "
    "at 0 for Delta = 1 and gains a^((2 alpha-1) Delta) when Delta grows by one.",
    "geometric sums",
    "all b > 0, whole Delta >= 1, alpha > 1 (a = e^(-z), z = 1/b)",
)
def _sum(effort: Effort) -> Verdict:
    def between(xp: Any, z: Any, n: Any, b: Any) -> Any:
        """What the tails leave of the shipped moment, times a^((alpha-1) n) (1+a)/(1-a)."""
        a = xp.exp(-z)
        tails = (xp.exp(b * n * z) + xp.exp(-(1 + b) * n * z)) / (1 - a)
        return (moment(xp, z, n, b) * (1 + a) / (1 - a) - tails) * xp.exp(-b * n * z)

    def step(xp: Any, z: Any, n: Any, b: Any) -> Any:
        return between(xp, z, n + 1, b) - between(xp, z, n, b)

    domain = {"z": SIZE, "n": (1, 5), "b": ORDER}
    return chain(
        "P(k) = (1-a)/(1+a) a^|k|, Q is P shifted by Delta. At distance j outside [0, Delta] the term is a^j "
        "a^(-(alpha-1) Delta) below "
        "and a^j a^(alpha Delta) above; at k inside it is a^(-(alpha-1) Delta) a^((2 alpha-1) k): induction over "
        "Delta.",
        (
            "nothing between at Delta = 1",
            same(lambda xp, z, b: between(xp, z, 1 + 0 * z, b), zero, "z b", RATE, effort),
        ),
        ("one more term", same(step, "exp(-(1 + 2*b)*n*z)", "z n b", domain, effort)),
    )


@BOOK.soundness(
    "renyi.worst-shift",
    "The logarithm of the moment is convex in the shift and does not fall at none, so a smaller shift loses no more.",
    "two exponentials",
    "all b > 0, alpha > 1, all shifts",
)
def _worst_shift(effort: Effort) -> Verdict:
    def share(xp: Any, z: Any, b: Any) -> Any:
        first, second = (xp.exp(x * z) - xp.exp(-x * z) for x in (1 + b, b))
        return first / (first + second)

    def mean(xp: Any, e: Any, z: Any, b: Any) -> Any:
        return two_terms(xp, share(xp, z, b), e, b)

    def shipped(xp: Any, e: Any, z: Any, b: Any) -> Any:
        return xp.exp(b * two_ratios.discrete_laplace(xp, z, e, 1 + b))

    def lift(xp: Any, z: Any, b: Any) -> Any:  # the slope at no shift, times the sum of the two hyperbolic sines
        return b * (xp.exp((1 + b) * z) - xp.exp(-(1 + b) * z)) - (1 + b) * (xp.exp(b * z) - xp.exp(-b * z))

    def slope(xp: Any, z: Any, b: Any) -> Any:
        both = sum((xp.exp(x * z) - xp.exp(-x * z) for x in (1 + b, b)), xp.number(0))
        return slopes(mean, 0, "e z b")(xp, 0 * z, z, b) * both

    return chain(
        "The slope is 0 at rate 0 and rises with it, as e^-x < 1 for x > 0.",
        ("the shipped moment has two terms", same(shipped, mean, "e z b", {"e": SIZE, **RATE}, effort)),
        ("the slope at no shift", same(slope, lift, "z b", RATE, effort)),
        ("0 at rate 0", same(lambda xp, b: lift(xp, 0 * b, b), zero, "b", {"b": ORDER}, effort)),
        (
            "it rises with the rate",
            same(
                slopes(lift, 0, "z b"),
                "b*(1 + b)*(1 - exp(-z))*(1 - exp(-(1 + 2*b)*z))*exp((1 + b)*z)",
                "z b",
                RATE,
                effort,
            ),
        ),
        *convex(effort),
    )


@BOOK.optimum(
    "profile.cut",
    "The shipped gain of {k <= m} is P(k <= m) - e^eps P(k <= m - Delta); one more outcome adds P(m) - e^eps P(m - "
    "Delta), which is "
    "positive below the cut (Delta - eps b)/2 and negative above it. For m < 0 the formula is above 0 only where "
    "that of m = 0 is higher.",
    "geometric sums",
    "all b > 0, whole 0 <= m <= Delta, eps >= 0",
)
def _cut(effort: Effort) -> Verdict:
    def gain(xp: Any, z: Any, n: Any, m: Any, e: Any) -> Any:
        return lattice.laplace_gain(xp, z, n, e, m)

    def tails(xp: Any, z: Any, n: Any, m: Any, e: Any) -> Any:
        a = xp.exp(-z)
        return 1 - xp.exp(-(m + 1) * z) / (1 + a) - xp.exp(e) * xp.exp(-(n - m) * z) / (1 + a)

    def more(xp: Any, z: Any, n: Any, m: Any, e: Any) -> Any:
        return gain(xp, z, n, m, e) - gain(xp, z, n, m - 1, e)

    def weighed(xp: Any, z: Any, n: Any, m: Any, e: Any) -> Any:
        a = xp.exp(-z)
        return (1 - a) / (1 + a) * (xp.exp(-m * z) - xp.exp(e - (n - m) * z))

    def beside(sign: int) -> Any:
        def away(xp: Any, z: Any, m: Any, e: Any, u: Any) -> Any:  # m = (n - e/z)/2 - sign u
            found = weighed(xp, z, 2 * (m + sign * u) + e / z, m, e)
            return sign * found * xp.exp(m * z) * (1 + xp.exp(-z)) / (1 - xp.exp(-z)) + sign * (
                xp.exp(-2 * sign * u * z) - 1
            )

        return away

    def outside(xp: Any, z: Any, n: Any, j: Any, e: Any) -> Any:
        a, b = xp.exp(-z), xp.exp(-j * z)
        return a * b * gain(xp, z, n, 0 * n, e) - (1 - b) * (1 / b - a) / (1 + a)

    whole = {"z": SIZE, "n": SIZE, "m": SIZE, "e": SIZE}
    side = {"z": SIZE, "m": SIZE, "e": SIZE, "u": SIZE}
    left = {"z": SIZE, "n": SIZE, "j": SIZE, "e": SIZE}
    return chain(
        "The likelihood ratio falls with k, so {k <= m} is best for some m: the last whole number before the cut, "
        "which is among those "
        "tried (none below 0: all outcomes up to 0 have the same ratio; the formula at m = -1 - j is a^(j+1) times "
        "that at 0 less what is "
        "not negative). A larger shift has a larger gain, since P(k <= m - Delta) falls. Divided by its positive "
        "factors the addition is "
        "1 - e^(-2 u/b) at u below the cut, and 1 - e^(2 u/b) at u above.",
        ("the tails", same(gain, tails, "z n m e", whole, effort)),
        ("one more outcome", same(more, weighed, "z n m e", whole, effort)),
        ("below the cut", same(beside(1), zero, "z m e u", side, effort)),
        ("above the cut", same(beside(-1), zero, "z m e u", side, effort)),
        ("left of 0", same(lambda xp, z, n, j, e: gain(xp, z, n, -1 - j, e), outside, "z n j e", left, effort)),
    )


@BOOK.soundness(
    "monotone",
    "Noise of the larger scale is noise of the smaller one to which, with some chance, independent discrete Laplace "
    "noise of the "
    "larger scale is added, whatever the data; and a query of smaller sensitivity is one of the larger, too. So "
    "neither more scale "
    "(less epsilon) nor less sensitivity costs more, inside every wrapper.",
    "data processing",
    "all 0 < p < q < 1 (p = e^(-1/b) = q/(1+v), q = 1/(1+u)), at every cosine x of a frequency (an identity of "
    "polynomials in x)",
)
def _monotone(effort: Effort) -> Verdict:
    def transform(r: Any, x: Any) -> Any:
        return (1 - r) ** 2 / (1 + r * r - 2 * r * x)

    def rates(u: Any, v: Any) -> tuple[Any, Any]:
        return 1 / (1 + u) / (1 + v), 1 / (1 + u)

    def chance(u: Any, v: Any) -> Any:
        p, q = rates(u, v)
        return (1 - p / q) * (1 - p * q) / (1 - p) ** 2

    def added(xp: Any, u: Any, v: Any, x: Any) -> Any:
        p, q = rates(u, v)
        return transform(p, x) * (1 - chance(u, v) + chance(u, v) * transform(q, x))

    def kept(xp: Any, u: Any, v: Any) -> Any:
        p, q = rates(u, v)
        return p * (1 - q) ** 2 / (q * (1 - p) ** 2)

    def noise(xp: Any, u: Any, v: Any, x: Any) -> Any:
        return transform(rates(u, v)[1], x)

    odds = {"u": SIZE, "v": SIZE}
    return chain(
        "The transform of a sum of independent noises is the product of theirs; the chance that nothing is added is "
        "positive, too.",
        ("the transforms", same(added, noise, "u v x", {**odds, "x": (0, 1)}, effort)),
        ("the chance", sign_of(lambda xp, u, v: chance(u, v), "u v", odds, effort)),
        ("what is left of it", same(lambda xp, u, v: 1 - chance(u, v), kept, "u v", odds, effort)),
        ("is positive", sign_of(kept, "u v", odds, effort)),
    )
