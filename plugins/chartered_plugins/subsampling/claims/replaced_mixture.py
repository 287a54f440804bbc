"""Claims about mixtures of Gaussians where a record is replaced: the shares of any threshold, and cases with another
formula: one amount, and two of which one is 0."""

from fractions import Fraction

import chartered as ch
from chartered.proving import Nonnegative, Notation, Proofs, Range, Same, Sampled, balls, case, numbers, registered

from ...basics.formulas.gaussian_profile import delta_mu
from ..formulas import replaced_mixture as replaced

NOTATION = Notation(
    # two amounts m and n with chances q and 1 - q, a threshold t; x and v are the likelihood ratios of an outcome
    "ratio(m, t) = exp(m*t - m^2/2)",
    "level(q, m, n, t) = q*ratio(m, t) + (1 - q)*ratio(n, t)",
    "a = q*ratio(m, t)/level(q, m, n, t)",
    "b = q*ratio(m, -t)/level(q, m, n, -t)",
    # the part of P for the amounts i and j, and that of e^eps Q
    "of_p(s, p, x) = s*p*x",
    ranges={
        "q": Range.chance((Fraction(1, 20), 20)),
        "x v y w": (Fraction(1, 100), 1),
        "m n t": (Fraction(1, 10), 5),
        "c d k": (-5, 5),
    },
)
BOOK = Proofs("gaussian-mixture", "Kahane 1985", at="direct computation", notation=NOTATION)

BOOK.identity(
    "replaced-profile.shares",
    "At any threshold the shares of both mixtures add up to 1, so that the parts of P and of Q, one for each pair of "
    "amounts, are all of P and all of Q.",
    "all 0 < q < 1, two amounts, any t, all outcomes (x, v with the record, y, w with the one in its place)",
    Same("P", "of_p(b, q, x) + of_p(1 - b, q, x) + of_p(b, 1 - q, v) + of_p(1 - b, 1 - q, v)", "q*x + (1 - q)*v"),
    Same("Q", "of_p(a, q, y) + of_p(1 - a, q, y) + of_p(a, 1 - q, w) + of_p(1 - a, 1 - q, w)", "q*y + (1 - q)*w"),
    so="The positive part of a sum is at most the sum of the positive parts, each a Gaussian profile.",
)
BOOK.soundness(
    "replaced-profile.opposite",
    "Vectors in one direction have the largest inner products that their lengths allow, and in opposite directions the "
    "least: m n - <v, w> and <v, w> + m n are not negative, in the plane of both.",
    "Cauchy, Schwarz",
    "all v = (c, d), w = (k, 0), with the lengths m and |k|",
    Nonnegative("the square of the lengths", "(c^2 + d^2)*k^2 - (c*k)^2"),
    so="By Kahane's inequality the divergence at every t grows with the inner products of vectors whose weights have "
    "one sign, and falls with those of opposite signs: opposite directions have both at their ends.",
)

PARTS = [
    [(Fraction(1), Fraction(1, 2))],
    [(Fraction(1, 4), Fraction(1)), (Fraction(3, 4), Fraction(0))],
    [(Fraction(1, 10), Fraction(2)), (Fraction(3, 10), Fraction(1)), (Fraction(6, 10), Fraction(0))],
]
"""(probability, mean) of each amount: one, two of which one is 0, and three."""


def _known(index: int, epsilon: Fraction) -> bool:
    """Whether the two bounds overlap narrowly, and hold the Gaussian profile of twice a single amount, or that of the
    registered pair on a Poisson sample."""
    parts = PARTS[index]
    with balls(400) as xp:
        e, x = xp.number(epsilon), xp.number(replaced.propose_threshold(parts, epsilon))
        low, high = replaced.below(xp, parts, e, x), replaced.above(xp, parts, e, x)
        if high < low or not high - low < high / 10**12:
            return False
        if index == 2:
            return True
        other = delta_mu(xp, xp.number(1), e)
        if index == 1:
            inner = registered("gdp.profile").bound(ch.GDP(mu_squared=1))
            sampled = case("poisson:rate=1/4/gaussian:sigma=1", inner)
            other = registered("poisson.exact-replaced-profile").bound(sampled).delta(xp, e, {})
        return bool(xp.hull(low, high).overlaps(other))


EPSILONS = numbers("0 1/3 1 4")
for _name in ("profile", "pld"):
    BOOK.table(
        f"replaced-{_name}.known",
        "Both bounds meet, at the Gaussian profile of twice the amount for one amount, and that of a replaced record "
        "in a Poisson sample for two of which one is 0.",
        "three mixtures, four eps",
        Sampled("balls", _known, digits=40, index=range(3), epsilon=EPSILONS),
    )
