"""Claims about moment generating functions as they ship: bounds at large heights, logarithms, few terms of a sum, and
the Renyi curves that ship for the same mechanisms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Proofs, Sampled, case, claims_of, enclose, near, numbers, registered
from chartered_plugins.characteristic_function.claims.stated_moments import direction
from chartered_plugins.characteristic_function.formulas.discrete_gaussian_moments import (
    DiscreteGaussian,
    DiscreteLaplace,
)
from chartered_plugins.characteristic_function.formulas.loss_properties import LossMoments
from chartered_plugins.characteristic_function.formulas.moments import Gaussian, Laplace, RandomizedResponse
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from flint import acb, arb

LOSS = "direct computation from the loss"
LAPLACE, COMPOSITION = (Proofs(name, LOSS) for name in ("laplace", "characteristic-function"))
RENYI = Proofs("characteristic-function", "Mironov 2017")
GAUSSIAN = Proofs("discrete-gaussian.characteristic", LOSS)
STATED = Proofs("moment-generating-function", "definition of the moment generating function of the privacy loss")
claims = claims_of(LAPLACE, COMPOSITION, RENYI, GAUSSIAN, STATED)


@LAPLACE.table(
    "characteristic.beyond.as-shipped",
    "What ships as a bound from a height on is at least |M| there, at most M(c), and far out the share of the atoms.",
    "4 mechanisms, 3 orders, 5 heights with 160 heights above each; 9 digits",
    Sampled(
        "balls: |M|",
        digits=9,
        bits=128,
        why="for all heights it is claimed, and proved, by laplace.characteristic.beyond; here it is what ships",
        epsilons="1/100 1/3 1 7",
        orders="11/10 2 20",
        heights="1/10 1 9 300 100000000",
    ),
)
def _beyond(xp: Any, e: Fraction, order: Fraction, height: Fraction) -> bool:
    m, c = Laplace(e), xp.number(order)
    bound, top = m.beyond(order, height, Fraction(0), 1.0, xp.bits), m.at(order, 128, xp.bits)
    above = [height * (1 + Fraction(k, 16)) for k in range(160)]
    below = all(abs(m.moment(xp, acb(c, xp.number(y)))).lower() <= bound for y in above)
    atoms = (xp.exp((c - 1) * xp.number(e)) + xp.exp(-c * xp.number(e))) / 2
    return below and bool(atoms <= bound) and bool(bound <= top.upper()) and (height < 10**6 or near(bound, atoms, 9))


HALF = Fraction(1, 2)
SAMPLED = [GaussianSample(Fraction(1, 100), Fraction(3, 2), added).law for added in (False, True)]
MECHANISMS: list[tuple[str, str, list[LossMoments]]] = [
    ("laplace.renyi", "laplace:scale=2", [Laplace(HALF)]),
    ("randomized-response.renyi", "randomized-response:epsilon=1/2,k=4", [RandomizedResponse(HALF, 4)]),
    ("discrete-laplace.renyi", "discrete-laplace:scale=2", [DiscreteLaplace(HALF, 1)]),
    ("discrete-laplace.renyi", "discrete-laplace:scale=2,sensitivity=4", [DiscreteLaplace(HALF, 4)]),
    ("poisson-gaussian.renyi", "poisson:rate=1/100/gaussian:sigma=3/2", [*SAMPLED]),
]


@RENYI.table(
    "renyi",
    "At a real order alpha, log M(alpha)/(alpha - 1) is the Renyi divergence: the larger one of both directions is "
    "the Renyi curve that ships.",
    "Definition 4",
    "5 mechanisms, 4 orders; 27 digits",
    Sampled(
        "balls",
        cases=[(*mechanism, order) for mechanism in MECHANISMS for order in numbers("11/10 2 7/2 20")],
        digits=27,
        bits=160,
        why="by the same formula, with bounds and digits of its own, order by order",
    ),
)
def _renyi(xp: Any, name: str, step: str, directions: list[LossMoments], order: Fraction) -> bool:
    curve = registered(name).apply(case(step)).curve
    stated = enclose(lambda xp: curve(xp, xp.number(order)))
    found = [xp.log(m.at(order, 90, 160)) / xp.number(order - 1) for m in directions]
    largest = found[0] if len(found) == 1 else xp.maximum(*found)
    return bool(largest.overlaps(stated.lo.union(stated.hi))) and largest.rel_accuracy_bits() > 90


@COMPOSITION.table(
    "composition.logarithm",
    "The logarithm by which a moment generating function is raised to many runs has it as its exponential, on whatever "
    "branch.",
    "definition",
    "4 mechanisms, 3 orders, 4 heights; 27 digits",
    Sampled(
        "balls",
        digits=27,
        bits=160,
        moments=(
            Laplace(HALF),
            Laplace(Fraction(7, 2)),
            DiscreteLaplace(HALF, 4),
            Gaussian(Fraction(1, 4)),
        ),
        order="11/10 2 20",
        height="0 1/3 2 30",
    ),
)
def _logarithm(xp: Any, moments: Any, order: Fraction, height: Fraction) -> bool:
    z = acb(xp.number(order), xp.number(height))
    found, wanted = moments.log(xp, z).exp(), acb(moments.moment(xp, z))
    return bool(found.overlaps(wanted)) and min(found.rel_accuracy_bits(), wanted.rel_accuracy_bits()) > 90


@GAUSSIAN.inequality(
    "few-terms",
    "The sum that is taken, over j or over k, has at most 9 terms on either side of the largest one at 128 bits, and "
    "twice as many at four times the bits; what it leaves out is then below the 110th bit.",
    "6 variances, 3 orders z",
    Sampled(
        "balls: the radius",
        digits=33,
        bits=128,
        why="how many terms are enough was measured: what they leave out is enclosed, however many there are",
        variances="1/100 1/20 4/25 1/6 1 20",
        orders=(complex(2), complex(1.5, 3), complex(3, 6)),
    ),
)
def _few(xp: Any, v: Fraction, z: complex) -> bool:
    m = DiscreteGaussian(v, 2)
    terms = m.reach(128)
    found, most = m.values(xp, [acb(z)])[0], m.values(xp, [acb(z.real)])[0]
    exact = bool(found.real.rad() + found.imag.rad() < arb(2) ** -110 * abs(most))
    return exact and terms <= 9 and m.reach(512) <= 2 * terms


_SQUARES = numbers("1/4 1/100")


def _mixture() -> ch.MomentGeneratingFunction:
    def mean(xp: Any, exponents: Any) -> Any:
        return xp.log(sum(xp.exp(x) for x in exponents) / len(_SQUARES))

    return ch.MomentGeneratingFunction(
        lambda xp, z: mean(xp, (xp.number(s) / 2 * z * (z - 1) for s in _SQUARES)),
        lambda xp, c, y: mean(xp, (xp.number(s) / 2 * (c * (c - 1) - y * y) for s in _SQUARES)),
        symmetric=True,
    )


@STATED.soundness(
    "characteristic.beyond",
    "What is taken as a bound beyond a height is at least |M| at greater heights, and no more than M at the order.",
    "a mixture of two normal losses, both directions, 3 orders, 3 heights",
    Sampled(
        "balls: |M| at greater heights",
        bits=128,
        added=(False, True),
        order="11/10 2 30",
        height="1/10 3 20",
        higher="0 1/7 5",
    ),
)
def _is_above(xp: Any, added: bool, order: Fraction, height: Fraction, higher: Fraction) -> bool:
    stated = direction(_mixture(), added)
    bound = stated.beyond(order, height, Fraction(0), 1.0, 64)
    there = abs(stated.moment(xp, acb(xp.number(order), xp.number(height + higher))))
    return bool(there.lower() <= bound) and bool(bound <= stated.at(order, 64, 64).upper())
