"""Claims about check-ins as they are asked for: what the probability p changes, what a crowd hides, and where each theorem answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Proved, Refuted, Verdict

from ...formulas import clone_moments, clones
from ..book import Book
from ..stated import Number, agree, answers, case, conditions, delta_at, epsilon_at, number, unless
from .windows_stated import AVERAGED, FAILING, HALF, LESS, PURE, SLIDING, THIRD, TINY, pure, window

BOOK = Book("checkin", "Balle et al. 2020 (random check-ins)")


def claims() -> list[Claim]:
    """All claims of this module."""
    return list(BOOK.entries)


@BOOK.claim(
    "profile.as-stated",
    Kind.TABLE,
    "With probability p the profile of a report is p delta0 at log(1 + p (e^eps - 1)), and so are its eps, its floor and where it ends; at "
    "p = 1 all are the report's own.",
    "Balle, Barthe, Gaboardi 2018, Theorem 2",
    "p = 1/3 and 1, a report of delta e^-eps/7 up to eps0 = 2",
)
def _profile(effort: Effort) -> Verdict:
    inner = ch.Profile(
        delta=lambda xp, e, witness: xp.exp(-e) / 7,
        epsilon=lambda xp, d, witness: -xp.log(7 * d),
        floor=Fraction(1, 100),
        attains=Fraction(2),
    )
    less, whole = (answers("checkins", "checkin.profile", window(inner, p=p)) for p in (THIRD, Fraction(1)))
    fail, both = (
        answers("checkins", "checkin.approximate", window(ch.Approximate(epsilon=HALF, delta=TINY), p=p)) for p in (THIRD, Fraction(1))
    )

    def outer(e: Fraction) -> Number:
        return lambda xp: xp.log(1 + (xp.exp(xp.number(e)) - 1) / 3)

    def stated(xp: Any) -> Any:
        return 1 / (21 * (1 + 3 * (xp.exp(xp.number(THIRD)) - 1)))

    def inverse(xp: Any) -> Any:
        return xp.log(1 + (1 / (21 * xp.number(Fraction(1, 50))) - 1) / 3)

    return agree(
        {
            "delta": (delta_at(less, THIRD), stated),
            "eps": (epsilon_at(less, Fraction(1, 50)), inverse),
            "floor": (number(less.floor), number(Fraction(1, 300))),
            "end": (number(less.attains), outer(Fraction(2))),
            "delta at p = 1": (delta_at(whole, THIRD), lambda xp: xp.exp(-xp.number(THIRD)) / 7),
            "eps at p = 1": (epsilon_at(whole, Fraction(1, 50)), lambda xp: xp.log(xp.number(Fraction(50, 7)))),
            "end at p = 1": (number(whole.attains), number(2)),
            "approximate": (number(fail.epsilon), outer(HALF)),
            "its delta": (number(fail.delta), number(TINY / 3)),
            "approximate at p = 1": (number(both.epsilon), number(HALF)),
            "its delta at p = 1": (number(both.delta), number(TINY)),
            "pure at p = 1": (number(answers("checkins", "checkin.pure", PURE).epsilon), number(HALF)),
        },
        effort,
    )


@BOOK.claim(
    "where-it-answers",
    Kind.SOUNDNESS,
    "Where every client checks in and all reports are used, or one of each slot, the window is a shuffle of n reports, pure or not; what a "
    "crowd hides is said of fixed windows at p < 1, of averaged ones at p = 1, and of reports that tell something, and fail.",
    "Algorithms 1 and 2, Section 4.2",
    "both sides of every end",
)
def _where(effort: Effort) -> Verdict:
    one = pure(n=1)
    soft = ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 7, floor=TINY, attains=HALF)
    sure = ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 7, attains=HALF)
    endless = ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 7)
    sought = ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 7, propose=lambda question: {})
    none = window(ch.Approximate(epsilon=HALF, delta=0), p=THIRD)
    step = answers("checkins", "checkin.shuffled", AVERAGED)
    failing = answers("checkins", "checkin.shuffled-approximate", window(ch.Approximate(epsilon=HALF, delta=TINY)))
    stated = [
        ch.parse(f"shuffled:n=5000,adaptive=true/{inner}").step for inner in ("pure:epsilon=1/2", f"approximate:epsilon=1/2,delta={TINY}")
    ]
    if [step, failing] != stated:
        return Refuted("run: another shuffle", witness={"step": str(step)})
    shuffled = case("shuffled:n=9/pure:epsilon=1", ch.Pure(epsilon=HALF), replaced=True)
    quiet = case("shuffled:n=9/pure:epsilon=1", ch.Pure(epsilon=0), replaced=True)
    crowd = {"p < 1": window(soft, p=THIRD), "averaged": window(soft, protocol="averaged"), "endless": window(endless, p=THIRD)}
    alone = {"pure": window(sure, p=THIRD), "sought": window(sought, p=THIRD), "sliding": window(soft, protocol="sliding")}
    return unless(
        Proved("each case, run, is answered or refused as stated"),
        conditions(
            "checkins", "checkin.shuffled", {"averaged": AVERAGED, "fixed": PURE}, {"one": one, "p = 1/3": LESS, "sliding": SLIDING}
        ),
        conditions(
            "crowds",
            "checkin.clones",
            {"p < 1": LESS},
            {"p = 1": PURE, "silent": window(ch.Pure(epsilon=0), p=THIRD), "averaged": AVERAGED},
        ),
        conditions("crowds", "checkin.clones-renyi", {"p < 1": LESS}, {"p = 1": PURE}),
        conditions(
            "crowds",
            "checkin.clones-approximate",
            {"fails": FAILING},
            {"pure": none, "p = 1": window(ch.Approximate(epsilon=HALF, delta=TINY))},
        ),
        conditions("crowds", "feldman2021.renyi", {"tells": shuffled}, {"silent": quiet}),
        conditions("crowds", "checkin.clones-clipped", crowd, alone),
        conditions(
            "crowds", "shuffled.clipped", {"fails": _soft(soft), "endless": _soft(endless)}, {"pure": _soft(sure), "sought": _soft(sought)}
        ),
        conditions(
            "checkin_splits",
            "checkin.clipped",
            {"fixed": window(soft)},
            {"sought": window(sought), "averaged": window(soft, protocol="averaged")},
        ),
    )


def _soft(inner: Any) -> ch.Case:
    return case("shuffled:n=9/pure:epsilon=1", inner, replaced=True)


@BOOK.claim(
    "clones.as-stated",
    Kind.TABLE,
    "The profile of those who check in is p times the pair's, up to log(1 + p (e^eps0 - 1)) and then nothing, or p delta0; of reports that "
    "fail with (e^eps + 1) p (1 + 2 (n-1) p e^-eps0) delta0 more. Its curve is said to rise from 1 by 2 p tanh(eps0/2)^2/(1 + (n-1) p "
    "e^-eps0).",
    "Theorem 3.2",
    "n = 200, p = 1/3, eps0 = 1/2",
)
def _clones(effort: Effort) -> Verdict:
    few = window(ch.Pure(epsilon=HALF), p=THIRD, n=200)
    found, failing = (
        answers("crowds", "checkin.clones", few),
        answers("crowds", "checkin.clones-approximate", window(FAILING.inner, p=THIRD, n=200)),
    )
    near = answers(
        "crowds", "checkin.clones-clipped", window(ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 7, floor=TINY), p=THIRD, n=200)
    )
    at, late = Fraction(1, 9), Fraction(1, 4)

    def pair(xp: Any) -> Any:
        return clones.delta(xp, HALF, 200, xp.number(at), THIRD) / 3

    def more(xp: Any) -> Any:
        far = (1 + 2 * 199 * xp.exp(-xp.number(HALF)) / 3) * xp.number(TINY) / 3
        return pair(xp) + (xp.exp(xp.number(at)) + 1) * far

    def distance(xp: Any) -> Any:
        return (1 + 2 * 199 * xp.exp(-xp.number(HALF)) / 3) / 3 * xp.exp(-xp.number(HALF)) / 7

    rounds, all_of = answers("crowds", "checkin.clones-renyi", few), answers("crowds", "feldman2021.renyi", _soft(ch.Pure(epsilon=HALF)))
    far = answers("crowds", "shuffled.clipped", _soft(ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 7)))

    def slope(xp: Any) -> Any:
        odds = xp.exp(xp.number(HALF))
        return 2 * ((odds - 1) / (odds + 1)) ** 2 / 3 / (1 + 199 / odds / 3)

    ends = lambda xp: xp.log(1 + (xp.exp(xp.number(HALF)) - 1) / 3)  # noqa: E731
    return agree(
        {
            "delta": (delta_at(found, at), pair),
            "from its end on": (delta_at(found, late), number(0)),
            "its end": (number(found.attains), ends),
            "failing": (delta_at(failing, at), more),
            "failing, from its end on": (delta_at(failing, late), number(TINY / 3)),
            "its floor": (number(failing.floor), number(TINY / 3)),
            "the distance": (lambda xp: near.transfer(xp, HALF), distance),
            "the curve": (
                lambda xp: near.curve(xp, xp.number(3), HALF),
                lambda xp: clone_moments.renyi(xp, HALF, 200, xp.number(3), THIRD),
            ),
            "its curve": (lambda xp: rounds.curve(xp, xp.number(3)), lambda xp: clone_moments.renyi(xp, HALF, 200, xp.number(3), THIRD)),
            "of a shuffle": (
                lambda xp: all_of.curve(xp, xp.number(3)),
                lambda xp: clone_moments.renyi(xp, HALF, 9, xp.number(3), Fraction(1)),
            ),
            "near a shuffle": (
                lambda xp: far.curve(xp, xp.number(3), HALF),
                lambda xp: clone_moments.renyi(xp, HALF, 9, xp.number(3), Fraction(1)),
            ),
            "the slope": (lambda xp: near.rho(xp, HALF), slope),
            "the least distance": (number(near.least), number(TINY / 3)),
        },
        effort,
    )
