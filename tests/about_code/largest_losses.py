"""Claims about profiles next to the largest loss and below it as they ship: what is near it, its probability, and the
power series."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near
from chartered_plugins.characteristic_function.claims import written_laplace as written
from chartered_plugins.characteristic_function.claims.bounds_without_integral import LOSS, RATE, TWO_LOSSES
from chartered_plugins.characteristic_function.claims.reasons import POINTS
from chartered_plugins.characteristic_function.formulas import gauss_legendre
from chartered_plugins.characteristic_function.formulas.composed_moments import Composition, max_loss
from chartered_plugins.characteristic_function.formulas.discrete_gaussian_moments import DiscreteLaplace
from chartered_plugins.characteristic_function.formulas.finite_sums import Expansion
from chartered_plugins.characteristic_function.formulas.loss_properties import Density
from chartered_plugins.characteristic_function.formulas.moments import Laplace, RandomizedResponse
from chartered_plugins.characteristic_function.formulas.series_below_largest_loss import (
    BelowLargest,
    densities,
    remainder,
)
from chartered_plugins.characteristic_function.laws.discrete_laplace import LaplaceOnIntegers
from chartered_plugins.characteristic_function.laws.laplace_law import LaplaceLaw, of_laplace
from chartered_plugins.characteristic_function.laws.mixture import grouped, replaced, sampled
from chartered_plugins.loss_distribution.formulas.connect_the_dots import Curve, Direction
from chartered_plugins.mechanisms.formulas.laplace_profile import delta_laplace
from chartered_plugins.subsampling.formulas import removal_and_addition as sampled_run
from chartered_verify.arithmetic import Value
from flint import acb, arb

_BITS, _NODES = 256, 40
_compared = partial(Sampled, bits=_BITS, why=POINTS)
NEAR = Proofs("characteristic-function", "direct computation; the Cauchy-Schwarz inequality")
BELOW = Proofs(
    "characteristic-function.below-largest", "direct computation; Cauchy's estimate of coefficients", at="its docstring"
)
claims = claims_of(NEAR, BELOW)
_REMOVED, _GROUP = (of_laplace(LOSS, ratio) for ratio in (sampled(RATE, Fraction(1)), grouped(RATE, Fraction(1), 3)))
ON_INTERVAL = (_REMOVED, _REMOVED.swapped, of_laplace(LOSS, replaced(RATE, Fraction(1))), _GROUP, _GROUP.swapped)
SINGLE = (
    *ON_INTERVAL,
    TWO_LOSSES,
    TWO_LOSSES.swapped,
    LaplaceOnIntegers(LOSS, replaced(RATE, Fraction(2))),
    Laplace(LOSS),
    RandomizedResponse(LOSS, 3, Fraction(1, 50)),
    DiscreteLaplace(LOSS, 2),
)


def near_largest(xp: Any, law: LaplaceLaw | Laplace, gap: Any) -> Any:
    """P of losses less than `gap` below the largest one: beyond the place, on the last piece, where A + C e^(2r|x|) is
    e^-gap times its value at the end on the right, or e^gap times that at 0 on the left."""
    if isinstance(law, Laplace):
        return 1 - xp.exp(-gap / 2) / 2
    piece, r, found = law.noise.pieces(law.ratio)[-1], xp.number(law.noise.rate), arb(0)
    fixed, rising = piece.values(xp, r)
    outer = xp.exp(2 * r * xp.number(piece.high))
    on_right = outer + (outer + fixed / rising) * xp.expm1(-gap)
    far = xp.log(on_right if piece.way > 0 else 1 + (1 + fixed / rising) * xp.expm1(gap)) / 2
    for weight, shift in law.ratio.p.parts:
        ahead = xp.number(law.noise.rate * shift) - piece.way * far  # from the place to the shift
        before = piece.way < 0 or shift > piece.low
        found += xp.number(weight) * (1 - xp.exp(-ahead) / 2 if before else xp.exp(ahead) / 2)
    return found


@NEAR.table(
    "largest-loss.near",
    "The probability of losses near the largest one, with which the series is compared, is that of Laplace noise on a "
    "sample.",
    f"{len(ON_INTERVAL)} laws, 3 places; 30 digits",
    _compared("balls: the density integrated", digits=30, laws=ON_INTERVAL, parts="1/1000000 1/1000 1/2"),
)
def _near(xp: Any, law: LaplaceLaw, part: Fraction) -> bool:
    """P beyond a place of the last piece, by an atom and an integral, and the loss there."""
    a, b = list(written.between(law))[-1]
    place, middle = xp.number(b - (b - a) * part), (a + b) / 2
    p, q = (written.mixed(xp, law, m, middle)(place) for m in (law.ratio.p, law.ratio.q))
    top, other, mass = written.atoms(xp, law)[-1]
    gap, density = (top / other * q / p).log(), written.integrand(xp, law, acb(1), middle)
    exact = mass * top + acb.integral(lambda x, _: density(x), acb(place), acb(xp.number(b))).real
    return bool(abs(near_largest(xp, law, gap) - exact) < arb(10) ** -30)


@NEAR.table(
    "largest-loss.chance",
    "The probability of the largest loss that ships is that to which e^(-(b-1)l) M(b) comes down at large orders b.",
    f"{len(SINGLE)} mechanisms",
    _compared("balls: a moment of order 400", digits=2, m=SINGLE),
)
def _alone(xp: Any, m: Any) -> bool:
    order, largest = Fraction(400), xp.number(m.max_loss)
    at_order = m.at(order, 200, 2 * _BITS) * (-xp.number(order - 1) * largest).exp()
    share = m.below_largest(xp).mass
    return not at_order < share and bool(at_order <= share * arb("1.5"))


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
    return near(total, near_largest(xp, law, y), 25, arb(1))


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
        return near_largest(xp, law, u) - curve(xp, largest - u)

    total = arb(0)
    for t, weight in gauss_legendre.rule(_NODES, xp.bits):
        g = y * (1 + t) / 2
        total += weight * near_largest(xp, law, g) * slope(y - g) * y / 2
    return near(_series(((law, 2),), 2 * largest - y), total, 15, arb(1))
