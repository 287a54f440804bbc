"""Claims about the sampled Gaussian by nodes: coarse nodes still enclose, fine ones are as close as they say, in every
arithmetic."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import factorial
from typing import Any

from chartered.proving.as_stated import together
from chartered.proving.book import Book
from chartered.proving.steps import sample
from chartered_verify.arithmetic import balls, digits, floats
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import sampled_gaussian as sg, sampled_gaussian_floats, sampled_gaussian_quadrature as by_nodes
from .sampled_gaussian_numbers import integrated

BOOK = Book("poisson-gaussian.renyi", "ours")
claims = BOOK.claims
STEPS = [
    (Fraction(1, 100), Fraction(4)),
    (Fraction(1, 1000), Fraction(1, 2)),
    (Fraction(1, 2), Fraction(30)),
    (Fraction(9, 10), Fraction(1)),
    (Fraction(1, 10**6), Fraction(1, 4)),
]
ORDERS = [1.000001, 1.5, 2.0, 2.75, 7.5, 64.0, 100.25, 700.5, 5000.5, 200000.5]


def _exact(rate: Fraction, sigma: Fraction, alpha: Any) -> Any:
    with balls(256) as xp:
        return sg.divergence(xp, rate, sigma, xp.number(alpha))


@BOOK.soundness(
    "coarse-nodes",
    "With steps that are too wide and tails that are cut too early, the enclosure is wider and still holds the "
    "integral.",
    "our remainder",
    "three mechanisms, orders 5/4 and 6, steps 2 to 6 times as wide, tails of two thirds, each alone and together",
)
def _coarse(effort: Effort) -> Verdict:
    def holds(step: tuple[Fraction, Fraction], alpha: Fraction, wider: int, left: Fraction, right: Fraction) -> bool:
        rate, sigma = step
        with balls(128) as xp:
            q, s, a = xp.number(rate), xp.number(sigma), xp.number(alpha)
            nodes = by_nodes.plan(xp, q, s, a)
            assert nodes is not None
            reach = nodes.step * (nodes.count - 1) + nodes.low - float(alpha)
            low, width = nodes.low * float(left), nodes.step * wider
            count = int((float(alpha) + reach * float(right) - low) / width) + 2
            found = by_nodes.mean_excess(xp, rate, sigma, a, replace(nodes, low=low, step=width, count=count))
            return bool(found.overlaps(integrated(a, q, s)))

    cut = (Fraction(1), Fraction(2, 5))
    cases = list(product((STEPS[0], STEPS[2], STEPS[3]), (Fraction(5, 4), Fraction(6)), (1, 2, 4, 6), cut, cut))
    return sample(holds, cases, 15, "the integral in the enclosure by coarse nodes")


@BOOK.table(
    "digits",
    "The enclosure is as narrow as half of its bits, and the curve in digits lies in it but for its last two digits.",
    "our way of writing it",
    "five mechanisms, ten orders; 40 digits and 256 bits",
)
def _digits(effort: Effort) -> Verdict:
    def close(step: tuple[Fraction, Fraction], alpha: float) -> bool:
        exact = _exact(*step, Fraction(alpha))
        xp = digits(40)
        found = Fraction(xp.mp.nstr(sg.divergence(xp, *step, xp.number(Fraction(alpha))), 60))
        with balls(256) as fine:
            return bool(exact.rad() * 2**110 < exact) and bool(abs(fine.number(found) - exact) * 10**36 < exact)

    return sample(close, list(product(STEPS, ORDERS)), 36, "digits against balls")


CORNERS = {
    "a rate of 1e-250: only beyond z = 9 it counts": (Fraction(1, 10**250), Fraction(1, 8), [19.0, 20.0]),
    "many nodes about 0": (Fraction(1, 2), Fraction(1, 16), [1.0009765625, 1.25, 1.5]),
    "two modes far from 0": (Fraction(1, 5), Fraction(30), [900.5, 3000.5, 4500.5, 9000.5]),
    "a curve beyond e^600": (Fraction(1, 10**4), Fraction(1, 2), [19.5, 21.5, 22.75]),
    "so many nodes that arrays go one by one": (Fraction(1, 10**105), Fraction(11, 2), [15_000.0, 16_000.0]),
    "orders beyond all nodes": (Fraction(1, 10), Fraction(10), [1e6 + 0.5]),
    "nearly all records": (1 - Fraction(1, 10**20), Fraction(5), [1.5, 8.5]),
}


@BOOK.table(
    "floats.corners",
    "In doubles the curve keeps 11 digits at its corners, at one order and at many at once; where its power series "
    "is taken, all of it is.",
    "our way of writing it",
    "the smallest rates and the largest, little and much noise, large orders; 30000 orders at once",
)
def _corners(effort: Effort) -> Verdict:
    from chartered_verify.heavy import numpy

    def close(corner: str) -> bool:
        rate, sigma, orders = CORNERS[corner]
        many = sg.divergence(floats, rate, sigma, numpy.array(orders))
        for alpha, found in zip(orders, many, strict=True):
            exact = _exact(rate, sigma, Fraction(alpha))
            with balls(256) as xp:
                for value in (found, sg.divergence(floats, rate, sigma, alpha)):
                    if not abs(xp.number(Fraction(float(value))) - exact) * 10**11 < exact:
                        return False
        return True

    def at_once(sigma: Fraction) -> bool:
        orders = 2 + numpy.arange(30_000) / 2.0**15
        few = sg.divergence(floats, Fraction(1, 100), sigma, orders[::10_000])
        return bool(numpy.array_equal(sg.divergence(floats, Fraction(1, 100), sigma, orders)[::10_000], few))

    def beyond(alpha: float) -> bool:
        found = float(sg.divergence(floats, Fraction(1, 10), Fraction(10), numpy.array([alpha]))[0])
        return abs(found / (alpha / 200) - 1) < 1e-11

    def series(y: Fraction) -> bool:
        found, exact = (
            sampled_gaussian_floats.rise(float(y)),
            sum((y**k * Fraction(1, factorial(k)) for k in range(2, 8)), Fraction(0)),
        )
        return abs(Fraction(found) - exact) * 10**14 < abs(exact)

    return together(
        sample(close, [(corner,) for corner in CORNERS], 11, "doubles against balls"),
        sample(at_once, [(Fraction(1),)], 11, "all orders at once"),
        sample(beyond, [(1e200,), (1e308,)], 11, "the Gaussian alone"),
        sample(series, [(Fraction(y),) for y in (-1, 1, 2)], 14, "the series"),
    )


@BOOK.table(
    "arrays",
    "In doubles the curve at one order and at many at once keeps 11 digits, also where the orders are so large that "
    "the Gaussian decides.",
    "our way of writing it",
    "five mechanisms, ten orders between 1.000001 and 200000",
)
def _arrays(effort: Effort) -> Verdict:
    from chartered_verify.heavy import numpy

    def close(rate: Fraction, sigma: Fraction) -> bool:
        many = sg.divergence(floats, rate, sigma, numpy.array(ORDERS))
        single = [sg.divergence(floats, rate, sigma, alpha) for alpha in ORDERS]
        for alpha, one, other in zip(ORDERS, many, single, strict=True):
            exact = _exact(rate, sigma, Fraction(alpha))
            with balls(256) as xp:
                if not all(abs(xp.number(Fraction(float(found))) - exact) * 10**11 < exact for found in (one, other)):
                    return False
        return True

    return sample(close, STEPS, 11, "doubles against balls")
