"""Claims about the best conversions of a Renyi point: their two sides, what is computed in doubles, and an inverted
moment, agree with each other; and the divergence of two Bernoulli distributions is its definition."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from random import Random

import chartered as ch
from chartered.proving import Effort, Equals, Points, Proofs, Sampled, claims_of, numbers
from chartered_plugins.basics.claims import bernoulli
from chartered_plugins.basics.formulas import randomized_response as response
from chartered_plugins.conversion.claims.two_sided.numbers import one_point, zero_of
from chartered_plugins.conversion.claims.witness import bracket
from chartered_plugins.conversion.formulas import closed_forms as renyi_conversion
from chartered_verify.arithmetic import digits, floats
from in_doubles import keeps

BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020")
TWO_SIDED = Proofs("renyi.two-sided", "direct computation")
claims = claims_of(BOOK, TWO_SIDED)
CORNERS = [
    (Fraction(alpha), Fraction(epsilon), Fraction(delta))
    for alpha in ("1.000001", "1.01", "2", "20", "1000000")
    for epsilon, delta in (("0", "1e-9"), ("1", "1e-300"), ("0.01", "1e-9"), ("700", "1e-12"), ("1000000", "1e-300"))
    if Fraction(alpha) * Fraction(delta) < 1
]


def _two_sides(effort: Effort) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    random, ranges = Random(effort.seed), {"alpha": (Fraction(10001, 10000), 200), "eps": (Fraction(1, 1000), 20)}
    yield from CORNERS
    for alpha, epsilon in Points(150 if effort.full else 15, ranges)(effort):
        yield alpha, epsilon, Fraction(9, 10) / alpha / 10 ** random.randint(0, 12)


def _meets(alpha: Fraction, epsilon: Fraction, delta: Fraction, places: int) -> bool:
    """Whether both ends agree to `places` places; the precision is increased until balls decide it."""
    return any(bracket(alpha, epsilon, delta, bits).agrees(places) for bits in (320, 2560, 10240))


BOOK.optimum(
    "T3.two-sides",
    "The best tangent and T3's own pair of distributions give the same eps: rigorous enclosures that agree to 30 "
    "digits.",
    "Theorem 3 and our dual form",
    "points with alpha from 1 + 1e-6 to 1e6, eps from 0 to 1e6, delta from 1e-300 to 0.9/alpha",
    Sampled("balls: witnesses by bisection", partial(_meets, places=30), _two_sides, digits=30),
)


def _finite(*point: Fraction) -> bool:
    return bool(renyi_conversion.objective_first(floats, *map(float, point)) < 700)


SCALED = {
    "alpha": (Fraction(1001, 1000), 1000),
    "eps": (Fraction(1, 1000), 100),
    "delta": (Fraction(1, 10**300), Fraction(1, 1000)),
    "s": (Fraction(1001, 1000), 100),
}


@BOOK.table(
    "T3.no-cancellation",
    "At p = delta s the objective in doubles keeps 8 digits, and the logarithm of its first term 12, at delta down "
    "to 1e-300.",
    "Theorem 3, our scaling p = delta s",
    "random alpha in [1.001, 1000], eps in [1e-3, 100], delta in [1e-300, 1e-3], s in [1.001, 100] with a first term "
    "below e^700",
    Sampled("doubles against balls", cases=Points(100, SCALED, _finite), digits=8),
)
def _keeps(*point: Fraction) -> bool:
    first, whole = renyi_conversion.objective_first, renyi_conversion.objective
    return keeps(whole, point, 8, 2400) and keeps(first, point, 12, 2400)


POINTS = [numbers(point) for point in ("2 1/2", "3/2 1", "10 3/10")]


@TWO_SIDED.optimum(
    "tradeoff.inverse",
    "The type II error b at which the shipped excess is 0 is the height 1 - delta(eps) - e^eps a of the profile's "
    "tangent, to 12 digits.",
    "duality of profile and trade-off",
    "(alpha, gamma) in {(2, 1/2), (3/2, 1), (10, 3/10)}, type I errors a from 1/1000 of the fixed point to 0.99 of it",
    Sampled(
        "digits: the inverted moment against the shipped profile",
        digits=12,
        why="both come out of searches",
        points=POINTS,
        shares="1/1000 3/100 3/10 9/10 99/100",
    ),
)
def _touches(point: tuple[Fraction, Fraction], share: Fraction) -> bool:
    (alpha, gamma), xp = point, digits(40)
    order, size = xp.number(alpha), xp.number(gamma)
    e0 = zero_of(lambda e: response.renyi(xp, e, xp.number(2), order) - size, xp.mp.eps, size + 10)
    a = xp.number(share) / (1 + xp.exp(e0))
    b = zero_of(lambda b: -bernoulli.tradeoff_excess(xp, order, size, a, b), a, 1 - a)
    high, low = (1 - b) / a, b / (1 - a)
    level = (order - 1) * (high**order - low**order) / (order * (high ** (order - 1) - low ** (order - 1)))
    epsilon = Fraction(xp.mp.nstr(xp.log(level), 30))
    profile = one_point(alpha, gamma)
    delta = profile.delta(xp, xp.number(epsilon), profile.search(ch.Question.delta(epsilon)))
    height = 1 - delta - xp.exp(xp.number(epsilon)) * a
    return bool(abs(height - b) < xp.number(Fraction(1, 10**12)))


PAIRS = ("3/5", "1/5"), ("1/5", "3/5"), ("1/2", "2/5")
BOOK.stated(
    "R1.two-outcomes",
    "The hockey-stick divergence of two Bernoulli distributions is the sum of the positive parts of both outcomes.",
    "the definition",
    "p above q and below it, lambda = e^-1, 1 and e^(1/4)",
    Equals(
        bernoulli.hockey_stick,
        "positive(p - exp(eps)*q) + positive(1-p - exp(eps)*(1-q))",
        [
            {"p": Fraction(p), "q": Fraction(q), "eps": e}
            for p, q in PAIRS
            for e in (Fraction(-1), Fraction(0), Fraction(1, 4))
        ],
    ),
)
