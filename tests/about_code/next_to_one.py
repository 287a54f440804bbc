"""Claims about profiles next to 1, where P and Q have little in common, beside those that are known."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near
from chartered_plugins.basics.formulas.gaussian_profile import delta_mu
from chartered_plugins.characteristic_function.claims.bounds_without_integral import LOSS, RATE
from chartered_plugins.characteristic_function.claims.reasons import POINTS
from chartered_plugins.characteristic_function.claims.registered_laws import GAUSSIAN, OUTCOMES, SAMPLES
from chartered_plugins.characteristic_function.formulas.bound_by_moment import MomentBound
from chartered_plugins.characteristic_function.formulas.composed_moments import Composition
from chartered_plugins.characteristic_function.formulas.moments import Gaussian, Laplace, RandomizedResponse
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from chartered_plugins.loss_distribution.formulas.connect_the_dots import Curve, Direction
from chartered_plugins.mechanisms.formulas.laplace_profile import delta_laplace
from chartered_plugins.subsampling.formulas import removal_and_addition as sampled_run
from flint import arb

from .largest_losses import ON_INTERVAL, SIDES

_BITS = 192
_compared = partial(Sampled, bits=_BITS, why=POINTS)
AFFINITY = Proofs("characteristic-function.affinity", "Chernoff 1952", at="its docstring")
claims = claims_of(AFFINITY)


def _square(mu_squared: Fraction, runs: int) -> Curve:
    return lambda xp, epsilon: delta_mu(xp, xp.sqrt(xp.number(runs * mu_squared)), epsilon)


def _response(xp: Any, epsilon: Any) -> Any:
    """(2, 1/8)-DP randomized response, without what it discloses."""
    share = xp.number(Fraction(7, 8)) / (1 + xp.exp(xp.number(2)))
    return share * xp.positive(xp.exp(xp.number(2)) - xp.exp(epsilon))


NOISE = Direction(lambda xp, epsilon: delta_mu(xp, xp.number(1), epsilon))
KNOWN: list[tuple[Composition, Curve]] = [
    *(((((Gaussian(LOSS), runs),)), _square(LOSS, runs)) for runs in (1, 9, 200)),
    (((Laplace(LOSS), 1),), lambda xp, epsilon: delta_laplace(xp, xp.number(LOSS), epsilon)),
    (((RandomizedResponse(Fraction(2), 2, Fraction(1, 8)), 1),), _response),
    *((((law, 1),), curve) for law, curve in SIDES),
    (((GaussianSample(RATE, Fraction(1), False).law, 1),), sampled_run.removal(RATE, NOISE).curve),
    (((GaussianSample(RATE, Fraction(1), True).law, 1),), sampled_run.addition(RATE, NOISE).curve),
]


LAWS = [
    *ON_INTERVAL,
    *(law for rows in (GAUSSIAN, SAMPLES, OUTCOMES) for of in rows.values() for laws in of.values() for law in laws),
]
SWAPPED = [law for law in LAWS if hasattr(law, "swapped")]


def _both(xp: Any, law: Any, order: Fraction) -> bool:
    """M at an order between 0 and 1, and of the other direction at 1 less that; at most 1, as no moment there is."""
    one, other = law.at(order, 60, _BITS), law.swapped.at(1 - order, 60, _BITS)
    return near(one, other, 18, arb(1)) and bool(one <= 1 + arb(10) ** -18)


@AFFINITY.soundness(
    "profile",
    "What P and e^eps Q have in common at an order between 0 and 1 encloses the profile; and M of a law at such an "
    "order is that of the other direction at 1 less the order.",
    f"{len(KNOWN)} compositions whose profile is known, 3 orders, 3 eps; {len(SWAPPED)} laws, 3 orders; 18 digits",
    _compared("balls: profiles in closed form", digits=15, known=KNOWN, orders="1/4 15/32 15/16", eps="0 1/3 2"),
    _compared("balls: the other direction", _both, digits=18, laws=SWAPPED, orders="1/4 15/32 15/16"),
)
def _encloses(xp: Any, known: tuple[Composition, Curve], order: Fraction, epsilon: Fraction) -> bool:
    parts, curve = known
    found, exact = MomentBound(order).inverse(parts).delta(epsilon), curve(xp, xp.number(epsilon))
    return bool(found.lower() <= exact.upper()) and bool(exact.lower() <= found.upper())
