"""Claims about clip-and-rectify as it is asked for: where its profile ends, when it answers, and what is drawn."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import inf, nan
from typing import Any

import chartered as ch
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Proved, Refuted, Verdict

from .book import Book
from .stated import Number, agree, answers, case, conditions, number

BOOK = Book("rectified", "Liu et al. 2022")
HEAD = 3
STEP = f"rectified:low=-1,high=4,head={HEAD}/gaussian:sigma=1"
OWN: dict[str, Any] = {"delta": lambda xp, epsilon, witness: xp.exp(-epsilon)}


def claims() -> list[Claim]:
    """All claims of this module."""
    return list(BOOK.entries)


def _rectified(**inner: Any) -> ch.Profile:
    found: ch.Profile = answers("rectifying", "rectified.profile", case(STEP, ch.Profile(**{**OWN, **inner})))
    return found


def _root_five(xp: Any) -> Any:
    return xp.sqrt(xp.number(5))


@BOOK.claim(
    "profile.ends",
    Kind.TABLE,
    "The rectified profile is 0 from the head on, or where the outcome's own is 0 before; a mu of the outcome's whole profile is kept.",
    "Theorem 4.4",
    "head 3; outcomes whose profiles are 0 from 2, 5 or the root of 5 on, that never are, or that fall to a floor",
)
def _ends(effort: Effort) -> Verdict:
    ends: dict[str, tuple[Any, Number]] = {
        "never 0": (_rectified(), lambda xp: xp.number(HEAD)),
        "0 from 2 on": (_rectified(attains=Fraction(2)), lambda xp: xp.number(2)),
        "0 from 5 on": (_rectified(attains=Fraction(5)), lambda xp: xp.number(HEAD)),
        "0 from the root of 5 on": (_rectified(attains=_root_five), _root_five),
        "0 from its square on": (_rectified(attains=lambda xp: _root_five(xp) ** 2), lambda xp: xp.number(HEAD)),
        "a floor from 2 on": (_rectified(attains=Fraction(2), floor=Fraction(1, 9)), lambda xp: xp.number(HEAD)),
    }
    tails = {
        "of all eps": (ch.Tail(mu=2), 2),
        "from eps = 1 on": (ch.Tail(mu=2, start=1), None),
        "without a mu": (ch.Tail(limit=0), None),
        "none": (None, None),
    }
    for what, (tail, mu) in tails.items():
        found = _rectified(tail=tail).tail
        if (found and (found.mu, found.limit)) != (mu and (mu, 0)):
            return Refuted("the tail is another one", witness={"the outcome's tail": what})
    return agree({what: (number(profile.attains), wanted) for what, (profile, wanted) in ends.items()}, effort)


@BOOK.claim(
    "gdp.where-it-answers",
    Kind.SOUNDNESS,
    "mu is proved for exact profiles that have an inverse in closed form, or a mu and a head below 6.",
    "our condition",
    "exact profiles and bounds, with and without an inverse or a mu, heads 3 and 6",
)
def _where(effort: Effort) -> Verdict:
    closed: dict[str, Any] = {"epsilon": lambda xp, delta, witness: -xp.log(delta)}
    exact: dict[str, Any] = {"side": ch.Side.EXACT}
    bound: dict[str, Any] = {"side": ch.Side.UPPER}

    def asked(head: int = HEAD, **inner: Any) -> ch.Case:
        return case(STEP.replace(f"head={HEAD}", f"head={head}"), ch.Profile(**{**OWN, **inner}))

    gaussian: dict[str, Any] = {"tail": ch.Tail(mu=2)}
    other: dict[str, Any] = {"tail": ch.Tail(limit=0)}
    found = conditions(
        "rectifying",
        "rectified.gdp",
        {
            "closed": asked(**exact, **closed),
            "closed, head 6": asked(6, **exact, **closed),
            "closed, another tail, head 6": asked(6, **exact, **closed, **other),
            "Gaussian": asked(**exact, **gaussian),
            "Gaussian, closed": asked(**exact, **gaussian, **closed),
        },
        {
            "a bound": asked(**bound, **closed),
            "a Gaussian bound": asked(**bound, **gaussian),
            "open": asked(**exact),
            "open, another tail": asked(**exact, **other),
            "Gaussian, head 6": asked(6, **exact, **gaussian),
        },
    )
    return found if found is not None else Proved("each case, run, is answered or refused as stated")


@BOOK.claim(
    "pure.drawn",
    Kind.TABLE,
    "What is drawn is the outcome clipped to [low, high], plus Laplace noise of scale (high - low)/head; no number counts as low.",
    "Theorem 4.4",
    "five outcomes, low = -1, high = 4, head = 3; the noise of one seed",
)
def _drawn(effort: Effort) -> Verdict:
    import numpy

    given, clipped = [-7.5, nan, 0.25, inf, 9.0], [-1.0, -1.0, 0.25, 4.0, 4.0]
    rectify = import_module("chartered_plugins.rectifying").rectify
    found = rectify(given, -1, 4, HEAD, numpy.random.default_rng(effort.seed))
    noise = numpy.random.default_rng(effort.seed).laplace(scale=5 / 3, size=5)
    if not numpy.abs(found - clipped - noise).max() < 1e-12:
        return Refuted("other numbers are drawn", witness={"drawn": found.tolist()})
    return Proved(f"each of the {len(given)} outcomes, run")
