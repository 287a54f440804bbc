"""Claims about laws of logistic noise: the law of the loss by that of Laplace noise, M beside the integral over the
noise itself, the remainder, and what bounds M along a line."""

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Each, Notation, Proofs, Same, Sampled, claims_of, near, numbers
from flint import acb

from ..laws.logistic import LogisticLaw, of_logistic
from ..laws.mixture import grouped, replaced, sampled, shifted
from .laplace_beyond import bounded, fits
from .laplace_laws import quadrature
from .reasons import POINTS, Table, refused
from .written_laplace import ONE, ORDERS

_BITS, _GRID = 128, 200
_compared = partial(Sampled, bits=_BITS)
NOTATION = Notation(
    # x = e^(loss/2), c = e^(d/2)
    "laplace(x, c) = 1/(4*x*c)",
    "logistic(x, c) = c/(2*x*(c^2 - 1))",
    ranges={"x c": (1, 9)},
)
SAMPLED, ALONE = (
    Proofs(name, "direct computation", notation=NOTATION)
    for name in ("poisson-logistic.characteristic", "logistic.characteristic")
)
claims = claims_of(SAMPLED, ALONE)
_REMOVED = [of_logistic(e, sampled(q, ONE)) for q, e in (numbers("1/100 1"), numbers("1/2 1/5"), numbers("9/10 3"))]
SAMPLES = (*_REMOVED, _REMOVED[0].swapped, _REMOVED[2].swapped)
PLAIN = tuple(of_logistic(e, shifted(ONE)) for e in numbers("1/5 1 3"))
ALL = Table([(SAMPLED, SAMPLES), (ALONE, PLAIN)])

SAMPLED.identity(
    "density",
    "Without a record the loss l of noise that is shifted has the density e^((d - l)/2)/(2 (e^d - 1)), as e^((d - "
    "l)/2) is uniform on (1, e^d); that of Laplace noise between its kinks is e^(-(l + d)/2)/4: it is 2/(1 - e^-d) "
    "times as large.",
    "all d > 0, l",
    Same("one over the other", "logistic(x, c)", "laplace(x, c)*2/(1 - 1/c^2)"),
)


def _ratio(xp: Any, law: LogisticLaw, u: Any) -> Any:
    """The likelihood ratio of the noise that is moved at the quantile u of the other one."""
    c = xp.exp(xp.number(law.noise.rate))
    return c / (u + c * (1 - u)) ** 2


def _written(xp: Any, law: LogisticLaw, z: acb) -> acb:
    """M(z) over the quantiles of the noise without a record."""
    moved = law.ratio.p if law.ratio.p.high else law.ratio.q
    rate = xp.number(next(weight for weight, shift in moved.parts if shift))
    power = z if law.ratio.p.high else 1 - z

    def integrand(u: acb, analytic: bool) -> acb:
        found: acb = (power * (1 - rate + rate * _ratio(xp, law, u)).log(analytic=analytic)).exp()
        return found

    found: acb = acb.integral(integrand, acb(0), acb(1))
    return found


for book, laws in ALL:
    quadrature(book, laws, _written, "the integral over the noise's own quantiles")


@ALL.table(
    "beyond.law",
    "The weighted loss has no atoms, and the shipped ends of its density, which is nowhere below the shipped least "
    "value, and which varies by no more than the shipped amount; these are off by no more than a grid shows.",
    f", 3 orders, {_GRID + 1} quantiles",
    _compared("balls: the density written out", digits=12, why=POINTS, orders=ORDERS),
)
def _loss(xp: Any, law: LogisticLaw, order: Fraction) -> bool:
    moment, c = law.at(order, 60, _BITS), xp.number(order)
    found = law.noise.loss(xp, law.ratio, c, moment.log())
    moved = law.ratio.p if law.ratio.p.high else law.ratio.q
    q = xp.number(next(weight for weight, shift in moved.parts if shift))
    power, top, heights = (c if law.ratio.p.high else 1 - c), xp.exp(xp.number(law.noise.rate)), []
    for k in range(_GRID + 1):
        u = xp.number(Fraction(k, _GRID))
        ratio, slope = _ratio(xp, law, u), 2 * top * (top - 1) / (u + top * (1 - u)) ** 3
        w = 1 - q + q * ratio
        heights.append(w**power / (q * slope / w) / moment)
    return found.atoms == (0, 0) and fits(found, heights if law.ratio.p.high else heights[::-1])


@ALL.soundness(
    "beyond",
    "The bound of |M(c + iy)| for all y >= Y is not below its value at Y and at greater heights, at most M(c), and "
    "falls with Y.",
    ", 3 orders, 4 heights Y, 16 heights for each 1/width up to 25 of these",
    _compared("balls: |M| at these heights", digits=6, orders=ORDERS, parts="1/4 3 25/8 18"),
)
def _beyond(xp: Any, law: LogisticLaw, order: Fraction, part: Fraction) -> bool:
    moment = law.at(order, 40, _BITS)
    width = law.end_loss(xp, 1) - law.end_loss(xp, -1)
    far = law.beyond(order, Fraction(10**6 / float(width)), Fraction(0), 1e-6, _BITS)
    return bool(far < moment / 100) and bounded(law, order, part, moment, width)


@ALL.identity(
    "variation",
    "The total variation distance that ships is q times that of the noise and itself, with a shift.",
    "; 25 digits",
    _compared("balls: half-lines", digits=25, why=POINTS),
)
def _variation(xp: Any, law: LogisticLaw) -> bool:
    """By the quantiles of the noise up to which the ratio is below 1."""
    moved = law.ratio.p if law.ratio.p.high else law.ratio.q
    q, root = xp.number(next(w for w, d in moved.parts if d)), xp.exp(xp.number(law.noise.rate) / 2)
    middle = 1 / (1 + 1 / root)  # u where the ratio is 1
    under_p = 1 - 1 / (1 + root)  # the shifted noise is above it
    return near(xp.number(law.total_variation), q * (under_p - (1 - middle)), 25)


@SAMPLED.soundness(
    "refused",
    "A replaced record and a group have other laws, of which nothing is said.",
    "2 ratios",
    Each("refused", cases=[(replaced(ONE / 2, ONE),), (grouped(ONE / 2, ONE, 2),)]),
)
def _refuses(ratio: Any) -> bool:
    return refused(lambda: of_logistic(ONE, ratio))
