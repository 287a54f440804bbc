"""Claims about noise on the integers: the shipped profiles beside the positive parts of all outcomes, added up."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Verdict

from .arithmetics import alike
from .book import Book
from .stated import Number, agree, answers, case, number

LAPLACE = Book("discrete-laplace", "direct computation")
GAUSSIAN = Book("discrete-gaussian", "direct computation")
EPSILONS = (Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5, 2))
FAR = 30
"""So many sigma beyond the cut, and 100 more, an outcome is less likely by 100 digits than those that count."""


def claims() -> list[Claim]:
    """All claims of this module."""
    return [*LAPLACE.entries, *GAUSSIAN.entries]


def _shipped(name: str, step: str, epsilon: Fraction, replaced: bool) -> Number:
    profile = answers("discrete", f"{name}.profile", case(step, replaced=replaced))
    return lambda xp: profile.delta(xp, xp.number(epsilon), {})


def _summed_laplace(rate: Fraction, shift: int, epsilon: Fraction) -> Number:
    """Outcomes below 0 lose rate shift each and have the weight 1/(1 + a) together, 0 among them; from the shift on none loses."""

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


@LAPLACE.claim(
    "profile.all-outcomes",
    Kind.SOUNDNESS,
    "The profile is the sum of all positive parts of P(k) - e^eps P(k - shift).",
    "sum over outcomes",
    "shifts between 1 and 40, scales 1 and 5/2, four eps",
)
def _laplace(effort: Effort) -> Verdict:
    pairs = {}
    for shift, scale, epsilon in product((1, 2, 3, 20), (Fraction(1), Fraction(5, 2)), EPSILONS):
        for span in (1, 2):
            step = f"discrete-laplace:scale={scale},sensitivity={shift}"
            shipped = _shipped("discrete-laplace", step, epsilon, span == 2)
            pairs[f"{step} at {epsilon}, span {span}"] = shipped, _summed_laplace(1 / scale, span * shift, epsilon)
    ends = answers("discrete", "discrete-laplace.profile", case("discrete-laplace:scale=5/2,sensitivity=3"))
    stated = answers("discrete", "discrete-laplace.profile", case("discrete-laplace:epsilon=2"))
    pairs["where it ends"] = number(ends.attains), lambda xp: xp.number(Fraction(6, 5))
    pairs["eps stated"] = lambda xp: stated.delta(xp, xp.number(1), {}), _summed_laplace(Fraction(2), 1, Fraction(1))
    return agree(pairs, effort)


@GAUSSIAN.claim(
    "profile.all-outcomes",
    Kind.SOUNDNESS,
    "The profile is the sum of all positive parts of P(k) - e^eps P(k - shift).",
    "sum over outcomes",
    "shifts between 1 and 40, sigma between 1/2 and 40, four eps",
)
def _gaussian(effort: Effort) -> Verdict:
    pairs = {}
    for shift, sigma, epsilon in product((1, 3, 20), (Fraction(1, 2), Fraction(2), Fraction(9, 2), Fraction(9), Fraction(40)), EPSILONS):
        for span in (1, 2):
            step = f"discrete-gaussian:sigma={sigma},sensitivity={shift}"
            shipped = _shipped("discrete-gaussian", step, epsilon, span == 2)
            pairs[f"{step} at {epsilon}, span {span}"] = shipped, _summed_gaussian(sigma**2, span * shift, epsilon)
    tail = answers("discrete", "discrete-gaussian.profile", case("discrete-gaussian:sigma=2,sensitivity=3")).tail
    written = {"start": Fraction(9, 8), "eps^2": Fraction(4, 18), "eps": Fraction(1, 2), "constant": Fraction(-9, 32)}
    for (what, value), shipped in zip(written.items(), (tail.start, *tail.quadratic), strict=True):
        pairs[f"the tail's {what}"] = number(shipped), number(value)
    return agree(pairs, effort)


def _in_floats(name: str, steps: list[str]) -> Verdict:
    shipped = {f"{step} at {epsilon}": _shipped(name, step, epsilon, False) for step, epsilon in product(steps, EPSILONS)}
    return alike(shipped, least=Fraction(1, 10**6), doubles=12)


@LAPLACE.claim(
    "profile.floats", Kind.TABLE, "In doubles and digits as in balls, to 12 digits.", "our way of writing it", "four steps, four eps"
)
def _laplace_floats(effort: Effort) -> Verdict:
    return _in_floats("discrete-laplace", [f"discrete-laplace:scale=5/2,sensitivity={shift}" for shift in (1, 2, 3, 20)])


@GAUSSIAN.claim(
    "profile.floats", Kind.TABLE, "In doubles and digits as in balls, to 12 digits.", "our way of writing it", "four steps, four eps"
)
def _gaussian_floats(effort: Effort) -> Verdict:
    steps = [f"discrete-gaussian:sigma={sigma},sensitivity={shift}" for sigma, shift in ((1, 1), (2, 3), (9, 20), (40, 7))]
    return _in_floats("discrete-gaussian", steps)
