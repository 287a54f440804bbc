"""Claims about the sampled Gaussian by nodes: coarse nodes still enclose, fine ones are as close as they say, in every arithmetic."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from chartered_verify.arithmetic import balls, digits, floats
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Verdict

from ..formulas import sampled_gaussian as sg, sampled_gaussian_nodes as by_nodes
from .book import Book
from .derivation import sample
from .sampled_gaussian_numbers import integrated

BOOK = Book("poisson-gaussian.renyi", "ours")
STEPS = [
    (Fraction(1, 100), Fraction(4)),
    (Fraction(1, 1000), Fraction(1, 2)),
    (Fraction(1, 2), Fraction(30)),
    (Fraction(9, 10), Fraction(1)),
    (Fraction(1, 10**6), Fraction(1, 4)),
]
ORDERS = [1.000001, 1.5, 2.0, 2.75, 7.5, 64.0, 100.25, 700.5, 5000.5, 200000.5]


def claims() -> list[Claim]:
    """All claims of this module."""
    return list(BOOK.entries)


def _exact(rate: Fraction, sigma: Fraction, alpha: Any) -> Any:
    with balls(256) as xp:
        return sg.divergence(xp, rate, sigma, xp.number(alpha))


@BOOK.claim(
    "coarse-nodes",
    Kind.SOUNDNESS,
    "With steps that are too wide and tails that are cut too early, the enclosure is wider and still holds the integral.",
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


@BOOK.claim(
    "digits",
    Kind.TABLE,
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


@BOOK.claim(
    "arrays",
    Kind.TABLE,
    "In doubles the curve at one order and at many at once keeps 11 digits, also where the orders are so large that the Gaussian decides.",
    "our way of writing it",
    "five mechanisms, ten orders between 1.000001 and 200000",
)
def _arrays(effort: Effort) -> Verdict:
    import numpy

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
