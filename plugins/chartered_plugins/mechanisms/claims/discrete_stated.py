"""Claims about noise on the integers: the registered profiles, compared with the sum of the positive parts over all
outcomes."""

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Answers, Book, Kind, case, claims_of
from chartered.proving.printed_formulas import Number

LAPLACE = Book("discrete-laplace", "direct computation")
GAUSSIAN = Book("discrete-gaussian", "direct computation")
claims = claims_of(LAPLACE, GAUSSIAN)
EPSILONS = (Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5, 2))
FAR = 30
"""At FAR standard deviations and 100 more beyond the cut, an outcome is less likely than the relevant ones by a factor
of 10^100."""


def _summed_laplace(rate: Fraction, shift: int, epsilon: Fraction) -> Number:
    """The sum of the positive parts over all outcomes: those up to 0 have the loss rate * shift each and together the
    probability 1/(1 + a); from the shift on the loss is negative."""

    def total(xp: Any) -> Any:
        a, e = xp.exp(-xp.number(rate)), xp.exp(xp.number(epsilon))
        between = [(a**k - e * a ** (shift - k)) * (1 - a) / (1 + a) for k in range(1, shift)]
        first = (1 - e * a**shift) / (1 + a)
        return sum((xp.positive(term) for term in between), xp.positive(first))

    return total


def _summed_gaussian(variance: Fraction, shift: int, epsilon: Fraction) -> Number:
    def total(xp: Any) -> Any:
        far = int(FAR * variance**0.5 + epsilon * variance) + 100
        weights = {k: xp.exp(-xp.number(Fraction(k * k) / (2 * variance))) for k in range(-far - shift, far + 1)}
        e = xp.exp(xp.number(epsilon))
        gains = [xp.positive(weights[k] - e * weights[k - shift]) for k in range(-far, far + 1)]
        return sum(gains, xp.number(0)) / sum(weights.values(), xp.number(0))

    return total


def _laplace(shift: int, scale: Fraction, span: int) -> Answers:
    source = case(f"discrete-laplace:scale={scale},sensitivity={shift}", replaced=span == 2)
    return Answers(
        "discrete-laplace.profile",
        source,
        {f"delta({e})": _summed_laplace(1 / scale, span * shift, e) for e in EPSILONS},
    )


def _gaussian(shift: int, sigma: Fraction, span: int) -> Answers:
    source = case(f"discrete-gaussian:sigma={sigma},sensitivity={shift}", replaced=span == 2)
    return Answers(
        "discrete-gaussian.profile",
        source,
        {f"delta({e})": _summed_gaussian(sigma**2, span * shift, e) for e in EPSILONS},
    )


ALL = "The profile is the sum of all positive parts of P(k) - e^eps P(k - shift)."
LAPLACE.stated(
    "profile.all-outcomes",
    ALL,
    "sum over outcomes",
    "shifts between 1 and 40, scales 1 and 5/2, four eps",
    *(_laplace(*one) for one in product((1, 2, 3, 20), (Fraction(1), Fraction(5, 2)), (1, 2))),
    Answers("discrete-laplace.profile", "discrete-laplace:scale=5/2,sensitivity=3", {"at_infinity.max_loss": "6/5"}),
    Answers(
        "discrete-laplace.profile",
        "discrete-laplace:epsilon=2",
        {"delta(1)": _summed_laplace(Fraction(2), 1, Fraction(1))},
    ),
    kind=Kind.SOUNDNESS,
)

GAUSSIAN.stated(
    "profile.all-outcomes",
    ALL,
    "sum over outcomes",
    "shifts between 1 and 40, sigma between 1/2 and 40, four eps",
    *(_gaussian(*one) for one in product((1, 3, 20), map(Fraction, ("1/2", "2", "9/2", "9", "40")), (1, 2))),
    Answers(
        "discrete-gaussian.profile",
        "discrete-gaussian:sigma=2,sensitivity=3",
        {"tail.start": "9/8", "tail.subgaussian.0": "4/18", "tail.subgaussian.1": "1/2", "tail.subgaussian.2": "-9/32"},
    ),
    kind=Kind.SOUNDNESS,
)
