"""Claims about groups of records, for each of which a mechanism is Gaussian DP except for a failure: the chain of
changes, and the largest power of any test between its ends."""

from fractions import Fraction
from typing import Any

from chartered.proving import Notation, Proofs, Range, Same, Sampled, case, registered

from ...basics.formulas import gaussian_profile

NOTATION = Notation(
    "h(m, x) = gaussian_profile.delta_mu(m, x)",
    "failing(f, m, x) = f + (1 - f)*h(m, x)",
    "partial(i, n, m, s) = i*s/n - i*(n - i)*m^2/2",
    "before(a, m, s) = partial(a, a + 1, m, s)",
    ranges={
        "p q r f": Range.chance((Fraction(1, 100), 100)),
        "m": (Fraction(1, 10), 3),
        "a i": (1, 9),
        "x y s": (Fraction(1, 10), 5),
    },
    gaussian_profile=gaussian_profile,
)
ONE_MORE = "h((a + 1)*m, s)"
BOOK = Proofs("group-of-records.failing-gdp", "ours", notation=NOTATION)

BOOK.identity(
    "chain",
    "What an outcome gains over a chain of changes is the sum of its gains over each, at any x and y with the sum eps: "
    "so is delta, at most. Below eps = 0 delta follows from that of the other direction.",
    "Vadhan 2017, Lemma 2.2",
    "all chances p, q, r of an outcome, all x and y; all mu and f",
    Same("two changes", "(p - exp(x)*q) + exp(x)*(q - exp(y)*r)", "p - exp(x + y)*r"),
    Same("below 0", "failing(f, m, -x)", "1 - exp(-x) + exp(-x)*failing(f, m, x)"),
    so="The sum over the outcomes at which the left side is positive is no more than the sum of the largest of either "
    "term. A group of fewer records is a chain with steps that change nothing.",
)
BOOK.identity(
    "gaussians",
    "Without failures nothing is lost where all are losses at one outcome: a changes to the loss S_a of a + 1 changes "
    "to s, and one more. The losses before it are those of a changes to S_a.",
    "direct computation",
    "all numbers a of changes, all mu and s",
    Same("one more change", "h(a*m, before(a, m, s)) + exp(before(a, m, s))*h(m, s - before(a, m, s))", ONE_MORE),
    Same("the losses before it", "partial(i, a, m, before(a, m, s))", "partial(i, a + 1, m, s)"),
    so="By induction over the changes.",
)


@BOOK.soundness(
    "tests",
    "No test between two data sets that are k changes apart has a larger gain than is shipped, as the errors of tests "
    "compose: T(1 - T(...)) with T(a) = (1 - f) G_mu(a/(1 - f)).",
    "Dong, Roth, Su 2022, Theorem 2.14",
    "groups of 2, 3 and 5, three mu, three f, five eps; 44 tests of each",
    Sampled(
        "balls: tests",
        bits=192,
        why="the inverse of a normal distribution, one in another",
        size=(2, 3, 5),
        mu="1/10 1 3",
        failure="1/1000000000 1/1000 1/5",
        epsilon="0 1/2 2 8 30",
    ),
)
def _not_above(xp: Any, size: int, mu: Fraction, failure: Fraction, epsilon: Fraction) -> bool:
    """Whether no test of the ends of a chain has a larger power than is shipped, by the errors of tests of each change:
    a test of type I error a has the power 1 - T(a), which is the type I error of the next change at most."""
    text = f"group:size={size}/gdp:mu={mu},failure={failure}"
    shipped = registered("group-of-records.failing-gdp").apply(case(text)).delta(xp, xp.number(epsilon), {})
    kept, grown, m = 1 - xp.number(failure), xp.exp(xp.number(epsilon)), xp.number(mu)
    for place in range(-4, 40):
        error = power = xp.ndtr(-xp.number(place) / 4)
        for _ in range(size):
            power = 1 - kept * xp.ndtr(-xp.ndtri(power / kept) - m) if power < kept else xp.number(1)
        if not shipped >= power - grown * error:
            return False
    return True
