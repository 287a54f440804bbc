"""Claims about laws of logistic noise: the law of the loss by that of Laplace noise, and M beside the integral over the
noise itself."""

from typing import Any

from chartered.proving import Each, Notation, Proofs, Same, claims_of, numbers
from flint import acb

from ..laws.logistic import LogisticLaw, of_logistic
from ..laws.mixture import grouped, replaced, sampled, shifted
from .laplace_laws import direct
from .reasons import refused
from .written_laplace import ONE

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

SAMPLED.identity(
    "density",
    "Without a record the loss l of noise that is shifted has the density e^((d - l)/2)/(2 (e^d - 1)), as e^((d - "
    "l)/2) is uniform on (1, e^d); that of Laplace noise between its kinks is e^(-(l + d)/2)/4: it is 2/(1 - e^-d) "
    "times as large.",
    "all d > 0, l",
    Same("one over the other", "logistic(x, c)", "laplace(x, c)*2/(1 - 1/c^2)"),
)


def ratio(xp: Any, law: LogisticLaw, u: Any) -> Any:
    """The likelihood ratio of the noise that is moved at the quantile u of the other one."""
    c = xp.exp(xp.number(law.noise.rate))
    return c / (u + c * (1 - u)) ** 2


def moment(xp: Any, law: LogisticLaw, z: acb) -> acb:
    """M(z) over the quantiles of the noise without a record."""
    moved = law.ratio.p if law.ratio.p.high else law.ratio.q
    rate = xp.number(next(weight for weight, shift in moved.parts if shift))
    power = z if law.ratio.p.high else 1 - z

    def integrand(u: acb, analytic: bool) -> acb:
        found: acb = (power * (1 - rate + rate * ratio(xp, law, u)).log(analytic=analytic)).exp()
        return found

    found: acb = acb.integral(integrand, acb(0), acb(1))
    return found


for book, laws in ((SAMPLED, SAMPLES), (ALONE, PLAIN)):
    direct(book, laws, moment, "the integral over the noise's own quantiles")


@SAMPLED.soundness(
    "refused",
    "A replaced record and a group have other laws, of which nothing is said.",
    "2 ratios",
    Each("refused", cases=[(replaced(ONE / 2, ONE),), (grouped(ONE / 2, ONE, 2),)]),
)
def _refuses(ratio: Any) -> bool:
    return refused(lambda: of_logistic(ONE, ratio))
