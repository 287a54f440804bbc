"""Claims about the privacy blanket: the moments of L, and the two inequalities."""

from math import comb
from typing import Any

from chartered.proving import POSITIVE, Notation, Positive, Proofs, Same
from chartered.proving.steps import Formula

from ..formulas import blanket
from .shuffles import SMALL, above_many, above_small

NOTATION = Notation(
    # what ships, at e^eps0 = 1 + l (of Laplace noise e^(eps0/2)), e^eps = 1 + m and k = 2 + j
    "any(l, m) = blanket.any_randomizer(log1p(l), log1p(m))",
    "response(l, m, j) = blanket.response(log1p(l), 2 + j, log1p(m))",
    "laplace(l, m) = blanket.laplace(2*log1p(l), log1p(m))",
    "size = 1 + l",
    "half = 1 + l",
    "level = 1 + m",
    "k = 2 + j",
    "share = k/(size + k - 1)",
    # the values of L for randomized response
    "truth = share*(size - level)",
    "flip = share*(1 - size*level)",
    "rest = share*(1 - level)",
    "phi_slope(u) = d/du (1 + u)*log(1 + u) - u",
    "phi_curvature(u) = d2/du2 (1 + u)*log(1 + u) - u",
    "t = 1 + y",
    ranges={"l m j g a b c u y z": POSITIVE},
    blanket=blanket,
)
BOOK = Proofs("balle2019", "Balle, Bell, Gascon, Nissim 2019", notation=NOTATION)
TAILS = ("hoeffding", "bennett")
BOOK.inequality(
    "hoeffding.moments",
    "mu_x/omega lies between g and g e^eps0, e^-eps0 <= g <= 1, and has mean 1. So L is at most e^eps0 - e^eps, its "
    "range at most (e^eps0 - 1)(e^eps + 1), and the mean of L^2 at most the shipped one.",
    "Section 5, with sharper constants",
    "all eps0, eps > 0 (e^eps0 = 1 + l, e^eps = 1 + m), g",
    Same("the top", "any(l, m).top", "l - m"),
    Same("the range", "any(l, m).span", "l*(2 + m)"),
    # cosh(eps0/2)^2 less g (1 + e^eps0) - g^2 e^eps0
    Same(
        "c + d - c d is largest, but for a square",
        "(1 + size)^2/(4*size) - g*(1 + size) + g^2*size",
        "size*(g - (1 + size)/(2*size))^2",
    ),
    Same("the second moment", "any(l, m).second", "(2 + l)^2/(4*size)*(1 + level^2) - 2*level/size"),
    Same(
        "the range is that of [g (1 - e^(eps+eps0)), g (e^eps0 - e^eps)] at g = 1",
        "g*(size - level) - g*(1 - size*level)",
        "g*any(l, m).span",
    ),
    so="A variable in [c, d] of mean 1 has second moment at most c + d - c d, and the product of two of them, of which "
    "one is at least g, has mean at least g. What is left of the second step is a square.",
)


def _mean(n: int) -> Formula:
    """The mean of z^M, M ~ Bin(n, g), as a formula."""
    return lambda xp, g, z: sum(comb(n, m) * g**m * (1 - g) ** (n - m) * z**m for m in range(n + 1))


MEANS = tuple(Same(f"the mean over M at n = {n}", _mean(n), f"(1 - g*(1 - z))^{n}") for n in (1, 2, 3, 4))
BOOK.identity(
    "hoeffding.integral",
    "By Hoeffding Pr[L_1 + ... + L_M > t] <= e^(-2 (t + M a)^2/(M b^2)); its integral over t > 0 is at most b^2/(4 "
    "a) e^(-2 M a^2/b^2), and the mean over M ~ Bin(n, gamma) is the shipped power.",
    "Lemmas 5.2 and 5.3",
    "all a, b > 0, M >= 1; e^(-2 a^2/b^2) = z, and z^M averaged for n <= 4",
    # with s = t + M a >= M a: the antiderivative -M b^2/(4 M a) e^(-2 s^2/(M b^2)) has the slope s/(M a) e^(...)
    Same("at the lower end the factor is 1", "m*b^2/(4*m*a)*4*(m*a)/(m*b^2)", "1"),
    *MEANS,
    so="The slope of the antiderivative is s/(M a) times the bound, at least the bound itself; at s = M a it is b^2/(4 "
    "a) e^(-2 M a^2/b^2).",
)
BOOK.inequality(
    "bennett.integral",
    "For L <= b with E L = -a and E L^2 <= c: Pr[L_1 + ... + L_M > t] <= e^(-(M c/b^2) phi(u)), u = (t + M a) b/(M "
    "c); phi is convex, so the integral over t > 0 is at most b/log(1 + a b/c) times the value at t = 0.",
    "Lemma 5.3",
    "all a, b, c, M > 0; u > 0",
    Positive("phi is convex", "phi_curvature(u)"),
    # M c/b^2 times phi'(u) times the slope of u in t, at t = 0
    Same("the rate at t = 0", "m*c/b^2*phi_slope(a*b/c)*b/(m*c)", "log(1 + a*b/c)/b"),
    *MEANS,
    so="e^(x) <= 1 + x + (x^2/y^2)(e^y - 1 - y) for x <= y gives the exponent; the exponential falls at least as fast "
    "as its tangent at t = 0.",
)


def _response(tail: str) -> None:
    BOOK.identity(
        f"response-{tail}.moments",
        "omega is uniform, gamma = k/(e^eps0 + k - 1), and L is gamma times e^eps0 - e^eps, 1 - e^(eps+eps0), or 1 - "
        "e^eps on the k - 2 other values; its mean is 1 - e^eps.",
        "Section 5.2",
        "all eps0, eps > 0 (e^eps0 = 1 + l, e^eps = 1 + m), k = 2 + j",
        Same("the mean", "(truth + flip + j*rest)/k", "-m"),
        Same("the second moment", "response(l, m, j).second", "(truth^2 + flip^2 + j*rest^2)/k"),
        Same("the top", "response(l, m, j).top", "truth"),
        Same("the range", "response(l, m, j).span", "truth - flip"),
        so="The three values are the largest, the least and one between.",
    )
    formula = getattr(blanket, tail)

    def of(xp: Any, size: Any, k: int, n: int, e: Any) -> Any:
        return formula(xp, blanket.response(xp, size, xp.number(k), e), xp.number(n), e)

    BOOK.soundness(
        f"response-{tail}.exact-cases",
        "The bound is not below the exact delta of small shuffles, nor below that of shuffled randomized response on "
        "two values.",
        "enumeration",
        f"{SMALL}; n = 300, eps0 = 1/2, 1 and 2",
        above_small(lambda xp, s, e: of(xp, xp.log(xp.number(s.odds)), s.k, s.n, e)),
        above_many(lambda xp, n, epsilon0, e: of(xp, xp.number(epsilon0), 2, n, e), what="all data, binomial"),
    )


def _laplace(tail: str) -> None:
    BOOK.identity(
        f"laplace-{tail}.moments",
        "For records between 0 and 1 gamma = e^(-eps0/2) and mu_x/omega lies between gamma and gamma e^eps0; the "
        "mean of its square is gamma (2/3 e^(eps0 x) + 1/3 e^(3/2 eps0 - 2 eps0 x)) at x >= 1/2, largest at x = 1, "
        "and the mean of the product for x and x' is least at 0 and 1, where it is 2 gamma - gamma^2.",
        "Section 5.3",
        "all eps0, eps > 0; h = e^(eps0/2) = 1 + l, e^eps = 1 + m, e^(eps0 (x - 1/2)) = 1 + y",
        # eps0 times the integrals of e^(-2 eps0 |w-x| + eps0 max(w, 1-w)) over w > x, 1/2 < w < x and w < 1/2,
        # where e^(eps0 x) = h t
        Same(
            "the pieces",
            "half*t + (half^3*t^3 - half^3)/(3*half^2*t^2) + half^3/(half^2*t^2)",
            "2*(2*half*t/3 + half/t^2/3)",
        ),
        # in t = e^(eps0 (x - 1/2)) >= 1: the slope of 2 t + 1/t^2
        Positive("it rises with x", "2 - 2/(1 + y)^3"),
        # gamma/2 times the pieces, at x = 1
        Same(
            "the second moment",
            "laplace(l, m).second",
            "(level^2 + 1)*(2*half*half/3 + half/half^2/3)/half - 2*level*(2/half - 1/half^2)",
        ),
        so="inf_x mu_x is (eps0/2) e^(-eps0 max(|w|, |1-w|)), of mass e^(-eps0/2). For x <= 1/2 <= x' the mean of the "
        "product falls as x' rises: the part of its integral below x' is (e^(eps0 x) + 2 e^(-eps0 x') (e^eps0 - "
        "e^(eps0 (x+1/2))))/eps0, that above x' is e^(eps0 x)/eps0; for 1/2 <= x <= x' it falls as x falls.",
    )


for _tail in TAILS:
    _response(_tail)
    _laplace(_tail)
