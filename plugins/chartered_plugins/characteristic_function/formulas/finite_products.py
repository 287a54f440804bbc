"""The privacy profile of several mechanisms with few losses each, as a sum over all their outcomes.

The runs of each mechanism have losses m base + k step and rare ones (`few_loss_runs`). The losses of the product are
sums of one of each, and their probabilities, under P and under Q, are products (`listed_losses`). Those that are the
least probable under P are left out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import arb

from .bounded_cache import Kept
from .composition import Composition
from .few_loss_runs import coefficients, combinations, rest_beyond
from .few_losses import FewLosses, Split
from .listed_losses import CERTAIN, Outcome, Outcomes, Table, together
from .moments import LossMoments, RandomizedResponse

MOST_OUTCOMES, MOST_RUNS = 50_000, 5_000
"""The largest number of outcomes that are kept, and of runs of one mechanism: about a quarter of a second's work."""


_KEPT = Kept[Outcomes](4)
"""A cache of few compositions, up to 50 megabytes each."""


def multiplies(parts: Composition) -> bool:
    """Whether all mechanisms have few losses, and their product not too many."""
    if len(parts) < 2 or not all(splits(m) and isinstance(n, int) and n <= MOST_RUNS for m, n in parts):
        return False
    return math.prod(about(m, n) for m, n in parts) <= MOST_OUTCOMES


def splits(m: LossMoments) -> bool:
    """Whether `split_of` is defined."""
    return isinstance(m, RandomizedResponse) or (isinstance(m, FewLosses) and m.splits)


def split_of(xp: Any, m: LossMoments) -> Split:
    """The losses of a mechanism in two groups. Raises ArithmeticError if it has too many."""
    if isinstance(m, FewLosses):
        return m.split(xp)
    if not isinstance(m, RandomizedResponse):
        raise ArithmeticError("a mechanism has more than few losses")
    e, failure = xp.number(m.epsilon), xp.number(m.failure)
    share = (1 - failure) / (xp.exp(e) + m.k - 1)
    masses = (share * xp.exp(e), share) if m.k == 2 else (share * xp.exp(e), (m.k - 2) * share, share)
    return Split(-e, 2 * e if m.k == 2 else e, masses, [])


def about(m: LossMoments, runs: int, bits: int = 64) -> float:
    """About how many outcomes of some runs are kept: as many common losses as a normal law shows, for each number of
    rare ones as likely as a Poisson law says."""
    with balls(64) as xp:
        split = split_of(xp, m)
        masses = [float(x) for x in split.under_p(xp)]
        rare = sum(float(x) for x in split.rare_under_p(xp))
    whole = sum(masses)
    center = sum(k * x for k, x in enumerate(masses)) / whole
    variance = runs * sum((k - center) ** 2 * x for k, x in enumerate(masses)) / whole
    mean, all_of_them, total = runs * rare / (whole + rare), (len(masses) - 1) * runs + 1, 0.0
    for j in range(min(runs, MOST_OUTCOMES) + 1):
        nats = 0.7 * (bits + 8) - mean + (j * math.log(mean) if mean else -math.inf if j else 0.0) - math.lgamma(j + 1)
        ways = j + 1 if len(split.rare) > 1 else 1
        total += ways * min(all_of_them, math.sqrt(8 * variance * nats) + 8) if nats > 0 else 0.0
        if nats <= 0 and j > mean:
            break
    return total


def product_of(parts: Composition, bits: int) -> Outcomes:
    """The profile of a composition, at a working precision. Raises ArithmeticError if it takes too many outcomes."""
    outcomes = math.prod(about(m, n, bits) for m, n in parts)
    charge(int(min(outcomes, 8 * MOST_OUTCOMES)) * (4 + bits // 64))  # whether they are cached or not
    return _KEPT.get((parts, bits), 1, lambda: _product_of(parts, bits))


def _product_of(parts: Composition, bits: int) -> Outcomes:
    with balls(bits) as xp:
        least, found, lost = arb(2) ** -(bits + 8), [CERTAIN], arb(0)
        for m, runs in parts:
            own, rest = kept(runs_of(xp, split_of(xp, m), runs, bits), least)
            if len(own) * len(found) > 3 * MOST_OUTCOMES:
                raise ArithmeticError(f"the sum has more than {3 * MOST_OUTCOMES} outcomes")
            found, more = kept(together(found, own), least)
            lost = lost + rest + more
        return Outcomes((CERTAIN,), Table.of(found), lost.upper(), bits)


def kept(outcomes: Iterable[Outcome], least: arb) -> tuple[list[Outcome], arb]:
    """Those that are not certainly less probable under P than `least`, and the probability of the others."""
    found, lost = list[Outcome](), arb(0)
    for one in outcomes:
        if one.under_p < least:
            lost += one.under_p
        else:
            found.append(one)
    return found, lost


def runs_of(xp: Any, split: Split, runs: int, bits: int) -> Iterator[Outcome]:
    """All outcomes of some runs; the last one, of loss 0, stands for more rare losses than have any weight."""
    ratio = xp.exp(split.step)
    for j in range(runs + 1):
        m = runs - j
        terms = list(common(xp, split, m))
        for weight, loss in combinations(xp, runs, j, split.rare):
            start = m * split.base + loss
            factor = xp.exp(start)
            for k, chance in enumerate(terms):
                under_q = weight * chance
                yield Outcome(start + k * split.step, under_q * factor, under_q)
                factor = factor * ratio
        rest = rest_beyond(xp, split, runs, j)
        if rest is not None and rest < arb(2) ** -(bits + 8):
            yield Outcome(arb(0), rest, arb(0))
            return


def common(xp: Any, split: Split, m: int) -> Iterator[arb]:
    """p_0, p_1, ... of m runs."""
    masses = split.masses
    if len(masses) == 2:
        odds, chance = masses[1] / masses[0], masses[0] ** m
        for k in range(m + 1):
            yield chance
            chance = chance * odds * (m - k) / (k + 1)
        return
    if m == 0:
        yield xp.number(1)
        return
    one = xp.number(1)
    below, above = ([term.chance for term in coefficients(end, m, one, one)][: m + 1] for end in (masses, masses[::-1]))
    yield from below
    yield from above[-2::-1]
