"""Claims about the registered enclosure of the sampled Gaussian's integral: sum, tails and remainder, written again;
coarse nodes still enclose it, and fine ones are as accurate as stated, in every arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial
from typing import Any

from chartered.proving import Points, Proofs, Sampled, numbers
from chartered.proving.ranges import Ends
from chartered_plugins.subsampling.formulas import (
    sampled_gaussian as sg,
    sampled_gaussian_floats,
    sampled_gaussian_quadrature as quadrature,
)
from chartered_plugins.subsampling.formulas.sampled_gaussian_quadrature import Nodes
from chartered_verify.arithmetic import balls, digits, floats
from chartered_verify.catching import ours
from flint import acb, arb
from msgspec.structs import replace

BOOK = Proofs("poisson-gaussian.renyi", "ours", at="our remainder")
Step = tuple[Fraction, ...]
"""Rate, sigma and order."""
STEPS = [numbers("1/4 1/2 5/4"), numbers("1/10 3/2 3"), numbers("9/10 4 6")]
MECHANISMS = [numbers("1/100 4"), numbers("1/2 30"), numbers("9/10 1")]
CUT = numbers("1 2/5")


NEAR: dict[str, Ends] = {
    "alpha": (Fraction(21, 20), 12),
    "q": (Fraction(1, 10**6), Fraction(9, 10)),
    "sigma": (Fraction(2, 5), 50),
}


def integrated(alpha: arb, q: arb, sigma: arb) -> arb:
    """E[excess] over 20 sigma on both sides of 0 and alpha, by Arb; the omitted part is below about 1e-80 of the
    whole."""

    def integrand(z: acb, analytic: bool) -> acb:
        w = 1 - q + q * ((2 * z - 1) / (2 * sigma**2)).exp()
        excess = ((alpha * w.log(analytic=analytic)).exp() - 1 - alpha * (w - 1)) if w.is_finite() else acb("nan")
        return excess * (-(z**2) / (2 * sigma**2)).exp()

    low, high = -20 * sigma, alpha + 20 * sigma
    scale = (2 * arb.pi()).sqrt() * sigma
    return sum((acb.integral(integrand, a, b).real for a, b in ((low, arb(0.5)), (arb(0.5), high))), arb(0)) / scale


@BOOK.table(
    "nodes",
    "The enclosure by nodes overlaps the integral as Arb's adaptive integrator encloses it, and agrees with it to 15 "
    "digits.",
    "30 random points, alpha in [1.05, 12], q in [1e-6, 0.9], sigma in [0.4, 50]",
    Sampled("nodes against Arb's integrator", cases=Points(30, NEAR), digits=15, bits=192),
)
def _nodes(xp: Any, alpha: Fraction, q: Fraction, sigma: Fraction) -> Any:
    nodes = sg.divergence(xp, q, sigma, xp.number(alpha))
    integral = (1 + integrated(xp.number(alpha), xp.number(q), xp.number(sigma))).log() / (xp.number(alpha) - 1)
    return nodes.overlaps(integral) and abs(nodes - integral) * 10**15 < nodes


def _written(mp: Any, step: Step, at: Nodes) -> tuple[Any, Any]:
    """Both ends: the infinite sum is above the finite one S by at most the tails, and differs from M by at most M times
    the loss."""
    q, s, alpha = (mp.mpf(x.numerator) / x.denominator for x in step)
    d, a = mp.mpf(at.spacing), mp.mpf(at.strip)

    def weight(t: Any) -> Any:
        return d * mp.npdf(t) * (1 - q + q * mp.exp((2 * t * s - 1) / (2 * s**2))) ** alpha

    def geometric(x: Any) -> Any:
        return x / (1 - x)

    places = [j * d for j in range(at.first, at.last + 1)]
    total = mp.fsum(map(weight, places))
    left = geometric(mp.exp(places[0] * d)) * weight(places[0])
    right = geometric(mp.exp(-(places[-1] - alpha / s) * d)) * weight(places[-1])
    loss = 2 * mp.exp(a**2 / 2) / (mp.exp(2 * mp.pi * a / d) - 1)
    error = left + right + loss * (total + left + right) / (1 - loss)
    return total - error, total + error


def _as_written(xp: Any, step: Step, width: Fraction, left: Fraction, right: Fraction) -> Any:
    rate, sigma, alpha = step
    d = float(width)
    strip = min(3.1 * float(sigma), 6.2 / d)
    at = Nodes(d, -int(float(left) / d) - 1, int((float(alpha / sigma) + float(right)) / d) + 2, strip)
    found = quadrature.moment(xp, xp.number(rate), xp.number(sigma), xp.number(alpha), at)
    with digits(60) as fine:
        written = [Fraction(fine.mp.nstr(end, 60)) for end in _written(fine.mp, step, at)]
    ends = zip((found.lower(), found.upper()), written, strict=True)
    return all(abs(end - xp.number(other)) * 10**4 < found.rad() for end, other in ends)


BOOK.table(
    "enclosure.as-written",
    "By any nodes M is enclosed from S - r to S + r, r = tails + l (S + tails)/(1 - l) with l = 2 e^(a^2/2)/(e^(2 pi "
    "a/d) - 1) and the sum S over the nodes: no narrower and no wider.",
    "three steps, three widths of the nodes, four ranges of them",
    Sampled(
        "both ends against the formula as it is written",
        _as_written,
        digits=4,
        bits=192,
        steps=STEPS,
        widths=numbers("1/2 3/4 1"),
        below_0=numbers("1 3"),
        beyond_the_order=numbers("1/8 2"),
    ),
)


def _refused(xp: Any, at: Nodes, enough: bool) -> bool:
    try:
        quadrature.moment(xp, xp.number(Fraction(1, 10)), xp.number(1), xp.number(3), at)
    except ours(ArithmeticError):
        return not enough
    return enough


BOOK.soundness(
    "enclosure.refused",
    "Nodes that do not reach from below 0 to beyond alpha/s, or whose strip is too wide or whose spacing leaves half "
    "of M or more, give no number.",
    "q = 1/10, s = 1, alpha = 3: nodes that begin at 0 and 1/2, that end at 3, a strip of 3.2, a spacing of 5",
    Sampled(
        "nodes that show something give a number, and no others",
        _refused,
        [
            (Nodes(0.5, 1, 20, 2.0), False),
            (Nodes(0.5, 0, 20, 2.0), False),
            (Nodes(0.5, -4, 6, 2.0), False),  # ends at 3
            (Nodes(0.5, -4, 20, 3.2), False),  # beyond pi
            (Nodes(5.0, -2, 3, 1.2), False),  # too wide
            (Nodes(0.5, -4, 7, 2.0), True),
        ],
        digits=2,
        bits=192,
    ),
)


def _coarse(xp: Any, step: Step, alpha: Fraction, wider: int, left: Fraction, right: Fraction) -> Any:
    (rate, sigma), a = step, xp.number(alpha)
    q, s = xp.number(rate), xp.number(sigma)
    fine = sg.propose_plan(xp, q, s, a)
    spacing, shift = fine.nodes.spacing * wider, float(alpha / sigma)
    last = shift + (fine.nodes.last * fine.nodes.spacing - shift) * float(right)
    ends = int(fine.nodes.first * float(left)) // wider, int(last / spacing) + 1
    found = sg.excess(xp, rate, sigma, a, replace(fine, nodes=Nodes(spacing, *ends, fine.nodes.strip / wider)))
    return found.overlaps(integrated(a, q, s))


BOOK.soundness(
    "coarse-nodes",
    "With a spacing that is too wide and tails that are cut too early, the enclosure is wider and still holds the "
    "integral.",
    "three mechanisms, orders 5/4 and 6, spacings once and twice as wide, tails of two thirds, each alone and together",
    Sampled(
        "the integral in the enclosure by coarse nodes",
        _coarse,
        digits=15,
        bits=128,
        mechanisms=MECHANISMS,
        alpha=numbers("5/4 6"),
        times_as_wide=(1, 2, 4),
        share_of_the_left_tail=CUT,
        of_the_right_tail=CUT,
    ),
)


ORDINARY = [numbers("1/100 4"), numbers("1/1000 1/2"), numbers("1/2 30"), numbers("9/10 1"), numbers("1/1000000 1/4")]
"""Rates and sigmas."""
ORDERS = [1.000001, 1.5, 2.0, 2.75, 7.5, 64.0, 100.25, 700.5, 5000.5, 200000.5]
CORNERS = {
    "a rate of 1e-250: only beyond z = 9 it counts": (Fraction(1, 10**250), Fraction(1, 8), [19.0, 20.0]),
    "many nodes about 0": (Fraction(1, 2), Fraction(1, 16), [1.0009765625, 1.25, 1.5]),
    "two modes far from 0": (Fraction(1, 5), Fraction(30), [900.5, 3000.5, 4500.5, 9000.5]),
    "a curve beyond e^600": (Fraction(1, 10**4), Fraction(1, 2), [19.5, 21.5, 22.75]),
    "so many nodes that arrays go one by one": (Fraction(1, 10**105), Fraction(11, 2), [15_000.0, 16_000.0]),
    "orders beyond all nodes": (Fraction(1, 10), Fraction(10), [1e6 + 0.5]),
    "little noise at orders between 2 and 3": (Fraction(1, 2), Fraction(1, 5), [2.5, 2.875]),
    "nearly all records": (1 - Fraction(1, 10**20), Fraction(5), [1.5, 8.5]),
}


def _at_many(rate: Fraction, sigma: Fraction, orders: Sequence[float]) -> Any:
    from chartered_verify.large_packages import numpy

    return sg.divergence(floats, rate, sigma, numpy.array(orders))


def _keeps_digits(rate: Fraction, sigma: Fraction, orders: Sequence[float]) -> bool:
    """Whether doubles have 11 digits of the curve, at one order and at many at once."""
    for alpha, many in zip(orders, _at_many(rate, sigma, orders), strict=True):
        with balls(256) as xp:
            exact = sg.divergence(xp, rate, sigma, xp.number(Fraction(alpha)))
            for found in (many, sg.divergence(floats, rate, sigma, alpha)):
                if not abs(xp.number(Fraction(float(found))) - exact) * 10**11 < exact:
                    return False
    return True


def _at_once(rate: Fraction, sigma: Fraction) -> bool:
    orders = [2 + k / 2.0**15 for k in range(30_000)]
    return bool((_at_many(rate, sigma, orders)[::10_000] == _at_many(rate, sigma, orders[::10_000])).all())


def _beyond(alpha: float) -> bool:
    return bool(abs(_at_many(Fraction(1, 10), Fraction(10), [alpha])[0] / (alpha / 200) - 1) < 1e-11)


def _series(y: Fraction) -> bool:
    exact = sum((y**k * Fraction(1, factorial(k)) for k in range(2, 8)), Fraction(0))
    return abs(Fraction(sampled_gaussian_floats.rise(float(y))) - exact) * 10**14 < abs(exact)


FAR = {"b": (Fraction(1, 10**6), 100), "q": (Fraction(1, 10**8), Fraction(99, 100)), "sigma": (Fraction(3, 10), 100)}
BOOK.table(
    "floats",
    "In doubles the curve keeps 11 digits, at one order and at many at once; where its power series is taken, all of "
    "it is.",
    "our way of writing it",
    "100 random points, alpha - 1 in [1e-6, 100], q in [1e-8, 0.99], sigma in [0.3, 100]; five mechanisms at ten "
    "orders; the smallest rates, little and much noise, orders to 1e308; 30000 orders at once",
    Sampled(
        "doubles against balls",
        lambda b, q, sigma: _keeps_digits(q, sigma, [1 + float(b)]),
        Points(100, FAR),
        digits=11,
    ),
    Sampled(
        "doubles against balls", _keeps_digits, [*((*step, ORDERS) for step in ORDINARY), *CORNERS.values()], digits=11
    ),
    Sampled("all orders at once", _at_once, [numbers("1/100 1")], digits=11),
    Sampled("the Gaussian alone", _beyond, [(1e200,), (1e308,)], digits=11),
    Sampled("the series", _series, digits=14, y=numbers("-1 1 2")),
)
