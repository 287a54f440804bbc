"""Claims about laws beyond a height, on a shifted line of integration, and about the nodes that are chosen: enough for
the accuracy, and hardly more."""

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, numbers
from flint import acb, arb

from ..laws.analytic_law import Law
from . import written_laws as written
from .laws import ORDER, REAL, SOURCE
from .reasons import INTEGRALS, PLACE, Table

_BITS = 128
HEIGHTS = ((Fraction(2), Fraction(3, 5), 0.01), (Fraction(40), Fraction(1, 10), 1e-7))
"""Each with a shift, as a share of the largest one, and a share by which the bound may be larger."""
ANALYTIC = Table((Proofs(name, SOURCE, at=PLACE), laws) for name, laws in REAL.items())
claims = claims_of(*(book for book, _ in ANALYTIC))


def least(xp: Any, law: Law, order: Fraction, height: Fraction, shift: Any) -> arb:
    """The bound without discretisation, by Arb's integrator: moduli and turns by conjugate places."""
    c, b, v, noise = xp.number(order), xp.number(shift), xp.number(height), written.density(xp, law.noise)
    above, below = (written.mixed(xp, law, m) for m in (law.ratio.p, law.ratio.q))
    places = acb(0, b), acb(0, -b)

    def integrand(x: acb, analytic: bool) -> acb:
        logs = [[acb(m(x + y)).log(analytic=analytic) for y in places] for m in (above, below)]
        (p, back), (q, other) = logs
        moduli, turn = (c * (p + back) + (1 - c) * (q + other)) / 2, ((p - back) - (q - other)) / acb(0, 2)
        found: acb = noise(x) * (moduli - v * turn).exp()
        return found

    low, high = written.ends(law, float(order), 20)
    whole = acb.integral(integrand, acb(low), acb(high), rel_tol=arb(2) ** -60, abs_tol=arb(2) ** -400).real
    found: arb = whole * written.growth(xp, law, b)
    return found


@ANALYTIC.soundness(
    "beyond",
    "The bound of |M(c + iy)| for all y >= Y is not below its value at Y and at greater heights, nor below the "
    "integral of the moduli on the shifted line at Y, and above that by at most the requested share.",
    ", 2 heights Y with a shift and a share each, 3 heights beyond each",
    Sampled("balls: the direct integrals", digits=6, bits=_BITS, why=INTEGRALS, at=HEIGHTS),
)
def _beyond(xp: Any, law: Law, at: tuple[Fraction, Fraction, float]) -> bool:
    height, share, slack = at
    shift = Fraction(law.widest) / 2 * share
    found = law.beyond(ORDER, height, shift, slack, 90)
    exact = least(xp, law, ORDER, height, shift)
    values = (written.moment(xp, law, acb(xp.number(ORDER), xp.number(height * more))) for more in numbers("1 13/10 3"))
    above = all(bool(abs(value).lower() <= found) for value in values)
    return above and bool(exact.lower() <= found) and bool(found <= exact * (1 + slack))
