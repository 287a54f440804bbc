"""Claims about the two directions of a step on a sample: outcome by outcome, what ships of them, and runs that are known exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import Value, balls
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Proved, Verdict

from ...formulas import failures, gaussian_profile, response, sampled_sides
from ...formulas.dots import Side
from ...kinds import joined
from ..book import Book
from ..derivation import chain, same, sample, sign_of
from ..shipped import theorem
from ..stated import case, conditions, unless
from .subsampling import ALL, BOOK as SEEN, CHANCE, RATE, SIZE, mixed, rate

POISSON = Book("poisson", "Zhu, Dong, Wang 2022; Balle, Barthe, Gaboardi 2018")
SAMPLE = Book("sample", "Balle, Barthe, Gaboardi 2018")
RATES = (Fraction(1, 100), Fraction(1, 3), Fraction(9, 10))
EPSILONS = tuple(map(Fraction, ("0", "1/200", "1/20", "2/5", "1", "3")))
_DIGITS = 30


def claims() -> list[Claim]:
    """All claims of this module."""
    return [*POISSON.entries, *SAMPLE.entries]


@POISSON.claim(
    "joined.unseen",
    Kind.SOUNDNESS,
    "y - a ((1-q) y + q x) = c (y - (q a/c) x) for every outcome, with c = 1 - (1-q) a > 0; where c <= 0 no outcome gains. So the delta of "
    "the step without the record from the mixture is c times its own, at most, also as a mean over the rest of the sample.",
    "Theorem 11",
    ALL,
)
def _unseen(effort: Effort) -> Verdict:
    def gain(xp: Any, u: Any, lift: Any, x: Any, y: Any) -> Any:
        return y - (1 + lift) * mixed(rate(u), x, y)

    def below(xp: Any, u: Any, w: Any, x: Any, y: Any) -> Any:
        """At a lift of u w/(1+w), so that c > 0."""
        return gain(xp, u, u * w / (1 + w), x, y)

    def inner(xp: Any, u: Any, w: Any, x: Any, y: Any) -> Any:
        lift = u * w / (1 + w)
        asked = xp.exp(sampled_sides.turned_epsilon(xp, rate(u), xp.log1p(lift)))
        return (rate(u) - (1 - rate(u)) * lift) * (y - asked * x)

    def none(xp: Any, u: Any, more: Any, x: Any, y: Any) -> Any:
        return -gain(xp, u, u + more, x, y)

    def asked(xp: Any, u: Any, w: Any) -> Any:
        """e^eps that is asked, less 1."""
        return xp.exp(sampled_sides.turned_epsilon(xp, rate(u), xp.log1p(u * w / (1 + w)))) - 1

    def there(xp: Any, u: Any, lift: Any) -> Any:
        """There and back again."""
        end = sampled_sides.turned_end(xp, rate(u), xp.log1p(lift))
        return xp.exp(sampled_sides.turned_epsilon(xp, rate(u), end))

    domain = {**RATE, "w": SIZE, "x": CHANCE, "y": CHANCE}
    return chain(
        "The gain of each outcome is c times that of the step's own pair at the eps that is asked, which is not below 0. All that the rest "
        "of the sample may be is averaged, and the positive part of a mean is at most the mean of the positive parts.",
        ("where c > 0", same(below, inner, "u w x y", domain, effort)),
        ("where it is not", sign_of(none, "u more x y", {**RATE, "more": SIZE, "x": CHANCE, "y": CHANCE}, effort)),
        ("the eps that is asked", same(asked, lambda xp, u, w: w * (1 + u), "u w", {**RATE, "w": SIZE}, effort)),
        ("and the end", same(there, lambda xp, u, lift: 1 + lift, "u lift", {**RATE, "lift": SIZE}, effort)),
        ("the other direction", SEEN.verdict("profile.remove", effort)),
    )


def _sides(q: Fraction, own: Side, many: bool = False) -> tuple[Side, Side]:
    """What ships of a sample of a step whose delta is the same in both directions."""
    name, settings = ("sample", f"size={q.numerator},of={q.denominator}") if many else ("poisson", f"rate={q}")
    case = ch.Case(
        ch.parse(f"{name}:{settings}/pure:epsilon=0").step, ch.Neighbours.ADD_OR_REMOVE, joined.Joined((((own, own), 1),), (own.level,))
    )
    run: tuple[Side, Side] = theorem("sampled_losses", f"{name}.joined").bound(case).parts[0][0]
    return run


def _answer(size: Fraction) -> Side:
    """Randomized response."""
    return Side(lambda xp, e: response.delta(xp, xp.number(size), xp.number(2), e), most=size)


def _normal(mu: Fraction) -> Side:
    return Side(lambda xp, e: gaussian_profile.delta_mu(xp, xp.number(mu), e))


def _gains(xp: Any, ahead: Sequence[Value], back: Sequence[Value], e: Value) -> Value:
    """The sum of what outcomes gain."""
    return sum((xp.positive(p - xp.exp(e) * q) for p, q in zip(ahead, back, strict=True)), xp.number(0))


def _chances(xp: Any, q: Fraction, size: Fraction, runs: int = 1) -> tuple[list[Value], list[Value]]:
    """Of so many answers, by how many say one thing: with the record in the data, and without it."""
    one = 1 / (1 + xp.exp(-xp.number(size)))
    with_it, without = ((1 - share) * (1 - one) + share * one for share in (xp.number(q), xp.number(0)))
    both = ([comb(runs, j) * p**j * (1 - p) ** (runs - j) for j in range(runs + 1)] for p in (with_it, without))
    first, second = both
    return first, second


@POISSON.claim(
    "joined.exact",
    Kind.SOUNDNESS,
    "Of randomized response and of the Gaussian mechanism both shipped directions are the exact delta of one run, also beyond their ends.",
    "Theorem 11; direct computation",
    "3 rates, 2 sizes, 6 eps",
)
def _exact(effort: Effort) -> Verdict:
    cases = list(product((_answers_meet, _normals_meet), RATES, (Fraction(1, 2), Fraction(2)), EPSILONS))
    return sample(lambda meet, *case: meet(*case), cases, _DIGITS, "balls")


def _answers_meet(q: Fraction, size: Fraction, epsilon: Fraction) -> bool:
    with balls(192) as xp:
        e, (with_it, without) = xp.number(epsilon), _chances(xp, q, size)
        exact = (_gains(xp, with_it, without, e), _gains(xp, without, with_it, e))
        return all(side.curve(xp, e).overlaps(delta) for side, delta in zip(_sides(q, _answer(size)), exact, strict=True))


def _normals_meet(q: Fraction, mu: Fraction, epsilon: Fraction) -> bool:
    """With a = e^eps the mixture is more than a times as likely where e^(mu z - mu^2/2) > 1 + (a - 1)/q, and less than 1/a times as likely
    where it is below 1 - (1 - 1/a)/q."""
    with balls(192) as xp:
        rate_, m, e = xp.number(q), xp.number(mu), xp.number(epsilon)
        seen, unseen = (side.curve(xp, e) for side in _sides(q, _normal(mu)))

        def place(ratio: Value) -> Value:
            return xp.log(ratio) / m + m / 2

        def mixture(z: Value) -> Value:
            return (1 - rate_) * xp.ndtr(z) + rate_ * xp.ndtr(z - m)

        high = place(1 + xp.expm1(e) / rate_)
        above = (1 - mixture(high)) - xp.exp(e) * (1 - xp.ndtr(high))
        ratio = (xp.exp(-e) - 1 + rate_) / rate_
        if not ratio > 0:
            return bool(seen.overlaps(above) and unseen == 0)
        low = place(ratio)
        return bool(seen.overlaps(above) and unseen.overlaps(xp.ndtr(low) - xp.exp(e) * mixture(low)))


@POISSON.claim(
    "joined.ends",
    Kind.SOUNDNESS,
    "Each direction has its level from the end that ships on, and not a thousandth before; without an end of the step's own the other one "
    "ends where c = 0.",
    "direct computation",
    "3 rates, 2 sizes; randomized response that fails in 0, 1/100 and 1/2 of all runs, and Gaussian noise",
)
def _ends(effort: Effort) -> Verdict:
    return sample(
        _ends_there, list(product(RATES, (Fraction(1, 2), Fraction(2)), (*map(Fraction, ("0", "1/100", "1/2")), None))), _DIGITS, "balls"
    )


def _ends_there(q: Fraction, size: Fraction, fails: Fraction | None) -> bool:
    answer = _answer(size)

    def failing(xp: Any, e: Value) -> Value:
        return failures.with_failure(xp.number(fails or 0), answer.curve(xp, e))

    sides = _sides(q, _normal(size) if fails is None else Side(failing, fails, size))
    if fails is None and (sides[0].most is not None or sides[0].level != 0):
        return False
    with balls(192) as xp:
        for side in sides if fails is not None else sides[1:]:
            assert side.most is not None
            there, before = (side.curve(xp, xp.number(side.most * share)) for share in (Fraction(1), Fraction(999, 1000)))
            if not (abs(there - xp.number(side.level)) < 2.0**-50 and before > there):
                return False
    return sides[1].level == 0 and sides[0].level == q * (fails or 0)


@POISSON.claim(
    "joined.where-it-answers",
    Kind.SOUNDNESS,
    "Losses on a sample are those of one run, at a rate between 0 and 1; without replacement, of a step that is the same for both "
    "neighbours. Losses add up of 2 to 65536 runs of up to 16 kinds, and of an exact profile in closed form.",
    "the conditions",
    "both sides of every end",
)
def _where(effort: Effort) -> Verdict:
    own, one, answer = _answer(Fraction(1)), (Fraction(0),), Fraction(1, 2)
    single, twice = joined.Joined((((own, own), 1),), one), joined.Joined((((own, own), 2),), one)
    apart = joined.Joined((((own, _answer(answer)), 1),), one)

    def at(step: str, inner: joined.Joined = single) -> ch.Case:
        return case(f"{step}/pure:epsilon=1", inner)

    def runs(n: int) -> joined.Joined:
        return joined.Joined((((own, own), n),), one)

    def kinds(n: int) -> joined.Joined:
        return joined.together([joined.of(ch.Profile(delta=lambda xp, e, witness: own.curve(xp, e))) for _ in range(n)])

    exact, bound = (ch.Profile(delta=lambda xp, e, witness: own.curve(xp, e), side=side) for side in (ch.Side.EXACT, ch.Side.UPPER))
    summed = ch.Profile(delta=exact.delta, propose=ch.each_anew)
    rates = {"rate = 1": at("poisson:rate=1"), "rate = 0": at("poisson:rate=0"), "two runs": at("poisson:rate=1/2", twice)}
    drawn = {"all": at("sample:size=2,of=2"), "two runs": at("sample:size=1,of=2", twice), "two sides": at("sample:size=1,of=2", apart)}
    halves = {"a half": at("poisson:rate=1/2"), "two sides": at("poisson:rate=1/2", apart)}
    return unless(
        Proved("each case, run, is answered or refused as stated"),
        conditions("sampled_losses", "poisson.joined", halves, rates),
        conditions("sampled_losses", "sample.joined", {"a half": at("sample:size=1,of=2")}, drawn),
        conditions(
            "loss_distribution",
            "loss-distribution.profile",
            {"2": runs(2), "most": runs(1 << 16), "16 kinds": kinds(16)},
            {"1": runs(1), "more": runs(1 + (1 << 16)), "17 kinds": kinds(17)},
        ),
        conditions("loss_distribution", "exact.joined", {"exact": exact}, {"a bound": bound, "summed": summed}),
    )


@POISSON.claim(
    "joined.runs",
    Kind.SOUNDNESS,
    "The shipped delta of many runs of randomized response on a sample is nowhere below the exact one in either direction, and with fine "
    "dots within a hundredth of it.",
    "Theorems 10 and 11; direct computation",
    "3 rates, 2 and 11 runs, 6 eps, 200 and 3 steps between dots",
)
def _runs(effort: Effort) -> Verdict:
    return sample(_runs_above, list(product(RATES, (2, 11), EPSILONS)), _DIGITS, "balls")


def _runs_above(q: Fraction, runs: int, epsilon: Fraction) -> bool:
    size, tail = Fraction(1, 2), Fraction(1, 10**12)
    run = _sides(q, _answer(size))
    end, whole = run[0].most, joined.profile(joined.Joined(((run, runs),), (Fraction(0),)))
    assert end is not None
    with balls(192) as xp:
        e, (with_it, without) = xp.number(epsilon), _chances(xp, q, size, runs)
        exact = xp.maximum(_gains(xp, with_it, without, e), _gains(xp, without, with_it, e))
        fine, coarse = (whole.delta(xp, e, {"step": step, "back": step, "tail": tail}) for step in (end / 200, end / 3))
        near = exact * xp.number(Fraction(101, 100)) + xp.number(tail) * runs * 100
        return bool(fine.upper() >= exact.lower() and coarse.upper() >= exact.lower() and fine <= near)


@SAMPLE.claim(
    "joined.shipped",
    Kind.SOUNDNESS,
    "Both shipped directions are the profile that sample.profile states, which bounds either.",
    "Theorem 9",
    "3 rates, 6 eps",
)
def _shipped(effort: Effort) -> Verdict:
    def stated(q: Fraction, epsilon: Fraction) -> bool:
        own = _answer(Fraction(2))
        inner = ch.Profile(delta=lambda xp, e, witness: own.curve(xp, e))
        step = ch.parse(f"sample:size={q.numerator},of={q.denominator}/pure:epsilon=0").step
        profile = theorem("subsampling", "sample.profile").bound(ch.Case(step, ch.Neighbours.REPLACE_ONE, inner))
        with balls(192) as xp:
            e = xp.number(epsilon)
            return all(side.curve(xp, e).overlaps(profile.delta(xp, e, {})) for side in _sides(q, own, many=True))

    return sample(stated, list(product(RATES, EPSILONS)), _DIGITS, "balls")
