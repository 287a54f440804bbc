"""Claims about the thresholds of mixtures of Gaussians: what they separate, where they lie, and that any gives
bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, balls, claims_of
from chartered_plugins.subsampling.claims.gaussian_mixture import mixtures
from chartered_plugins.subsampling.claims.replaced_mixture import EPSILONS, PARTS
from chartered_plugins.subsampling.formulas import gaussian_mixture as mixture, replaced_mixture as replaced

BOOK = Proofs("gaussian-mixture", "Choquette-Choo, Ganesh, Steinke, Thakurta 2023", at="direct computation")
REPLACED = Proofs("gaussian-mixture", "Kahane 1985", at="direct computation")
claims = claims_of(BOOK, REPLACED)


@BOOK.table(
    "pld.below",
    "The bounds from below are what a threshold separates: P(x > t) - e^eps Q(x > t), and Q(x < t) - e^eps P(x < t).",
    "three mixtures and a single Gaussian, three eps, four thresholds",
    Sampled("balls", cases=mixtures(), bits=200),
)
def _from_below(xp: Any, case: tuple[mixture.Parts, Fraction]) -> bool:
    """Both by their complements."""
    parts, epsilon = case
    t0 = xp.exp(xp.number(epsilon))
    for at in (Fraction(-2), Fraction(0), Fraction(1, 2), Fraction(3)):
        t = xp.number(at)
        some = sum((xp.number(p) * xp.ndtr(t - xp.number(m)) for p, m in parts), xp.number(0))
        other = sum((xp.number(p) * xp.ndtr(xp.number(m) - t) for p, m in parts), xp.number(0))
        ahead, back = (1 - some) - t0 * (1 - xp.ndtr(t)), (1 - xp.ndtr(-t)) - t0 * (1 - other)
        found = (
            mixture.removal_below(xp, parts, xp.number(epsilon), t),
            mixture.addition_below(xp, parts, xp.number(epsilon), t),
        )
        if not (found[0].overlaps(ahead) and found[1].overlaps(back)):
            return False
    return True


@BOOK.table(
    "pld.threshold",
    "The threshold is just beside the outcome at which the likelihood ratio is e^eps.",
    "three mixtures and a single Gaussian, three eps",
    Sampled("balls", cases=mixtures(), bits=512),
)
def _aside(xp: Any, case: tuple[mixture.Parts, Fraction]) -> bool:
    """Whether the likelihood ratio at the threshold is e^level to sixty digits, on the requested side."""
    parts, level = case
    high, low = (mixture.propose_threshold(parts, level, up=up) for up in (True, False))
    above, below = (mixture.log_ratio(xp, parts, xp.number(t)) - xp.number(level) for t in (high, low))
    close = xp.number(Fraction(1, 10**60))
    return bool(0 < above < close and -close < below < 0)


@REPLACED.table(
    "replaced-profile.thresholds",
    "Every threshold gives bounds on their sides of the truth.",
    "three mixtures, four eps, four thresholds",
    Sampled("balls", digits=40, index=range(3), epsilon=EPSILONS, moved="-1 -1/100 1/100 1"),
)
def _any_threshold(index: int, epsilon: Fraction, moved: Fraction) -> bool:
    parts, best = PARTS[index], replaced.propose_threshold(PARTS[index], epsilon)
    with balls(400) as xp:
        e, at, near = (xp.number(x) for x in (epsilon, best + moved, best))
        low, high = replaced.below(xp, parts, e, near), replaced.above(xp, parts, e, near)
        return not (replaced.above(xp, parts, e, at) < low or replaced.below(xp, parts, e, at) > high)
