"""Claims about truncated discrete Laplace noise: its profile by its tails, and by the sum over all outcomes."""

from fractions import Fraction
from typing import Any

from chartered.proving import Answers, Notation, Positive, Proofs, Same, numbers

from ..formulas import discrete_profiles as lattice
from .discrete_stated import summed

SIZE = (Fraction(1, 10), 5)
NOTATION = Notation(
    "a(z) = exp(-z)",
    "left_out(z, A) = exp(-(A + 1)*z)",
    # over the noise of the bound A: all weights a^|k|, and those above m, or up to -m, for 0 <= m <= A
    "whole(z, A) = (1 + a(z) - 2*left_out(z, A))/(1 - a(z))",
    "above(z, A, m) = (exp(-(m + 1)*z) - left_out(z, A))/(1 - a(z))/whole(z, A)",
    "up_to(z, A, m) = (exp(-m*z) - left_out(z, A))/(1 - a(z))/whole(z, A)",
    "gain(z, n, A, m, e) = lattice.truncated_gain(z, A, n, e, m)",
    "gains(z, n, m, e) = (exp(-m*z) - exp(e - (n - m)*z))/(whole(z, 1 + n))",
    "beside(z, m, e, u) = gains(z, 2*(m + u) + e/z, m, e)*exp(m*z)*whole(z, 1 + 2*(m + u) + e/z)",
    ranges={"z n m e u x s d": SIZE},
    lattice=lattice,
)
BOOK = Proofs("truncated-discrete-laplace", "direct computation", at="geometric sums", notation=NOTATION)

BOOK.identity(
    "profile.tails",
    "The shipped gain of {k <= m} is P(k <= m) - e^eps P(k <= m - Delta), by the two tails, for 0 <= m <= Delta.",
    "all b > 0, all bounds A = m + s, all eps >= 0 (z = 1/b)",
    Same("a tail ends at the bound", "above(z, m, m)", "0"),
    Same("one outcome more", "(above(z, m + s, m - 1) - above(z, m + s, m))*whole(z, m + s)", "exp(-m*z)"),
    Same("both tails and the middle", "(2*above(z, s, 0) + 1/whole(z, s))", "1"),
    Same("the gain", "gain(z, n, n + s, m, e)", "1 - above(z, n + s, m) - exp(e)*up_to(z, n + s, n - m)"),
    so="The tail from m + 1 to A has the weights of a geometric sum, and the one up to -m is its mirror image. Neither "
    "cut is beyond the bound if that is at least Delta, and otherwise where both noises can reach.",
)

BOOK.optimum(
    "profile.cut",
    "One more outcome adds P(m) - e^eps P(m - Delta), which is positive below the cut (Delta - eps b)/2 and negative "
    "above it, as without a bound. Below 0 the formula is no higher than at 0.",
    "all b > 0, 0 <= m <= Delta, 0 <= eps <= Delta/b",
    Same("one more outcome", "gain(z, n, 1 + n, m, e) - gain(z, n, 1 + n, m - 1, e)", "gains(z, n, m, e)"),
    Same("below the cut", "beside(z, m, e, u)", "1 - exp(-2*u*z)"),
    Same("above the cut", "beside(z, m, e, -u)", "1 - exp(2*u*z)"),
    Same(
        "left of 0, at eps = Delta/b - x",
        "(gain(z, n, 1 + n, 0, n*z - x) - gain(z, n, 1 + n, -1, n*z - x))*whole(z, 1 + n)",
        "1 - exp(-x)",
    ),
    so="The likelihood ratio falls with k: it is infinite below Delta - A, where shifted noise cannot reach, and falls "
    "from e^(Delta/b) to 0 beyond. A larger shift has a larger gain, as P(k <= m - Delta) falls; noise is symmetric, "
    "and so are the two directions.",
)

BOOK.identity(
    "approximate.mass",
    "At eps = Delta/b the best cut is at 0, and what it gains is the mass above A - Delta, which shifted noise cannot "
    "reach: the delta of all larger eps.",
    "all b > 0, all bounds A = Delta + s",
    Same("out of reach", "gain(z, n, n + s, 0, n*z)", "above(z, n + s, s)"),
    Same("in one", "above(z, n + s, s)", "left_out(z, n + s)*(exp(n*z) - 1)/(1 + a(z) - 2*left_out(z, n + s))"),
    so="From there on the event gains nothing from shifted noise, and loses nothing to it.",
)

BOOK.soundness(
    "monotone",
    "A query of smaller sensitivity is one of the larger, too.",
    "definition",
    "all sensitivities d and d + x",
    Positive("the difference", "(d + x) - d"),
)


def _answers(scale: str, bound: int, shift: int, two: bool = False) -> Answers:
    def weights(xp: Any, epsilon: Fraction) -> dict[int, Any]:
        a = xp.exp(-xp.number(1 / Fraction(scale)))
        return {k: a ** abs(k) for k in range(-bound, bound + 1)}

    noise = f"truncated-discrete-laplace:scale={scale},bound={bound}"
    return summed(noise, weights, shift, numbers("0 1/3 1 5/2 9"), two)


BOOK.stated(
    "profile.summed",
    "The registered profile is the sum of the positive parts of P - e^eps Q over all outcomes.",
    "direct computation",
    "scales 1/2 to 7, bounds up to 60, shifts from 1 to beyond twice the bound, also of a replaced record, 5 eps",
    _answers("2", 8, 1),
    _answers("2", 8, 3),
    _answers("1/2", 5, 5),
    _answers("7", 60, 4, two=True),
    _answers("3/2", 6, 3, two=True),
    *(_answers("2", 4, shift) for shift in (5, 6, 7, 8, 9, 10)),
)
