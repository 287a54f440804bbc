"""Claims that the closed forms of Feldman et al. 2021 follow from their clones pair.

With m = C + 1, t = tanh(eps0/2) and v the mean of m fair signs the pair's delta is E(1 + t v - e^eps (1 - t v))_+. Let
N = n/e^eps0, L = log(2/delta), e^eps = 1 + 2 t u: then u = 4 (sqrt(log(4/delta)/N) + 1/N), and the condition is N >= 16
L. If m >= N/2 the bound is (u/z) e^-z with z = N u^2/(4 (1+u)^2), otherwise 1. In a = 1/L and r = sqrt(16 L/N): u = r g
and z = k/a with g = sqrt(1 + a log 2) + a r/4 and k = 4 g^2/(1 + r g)^2."""

from fractions import Fraction

from chartered.proving import POSITIVE, Claimed, Covered, Nonnegative, Notation, Positive, Proofs, Same

from ...basics.formulas import randomized_response as response
from ..formulas import closed_forms as shuffling
from .clone_moments import BOOK as PAIR
from .clones import CLONES

MOST = Fraction("1.4427")
"""An upper bound of 1/log 2."""
NOTATION = Notation(
    "odds = 1 + l",
    "g = sqrt(1 + a*log(2)) + a*r/4",
    "k = 4*g^2/(1 + r*g)^2",
    # u as it is defined, and (e^eps - 1)/(2 t) of the shipped eps
    "defined(log4, share) = 4*(sqrt(log4/share) + 1/share)",
    "shipped = expm1(shuffling.feldman_epsilon(log1p(l), n, d))/(2*response.variation(log1p(l)))",
    # N = 16 L/r^2
    "share = 16/(a*r^2)",
    "edge = u/(1 + u)",
    "own = defined(1/a + log(2), share)",
    # of Theorem 3.8: eps0, and both distances over delta0 at n = 2 + y
    "high = log(3/2 + l)",
    "printed = shuffling.printed_transfer(high, 2 + y, 1)",
    "proved = shuffling.transfer(high, 2 + y, 1)",
    ranges={"l n m u v w x y h": POSITIVE, "d t r": (Fraction(1, 99), 1), "a": (Fraction(1, 99), Fraction(3, 2))},
    shuffling=shuffling,
    response=response,
)
BOOK = Proofs("feldman2021", "Feldman, McMillan, Talwar 2021", notation=NOTATION)
BOOK.soundness(
    "T31.sound",
    "For eps0 <= log(n/(16 log(2/delta))) the pair's delta at the eps of the closed form is at most delta.",
    "Theorem 3.1, from Theorem 3.2",
    "all n, eps0 > 0 and 0 < delta <= 1 that the condition allows",
    Claimed("the likelihoods", PAIR, "renyi.likelihoods"),
    Same("the gain", "1 + t*v - (1 + 2*t*u)*(1 - t*v)", "2*t*(1 + t*u)*(v - u/(1 + t*u))"),
    Same("u is that of the shipped eps", "shipped", "defined(log(4/d), n/odds)"),
    # Hoeffding's inequality, its integral, and what t does to it: x^2/2 - log cosh x, plus log 2
    Same(
        "cosh x <= e^(x^2/2): the second slope of the difference",
        "d2/dx2 x^2/2 - log(exp(x) + exp(-x))",
        "((exp(2*x) - 1)/(exp(2*x) + 1))^2",
    ),
    Same("an antiderivative of x/w e^(-m x^2/2)", "d/dx -exp(-m*x^2/2)/(m*w)", "x/w*exp(-m*x^2/2)"),
    Positive("the factor rises with t", "d/dt t*(1 + t*u)^2/u"),
    # w and m at t = 1 and m = n/2, and u/z
    Same("at t = 1 it is u/z", "2*(1 + u)/(n/2*edge)", "u/(n/2*edge^2/2)"),
    # few clones: E 2^-m <= (1 - 1/(2 e^eps0))^n <= e^(-N/2); E 2^-B for B ~ Bern(e^-eps0) is at least 1/2
    Positive("one more", "1 - 1/(2*odds) - 1/2"),
    Positive("log(1-x) <= -x", "d/dy log(1 + y) - y/(1 + y)"),
    Positive("2^(N/2) e^(-N/2) <= e^(-N/8)", "3/8 - log(2)/2"),
    Same("u in a and r", "own", "r*g"),
    Same("k in a and r", "a*share*own^2/(4*(1 + own)^2)", "k"),
    # 2 g - 1 - r g for g = 1 + h, r = 1/(1+x): so that k >= 1
    Nonnegative("z >= L", "2*(1 + h) - 1 - (1 + h)/(1 + x)", zero="h x"),
    # u/z <= 3/2 (1 + z - L), with z = k/a and L = 1/a: where a <= 1 without z - L >= 0, else in full
    Covered("for L >= 1", "3*k/2 - r*g*a", {"a": (0, 1), "r": (0, 1)}, sloped=True),
    Covered("for log 2 <= L <= 1", "3*k/2*(a + k - 1) - r*g*a^2", {"a": (1, MOST), "r": (0, 1)}, sloped=True),
    so="Given m the gain is 2 t (1 + t u) E(v - w)_+, w = u/(1 + t u); as Pr[v > x] <= e^(-m x^2/2) it is at most 2 t "
    "(1 + t u) e^(-m w^2/2)/(m w), which falls with m. For m >= N/2 put N/2, and then 1 for t, with which it rises: "
    "that is (u/z) e^-z. It is at most 3 delta/4 = 3 e^-L/2 if u/z <= 3/2 (1 + z - L). And m < N/2 has a chance of "
    "at most e^(-N/8) <= e^-2L = delta^2/4.",
)
BOOK.soundness(
    "T38.sound",
    "For eps0 >= log(3/2) Theorem 3.8 follows from Theorem 3.1 and the transfer proved here: (1 + e^-eps0/2) n is at "
    "least 1 + 2 (n-1) e^-eps0. For a smaller eps0 it is not derived here.",
    "Theorem 3.8",
    "all n = 2 + y >= 2, e^eps0 = 3/2 + l, where the condition of Theorem 3.1 holds",
    Claimed("Theorem 3.1", BOOK, "T31.sound"),
    Claimed("the transfer", CLONES, "clones-approximate.transfer"),
    Positive("the print's is larger", "printed - proved", zero="l y"),
    so="With the larger transfer delta is larger.",
)
