"""Claims about one slot of check-ins: how many others are in it, and the sum over them; and clipped
reports."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import chartered as ch
from chartered.proving import Proofs, Said, Sampled, balls, registered
from chartered_plugins.basics.claims.pairs import Pair, seeded
from chartered_plugins.basics.formulas import randomized_response as response
from chartered_plugins.checkins.formulas import report_slots, shared_slots

BOOK = Proofs("checkin", "Balle et al. 2020 (random check-ins)", at="direct computation")


def _chance(clients: int, others: int, chance: Fraction) -> Fraction:
    return comb(clients - 1, others) * chance**others * (1 - chance) ** (clients - 1 - others)


SHARES = (Fraction(1), Fraction(1, 3))


@BOOK.table(
    "shared-slot.summed",
    "The stated delta is no less than the sum over the numbers of others, and no more than that with each r a "
    "sixteenth larger, as these are taken in ranges.",
    "2 to 300 clients, 1, 2 or 7 slots, p in {1, 1/3}, eps0 in {1, 4}, eps in {1/100, 1}",
    Sampled(
        "balls", digits=30, clients=(2, 5, 60, 300), slots=(1, 2, 7), share=SHARES, epsilon0="1 4", level="1/100 1"
    ),
)
def _summed(clients: int, slots: int, share: Fraction, epsilon0: Fraction, level: Fraction) -> bool:
    said = {"n": Fraction(clients), "m": Fraction(slots), "p": share}
    with balls(160) as xp:
        inner = ch.Profile(delta=lambda xp, epsilon, _: response.delta(xp, xp.number(epsilon0), xp.number(2), epsilon))
        shipped = registered("checkin.shared-slot").bound(Said(said, inner=inner)).delta(xp, xp.number(level), {})
        total, more = xp.number(0), xp.number(0)
        for n in range(clients):
            weight, r = _chance(clients, n, share / slots), xp.number(share / (n + 1))
            loss = xp.expm1(xp.number(level))
            total += xp.number(weight) * r * inner.delta(xp, xp.log1p(loss / r), {})
            r = r * xp.number(Fraction(17, 16))
            more += xp.number(weight) * r * inner.delta(xp, xp.log1p(loss / r), {})
        return not shipped < total and not shipped > more


@BOOK.table(
    "shared-slot.weights",
    "The ranges of the number of others have its probability, and the first of them no less than theirs.",
    "2 to 300 clients, 1, 2 or 7 slots, p in {1, 1/3}; in fractions",
    Sampled("fractions", digits=30, clients=(2, 5, 60, 300), slots=(1, 2, 7), share=SHARES),
)
def _weighed(clients: int, slots: int, share: Fraction) -> bool:
    found = shared_slots.ranges(clients - 1, share / slots)
    starts, weights = zip(*found, strict=True)
    exact, given = Fraction(0), Fraction(0)
    for start, end, weight in zip(starts, [*starts[1:], clients], weights, strict=True):
        exact += sum(_chance(clients, n, share / slots) for n in range(start, end))
        given += weight
        if given < exact or weight < 0:
            return False
    return starts[0] == (clients - 1 if share == slots else 0) and list(starts) == sorted(set(starts)) and given == 1


@BOOK.soundness(
    "clipped.pairs",
    "Random pairs, clipped: the ratios and the total variation are as the lemma says, with delta0 the larger "
    "divergence of the two.",
    "45 random rational pairs of 2 to 4 outcomes, eps0 in {0, 1/4, 1}",
    Sampled("balls: clipped", bits=256, pair=seeded(15, (2, 3, 4)), eps="0 1/4 1"),
)
def _clips(xp: Any, pair: Pair, epsilon: Fraction) -> bool:
    e = xp.number(epsilon)
    d = xp.maximum(pair.hockey_stick(xp, e), Pair(pair.second, pair.first).hockey_stick(xp, e))
    if not d < 1:
        return True
    low, high = report_slots.lowest_of(xp, e, d), 1 + report_slots.rise_of(xp, e, d)
    both = list(zip(map(xp.number, pair.first), map(xp.number, pair.second), strict=True))
    clipped = [xp.maximum(xp.exp(-e) * b, xp.minimum(p, xp.exp(e) * b)) for p, b in both]
    total = sum(clipped[1:], clipped[0])
    ratios = [(c / total, p, b) for c, (p, b) in zip(clipped, both, strict=True)]
    moved = sum((xp.positive(p - c) for c, p, _ in ratios), xp.number(0))
    return not any(c > high * b or c < low * b for c, _, b in ratios) and not moved > d
