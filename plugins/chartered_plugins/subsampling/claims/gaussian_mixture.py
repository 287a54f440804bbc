"""Claims about mixtures of Gaussians: bounds by any threshold, that the best threshold attains delta, the largest
amount, and the rewritings."""

from fractions import Fraction
from typing import Any

from chartered.proving import Nonnegative, Notation, Positive, Proofs, Range, Rewrites, Same, Sampled

from ..formulas import gaussian_mixture as mixture

CHANCE = (Fraction(1, 100), 1)
SMALL = (Fraction(1, 10), 5)
NOTATION = Notation(
    # two amounts m and n with chances q and 1 - q; at an outcome their likelihood ratios are x and v
    "ratio(m, t) = exp(m*t - m^2/2)",
    "level = q*ratio(m, t) + (1 - q)*ratio(n, t)",
    "share = q*ratio(m, t)/level",
    ranges={
        "q": Range.chance((Fraction(1, 20), 20)),
        "eps": Range.epsilon((0, 20)),
        "x v y": CHANCE,
        "m n t s z": SMALL,
    },
)
BOOK = Proofs(
    "gaussian-mixture", "Choquette-Choo, Ganesh, Steinke, Thakurta 2023", at="direct computation", notation=NOTATION
)

BOOK.identity(
    "profile.shares",
    "At any threshold t the shares of the amounts add up to 1, so the outcome's excess is the sum of theirs: (q x + "
    "(1-q) v - e^eps y) = (q x - share e^eps y) + ((1-q) v - (1-share) e^eps y), and that of the other way likewise. "
    "The part's eps is that of the shipped formula.",
    "all 0 < q < 1, two amounts, any t, all outcomes",
    Same("removal", "q*x + (1 - q)*v - exp(eps)*y", "(q*x - share*exp(eps)*y) + ((1 - q)*v - (1 - share)*exp(eps)*y)"),
    Same("addition", "y - exp(eps)*(q*x + (1 - q)*v)", "(share*y - exp(eps)*q*x) + ((1-share)*y - exp(eps)*(1 - q)*v)"),
    Same("the part's e^eps", "share*exp(eps)/q", "exp(eps)*ratio(m, t)/level"),
    so="The positive part of a sum is at most the sum of the positive parts, of which the Gaussian profiles are the "
    "integrals. More amounts are added one by one.",
)

BOOK.soundness(
    "profile.attained",
    "The likelihood ratio rises in the outcome, and at the threshold where it is e^eps each part's own threshold is "
    "the same one: all positive parts are taken on the same outcomes, and the bound is attained.",
    "all 0 < q < 1, two amounts, any t; at the outcome t",
    Positive("the ratio's derivative", "q*m*ratio(m, t) + (1 - q)*n*ratio(n, t)"),
    Same("the part's excess at t", "q*ratio(m, t) - share*level", "0"),
    so="With e^eps = l(t) the part's excess changes its sign at t, as its own ratio rises too.",
)


def mixtures() -> list[tuple[tuple[mixture.Parts, Fraction]]]:
    """Three mixtures and a single Gaussian, each with three eps."""
    third = Fraction(1, 3)
    parts: list[mixture.Parts] = [
        ((third, Fraction(2)), (third, Fraction(1)), (third, Fraction(0))),
        ((Fraction(1, 100), Fraction(3)), (Fraction(99, 100), Fraction(1, 2))),
        ((Fraction(1, 10), Fraction(4)), (Fraction(1, 5), Fraction(1)), (Fraction(7, 10), Fraction(0))),
        ((Fraction(1), Fraction(2)),),
    ]
    return [((one, epsilon),) for one in parts for epsilon in (Fraction(0), Fraction(1, 10), Fraction(1))]


@BOOK.soundness(
    "pld.direct",
    "Both directions, summed over fine intervals of outcomes, are not above the bounds by any threshold, and the best "
    "threshold's are within 1/500 of them.",
    "three mixtures and a single Gaussian, eps in {0, 1/10, 1}, five thresholds",
    Sampled("balls: both directions", cases=mixtures(), bits=128),
)
def _enclosed(xp: Any, case: tuple[mixture.Parts, Fraction]) -> bool:
    parts, epsilon = case
    e, step, rest = xp.number(epsilon), Fraction(1, 16), xp.ndtr(xp.number(-12))
    ahead = back = xp.number(0)
    for k in range(-12 * 16, 20 * 16):
        low, high = xp.number(k * step), xp.number((k + 1) * step)
        none = xp.ndtr(high) - xp.ndtr(low)
        some = xp.number(0)
        for p, m in parts:
            some = some + xp.number(p) * (xp.ndtr(high - xp.number(m)) - xp.ndtr(low - xp.number(m)))
        ahead, back = ahead + xp.positive(some - xp.exp(e) * none), back + xp.positive(none - xp.exp(e) * some)
    # coarser outcomes have no larger divergence, so these are bounds from below of both
    for t in (-1, 0, Fraction(1, 2), 3):
        at = xp.number(t)
        if ahead > mixture.removal_above(xp, parts, e, at) + rest or back > mixture.addition_above(xp, parts, e, at):
            return False
        if mixture.removal_below(xp, parts, e, at) > mixture.removal_above(xp, parts, e, at):
            return False
    best, last = (mixture.propose_threshold(parts, sign * epsilon, up=sign < 0) for sign in (1, -1))
    found = mixture.removal_above(xp, parts, e, xp.number(best)), mixture.addition_above(xp, parts, e, xp.number(last))
    return not (found[0] > ahead + xp.number(Fraction(1, 500)) or found[1] > back + xp.number(Fraction(1, 500)))


BOOK.soundness(
    "gdp.largest",
    "The positive part of a mean is at most the mean of the positive parts, and a Gaussian of a smaller amount has no "
    "larger profile: so the mixture's is at most that of the largest amount.",
    "joint convexity of the hockey-stick divergence",
    "all 0 < q < 1, an outcome with ratio above e^eps for one amount, and not for the other",
    Same("the mean of both excesses", "q*(x - exp(eps)*y) + (1-q)*(v - exp(eps)*y)", "q*x + (1-q)*v - exp(eps)*y"),
    Nonnegative("what a part below 0 takes away", "(1 - q)*v", zero="v"),
    so="Where one excess is negative the sum is less than the other. That more noise per amount never costs more is "
    "gaussian.monotone.",
)

BOOK.soundness(
    "monotone",
    "Noise of the larger sigma is noise of the smaller one with independent noise of the missing variance added to it, "
    "whatever the amount was: so a larger sigma costs no more, for each pair of neighbours.",
    "post-processing",
    "all sigma s, and all that is added to it",
    Same("the variances add up", "s^2 + ((s + z)^2 - s^2)", "(s + z)^2"),
    Nonnegative("what is missing is a variance", "(s + z)^2 - s^2", zero="z"),
    so="The amounts are drawn before the noise.",
)

BOOK.identity(
    "gaussian.one-amount",
    "One amount, in whatever shares, is a Gaussian.",
    "definition",
    "the rewriting on examples",
    Rewrites(
        "gaussian-mixture.gaussian",
        "gaussian-mixture:sigma=3,sensitivities=2:2,probabilities=1/4:3/4",
        "gaussian:sigma=3,sensitivity=2",
    ),
)

BOOK.identity(
    "poisson.two-amounts",
    "Two amounts, one of them 0, are a Gaussian on a Poisson sample.",
    "definition",
    "the rewriting on one example",
    Rewrites(
        "gaussian-mixture.poisson",
        "gaussian-mixture:sigma=3,sensitivities=0:2:0,probabilities=1/2:1/4:1/4",
        "poisson:rate=1/4/gaussian:sigma=3,sensitivity=2",
    ),
)
