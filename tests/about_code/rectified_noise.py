"""Claims about registered answers on clip-and-rectify: the end of its profile, its conditions, and its noise."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import inf, nan
from typing import Any

import chartered as ch
from chartered.proving import Answers, Conditions, Each, Kind, Proofs, case, profile
from chartered_verify.large_packages import numpy

BOOK = Proofs("rectified", "Liu et al. 2022", at="Theorem 4.4")
HEAD = 3


def _outcome(head: int = HEAD, inverse: str | None = None, **more: Any) -> ch.Case:
    return case(f"rectified:low=-1,high=4,head={head}/gaussian:sigma=1", profile("exp(-eps)", inverse, **more))


def _ends(written: str, **inner: Any) -> Answers:
    return Answers("rectified.profile", _outcome(**inner), {"at_infinity.max_loss": written})


def _tail(tail: ch.Tail | None, mu: int | None) -> Answers:
    def kept(xp: Any, found: ch.Profile) -> int:
        return int((found.tail and (found.tail.mu, found.tail.tail_mu)) == (mu and (mu, 0)))

    return Answers("rectified.profile", _outcome(tail=tail), more={"the tail": (kept, 1)})


BOOK.stated(
    "profile.ends",
    "The rectified profile is 0 from the head on, or where the outcome's own is 0 before; a mu of the outcome's "
    "whole profile is kept.",
    "head 3; outcomes whose profiles are 0 from 2, 5 or the root of 5 on, that never are, or that fall to a floor",
    _ends("3"),
    _ends("2", max_loss=Fraction(2)),
    _ends("3", max_loss=Fraction(5)),
    _ends("sqrt(5)", max_loss=lambda xp: xp.sqrt(xp.number(5))),
    _ends("3", max_loss=lambda xp: xp.sqrt(xp.number(5)) ** 2),
    _ends("3", max_loss=Fraction(2), delta_at_infinity=Fraction(1, 9)),
    _tail(ch.Tail(mu=2), 2),
    _tail(ch.Tail(mu=2, start=1), None),
    _tail(ch.Tail(tail_mu=0), None),
    _tail(None, None),
)

EXACT, BOUND, LOG = {"side": ch.Side.EXACT}, {"side": ch.Side.UPPER}, "-log(delta)"
GAUSSIAN, OTHER = {"tail": ch.Tail(mu=2)}, {"tail": ch.Tail(tail_mu=0)}
BOOK.stated(
    "gdp.where-it-answers",
    "mu is proved for exact profiles that have an inverse in closed form, or a mu and a head below 6.",
    "our condition",
    "exact profiles and bounds, with and without an inverse or a mu, heads 3 and 6",
    Conditions(
        "rectified.gdp",
        [
            *(_outcome(head, LOG, **EXACT) for head in (HEAD, 6)),
            _outcome(6, LOG, **EXACT, **OTHER),
            *(_outcome(HEAD, inverse, **EXACT, **GAUSSIAN) for inverse in (None, LOG)),
        ],
        [
            *(_outcome(HEAD, LOG, **BOUND, **tail) for tail in ({}, GAUSSIAN)),
            *(_outcome(HEAD, None, **EXACT, **tail) for tail in ({}, OTHER)),
            _outcome(6, None, **EXACT, **GAUSSIAN),
        ],
    ),
    kind=Kind.SOUNDNESS,
)


GIVEN, CLIPPED = [-7.5, nan, 0.25, inf, 9.0], [-1.0, -1.0, 0.25, 4.0, 4.0]


def _drawn(seed: int) -> bool:
    rectify = import_module("chartered_plugins.mechanisms.clip_and_rectify").rectify
    found = rectify(GIVEN, -1, 4, HEAD, numpy.random.default_rng(seed))
    noise = numpy.random.default_rng(seed).laplace(scale=5 / 3, size=5)
    return bool(numpy.abs(found - CLIPPED - noise).max() < 1e-12)


BOOK.table(
    "pure.drawn",
    "What is drawn is the outcome clipped to [low, high], plus Laplace noise of scale (high - low)/head; no number "
    "counts as low.",
    "five outcomes, low = -1, high = 4, head = 3; the noise of one seed",
    Each("run: all five outcomes", _drawn, lambda effort: [(effort.seed,)]),
)
