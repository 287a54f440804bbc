"""What is asked of everyone: eps of noisy SGD, eps along a run, the noise for a target, and the limits of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

Part = tuple[str, str, int]
"""Sampling rate, sigma over sensitivity, and runs."""


@dataclass(frozen=True, slots=True)
class Question:
    """One row: eps of `parts` at `delta`; after each of `counts` repetitions of the parts; or the least sigma whose eps
    is `target`, where the sigma of the parts is not used."""

    name: str
    parts: tuple[Part, ...]
    delta: str
    counts: tuple[int, ...] = ()
    target: str | None = None
    again: bool = False
    """Asked for the second time in one process, at another delta."""
    shell: bool = False
    """Asked by the command of the package, start of the process and all."""

    @property
    def warm_up(self) -> Question:
        """A question of the same kind that is asked before, so that imports are not counted."""
        if self.again:
            return Question("", self.parts, "2e-5")
        few = tuple((rate, str(Fraction(sigma) + Fraction(1, 8)), 100) for rate, sigma, _ in (("0.02", "1.25", 100),))
        return Question("", few, "1e-4", counts=self.counts and (1, 2), target=self.target)


def _one(rate: str, sigma: str, runs: int, delta: str) -> Question:
    return Question(f"rate {rate}, sigma {sigma}, {_short(runs)} runs, delta {delta}", ((rate, sigma, runs),), delta)


def _short(runs: int) -> str:
    """1e6, and the like, where it is a power of ten above 10000."""
    power = len(str(runs)) - 1
    return f"1e{power}" if runs == 10**power > 10_000 else str(runs)


CASES = (
    _one("0.01", "1", 1000, "1e-5"),
    _one("256/60000", "1.1", 14_040, "1e-5"),
    _one("0.001", "0.8", 100_000, "1e-6"),
    _one("0.01", "2", 2274, "1e-15"),
    _one("1e-4", "0.6", 1_000_000, "1e-7"),
    _one("0.01", "1", 10_000, "1e-5"),
)
"""Six cases of noisy SGD."""
RUNS = (_one("0.01", "1", 100, "1e-5"), _one("0.001", "1", 10**6, "1e-5"), _one("1e-5", "1", 10**9, "1e-6"))
DELTAS = tuple(_one("0.01", "1", 10_000, delta) for delta in ("1e-10", "1e-15", "1e-30", "1e-100", "1e-300"))
NOISE = tuple(("0.01", f"{80 + k}/80", 100) for k in range(40))
"""Noise that grows from 1 to 1.4875 in 40 steps."""
EPOCH = (("256/60000", "1.1", 234),)
MANY = (
    Question("60 epochs, eps after each", EPOCH, "1e-5", counts=tuple(range(1, 61))),
    Question("1000 counts, 10 to 10000", (("0.01", "1", 10),), "1e-5", counts=tuple(range(1, 1001))),
    Question("sigma for eps 3 at 10000 runs", (("0.01", "1", 10_000),), "1e-5", target="3"),
    Question("40 kinds of noise in one ledger", NOISE, "1e-5"),
    Question("the first case again, another delta", CASES[0].parts, "1e-5", again=True),
    Question("the first case from the shell", CASES[0].parts, "1e-5", shell=True),
)
QUESTIONS = {question.name: question for question in (*CASES, *MANY, *RUNS, *DELTAS)}


def spread(counts: tuple[int, ...]) -> Iterator[int]:
    """The places of at most 20 counts, the last among them: those whose truth is computed."""
    step = max(1, len(counts) // 20)
    yield from range(step - 1, len(counts), step)
