"""Claims about Theorem 3's optimum in numbers: both sides of the duality, all Bernoulli pairs on a box, no cancellation
in floats."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from chartered.proving import Each, Effort, Part, Points, Proofs, Sampled, Shown, Verdict
from chartered.proving.doubles import keeps
from chartered_verify.arithmetic import floats
from chartered_verify.inequality.prove import prove_positive

from ....basics.claims import bernoulli
from ...formulas import closed_forms as renyi_conversion
from ..witness import bracket, meets

BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020")
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


BOOK.optimum(
    "T3.two-sides",
    "The best tangent and T3's own pair of distributions give the same eps: rigorous enclosures that agree to 30 "
    "digits.",
    "Theorem 3 and our dual form",
    "points with alpha from 1 + 1e-6 to 1e6, eps from 0 to 1e6, delta from 1e-300 to 0.9/alpha",
    Sampled("balls: witnesses by bisection", partial(meets, places=30), _two_sides, digits=30),
)


def _no_better(alpha: Fraction, epsilon: Fraction, delta: Fraction) -> Iterator[Part]:
    inside = (Fraction(1, 1000), Fraction(999, 1000))

    def beaten_nowhere(effort: Effort) -> Verdict:
        gamma = bracket(alpha, epsilon, delta).gamma

        def clear(xp: Any, p: Any, q: Any) -> Any:
            cost = bernoulli.renyi(xp, xp.number(alpha), p, q) - gamma
            return xp.maximum(cost, xp.number(delta + Fraction(1, 1000)) - p + xp.exp(xp.number(epsilon)) * q)

        return prove_positive(clear, [inside, inside], bits=53)

    optimal = f"balls: T3's pair is optimal at alpha = {alpha}"
    yield Each(optimal, lambda *point: bracket(*point).agrees(30), [(alpha, epsilon, delta)])
    yield Shown(f"no pair of the box beats it at alpha = {alpha}", beaten_nowhere)


BOOK.optimum(
    "T3.brute-force",
    "No Bernoulli pair with D_alpha <= gamma has hockey-stick divergence 1e-3 above T3's delta, and T3's pair "
    "attains that delta.",
    "Theorem 3",
    "alpha, eps, delta = (2, 1/2, 1/10), (5, 1/4, 1/20), (3/2, 0, 1/5); p, q in [1/1000, 999/1000]",
    *_no_better(Fraction(2), Fraction(1, 2), Fraction(1, 10)),
    *_no_better(Fraction(5), Fraction(1, 4), Fraction(1, 20)),
    *_no_better(Fraction(3, 2), Fraction(0), Fraction(1, 5)),
    so="T3's pair: p - e^eps q = delta and D_alpha = gamma (T3.pair). Each pair of the box has D_alpha > gamma or p - "
    "e^eps q < delta + 1/1000.",
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
