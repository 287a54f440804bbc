"""Claims about the inversion of a moment generating function along a vertical line: the kernel, the copies that the
trapezoidal rule adds, what is truncated, and the profile that ships, beside profiles in closed form."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Claim, Effort, Identity, Kind, Verdict
from chartered.proving.printed_formulas import formula
from chartered.proving.steps import chain, same, sample, sign_of, touches
from chartered_verify.arithmetic import balls
from flint import acb, arb

from ...basics.formulas.gaussian_profile import delta_mu
from ..formulas.composition import Composition, inversion
from ..formulas.contour import kappa
from ..formulas.moments import Gaussian, Laplace, RandomizedResponse

TRAPEZOIDAL = "the trapezoidal rule by Poisson's summation formula; Zhu, Dong, Wang 2022, Section 4"
ABOVE_ONE, SIZE = (1, None), (0, 20)
_BITS, _DIGITS = 256, 20
SQUARES = (Fraction(1, 100), Fraction(1, 2), Fraction(4))
EPSILONS = (Fraction(0), Fraction(1, 3), Fraction(5, 2))


def claims() -> list[Claim]:
    """All of this module."""
    return [*_remainders(), _copies(), _profiles()]


def _remainders() -> list[Claim]:
    return [
        Claim.of(
            "characteristic-function.kernel",
            "1/(z(z-1)) = 1/(z-1) - 1/z: for a loss l the residues of e^(zl) e^(-(z-1)x)/(z(z-1)) at 1 and 0 are e^l "
            "and "
            "-e^x. Closed to the left where l > x, and to the right elsewhere, the line c > 1 gives (e^l - e^x)_+.",
            "Bromwich's integral",
            Identity(formula("1/(z*(z - 1))", "z"), formula("1/(z - 1) - 1/z", "z"), {"z": ABOVE_ONE}),
        ),
        Claim(
            "characteristic-function.kappa",
            Kind.INEQUALITY,
            "e^t - 1 <= kappa e^(bt) for every t > 0 and b > 1, with kappa = (b-1)^(b-1)/b^b, so that delta(x) <= "
            "kappa M(b) e^(-(b-1)x).",
            "Chernoff's bound of the hockey-stick divergence; direct computation",
            "t > 0, b > 1",
            _kappa,
        ),
        Claim(
            "characteristic-function.truncation.kernel",
            Kind.INEQUALITY,
            "|z(z-1)| >= y^2 on the line z = c + iy, c >= 1.",
            TRAPEZOIDAL,
            "c > 1, y > 0",
            lambda effort: sign_of("((1 + d)**2 + y**2)*(d**2 + y**2) - y**4", "d y", {"d": SIZE, "y": SIZE}, effort),
        ),
        Claim(
            "characteristic-function.truncation.sum",
            Kind.INEQUALITY,
            "1/k^2 <= 1/(k-1) - 1/k for k > 1, so that the terms from K on add up to 1/(K-1) at most.",
            TRAPEZOIDAL,
            "k > 1",
            lambda effort: sign_of("1/j - 1/(1 + j) - 1/(1 + j)**2", "j", {"j": SIZE}, effort),
        ),
    ]


def _kappa(effort: Effort) -> Verdict:
    ranges = {"v": (0, 1), "b": (1, 20)}
    return chain(
        "With v = e^-t it says (b(1-v)) (bv/(b-1))^(b-1) <= 1; the logarithm of each factor is at most it less 1.",
        *touches(lambda xp, x, y: x / y - 1 - xp.log(x / y), lambda xp, y: y, "x y", {"x": SIZE, "y": SIZE}, effort),
        ("the sum is 0", same("b*(1 - v) - 1 + (b - 1)*(b*v/(b - 1) - 1)", "0", "v b", ranges, effort)),
        (
            "what ships is that kappa",
            same(
                lambda xp, v, b: (b * (1 - v)) * (b * v / (b - 1)) ** (b - 1) * kappa(xp, b),
                lambda xp, v, b: (1 - v) * v ** (b - 1),
                "v b",
                ranges,
                effort,
            ),
        ),
    )


def _copies() -> Claim:
    return Claim(
        "characteristic-function.copies",
        Kind.IDENTITY,
        "The trapezoidal rule without truncation is the sum of e^((c-1)mW) delta(x + mW) over all whole m, W = 2 pi/h.",
        TRAPEZOIDAL,
        "mu-GDP for 3 mu, 2 orders c, 3 periods W, 3 eps; 60 digits",
        _copies_agree,
    )


def _copies_agree(effort: Effort) -> Verdict:
    """Both sums for normal losses, whose profile has a closed form."""

    def agree(square: Fraction, order: Fraction, period: int, x: Fraction) -> bool:
        with balls(_BITS) as xp:
            c, h, mu = xp.number(order), 2 * xp.pi / period, xp.sqrt(xp.number(square))
            last = int(40 / (float(square) ** 0.5 * float(h.mid()))) + 2  # e^(-800) from there on
            found = arb(0)
            for k in range(-last, last + 1):
                z = acb(c, k * h)
                m, factor = Gaussian(square).parts(xp, z)
                found += (factor * (m - (z - 1) * xp.number(x)).exp() / (z * (z - 1))).real
            reach = 60 + int(40 * float(square)) // period
            shifts = range(-reach, reach)
            profile = [delta_mu(xp, mu, xp.number(x) + m * period) for m in shifts]
            copies = sum((xp.exp((c - 1) * m * period) * d for m, d in zip(shifts, profile, strict=True)), arb(0))
            return bool(abs(found * h / (2 * xp.pi) - copies) < arb(10) ** -60 * (1 + copies))

    cases = list(product(SQUARES, (Fraction(3, 2), Fraction(4)), (5, 8, 20), EPSILONS))
    why = "Poisson's summation formula is a theorem of analysis, which no machine here proves"
    return sample(agree, cases, 60, "balls: both sums", why)


def _profiles() -> Claim:
    return Claim(
        "characteristic-function.profile.direct",
        Kind.SOUNDNESS,
        "The enclosure of delta holds its value, and is narrow: of normal losses, and of these with a run of "
        "randomized "
        "response, delta is a mixture of Gaussian profiles; of these with a run of Laplace noise it is an integral of "
        "them, of which a Riemann sum from either side is given.",
        "Balle and Wang 2018; direct computation",
        "3 mu, 4 companions, 3 eps; 20 digits",
        _encloses,
    )


def _encloses(effort: Effort) -> Verdict:
    from ..search.witness import line_at

    def holds(square: Fraction, companion: Any, x: Fraction) -> bool:
        parts: Composition = ((Gaussian(square), 1), *(((companion, 1),) if companion else ()))
        found = inversion(parts, line_at(parts, x, _DIGITS)).delta(x)
        with balls(_BITS) as xp:
            narrow = found.rad() < found.mid() * arb(10) ** (2 - _DIGITS)
            return bool(narrow) and bool(found.overlaps(_mixture(xp, square, companion, x)))

    companions = (None, RandomizedResponse(Fraction(1)), RandomizedResponse(Fraction(1, 4), 5), Laplace(Fraction(1, 2)))
    return sample(holds, list(product(SQUARES, companions, EPSILONS)), _DIGITS, "balls: the mixture of profiles")


def _mixture(xp: Any, square: Fraction, companion: Any, x: Fraction) -> arb:
    """E over the companion's loss l under P of delta_mu(x - l)."""
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
    steps = 400
    cells = [(-e + 2 * e * k / steps, -e + 2 * e * (k + 1) / steps) for k in range(steps)]
    between = arb(0)
    for low, high in cells:
        between += (xp.exp((high - e) / 2) - xp.exp((low - e) / 2)) / 2 * moved(low).union(moved(high))
    whole: arb = moved(e) / 2 + xp.exp(-e) / 2 * moved(-e) + between
    return whole
