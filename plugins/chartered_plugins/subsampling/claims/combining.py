"""Claims about profiles that combine others, and about bounds on their tails: mixtures, extremes, samples, and the
rules at infinity."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Claimed, Nonnegative, Notation, Proofs, Range, Same, SameParts, Slope, Tends, held

from ...basics.claims.gdp_tail import BOOK as GDP
from ...basics.claims.mills import above_lower
from ..formulas import amplification

SIZE = (Fraction(1, 5), 4)


def steep(rate: Any) -> ch.Profile:
    """The profile e^(-rate eps), as an example."""
    return ch.Profile(delta=lambda xp, e, _: xp.exp(-rate * e))


NOTATION = Notation(
    "tail_limit = e*e/(e*e/(m*m) - 2*log(w))",
    "inner = exp(amplification.inner_epsilon(q, eps))",
    "parabola = b*(b/(2*a) + x) - a*(b/(2*a) + x)^2",
    "gap(x, s) = x/s - 1 - log(x/s)",
    ranges={"e a b c m w x s": SIZE, "q": Range.chance(SIZE), "eps": Range.epsilon((0, 4)), "t": Range.order(SIZE)},
    amplification=amplification,
    mixture=lambda xp, w, a, b, e: ch.mixture([(held(w), steep(a)), (held(1 - w), steep(b))]).delta(xp, e, {}),
    greatest=lambda xp, a, b, e: ch.greatest([steep(a), steep(b)]).delta(xp, e, {}),
    least=lambda xp, a, b, e: ch.least([steep(a), steep(b)]).delta(xp, e, {}),
)
BOOK = Proofs("families", "direct computation", notation=NOTATION)

BOOK.soundness(
    "mixture.sound",
    "The hockey-stick divergence of a mixture whose label is seen is the mean of those of its parts: (w x)_+ = w x_+ "
    "outcome by outcome.",
    "definition of the hockey-stick divergence",
    "all weights, parts, eps >= 0",
    SameParts("(w x)_+ for x >= 0", "positive(w*x)", "w*x"),
    SameParts("(w x)_+ for x <= 0", "positive(-w*x)", "0"),
    Same("the shipped mean", "mixture(w, a, b, e)", "w*exp(-a*e) + (1 - w)*exp(-b*e)", {"w": Range.chance(SIZE)}),
    so="Its outcomes are pairs of a label and an outcome, and the label has the same chance w for both neighbours.",
)

BOOK.soundness(
    "extremes.sound",
    "The shipped maximum and minimum are those of the parts at each eps: a bound for a mechanism that behaves as one "
    "of several, and for one of which several bounds hold.",
    "definition of (eps, delta)-DP",
    "all parts, eps >= 0",
    Same("the maximum", "greatest(a, b, e) - max(exp(-a*e), exp(-b*e))", "0"),
    Same("the minimum", "least(a, b, e) - min(exp(-a*e), exp(-b*e))", "0"),
    so="Every part of the maximum is at most it, and every part of the minimum is a bound by itself.",
)

BOOK.inequality(
    "tails.worst",
    "A parabola c + b eps - a eps^2 with the least a, the largest b and the largest c is nowhere below the others, so "
    "neither is the mean of their exponentials; the tail limit of a mean is the largest one of its parts.",
    "Theorem 3.3",
    "all eps >= 0",
    Nonnegative("it is not negative", "c + b*e + a*e*e", zero="e a b c"),
    Tends("a weight does not change eps^2/(-2 log delta) in the limit", "tail_limit", "e", "inf", "m*m"),
    Claimed("a part that is mu-GDP is below its parabola", GDP, "profile.tail-above"),
    so="The difference has the nonnegative coefficients c - c_i, b - b_i and a_i - a. With the weight w of its worst "
    "part, the mean is between w delta and delta.",
)

BOOK.inequality(
    "tails.sampled",
    "On a Poisson sample the inner eps is at least eps and at most eps + log(1/q): whatever bounds the inner end and "
    "falls bounds the outer one, with the same tail limit.",
    "Balle, Barthe, Gaboardi 2018, Theorem 8; Theorem 3.3",
    "all 0 < q < 1, eps >= 0",
    Same("the lower difference", "inner - exp(eps)", "(exp(eps) - 1)*(1/q - 1)"),
    Same("the upper difference", "exp(eps)/q - inner", "1/q - 1"),
    Slope("the slope of c + b x - a x^2 at b/(2 a) + x", "parabola", "x", "-2*a*x"),
    so="e^eps' - e^eps = (e^eps - 1)(1/q - 1) >= 0, and e^eps/q - e^eps' = 1/q - 1 >= 0. The parabola falls from eps "
    "= b/(2 a) on.",
)

BOOK.inequality(
    "tails.rules",
    "The rules at infinity: Phi(-t) <= e^(-t^2/2)/2 for t >= 0; Phi(-t) >= phi(t)/(2 t) for t >= 1; log x <= log s + "
    "x/s - 1; log1p(v) and expm1(v) lie between v and v times their rate at the end.",
    "direct computation",
    "all t, x, s > 0, v > -1",
    Claimed("Phi(-t) <= e^(-t^2/2)/2", GDP, "profile.tail-above"),
    above_lower,
    Nonnegative("t/(t^2 + 1) >= 1/(2 t) from 1 on", "t/(t^2 + 1) - 1/(2*t)", zero="t"),
    Slope("the tangent's gap", "gap(x, s)", "x", "1/s - 1/x"),
    Same("is 0 at x = s", "gap(s, s)", "0"),
    so="Mills' ratio exceeds t/(t^2 + 1) >= 1/(2 t) at 1 + t. The tangent's gap is 0 at x = s and its rate has the "
    "sign of x - s. By the mean value theorem f(v) = v f'(xi) with xi between 0 and v, where f(0) = 0, f'(0) = 1 and "
    "f' is monotone.",
)
