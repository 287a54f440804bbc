"""Claims about mechanisms on a Poisson sample that have few losses: their moment generating functions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near, numbers
from flint import acb, arb

from ...subsampling.claims.replaced_record_cases import mixed, worst
from ..formulas.contour import Contour
from ..formulas.loss_properties import FewLosses
from ..formulas.sampled_guarantee import FixedSizeGuarantee, ReplacedGuarantee, SampledGuarantee
from ..laws.discrete_laplace import LaplaceOnIntegers
from ..laws.mixture import grouped, replaced, sampled
from .reasons import POINTS

_BITS = 192
APPROXIMATE, LAPLACE = (
    Proofs(f"poisson-{name}.characteristic", "direct computation from the outcomes")
    for name in ("approximate", "discrete-laplace")
)
claims = claims_of(APPROXIMATE, LAPLACE)
THIRD, HALF = numbers("1/3 1/2")
GUARANTEES = [numbers("1/10 1/2 1/100"), numbers("1/2 2 1/5"), numbers("9/10 1/3 3/5")]
"""(q, eps, delta): failures rarer than the likelihood ratio e^eps, and not; and certain ones."""
MECHANISMS: list[FewLosses] = [
    *(SampledGuarantee(q, e, d, added) for q, e, d in GUARANTEES for added in (False, True)),
    *(ReplacedGuarantee(q, e, d) for q, e, d in GUARANTEES),
    *(FixedSizeGuarantee(q, e, d) for q, e, d in GUARANTEES),
    ReplacedGuarantee(Fraction(1, 3), Fraction(1), Fraction(0)),
    SampledGuarantee(Fraction(1, 3), Fraction(1), Fraction(0), True),
    *(LaplaceOnIntegers(HALF, replaced(THIRD, shift)) for shift in numbers("1 2")),
]
_RATIOS = [
    *(sampled(q, d) for q in numbers("1/10 2/3") for d in numbers("1 3")),
    grouped(Fraction(1, 10), Fraction(2), 3),
]
NOISES = [law for ratio in _RATIOS for law in (LaplaceOnIntegers(HALF, ratio), LaplaceOnIntegers(HALF, ratio).swapped)]
Outcomes = list[tuple[Any, Any]]
"""The probabilities of each outcome under P and under Q."""


def outcomes(xp: Any, m: FewLosses) -> Outcomes:
    """Written out."""
    if isinstance(m, LaplaceOnIntegers):
        r, around = xp.number(m.noise), range(-300, 301)
        whole = sum(((-arb(abs(k)) * r).exp() for k in around), arb(0))
        found = []
        for k in around:
            p, q = (
                sum((xp.number(w) * (-arb(abs(k - int(d))) * r).exp() for w, d in one.parts), arb(0)) / whole
                for one in (m.ratio.p, m.ratio.q)
            )
            found.append((p, q))
        return found
    if isinstance(m, ReplacedGuarantee):
        return list(zip(*mixed(xp, m.rate, worst(xp, m.failure, m.epsilon)), strict=True))
    assert isinstance(m, SampledGuarantee | FixedSizeGuarantee)
    q, d, e = xp.number(m.rate), xp.number(m.failure), xp.exp(xp.number(m.epsilon))
    if isinstance(m, FixedSizeGuarantee):
        large, ratio, none = (1 - d) / (1 + e), 1 + q * (e - 1), xp.number(0)
        same = 1 - q * d - large * (1 + ratio)
        return [(q * d, none), (large * ratio, large), (same, same), (large, large * ratio), (none, q * d)]
    without = [d, (1 - d) / (1 + e), (1 - d) * e / (1 + e), xp.number(0)]
    sampled = [(1 - q) * y + q * x for x, y in zip(reversed(without), without, strict=True)]
    return list(zip(without, sampled, strict=True)) if m.added else list(zip(sampled, without, strict=True))


def _moments(xp: Any, m: FewLosses, order: Fraction, height: Fraction) -> bool:
    z, direct = acb(xp.number(order), xp.number(height)), acb(0)
    finite = [(p, q) for p, q in outcomes(xp, m) if q > 0 and p > 0]
    for p, q in finite:
        direct += q * (z * (p / q).log()).exp()
    found = m.along(Contour(order, height, 2), 60, _BITS)
    close = all(near(x, y, 25, of=abs(direct)) for x, y in ((found[1].real, direct.real), (found[1].imag, direct.imag)))
    infinite = sum((p for p, q in outcomes(xp, m) if not q > 0), arb(0))
    largest = xp.number(m.max_loss)
    return (
        close
        and near(m.at(order, 60, _BITS), found[0].real, 25)
        and near(xp.number(m.infinity_mass), infinite, 25, of=xp.number(1))
        and any(near((p / q).log(), largest, 25) for p, q in finite)
        and not any((p / q).log() > largest for p, q in finite)
        and bool(abs(direct) <= m.beyond(order, height, Fraction(0), 0.1, _BITS))
    )


def _compared(mechanisms: Sequence[FewLosses]) -> Sampled:
    return Sampled(
        "balls: the outcomes",
        _moments,
        digits=25,
        bits=_BITS,
        why=POINTS,
        mechanisms=mechanisms,
        orders="3/2 4",
        heights="1/3 5",
    )


APPROXIMATE.soundness(
    "direct",
    "The shipped moment generating functions are the sums over all outcomes that have a finite loss, as are the "
    "largest loss and the probability of an infinite one: of stated guarantees on a sample where a record is removed, "
    "added or replaced, or of a fixed size, and of discrete Laplace noise where one is replaced.",
    "16 mechanisms, 2 orders, 2 heights; 25 digits",
    _compared(MECHANISMS),
)


LAPLACE.soundness(
    "direct",
    "The shipped moment generating functions of discrete Laplace noise on a sample are the sums over hundreds of "
    "integers, and so is the largest loss: where a record is removed or added, and three at once.",
    f"{len(NOISES)} laws, 2 orders, 2 heights; 25 digits",
    _compared(NOISES),
)
