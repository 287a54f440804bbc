"""Claims about reports that are replaced by pure ones at a small distance: the distance by clipping, the paper's bound
compared with it, and exact cases."""

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import chartered as ch
from chartered.proving import POSITIVE, Each, Notation, Proof, Proofs, Said, Sampled, claims_of, numbers, registered
from chartered.proving.proof_parts import Claimed, Positive, Same, Shown

from ...basics.formulas import subgaussian_tail as tail
from ...shuffling.claims.clones import WINDOW
from ...shuffling.claims.shuffling_cases import said
from ...shuffling.formulas import closed_forms as shuffling, shuffled_binary_rr as shuffled_response
from ..formulas import report_slots
from .checkins_exact import never_below
from .clipped_reports import BOOK as CLIPPED, NOTATION as ENDS
from .crowded_slots import BOOK as CROWDED

PAPER = "Balle et al. 2020 (random check-ins)"
BOOK, SHUFFLES = Proofs("checkin", PAPER), Proofs("balle2020checkins", PAPER, at="enumeration")
claims = claims_of(BOOK, SHUFFLES)
TINY = Fraction(1, 10**9)
CASES = [(n, e0, e0 / part) for n, e0, part in product((300, 1000), numbers("1/20 1/10"), (2, 4))]
LOCAL = {"approximate": lambda xp, e, d: 8 * e, "clipped": lambda xp, e, d: report_slots.clipped_epsilon(xp, e, d)}
MOVED = {"approximate": lambda xp, e, d: report_slots.least_replaced(xp, e, d), "clipped": lambda xp, e, d: d}
"""The eps of replaced reports, and the distance of each."""


def _allowed(xp: Any, e0: Fraction, d0: Fraction) -> bool:
    """Whether the least delta1 allows delta0, and a value smaller by a part in 10^9 does not."""
    e, d = xp.number(e0), xp.number(d0)
    least = report_slots.least_replaced(xp, e, d)
    if not least < 1:  # that much is not allowed
        least, d = xp.number(1), xp.maximum(report_slots.replaceable(xp, e, xp.number(1)), xp.number(0))
    less = least * (1 - xp.number(TINY))
    return not report_slots.replaceable(xp, e, least) < d and not report_slots.replaceable(xp, e, less) > d


NOTATION = Notation(
    "odds = 1 + l",
    "delta0 = g/(1 + g)",
    # F(x)/delta0 at x = g/(1+g), but for its factor, less the 8 that does not depend on x
    "log_part = (1/report_slots.replaceable(log1p(l), delta0)*delta0 - 8*odds^2/l)*l/odds",
    # a delta0 that the condition allows
    "allowed = l/(8*odds^2*(1 + s))",
    ranges={"l g s": POSITIVE},
    report_slots=report_slots,
    clipped=ENDS,
)
ALLOWED = product(numbers("1/1000 1/2 3"), numbers("1e-300 1e-9 1e-4"))
CLIPPING = Proof(
    NOTATION,
    [
        Claimed("the ends", CLIPPED, "clipped.lemma"),
        Same(
            "their quotient is shipped",
            "exp(report_slots.clipped_epsilon(log1p(l), delta0))",
            "clipped.highest(l, delta0)/clipped.lowest(l, delta0)",
        ),
        Claimed("the transfer", CLIPPED, "clipped.transfer"),
    ],
    so="All reports are clipped beside that of one fixed record: their likelihoods lie within its ends, and two of "
    "them differ at most by the quotient of the ends. Total variation adds up over the n reports.",
)
"""The reports of any two records, clipped relative to a common third record, are eps-DP for the registered eps, and
each moves by at most delta0."""
PRINT_IS_LARGER = Proof(
    NOTATION,
    [
        Positive("e^(8 eps0) is at least the clipped e^eps", "odds^8*(1 - allowed) - odds^2*(1 + allowed/odds)"),
        Same(
            "F is constant but for log(2/x), which falls", "log_part", "4*odds*log(2*(1 + g)/g)/(-log(1 - odds^(-5)))"
        ),
        Each("run: the shipped delta1 allows delta0", _allowed, ALLOWED, bits=512),
    ],
    so="The condition implies delta0 <= (1 - e^-eps0) delta1/(8 e^eps0) with delta1 < 1, as its rounds are at least 2. "
    "The least delta1 solves x = F(x), F(x) = delta0 x/(what x allows); F falls, so the larger of two successive "
    "iterates is not below the solution.",
)
"""Under the paper's condition 8 eps0 is at least the eps of clipped reports, and delta1 at least delta0."""


def _shipped_shuffle(name: str, xp: Any, n: int, epsilon0: Fraction, epsilon: Fraction) -> bool:
    profile = registered(f"balle2020checkins.T5.1-{name}").bound(said(n, epsilon0, TINY))
    size, d, at = xp.number(epsilon0), xp.number(TINY), xp.number(epsilon)
    proxy = shuffling.variance_proxy(xp, LOCAL[name](xp, size, d), xp.number(n))
    stated = tail.tail_delta(xp, proxy / 2, proxy, at) + (xp.exp(at) + 1) * n * MOVED[name](xp, size, d)
    return bool(profile.delta(xp, at, {}).overlaps(xp.minimum(stated, xp.number(1))))


def _above(name: str, xp: Any, n: int, epsilon0: Fraction, epsilon: Fraction) -> bool:
    """Whether the bound is above the exact delta: the record's report discloses it, or is randomized response, and so
    are those reports of the others that do not disclose theirs."""
    profile = registered(f"balle2020checkins.T5.1-{name}").bound(said(n, epsilon0, TINY))
    at = xp.number(epsilon)
    exact = xp.number(TINY) + xp.number((1 - TINY) ** n) * shuffled_response.gain(xp, epsilon0, n - 1, 0, at)
    return not exact > profile.delta(xp, at, {})


def _shipped_window(name: str, xp: Any, e0: Fraction, e: Fraction) -> bool:
    m, n, unlucky, tiny = 100, 10**6, Fraction(1, 10**7), Fraction(1, 10**30)
    case = Said({"m": Fraction(m), "n": Fraction(n)}, inner=ch.Approximate(epsilon=e0, delta=tiny))
    profile = registered(f"checkin.T41-{name}").bound(case)
    size, d, at = xp.number(e0), xp.number(tiny), xp.number(e)
    crowded = report_slots.crowding(xp, xp.number(m), xp.number(n), xp.number(unlucky))
    proxy = report_slots.averaged_variance_proxy(xp, LOCAL[name](xp, size, d), crowded)
    core = tail.tail_delta(xp, proxy / 2, proxy, at)
    stated = core + xp.number(unlucky) + (xp.exp(at) + 1) * n * MOVED[name](xp, size, d)
    return bool(profile.delta(xp, at, {"at": 100, "unlucky": unlucky}).overlaps(stated))


for _name in LOCAL:
    SHUFFLES.identity(
        f"T5.1-{_name}.shipped",
        "The shipped delta is that of Theorem 5.1 at the eps of the replaced reports, plus n (e^eps + 1) times how "
        "far each moved.",
        "Theorem 5.1, second part",
        "8 points; the proof of what is replaced for all eps0 > 0 (e^eps0 = 1 + l), delta0 = g/(1+g)",
        Each("run: what is shipped", partial(_shipped_shuffle, _name), CASES, bits=256),
        Shown("clipping", CLIPPING),
        Shown("the print is larger", PRINT_IS_LARGER),
        Claimed("Theorem 5.1", WINDOW, "T5.1.places"),
        so="The theorem holds of the replaced reports.",
    )
    BOOK.identity(
        f"T41-{_name}.shipped",
        "The shipped delta at a witness is that of Theorem 4.1 at the eps of the replaced reports, plus n (e^eps + "
        "1) times how far each moved.",
        "Theorem 4.1, second part",
        "6 points; the proof of what is replaced for all eps0 > 0 (e^eps0 = 1 + l), delta0 = g/(1+g)",
        Each(
            "run: what is shipped",
            partial(_shipped_window, _name),
            product(numbers("1/100 1/20"), numbers("1/2 1 5")),
            bits=256,
        ),
        Shown("clipping", CLIPPING),
        Shown("the print is larger", PRINT_IS_LARGER),
        Claimed("Theorem 4.1", CROWDED, "T41.sum"),
        so="The theorem holds of the replaced reports; all n of them are used, so n are replaced.",
    )
OF_TWO = "The bound is not below what is exactly true of randomized response that tells its record with probability "
OF_TWO += "delta0, where all others are alike"
WHERE, BINOMIAL = "n = 300 and 1000, eps0 = 1/20 and 1/10, delta0 = 1e-9", "balls: binomial"
SHUFFLES.soundness(
    "T5.1-approximate.exact-cases",
    OF_TWO + ".",
    WHERE,
    Sampled(BINOMIAL, partial(_above, "approximate"), CASES, bits=256),
)
SHUFFLES.soundness(
    "T5.1-clipped.exact-cases",  # for the print such shuffles of three fail too often
    OF_TWO + "; nor below any such shuffle of three.",
    WHERE + "; n = 3 with delta0 = 1/1000",
    lambda effort: never_below("balle2020checkins.T5.1-clipped", ("averaged",), effort, approximate=True),
    Sampled(BINOMIAL, partial(_above, "clipped"), CASES, bits=256),
)
