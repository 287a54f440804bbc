"""Claims about the registered theorems on samples with replacement: how often a record is drawn, the truncation error
of a sum, and profiles that do not tend to 0."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import chartered as ch
from chartered.proving import Proofs, Said, Sampled, registered
from chartered_plugins.subsampling.claims.with_replacement import SIZES
from chartered_plugins.subsampling.formulas import with_replacement as drawn
from chartered_verify.arithmetic import balls

BOOK = Proofs("sample-with-replacement", "Balle, Barthe, Gaboardi 2018", at="direct computation")

SMALL = [(2, 2), (3, 2), (4, 3), (6, 5)]
"""Numbers of draws and of records."""


def _share(draws: int, records: int, k: int) -> Fraction:
    """p_k, exactly."""
    return comb(draws, k) * Fraction(records - 1) ** (draws - k) / Fraction(records) ** draws


def _rest(size: tuple[int, int], last: int) -> bool:
    """Whether the omitted terms are below the bound, and the bound is p_(k+1)/(1 - p_(k+1)/p_k)."""
    draws, records = size
    with balls(200) as xp:
        kept = drawn.shares(xp, draws, records, last)
        bound = drawn.rest(xp, draws, records, kept[-1], last)
        one, after = _share(draws, records, last), _share(draws, records, last + 1)
        tail = sum(_share(draws, records, k) for k in range(last + 1, draws + 1))
        return bool(bound.overlaps(xp.number(after / (1 - after / one))) and bound >= xp.number(tail))


def _reach(draws: int, records: int) -> bool:
    """Whether the weight of larger groups is at most e^-780 of the whole, and of the last included one at least about
    e^-820 without its other draws, so there are no more terms than necessary; and no terms are omitted if the total
    number is smaller."""
    last = drawn.propose_largest_group(draws, records)
    if last == draws:
        return _share(draws, records, draws - 1) > Fraction(1, 10**360)
    with balls(100) as xp:
        found, before = (xp.log(xp.number(_share(draws, records, k))) for k in (last, last - 1))
        return bool(found < -780 and before > -820 - 2 * draws / records)


def _rate(draws: int, records: int) -> bool:
    """Whether the rate is the share of all samples that contain the record."""
    with balls(200) as xp:
        exact = 1 - Fraction(records - 1, records) ** draws
        return bool(drawn.rate(xp, draws, records).overlaps(xp.number(exact)))


def _profile(size: tuple[int, int], epsilon0: Fraction, failure: Fraction, level: Fraction) -> bool:
    """Whether an (eps0, delta0) step has the stated profile and limit: k runs cost (1 + ... + e^((k-1) eps)) delta, at
    most 1, at an eps of one run that is at most eps0; at most those of k eps0 if delta0 is 0."""
    draws, records = size
    inner = registered("approximate.profile").bound(ch.Approximate(epsilon=epsilon0, delta=failure))
    said = Said({"size": Fraction(draws), "of": Fraction(records)}, inner=inner)
    found = registered("sample-with-replacement.profile").bound(said)
    with balls(160) as xp:
        e0, one = xp.number(epsilon0), xp.number(1)
        rate = xp.number(1 - Fraction(records - 1, records) ** draws)
        within = xp.log1p(xp.expm1(xp.number(level)) / rate)
        delta, end = xp.number(0), xp.number(0)
        for k in range(1, draws + 1):
            share, at = xp.number(_share(draws, records, k)), xp.minimum(within / k, e0)
            own = inner.delta(xp, at, {})
            most = one if failure else xp.positive(-xp.expm1(within - k * e0)) / (1 + xp.exp(-k * e0))
            delta += share * xp.minimum(own * sum((xp.exp(j * at) for j in range(k)), xp.number(0)), most)
            end += share * xp.minimum(xp.number(failure) * sum((xp.exp(j * e0) for j in range(k)), xp.number(0)), one)
        limit = xp.number(found.at_infinity.delta)
        return bool(found.delta(xp, xp.number(level), {}).overlaps(xp.minimum(delta, one)) and limit.overlaps(end))


BOOK.table(
    "gdp.rest",
    "The larger groups that are left out weigh no more than a geometric series.",
    "three sizes, four numbers of terms",
    Sampled("balls", _rest, digits=30, size=((30, 3), (200, 40), (50, 50)), last=(21, 24, 27, 29)),
)
BOOK.table(
    "gdp.reach",
    "The sum goes over all group sizes that matter for a delta of 1e-300.",
    "draws 5 to 5000, records 3 to 5000",
    Sampled("balls", _reach, digits=30, draws=(5, 300, 5000), records=(3, 40, 5000)),
)
BOOK.table(
    "gdp.rate",
    "The rate is the chance that a record is in the sample at all.",
    "Theorem 10",
    "draws 1 to 300, records 1 to 1000",
    Sampled("balls", _rate, digits=30, draws=(1, 2, 7, 300), records=(1, 2, 3, 1000)),
)
BOOK.table(
    "profile.written-out",
    "The stated profile of an (eps, delta) step, and where it ends, are the sum over all samples.",
    "Theorem 10",
    "four sizes, three eps of the step, three chances of failure, four eps",
    Sampled(
        "balls",
        _profile,
        digits=30,
        size=SMALL,
        epsilon0=(Fraction(1, 4), Fraction(1), Fraction(3)),
        failure=(Fraction(0), Fraction(1, 100), Fraction(1, 2)),
        level=(Fraction(0), Fraction(1, 10), Fraction(1), Fraction(5)),
    ),
)


@BOOK.table(
    "gdp.chances",
    "The number of times that a record is drawn has a binomial distribution; the omitted terms of the sum are bounded.",
    "direct computation",
    "draws 1 to 3000, records 1 to 1000",
    Sampled("balls", digits=30, draws=(1, 2, 7, 100, 3000), records=(1, 2, 3, 50, 1000)),
)
def _chances(draws: int, records: int) -> bool:
    """Whether the shares are binomial probabilities, and with the omitted terms sum to the rate; also if the omitted
    part, about e^-800, is significant."""
    with balls(1800) as xp:
        rate = 1 - Fraction(records - 1, records) ** draws
        if not drawn.mean(xp, draws, records, lambda k: xp.number(1)) >= xp.number(rate) - xp.number(rate) / 2**1700:
            return False
    with balls(200) as xp:
        last = drawn.propose_largest_group(draws, records)
        found = drawn.shares(xp, draws, records, last)
        exact = [Fraction(0)] * last if records == 1 else []
        share = Fraction(records - 1, records) ** draws
        for k in range(last if records > 1 else 0):
            share *= Fraction(draws - k, (k + 1) * (records - 1))
            exact.append(share)
        if records == 1:
            exact[-1] = Fraction(1)
        total = sum(found, xp.number(0)) + drawn.rest(xp, draws, records, found[-1], last)
        near = all(p.overlaps(xp.number(x)) for p, x in zip(found, exact, strict=True))
        return near and not total < drawn.rate(xp, draws, records)


@BOOK.table(
    "profile.certain",
    "Where groups fail almost surely delta is at most 1, and so is its limit, which is below delta at every eps; of "
    "losses without an end that limit is the rate.",
    "Theorem 10",
    "seven sizes, four chances, with and without a largest loss",
    Sampled(
        "balls",
        digits=30,
        size=[*SIZES, (40, 2)],
        failure=(0, Fraction(1, 100), Fraction(1, 2), Fraction(99, 100)),
        ends=(True, False),
    ),
)
def _certain(size: tuple[int, int], failure: Fraction, ends: bool) -> bool:
    """Whether no delta is above 1, and the limit of delta as eps rises is below that at any eps, where groups fail
    almost surely; it is the rate where losses do not end (`ends`), and 0 for a mechanism that never fails."""
    draws, records = size
    inner = registered("approximate.profile").bound(ch.Approximate(epsilon=Fraction(2), delta=failure))
    if not ends:
        inner = ch.Profile(delta=inner.delta, at_infinity=ch.AtInfinity(delta=failure))
    said = Said({"size": Fraction(draws), "of": Fraction(records)}, inner=inner)
    profile = registered("sample-with-replacement.profile").bound(said)
    with balls(120) as xp:
        limit = xp.number(profile.at_infinity.delta)
        deltas = [profile.delta(xp, xp.number(level), {}) for level in (Fraction(0), Fraction(1), Fraction(50))]
        if failure == 0:
            return bool(limit == 0)
        if not ends:
            return bool(limit.overlaps(xp.number(1 - Fraction(records - 1, records) ** draws)))
        return all(delta <= 1 for delta in deltas) and bool(0 < limit <= 1) and not limit > deltas[-1]
