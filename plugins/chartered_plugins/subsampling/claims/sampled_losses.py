"""Claims about removal and addition for a subsampled mechanism: outcome by outcome, and where the theorems answer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.as_stated import Conditions, case
from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of
from chartered_verify.statements.claim import Effort, Kind
from chartered_verify.statements.verdict import Verdict

from ...loss_distribution import profile as pld
from ...loss_distribution.guarantee import LossDistribution
from ..formulas import removal_and_addition as sampled
from .sampled_losses_cases import answer
from .subsampling import ALL, BOOK as REMOVAL, CHANCE, RATE, SIZE, mixed, rate

POISSON = Book("poisson", "Zhu, Dong, Wang 2022; Balle, Barthe, Gaboardi 2018")
claims = POISSON.claims


@POISSON.soundness(
    "pld.addition",
    "y - a ((1-q) y + q x) = c (y - (q a/c) x) for every outcome, with c = 1 - (1-q) a > 0; where c <= 0 no outcome "
    "gains. So the delta of "
    "the step without the record from the mixture is c times its own, at most, also as a mean over the rest of the "
    "sample.",
    "Theorem 11",
    ALL,
)
def _addition(effort: Effort) -> Verdict:
    def gain(xp: Any, u: Any, lift: Any, x: Any, y: Any) -> Any:
        return y - (1 + lift) * mixed(rate(u), x, y)

    def below(xp: Any, u: Any, w: Any, x: Any, y: Any) -> Any:
        """At a lift of u w/(1+w), so that c > 0."""
        return gain(xp, u, u * w / (1 + w), x, y)

    def inner(xp: Any, u: Any, w: Any, x: Any, y: Any) -> Any:
        lift = u * w / (1 + w)
        asked = xp.exp(sampled.addition_epsilon(xp, rate(u), xp.log1p(lift)))
        return (rate(u) - (1 - rate(u)) * lift) * (y - asked * x)

    def none(xp: Any, u: Any, more: Any, x: Any, y: Any) -> Any:
        return -gain(xp, u, u + more, x, y)

    def asked(xp: Any, u: Any, w: Any) -> Any:
        """e^eps that is asked, less 1."""
        return xp.exp(sampled.addition_epsilon(xp, rate(u), xp.log1p(u * w / (1 + w)))) - 1

    def there(xp: Any, u: Any, lift: Any) -> Any:
        """There and back again."""
        end = sampled.addition_max_loss(xp, rate(u), xp.log1p(lift))
        return xp.exp(sampled.addition_epsilon(xp, rate(u), end))

    domain = {**RATE, "w": SIZE, "x": CHANCE, "y": CHANCE}
    return chain(
        "The gain of each outcome is c times that of the step's own pair at the eps that is asked, which is not "
        "below 0. All that the rest "
        "of the sample may be is averaged, and the positive part of a mean is at most the mean of the positive parts.",
        ("where c > 0", same(below, inner, "u w x y", domain, effort)),
        ("where it is not", sign_of(none, "u more x y", {**RATE, "more": SIZE, "x": CHANCE, "y": CHANCE}, effort)),
        ("the eps that is asked", same(asked, "w*(1 + u)", "u w", {**RATE, "w": SIZE}, effort)),
        ("and the end", same(there, "1 + lift", "u lift", {**RATE, "lift": SIZE}, effort)),
        ("the removal direction", REMOVAL.verdict("profile.remove", effort)),
    )


def _runs(n: int) -> LossDistribution:
    return LossDistribution((((ANSWER, ANSWER), n),), ONE)


def _kinds(n: int) -> LossDistribution:
    return pld.compose(
        [pld.from_profile(ch.Profile(delta=lambda xp, e, witness: ANSWER.curve(xp, e))) for _ in range(n)]
    )


def _profile(**more: Any) -> ch.Profile:
    return ch.Profile(delta=lambda xp, e, witness: ANSWER.curve(xp, e), **more)


def _inner(step: str, runs: LossDistribution) -> ch.Case:
    return case(f"{step}/pure:epsilon=1", runs)


ANSWER, ONE = answer(Fraction(1)), (Fraction(0),)
ASYMMETRIC, DRAWN = LossDistribution((((ANSWER, answer(Fraction(1, 2))), 1),), ONE), "sample:size=1,of=2"
POISSON.stated(
    "pld.where-it-answers",
    "Losses on a sample are those of one run, at a rate between 0 and 1; without replacement, of a step whose removal "
    "and addition are the same. Losses add up of up to 65536 runs of up to 16 kinds, and of an exact profile in "
    "closed form.",
    "the conditions",
    "both sides of every end",
    Conditions(
        "poisson.pld",
        [_inner("poisson:rate=1/2", _runs(1)), _inner("poisson:rate=1/2", ASYMMETRIC)],
        [_inner("poisson:rate=1", _runs(1)), _inner("poisson:rate=0", _runs(1)), _inner("poisson:rate=1/2", _runs(2))],
    ),
    Conditions(
        "sample.pld",
        [_inner(DRAWN, _runs(1))],
        [_inner("sample:size=2,of=2", _runs(1)), _inner(DRAWN, _runs(2)), _inner(DRAWN, ASYMMETRIC)],
    ),
    Conditions(
        "loss-distribution.profile",
        [_runs(1), _runs(2), _runs(1 << 16), _kinds(16)],
        [_runs(1 + (1 << 16)), _kinds(17)],
    ),
    Conditions(
        "exact.pld", [_profile()], [_profile(side=ch.Side.UPPER), _profile(search=ch.WitnessSearch(expensive=True))]
    ),
    kind=Kind.SOUNDNESS,
)
