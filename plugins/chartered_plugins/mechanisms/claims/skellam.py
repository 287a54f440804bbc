"""Claims about Skellam noise: how fast its ratios fall, its tails, its profile, and that its rates do not add up."""

from fractions import Fraction
from typing import Any

from chartered.proving import Answers, Notation, Proofs, Same, Sampled, numbers
from flint import arb

from ..formulas import skellam_sums as sums
from .discrete_stated import summed

SIZE = (Fraction(1, 10), 9)
NOTATION = Notation(
    "root(n, v) = sqrt((n + 1)^2 + v^2)",
    "least(n, v) = v/(n + 1 + root(n, v))",
    "quotient(r, n, v) = r*(2*n/v + r)",
    "generating(x, v) = exp(v*((x + 1/x)/2 - 1))",
    ranges={"n v w x r": SIZE},
    sums=sums,
)
BOOK = Proofs("skellam", "direct computation", at="direct computation", notation=NOTATION)
BESSEL = "compared with Arb's Bessel functions at points"


def probability(xp: Any, variance: Fraction, k: int) -> arb:
    """e^-v I_|k|(v), by Arb's own function."""
    v = xp.number(variance)
    found: arb = v.bessel_i(arb(abs(k))) * (-v).exp()
    return found


BOOK.identity(
    "profile.falls",
    "The bound on how fast the ratios fall: r_n is at least v/(n + 1 + root), as r^2 + 2 (n+1) r/v >= 1 from there on, "
    "and r_n (2n/v + r_n) is then at least 1 - 2/(n + 1 + root), the shipped bound for n = k + 1.",
    "Amos 1974, for the ratio; direct computation",
    "all n, v > 0",
    Same("where equality holds", "quotient(least(n, v), n + 1, v)", "1"),
    Same("the quotient there", "quotient(least(n, v), n, v)", "1 - 2/(n + 1 + root(n, v))"),
    Same("as shipped", "exp(-sums.fall(v, n))", "1 - 2/(n + 2 + root(n + 1, v))"),
    so="1/r_n = 2 (n+1)/v + r_(n+1), where r_(n+1) <= r_n, and r_n/r_(n-1) = r_n (2n/v + r_n) rises with r_n.",
)
BOOK.soundness(
    "monotone",
    "More variance is processing, whatever the data: independent Skellam noise is added to Skellam noise. And a query "
    "of smaller sensitivity is one of the larger, too.",
    "data processing",
    "all v, w > 0, by generating functions",
    Same("the sum", "generating(x, v)*generating(x, w)", "generating(x, v + w)"),
    so="Two Poisson counts of the mean v/2 have the generating functions e^((x-1) v/2) and e^((1/x-1) v/2).",
)


@BOOK.soundness(
    "profile.tail",
    "The bounds on log delta from eps = Delta (Delta + 1)/(2 v) on hold.",
    "Chernoff's bound",
    "variances 1/3 to 100, shifts 1 to 5, eps 1/5 to 12",
    Sampled(
        "balls: the profile",
        digits=25,
        bits=128,
        why=BESSEL,
        variances="1/3 4 100",
        shifts=(1, 2, 5),
        epsilons="1/5 1 5/2 12",
    ),
)
def _tail(xp: Any, variance: Fraction, shift: int, epsilon: Fraction) -> bool:
    """Where the bound holds; from FAR nats on it is the profile."""
    e = xp.number(epsilon)
    if not epsilon >= Fraction(shift * (shift + 1)) / (2 * variance):
        return True
    near = sums.log_tail(xp, variance, shift, e)
    plain = xp.number(Fraction(shift + 1, 2 * shift)) * e - xp.number(variance / (2 * shift**2)) * e * e
    known = near < -sums.FAR or sums.delta(xp, variance, shift, e).log() < near
    return bool(known and near <= plain)


def _answers(variance: str, shift: int, two: bool = False) -> Answers:
    def weights(xp: Any, epsilon: Fraction) -> dict[int, arb]:
        return {k: probability(xp, Fraction(variance), k) for k in range(-420, 421)}

    return summed(f"skellam:variance={variance}", weights, shift, numbers("0 1/2 2"), two)


BOOK.stated(
    "profile.summed",
    "The registered profile is the sum of the positive parts of P - e^eps Q over the outcomes, by Bessel functions.",
    "variances 1/2 to 100, shifts 1 to 6, also of a replaced record, 3 eps",
    _answers("4", 1),
    _answers("100", 3),
    _answers("1/2", 2),
    _answers("9", 3, two=True),
)


def _delta(xp: Any, variance: Fraction, runs: int) -> tuple[Any, Any]:
    """delta of one run or two at eps = 0 and 1, by all outcomes that count."""
    p = {k: probability(xp, variance, k) for k in range(-41, 42)}
    places = range(-40, 41)
    pairs = [(p[k], p[k - 1]) for k in places]
    if runs == 2:
        pairs = [(a * c, b * d) for a, b in pairs for c, d in pairs]
    zero, one = (
        sum((xp.positive(a - t * b) for a, b in pairs), xp.number(0)) for t in (xp.number(1), xp.exp(xp.number(1)))
    )
    return zero, one


@BOOK.inequality(
    "profile.no-rate",
    "Two runs of Skellam noise are no run with another variance, as two of Gaussian noise are: the noises of several "
    "parties add up, the pairs do not. One run of no variance has the delta of two runs at variance 4, sensitivity 1, "
    "at eps = 0 and at 1 within a tenth.",
    "variances 1 to 8 by steps of 1/4",
    Sampled(
        "balls: all outcomes",
        digits=2,
        bits=128,
        why="the variances between are not tried",
        variances=[Fraction(n, 4) for n in range(4, 33)],
    ),
)
def _no_rate(xp: Any, variance: Fraction) -> bool:
    two, one = (_delta(xp, v, runs) for v, runs in ((Fraction(4), 2), (variance, 1)))
    return any(bool(abs(a / b - 1) > xp.number(Fraction(1, 10))) for a, b in zip(two, one, strict=True))
