"""Claims about profiles next to 1, where P and Q have little in common."""

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Notation, Positive, Proofs, Range, Sampled, claims_of, near
from flint import arb

from ...basics.formulas.gaussian_profile import delta_mu
from ...loss_distribution.formulas.connect_the_dots import Curve, Direction
from ...mechanisms.formulas.laplace_profile import delta_laplace
from ...subsampling.formulas import removal_and_addition as sampled_run
from ..formulas.composed_moments import Composition
from ..formulas.delta_near_one import Affinity
from ..formulas.moments import Gaussian, Laplace, RandomizedResponse
from ..laws.gaussian_law import GaussianSample
from .next_to_largest_loss import AT_POINTS, LOSS, ON_INTERVAL, RATE
from .registered_laws import GAUSSIAN, OUTCOMES, SAMPLES
from .series_below_largest_loss import SIDES

_BITS = 192
_compared = partial(Sampled, bits=_BITS, why=AT_POINTS)
AFFINITY = Proofs(
    "characteristic-function.affinity",
    "Chernoff 1952",
    at="its docstring",
    notation=Notation(ranges={"w": Range.epsilon((0, 20))}),
)
claims = claims_of(AFFINITY)
AFFINITY.inequality(
    "minimum",
    "min(a, b) <= a^z b^(1-z) for 0 < z < 1, and so what P and e^eps Q have in common is at most e^((1-z) eps) M(z).",
    "all a, b > 0 that differ by a factor e^t, t > 0; w = z t where b is the smaller one, else (1 - z) t",
    Positive("a^z b^(1-z) over the smaller one, less 1", "exp(w) - 1"),
    so="(1 - e^(eps - L))_+ p = p - min(p, e^eps q), whose sum over finite losses is P(L < inf) less what they have in "
    "common.",
)


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
    found, exact = Affinity(order, _BITS).inverse(parts).delta(epsilon), curve(xp, xp.number(epsilon))
    return bool(found.lower() <= exact.upper()) and bool(exact.lower() <= found.upper())
