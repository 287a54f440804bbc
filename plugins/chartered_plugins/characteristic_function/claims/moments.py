"""Claims about moment generating functions in closed form: where they come from, and that at real orders they are the
Renyi curves that ship."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import chartered as ch
from chartered.proving import Claim, Effort, Identity, Kind, Verdict
from chartered.proving.printed_formulas import formula
from chartered.proving.registered import registered
from chartered.proving.steps import sample
from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import enclose

from ..formulas.moments import Gaussian, Laplace, LossMoments, RandomizedResponse
from ..formulas.poisson_gaussian import PoissonGaussian

POSITIVE, ABOVE_ONE = (0, None), (1, None)
LOSS = "direct computation from the loss"
_BITS = 160


def _shipped(moments: Any) -> Any:
    """f e^a of a closed form, in any arithmetic."""

    def formula(xp: Any, z: Any, *parameters: Any) -> Any:
        a, f = moments(*parameters).parts(xp, z)
        return f * xp.exp(a)

    return formula


def claims() -> list[Claim]:
    """All of this module."""
    return [
        Claim.of(
            "laplace.characteristic.pieces",
            "Q is Laplace noise around 0, P around eps times the scale. The loss is -eps left of 0, with chance 1/2 "
            "under "
            "Q; eps right of eps, with chance e^(-eps)/2; and 2x - eps between, with the density e^(-x)/2.",
            LOSS,
            Identity(
                lambda xp, z, e: (
                    xp.exp(-z * e) / 2
                    + xp.exp((z - 1) * e) / 2
                    + xp.exp(-z * e) * (xp.exp((2 * z - 1) * e) - 1) / (2 * (2 * z - 1))
                ),
                _shipped(Laplace),
                {"z": ABOVE_ONE, "e": POSITIVE},
            ),
        ),
        Claim.of(
            "randomized-response.characteristic.values",
            "Under Q the loss eps has the chance s = 1/(e^eps + k - 1), -eps has s e^eps, and 0 the rest, (k-2) s.",
            LOSS,
            Identity(
                lambda xp, z, e, k: (xp.exp(z * e) + (k - 2) + xp.exp(e) * xp.exp(-z * e)) / (xp.exp(e) + k - 1),
                _shipped(RandomizedResponse),
                {"z": ABOVE_ONE, "e": POSITIVE, "k": (2, None)},
            ),
        ),
        Claim.of(
            "gdp.characteristic.normal",
            "Under Q the loss is normal with mean -mu^2/2 and variance mu^2, whose moment generating function is "
            "e^(z mean + z^2 variance/2).",
            LOSS,
            Identity(
                lambda xp, z, s: xp.exp(-z * s / 2 + z * z * s / 2),
                _shipped(Gaussian),
                {"z": ABOVE_ONE, "s": POSITIVE},
            ),
        ),
        *_worst_cases(),
        _product(),
        _at_real_orders(),
    ]


def _product() -> Claim:
    return Claim.of(
        "characteristic-function.composition.product",
        "Two independent losses add up, and their functions multiply: of two losses each, with chances p and 1-p, r "
        "and 1-r, where A = e^(z a), B = e^(z b), C = e^(z c), D = e^(z d).",
        LOSS,
        Identity(
            formula("p*r*A*C + p*(1 - r)*A*D + (1 - p)*r*B*C + (1 - p)*(1 - r)*B*D", "p r A B C D"),
            formula("(p*A + (1 - p)*B)*(r*C + (1 - r)*D)", "p r A B C D"),
            {"p": (0, 1), "r": (0, 1), **dict.fromkeys("ABCD", POSITIVE)},
        ),
    )


def _worst_cases() -> list[Claim]:
    """Randomized response with a failure, beside what ships for steps of which eps and delta are stated."""

    def shipped(step: str) -> Any:
        name = f"{step.partition(':')[0]}-step.characteristic"
        case = ch.Case(ch.parse(step).step, ch.Neighbours.ADD_OR_REMOVE)
        (((found, _),),) = registered(name).apply(case).directions
        return found

    def values(xp: Any, z: Any, e: Any, d: Any) -> Any:
        return (1 - d) * (xp.exp(z * e) + xp.exp(e) * xp.exp(-z * e)) / (xp.exp(e) + 1)

    statement = "Under Q the loss eps has the chance {}/(1 + e^eps), and -eps has {} e^eps/(1 + e^eps){}."
    rest = "; the rest, delta, is an outcome that P never gives"
    rows = (
        ("pure:epsilon=1/3", "pure-step.characteristic.values", ("1", "", ""), (Fraction(1, 3), Fraction(0))),
        (
            "approximate:epsilon=1/3,delta=1/7",
            "approximate-step.characteristic.values",
            ("(1-delta)", "(1-delta)", rest),
            (Fraction(1, 3), Fraction(1, 7)),
        ),
    )
    return [
        Claim.of(
            name,
            statement.format(*words),
            "Kairouz, Oh, Viswanath 2015, Theorem 2.4",
            Identity(
                lambda xp, z, numbers=numbers: values(xp, z, *map(xp.number, numbers)),
                _shipped(lambda step=step: shipped(step)),
                {"z": ABOVE_ONE},
            ),
            domain="z > 1, at eps = 1/3 and delta = 1/7",
        )
        for step, name, words, numbers in rows
    ]


def _at_real_orders() -> Claim:
    return Claim(
        "characteristic-function.renyi",
        Kind.IDENTITY,
        "At a real order alpha, log M(alpha)/(alpha - 1) is the Renyi divergence: the larger one of both "
        "directions is "
        "the Renyi curve that ships.",
        "Mironov 2017, Definition 4",
        "3 mechanisms, 4 orders; 27 digits",
        _renyi,
    )


def _renyi(effort: Effort) -> Verdict:
    rate, noise, half = Fraction(1, 100), Fraction(3, 2), Fraction(1, 2)
    both: list[LossMoments] = [PoissonGaussian(rate, noise), PoissonGaussian(rate, noise, added=True)]
    mechanisms: list[tuple[str, str, list[LossMoments]]] = [
        ("laplace.renyi", "laplace:scale=2", [Laplace(half)]),
        ("randomized-response.renyi", "randomized-response:epsilon=1/2,k=4", [RandomizedResponse(half, 4)]),
        ("poisson-gaussian.renyi", "poisson:rate=1/100/gaussian:sigma=3/2", both),
    ]

    def agree(named: tuple[str, str, list[LossMoments]], order: Fraction) -> bool:
        name, step, directions = named
        curve = registered(name).apply(ch.Case(ch.parse(step).step, ch.Neighbours.ADD_OR_REMOVE)).curve
        stated = enclose(lambda xp: curve(xp, xp.number(order)))
        with balls(_BITS) as xp:
            found = [xp.log(m.at(order, 90, _BITS)) / xp.number(order - 1) for m in directions]
            largest = found[0] if len(found) == 1 else xp.maximum(*found)
            return bool(largest.overlaps(stated.lo.union(stated.hi))) and largest.rel_accuracy_bits() > 90

    orders = (Fraction(11, 10), Fraction(2), Fraction(7, 2), Fraction(20))
    why = "the curves that ship are computed another way, order by order"
    return sample(agree, list(product(mechanisms, orders)), 27, "balls", why)
