"""Claims about Theorem 3's optimum in numbers: both sides of the duality, all Bernoulli pairs on a box, no cancellation
in floats."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from chartered.proving import Book
from chartered.proving.cases import every
from chartered.proving.doubles import keeps
from chartered.proving.steps import Ranges, Step, chain, sample
from chartered_verify.arithmetic import floats
from chartered_verify.boxes.sampling import points_of
from chartered_verify.inequality.prove import prove_positive
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.claims import bernoulli
from ...formulas import closed_forms as renyi_conversion
from ..witness import bracket, meets

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
CORNERS = [
    (Fraction(alpha), Fraction(epsilon), Fraction(delta))
    for alpha in ("1.000001", "1.01", "2", "20", "1000000")
    for epsilon, delta in (("0", "1e-9"), ("1", "1e-300"), ("0.01", "1e-9"), ("700", "1e-12"), ("1000000", "1e-300"))
]


@BOOK.optimum(
    "T3.two-sides",
    "The best tangent and T3's own pair of distributions give the same eps: rigorous enclosures that agree to 30 "
    "digits.",
    "Theorem 3 and our dual form",
    "points with alpha from 1 + 1e-6 to 1e6, eps from 0 to 1e6, delta from 1e-300 to 0.9/alpha",
)
def _two_sides(effort: Effort) -> Verdict:
    random = Random(effort.seed)
    cases = [case for case in CORNERS if case[0] * case[2] < 1]
    for alpha, epsilon in points_of(
        {"alpha": (Fraction(10001, 10000), 200), "eps": (Fraction(1, 1000), 20)},
        150 if effort.full else 15,
        effort.seed,
    ):
        cases.append((alpha, epsilon, Fraction(9, 10) / alpha / 10 ** random.randint(0, 12)))
    return sample(partial(meets, places=30), cases, 30, "balls: witnesses by bisection")


@BOOK.optimum(
    "T3.brute-force",
    "No Bernoulli pair with D_alpha <= gamma has hockey-stick divergence 1e-3 above T3's delta, and T3's pair "
    "attains that delta.",
    "Theorem 3",
    "alpha, eps, delta = (2, 1/2, 1/10), (5, 1/4, 1/20), (3/2, 0, 1/5); p, q in [1/1000, 999/1000]",
)
def _brute_force(effort: Effort) -> Verdict:
    return chain(
        "T3's pair: p - e^eps q = delta and D_alpha = gamma (T3.pair). Each pair of the box has D_alpha > gamma or p - "
        "e^eps q < delta + 1/1000.",
        *_no_better(Fraction(2), Fraction(1, 2), Fraction(1, 10)),
        *_no_better(Fraction(5), Fraction(1, 4), Fraction(1, 20)),
        *_no_better(Fraction(3, 2), Fraction(0), Fraction(1, 5)),
    )


def _no_better(alpha: Fraction, epsilon: Fraction, delta: Fraction) -> list[Step]:
    sides, inside = bracket(alpha, epsilon, delta), (Fraction(1, 1000), Fraction(999, 1000))

    def clear(xp: Any, p: Any, q: Any) -> Any:
        cost = bernoulli.renyi(xp, xp.number(alpha), p, q) - sides.gamma
        return xp.maximum(cost, xp.number(delta + Fraction(1, 1000)) - p + xp.exp(xp.number(epsilon)) * q)

    return [
        (f"T3's pair is optimal at alpha = {alpha}", every(sides.agrees, [(30,)], "balls")),
        (f"no pair of the box beats it at alpha = {alpha}", prove_positive(clear, [inside, inside], bits=53)),
    ]


@BOOK.table(
    "T3.no-cancellation",
    "At p = delta s the objective in doubles keeps 8 digits, and the logarithm of its first term 12, at delta down "
    "to 1e-300.",
    "Theorem 3, our scaling p = delta s",
    "random alpha in [1.001, 1000], eps in [1e-3, 100], delta in [1e-300, 1e-3], s in [1.001, 100] with a first term "
    "below e^700",
)
def _no_cancellation(effort: Effort) -> Verdict:
    domain: Ranges = {
        "alpha": (Fraction(1001, 1000), 1000),
        "eps": (Fraction(1, 1000), 100),
        "delta": (Fraction(1, 10**300), Fraction(1, 1000)),
        "s": (Fraction(1001, 1000), 100),
    }

    def holds(*point: Fraction) -> bool:
        return keeps(renyi_conversion.objective, point, 8, 2400) and keeps(
            renyi_conversion.objective_first, point, 12, 2400
        )

    def finite(*point: Fraction) -> bool:
        return bool(renyi_conversion.objective_first(floats, *map(float, point)) < 700)

    return sample(holds, list(points_of(domain, 100, effort.seed, finite)), 8, "doubles against balls")
