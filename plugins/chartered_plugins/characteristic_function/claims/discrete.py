"""Claims about moment generating functions of noise on the integers: their derivation, and their sums."""

from fractions import Fraction
from typing import Any

from chartered.proving import Notation, Proofs, Same, Sampled, claims_of
from flint import acb, arb

from ..formulas.discrete_gaussian_moments import DiscreteGaussian, DiscreteLaplace

NOTATION = Notation(
    "weight(k, e) = exp(-k*e)*(1 - exp(-e))/(1 + exp(-e))",
    "tail(k, e) = exp(-k*e)/(1 + exp(-e))",
    "log_term(k, z, d, v) = -k^2/(2*v) + z*(2*k*d - d^2)/(2*v)",
    ranges={"z": (1, 9), "e v": (0, 3), "k d": (0, 5)},
    three=lambda xp, z, e: DiscreteLaplace(e, 3).moment(xp, z),
)
LAPLACE, GAUSSIAN = (
    Proofs(f"{prefix}.characteristic", "direct computation from the loss", notation=NOTATION)
    for prefix in ("discrete-laplace", "discrete-gaussian")
)
claims = claims_of(LAPLACE, GAUSSIAN)

LAPLACE.identity(
    "values",
    "Under Q ~ e^(-e|k|) the loss e (|k| - |k-d|) is -de for k <= 0, with chance 1/(1+a), a = e^-e; de for k >= d, "
    "with chance a^d/(1+a); and (2k-d) e between: here for d = 3.",
    "z > 1, e > 0",
    Same(
        "the values",
        "tail(0, e)*exp(-3*z*e) + weight(1, e)*exp(-z*e) + weight(2, e)*exp(z*e) + tail(3, e)*exp(3*z*e)",
        "three(z, e)",
    ),
)

GAUSSIAN.identity(
    "terms",
    "Q ~ e^(-k^2/(2v)) at the loss (2kd - d^2)/(2v): a term is e^(z(z-1)d^2/(2v)) e^(-(k - zd)^2/(2v)). The logarithms "
    "of terms have second differences -1/v, and in the sum over j -4 pi^2 v.",
    "all z, k, d, v > 0",
    Same("a term", "log_term(k, z, d, v)", "z*(z - 1)*d^2/(2*v) - (k - z*d)^2/(2*v)"),
    Same(
        "their second difference",
        "log_term(k + 1, z, d, v) + log_term(k - 1, z, d, v) - 2*log_term(k, z, d, v)",
        "-1/v",
    ),
    Same("that in the other sum", "-2*pi^2*v*((k + 1)^2 + (k - 1)^2 - 2*k^2)", "-4*pi^2*v"),
    so="So the ratios of neighbours fall by a constant factor below 1, and a geometric series bounds what is left out.",
)


@GAUSSIAN.identity(
    "sums",
    "The sum over j, which is taken where the variance is at least 1/6, is that over k.",
    "Poisson's summation formula",
    "4 variances, 4 orders z; 30 digits",
    Sampled(
        "balls: both sums",
        digits=30,
        bits=320,
        why="Poisson's summation formula is a theorem of analysis, which no machine here proves",
        variances="1/20 1/6 1 20",
        orders=(complex(2), complex(1.5, 3), complex(4, 9), complex(6, 30)),
    ),
)
def _both_sums(xp: Any, v: Fraction, z: complex) -> bool:
    m, w = DiscreteGaussian(v, 2), acb(z)
    reach = 3 * m.shift * (10 + int(abs(z))) + int(40 * float(v) ** 0.5) + 10
    direct = sum(
        ((-arb(k * k) + w * (2 * k * m.shift - m.shift**2)) / (2 * xp.number(v))).exp() for k in range(-reach, reach)
    )
    whole = sum((-arb(k * k) / (2 * xp.number(v))).exp() for k in range(-reach, reach))
    found = m.values(xp, [w])[0]
    return bool(abs(found - direct / whole) < arb(10) ** -30 * abs(m.values(xp, [acb(w.real)])[0]))
