"""Claims about the registered functions of a record that is replaced in a Poisson sample: the noise of the functions
that enclose one of a query which replacing changes less, and where the mu of the tail is known."""

from collections.abc import Sequence
from fractions import Fraction

from chartered.proving import Conditions, Each, Proofs, case, claims_of, registered

from ..formulas.loss_properties import LossMoments
from ..guarantee import one_run
from ..laws.gaussian_law import GaussianSample, replaced_gaussian

BOOK = Proofs("poisson-gaussian.replaced-characteristic", "ours")
NEARER = Proofs("poisson-gaussian.nearer-characteristic", "ours")
claims = claims_of(BOOK, NEARER)
QUARTER = Fraction(1, 4)
ALONE = GaussianSample(QUARTER, Fraction(1)).law
STEP = "poisson:rate=1/4/gaussian:sigma={},sensitivity={},replace-sensitivity={}"

BOOK.identity(
    "tail",
    "The mu of the tail is that of the Gaussian without sampling, 1/s, for rates up to 1/2, by "
    "poisson.exact-replaced-profile.half; for larger ones none is stated.",
    "4 mechanisms",
    Each(
        "its square",
        lambda rate, noise, square: replaced_gaussian(rate, noise).tail_mu_squared == square,
        [
            (Fraction(1, 100), Fraction(1, 3), Fraction(9)),
            (Fraction(1, 2), Fraction(5), Fraction(1, 25)),
            (Fraction(51, 100), Fraction(5), None),
            (Fraction(9, 10), Fraction(1, 3), None),
        ],
    ),
)


@NEARER.identity(
    "stated",
    "Of a query that replacing a record changes by at most d, and adding one by at most Delta, the functions are those "
    "of the sensitivity Delta, from above, and, from below, of d/2, which is at most Delta, so that neighbours may be "
    "d/2 and -d/2, or, where that loses more, of one record at the smaller one of d and Delta and a null one.",
    "4 mechanisms",
    Each(
        "the noise of both",
        cases=[
            ("2", "1", "3/2", Fraction(2), [replaced_gaussian(QUARTER, Fraction(8, 3))]),
            ("5", "2", "3", Fraction(5, 2), [replaced_gaussian(QUARTER, Fraction(10, 3))]),
            ("1", "1", "1", Fraction(1), [ALONE, ALONE.swapped]),
            ("1", "3", "1", Fraction(1, 3), [ALONE, ALONE.swapped]),
        ],
    ),
)
def _enclosed(sigma: str, own: str, between: str, above: Fraction, below: Sequence[LossMoments]) -> bool:
    theorem, step = registered("poisson-gaussian.nearer-characteristic"), case(STEP.format(sigma, own, between))
    ends = [one.apply(step) for one in (theorem, theorem.from_below)]
    return [end.directions for end in ends] == [
        one_run(*pair).directions for pair in ([replaced_gaussian(QUARTER, above)], below)
    ]


NEARER.stated(
    "where-it-answers",
    "It is for a query that replacing a record changes by less than twice the sensitivity; the exact function is for "
    "others.",
    "the conditions",
    "both sides of the end",
    Conditions(
        "poisson-gaussian.nearer-characteristic", [case(STEP.format(1, 1, "3/2"))], [case(STEP.format(1, 1, 2))]
    ),
    Conditions(
        "poisson-gaussian.replaced-characteristic", [case(STEP.format(1, 1, 2))], [case(STEP.format(1, 1, "3/2"))]
    ),
)
