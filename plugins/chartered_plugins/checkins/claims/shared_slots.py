"""Claims about the others in a client's slot: what one number of them costs, how many there are, and the sum."""

from fractions import Fraction
from math import comb

import chartered as ch
from chartered.proving import POSITIVE, Claimed, Nonnegative, Notation, Proofs, Said, Same, Sampled, balls, registered

from ...basics.formulas import randomized_response as response
from ...subsampling.claims.sampling import BOOK as SAMPLING
from ..formulas import shared_slots
from .checkin_windows import ALL

NOTATION = Notation("term = r*p - (r + s)*q", ranges={"p q r s y": POSITIVE})
BOOK = Proofs("checkin", "Balle et al. 2020 (random check-ins)", at="direct computation", notation=NOTATION)

BOOK.soundness(
    "shared-slot.mixture",
    "Given N others in its slot the report of a client is used with probability r = p/(N+1), and that costs at most r "
    "delta0(log(1 + (e^eps - 1)/r)), which falls as N rises.",
    ALL,
    Claimed("the mixture of a sample", SAMPLING, "profile.mixture"),
    Same("r times the excess at 1 + (e^eps - 1)/r, s = e^eps - 1", "r*(p - (1 + s/r)*q)", "term"),
    Same("where p exceeds that by y it rises with r", "d/dr term", "p - q"),
    Nonnegative("at such p", "(1 + s/r)*q + y - q"),
    so="Choose among the others first, then replace the choice by the client with probability r: whatever else is "
    "known, the two laws of the slot are a mixture with a common part, and the slots before and after are the same. "
    "N does not depend on the data, so delta is the mean.",
)


def _chance(clients: int, others: int, chance: Fraction) -> Fraction:
    return comb(clients - 1, others) * chance**others * (1 - chance) ** (clients - 1 - others)


SHARES = (Fraction(1), Fraction(1, 3))


@BOOK.table(
    "shared-slot.summed",
    "The stated delta is no less than the sum over the numbers of others, and no more than that with each r a "
    "sixteenth larger, as these are taken in ranges.",
    "direct computation",
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
    "direct computation",
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
