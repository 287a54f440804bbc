"""Claims about registered answers on shuffled randomized response: the conditions of each theorem, and witnesses that
prove no bound."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Conditions, Each, Effort, Proofs, Refuted, Verdict, balls, claims_of, replaced
from chartered.proving.tables_of_answers import answers
from chartered_plugins.shuffling.formulas import (
    blanket_krr as response_blanket,
    shuffled_binary_rr as shuffled_response,
)

BLANKET = Proofs("balle2019", "Balle, Bell, Gascon, Nissim 2019")
EXACT = Proofs("shuffled-response", "direct computation")
claims = claims_of(BLANKET, EXACT)
HALF, ONE = Fraction(1, 2), Fraction(1)


def _reports(n: int = 20, epsilon: Any = 1, k: int = 2, adaptive: str = "false") -> ch.Case:
    return replaced(f"shuffled:n={n},adaptive={adaptive}/randomized-response:epsilon={epsilon},k={k}")


def _any(epsilon: int = 1, adaptive: str = "false") -> ch.Case:
    return replaced(f"shuffled:n=20,adaptive={adaptive}/pure:epsilon={epsilon}", ch.Pure(epsilon=epsilon))


def _intervals(effort: Effort) -> Verdict | None:
    """Whether the grid has half as many intervals for reports on more than two values."""
    found = [answers(PLD, source).intervals for source in (_reports(TWO + 1), _reports(10**5, k=3))]
    return None if found == [32, 16] else Refuted("run: other grids", witness={"theorem": PLD})


MOST, TWO, PLD = response_blanket.MOST, shuffled_response.MOST, "balle2019.response-pair-pld"
NEVER, THREE = [_reports(epsilon=0), _reports(adaptive="true")], _reports(k=3)
BLANKET.soundness(
    "response-pair.where-it-answers",
    "The theorems about shuffled randomized response apply to reports that are made independently and have eps0 > 0; "
    "those that sum over all outcomes apply up to a number of reports, and the exact one to two values only.",
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
)


def _given(profile: ch.Profile, delta: Fraction, witness: dict[str, Any]) -> Any:
    """The eps at a witness, or None if the witness is refused."""
    with balls(128) as xp:
        try:
            return profile.epsilon(xp, xp.number(delta), witness)  # type: ignore[misc]
        except ch.Unavailable:
            return None


def _refused(profile: ch.Profile, delta: Fraction, *ends: dict[str, Fraction]) -> bool:
    """Whether all these witnesses are refused."""
    return all(_given(profile, delta, witness) is None for witness in ends)


def _above(xp: Any, n: int, k: int) -> bool:
    profile = answers("balle2019.response-pair", _reports(n, k=k))
    at = profile.delta(xp, xp.number(HALF), {})
    if at.overlaps(xp.number(0)) or not at < 1:
        return False
    above, below = (Fraction(float(at)) * Fraction(part, 1000) for part in (1001, 999))
    half, whole = _given(profile, above, {"above": HALF}), _given(profile, above, {"above": ONE})
    tiny = _given(profile, Fraction(1, 10**30), {"above": ONE})
    right = half is not None and bool(half == xp.number(HALF)) and whole is not None and whole == 1 and tiny is not None
    fields = [field.name for field in profile.search.fields]
    return (
        right
        and fields == ["above"]
        and _refused(profile, below, {"above": HALF}, {})
        and _refused(profile, above, {"above": 2 * ONE}, {"above": -ONE})
    )


def _between(xp: Any, n: int, low: Fraction, high: Fraction) -> bool:
    profile, middle = answers("shuffled-response.profile", _reports(n)), xp.number((low + high) / 2)
    wide, sharp = profile.delta(xp, xp.number(low).union(xp.number(high)), {}), profile.delta(xp, middle, {})
    if not wide.contains(sharp) or bool(sharp.rad() * 10**9 > sharp) or not wide.rad() > 0:
        return False
    target = Fraction(float(sharp))
    found, half = (_given(profile, target, ends) for ends in ({"above": high, "below": low}, {"above": high}))
    if found is None or half is None:
        return False
    room = xp.number(Fraction(1, 100))
    inside = found.lower() > xp.number(low) - room and found.upper() < xp.number(high) + room
    wrong = [(low, high), (low, low / 2), (high, Fraction(499, 1000)), (2 * ONE, low), (high, -ONE)]
    unnamed = _given(profile, Fraction(99, 100), {})
    at_zero = unnamed is not None and bool(unnamed == 0)
    held = found.contains(middle) and half.contains(middle) and half.contains(xp.number(0))
    return bool(inside and held and at_zero) and _refused(
        profile, target, *({"above": a, "below": b} for a, b in wrong)
    )


WITNESSES = "each witness, run, is given or refused as stated"
BLANKET.soundness(
    "response-pair.witness",
    "An eps is accepted as a witness if the summed delta there is at most the target, and always from eps0 on; every "
    "other one is refused.",
    "Theorem 3.1",
    "n = 20, k = 3, eps0 = 1",
    Each(WITNESSES, _above, [(20, 3)], bits=256),
)
EXACT.soundness(
    "profile.witness",
    "The eps lies between two ends where delta is on either side of the target, 0 where none is named; other ends are "
    "refused.",
    "worst data",
    "n = 20, eps0 = 1",
    Each(WITNESSES, _between, [(20, Fraction(49, 100), HALF)], bits=256),
)
