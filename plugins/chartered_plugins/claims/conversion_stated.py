"""Claims about conversions as they are asked for: each takes the order of its witness and the curve there."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import chartered as ch
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Verdict

from ..formulas import renyi_conversion as rc
from .book import Book
from .stated import Number, agree, answers, delta_at, epsilon_at, number

BOOK = Book("asoodeh2020", "Asoodeh, Liao, Calmon, Kosut, Sankar 2020")
KL = Book("bretagnolle-huber", "Bretagnolle, Huber 1979")
DELTA = Fraction(1, 1000)
FORMS = {
    "asoodeh2020.T1": (rc.log_classical_delta, rc.classical_epsilon),
    "balle2020.T21": (rc.log_closed_delta_g, rc.closed_epsilon_g),
    "asoodeh2020.L1": (rc.log_closed_delta, rc.closed_epsilon),
}


def claims() -> list[Claim]:
    """All claims of this module."""
    return [*BOOK.entries, *KL.entries]


def _at(formula: Any, *numbers: Any) -> Number:
    return lambda xp: formula(xp, *map(xp.number, numbers))


def _exp(log_formula: Any) -> Any:
    return lambda xp, *x: xp.exp(log_formula(xp, *x))


@BOOK.claim(
    "T1.as-answered",
    Kind.TABLE,
    "Each conversion of a curve takes the order of its witness and the curve there.",
    "Theorems 1 and 3, Lemma 1",
    "the curve alpha^2/20 at the orders 3 and 5, both directions",
)
def _answered(effort: Effort) -> Verdict:
    g = ch.Renyi(curve=lambda xp, alpha: alpha * alpha / 20)
    pairs: dict[str, tuple[Number, Number]] = {}
    for (name, (log_delta, epsilon)), alpha in product(FORMS.items(), (Fraction(3), Fraction(5))):
        profile, point = answers("conversion", name, g), (alpha, alpha * alpha / 20)
        pairs[f"{name} {alpha}"] = delta_at(profile, 2, alpha=alpha), _at(_exp(log_delta), *point, 2)
        pairs[f"{name} {alpha}, eps"] = epsilon_at(profile, DELTA, alpha=alpha), _at(epsilon, *point, DELTA)
    optimal, tangents = answers("conversion", "asoodeh2020.T3", g), {"alpha": Fraction(3), "v": Fraction(1), "w": Fraction(2)}
    pairs["T3"] = delta_at(optimal, 2, **tangents), _at(rc.tangent_delta, 3, Fraction(9, 20), 2, 1, 2)
    pairs["T3, eps"] = epsilon_at(optimal, DELTA, **tangents), _at(rc.tangent_epsilon, 3, Fraction(9, 20), DELTA, 1)
    return agree(pairs, effort)


@KL.claim(
    "tv.as-stated",
    Kind.TABLE,
    "One delta for every eps: the lesser of sqrt(1 - e^-gamma) and sqrt(gamma/2).",
    "and Pinsker",
    "curves of one height, below and above where the two meet, with and without a last order near 1",
)
def _variation(effort: Effort) -> Verdict:
    pairs: dict[str, tuple[Number, Number]] = {}
    for gamma, top in ((Fraction(1, 2), None), (Fraction(3), None), (Fraction(1, 2), 1 + Fraction(1, 2**120))):
        profile = answers("conversion", "bretagnolle-huber.tv", _line(gamma, top))
        pairs[f"{gamma}, {top}"] = delta_at(profile, 2), _lesser(gamma * min(1 + Fraction(1, 2**100), top or Fraction(2)))
        pairs[f"{gamma}, {top}, eps"] = epsilon_at(profile, 1), _at(lambda xp, zero: zero, 0)
        pairs[f"{gamma}, {top}, the end"] = number(profile.attains), _at(lambda xp, zero: zero, 0)
    return agree(pairs, effort)


def _line(slope: Fraction, top: Fraction | None) -> ch.Renyi:
    return ch.Renyi(curve=lambda xp, alpha: xp.number(slope) * alpha, top=top)


def _lesser(height: Fraction) -> Number:
    return lambda xp: xp.minimum(xp.sqrt(1 - xp.exp(-xp.number(height))), xp.sqrt(xp.number(height) / 2))


@BOOK.claim(
    "T3.one-tangent",
    Kind.TABLE,
    "Without a lower tangent point, t = 0, h(x) = x^alpha/(alpha T^(alpha-1)): lambda is T (1 - 1/alpha), and delta at most "
    "M/(alpha T^(alpha-1)), to which what lambda exceeds e^eps by is added.",
    "Theorem 3, dual form",
    "orders 3/2 and 4, T = e^2, eps below log lambda and above it, gamma = 1/2",
)
def _one_tangent(effort: Effort) -> Verdict:
    w, gamma = Fraction(2), Fraction(1, 2)

    def shipped(formula: Any, *before: Fraction) -> Number:
        return lambda xp: formula(xp, *map(xp.number, before), None, xp.number(w))

    def level(xp: Any, alpha: Fraction) -> Any:
        return xp.exp(xp.number(w)) * xp.number(1 - 1 / alpha)

    def mean(xp: Any, alpha: Fraction) -> Any:
        return xp.exp(xp.number((alpha - 1) * (gamma - w))) / xp.number(alpha)

    def delta(xp: Any, alpha: Fraction, epsilon: Fraction) -> Any:
        return mean(xp, alpha) + xp.positive(level(xp, alpha) - xp.exp(xp.number(epsilon)))

    def log_level(xp: Any, alpha: Fraction) -> Any:
        return xp.log(level(xp, alpha))

    pairs: dict[str, tuple[Number, Number]] = {}
    for alpha in (Fraction(3, 2), Fraction(4)):
        pairs[f"lambda, {alpha}"] = shipped(rc.tangent_lambda, alpha), partial(log_level, alpha=alpha)
        pairs[f"mean, {alpha}"] = shipped(rc.tangent_mean, alpha, gamma), partial(mean, alpha=alpha)
        for epsilon in (Fraction(1, 2), Fraction(1), Fraction(2)):
            pairs[f"delta, {alpha}, {epsilon}"] = (
                shipped(rc.tangent_delta, alpha, gamma, epsilon),
                partial(delta, alpha=alpha, epsilon=epsilon),
            )
    return agree(pairs, effort)
