"""Claims about Gaussian noise on a Poisson sample under replace-one: where replacing a record changes the query by less
than twice the sensitivity, which outputs are the worst of one run; and the tail."""

from fractions import Fraction
from math import cos, radians
from typing import Any

import chartered as ch
from chartered.proving import Kind, Notation, Proofs, Range, Sampled, near, numbers, registered
from chartered.proving.proof_parts import Nonnegative, Same
from chartered.proving.tables_of_answers import Conditions, case
from chartered_verify.arithmetic import Value

from ..formulas import nearer_records, replaced_record
from .replaced_record_bounds import cells, flat
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


def _vectors(count: int, m: Fraction, d: Fraction) -> list[tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]]:
    """Places u = (r, 0) and v in the plane with |u|, |v| <= m and |u - v| <= d."""
    found = []
    for share in numbers("1 9/10 1/2"):
        for angle in range(0, 181, 180 // count):
            for length in numbers("1 2/3 1/4 0"):
                x = Fraction(round(cos(radians(angle)) * 2**20), 2**20) * length * m
                y = Fraction(round(cos(radians(90 - angle)) * 2**20), 2**20) * length * m
                if (share * m - x) ** 2 + y * y <= d * d:
                    found.append(((share * m, Fraction(0)), (x, y)))
    return found


def _exactly(q: Fraction, m: Fraction, d: Fraction) -> ch.Profile:
    normal = registered("gdp.profile").apply(ch.GDP(mu_squared=m * m))
    whole = case(f"poisson:rate={q}/{STEP.format(m, d)}", normal)
    found = registered("poisson.nearer-replaced-profile").apply(whole)
    assert isinstance(found, ch.Profile)
    return found


@BOOK.soundness(
    "nearer-replaced-profile.plane",
    "Of normal noise in two dimensions, with records anywhere within the distances, no cells gain more than the "
    "shipped delta.",
    "2 rates, 2 sensitivities, 2 distances, 2 eps, up to 60 pairs of places, a grid of 45 by 45 cells",
    Sampled("balls", digits=5, bits=96, q=RATES[:2], m="1/2 2", share="1 3/2", eps=EPSILONS[1::3]),
)
def _plane(xp: Any, q: Fraction, m: Fraction, share: Fraction, epsilon: Fraction) -> bool:
    d, rate, level = share * m, xp.number(q), xp.exp(xp.number(epsilon))
    stated = _exactly(q, m, d).delta(xp, xp.number(epsilon), {})
    nothing = [(1 - rate) * (1 - level) * r for r in cells(xp, (xp.number(0), xp.number(0)))]
    with_one: dict[tuple[Fraction, Fraction], list[Any]] = {}
    for at, beside in _vectors(4, m, d):
        if at not in with_one:
            one = cells(xp, tuple(map(xp.number, at)))
            with_one[at] = [r + rate * x for r, x in zip(nothing, one, strict=True)]
        less, other = rate * level, cells(xp, tuple(map(xp.number, beside)))
        gained = (xp.positive(x - less * y) for x, y in zip(with_one[at], other, strict=True))
        if sum(gained, xp.number(0)) > stated:
            return False
    return True


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
    return near(_exactly(q, m, d).delta(xp, xp.number(epsilon), {}), direct, 60)


@BOOK.soundness(
    "nearer-replaced-profile.places",
    "Any place gives an upper and a lower bound.",
    "ours",
    "3 rates, 2 distances, 6 eps, 5 places",
    Sampled("balls", digits=30, bits=192, q=RATES, m="1", between="1/2 3/2", eps=EPSILONS, place="-3 -1 -1/4 1/2 2"),
)
def _ends(xp: Any, q: Fraction, m: Fraction, between: Fraction, epsilon: Fraction, place: Fraction) -> bool:
    given = *map(xp.number, (q, m, between, epsilon)), xp.number(place)
    above, below = nearer_records.delta_above(xp, *given), nearer_records.delta_below(xp, *given)
    exact = _exactly(q, m, between).delta(xp, xp.number(epsilon), {})
    return not below > exact and not exact > above


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
