"""Proof chains: claims that follow from several steps, each decided by algebra or by balls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from ..arithmetic import balls, deciding
from ..arithmetic.unknown import Refused
from ..enclosure import Enclosure
from ..raised import not_admissible
from ..statements.verdict import Proved, Refuted, Supported, Undecided, Verdict
from .tables_and_optima import no_case

Step: TypeAlias = tuple[str, Verdict]
"""The label of a step, and its verdict."""


def chain(conclusion: str, *steps: Step) -> Verdict:
    """Proved if every step is proved, with the steps as `how`; otherwise the verdict of the first step that is refuted,
    undecided or only supported, in this order.

    `conclusion`: why the steps suffice, the part of the proof that a person must read."""
    if not steps:
        return Undecided("no step is given", left="all of it")
    for kind in (Refuted, Undecided, Supported):
        for label, verdict in steps:
            if isinstance(verdict, kind):
                return _of_step(label, verdict)
    proofs = [verdict for _, verdict in steps if isinstance(verdict, Proved)]
    means = sorted({proof.how.split(":")[0] for proof in proofs})
    listed = "; ".join(f"({number}) {label}" for number, (label, _) in enumerate(steps, start=1))
    how = f"{' and '.join(means)}: {listed}. {conclusion}".rstrip()
    return Proved(how, hunted=sum(proof.hunted for proof in proofs))


def _of_step(label: str, verdict: Verdict) -> Verdict:
    """The verdict of a step as the verdict of the whole."""
    if isinstance(verdict, Supported):
        return replace(verdict, how=f"step '{label}' is only supported: {verdict.how}")
    return replace(verdict, how=f"step '{label}': {verdict.how}")


def certain(label: str, formula: Callable[[Any], Any], bits: int = 256, at_zero: str = "") -> Step:
    """A step without variables: whether the formula is certainly positive, by balls. At 0 it is refuted, or undecided
    with `at_zero` as its reason."""
    with balls(bits) as xp:
        try:
            value = xp.number(deciding.value(formula, xp))
        except Refused as error:
            return label, Undecided(not_admissible(error), left=label)
        if not value.is_finite():
            return label, Undecided("balls: there is no number", left=label)
        if value > 0:
            return label, Proved(how="balls: certainly positive")
        if value < 0 or (value <= 0 and not at_zero):
            return label, Refuted("balls: certainly not positive", witness={"value": Enclosure.of(value).upper_exact})
    return label, Undecided(at_zero or "balls: the sign is open", left=label)


def sample(
    holds: Callable[..., bool], cases: Sequence[Sequence[Any]], digits: int, what: str, why: str = ""
) -> Verdict:
    """Supported if `holds(*case)` for every case; the first other case refutes. `why`: why there is no proof."""
    for case in cases:
        if not holds(*case):
            return Refuted(f"{what}: a counterexample", witness={"point": [str(part) for part in case]})
    if not cases:
        return no_case()
    return Supported(how=f"{what}: no counterexample", points=len(cases), digits=digits, why=why)
