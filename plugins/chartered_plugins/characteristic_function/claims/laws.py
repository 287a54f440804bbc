"""Claims about moment generating functions that are a noise and two mixtures of its shifts: a table of properties and
laws. The remainder is tried on nodes so coarse that it is not negligible."""

from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of
from chartered_verify.catching import ours
from flint import acb, arb

from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.contour import Contour
from ..laws.analytic_law import Law
from . import written_laws as written
from .reasons import INTEGRALS, PLACE, Table
from .written_laws import INTEGERS, MIXTURES, REPLACED, REPLACED_MIXTURE, REPLACED_ON_INTEGERS, SAMPLES, WINDOWED

_BITS, ORDER = 160, Fraction(7, 2)
_compared = partial(Sampled, bits=_BITS, why=INTEGRALS)
SOURCE = "ours; Trefethen and Weideman 2014, Theorem 5.1"
REAL = {
    "poisson-gaussian.characteristic": SAMPLES,
    "poisson-gaussian.replaced-characteristic": REPLACED,
    "poisson-gaussian.band": WINDOWED,
    "gaussian-mixture.characteristic": MIXTURES,
    "gaussian-mixture.replaced-characteristic": REPLACED_MIXTURE,
}
WHOLE = {
    "poisson-discrete-gaussian.characteristic": INTEGERS,
    "poisson-discrete-gaussian.replaced-characteristic": REPLACED_ON_INTEGERS,
}
ALL = Table((Proofs(name, SOURCE, at=PLACE), laws) for name, laws in (REAL | WHOLE).items())
ANALYTIC = Table(ALL[: len(REAL)])
claims = claims_of(*(book for book, _ in ALL))


@lru_cache(maxsize=256)
def _moment(xp: Any, law: Law, order: Fraction, height: Fraction) -> acb:
    """M at an order above 1 or below 0, where it is at least 1 at the height 0, to 24 digits of that."""
    return written.moment(xp, law, acb(xp.number(order), xp.number(height)), 80)


@ALL.soundness(
    "direct",
    "The enclosures of M(c + iy) hold the integral, or the sum over the integers, to twelve digits of M(c); also where "
    "the line of integration is shifted.",
    ", 2 orders c, 2 spacings, 3 of 12 heights y each",
    _compared("balls: the direct integral or sum", digits=12, orders="7/2 -1/2", spacings="1/8 3", heights=(0, 1, 11)),
)
def _direct(xp: Any, law: Law, order: Fraction, spacing: Fraction, k: int) -> bool:
    contour = Contour(order, spacing, 12)
    found, size = law.along(contour, 40, _BITS)[k], law.at(order, 40, _BITS)
    exact = _moment(xp, law, order, k * spacing)
    return bool(found.overlaps(exact)) and bool(found.real.rad() < arb(10) ** -12 * size)


def coarse(law: Law, order: Fraction, spacing: float, strip: float, shift: float) -> Nodes:
    """Few nodes: the spacing and the shift in standard deviations, the half-width as a share of the widest strip."""
    scale, widest = law.noise.scale, law.widest
    low, high = (x / scale for x in written.ends(law, float(order), 2.0))
    return Nodes.between(spacing * scale, low * scale, high * scale, strip * widest, shift * min(scale, widest / 4))


def _share(xp: Any, law: Law, rule: Nodes, height: int) -> Any:
    """The remainder over M(c); 1 if the strip has no room."""
    try:
        return law.noise.lost(xp, law.ratio, xp.number(ORDER), rule, xp.number(height))
    except ours(ArithmeticError):
        return arb(1)


@ANALYTIC.soundness(
    "remainder",
    "On nodes so coarse that it matters, the trapezoidal rule differs from the integral by no more than the remainder "
    "in the best of several strips, and tails: on the real line, and on lines Im t = b.",
    ", 3 heights, 3 shifts b, 12 strips",
    _compared("balls: the direct integral", digits=10, heights=(0, 2, 5), shifts=(0.0, 0.75, 1.5)),
)
def _remainder(xp: Any, law: Law, height: int, shift: float) -> bool:
    rules = [coarse(law, ORDER, 0.7, k / 13, shift) for k in range(1, 13)]
    losses, weights = law.terms(xp, rules[0], ORDER)
    found = sum((w * (acb(0, height) * loss).exp() for w, loss in zip(weights, losses, strict=True)), acb(0))
    c = xp.number(ORDER)
    share = min((_share(xp, law, rule, height) for rule in rules), key=lambda x: float(x.mid()))
    room = share * law.at(ORDER, 60, _BITS) + law.noise.tails(xp, law.ratio, c, rules[0])
    return bool(abs(found - _moment(xp, law, ORDER, Fraction(height))) <= room)
