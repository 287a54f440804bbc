"""Claims about registered answers on check-ins: the effect of the probability p, the participants whose number is
hidden, and the conditions of each theorem."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Answers, Conditions, Each, Proofs, profile, replaced
from chartered.proving.tables_of_answers import answers
from chartered_plugins.checkins.claims.windows_stated import (
    AVERAGED,
    FAILING,
    HALF,
    LESS,
    PURE,
    SLIDING,
    THIRD,
    TINY,
    pure,
    window,
)
from chartered_plugins.shuffling.formulas import clones, clones_renyi as clone_moments

BOOK = Proofs("checkin", "Balle et al. 2020 (random check-ins)")
FALLING = "exp(-eps)/7"

REPORT = profile(FALLING, "-log(7*delta)", delta_at_infinity=Fraction(1, 100), max_loss=Fraction(2))
APPROXIMATE = ch.Approximate(epsilon=HALF, delta=TINY)
OUTER = {"p": THIRD, "e": HALF, "d": TINY, "d1": Fraction(1, 50)}
AMPLIFIED = "log(1 + p*(exp(e)-1))"
WHOLLY: dict[str, Any] = {"delta(1/3)": "exp(-1/3)/7", "epsilon(d1)": "-log(7*d1)", "at_infinity.max_loss": 2}
PARTLY = {
    "delta(1/3)": "p/(7*(1 + (exp(1/3)-1)/p))",
    "epsilon(d1)": "log(1 + p*(p/(7*d1) - 1))",
    "at_infinity.delta": "p/100",
    "at_infinity.max_loss": "log(1 + p*(exp(2)-1))",
}
BOOK.stated(
    "profile.as-stated",
    "With probability p the profile of a report is p delta0 at log(1 + p (e^eps - 1)), and so are its eps, its floor "
    "and where it ends; at p = 1 all are the report's own.",
    "Balle, Barthe, Gaboardi 2018, Theorem 2",
    "p = 1/3 and 1, a report of delta e^-eps/7 up to eps0 = 2",
    Answers("checkin.profile", window(REPORT, p=THIRD), PARTLY, OUTER),
    Answers("checkin.profile", window(REPORT), WHOLLY, OUTER),
    Answers("checkin.approximate", window(APPROXIMATE, p=THIRD), {"epsilon": AMPLIFIED, "delta": "p*d"}, OUTER),
    Answers("checkin.approximate", window(APPROXIMATE), {"epsilon": "e", "delta": "d"}, OUTER),
    Answers("checkin.pure", PURE, {"epsilon": "e"}, OUTER),
)


def _shuffle(inner: Any) -> ch.Case:
    return replaced("shuffled:n=9/pure:epsilon=1", inner)


def _steps(theorem: str, source: ch.Case, report: str) -> bool:
    return bool(answers(theorem, source) == ch.parse(f"shuffled:n=5000,adaptive=true/{report}").step)


SHUFFLED = [
    ("checkin.shuffled", AVERAGED, "pure:epsilon=1/2"),
    ("checkin.shuffled-approximate", window(APPROXIMATE), f"approximate:epsilon=1/2,delta={TINY}"),
]
ENDLESS, SURE = profile(FALLING), profile(FALLING, max_loss=HALF)
SOFT = profile(FALLING, delta_at_infinity=TINY, max_loss=HALF)
SOUGHT, NOTHING = profile(FALLING, propose=lambda question: {}), ch.Pure(epsilon=0)
BOOK.soundness(
    "where-it-answers",
    "A window in which every client checks in, and in which all reports are used or one from each slot, is a shuffle "
    "of n reports, whether these are pure or may fail. The theorems about the number of participants apply to fixed "
    "windows with p < 1, to averaged windows with p = 1, and only to reports that have eps0 > 0 and, where they are "
    "about failing reports, delta0 > 0.",
    "Algorithms 1 and 2, Section 4.2",
    "both sides of every end",
    Each("run: the shuffle", _steps, SHUFFLED),
    Conditions("checkin.shuffled", [AVERAGED, PURE], [pure(n=1), LESS, SLIDING]),
    Conditions("checkin.clones", [LESS], [PURE, window(NOTHING, p=THIRD), AVERAGED]),
    Conditions("checkin.clones-renyi", [LESS], [PURE]),
    Conditions(
        "checkin.clones-approximate",
        [FAILING],
        [window(ch.Approximate(epsilon=HALF, delta=0), p=THIRD), window(APPROXIMATE)],
    ),
    Conditions("feldman2021.renyi", [_shuffle(ch.Pure(epsilon=HALF))], [_shuffle(NOTHING)]),
    Conditions(
        "checkin.clones-clipped",
        [window(SOFT, p=THIRD), window(SOFT, protocol="averaged"), window(ENDLESS, p=THIRD)],
        [window(SURE, p=THIRD), window(SOUGHT, p=THIRD), window(SOFT, protocol="sliding")],
    ),
    Conditions("shuffled.clipped", [_shuffle(SOFT), _shuffle(ENDLESS)], [_shuffle(SURE), _shuffle(SOUGHT)]),
    Conditions("checkin.clipped", [window(SOFT)], [window(SOUGHT), window(SOFT, protocol="averaged")]),
)

PARTICIPANTS = {"e": HALF, "p": THIRD, "d": TINY, "at": Fraction(1, 9), "reach": "1 + 2*199*exp(-e)*p"}


def _at(xp: Any) -> Any:
    return xp.number(PARTICIPANTS["at"])


def _pair(xp: Any) -> Any:
    return clones.delta(xp, HALF, 200, _at(xp), THIRD) / 3


def _curve(xp: Any, near: Any) -> Any:
    return near.curve(xp, xp.number(3), HALF)


def _moments(n: int, p: Fraction) -> Any:
    return lambda xp: clone_moments.renyi(xp, HALF, n, xp.number(3), p)


BOOK.stated(
    "clones.as-stated",
    "The profile of the window is p times that of the clones pair up to log(1 + p (e^eps0 - 1)), and beyond it 0, or "
    "p delta0 if reports may fail; below it such reports add (e^eps + 1) p (1 + 2 (n-1) p e^-eps0) delta0. As the "
    "slope of its Renyi curve at the order 1 searches are told 2 p tanh(eps0/2)^2/(1 + (n-1) p e^-eps0).",
    "Theorem 3.2",
    "n = 200, p = 1/3, eps0 = 1/2",
    Answers(
        "checkin.clones",
        pure(p=THIRD, n=200),
        {"delta(at)": _pair, "delta(1/4)": 0, "at_infinity.max_loss": AMPLIFIED},
        PARTICIPANTS,
    ),
    Answers(
        "checkin.clones-approximate",
        window(FAILING.inner, p=THIRD, n=200),
        {"delta(1/4)": "p*d", "at_infinity.delta": "p*d"},
        PARTICIPANTS,
        more={"what fails": (lambda xp, found: found.delta(xp, _at(xp), {}) - _pair(xp), "(exp(at)+1)*p*reach*d")},
    ),
    Answers(
        "checkin.clones-clipped",
        window(profile(FALLING, delta_at_infinity=TINY), p=THIRD, n=200),
        {"least": "p*d"},
        PARTICIPANTS,
        more={
            "the distance": (lambda xp, near: near.transfer(xp, HALF), "p*reach*exp(-e)/7"),
            "the curve": (_curve, _moments(200, THIRD)),
            "the slope": (lambda xp, near: near.rho(xp, HALF), "2*p*((exp(e)-1)/(exp(e)+1))^2/(1 + 199*p*exp(-e))"),
        },
    ),
    Answers("checkin.clones-renyi", pure(p=THIRD, n=200), {"curve(3)": _moments(200, THIRD)}),
    Answers("feldman2021.renyi", _shuffle(ch.Pure(epsilon=HALF)), {"curve(3)": _moments(9, Fraction(1))}),
    Answers("shuffled.clipped", _shuffle(ENDLESS), more={"the curve": (_curve, _moments(9, Fraction(1)))}),
)
