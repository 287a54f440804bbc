"""Poisson batches cut at a size: of n records each enters with the probability p; of more than B, B chosen uniformly at
random stay. A null record enters and is counted as any other.

So which records are in the batch does not depend on their values. Of the others in it reveal all, or all but one,
chosen at random, if they are B. With R ~ Bin(n-1, p) and N ~ Bin(n, p), of the others and of all records that enter:

    R <= B-2, nobody is cut:                          a Poisson sample of one record with the rate p
    B-1 are revealed, and in the batch is besides     the record, or a null record:   c = (B/n) P(N >= B)
                                                      nobody:                         o = (1-p) P(R = B-1)
                                                      another one, Y:                 d = P(R >= B-1) - c - o

as c, the probability to be one of B, is p P(R = B-1) + the sum over r >= B of P(R = r) p B/(r+1). Let M1, M0, MY be the
outputs on the revealed ones with the record, alone, and with Y. With t = e^eps, for all events

    (c M1 + o M0 + d MY) - t ((c + o) M0 + d MY) = c (M1 - T M0 - D MY),       T = t + (t-1) o/c,  D = (t-1) d/c,
    ((c + o) M0 + d MY) - t (c M1 + o M0 + d MY) = c (a M0 - t M1 - D MY),     a = 1 - (t-1) o/c,

which rise with c where they are positive, and fall with o and d. Let h be the divergence of M1 from M0, g that of M0
from M1, and k that of M1 from MY, at e^eps. The second is at most c a g((t + D)/a), for both at once, as g bounds that
of M0 from MY, too. The first is at most c (b h(T/b) + (1-b) k(D/(1-b))) for any 0 < b <= 1. With Gaussian noise, h =
h_mu and k = h_2mu, both tests are one, for opposite gradients, at

    b = 2/(1 + s),  s = sqrt(1 + w),  w = 4 D/(T e^(mu^2/2))^2,   T/b = e^x,  D/(1-b) = e^(2x + mu^2)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from chartered_verify.arithmetic import Arithmetic, Enclosing, Number, Value, balls
from flint import arb
from msgspec import Struct

from ...basics.formulas.gaussian_profile import delta_mu
from ...composition.formulas import binomial
from ...loss_distribution.formulas.connect_the_dots import Curve, Direction, DirectionPair
from ...subsampling.formulas import removal_and_addition as sampled

_BITS = 160
_UNIT = Fraction(1, 2**1200)
"""Probabilities are rounded to multiples of this, far below any delta."""


class Batches(Struct, frozen=True):
    """How the batches come about.

    `uncut`: an upper bound on P(R <= B-2). `chosen`: an upper bound on c. `alone` and `others`: lower bounds on o and
    d. `kept`: a lower bound on the probability that a record is in its batch, E min(N, B)/n."""

    uncut: Fraction
    chosen: Fraction
    alone: Fraction
    others: Fraction
    kept: Fraction

    def in_batch(self, rate: Fraction) -> Fraction:
        """An upper bound on the probability that a record is in its batch, of records that enter with this one."""
        return self.uncut * rate + self.chosen

    @property
    def rate(self) -> Fraction:
        """The rate of a Poisson sample where B-1 others are in the batch, and no B."""
        return self.chosen / (self.chosen + self.alone)


@lru_cache(maxsize=64)
def batches(records: int, rate: Fraction, largest: int) -> Batches:
    """The probabilities for n records, p and B < n."""
    with balls(_BITS) as xp:
        p = xp.number(rate)
        odds = xp.log((1 - p) / p)
        few = binomial.cdf(xp, odds, records - 1, largest - 2)
        many = binomial.cdf(xp, -odds, records - 1, records - largest)
        chosen = binomial.cdf(xp, -odds, records, records - largest) * largest / records
        alone = (1 - p) * binomial.tight_weight(xp, odds, records - 1, largest - 1)
        above = (min(_rounded(xp, x.upper()) + _UNIT, Fraction(1)) for x in (few, chosen))
        return Batches(*above, *(_rounded(xp, x) for x in (alone, many - chosen - alone, p * few + chosen)))


def _rounded(xp: Enclosing, probability: arb) -> Fraction:
    """The lower end, rounded down."""
    return max(Fraction(0), _UNIT * xp.floor_range(probability, _UNIT)[0])


def poisson(rate: Fraction, inner: DirectionPair) -> DirectionPair:
    """The directions of a Poisson sample."""
    return inner if rate == 1 else (sampled.removal(rate, inner[0]), sampled.addition(rate, inner[1]))


def directions(found: Batches, rate: Fraction, inner: DirectionPair, mu: Number | None) -> DirectionPair:
    """Both directions of a cut batch, from above; `mu` of Gaussian noise."""
    (removal, addition), full = poisson(rate, inner), poisson(found.rate, inner)
    uncut, chosen, alone, others = found.uncut, found.chosen, found.alone / found.chosen, found.others / found.chosen

    def removed(xp: Arithmetic, epsilon: Value) -> Value:
        grown = xp.expm1(epsilon)
        own, other = 1 + grown * (1 + xp.number(alone)), grown * xp.number(others)
        told = inner[0].curve(xp, xp.log(own)) if mu is None else opposite(xp, own, other, xp.number(mu))
        return xp.number(uncut) * removal.curve(xp, epsilon) + xp.number(chosen) * told

    def added(xp: Arithmetic, epsilon: Value) -> Value:
        grown = xp.expm1(epsilon)
        left, other = 1 - grown * xp.number(alone), 1 + grown * (1 + xp.number(others))
        told = left * inner[1].curve(xp, xp.log(other / left)) if left > 0 else xp.positive(left)
        return xp.number(uncut) * addition.curve(xp, epsilon) + xp.number(chosen) * told

    return mixed(found, (removal, full[0]), removed), mixed(found, (addition, full[1]), added)


def opposite(xp: Arithmetic, own: Value, other: Value, mu: Value) -> Value:
    """b h(T/b) + (1-b) k(D/(1-b)) for Gaussian noise, where T is `own` and D `other`."""
    w = 4 * other / (own * xp.exp(mu * mu / 2)) ** 2
    s = 1 + xp.sqrt(1 + w)
    x = xp.log(own * s / 2)
    return 2 / s * delta_mu(xp, mu, x) + w / (s * s) * delta_mu(xp, 2 * mu, 2 * x + mu * mu)


def mixed(found: Batches, parts: tuple[Direction, Direction], curve: Curve | None = None) -> Direction:
    """A direction of the mixture of two Poisson samples, with the rates p and c/(c + o), where it is shown which one it
    is; `curve`: a better bound than its divergence, with the same limit."""
    weights = found.uncut, found.chosen + found.alone
    weighed = tuple(zip(weights, parts, strict=True))

    def divergence(xp: Arithmetic, epsilon: Value) -> Value:
        return sum((xp.number(weight) * part.curve(xp, epsilon) for weight, part in weighed), xp.number(0))

    limit = sum((weight * part.delta_at_infinity for weight, part in weighed), Fraction(0))
    losses = [part.max_loss for part in parts if part.max_loss is not None]
    return Direction(curve or divergence, limit, max(losses) if len(losses) == len(parts) else None)
