"""Claims about shuffled randomized response as it is asked for: where each theorem answers, and witnesses that show
nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.as_stated import Conditions, answers, replaced
from chartered.proving.book import Book, claims_of
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort, Kind
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ..formulas import blanket_krr as response_blanket, shuffled_binary_rr as shuffled_response

BLANKET = Book("balle2019", "Balle, Bell, Gascon, Nissim 2019")
EXACT = Book("shuffled-response", "direct computation")
claims = claims_of(BLANKET, EXACT)
HALF = Fraction(1, 2)


def _reports(n: int = 20, epsilon: Any = 1, k: int = 2, adaptive: str = "false") -> ch.Case:
    return replaced(f"shuffled:n={n},adaptive={adaptive}/randomized-response:epsilon={epsilon},k={k}")


def _any(epsilon: int = 1, adaptive: str = "false") -> ch.Case:
    return replaced(f"shuffled:n=20,adaptive={adaptive}/pure:epsilon={epsilon}", ch.Pure(epsilon=epsilon))


def _intervals(effort: Effort) -> Verdict | None:
    """Half as many grid intervals for reports on more than two values."""
    found = [answers(PLD, source).intervals for source in (_reports(TWO + 1), _reports(10**5, k=3))]
    return None if found == [32, 16] else Refuted("run: other grids", witness={"theorem": PLD})


MOST, TWO, PLD = response_blanket.MOST, shuffled_response.MOST, "balle2019.response-pair-pld"
NEVER, THREE = [_reports(epsilon=0), _reports(adaptive="true")], _reports(k=3)
BLANKET.stated(
    "response-pair.where-it-answers",
    "The theorems about randomized response answer of independent reports that say something, sums of not too many, "
    "the exact one of two "
    "values.",
    "Section 5.2",
    "both sides of every end",
    _intervals,
    Conditions("balle2019.response-hoeffding", [_reports(), THREE], NEVER),
    Conditions("balle2019.hoeffding", [_any()], [_any(adaptive="true"), _any(0)]),
    Conditions("balle2019.response-pair", [THREE, _reports(MOST)], [*NEVER, _reports(MOST + 1)]),
    Conditions("shuffled-response.profile", [_reports(TWO)], [*NEVER, _reports(TWO + 1), THREE]),
    Conditions(
        PLD,
        [_reports(TWO + 1), _reports(10**6), _reports(10**5, k=3)],
        [_reports(TWO), _reports(10**6 + 1), _reports(10**5 + 1, k=3), *NEVER],
    ),
    kind=Kind.SOUNDNESS,
)


def _given(profile: ch.Profile, delta: Fraction, witness: dict[str, Any]) -> Any:
    """The eps at a witness, or None where it is refused."""
    with balls(128) as xp:
        try:
            return profile.epsilon(xp, xp.number(delta), witness)  # type: ignore[misc]
        except ch.Unavailable:
            return None


@BLANKET.soundness(
    "response-pair.witness",
    "An eps is given where the summed delta is at most the target, and always from eps0 on; nothing else is.",
    "Theorem 3.1",
    "n = 20, k = 3, eps0 = 1",
)
def _witness(effort: Effort) -> Verdict:
    profile = answers("balle2019.response-pair", _reports(k=3))
    with balls(128) as xp:
        at = profile.delta(xp, xp.number(HALF), {})
        if at.overlaps(xp.number(0)) or not at < 1:
            return Refuted("no delta at eps = 1/2", witness={"delta": str(at)})
        above, below = (Fraction(float(at)) * Fraction(part, 1000) for part in (1001, 999))
        given = [_given(profile, delta, {"above": HALF}) for delta in (above, below)]
        whole, over, under = (_given(profile, above, {"above": Fraction(a)}) for a in (1, 2, -1))
        tiny = _given(profile, Fraction(1, 10**30), {"above": Fraction(1)})
        right = (
            given[0] is not None
            and bool(given[0] == xp.number(HALF))
            and whole is not None
            and whole == 1
            and tiny is not None
        )
        nothing = _given(profile, below, {})
        wrong = any(found is not None for found in (given[1], over, under, nothing))
    return (
        Proved("each witness, run, is given or refused as stated")
        if right and not wrong
        else Refuted("a witness is taken for what it is not", witness={"delta": str(at)})
    )


@EXACT.soundness(
    "profile.witness",
    "The eps lies between two ends where delta is on either side of the target; other ends are refused.",
    "worst data",
    "n = 20, eps0 = 1",
)
def _ends(effort: Effort) -> Verdict:
    profile = answers("shuffled-response.profile", _reports())
    low, high = Fraction(49, 100), HALF
    with balls(128) as xp:
        middle = xp.number(Fraction(99, 200))
        wide = profile.delta(xp, xp.number(low).union(xp.number(high)), {})
        sharp = profile.delta(xp, middle, {})
        if not wide.contains(sharp) or bool(sharp.rad() * 10**9 > sharp) or not wide.rad() > 0:
            return Refuted("delta over an interval of eps does not hold that inside", witness={"delta": str(sharp)})
        target = Fraction(float(sharp))
        found = _given(profile, target, {"above": high, "below": low})
        half = _given(profile, target, {"above": high})
        refused = [
            _given(profile, target, {"above": a, "below": b})
            for a, b in (
                (low, high),
                (low, low / 2),
                (high, Fraction(998, 2000)),
                (Fraction(2), low),
                (high, Fraction(-1)),
            )
        ]
        fits = (
            found is not None
            and found.contains(middle)
            and found.lower() > xp.number(Fraction(48, 100))
            and found.upper() < xp.number(Fraction(51, 100))
        )
        fits = fits and half is not None and half.contains(middle) and half.contains(xp.number(0))
    given = [found for found in refused if found is not None]
    return (
        Proved("each witness, run, is given or refused as stated")
        if fits and not given
        else Refuted("ends that show nothing are taken", witness={"ends": str(given)})
    )
