"""Claims about the truncation error of sums over a grid: each bound is compared with the same bound written in another
way, and small cases with sums over all losses."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near, numbers
from chartered_plugins.characteristic_function.claims.lattice import lattice_in
from chartered_plugins.characteristic_function.claims.reasons import POINTS, refused
from chartered_plugins.characteristic_function.formulas.composed_moments import Composition
from chartered_plugins.characteristic_function.formulas.lattice import Lattice
from chartered_plugins.characteristic_function.formulas.lattice_inversion import LatticeInversion, LatticeLine
from flint import acb, arb

from .lattices import MIXED, chance, delta, sums

SUM, DIRECT = (
    Proofs("characteristic-function", paper)
    for paper in ("orthogonality of the roots of unity; geometric series", "direct computation")
)
claims = claims_of(SUM, DIRECT)


def moment(xp: Any, parts: Composition, z: acb) -> Any:
    """M of the composition, from all sums of losses."""
    found = acb(0)
    for loss, made in sums(parts):
        found = (
            found + math.prod((chance(xp, m, which) for m, which in made), start=arb(1)) * (z * xp.number(loss)).exp()
        )
    return found


def _left_out(xp: Any, parts: Composition, points: int, kept: int, x: Fraction) -> bool:
    """Compares the bound with the written one, and checks that it is not below the omitted terms."""
    if kept > points // 2 + 1:
        return refused(lambda: LatticeLine(Fraction(2), Fraction(5), points, kept, 128).inverse(parts))
    found = LatticeLine(Fraction(2), Fraction(5), points, kept, 128).inverse(parts)
    s, c = found.lattice.width(xp), xp.number(2)
    rising, falling = arb(0), arb(0)
    if (many := points - 2 * kept + 1) > 0:
        z = acb(c, 2 * xp.pi * kept / (points * s))
        bound = arb(many)
        for m, times in parts:
            at = z if m.falls_along(lattice_in(parts).spacing) else acb(c)
            bound = bound * abs(moment(xp, ((m, 1),), at)) ** times
        rising, falling = (bound / abs(1 - (-w * s).exp()) for w in (z - 1, z))
    same = (
        near(found.cut[0], rising, 9) and near(found.cut[1], falling, 9)
        if many > 0
        else all(cut == 0 for cut in found.cut)
    )
    return same and _terms(xp, parts, found, x) and found.delta(x).overlaps(delta(xp, parts, xp.number(x)))


def _terms(xp: Any, parts: Composition, found: LatticeInversion, x: Fraction) -> bool:
    """Checks that the stated bounds are not below the omitted terms of either sum."""
    line, s = found.line, found.lattice.width(xp)
    lost = [arb(0), arb(0)]
    for k in range(line.kept, line.points - line.kept + 1):
        z = acb(xp.number(line.order), 2 * xp.pi * k / (line.points * s))
        value = abs(moment(xp, parts, z))
        for which, w in enumerate((z - 1, z)):
            lost[which] = lost[which] + value / abs(1 - (-w * s).exp())
    return all(bool(sum_.lower() <= cut) for sum_, cut in zip(lost, found.cut, strict=True))


SUM.soundness(
    "lattice.left-out",
    "The N - 2K + 1 omitted terms add up to at most N - 2K + 1 times |M(z_K)| over |1 - e^(-(z_K-1)s)|, and over |1 - "
    "e^(-z_K s)|, with M(c) for mechanisms whose |M| may rise; the sums that are left out are no larger. More than "
    "N/2 + 1 terms are refused.",
    "4 compositions, 5 numbers N, 4 numbers K, 2 eps",
    Sampled(
        "balls: all sums of losses",
        _left_out,
        digits=9,
        bits=160,
        parts=MIXED,
        points=(1, 4, 5, 12, 30),
        kept=(1, 2, 4, 15),
        eps=numbers("1/7 1"),
    ),
)


def _radius(xp: Any, order: Fraction, x: Fraction, share: Fraction) -> bool:
    """Checks that the radius of the answer is the truncation error if all other terms are 0."""
    line, lattice = LatticeLine(order, order + 2, 7, 1, 128), Lattice(Fraction(1, 5), Fraction(1, 3))
    nothing, cut = arb(0), (xp.number(share), xp.number(1 - share))
    found = LatticeInversion(line, lattice, (acb(0),), (acb(0),), nothing, nothing, cut).delta(x)
    after = xp.number(lattice.after(x))
    written = (cut[0] + cut[1] * xp.exp(xp.number(x)) / xp.exp(after)) / xp.exp((xp.number(order) - 1) * after) / 7
    return bool(found.mid() == 0) and near(found.rad(), written, 7)


SUM.table(
    "lattice.cut",
    "What is left out, A and B, changes delta by e^(-(c-1)x0) (A + e^(x-x0) B)/N at most to either side, and so much "
    "is added.",
    "2 orders, 4 eps, 3 shares; 7 digits",
    Sampled(
        "balls: the radius where there is nothing else",
        _radius,
        digits=7,
        bits=128,
        why=POINTS,
        orders=numbers("3/2 4"),
        eps=numbers("-1 0 2/5 3"),
        shares=numbers("0 1/3 1"),
    ),
)


def _interval(xp: Any, parts: Composition, low: Fraction, width: Fraction) -> bool:
    """Compares the enclosure over an interval with delta at seven points in it."""
    found = LatticeLine(Fraction(4), Fraction(7), 200, 101, xp.bits).inverse(parts)
    enclosure = found.delta(xp.number(low).union(xp.number(low + width)))
    exact = [delta(xp, parts, xp.number(low + width * Fraction(k, 6))) for k in range(7)]
    inside = all(enclosure.overlaps(value) for value in exact)
    lattice = lattice_in(parts)
    many = lattice.after(low + width) - lattice.after(low) > lattice.spacing
    spanned = exact[0] - exact[-1] if many else xp.number(width) * 1000
    narrow = bool(2 * enclosure.rad() <= spanned * arb("1.0001") + arb("1e-20"))
    return inside and (narrow or (not many and width > Fraction(1, 1000)))


DIRECT.soundness(
    "lattice.interval",
    "Over an interval of eps, whether it holds one point of the lattice or several, the enclosure holds delta at each "
    "eps in it. It is hardly wider than the change of delta if more than a step of the lattice lies in the interval, "
    "and narrow if its ends are close. There is no enclosure if eps is not finite.",
    "4 compositions, 4 lower bounds, 6 widths",
    Sampled(
        "balls: all sums of losses",
        _interval,
        digits=2,
        bits=256,
        parts=MIXED,
        low=numbers("-1/2 0 1/9 2/5"),
        widths=numbers("0 1/10000000000 1/100 1/3 1 2"),
    ),
    Sampled(
        "refused",
        lambda parts, x: refused(lambda: LatticeLine(Fraction(4), Fraction(7), 9, 5, 64).inverse(parts).delta(x)),
        digits=1,
        parts=MIXED[:1],
        eps=(arb("inf"), arb("nan"), arb(0, "inf")),
    ),
)
