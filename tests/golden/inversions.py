"""Golden inversions: ledgers that the characteristic function answers, drawn once and for all, and what it answered;
`python -m tests.golden.inversions` writes them anew.

A redrawn formula or search may find other witnesses. It may not find wider ends, nor none where there were some."""

from __future__ import annotations

import json
import math
import random
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch

FILE = Path(__file__).parent / "inversions.json"
ACCOUNTANT = "characteristic-function"
ONCE = ("add-or-remove", "replace-one")
NOISE = {
    "gaussian:sigma={s}": ONCE,
    "laplace:scale={b}": ONCE,
    "discrete-gaussian:sigma={s}": ONCE,
    "discrete-gaussian:sigma={s},sensitivity=2": ONCE,
    "discrete-laplace:scale={b}": ONCE,
    "discrete-laplace:scale={b},sensitivity=3": ONCE,
    "pure:epsilon={e}": ONCE,
    "approximate:epsilon={e},delta={d}": ONCE,
}
ALONE = {
    "laplace:scale={b}": ONCE,
    "randomized-response:epsilon={e}": ("replace-one",),
    "randomized-response:epsilon={e},k=5": ("replace-one",),
    "discrete-gaussian:sigma={s}": ("add-or-remove",),
    "discrete-laplace:scale={b},sensitivity=2": ("add-or-remove",),
    "pure:epsilon={e}": ONCE,
    "approximate:epsilon={e},delta={d}": ("add-or-remove",),
}
BESIDE = ("gaussian:sigma={s},times=3", "laplace:scale={b}", "pure:epsilon={e}")
RUNS = (1, 2, 3, 5, 8, 20, 64, 300, 1000, 10**4, 10**6, 10**9)
DELTAS = ("1e-3", "1e-5", "1e-8", "1e-15", "1e-60", "1e-300")


def cases() -> list[dict[str, Any]]:
    """The questions: each law with several runs and deltas, under each relation, some of them in products."""
    draw, found = random.Random(31), list[dict[str, Any]]()
    templates = [("poisson:rate={q}/" + noise, relations) for noise, relations in NOISE.items()] + list(ALONE.items())
    for step, relations in templates:
        for neighbours in relations:
            for k, runs in enumerate(RUNS):
                beside = [_drawn(draw, draw.choice(BESIDE), runs)] if k % 4 == 3 else []
                delta, steps = draw.choice(DELTAS), [f"{_drawn(draw, step, runs)},times={runs}", *beside]
                found.append({"steps": steps, "neighbours": neighbours, "delta": delta})
    return found


def _drawn(draw: random.Random, step: str, runs: int) -> str:
    """The step with parameters at which so many runs cost something, and not everything."""
    rate, many = draw.choice((0.5, 0.1, 0.01, 0.001)), runs**0.5
    noise = draw.choice((0.6, 1, 2, 5)) * max(1.0, 0.03 * many)
    values = {"q": rate, "s": f"{noise:.3g}", "b": f"{noise:.3g}", "e": f"{1 / noise:.3g}", "d": f"{1e-6 / runs:.1e}"}
    return step.format(**values)


def answered(case: dict[str, Any]) -> dict[str, Any]:
    """Both ends as decimal strings with the kinds of rules, or the reason why there are none."""
    ledger, begun = ch.Ledger(case["steps"], neighbours=case["neighbours"]), time.process_time()
    try:
        answer = ledger.epsilon(case["delta"], accountant=ACCOUNTANT)
    except ch.CharteredError as error:
        return {"why": str(error)}
    row = answer.to_json()
    ends = {end: row[f"{end}_exact"] if f"{end}_exact" in row else repr(row[end]) for end in ("lower", "upper")}
    return {**ends, "rules": _rules(row["witness"]), "seconds": round(time.process_time() - begun, 3)}


def _rules(witness: dict[str, Any]) -> list[str]:
    """What the witness states of each direction: the last words of its fields, without positions."""
    names = (name.partition(".") for name in witness)
    return sorted({f"{side}: {part.split('.')[0]}" for side, _, part in names if side in ("removal", "addition")})


def ends(row: dict[str, Any]) -> tuple[float | Fraction, float | Fraction]:
    """The two ends; a lower end that is not known is 0."""
    lower, upper = (math.inf if row[end] == "inf" else Fraction(row[end] or 0) for end in ("lower", "upper"))
    return lower, upper


def main() -> None:
    """Writes the answers, with a line for each case."""
    rows = [case | answered(case) for case in cases()]
    FILE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
