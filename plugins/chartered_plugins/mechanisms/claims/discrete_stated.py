"""Claims about noise on the integers: the registered profiles, compared with the sum of the positive parts over all
outcomes."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from chartered.proving import Answers, Book, Kind, case, claims_of
from chartered.proving.printed_formulas import Number

LAPLACE = Book("discrete-laplace", "direct computation")
GAUSSIAN = Book("discrete-gaussian", "direct computation")
claims = claims_of(LAPLACE, GAUSSIAN)
EPSILONS = (Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5, 2))
Weights: TypeAlias = Callable[[Any, Fraction], Mapping[int, Any]]
"""Those of all outcomes that count at an eps, as a function of the arithmetic."""
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


def summed(noise: str, weights: Weights, shift: int, epsilons: Iterable[Fraction], two: bool = False) -> Answers:
    """The profile as the sum of the positive parts over the outcomes that count; with `two`, of a replaced record."""
    moved = 2 * shift if two else shift

    def delta(epsilon: Fraction) -> Number:
        def total(xp: Any) -> Any:
            of, grown = weights(xp, epsilon), xp.exp(xp.number(epsilon))
            gains = (xp.positive(p - grown * of.get(k - moved, xp.number(0))) for k, p in of.items())
            return sum(gains, xp.number(0)) / sum(of.values(), xp.number(0))

        return total

    name, step = noise.partition(":")[0], case(f"{noise},sensitivity={shift}", replaced=two)
    return Answers(f"{name}.profile", step, {f"delta({e})": delta(e) for e in epsilons})


def _laplace(shift: int, scale: Fraction, span: int) -> Answers:
    source = case(f"discrete-laplace:scale={scale},sensitivity={shift}", replaced=span == 2)
    return Answers(
        "discrete-laplace.profile",
        source,
        {f"delta({e})": _summed_laplace(1 / scale, span * shift, e) for e in EPSILONS},
    )


def _gaussian(shift: int, sigma: Fraction, two: bool) -> Answers:
    def weights(xp: Any, epsilon: Fraction) -> dict[int, Any]:
        far = int(FAR * sigma + epsilon * sigma**2) + 100 + 2 * shift
        return {k: xp.exp(-xp.number(Fraction(k * k) / (2 * sigma**2))) for k in range(-far, far + 1)}

    return summed(f"discrete-gaussian:sigma={sigma}", weights, shift, EPSILONS, two)


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
    *(_gaussian(*one) for one in product((1, 3, 20), map(Fraction, ("1/2", "2", "9/2", "9", "40")), (False, True))),
    Answers(
        "discrete-gaussian.profile",
        "discrete-gaussian:sigma=2,sensitivity=3",
        {"tail.start": "9/8", "tail.subgaussian.0": "4/18", "tail.subgaussian.1": "1/2", "tail.subgaussian.2": "-9/32"},
    ),
    kind=Kind.SOUNDNESS,
)
