"""Claims about samples as they are asked for: where each theorem answers, the inverse, the end, and the rates that reach the curves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Verdict

from ..book import Book
from ..stated import Number, agree, answers, case, conditions, first, number, together

POISSON = Book("poisson", "Balle, Barthe, Gaboardi 2018")
SAMPLE = Book("sample", "Balle, Barthe, Gaboardi 2018")
CURVES = Book("poisson", "Zhu, Wang 2019")
QUARTER, HALF = Fraction(1, 4), Fraction(1, 2)


def claims() -> list[Claim]:
    """All claims of this module."""
    return [*POISSON.entries, *SAMPLE.entries, *CURVES.entries]


def _falling(**more: Any) -> ch.Profile:
    """e^-2 eps/2, and its inverse."""
    return ch.Profile(
        delta=lambda xp, epsilon, witness: xp.exp(-2 * epsilon) / 2, epsilon=lambda xp, delta, witness: -xp.log(2 * delta) / 2, **more
    )


def _amplified(share: Fraction, epsilon: Fraction) -> Number:
    return lambda xp: xp.log(1 + xp.number(share) * (xp.exp(xp.number(epsilon)) - 1))


def _as_stated(name: str, step: str, effort: Effort, *, replaced: bool) -> Verdict:
    """delta' at log(1 + q (e^eps - 1)), eps' at q delta, eps' of 0 from q times the inner delta at 0 on, floor and end."""
    tail = ch.Tail(start=Fraction(1, 10), quadratic=(Fraction(1, 8), HALF, Fraction(-1)))
    late = ch.Tail(start=Fraction(3), quadratic=(Fraction(1, 8), HALF, Fraction(-1)))
    found, plain = (
        answers("subsampling", name, case(step, p, replaced=replaced))
        for p in (_falling(floor=QUARTER, attains=1, tail=tail), _falling(tail=late))
    )
    steep = answers(
        "subsampling",
        name,
        case(step, ch.Profile(delta=lambda xp, e, w: 1 - e, epsilon=lambda xp, d, w: 2 + xp.log1p(-d * 9 / 10)), replaced=replaced),
    )
    delta, limit = (lambda xp, p=found: p.delta(xp, _amplified(QUARTER, HALF)(xp), {})), ch.Tail(limit=Fraction(2))
    kept = answers("subsampling", name, case(step, _falling(tail=limit), replaced=replaced)).tail
    return agree(
        {
            "delta": (delta, lambda xp: xp.exp(-xp.number(1)) / 8),
            "eps": (
                lambda xp: found.epsilon(xp, xp.number(Fraction(1, 100)), {}),
                lambda xp: xp.log(1 + (xp.exp(-xp.log(xp.number(Fraction(2, 25))) / 2) - 1) / 4),
            ),
            "eps of 0": (lambda xp: found.epsilon(xp, xp.number(Fraction(1, 5)), {}), number(0)),
            "eps of 0 where there is no such delta": (lambda xp: steep.epsilon(xp, xp.number(HALF), {}), number(0)),
            "floor": (number(found.floor), number(Fraction(1, 16))),
            "end": (number(found.attains), _amplified(QUARTER, Fraction(1))),
            "no end": (number(int(plain.attains is None)), number(1)),
            "the tail starts where its bound falls": (number(found.tail.start), number(2)),
            "or where it did": (number(plain.tail.start), number(3)),
            "a limit stays": (number(kept.limit), number(2)),
        },
        effort,
    )


@POISSON.claim(
    "profile.as-stated", Kind.TABLE, "delta'(log(1 + q (e^eps - 1))) = q delta(eps), its inverse and its end.", "Theorem 8", "q = 1/4"
)
def _poisson(effort: Effort) -> Verdict:
    steps = {rate: case(f"poisson:rate={rate}/pure:epsilon=1", _falling()) for rate in ("0", "1/4", "1")}
    kept = conditions("subsampling", "poisson.profile", {"1/4": steps["1/4"]}, {"0": steps["0"], "1": steps["1"]})
    return together(kept, _as_stated("poisson.profile", "poisson:rate=1/4/pure:epsilon=1", effort, replaced=False))


@SAMPLE.claim(
    "profile.as-stated", Kind.TABLE, "delta'(log(1 + q (e^eps - 1))) = q delta(eps), its inverse and its end.", "Theorem 9", "2 of 8"
)
def _sample(effort: Effort) -> Verdict:
    whole, part = (case(f"sample:size={size},of=8/pure:epsilon=1", _falling(), replaced=True) for size in (8, 2))
    kept = conditions("subsampling", "sample.profile", {"2 of 8": part}, {"8 of 8": whole})
    return together(kept, _as_stated("sample.profile", "sample:size=2,of=8/pure:epsilon=1", effort, replaced=True))


@POISSON.claim(
    "whole.ends",
    Kind.TABLE,
    "At rate 1 the step is what it wraps, at rate 0 it releases nothing; a sample of a sample is one.",
    "definition",
    "rates 0, 1/4, 1",
)
def _ends(effort: Effort) -> Verdict:
    none, part, whole = (case(f"poisson:rate={rate}/pure:epsilon=1") for rate in (0, "1/4", 1))
    twice = case("poisson:rate=1/4/poisson:rate=1/2/pure:epsilon=1")
    drawn, all_drawn, again = (
        case(text, replaced=True)
        for text in (
            "sample:size=2,of=8/pure:epsilon=1",
            "sample:size=8,of=8/pure:epsilon=1",
            "sample:size=4,of=8/sample:size=2,of=4/pure:epsilon=1",
        )
    )
    kept = first(
        conditions("subsampling", "poisson.whole", {"1": whole}, {"1/4": part, "0": none}),
        conditions("subsampling", "poisson.nothing", {"0": none}, {"1/4": part, "1": whole}),
        conditions("subsampling", "poisson.twice", {"twice": twice}, {"once": part}),
        conditions("subsampling", "sample.whole", {"8 of 8": all_drawn}, {"2 of 8": drawn}),
        conditions("subsampling", "sample.twice", {"twice": again}, {"once": drawn}),
    )
    both, fewer = answers("subsampling", "poisson.twice", twice), answers("subsampling", "sample.twice", again)
    nothing = answers("subsampling", "poisson.nothing", none)
    return together(
        kept,
        agree(
            {
                "the product of the rates": (number(both.settings["rate"]), number(Fraction(1, 8))),
                "so many": (number(fewer.settings["size"]), number(2)),
                "of all": (number(fewer.settings["of"]), number(8)),
                "nothing": (number(nothing.settings["epsilon"]), number(0)),
            },
            effort,
        ),
    )


@CURVES.claim(
    "renyi.where-it-answers",
    Kind.TABLE,
    "Curves of samples answer for rates between 0 and 1 and inner curves that reach the order 2, up to their last whole order or 1024.",
    "Theorem 6; Wang, Balle, Kasiviswanathan 2019, Theorem 9",
    "rates 0, 1/4 and 1, and inner curves up to 3/2, 5/2 and without end",
)
def _curves(effort: Effort) -> Verdict:
    inner = {
        top: ch.Renyi(curve=lambda xp, alpha: alpha / 2, top=top)
        for top in (None, Fraction(3, 2), Fraction(2), Fraction(5, 2), Fraction(5000))
    }
    poisson = {rate: f"poisson:rate={rate}/pure:epsilon=1" for rate in ("0", "1/4", "1")}
    sample = {size: f"sample:size={size},of=8/pure:epsilon=1" for size in (2, 8)}
    free = inner[None]
    kept = first(
        conditions(
            "sampled_renyi",
            "poisson.renyi",
            {"1/4": case(poisson["1/4"], free), "the order 2": case(poisson["1/4"], inner[Fraction(2)])},
            {
                "0": case(poisson["0"], free),
                "1": case(poisson["1"], free),
                "short": case(poisson["1/4"], inner[Fraction(3, 2)]),
                "gaussian": case("poisson:rate=1/4/gaussian:sigma=1", free),
            },
        ),
        conditions(
            "sampled_renyi",
            "sample.renyi",
            {"2 of 8": case(sample[2], free, replaced=True)},
            {
                "8 of 8": case(sample[8], free, replaced=True),
                "short": case(sample[2], inner[Fraction(3, 2)], replaced=True),
                "twice": case("sample:size=4,of=8/sample:size=2,of=4/pure:epsilon=1", free, replaced=True),
            },
        ),
    )
    tops = {
        f"the last order of {top}": (
            number(answers("sampled_renyi", "poisson.renyi", case(poisson["1/4"], inner[top])).top),
            number(last),
        )
        for top, last in ((None, 1024), (Fraction(2), 2), (Fraction(5, 2), 2), (Fraction(5000), 1024))
    }
    return together(kept, agree(tops, effort))
