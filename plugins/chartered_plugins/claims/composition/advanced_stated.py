"""Claims about closed bounds on composition as they answer: the lesser of two, where each begins, and failures multiplied."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import chartered as ch
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Verdict

from ...formulas import failures
from ..arithmetics import alike
from ..book import Book
from ..stated import Number, agree, answers, delta_at, epsilon_at, number, together

KOV = Book("kairouz2015", "Kairouz, Oh, Viswanath 2015")
MIRONOV = Book("mironov2017", "Mironov 2017")
APPROXIMATE = Book("approximate", "Kairouz, Oh, Viswanath 2015")
FAILING = Fraction(1, 50)


def claims() -> list[Claim]:
    """All claims of this module."""
    return [*KOV.entries, *MIRONOV.entries, *APPROXIMATE.entries]


def _answers(name: str, epsilon0: Fraction, k: int, delta: Fraction = FAILING) -> ch.Profile:
    found: ch.Profile = answers("advanced", name, ch.Responses(counts={epsilon0: k}, delta=delta))
    return found


def _failing(own: Number) -> Number:
    return lambda xp: xp.number(FAILING) + (1 - xp.number(FAILING)) * own(xp)


@KOV.claim(
    "T35.as-stated",
    Kind.TABLE,
    "The lesser of e^(-(eps-m)^2/(2 v)) and sqrt(v)/(e^((eps-m)^2/(2 v)) - e) (1 up to the mean m), and the least of their eps and k eps0.",
    "Theorem 3.5",
    "4 runs at eps0 = 1/10 and 9 at 2, which fail with probability 1/50, where each of the three is the least; in every arithmetic",
)
def _kairouz(effort: Effort) -> Verdict:
    pairs: dict[str, tuple[Number, Number]] = {}
    for (e, k), share in product(((Fraction(1, 10), 4), (Fraction(2), 9)), map(Fraction, ("1/100", "2/5", "1/2", "3/4", "19/20"))):
        profile = _answers("kairouz2015.T35", e, k)
        pairs[f"{k} at {e}, delta at {share}"] = delta_at(profile, share * k * e), _failing(_kairouz_delta(e, k, share * k * e))
    for (e, k), delta in product(((Fraction(1, 10), 4), (Fraction(2), 9)), map(Fraction, ("1/1000000000", "1/100", "1/4", "9/10"))):
        whole = FAILING + (1 - FAILING) * delta
        pairs[f"{k} at {e}, eps at {delta}"] = epsilon_at(_answers("kairouz2015.T35", e, k), whole), _kairouz_epsilon(e, k, delta)
    return together(agree(pairs, effort), alike({what: shipped for what, (shipped, _) in pairs.items()}))


def _drift(xp: Any, e: Fraction, k: int) -> Any:
    return k * e.numerator * (xp.exp(xp.number(e)) - 1) / (e.denominator * (xp.exp(xp.number(e)) + 1))


def _kairouz_delta(e: Fraction, k: int, at: Fraction) -> Number:
    def delta(xp: Any) -> Any:
        energy, mean = xp.number(k * e * e), _drift(xp, e, k)
        if xp.number(at) < mean:
            return xp.number(1)
        tail = xp.exp(-((xp.number(at) - mean) ** 2) / (2 * energy))
        rest = 1 / tail - xp.exp(xp.number(1))
        return xp.minimum(tail, xp.sqrt(energy) / rest) if rest > 0 else tail

    return delta


def _kairouz_epsilon(e: Fraction, k: int, delta: Fraction) -> Number:
    def epsilon(xp: Any) -> Any:
        energy, d = xp.number(k * e * e), xp.number(delta)
        logs = xp.log(1 / d), xp.log(xp.exp(xp.number(1)) + xp.sqrt(energy) / d)
        roots = [_drift(xp, e, k) + xp.sqrt(2 * energy * log) for log in logs]
        return xp.minimum(xp.number(k * e), xp.minimum(*roots))

    return epsilon


@MIRONOV.claim(
    "C1.as-stated",
    Kind.TABLE,
    "e^(-eps^2/(32 v)) from eps = 4 sqrt(2) v on, 1 before it; 4 sqrt(2 v log(1/delta)), but no less than that start.",
    "Corollary 1",
    "9 runs at eps0 = 1/3, which fail with probability 1/50: v = 1",
)
def _mironov(effort: Effort) -> Verdict:
    profile = _answers("mironov2017.C1", Fraction(1, 3), 9)

    def tail(at: int) -> Number:
        return _failing(lambda xp: xp.exp(-xp.number(Fraction(at * at, 32))))

    def start(xp: Any) -> Any:
        return 4 * xp.sqrt(xp.number(2))

    def inverse(xp: Any) -> Any:
        return 4 * xp.sqrt(2 * xp.log(xp.number(100)))

    pairs: dict[str, tuple[Number, Number]] = {
        "before": (delta_at(profile, 5), lambda xp: xp.number(1)),
        "after": (delta_at(profile, 6), tail(6)),
        "eps": (epsilon_at(profile, FAILING + (1 - FAILING) / 100), inverse),
        "eps at the start": (epsilon_at(profile, FAILING + (1 - FAILING) / 2), start),
    }
    return together(agree(pairs, effort), alike({what: shipped for what, (shipped, _) in pairs.items()}))


@APPROXIMATE.claim(
    "composition.failures",
    Kind.TABLE,
    "The chance that not all of many runs succeed is 1 - prod (1-delta_i)^n_i, as a rational and where that would be long; 0 is 0.",
    "Theorem 3.3 with i = 0",
    "one to three deltas, up to 10^6 runs, rational and not",
)
def _failures(effort: Effort) -> Verdict:
    third, fifth = Fraction(1, 3), Fraction(1, 5)
    cases: dict[str, tuple[list[Any], list[int]]] = {
        "two": ([third, fifth], [2, 1]),
        "one of them 0": ([Fraction(0), fifth], [7, 3]),
        "long": ([Fraction(1, 10**9), fifth], [10**6, 2]),
        "not rational": ([lambda xp: xp.exp(-xp.number(3)), fifth], [2, 3]),
        "one certain": ([Fraction(1), fifth], [1, 1]),
        "all certain": ([Fraction(1)], [3]),
    }

    def written(deltas: list[Any], counts: list[int]) -> Number:
        def chance(xp: Any) -> Any:
            left = xp.number(1)
            for delta, n in zip(deltas, counts, strict=True):
                left = left * (1 - xp.number(delta)) ** n
            return 1 - left

        return chance

    pairs: dict[str, tuple[Number, Number]] = {name: (number(failures.all_fail(*case)), written(*case)) for name, case in cases.items()}
    pairs["none"] = number(failures.all_fail([Fraction(0), Fraction(0)], [10**12, 5])), lambda xp: xp.number(0)
    return agree(pairs, effort)
