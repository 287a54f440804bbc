"""Claims about check-ins, compared with exactly computed protocols: all patterns, choices, reports and pairs of
neighbours."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import chartered as ch
from chartered.proving import Effort, Proofs, Verdict, balls
from chartered_verify.forms.proof_chain import sample

from .checkin_laws import Reports, Rounds, failing, responses

BOOK = Proofs("checkin", "Balle et al. 2020 (random check-ins)")
HALF, ONE, FAILURE = Fraction(1, 2), Fraction(1), Fraction(1, 1000)
LEVELS = (Fraction(1, 20), Fraction(1, 4), Fraction(3, 4))
"""Values of eps at which delta is compared."""
ODDS = {HALF: Fraction("1.6487"), Fraction(2): Fraction("7.389")}
"""The odds of an eps0-DP randomized response: rational, and just below e^eps0."""
PROTOCOLS = [
    *(Rounds("fixed", 1, HALF, 2), Rounds("fixed", 2, HALF, 2, adaptive=True), Rounds("fixed", 3, ONE, 2)),
    *(Rounds("fixed", 2, Fraction(9, 10), 3), Rounds("fixed", 3, ONE, 3, adaptive=True)),
    *(Rounds("sliding", 1, ONE, 2), Rounds("sliding", 2, ONE, 3, adaptive=True), Rounds("sliding", 3, ONE, 4)),
    Rounds("sliding", 2, ONE, 4),
    *(Rounds("averaged", 1, ONE, 3), Rounds("averaged", 2, ONE, 2), Rounds("averaged", 2, ONE, 3)),
]
LARGER = [
    *(Rounds("fixed", 3, HALF, 4), Rounds("fixed", 2, ONE, 5, adaptive=True)),
    *(Rounds("sliding", 3, ONE, 5), Rounds("averaged", 2, ONE, 4)),
]
"""Further protocols for the full tier."""
ACCOUNTANTS = {
    "checkin.pure": "pure",
    "checkin.approximate": "approximate",
    "checkin.steps": "optimal",
    "checkin.zcdp": "zcdp",
    "checkin.clipped": "clipped",
    "checkin.clones-renyi": "renyi",
    "checkin.clones-clipped": "clipped",
    "shuffled.clipped": "clipped",
}
"""The accountant with which a theorem answers here; the others give profiles."""
PARTIAL = ("checkin.mixture", "checkin.clones", "checkin.clones-approximate", "checkin.clones-renyi")
"""Theorems that need p < 1."""
SIZES = (
    "all data of up to 4 clients (5 in the full tier), m <= 3, k <= 3, dummy 0, eps0 in {1/2, 2}; eps in {1/20, 1/4, "
    "3/4}"
)


@cache
def worst(rounds: Rounds, epsilon0: Fraction, k: int, delta0: Fraction) -> dict[Fraction, Any]:
    """The largest divergence of any two neighbours at each level of eps, as a ball; with `delta0` > 0 reports fail with
    that probability."""
    reports: Reports = failing(ODDS[epsilon0], delta0) if delta0 else responses(ODDS[epsilon0], k)
    with balls(128) as xp:
        found = dict.fromkeys(LEVELS, xp.number(0))
        for pair in rounds.neighbours(reports):
            for level in LEVELS:
                found[level] = xp.maximum(found[level], pair.hockey_stick(xp, xp.number(level)))
        return found


def step_of(rounds: Rounds, report: str) -> str:
    """The protocol as a step on the command line."""
    return f"checkin:m={rounds.m},p={rounds.p},n={rounds.n},protocol={rounds.protocol}/{report}"


def never_below(theorem: str, protocols: Sequence[str], effort: Effort, approximate: bool = False) -> Verdict:
    """A check that no answer by the theorem is below the exact delta, over protocols, local guarantees and eps."""
    chosen = [rounds for rounds in [*PROTOCOLS, *(LARGER if effort.full else ())] if rounds.protocol in protocols]
    small = [r for r in chosen if effort.full or not approximate or r.m * r.n <= 4]
    cases = [(rounds, e0, level) for rounds in small for e0 in ODDS for level in LEVELS]

    def holds(rounds: Rounds, e0: Fraction, level: Fraction) -> bool:
        k = 3 if rounds.protocol != "averaged" and rounds.m * rounds.n <= 4 else 2
        exact = worst(rounds, e0, k, FAILURE if approximate else Fraction(0))[level]
        report = (
            f"approximate:epsilon={e0},delta={FAILURE}" if approximate else f"randomized-response:epsilon={e0},k={k}"
        )
        account = ch.Ledger(step_of(rounds, report)).account(
            ch.Question.delta(level), accountant=(theorem, ACCOUNTANTS.get(theorem, "profile"))
        )
        return bool(account.answers) and all(not exact > answer.upper for answer in account.answers)

    applies = [case for case in cases if not (theorem in PARTIAL and case[0].p == 1)]
    return sample(holds, applies, effort.digits, "balls: every pattern of small protocols")


ALL, EACH = ("fixed", "sliding", "averaged"), ("fixed", "sliding")
OURS = "direct computation"
PURE = {
    "pure": (ALL, OURS),
    "profile": (ALL, OURS),
    "steps": (EACH, "proof of Theorem 3.2"),
    "zcdp": (EACH, "Lemma A.2"),
    "mixture": (("fixed",), OURS),
    "shared-slot": (("fixed",), OURS),
    "T32": (("fixed",), "Theorem 3.2"),
    "T43": (("sliding",), "Theorem 4.3"),
    "shuffled": (("averaged",), OURS),
    "T41": (("averaged",), "Theorem 4.1"),
    "clones": (("fixed",), OURS),
    "clones-renyi": (("fixed",), OURS),
}
FAILING = {
    "approximate": (ALL, OURS),
    "shuffled-approximate": (("averaged",), OURS),
    "clipped": (EACH, "Theorem 3.2, sharpened"),
    "clones-approximate": (("fixed",), OURS),
    "clones-clipped": (("fixed", "averaged"), OURS),
}
"""The protocols of each theorem, and its place in the paper, for pure reports and for reports that fail."""


def _enter(name: str, protocols: Sequence[str], at: str, approximate: bool) -> None:
    kind = "(eps0, 1/1000)-DP" if approximate else "randomized"
    BOOK.soundness(
        f"{name}.exact",
        f"No answer by checkin.{name} is below the exactly computed delta of small protocols with {kind} responses.",
        at,
        SIZES,
        lambda effort: never_below(f"checkin.{name}", protocols, effort, approximate),
    )


for _theorems in (PURE, FAILING):
    for _name, _about in _theorems.items():
        _enter(_name, *_about, _theorems is FAILING)
