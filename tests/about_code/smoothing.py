"""Claims about profiles that are smoothed by a Gaussian as they ship: they enclose the profile, are the means that they
stand for, and leave out no more than is stated."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near, numbers
from chartered_plugins.characteristic_function.claims.reasons import POINTS
from chartered_plugins.characteristic_function.formulas.composed_moments import Line
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.formulas.moments import Gaussian, Laplace, RandomizedResponse
from chartered_plugins.characteristic_function.formulas.smoothing import SmoothedLine
from chartered_plugins.characteristic_function.search import smoothing
from chartered_plugins.mechanisms.formulas.laplace_profile import delta_laplace
from flint import arb

DIRECT = Proofs("characteristic-function", "direct computation")
claims = claims_of(DIRECT)


@DIRECT.soundness(
    "smoothing.direct",
    "However wide the Gaussian is, and however coarse the line, the lower profile's lower end is not above the profile "
    "of a Laplace run, nor the upper profile's upper end below it.",
    "3 widths, 3 spacings, 3 numbers of nodes, 2 orders, 3 eps",
    Sampled(
        "balls: the profile of one run",
        digits=20,
        bits=128,
        widths="1/20 1/5 1",
        spacings="1/2 2 6",
        counts=(3, 8, 40),
        orders="3/2 5",
        eps="0 1/3 9/10",
    ),
)
def _encloses(xp: Any, width: Fraction, spacing: Fraction, count: int, order: Fraction, x: Fraction) -> bool:
    line = Line(Contour(order, spacing, count), order + 3, (Fraction(0),), 30, xp.bits)
    found = SmoothedLine(line, width).inverse(((Laplace(Fraction(1)), 1),))
    truth = delta_laplace(xp, xp.number(1), xp.number(x))
    return bool(found.low.delta(x).lower() <= truth) and bool(found.up.delta(x).upper() >= truth)


@DIRECT.inequality(
    "smoothing.width",
    "The two ends are about c^2 eta^2 of delta apart, c the order of the line: at most four times that.",
    "20 runs of randomized response with eps = 1/5, 3 widths eta, 2 eps",
    Sampled(
        "balls",
        digits=2,
        bits=128,
        why="how far apart the ends are depends on the ledger: four times was measured, on one",
        widths="1/10 1/50 1/200",
        eps="1 5/2",
    ),
)
def _narrow(xp: Any, width: Fraction, x: Fraction) -> bool:
    parts = ((RandomizedResponse(Fraction(1, 5)), 20),)
    search = smoothing.SmoothedSearch(parts)
    saddle = search.exact.order_at(float(x))
    line = search.line(float(width), float(x), search.exact.saddle_delta(saddle, float(x)))
    found = line.inverse(parts).delta(x)
    return bool(found.rad() < arb(2) * xp.number((width * Fraction(saddle)) ** 2) * found.mid())


RESPONSE = RandomizedResponse(Fraction(1), 3)


@DIRECT.identity(
    "smoothing.means",
    "The upper profile is E delta(x + u), and the lower one E[delta(x + u) - (1 - e^-u) delta'(x + u)]: for a loss l "
    "these are e^l N((l-x)/eta + eta/2) - e^x N((l-x)/eta - eta/2), and (e^l - e^x) N((l-x)/eta + eta/2).",
    "randomized response on 3 values, 2 widths eta, 4 eps; 12 digits",
    Sampled(
        "balls: the means in closed form",
        digits=12,
        bits=128,
        why="Fourier's inversion is a theorem of analysis, which no machine here proves",
        widths="1/3 1",
        eps="0 1/3 1 3/2",
    ),
)
def _smoothed(xp: Any, width: Fraction, x: Fraction) -> bool:
    eta, at, e = xp.number(width), xp.number(x), xp.exp(xp.number(1))
    low, up = arb(0), arb(0)
    for loss, share in ((arb(1), arb(1)), (arb(0), arb(1)), (arb(-1), e)):
        q, away = share / (e + 2), (loss - at) / eta
        up = up + q * (xp.exp(loss) * xp.ndtr(away + eta / 2) - xp.exp(at) * xp.ndtr(away - eta / 2))
        low = low + q * (xp.exp(loss) - xp.exp(at)) * xp.ndtr(away + eta / 2)
    count = 60 + int(500 / width)
    line = Line(Contour(Fraction(4), Fraction(1, 9), count), Fraction(7), (Fraction(0),), 60, xp.bits)
    found = SmoothedLine(line, width).inverse(((RESPONSE, 1),))
    ends = (found.low.delta(x), low), (found.up.delta(x), up)
    return all(end.overlaps(mean) and end.rad() < arb("1e-12") for end, mean in ends)


@DIRECT.table(
    "smoothing.left-out",
    "Beyond the height Y = Kh the upper profile's function is at most D = M(c) e^(c(c-1) eta^2/2) e^(-Y^2 eta^2/2), "
    "and what the lower one leaves out is e^(-(c-1)x)/pi times (1 + e^(c eta^2)) D (h/Y + 1/(Y eta)^2): the bounds "
    "that ship.",
    "2 runs of randomized response, 3 widths eta, 2 orders c, 2 spacings h, 3 numbers K; 9 digits",
    Sampled(
        "balls: the bounds written out",
        digits=9,
        bits=128,
        why=POINTS,
        widths="1/20 1/3 1",
        contours=[Contour(c, h, count) for c in numbers("3/2 4") for h in numbers("1/3 2") for count in (2, 3, 12)],
    ),
)
def _left_out(xp: Any, width: Fraction, contour: Contour) -> bool:
    """Compares the bounds with the written ones, which include those of the inversion."""
    line = Line(contour, contour.order + 1, (Fraction(0),), 30, 128)
    found = SmoothedLine(line, width).inverse(((RESPONSE, 2),))
    c, h, y, eta = (xp.number(x) for x in (contour.order, contour.spacing, contour.height, width))
    moment, smooth = RESPONSE.moment(xp, c), Gaussian(width**2).moment(xp, c)
    beyond = moment**2 * smooth / (y * y * eta * eta / 2).exp()
    scale = h * (contour.count - 1)
    written = (1 + (c * eta * eta).exp()) * beyond * (h / y + 1 / (y * eta) ** 2)
    return near(found.up.beyond, beyond, 9) and near(found.low.beyond / scale, written, 9)
