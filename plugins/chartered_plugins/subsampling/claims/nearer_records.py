"""Claims about Gaussian noise on a Poisson sample under replace-one: where replacing a record changes the query by less
than twice the sensitivity, which outputs are the worst of one run; and the tail."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Kind, Notation, Proofs, Range, Sampled, near, registered
from chartered.proving.proof_parts import Nonnegative, Same
from chartered.proving.tables_of_answers import Conditions, case
from chartered_verify.arithmetic import Value

from ..formulas import replaced_record
from .replaced_record_bounds import flat
from .replaced_record_cases import EPSILONS, RATES
from .subsampling import CHANCE, SIZE

STEP = "gaussian:sigma=1,sensitivity={},replace-sensitivity={}"
NOTATION = Notation(
    "mixed(q, r, x) = (1 - q)*r + q*x",
    "without = replaced_record.without_record(q, eps)",
    # at an outcome where P = A R + a P', as densities
    "at_threshold = without*r + exp(eps)*y",
    "start = replaced_record.tail_start(q, m)",
    "tail = replaced_record.subgaussian_tail(q, m)",
    ranges={"q": Range.chance(SIZE), "eps b": Range.epsilon((0, 20)), "r t x y": CHANCE, "m e": (Fraction(1, 10), 5)},
    replaced_record=replaced_record,
)
BOOK = Proofs("poisson", "ours", at="ours; direct computation", notation=NOTATION)

BOOK.identity(
    "nearer-replaced-profile.spread",
    "Let S = e^(ut - u^2/2), S' = e^(vt - v^2/2) for normal t and vectors u, v. The integral of (S - a S' - A)_+ has "
    "the derivatives E S^2/2 by |u|^2, a^2 E S'^2/2 by |v|^2 and -a E S S' by u v, E over the density of S - a S' - A "
    "at 0. With the distance |u - v|^2 in place of u v they are A E S/2, -a A E S'/2, and a E S S'/2.",
    "the price of an option solves the heat equation",
    "all 0 < q < 1, eps >= 0, all S' > 0 and S = A + a S'",
    Same("by |u|^2", "s*s/2 - exp(eps)*s*t/2", "without*s/2"),
    Same("by |v|^2", "exp(2*eps)*t*t/2 - exp(eps)*s*t/2", "-exp(eps)*without*t/2"),
    Same("by |u - v|^2", "exp(eps)*s*t*(-2)/(-4)", "exp(eps)*s*t/2"),
    Nonnegative("A is nonnegative", "without", zero="eps"),
    so="u v = (|u|^2 + |v|^2 - |u - v|^2)/2. So the integral grows with |u| and with |u - v|, and falls as |v| grows: "
    "of all vectors with these two lengths the worst have the smallest |v|, on one line.",
    where=("s = without + exp(eps)*t",),
)

BOOK.identity(
    "nearer-replaced-profile.line",
    "On a line, P = N(u), R = N(0) and P' = N(v) with v < u and u > 0, P exceeds A R + a P' beyond one place z. Moving "
    "P away adds the density P(z), moving P' towards R takes a P'(z) away; moving both adds P(z) - a P'(z) = A R(z), "
    "which is not negative.",
    "the density at the end of the half-line",
    "all 0 < q < 1, eps >= 0, all densities at z",
    Same("both", "at_threshold - exp(eps)*y", "without*r"),
    Nonnegative("it is not negative", "without*r", zero="eps"),
    so="R/P and P'/P fall with the outcome. With |u| and |v| at most m and u - v at most d <= 2m the best have v = u - "
    "d or v = -m, and then u = m.",
)


def exactly(q: Fraction, m: Fraction, d: Fraction) -> ch.Profile:
    """The registered profile at this rate, of records at most m from none and d from each other."""
    normal = registered("gdp.profile").apply(ch.GDP(mu_squared=m * m))
    whole = case(f"poisson:rate={q}/{STEP.format(m, d)}", normal)
    found = registered("poisson.nearer-replaced-profile").apply(whole)
    assert isinstance(found, ch.Profile)
    return found


def _gain(xp: Any, q: Fraction, places: tuple[Fraction, Fraction], epsilon: Fraction, at: Value) -> Value:
    """Of the half-line from a place on."""
    level, rate = xp.exp(xp.number(epsilon)), xp.number(q)
    none, one, other = (xp.ndtr(xp.number(x) - at) for x in (Fraction(0), *places))
    return (1 - rate) * none + rate * one - level * ((1 - rate) * none + rate * other)


@BOOK.soundness(
    "nearer-replaced-profile.attained",
    "The shipped delta is what the best half-line gains for N(m) and N(m - d) in place of N(0), to sixty digits.",
    "3 rates, 2 sensitivities, 4 distances, 6 eps",
    Sampled("balls", digits=60, bits=512, q=RATES, m="1/2 2", share="1/2 1 3/2 199/100", eps=EPSILONS),
)
def _attained(xp: Any, q: Fraction, m: Fraction, share: Fraction, epsilon: Fraction) -> bool:
    d = share * m
    low, high, level, rate = xp.number(-40), xp.number(40), xp.exp(xp.number(epsilon)), xp.number(q)
    for _ in range(260):
        at = (low + high).mid() / 2
        none, one, other = (xp.exp(-((at - xp.number(x)) ** 2) / 2) for x in (Fraction(0), m, m - d))
        gains_more = (1 - rate) * none + rate * one < level * ((1 - rate) * none + rate * other)
        low, high = (at, high) if gains_more else (low, at)
    direct = _gain(xp, q, (m, m - d), epsilon, (low + high).mid() / 2)
    return near(exactly(q, m, d).delta(xp, xp.number(epsilon), {}), direct, 60)


BOOK.identity(
    "exact-replaced-profile.half",
    "For q <= 1/2 each outcome's gain is at most q times its gain of P from R and of R from P': delta' <= 2q delta, "
    "which is at most delta.",
    "joint convexity of the hockey-stick divergence",
    "all rates q/2 with 0 < q < 1, and the limit q = 1; eps >= 0, all chances of the outcome",
    Same(
        "for every outcome",
        "mixed(q/2, r, x) - exp(eps)*mixed(q/2, r, y)",
        "q/2*(x - exp(eps)*r) + q/2*(r - exp(eps)*y) - (1 - q)*(exp(eps) - 1)*r",
    ),
    Nonnegative("the last part is not negative", "(1 - q)*(exp(eps) - 1)*r", zero="eps"),
    so="Either gain is at most its positive part, whose sum is at most delta of Gaussian noise without sampling.",
)

BOOK.soundness(
    "exact-replaced-profile.tail",
    "At every rate delta'(eps) <= Phi(-(eps - B)/m) with B = log(1/(1-q)) + m^2/2, and so log delta' <= -(eps - "
    "B)^2/(2 m^2) - log 2 for eps >= B, as shipped. Far out log delta' is no smaller by more than a factor that tends "
    "to 1: the loss is at least t m - m^2/2 - log(1/q) at outcomes t >= 0, which are at least 1 - q times as likely.",
    "ours; delta_m(e) <= Phi(m/2 - e/m), and Phi(-x) <= e^(-x^2/2)/2 for x >= 0",
    "all 0 < q < 1, m > 0, all outcomes",
    Nonnegative("the sampled P' is at least (1-q) R", "mixed(q, r, y) - (1 - q)*r", zero=""),
    Same("the argument", "m/2 - (e - (start - m^2/2))/m", "-(e - start)/m"),
    Same("B", "exp(start - m^2/2)*(1 - q)", "1"),
    Same("the shipped parabola", "tail[2] + tail[1]*e - tail[0]*e*e + log(2)", "-(e - start)^2/(2*m*m)"),
    Nonnegative("w(t) is at least q e^(tm - m^2/2)", "mixed(q, 1, x) - q*x", zero=""),
    Nonnegative("w(-t) is at most 1 for t >= 0", "1 - mixed(q, 1, exp(-b))", zero="b"),
    Nonnegative("w(-t) is at least 1 - q", "mixed(q, 1, exp(-b)) - (1 - q)", zero=""),
    so="The sampled P is a mixture of R and P, no farther from R than P is.",
)


NEARER, OTHER = (f"poisson:rate=1/4/{STEP.format(1, d)}" for d in (1, 2))
BOOK.stated(
    "nearer-replaced-profile.where-it-answers",
    "It is for Gaussian noise whose profile is exact, and a query that replacing a record changes by less than twice "
    "the sensitivity.",
    "the conditions",
    "both sides of every end",
    Conditions(
        "poisson.nearer-replaced-profile",
        [case(NEARER, flat())],
        [
            case(OTHER, flat()),
            case(NEARER, flat(side=ch.Side.UPPER)),
            case("poisson:rate=1/4/laplace:scale=1", flat()),
            case(NEARER.replace("1/4", "1"), flat()),
        ],
    ),
    kind=Kind.SOUNDNESS,
)
