"""Claims about the inversion of a moment generating function along a vertical line: the kernel, the aliasing terms of
the trapezoidal rule, the truncated part, and the registered profile, compared with profiles in closed form."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

from chartered.proving import Notation, Positive, Proofs, Same, Sampled, Touches, claims_of, numbers
from flint import acb, arb

from ...basics.formulas.gaussian_profile import delta_mu
from ...loss_distribution.formulas.connect_the_dots import Direction
from ...subsampling.formulas.removal_and_addition import addition, removal
from ..formulas import contour
from ..formulas.composed_moments import Composition
from ..formulas.moments import Gaussian, Laplace, RandomizedResponse
from ..laws.gaussian_law import GaussianSample
from ..search import accurate_line

SQUARES, EPSILONS = numbers("1/100 1/2 4"), numbers("0 1/3 5/2")
_DIGITS = 20
NOTATION = Notation(
    "share = b*(1 - v)", "rest = b*v/(b - 1)", ranges={"x y d j": (0, 20), "z b": (1, 20), "v": (0, 1)}, contour=contour
)
KERNEL, CHERNOFF, TRAPEZOIDAL, DIRECT = (
    Proofs("characteristic-function", paper, notation=NOTATION)
    for paper in (
        "Bromwich's integral",
        "Chernoff's bound of the hockey-stick divergence; direct computation",
        "the trapezoidal rule by Poisson's summation formula; Zhu, Dong, Wang 2022, Section 4",
        "Balle and Wang 2018; direct computation",
    )
)
RUN = Proofs("characteristic-function", "Zhu, Dong, Wang 2022", at="Theorem 11")
claims = claims_of(KERNEL, CHERNOFF, TRAPEZOIDAL, DIRECT, RUN)

KERNEL.identity(
    "kernel",
    "1/(z(z-1)) = 1/(z-1) - 1/z: for a loss l the residues of e^(zl) e^(-(z-1)x)/(z(z-1)) at 1 and 0 are e^l and "
    "-e^x. Closed to the left where l > x, and to the right elsewhere, the line c > 1 gives (e^l - e^x)_+.",
    "z > 1",
    Same("the partial fractions", "1/(z*(z - 1))", "1/(z - 1) - 1/z"),
)

CHERNOFF.inequality(
    "kappa",
    "e^t - 1 <= kappa e^(bt) for every t > 0 and b > 1, with kappa = (b-1)^(b-1)/b^b, so that delta(x) <= "
    "kappa M(b) e^(-(b-1)x).",
    "t > 0, b > 1",
    Touches("x/y - 1 - log(x/y)", "x", "y"),
    Same("the sum is 0", "share - 1 + (b - 1)*(rest - 1)", "0"),
    Same("what ships is that kappa", "share*rest^(b - 1)*contour.kappa(b)", "(1 - v)*v^(b - 1)"),
    so="With v = e^-t it says (b(1-v)) (bv/(b-1))^(b-1) <= 1; the logarithm of each factor is at most it less 1.",
)

TRAPEZOIDAL.inequality(
    "truncation.kernel",
    "|z(z-1)| >= y^2 on the line z = c + iy, c >= 1.",
    "c > 1, y > 0",
    Positive("with c = 1 + d", "((1 + d)^2 + y^2)*(d^2 + y^2) - y^4"),
)

TRAPEZOIDAL.inequality(
    "truncation.sum",
    "1/k^2 <= 1/(k-1) - 1/k for k > 1, so that the terms from K on add up to 1/(K-1) at most.",
    "k > 1",
    Positive("with k = 1 + j", "1/j - 1/(1 + j) - 1/(1 + j)^2"),
)


@TRAPEZOIDAL.identity(
    "copies",
    "The trapezoidal rule without truncation is the sum of e^((c-1)mW) delta(x + mW) over all whole m, W = 2 pi/h.",
    "mu-GDP for 3 mu, 2 orders c, 3 periods W, 3 eps; 60 digits",
    Sampled(
        "balls: both sums",
        digits=60,
        bits=256,
        why="Poisson's summation formula is a theorem of analysis, which no machine here proves",
        squares=SQUARES,
        orders="3/2 4",
        periods=(5, 8, 20),
        eps=EPSILONS,
    ),
)
def _copies(xp: Any, square: Fraction, order: Fraction, period: int, x: Fraction) -> bool:
    c, h, mu = xp.number(order), 2 * xp.pi / period, xp.sqrt(xp.number(square))
    last = int(40 / (float(square) ** 0.5 * float(h.mid()))) + 2  # e^(-800) from there on
    found = arb(0)
    for k in range(-last, last + 1):
        z = acb(c, k * h)
        moment = Gaussian(square).moment(xp, z)
        found += (moment * (-(z - 1) * xp.number(x)).exp() / (z * (z - 1))).real
    reach = 60 + int(40 * float(square)) // period
    shifts = [m * period for m in range(-reach, reach)]
    copies = sum((xp.exp((c - 1) * shift) * delta_mu(xp, mu, xp.number(x) + shift) for shift in shifts), arb(0))
    return bool(abs(found * h / (2 * xp.pi) - copies) < arb(10) ** -60 * (1 + copies))


def _mixture(xp: Any, square: Fraction, companion: Any, x: Fraction) -> arb:
    """The mean of delta_mu(x - l) over the companion's loss l under P."""
    mu = xp.sqrt(xp.number(square))

    def moved(loss: arb) -> arb:
        found: arb = delta_mu(xp, mu, xp.number(x) - loss)
        return found

    if companion is None:
        return moved(arb(0))
    e = xp.number(companion.epsilon)
    if isinstance(companion, RandomizedResponse):
        share = xp.exp(e) + (companion.k - 1)
        mixed: arb = (xp.exp(e) * moved(e) + (companion.k - 2) * moved(arb(0)) + moved(-e)) / share
        return mixed
    # under P the loss is e with chance 1/2, -e with e^(-e)/2, and e^((l-e)/2)/4 dl between; delta rises in l
    ends = [-e + 2 * e * k / 400 for k in range(401)]
    whole: arb = moved(e) / 2 + xp.exp(-e) / 2 * moved(-e)
    for low, high in pairwise(ends):
        whole += (xp.exp((high - e) / 2) - xp.exp((low - e) / 2)) / 2 * moved(low).union(moved(high))
    return whole


@DIRECT.soundness(
    "profile.direct",
    "The enclosure of delta holds its value, and is narrow: of normal losses, and of these with a run of randomized "
    "response, delta is a mixture of Gaussian profiles; of these with a run of Laplace noise it is an integral of "
    "them, of which a Riemann sum from either side is given.",
    "3 mu, 4 companions, 3 eps; 20 digits",
    Sampled(
        "balls: the mixture of profiles",
        digits=_DIGITS,
        bits=256,
        squares=SQUARES,
        companions=(
            None,
            RandomizedResponse(Fraction(1)),
            RandomizedResponse(Fraction(1, 4), 5),
            Laplace(Fraction(1, 2)),
        ),
        eps=EPSILONS,
    ),
)
def _encloses(xp: Any, square: Fraction, companion: Any, x: Fraction) -> bool:
    parts: Composition = ((Gaussian(square), 1), *(((companion, 1),) if companion else ()))
    found = accurate_line.line_at(parts, x, _DIGITS).inverse(parts).delta(x)
    narrow = found.rad() < found.mid() * arb(10) ** (2 - _DIGITS)
    return bool(narrow) and bool(found.overlaps(_mixture(xp, square, companion, x)))


def one_sampled_run(xp: Any, rate: Fraction, noise: Fraction, added: bool, x: Fraction) -> arb:
    """The closed form of delta(x) for one run of the sampled Gaussian, the record removed or `added`."""
    inner = Direction(lambda xp, epsilon: delta_mu(xp, 1 / xp.number(noise), epsilon))
    found: arb = (addition if added else removal)(rate, inner).curve(xp, xp.number(x))
    return found


@RUN.soundness(
    "profile.one-sampled-run",
    "For one run of the sampled Gaussian the enclosure of delta holds the closed form of either direction.",
    "3 mechanisms, both directions, 3 eps; 6 digits",
    Sampled(
        "balls: closed forms",
        cases=[
            (*numbers(sample), added, x)
            for sample in ("1/2 1", "1/2 3", "9/10 1")
            for added in (False, True)
            for x in numbers("0 1/10 1/4")
        ],
        digits=6,
        bits=160,
    ),
)
def _one_run(xp: Any, rate: Fraction, noise: Fraction, added: bool, x: Fraction) -> bool:
    parts = ((GaussianSample(rate, noise, added).law, 1),)
    found = accurate_line.line_at(parts, x, 6).inverse(parts).delta(x)
    exact = one_sampled_run(xp, rate, noise, added, x)
    return bool(found.overlaps(exact)) and bool(found.rad() < arb(10) ** -6)
