"""Claims about removal and addition for a subsampled mechanism: outcome by outcome, and the conditions of the
theorems."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Conditions, Kind, Notation, Proofs, Range, Rewrites, case, claims_of
from chartered.proving.proof_parts import Claimed, Positive, Same

from ...loss_distribution import from_profiles as pld
from ...loss_distribution.guarantee import LossDistribution
from ..formulas import removal_and_addition as sampled
from .sampled_losses_cases import answer
from .subsampling import BOOK as REMOVAL, CHANCE, NOTATION as SAMPLING, SIZE

NOTATION = Notation(
    "gain(q, a, x, y) = y - a*subsampling.mixed(q, x, y)",
    # an a for which c > 0: all are, as w goes from 0 to 1
    "largest(q, w) = 1 + q/(1 - q)*w",
    "asked(q, w) = exp(sampled.addition_epsilon(q, log(largest(q, w))))",
    "inner = (1 - (1 - q)*largest(q, w))*(y - asked(q, w)*x)",
    "there_and_back = exp(sampled.addition_epsilon(q, sampled.addition_max_loss(q, log(a))))",
    ranges={"q w": Range.chance(SIZE), "a": Range.order(SIZE), "x y": CHANCE, "more": SIZE},
    subsampling=SAMPLING,
    sampled=sampled,
)
POISSON = Proofs("poisson", "Zhu, Dong, Wang 2022; Balle, Barthe, Gaboardi 2018", at="Theorem 11", notation=NOTATION)
TABLE = Proofs("poisson-table", "Zhu, Dong, Wang 2022", at="Theorem 11")
claims = claims_of(POISSON, TABLE)

TABLE.identity(
    "mixture.written",
    "The first column is mixed with the second, which stays; an output that only the record makes possible stays one.",
    "the rewriting on one example",
    Rewrites("poisson-table.mixture", "poisson:rate=1/10/table:p=.4:.6:0,q=.1:.8:.1", "table:p=.13:.78:.09,q=.1:.8:.1"),
)

POISSON.soundness(
    "pld.addition",
    "y - a ((1-q) y + q x) = c (y - (q a/c) x) for every outcome, with c = 1 - (1-q) a > 0; where c <= 0 no outcome "
    "gains. So the delta of the step without the record from the mixture is c times its own, at most, also as a mean "
    "over the rest of the sample.",
    "all 0 < q < 1 (q = u/(1+u)), eps >= 0 (e^eps = 1 + l)",
    Same("where c > 0", "gain(q, largest(q, w), x, y)", "inner"),
    Positive("where it is not", "-gain(q, 1 + q/(1 - q) + more, x, y)"),
    Same("the eps that is asked", "asked(q, w)", "1 + w/(1 - w)/(1 - q)"),
    Same("and the end", "there_and_back", "a"),
    Claimed("the removal direction", REMOVAL, "profile.remove"),
    so="The gain of each outcome is c times that of the step's own pair at the eps that is asked, which is not below "
    "0. All that the rest of the sample may be is averaged, and the positive part of a mean is at most the mean of "
    "the positive parts.",
)

POISSON.identity(
    "exact-pld.attained",
    "With P the outputs on a record alone and Q those on no record, the outcomes of the sample and of no record have "
    "just the gains of both directions: nothing is lost where P and Q are the worst pair of the mechanism.",
    "all 0 < q < 1 (q = u/(1+u)), eps >= 0 (e^eps = 1 + l)",
    Same("the addition direction, where c > 0", "gain(q, largest(q, w), x, y)", "inner"),
    Claimed("the removal direction", REMOVAL, "exact-profile.attained"),
    so="A record may be the whole data set: the sample is then that record, with probability q, or empty. No pair of "
    "neighbours has more, by poisson.pld.",
)


def _runs(n: int) -> LossDistribution:
    return LossDistribution((((ANSWER, ANSWER), n),), ONE)


def _kinds(n: int) -> LossDistribution:
    return pld.compose([pld.from_profile(_profile()) for _ in range(n)])


def _profile(**more: Any) -> ch.Profile:
    return ch.Profile(delta=lambda xp, e, witness: ANSWER.curve(xp, e), **more)


def _inner(step: str, runs: LossDistribution) -> ch.Case:
    return case(f"{step}/pure:epsilon=1", runs)


ANSWER, ONE = answer(Fraction(1)), (Fraction(0),)
ASYMMETRIC, DRAWN = LossDistribution((((ANSWER, answer(Fraction(1, 2))), 1),), ONE), "sample:size=1,of=2"
POISSON.stated(
    "pld.where-it-answers",
    "Losses on a sample are those of all runs on it, at a rate between 0 and 1; without replacement, of a step whose "
    "removal and addition are the same. Losses add up of up to 65536 runs of up to 16 kinds, and of an exact profile "
    "in closed form.",
    "the conditions",
    "both sides of every end",
    Conditions(
        "poisson.pld",
        [_inner("poisson:rate=1/2", _runs(1)), _inner("poisson:rate=1/2", _runs(2))],
        [_inner("poisson:rate=1", _runs(1)), _inner("poisson:rate=0", _runs(1))],
    ),
    Conditions(
        "sample.pld",
        [_inner(DRAWN, _runs(1)), _inner(DRAWN, _runs(2))],
        [_inner("sample:size=2,of=2", _runs(1)), _inner(DRAWN, ASYMMETRIC)],
    ),
    Conditions(
        "loss-distribution.profile",
        [_runs(1), _runs(2), _runs(1 << 16), _kinds(16)],
        [_runs(1 + (1 << 16)), _kinds(17)],
    ),
    Conditions(
        "exact.pld", [_profile()], [_profile(side=ch.Side.UPPER), _profile(evaluation=ch.Evaluation(slow=True))]
    ),
    kind=Kind.SOUNDNESS,
)
