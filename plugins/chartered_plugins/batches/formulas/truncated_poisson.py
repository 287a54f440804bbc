"""Poisson batches cut at a size: of n records each enters with the probability p; of more than B, B chosen uniformly at
random stay. A null record enters and is counted as any other.

Let R ~ Bin(n-1, p) be the number of others that enter. With R < B the step is a Poisson sample. With R >= B the record
stays with the probability r = p B/(R+1), and displaces another one. Revealing the others' coins and the order in which
records are cut, the sum is (1-r) N(v) + r N(g) with the record and (1-r) N(v) + r N(0) with a null record, |g|, |v| <=
Delta. With t = e^eps >= 1, t1 = 1 + (t-1)/r, b = t/t1, mu = Delta/sigma and h_mu(t) the profile of mu-GDP, advanced
joint convexity (Balle, Barthe, Gaboardi 2018) gives

    with the record from without:  sum_R P(R) r [(1-b) h_2mu(t1) + b h_mu(t1)]
    without it from with it:       sum_R P(R) r h_mu(t1)

over R >= B, beside P(R < B) times the profiles of a Poisson sample. The first MOST of these terms are added. The others
are bounded with the largest r among them: by r h_2mu(t1) and r h_mu(t1), which rise with r (the bracket does not)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.enclosure import fraction_of
from flint import arb
from msgspec import Struct

from ...basics.formulas.gaussian_profile import delta_mu
from ...loss_distribution.formulas.connect_the_dots import Direction, DirectionPair
from ...subsampling.formulas import removal_and_addition as sampled

MOST = 16
"""The largest number of terms that are added one by one."""
_BITS, _NEGLIGIBLE, _HALF = 160, 2.0**-140, Fraction(1, 2)


class Cuts(Struct, frozen=True):
    """How batches are cut, in upper bounds: the probability that the record's is not, (r, the probability) of each of
    the first numbers of others, and those of all that follow, with the largest r among them. `kept`: a lower bound on
    the probability that the record is in its batch, E min(N, B)/n with N ~ Bin(n, p)."""

    uncut: Fraction
    cut: tuple[tuple[Fraction, Fraction], ...]
    others: tuple[Fraction, Fraction]
    kept: Fraction


@lru_cache(maxsize=64)
def cuts(records: int, rate: Fraction, largest: int) -> Cuts:
    """The probabilities for n records, p and B < n."""
    with balls(_BITS) as xp:
        masses, beyond = _masses(xp, records - 1, xp.number(rate), largest)
        stays = [rate * largest / (others + 1) for others in range(largest, largest + len(masses) + 1)]
        cut = sum(masses, beyond)
        kept = xp.number(rate) * (1 - cut) + sum(
            (xp.number(r) * m for r, m in zip(stays, masses, strict=False)), arb(0)
        )
        first = [(r, _above(mass)) for r, mass in zip(stays, masses[:MOST], strict=False)]
        others = stays[len(first)], _above(sum(masses[MOST:], beyond))
        return Cuts(_above(1 - cut), tuple(first), others, max(Fraction(0), fraction_of(kept.lower())))


def _above(mass: arb) -> Fraction:
    return min(Fraction(1), fraction_of(mass.upper()))


def _masses(xp: Any, n: int, p: arb, first: int) -> tuple[list[arb], arb]:
    """P(Bin(n, p) = k) for k from `first` on, and what lies beyond the last of them: a geometric series bounds it."""
    mass = _binomial(n, p, first)
    found = [mass]
    for k in range(first, n):
        ratio = xp.number(n - k) / (k + 1) * p / (1 - p)
        mass *= ratio
        if ratio < xp.number(_HALF) and mass < _NEGLIGIBLE:
            return found, arb(0).union(2 * mass)
        found.append(mass)
    return found, arb(0)


def _binomial(n: int, p: arb, k: int) -> arb:
    """P(Bin(n, p) = k)."""
    whole = arb(n + 1).lgamma() - arb(k + 1).lgamma() - arb(n - k + 1).lgamma()
    return (whole + k * p.log() + (n - k) * (1 - p).log()).exp()


def displacing(xp: Arithmetic, stays: Value, mu: Value, epsilon: Value, *, removal: bool) -> Value:
    """r [(1-b) h_2mu(t1) + b h_mu(t1)], or r h_mu(t1) in the other order."""
    inner = xp.log1p(xp.expm1(epsilon) / stays)
    if not removal:
        return stays * delta_mu(xp, mu, inner)
    both = xp.exp(epsilon - inner)
    return stays * ((1 - both) * delta_mu(xp, 2 * mu, inner) + both * delta_mu(xp, mu, inner))


def displacing_more(xp: Arithmetic, stays: Value, mu: Value, epsilon: Value, *, removal: bool) -> Value:
    """r h_2mu(t1), or r h_mu(t1) in the other order: no smaller, and it rises with r."""
    return stays * delta_mu(xp, 2 * mu if removal else mu, xp.log1p(xp.expm1(epsilon) / stays))


def direction(found: Cuts, rate: Fraction, mu: Fraction, *, removal: bool) -> Direction:
    """One direction: an upper bound on the divergence with the record from without it (removal), or of the other
    order."""
    alone = _poisson(rate, mu, removal=removal)

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        shift, (most, rest) = xp.number(mu), map(xp.number, found.others)
        total = xp.number(found.uncut) * alone.curve(xp, epsilon)
        for stays, mass in found.cut:
            total += xp.number(mass) * displacing(xp, xp.number(stays), shift, epsilon, removal=removal)
        return total + rest * displacing_more(xp, most, shift, epsilon, removal=removal)

    return Direction(curve)


def _poisson(rate: Fraction, mu: Fraction, *, removal: bool) -> Direction:
    return sampled.removal(rate, noise(mu)) if removal else sampled.addition(rate, noise(mu))


def noise(mu: Fraction) -> Direction:
    """Gaussian noise on all records."""
    return Direction(lambda xp, epsilon: delta_mu(xp, xp.number(mu), epsilon))


def above(records: int, rate: Fraction, largest: int, mu: Fraction) -> DirectionPair:
    """Both directions of a cut batch, from above."""
    found = cuts(records, rate, largest)
    return direction(found, rate, mu, removal=True), direction(found, rate, mu, removal=False)


def below(records: int, rate: Fraction, largest: int, mu: Fraction) -> DirectionPair:
    """Both directions of a Poisson sample whose rate is the probability that the record is in a batch: what is seen if
    all others add nothing."""
    kept = cuts(records, rate, largest).kept
    return _poisson(kept, mu, removal=True), _poisson(kept, mu, removal=False)
