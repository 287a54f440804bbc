"""Steps: a claim that follows from several, each decided by algebra or balls, and what decides a single one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from .arithmetic import balls
from .values import Enclosure
from .verdict import Proved, Refuted, Supported, Undecided, Verdict

Step: TypeAlias = tuple[str, Verdict]
"""What is shown, and what became of it."""


def chain(conclusion: str, *steps: Step) -> Verdict:
    """Proved when every step is proved, and `how` is the chain; otherwise the verdict of the first step that is not, with its name.

    `conclusion` says why the steps suffice: it is the part of the proof that a person must read.
    """
    hunted = 0
    means = set()
    for label, verdict in steps:
        match verdict:
            case Proved():
                hunted += verdict.hunted
                means.add(verdict.how.split(":")[0])
            case Refuted():
                return Refuted(f"step '{label}': {verdict.how}", witness=verdict.witness)
            case Undecided():
                return Undecided(f"step '{label}': {verdict.how}", left=verdict.left)
            case Supported():
                return Supported(f"step '{label}' is only supported: {verdict.how}", points=verdict.points, digits=verdict.digits)
    listed = "; ".join(f"({number}) {label}" for number, (label, _) in enumerate(steps, start=1))
    return Proved(how=f"{' and '.join(sorted(means))}: {listed}. {conclusion}", hunted=hunted)


def certain(label: str, formula: Callable[[Any], Any], bits: int = 256) -> Step:
    """A step without variables: the formula is certainly positive (balls)."""
    with balls(bits) as xp:
        value = xp.number(formula(xp))
        if value > 0:
            return label, Proved(how="balls: certainly positive")
        if value <= 0:
            return label, Refuted("balls: certainly not positive", witness={"value": Enclosure.of(value).upper_exact})
    return label, Undecided("balls: the sign is open", left=label)


def sample(holds: Callable[..., bool], cases: Sequence[Sequence[Any]], digits: int, what: str, why: str = "") -> Verdict:
    """Supported when `holds(*case)` for every case; the first other case refutes. `why` says why there is no proof."""
    for case in cases:
        if not holds(*case):
            return Refuted(f"{what}: a counterexample", witness={"point": [str(part) for part in case]})
    return Supported(how=f"{what}: no counterexample", points=len(cases), digits=digits, why=why)
