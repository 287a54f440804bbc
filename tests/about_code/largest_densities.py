"""Claims about densities below the largest loss: the bound on a circle that ships, and the power of a series."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, near, numbers
from chartered_plugins.characteristic_function.formulas.loss_properties import Density
from chartered_plugins.characteristic_function.formulas.series_below_largest_loss import _power
from flint import acb, arb, arb_poly

BOOK = Proofs("characteristic-function.below-largest", "direct computation; Cauchy's estimate of coefficients")
_AROUND = 16


def _circle(xp: Any, share: Fraction, degree: int, way: int, part: Fraction) -> bool:
    """The largest modulus at points of the circle is that of the real point nearest to the pole, and is the bound."""
    density = Density(arb(1) / 2, arb(3), xp.number(share), degree, way, arb(9))
    radius = -xp.log(xp.number(share)) * xp.number(part)
    most = density.most(xp, radius)

    def size(k: int) -> Any:
        v = (-way * radius * acb(0, 2 * k * xp.pi / _AROUND).exp()).exp()
        return abs(3 * v**degree * ((v - xp.number(share)) / (1 - xp.number(share))) ** Fraction(-3, 2))

    least = xp.exp(-radius)
    root = ((least - xp.number(share)) / (1 - xp.number(share))) ** Fraction(-3, 2)
    return near(most, 3 * xp.exp(degree * radius) * root, 15) and all(
        bool(size(k).lower() <= most.upper()) for k in range(_AROUND)
    )


BOOK.table(
    "circle",
    "The density on a circle about the largest loss is at most the shipped bound: |v - share| at its least, and the "
    "power at its largest.",
    "2 shares, 2 powers, both sides, 3 radii; 15 digits",
    Sampled(
        "balls: 16 points of the circle",
        _circle,
        digits=15,
        bits=128,
        why="a maximum over a circle",
        shares=numbers("1/100 1/3"),
        degrees=(1, 2),
        ways=(1, -1),
        parts=numbers("1/10 1/2 9/10"),
    ),
)


def _to_the(xp: Any, times: int, count: int) -> bool:
    p = arb_poly([arb(1) / (k + 1) for k in range(4)])
    written = arb_poly([1])
    for _ in range(times):
        written = written * p
    found = _power(p, times, count)
    return all(bool(found[k].overlaps(written[k])) for k in range(count + 1))


BOOK.table(
    "power",
    "The power of a series is the product, up to the last coefficient that is asked for.",
    "5 numbers of factors, 3 lengths",
    Sampled(
        "balls: factor by factor",
        _to_the,
        digits=30,
        bits=128,
        why="a product of a number of factors that is not fixed",
        times=(1, 2, 3, 5, 8),
        counts=(1, 4, 9),
    ),
)
