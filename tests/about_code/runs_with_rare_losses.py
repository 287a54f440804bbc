"""Claims about runs and products of mechanisms with few losses: the profile as a finite sum."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Each, Proofs, Sampled, claims_of, near, numbers
from chartered_plugins.characteristic_function.claims.few_losses import GUARANTEES, MECHANISMS, THIRD
from chartered_plugins.characteristic_function.claims.reasons import POINTS, refused
from chartered_plugins.characteristic_function.formulas import common_losses, runs_with_rare_losses
from chartered_plugins.characteristic_function.formulas.finite_sums import Expansion, product_of
from chartered_plugins.characteristic_function.formulas.loss_properties import FewLosses, LossMoments, Split
from chartered_plugins.characteristic_function.formulas.moments import RandomizedResponse
from chartered_plugins.characteristic_function.formulas.runs_with_rare_losses import MOST_TERMS, FewLossRuns
from chartered_plugins.characteristic_function.formulas.sampled_guarantee import ReplacedGuarantee
from chartered_plugins.characteristic_function.laws.discrete_laplace import LaplaceOnIntegers
from chartered_plugins.characteristic_function.laws.mixture import replaced, sampled
from chartered_verify.enclosure import enclose
from flint import arb

_BITS = 192
RUNS = Proofs("characteristic-function", "direct computation", at="for the finite sum")
claims = claims_of(RUNS)
SUMMED = [m for m in MECHANISMS if m.common]


def _all_runs(xp: Any, m: FewLosses, runs: int, part: Fraction) -> bool:
    x = part * Fraction(enclose(lambda own: own.number(m.max_loss)).lower) * runs
    finite = [(loss, chance) for loss, chance in m.losses(xp) if not chance.is_zero()]
    level, total = xp.exp(xp.number(x)), arb(0)
    for chosen in product(finite, repeat=runs):
        loss, chance = sum(loss for loss, _ in chosen), math.prod((chance for _, chance in chosen), start=arb(1))
        total += chance * xp.positive(xp.exp(loss) - level)
    found = Expansion(runs, _BITS).inverse(((m, runs),)).delta(x)
    return bool(found.overlaps(total)) and bool(found.rad() < arb(10) ** -25)


RUNS.soundness(
    "profile.few-losses",
    "The sum that ships is that over all outcomes of all runs.",
    f"{len(SUMMED)} mechanisms, 4 numbers of runs, 7 eps; 25 digits",
    Sampled(
        "balls: all outcomes",
        _all_runs,
        digits=25,
        bits=2 * _BITS,
        mechanisms=SUMMED,
        runs=(1, 2, 3, 4),
        parts=numbers("-1/2 0 1/100 1/5 9/10 1 11/10"),
    ),
)


_TWO = LaplaceOnIntegers(Fraction(2), sampled(Fraction(1, 4), Fraction(1)))
BESIDE: list[LossMoments] = [
    RandomizedResponse(Fraction(1, 3)),
    RandomizedResponse(Fraction(1, 2), 3, Fraction(1, 9)),
    _TWO,
    _TWO.swapped,
]


def _losses(xp: Any, m: LossMoments) -> list[tuple[Any, Any]]:
    """(loss, its probability under Q), written out for noise without sampling and of two losses."""
    if isinstance(m, RandomizedResponse):
        e, failure = xp.number(m.epsilon), xp.number(m.failure)
        whole = (xp.exp(e) + m.k - 1) / (1 - failure)
        return [(e, 1 / whole), (-e, xp.exp(e) / whole), (xp.number(0), (m.k - 2) / whole)]
    assert isinstance(m, FewLosses)
    return m.losses(xp)


def _product(xp: Any, one: FewLosses, other: LossMoments, runs: tuple[int, int], part: Fraction) -> bool:
    x = part * Fraction(enclose(lambda own: own.number(one.max_loss)).lower)
    level, total = xp.exp(xp.number(x)), arb(0)
    kinds = [[pair for pair in _losses(xp, m) if not pair[1].is_zero()] for m in (one, other)]
    for chosen in product(*(kind for kind, n in zip(kinds, runs, strict=True) for _ in range(n))):
        loss, chance = sum(loss for loss, _ in chosen), math.prod((chance for _, chance in chosen), start=arb(1))
        total += chance * xp.positive(xp.exp(loss) - level)
    found = Expansion(sum(runs), _BITS).inverse(((one, runs[0]), (other, runs[1]))).delta(x)
    return bool(found.overlaps(total)) and bool(found.rad() < arb(10) ** -25)


RUNS.soundness(
    "profile.few-losses.product",
    "The sum that ships for two mechanisms is that over all outcomes of all runs.",
    f"{len(SUMMED)} mechanisms, each beside {len(BESIDE)} others, 2 numbers of runs, 4 eps; 25 digits",
    Sampled(
        "balls: all outcomes",
        _product,
        digits=25,
        bits=2 * _BITS,
        mechanisms=SUMMED,
        beside=BESIDE,
        runs=((1, 2), (2, 1)),
        parts=numbers("0 1/100 2/5 1"),
    ),
)


def _rough_product(one: FewLosses, other: LossMoments, runs: int, x: Fraction) -> bool:
    rough, fine = (product_of(((one, runs), (other, runs)), bits).delta(x) for bits in (20, 120))
    return bool(rough.overlaps(fine)) and bool(fine.rad() < rough.rad())


RUNS.soundness(
    "profile.few-losses.product.rough",
    "At few bits improbable outcomes are left out: what they add is in the enclosure.",
    "3 mechanisms, each beside 4 others, 10 runs of each, 2 eps",
    Each(
        "run",
        _rough_product,
        [
            (m, other, 10, x)
            for m in (SUMMED[0], SUMMED[1], ReplacedGuarantee(*GUARANTEES[0]))
            for other in BESIDE
            for x in numbers("0 1/2")
        ],
    ),
)


def _power(xp: Any, masses: Sequence[Fraction], m: int) -> bool:
    """Whether the outcomes from the largest loss down, to the middle and beyond it, are those of the m-th power."""
    exact = [xp.number(1)]
    for _ in range(m):
        spread = [[xp.number(mass) * p for p in exact] for mass in masses]
        exact = [
            sum((row[k - i] for i, row in enumerate(spread) if 0 <= k - i < len(row)), arb(0))
            for k in range(len(exact) + len(masses) - 1)
        ]
    split = Split(xp.number(THIRD), xp.number(Fraction(1, 5)), [xp.number(x) for x in masses], [])
    upper = list(common_losses.from_the_top(xp, split, m))
    whole = common_losses.CommonLosses(SUMMED[0], split, m, xp.bits).outcomes(xp)
    losses = [m * split.base + k * split.step for k in range(len(exact))]
    return (len(upper), len(whole)) == (m + 2, len(exact)) and all(
        near(one.loss, loss, 25) and near(one.under_q, chance, 25) and near(one.under_p, chance * xp.exp(loss), 25)
        for found in (upper, whole)
        for one, loss, chance in zip(found, losses[::-1], exact[::-1], strict=False)
    )


RUNS.table(
    "profile.few-losses.coefficients",
    "The coefficients of (a + b z)^m and (a + b z + c z^2)^m, from the last one to one beyond the middle and from both "
    "ends, are those that multiplication gives; their losses and probabilities under P belong to them.",
    "4 polynomials, 5 powers; 25 digits",
    Sampled(
        "balls: products",
        _power,
        digits=25,
        bits=_BITS,
        why=POINTS,
        masses=[numbers("1/3 1/2 1/9"), numbers("1/100 1/5 7/9"), numbers("4/5 1/50 1/10"), numbers("1/5 3/4")],
        runs=(0, 1, 2, 9, 40),
    ),
)


def _rest(xp: Any, m: FewLosses, runs: int, j: int) -> bool:
    """Whether all parts of more rare losses are at most the bound, and the next one alone is not far below it."""
    split = m.split(xp)
    rare = sum((chance * xp.exp(loss) for loss, chance in split.rare), arb(0))
    common = sum((mass * xp.exp(split.base + k * split.step) for k, mass in enumerate(split.masses)), arb(0))
    parts = [math.comb(runs, k) * rare**k * common ** (runs - k) for k in range(j + 1, runs + 1)]
    found = runs_with_rare_losses.rest_beyond(xp, split, runs, j)
    mean = runs * float(rare / (rare + common))
    if not found.is_finite() or j < 2 * mean + 2:
        return not sum(parts, arb(0)) > found if found.is_finite() else j < mean
    return not sum(parts, arb(0)) > found and bool(found <= 10 * max(parts, key=float, default=arb(0)))


RUNS.table(
    "profile.few-losses.rest",
    "What more than j rare losses add is at most the geometric series from the next term on, wherever one is given: "
    "for all j beyond their mean number. It is at most ten times the largest term.",
    "3 mechanisms, 3 numbers of runs, 4 numbers j",
    Sampled(
        "balls: all terms",
        _rest,
        digits=10,
        bits=_BITS,
        why=POINTS,
        mechanisms=[SUMMED[0], SUMMED[1], ReplacedGuarantee(*GUARANTEES[0])],
        runs=(9, 40, 300),
        beyond=(0, 1, 5, 8),
    ),
)


def _left_out(xp: Any, m: FewLosses, runs: int, least: Fraction) -> bool:
    """Whether what is listed and the bound on the others are together all that has a finite loss, or a little more."""
    found, lost = runs_with_rare_losses.outcomes_of(xp, m, runs, _BITS, xp.number(least))
    whole = sum((chance * xp.exp(loss) for loss, chance in m.losses(xp)), arb(0)) ** runs
    others = whole - sum((one.under_p for one in found), arb(0))
    return not others > lost and bool(lost < others + 10 * xp.number(least))


RUNS.table(
    "profile.few-losses.left-out",
    "The bound on the outcomes of some runs that are not listed is their probability under P, or little more.",
    f"{len(SUMMED)} mechanisms, 3 numbers of runs, 2 least probabilities",
    Sampled(
        "balls: all that is listed",
        _left_out,
        digits=10,
        bits=_BITS,
        why=POINTS,
        mechanisms=SUMMED,
        runs=(1, 9, 40),
        least=numbers("1/100 1/100000"),
    ),
)


def _rough(m: FewLosses, runs: int, part: Fraction) -> bool:
    x = part * Fraction(enclose(lambda xp: xp.number(m.max_loss)).lower) * runs
    rough, fine = (FewLossRuns(m, runs, bits).delta(x) for bits in (40, 300))
    return bool(rough.overlaps(fine)) and bool(fine.rad() < rough.rad())


RUNS.soundness(
    "profile.few-losses.rough",
    "At few bits the sum ends early: what it leaves out is in the enclosure.",
    "8 mechanisms, 2 numbers of runs, 2 eps",
    Each("run", _rough, [(m, runs, part) for m in SUMMED[:-1] for runs in (20, 60) for part in numbers("1/200 1/20")]),
)


def _refuses(m: FewLosses, runs: int, epsilon: Any) -> bool:
    return refused(lambda: FewLossRuns(m, runs, 128).delta(epsilon))


RUNS.soundness(
    "profile.few-losses.refused",
    "An eps that is not finite, a sum of too many coefficients, and one of too many rare losses are refused.",
    "2 eps, two numbers of runs",
    Each(
        "run",
        _refuses,
        [
            (SUMMED[0], 7, arb("inf")),
            (SUMMED[0], 7, arb("nan")),
            (LaplaceOnIntegers(THIRD, replaced(THIRD, Fraction(1))), MOST_TERMS + 1, Fraction(1)),
            (SUMMED[1], 10**7, Fraction(1)),
        ],
    ),
)
