"""Claims about bounds of a profile without an integral: the total variation distance, which is delta at eps = 0, what
is known next to the largest loss, the power series below it, and what P and Q have in common."""

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Notation, Positive, Proofs, Range, Same, Sampled, Slope, claims_of, near
from flint import arb

from ...basics.formulas.gaussian_profile import delta_mu
from ...mechanisms.formulas.laplace_profile import delta_laplace
from ..formulas.bound_by_moment import TWO, by_moment, total_variation
from ..formulas.composed_moments import Composition, max_loss
from ..formulas.finite_sums import Expansion
from ..formulas.moments import Gaussian, Laplace
from ..formulas.series_below_largest_loss import BelowLargest, densities
from ..laws.discrete_laplace import LaplaceOnIntegers
from ..laws.gaussian_law import GaussianSample
from ..laws.laplace_law import of_laplace
from ..laws.mixture import sampled
from .reasons import POINTS

_BITS = 256
_compared = partial(Sampled, bits=_BITS, why=POINTS)
NEAR = Proofs("characteristic-function", "direct computation; the Cauchy-Schwarz inequality")
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
AFFINITY = Proofs(
    "characteristic-function.affinity",
    "Chernoff 1952",
    at="its docstring",
    notation=Notation(ranges={"w": Range.epsilon((0, 20))}),
)
claims = claims_of(NEAR, BELOW, AFFINITY)
RATE, LOSS = Fraction(1, 10), Fraction(3, 2)
TWO_LOSSES = LaplaceOnIntegers(LOSS, sampled(RATE, Fraction(1)))


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


@NEAR.soundness(
    "largest-loss.profile",
    "Within a small distance of the largest loss l, delta(x) is the power series, and at least p (1 - e^(x-l)), p the "
    "probability that every run has its largest loss.",
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
    found = BelowLargest(40, _BITS).inverse(parts).delta(x)
    exact, known = Expansion(parts[0][1], _BITS).inverse(parts).delta(x), densities(xp, parts)
    assert known is not None
    least = known[0][0].mass ** parts[0][1] * -xp.expm1(-xp.number(gap))
    return near(found, exact, 20) and bool(least.lower() <= found.upper())


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

AFFINITY.inequality(
    "minimum",
    "min(a, b) <= a^z b^(1-z) for 0 < z < 1, and so what P and e^eps Q have in common is at most e^((1-z) eps) M(z).",
    "all a, b > 0 that differ by a factor e^t, t > 0; w = z t where b is the smaller one, else (1 - z) t",
    Positive("a^z b^(1-z) over the smaller one, less 1", "exp(w) - 1"),
    so="(1 - e^(eps - L))_+ p = p - min(p, e^eps q), whose sum over finite losses is P(L < inf) less what they have in "
    "common.",
)
