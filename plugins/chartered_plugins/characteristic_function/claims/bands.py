"""Claims about few runs on Poisson samples, whose losses are split into bands: the split, the window, its integral,
and the registered profile, compared with closed forms, Arb's own integrator and lines without bands."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Same, Sampled, claims_of, numbers
from flint import acb, arb

from ...basics.formulas.gaussian_profile import delta_mu
from ...loss_distribution.formulas.connect_the_dots import Direction
from ...subsampling.formulas.removal_and_addition import addition, removal
from ..formulas.banded_gaussian import Band, BandedGaussian
from ..formulas.banded_line import Outside, both, power
from ..formulas.contour import Contour
from ..formulas.moments import Gaussian
from ..formulas.poisson_gaussian import PoissonGaussian
from ..formulas.rules import inverse
from .sampled_bounds import INTEGRALS, density, likelihood

_BITS, _FAR = 192, 30
ORDER = Fraction(7, 2)
WINDOW = "a window is a difference of two error functions, which are enclosed at points"
SPLIT = Proofs("characteristic-function.bands", "Bromwich's integral; direct computation")
BANDED = Proofs("poisson-gaussian.band", "direct computation; Trefethen and Weideman 2014, Theorem 5.1")
claims = claims_of(SPLIT, BANDED)
BANDS = (
    Band(None, Fraction(1, 2), Fraction(1, 5)),
    Band(Fraction(1, 2), Fraction(5, 2), Fraction(1, 5)),
    Band(Fraction(5, 2), None, Fraction(1, 5)),
)
MECHANISMS = tuple(
    BandedGaussian(Fraction(rate), Fraction(noise), added, band)
    for rate, noise, added in (("1/100", 1, False), ("3/10", "3/5", False), ("1/10", 2, True))
    for band in BANDS
)

SPLIT.identity(
    "split",
    "What the bands of two mechanisms add to their product: (u + v)(u' + v') - u u' = v (u' + v') + u v'.",
    "",
    "all u, v, u', v'; w and z are u' and v'",
    Same("the product", "(u + v)*(w + z) - u*w", "v*(w + z) + u*z"),
    over={"u v w z": (0, 9)},
)


def _power(xp: Any, below: Fraction, inside: Fraction, times: int) -> bool:
    pair = arb(xp.number(below)), arb(xp.number(inside))
    whole = (xp.number(below) + xp.number(inside)) ** times
    u, v = power(pair, times)
    more = both((u, v), pair)[1]
    written = (xp.number(below) + xp.number(inside)) ** (times + 1) - xp.number(below) ** (times + 1)
    return bool(abs(u + v - whole) < arb(10) ** -40 * whole) and bool(abs(more - written) < arb(10) ** -20 * whole)


SPLIT.table(
    "power",
    "The power of a split that ships is (u + v)^n - u^n beside u^n, by repeated squaring.",
    "",
    "3 u, 3 v, 4 numbers of runs",
    Sampled(
        "balls: powers",
        _power,
        digits=20,
        bits=_BITS,
        why="powers of whole exponents are compared one by one",
        below=numbers("0 1/3 7"),
        inside=numbers("1/1000000 1/2 3"),
        times=(1, 2, 5, 12),
    ),
)


def _outside(xp: Any, square: Fraction, order: Fraction, x: Fraction) -> bool:
    m = Gaussian(square)
    masses = tuple(m.moment(xp, xp.number(b)) for b in (1, 0))
    found = Outside(order, m.moment(xp, xp.number(order)).upper(), masses).delta(xp, xp.number(x))
    exact = delta_mu(xp, xp.sqrt(xp.number(square)), xp.number(x))
    return bool(found.lower() <= exact.upper()) and bool(exact.lower() <= found.upper())


SPLIT.soundness(
    "outside",
    "A moment of an order b above 1 or below 0 bounds a profile from both sides: delta(x) - (0 or V(1) - e^x V(0)) is "
    "between 0 and kappa V(b) e^(-(b-1)x), kappa = |b-1|^|b-1|/|b|^|b| for b > 1, that of 1 - b for b < 0.",
    "",
    "2 mu, 6 orders, 5 eps",
    Sampled(
        "balls: the Gaussian profile",
        _outside,
        digits=10,
        bits=_BITS,
        why=INTEGRALS,
        squares=numbers("1/4 2"),
        orders=numbers("-9 -1 -1/3 4/3 2 9"),
        eps=numbers("-2 -1/2 0 1/2 2"),
    ),
)


def _window(xp: Any, band: Band, x: Fraction, y: Fraction) -> bool:
    t, v = xp.number(x), xp.number(band.width)
    real, complex_ = band.chi(xp, [t])[0], band.chi(xp, [acb(t, xp.number(y))])[0]
    grown = abs(complex_).upper() <= (real * xp.exp(xp.number(y) ** 2 / (2 * v * v))).upper()
    step = xp.number(1) / 7
    left, right = band.falls(xp, t, t, step)
    before, after = band.chi(xp, [t - step])[0], band.chi(xp, [t + step])[0]
    if band.low is not None and x < band.low and not before.lower() <= (real * xp.exp(-left)).upper():
        return False
    if band.high is not None and x > band.high and not after.lower() <= (real * xp.exp(-right)).upper():
        return False
    return bool(grown)


BANDED.inequality(
    "window",
    "|chi(x + iy)| <= e^(y^2/(2v^2)) chi(x), and left of l and right of h it falls from node to node by as much as "
    "ships.",
    "",
    "3 bands, 9 x, 4 y",
    Sampled(
        "balls: the window",
        _window,
        digits=10,
        bits=_BITS,
        why=WINDOW,
        bands=BANDS,
        x=numbers("-3 -1 0 1/4 1 2 3 4 6"),
        y=numbers("0 1/10 1/2 1"),
    ),
)


def _sum_of_windows(xp: Any, x: Fraction, y: Fraction) -> bool:
    found = sum((band.chi(xp, [acb(xp.number(x), xp.number(y))])[0] for band in BANDS), acb(0))
    return bool(abs(found - 1) < arb(10) ** -40)


BANDED.identity(
    "partition",
    "The windows of bands that share their ends add up to 1.",
    "",
    "7 x, 3 y; 40 digits",
    Sampled(
        "balls: the sum",
        _sum_of_windows,
        digits=40,
        bits=_BITS,
        why=WINDOW,
        x=numbers("-3 0 1/2 1 5/2 4 6"),
        y=numbers("0 1/2 1"),
    ),
)


def integral(xp: Any, m: BandedGaussian, z: Any) -> Any:
    """M(z) by Arb's integrator; what is beyond 30 standard deviations is below e^-300."""
    p = 1 - z if m.added else z
    scale = xp.sqrt(xp.number(2)) * xp.number(m.band.width)

    def window(t: Any) -> Any:
        ahead = 2 if m.band.low is None else ((xp.number(m.band.low) - t) / scale).erfc()
        back = 0 if m.band.high is None else ((xp.number(m.band.high) - t) / scale).erfc()
        return (ahead - back) / 2

    def integrand(t: Any, analytic: bool) -> Any:
        return density(xp, t) * (p * likelihood(xp, m, t).log(analytic=analytic)).exp() * window(t)

    tail = (-xp.number(300)).exp()
    around = (-tail).union(tail)
    return acb.integral(integrand, acb(-_FAR), acb(_FAR)) + acb(around, around)


def _direct(xp: Any, m: BandedGaussian, k: int) -> bool:
    contour = Contour(ORDER, Fraction(3), 12)
    found, size = m.along(contour, 40, _BITS)[k], m.at(ORDER, 40, _BITS)
    exact = integral(xp, m, acb(xp.number(contour.order), xp.number(k * contour.spacing)))
    return bool(found.overlaps(exact)) and bool(found.real.rad() < arb(10) ** -12 * size)


BANDED.soundness(
    "direct",
    "The enclosures at the nodes hold the integral, to twelve digits of M at the order.",
    "",
    f"{len(MECHANISMS)} bands, 4 of 12 nodes each; Arb's adaptive integrator",
    Sampled(
        "balls: the direct integral", _direct, digits=12, bits=_BITS, why=INTEGRALS, m=MECHANISMS, nodes=(0, 1, 5, 11)
    ),
)


def _beyond(xp: Any, m: BandedGaussian, height: int, share: Fraction) -> bool:
    bound = m.beyond(ORDER, Fraction(height), m.band.width * share, 0.01, 64)
    values = (integral(xp, m, acb(xp.number(ORDER), xp.number(height * more))) for more in numbers("1 13/10 3"))
    return all(bool(abs(value).lower() <= bound) for value in values)


BANDED.soundness(
    "beyond",
    "The bound of |M(c + iy)| for all y >= Y is not below its value at Y and at greater heights.",
    "",
    f"{len(MECHANISMS)} bands, 2 heights Y, 2 shifts, 3 heights beyond each",
    Sampled(
        "balls: the direct integral",
        _beyond,
        digits=10,
        bits=_BITS,
        why=INTEGRALS,
        m=MECHANISMS,
        heights=(2, 40),
        shares=numbers("1/2 2"),
    ),
)


def _one_run(xp: Any, rate: Fraction, noise: Fraction, added: bool, x: Fraction) -> bool:
    from ..search.few_runs import rule_at

    parts = ((PoissonGaussian(rate, noise, added), 1),)
    found = inverse(parts, rule_at(parts, x, 8)).delta(x)
    inner = Direction(lambda xp, epsilon: delta_mu(xp, 1 / xp.number(noise), epsilon))
    exact = (addition if added else removal)(rate, inner).curve(xp, xp.number(x))
    return bool(found.overlaps(exact)) and bool(found.rad() < arb(10) ** -6 * exact)


SPLIT.soundness(
    "one-sampled-run",
    "For one run of the sampled Gaussian the enclosure by bands holds the closed form of either direction.",
    "",
    "3 mechanisms, 1 or 3 eps each; 6 digits",
    Sampled(
        "balls: closed forms",
        _one_run,
        [
            (Fraction(rate), Fraction(noise), added, x)
            for rate, noise, added, eps in (
                ("1/100", 1, False, "0 1/4 1"),
                ("1/1000", 3, False, "1/10"),
                ("1/10", 1, True, "0 1/50 1/20"),
            )
            for x in numbers(eps)
        ],
        digits=6,
        bits=_BITS,
        why=INTEGRALS,
    ),
)


def _lines(xp: Any, rate: Fraction, noise: Fraction, runs: int, x: Fraction) -> bool:
    from ..search.few_runs import rule_at
    from ..search.lines import line_at

    parts = ((PoissonGaussian(rate, noise), runs),)
    found, exact = (inverse(parts, rule).delta(x) for rule in (rule_at(parts, x, 11), line_at(parts, x, 11)))
    return bool(found.overlaps(exact)) and bool(found.rad() + exact.rad() < arb(10) ** -9 * exact)


SPLIT.soundness(
    "several-runs",
    "For several runs the enclosure by bands and that along a line without bands have a point in common.",
    "",
    "4 compositions; 9 digits",
    Sampled(
        "balls: lines without bands",
        _lines,
        [
            (Fraction(rate), Fraction(noise), runs, Fraction(x))
            for rate, noise, runs, x in (
                ("1/2", 1, 2, "2"),
                ("1/10", 2, 3, "1/4"),
                ("1/10", 1, 9, "3"),
                ("1/2", 3, 5, "1"),
            )
        ],
        digits=9,
        bits=_BITS,
        why=INTEGRALS,
    ),
)
