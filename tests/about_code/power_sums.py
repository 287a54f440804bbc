"""Claims about sums of powers for many exponents at once: of every length they are the sums written out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, numbers
from chartered_plugins.characteristic_function.formulas.trigonometric_sums import (
    Waves,
    decaying_sums,
    trigonometric_sums,
)
from flint import acb, arb

SUMS = Proofs("characteristic-function", "direct computation")
claims = claims_of(SUMS)
LENGTHS = (*range(1, 14), 25, 26, 60)
SIZES = (numbers("0"), numbers("9/10"), numbers("9/10 19/10 30"))
"""Of exponents over the length: their sums are written as polynomials where they are below 1."""
WEIGHTS, ANGLES, RATES = numbers("1/3 2 -1/7"), numbers("1/5 -3 11/4"), numbers("-1/10 0 -2")


def _same(found: Sequence[acb], wanted: Sequence[acb]) -> bool:
    close = (x.overlaps(y) and x.rel_accuracy_bits() > 60 for x, y in zip(found, wanted, strict=True))
    return all(close)


def _turning(xp: Any, count: int) -> bool:
    weights, angles = list(map(xp.number, WEIGHTS)), list(map(xp.number, ANGLES))
    wanted = [
        sum((w * acb(0, k * a).exp() for w, a in zip(weights, angles, strict=True)), acb(0)) for k in range(count)
    ]
    return _same(trigonometric_sums(weights, angles, count), wanted)


def _falling(xp: Any, count: int) -> bool:
    weights = [acb(xp.number(w)) for w in WEIGHTS]
    exponents = [acb(xp.number(rate), xp.number(angle)) for rate, angle in zip(RATES, ANGLES, strict=True)]
    wanted = [
        sum((w * (k * arb(1) * e).exp() for w, e in zip(weights, exponents, strict=True)), acb(0)) for k in range(count)
    ]
    return _same(decaying_sums(weights, exponents, count), wanted)


def _nearly_still(xp: Any, sizes: Sequence[Fraction]) -> bool:
    """Forty exponents of each size, over the length: of the smallest the powers hardly change, and are summed as a
    polynomial."""
    count, some = 1400, (*range(3), 36, 37, 1000, 1399)
    exponents = [xp.number(size) * acb(-k, 20 - k) / (44 * count) for size in sizes for k in range(40)]
    weights = [acb(xp.number(1), xp.number(k)) / 7 for k in range(len(exponents))]
    found = decaying_sums(weights, exponents, count)
    wanted = [sum((w * (k * e).exp() for w, e in zip(weights, exponents, strict=True)), acb(0)) for k in some]
    return len(found) == count and _same([found[k] for k in some], wanted)


def _at_an_angle(xp: Any, count: int) -> bool:
    terms = [acb(xp.number(1) / (k + 1), xp.number(k) / 7) for k in range(count)]
    wanted = [sum((f * acb(0, -k * angle).exp() for k, f in enumerate(terms)), acb(0)) for angle in _angles(xp)]
    return _same([Waves.of(terms).sum(angle) for angle in _angles(xp)], wanted)


def _angles(xp: Any) -> list[arb]:
    return [xp.number(x) for x in ANGLES]


SUMS.table(
    "powers",
    "The sums of w e^(ika), of w e^(kx) with Re x <= 0, and of f_k e^(-ika) over k are those written out, from one k "
    "on.",
    "three terms or angles, 16 lengths up to 60; up to 120 terms of three sizes, a length of 1400; 18 digits",
    Sampled("balls: e^(ika)", _turning, digits=18, bits=128, count=LENGTHS),
    Sampled("balls: e^(kx)", _falling, digits=18, bits=128, count=LENGTHS),
    Sampled("balls: e^(kx), |kx| < 1", _nearly_still, digits=18, bits=128, sizes=SIZES),
    Sampled("balls: at an angle", _at_an_angle, digits=18, bits=128, count=LENGTHS),
)
