"""The claims that the closed forms of Feldman et al. 2021 follow from their clones pair.

With m = C + 1, t = tanh(eps0/2) and v the mean of m fair signs the pair's delta is E(1 + t v - e^eps (1 - t v))_+. Let
N = n/e^eps0, L = log(2/delta), e^eps = 1 + 2 t u: then u = 4 (sqrt(log(4/delta)/N) + 1/N), and the condition is N >= 16
L. Where m >= N/2 the bound is (u/z) e^-z with z = N u^2/(4 (1+u)^2), and else 1. In a = 1/L and r = sqrt(16 L/N): u = r
g and z = k/a with g = sqrt(1 + a log 2) + a r/4 and k = 4 g^2/(1 + r g)^2."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import Step, certain, chain, same, sign_of, slopes
from chartered_verify.inequality.prove import prove_positive
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.formulas import randomized_response as response
from ...subsampling.claims.subsampling import SIZE
from ..formulas import closed_forms as shuffling
from .clone_moments import BOOK as PAIR
from .clones import CLONES

BOOK = Book("feldman2021", "Feldman, McMillan, Talwar 2021")
claims = BOOK.claims
BOTH = {"t": (Fraction(1, 99), 1), "u": SIZE}


@BOOK.soundness(
    "T31.sound",
    "For eps0 <= log(n/(16 log(2/delta))) the pair's delta at the eps of the closed form is at most delta.",
    "Theorem 3.1, from Theorem 3.2",
    "all n, eps0 > 0 and 0 < delta <= 1 that the condition allows",
)
def _sound(effort: Effort) -> Verdict:
    return chain(
        "Given m the gain is 2 t (1 + t u) E(v - w)_+, w = u/(1 + t u); as Pr[v > x] <= e^(-m x^2/2) it is at most 2 "
        "t (1 + t u) e^(-m "
        "w^2/2)/(m w), which falls with m. For m >= N/2 put N/2, and then 1 for t, with which it rises: that is "
        "(u/z) e^-z. It is at "
        "most 3 delta/4 = 3 e^-L/2 if u/z <= 3/2 (1 + z - L). And m < N/2 has a chance of at most e^(-N/8) <= e^-2L "
        "= delta^2/4.",
        ("the likelihoods", PAIR.verdict("renyi.likelihoods", effort)),
        *_gain(effort),
        *_tails(effort),
        *_few(effort),
        *_enough(effort),
    )


def _gain(effort: Effort) -> list[Step]:
    """The gain at v, for the shipped eps."""

    def lifted(xp: Any, lift: Any, n: Any, d: Any) -> Any:
        """(e^eps - 1)/(2 t)."""
        return xp.expm1(shuffling.feldman_epsilon(xp, xp.log1p(lift), n, d)) / (
            2 * response.variation(xp, xp.log1p(lift))
        )

    def four(xp: Any, lift: Any, n: Any, d: Any) -> Any:
        share = n / (1 + lift)
        return 4 * (xp.sqrt(xp.log(4 / d) / share) + 1 / share)

    shipped = {"l": SIZE, "n": (2, 1000), "d": (Fraction(1, 99), 1)}
    return [
        (
            "the gain",
            same(
                "1 + t*v - (1 + 2*t*u)*(1 - t*v)",
                "2*t*(1 + t*u)*(v - u/(1 + t*u))",
                "t u v",
                {**BOTH, "v": SIZE},
                effort,
            ),
        ),
        ("u is that of the shipped eps", same(lifted, four, "l n d", shipped, effort)),
    ]


def _tails(effort: Effort) -> list[Step]:
    """Hoeffding's inequality, its integral, and what t does to it."""

    def spare(xp: Any, x: Any) -> Any:
        """x^2/2 - log cosh x, plus log 2."""
        return x**2 / 2 - xp.log(xp.exp(x) + xp.exp(-x))

    def area(xp: Any, x: Any, w: Any, m: Any) -> Any:
        return -xp.exp(-m * x**2 / 2) / (m * w)

    def below(xp: Any, t: Any, u: Any) -> Any:
        """The slope of t (1 + t u)^2/u in t; w = u/(1 + t u) falls."""
        return slopes(lambda xp, t, u: t * (1 + t * u) ** 2 / u, 0, "t u")(xp, t, u)

    def whole(xp: Any, u: Any, n: Any) -> Any:
        """At t = 1 and m = n/2."""
        w, m = u / (1 + u), n / 2
        return 2 * (1 + u) / (m * w)

    def part(xp: Any, u: Any, n: Any) -> Any:
        """u/z."""
        return u / (n / 2 * (u / (1 + u)) ** 2 / 2)

    three = dict.fromkeys("xwm", SIZE)
    return [
        (
            "cosh x <= e^(x^2/2): the second slope of the difference",
            same(slopes(spare, 0, "x", 2), "((exp(2*x) - 1)/(exp(2*x) + 1))^2", "x", {"x": SIZE}, effort),
        ),
        (
            "an antiderivative of x/w e^(-m x^2/2)",
            same(slopes(area, 0, "x w m"), "x/w*exp(-m*x^2/2)", "x w m", three, effort),
        ),
        ("the factor rises with t", sign_of(below, "t u", BOTH, effort)),
        ("at t = 1 it is u/z", same(whole, part, "u n", {"u": SIZE, "n": SIZE}, effort)),
    ]


def _few(effort: Effort) -> list[Step]:
    """Few clones: E 2^-m <= (1 - 1/(2 e^eps0))^n <= e^(-N/2), one report more being at least 1/2."""

    def one_more(xp: Any, lift: Any) -> Any:
        """E 2^-B for B ~ Bern(e^-eps0), less 2^-1."""
        return 1 - 1 / (2 * (1 + lift)) - xp.number(Fraction(1, 2))

    return [
        ("one more", sign_of(one_more, "l", {"l": SIZE}, effort)),
        ("log(1-x) <= -x", sign_of(_slope, "y", {"y": SIZE}, effort)),
        certain("2^(N/2) e^(-N/2) <= e^(-N/8)", lambda xp: xp.number(Fraction(3, 8)) - xp.log(xp.number(2)) / 2),
    ]


def _slope(xp: Any, y: Any) -> Any:
    """That of -log(1-x) - x at x = y/(1+y)."""
    return slopes(lambda xp, y: xp.log1p(y) - y / (1 + y), 0, "y")(xp, y)


def _parts(xp: Any, a: Any, r: Any) -> tuple[Any, Any]:
    """u and k = z/L."""
    g = xp.sqrt(1 + a * xp.log(xp.number(2))) + a * r / 4
    return r * g, 4 * g**2 / (1 + r * g) ** 2


def _enough(effort: Effort) -> list[Step]:
    """u/z <= 3/2 (1 + z - L), with z = k/a and L = 1/a: where a <= 1 without z - L >= 0, else in full."""

    def at_least(xp: Any, h: Any, x: Any) -> Any:
        """2 g - 1 - r g for g = 1 + h, r = 1/(1+x): so that k >= 1."""
        return 2 * (1 + h) - 1 - (1 + h) / (1 + x)

    def direct(xp: Any, a: Any, r: Any, kind: int) -> Any:
        """u and z as they are defined, with N = 16 L/r^2."""
        n, log4 = 16 / (a * r**2), 1 / a + xp.log(xp.number(2))
        u = 4 * (xp.sqrt(log4 / n) + 1 / n)
        return (u, a * n * u**2 / (4 * (1 + u) ** 2))[kind]

    def near(xp: Any, a: Any, r: Any) -> Any:
        u, k = _parts(xp, a, r)
        return 3 * k / 2 - u * a

    def far(xp: Any, a: Any, r: Any) -> Any:
        u, k = _parts(xp, a, r)
        return 3 * k / 2 * (a + k - 1) - u * a**2

    domain = {"a": (Fraction(1, 99), Fraction(3, 2)), "r": (Fraction(1, 99), 1)}
    zero, one = Fraction(0), Fraction(1)
    return [
        *(
            (
                f"{name} in a and r",
                same(
                    lambda xp, a, r, i=i: direct(xp, a, r, i),
                    lambda xp, a, r, i=i: _parts(xp, a, r)[i],
                    "a r",
                    domain,
                    effort,
                ),
            )
            for i, name in enumerate("uk")
        ),
        ("z >= L", sign_of(at_least, "h x", {"h": SIZE, "x": SIZE}, effort, zero=("h", "x"), strict=False)),
        ("for L >= 1", prove_positive(near, [(zero, one), (zero, one)])),
        ("for log 2 <= L <= 1", prove_positive(far, [(one, Fraction("1.4427")), (zero, one)])),
    ]


@BOOK.soundness(
    "T38.sound",
    "For eps0 >= log(3/2) Theorem 3.8 follows from Theorem 3.1 and the transfer proved here: (1 + e^-eps0/2) n is at "
    "least 1 + 2 (n-1) "
    "e^-eps0. For a smaller eps0 it is not derived here.",
    "Theorem 3.8",
    "all n = 2 + y >= 2, e^eps0 = 3/2 + l, where the condition of Theorem 3.1 holds",
)
def _approximate(effort: Effort) -> Verdict:
    def spare(xp: Any, lift: Any, y: Any) -> Any:
        e, n = xp.log(xp.number(Fraction(3, 2)) + lift), 2 + y
        return shuffling.printed_transfer(xp, e, n, xp.number(1)) - shuffling.transfer(xp, e, n, xp.number(1))

    return chain(
        "",
        ("Theorem 3.1", BOOK.verdict("T31.sound", effort)),
        ("the transfer", CLONES.verdict("clones-approximate.transfer", effort)),
        ("the print's is larger", sign_of(spare, "l y", {"l": SIZE, "y": (0, 1000)}, effort, zero=("l", "y"))),
    )
