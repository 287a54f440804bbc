"""Claims about registered answers on randomized response: what counts as one answer, and the profiles."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Answers, Book, Conditions, Each, Kind, case, numbers
from chartered.proving.tables_of_answers import answers
from chartered_plugins.composition.formulas import randomized_response_products as responses
from chartered_verify.arithmetic import balls, floats

RESPONSES = Book("responses", "Kairouz, Oh, Viswanath 2015")
claims = RESPONSES.claims
HALF, THIRD, TENTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 10)


def _of(*counts: tuple[Fraction, int], failing: Fraction = Fraction(0)) -> ch.Responses:
    return ch.Responses(counts=dict(counts), delta=failing)


COUNTED: list[tuple[str, Any, Any]] = [
    ("pure.worst-response", case("pure:epsilon=1/2"), ({HALF: 1}, 0)),
    ("approximate.worst-response", case("approximate:epsilon=1/2,delta=1/10"), ({HALF: 1}, TENTH)),
    ("randomized-response.response", case("randomized-response:epsilon=1/2,k=2"), ({HALF: 1}, 0)),
    ("pure.response", ch.Pure(epsilon=HALF), ({HALF: 1}, 0)),
    ("pure.response", ch.Pure(epsilon=0), ({}, 0)),
    ("approximate.response", ch.Approximate(epsilon=HALF, delta=TENTH), ({HALF: 1}, TENTH)),
    ("approximate.response", ch.Approximate(epsilon=0, delta=TENTH), ({}, TENTH)),
]


def _counted(theorem: str, source: Any, wanted: tuple[dict[Fraction, int], Fraction]) -> bool:
    found = answers(theorem, source)
    return (dict(found.counts), found.delta) == wanted


RESPONSES.stated(
    "profile.counted",
    "As one answer count pure and approximate DP, as a mechanism or as a guarantee, and randomized response on two "
    "values; eps = 0 counts as no answer.",
    "Theorem 2.4 and Section 3",
    "eps = 1/2, delta = 1/10",
    Each("run", _counted, COUNTED),
    Conditions(
        "randomized-response.response", ["randomized-response:epsilon=1/2,k=2"], ["randomized-response:epsilon=1/2,k=3"]
    ),
    kind=Kind.SOUNDNESS,
)

ONE = {"eps0": HALF, "d": TENTH, "eps": THIRD, "delta": "d + (1-d)*(exp(eps0)-exp(eps))/(1+exp(eps0))"}
RESPONSES.stated(
    "profile.as-stated",
    "One answer that fails with probability d has delta(eps) = d + (1-d)(e^eps0 - e^eps)/(1 + e^eps0), with its "
    "inverse and slope, exactly from d on and up to eps0; two of them, with both flips, likewise.",
    "Theorem 3.3",
    "eps0 = 1/2, d = 1/10, eps = 1/3",
    Answers(
        "responses.profile",
        _of((HALF, 1), failing=TENTH),
        {
            "delta(eps)": "delta",
            "epsilon(delta)": "eps",
            "evaluation.derivative(eps)": "-(1-d)*exp(eps)/(1+exp(eps0))",
            "at_infinity.max_loss": "eps0",
            "at_infinity.delta": "d",
        },
        ONE,
    ),
    Answers(
        "responses.profile",
        _of((HALF, 2)),
        {"delta(eps)": "(exp(2*eps0)-exp(eps))/(1+exp(eps0))^2", "at_infinity.max_loss": "2*eps0"},
        ONE,
    ),
)


SUMS: tuple[responses.Counts, ...] = (
    ((HALF, 3),),
    ((HALF, 2), (THIRD, 3)),
    ((HALF, 1), (Fraction(10**9 + 1, 3 * 10**9), 2), (TENTH, 2)),
    ((HALF, 1), (Fraction(700), 1)),
)


def _as_summed(counts: responses.Counts, epsilon: Fraction) -> bool:
    """Whether the registered delta is the sum of all positive gains, in doubles and in balls, for losses on and off a
    grid and for equal counts."""
    losses, profile = responses.summed(counts), answers("responses.profile", _of(*counts))
    if len(counts) > 1 and losses.unit * losses.largest.denominator > 10**9:
        return False
    with balls(256) as xp:
        exact = _gains(xp, counts, epsilon)
        found, double = profile.delta(xp, xp.number(epsilon), {}), profile.delta(floats, float(epsilon), {})
        close = abs(found - exact) * 10**40 <= 1 and abs(double - float(exact)) <= 1e-13
        return bool(found.overlaps(exact) and close)


def _gains(xp: Any, counts: Any, epsilon: Fraction) -> Any:
    """The sum of all positive gains, over every combination of single flips."""
    table = [(Fraction(0), xp.number(1))]
    for e, k in counts:
        odds = xp.exp(xp.number(e))
        for _ in range(k):
            table = [
                (loss + sign * e, w * (odds if sign > 0 else 1) / (1 + odds)) for loss, w in table for sign in (1, -1)
            ]
    return sum((w * (1 - xp.exp(xp.number(epsilon - loss))) for loss, w in table if loss > epsilon), xp.number(0))


AT_MOST, UNIT, LOW, TWO, OFF = 20_000, Fraction(1), Fraction(1, 10**31), Fraction(2), Fraction(10**9 + 1, 10**9)
ALONE = [_of((UNIT, 10**12)), _of((10 * LOW, 10**12)), _of((LOW, AT_MOST))]
SUMMED = [*ALONE, _of((UNIT, 101), (TWO, 4045)), _of((UNIT, 199), (OFF, 99)), _of()]
MANY, TOO_MANY = _of((UNIT, 199), (OFF, 100)), _of((UNIT, 10**12 + 1))
RESPONSES.stated(
    "profile.where-it-answers",
    "Answers at one eps are summed up to 10^12 of them and down to eps = 1e-30, or any if they are at most 20000; "
    "several groups if they lie on a grid of 8192 points or have at most 20000 combinations; else they are rounded, "
    "up to 10^7 of one eps.",
    "our limits",
    "both sides of every end",
    Each("sums in doubles and in balls", _as_summed, counts=SUMS, epsilon=numbers("0 1/7 1/2 1")),
    Conditions(
        "responses.profile",
        SUMMED,
        [TOO_MANY, _of((LOW, AT_MOST + 1)), _of((UNIT, 102), (TWO, 4045)), MANY, _of((UNIT, 10**6), (OFF, 10**6))],
    ),
    Conditions(
        "responses.rounded",
        [MANY, _of((UNIT, 10**7), (OFF, 10**6))],
        [*SUMMED, TOO_MANY, _of((UNIT, 10**7 + 1), (OFF, 10)), _of((UNIT, 9), (OFF, 10**8))],
    ),
    kind=Kind.SOUNDNESS,
)
