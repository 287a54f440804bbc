"""Claims about bounds of a profile without an integral: the total variation distance, which is delta at eps = 0, and
what is known next to the largest loss."""

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of
from flint import acb, arb

from ...basics.formulas.gaussian_profile import delta_mu
from ...mechanisms.formulas.laplace_profile import delta_laplace
from ..formulas.composed_moments import Composition, max_loss
from ..formulas.discrete_gaussian_moments import DiscreteLaplace
from ..formulas.finite_sums import Expansion
from ..formulas.moments import Gaussian, Laplace, RandomizedResponse
from ..formulas.next_to_largest_loss import NextToLargest, chance, near
from ..formulas.total_variation import TWO, by_moment, total_variation
from ..laws.discrete_laplace import LaplaceOnIntegers
from ..laws.gaussian_law import GaussianSample
from ..laws.laplace_law import LaplaceLaw, of_laplace
from ..laws.mixture import grouped, replaced, sampled
from . import written_laplace as written

_BITS = 256
AT_POINTS = "what ships runs in balls alone, so that it is compared at points"
_compared = partial(Sampled, bits=_BITS, why=AT_POINTS)
NEAR = Proofs("characteristic-function", "direct computation; the Cauchy-Schwarz inequality")
claims = claims_of(NEAR)
RATE, LOSS = Fraction(1, 10), Fraction(3, 2)
TWO_LOSSES = LaplaceOnIntegers(LOSS, sampled(RATE, Fraction(1)))
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


def _normal(xp: Any, square: Fraction, runs: int) -> bool:
    parts = ((Gaussian(square), runs),)
    found = total_variation(parts)
    exact = delta_mu(xp, xp.sqrt(runs * xp.number(square)), xp.number(0))
    written = xp.sqrt(xp.expm1(runs * xp.number(square))) / 2
    return bool(found >= exact.lower()) and bool(abs(found - written) < arb(10) ** -20)


@NEAR.soundness(
    "total-variation",
    "delta at eps = 0 is at most half the root of M(2) - 1, and at most the sum of the total variation distances of "
    "all runs, that of a sampled run being q times the delta of its noise.",
    "2 mu, 3 numbers of runs; 3 samples with Gaussian and Laplace noise in both directions, 2 numbers of runs",
    _compared("balls: the Gaussian profile", _normal, digits=20, squares="1/100 1/4", runs=(1, 2, 9)),
    _compared(
        "balls: the sampled profile",
        cases=[
            (Fraction(rate), Fraction(noise), laplace, added, runs)
            for laplace in (False, True)
            for rate, noise in (("1/100", "1"), ("1/1000", "1/2"), ("1/2", "3"))
            for added in (False, True)
            for runs in (1, 3)
        ],
        digits=10,
    ),
)
def _sampled(xp: Any, rate: Fraction, noise: Fraction, laplace: bool, added: bool, runs: int) -> bool:
    one = xp.number(1 / noise)
    law: Any = of_laplace(1 / noise, sampled(rate, Fraction(1))) if laplace else GaussianSample(rate, noise, False).law
    whole = (delta_laplace if laplace else delta_mu)(xp, one, xp.number(0))
    m, exact = law.swapped if added else law, xp.number(rate) * whole
    bound = by_moment(((m, runs),), TWO, Fraction(0))
    tight = bound <= (runs * exact).upper() * (1 + arb(2) ** -40)
    return bool(xp.number(m.total_variation).overlaps(exact)) and bool(bound >= exact.lower()) and bool(tight)


@NEAR.table(
    "largest-loss.near",
    "The probability of losses near the largest one that ships is that of Laplace noise on a sample, and 1 where they "
    "begin before the last two kinks.",
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
    found = near(xp, ((law, 1),), gap)
    whole = near(xp, ((law, 1),), xp.number(law.max_loss) - law.end_loss(xp, -1))
    return bool(abs(found - exact) < arb(10) ** -30) and bool(whole == 1 if len(list(written.between(law))) > 1 else 1)


@NEAR.soundness(
    "largest-loss.profile",
    "Within a small distance of the largest loss l, delta(x) is between p (1 - e^(x-l)) and P(L > x) (1 - e^(x-l)), p "
    "the probability that every run has its largest loss.",
    "5 compositions, 3 distances",
    _compared(
        "balls: the finite sum",
        digits=20,
        parts=(
            ((Laplace(LOSS), 1),),
            ((Laplace(LOSS), 4),),
            ((TWO_LOSSES, 3),),
            ((TWO_LOSSES.swapped, 3),),
            ((TWO_LOSSES, 9),),
        ),
        gaps="1/1000000000 1/1000 1/100",
    ),
)
def _profile(xp: Any, parts: Composition, gap: Fraction) -> bool:
    """Beside the finite sum of runs of Laplace noise or of two losses."""
    x = xp.number(max_loss(parts)) - xp.number(gap)
    found = NextToLargest(parts, _BITS).delta(x)
    exact = Expansion(parts[0][1], _BITS).inverse(parts).delta(x)
    share = chance(parts, _BITS)
    assert share is not None
    close = found.rad() <= found.mid() * (near(xp, parts, xp.number(gap)) / share - 1 + arb(2) ** -25)
    return bool(found.lower() <= exact.upper()) and bool(exact.lower() <= found.upper()) and bool(close)


@NEAR.table(
    "largest-loss.chance",
    "The probability of the largest loss that ships is that to which e^(-(b-1)l) M(b) comes down at large orders b.",
    f"{len(SINGLE)} mechanisms",
    _compared("balls: a moment of order 400", digits=2, m=SINGLE),
)
def _alone(xp: Any, m: Any) -> bool:
    order, largest = Fraction(400), xp.number(m.max_loss)
    at_order = m.at(order, 200, 2 * _BITS) * (-xp.number(order - 1) * largest).exp()
    share, tiny = xp.number(m.largest_chance), near(xp, ((m, 1),), arb(10) ** -30)
    reached = not at_order < share and bool(at_order <= share * arb("1.5"))
    return reached and bool(abs(tiny - share) < arb(10) ** -25)
