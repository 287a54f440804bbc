"""Claims about the power series of a profile below the largest loss."""

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Notation, Proofs, Same, Sampled, Slope, claims_of, near
from chartered_verify.arithmetic import Value
from flint import arb

from ...loss_distribution.formulas.connect_the_dots import Curve, Direction
from ...mechanisms.formulas.laplace_profile import delta_laplace
from ...subsampling.formulas import removal_and_addition as sampled_run
from ..formulas import gauss_legendre
from ..formulas.composed_moments import Composition, max_loss
from ..formulas.finite_sums import Expansion
from ..formulas.loss_properties import Density
from ..formulas.moments import Laplace
from ..formulas.series_below_largest_loss import BelowLargest, densities, remainder
from ..laws.laplace_law import LaplaceLaw, of_laplace
from ..laws.mixture import sampled
from .next_to_largest_loss import AT_POINTS, LOSS, ON_INTERVAL, RATE

_BITS, _NODES = 256, 40
_compared = partial(Sampled, bits=_BITS, why=AT_POINTS)
BELOW = Proofs(
    "characteristic-function.below-largest",
    "direct computation; Cauchy's estimate of coefficients",
    at="its docstring",
    notation=Notation(
        "ratio(v, b) = v/(v - b)",
        "density(v, b, m) = v^m*((v - b)/(1 - b))^(-3/2)",
        ranges={"b": (0, Fraction(1, 8)), "g s": (0, 1), "m": (1, 2), "r": (2, 9), "u": (1, 9), "k": (0, 1)},
    ),
)
claims = claims_of(BELOW)
BELOW.identity(
    "series",
    "With v = e^(-g), or e^g on the other side, h = v/(v - b) and the density f = v^m ((v - b)/(1 - b))^(-3/2) have h' "
    "= h^2 - h and f' = (3h/2 - m) f, with the opposite sign on the other side: coefficients follow one by one.",
    "0 < b < 1, m > 0, g before the pole",
    Slope("h", "ratio(exp(-g), b)", "g", "ratio(exp(-g), b)^2 - ratio(exp(-g), b)"),
    Slope("f", "density(exp(-g), b, m)", "g", "(3/2*ratio(exp(-g), b) - m)*density(exp(-g), b, m)"),
    Slope("h on the other side", "ratio(exp(g), b)", "g", "ratio(exp(g), b) - ratio(exp(g), b)^2"),
    Slope("f there", "density(exp(g), b, m)", "g", "(m - 3/2*ratio(exp(g), b))*density(exp(g), b, m)"),
    so="Coefficients of the sides are equal.",
)

BELOW.inequality(
    "remainder",
    "In a circle of radius r around g = 0, |v - b| >= e^(-r) - b, which bounds the density there, and its coefficients "
    "by Cauchy's estimate: their sum with r^-k from 0 to s is r log(r/(r - s)).",
    "0 < s < r before the pole; u = |v|, k the cosine of its angle",
    Same("what |v - b|^2 is above (u - b)^2", "u^2 - 2*b*u*k + b^2 - (u - b)^2", "2*b*u*(1 - k)"),
    Slope("the sum of the bounds", "r*log(r/(r - s))", "s", "1/(1 - s/r)"),
    so="u is at least e^-r > b. Absolute values of coefficients of a product are at most those of the product of "
    "bounds, and the powers of y from M on at most (y/s)^M times those at s.",
)


def _densities(xp: Any, parts: Composition) -> list[tuple[Density, int]]:
    found = densities(xp, parts)
    assert found is not None
    return found


@BELOW.table(
    "density",
    "The probability of the largest loss and the integral of the density that ships are the probability of losses as "
    "near.",
    f"{len(ON_INTERVAL) + 1} laws, 3 distances; 25 digits",
    _compared("balls: in closed form", digits=25, laws=(*ON_INTERVAL, Laplace(LOSS)), parts="1/1000 1/10 3/4"),
)
def _density(xp: Any, law: LaplaceLaw | Laplace, part: Fraction) -> bool:
    found, _ = _densities(xp, ((law, 1),))[0]
    y = xp.minimum(found.reach, found.pole) * xp.number(part)
    total = found.mass
    for k, x in enumerate(found.series(300)):
        total += x * y ** (k + 1) / (k + 1)
    return near(total, law.near_largest(xp, y), 25, arb(1))


def _runs(xp: Any, runs: int, gap: Fraction) -> bool:
    parts = ((Laplace(LOSS), runs),)
    x = xp.number(max_loss(parts)) - xp.number(gap)
    return near(_series(parts, x), Expansion(runs, _BITS).inverse(parts).delta(x), 15, arb(1))


def _series(parts: Composition, x: arb) -> arb:
    return BelowLargest(400, _BITS).inverse(parts).delta(x)


REMOVED = of_laplace(LOSS, sampled(RATE, Fraction(1)))
NOISE = Direction(lambda xp, epsilon: delta_laplace(xp, xp.number(LOSS), epsilon))
SIDES: tuple[tuple[LaplaceLaw, Curve], ...] = (
    (REMOVED, sampled_run.removal(RATE, NOISE).curve),
    (REMOVED.swapped, sampled_run.addition(RATE, NOISE).curve),
)


def _rest(xp: Any, law: LaplaceLaw, runs: int, part: Fraction) -> bool:
    """A series of few powers misses by no more than its remainder, which is not far from what it misses."""
    parts = ((law, runs),)
    known = _densities(xp, parts)
    density, _ = known[0]
    y = xp.minimum(density.reach, density.pole) * xp.number(part)
    x, count = runs * xp.number(law.max_loss) - y, 8
    missed = abs(BelowLargest(count, _BITS).inverse(parts).delta(x).mid() - _series(parts, x))
    return bool(missed <= remainder(xp, known, y, count))


@BELOW.soundness(
    "profile",
    "The power series is the profile below the largest loss.",
    "Laplace noise of 1, 4 and 9 runs, 3 distances; two runs on a sample in both directions, 3 distances; series of "
    "few powers, which differ by no more than the remainder",
    _compared("balls: the finite sum", _runs, digits=15, runs=(1, 4, 9), gaps="1/1000000 1/100 1/2"),
    _compared("balls: an integral over one run", digits=15, sides=SIDES, parts="1/1000 1/10 1/2"),
    _compared("balls: more powers", _rest, digits=15, laws=ON_INTERVAL, runs=(1, 5), parts="1/100 1/4"),
)
def _two(xp: Any, side: tuple[LaplaceLaw, Curve], part: Fraction) -> bool:
    """Two runs, by an integral over the loss of one of them: with N the probability of losses as near, delta of one run
    has the slope N - delta in the distance, and delta of two is the integral of N times that."""
    law, curve = side
    largest, (found, _) = xp.number(law.max_loss), _densities(xp, ((law, 1),))[0]
    y = xp.minimum(found.reach, found.pole) * xp.number(part)

    def slope(u: Value) -> Value:
        return law.near_largest(xp, u) - curve(xp, largest - u)

    total = arb(0)
    for t, weight in gauss_legendre.rule(_NODES, xp.bits):
        g = y * (1 + t) / 2
        total += weight * law.near_largest(xp, g) * slope(y - g) * y / 2
    return near(_series(((law, 2),), 2 * largest - y), total, 15, arb(1))
