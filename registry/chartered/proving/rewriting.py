"""Rewriting theorems, run on an example in a claim."""

from __future__ import annotations

from chartered_verify.forms.proof_chain import Step
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict
from msgspec import Struct

import chartered as ch

from .formula_reader import Reader
from .registered import registered


class Rewrites(Struct, frozen=True):
    """A part of a proof: a theorem rewrites a step as another, as running it shows.

    Args:
        theorem: The name of the theorem.
        step: The step that it takes, as users write it.
        into: The step with its number of runs that it becomes.
        below: Whether it is what the theorem states from below, which costs no more than the step.

    Examples:
        >>> part = proving.Rewrites("poisson.whole", "poisson:rate=1/gaussian:sigma=2", "gaussian:sigma=2")
        >>> proving.verdict_name(part(proving.Effort()))
        'proved'
    """

    theorem: str
    step: str
    into: str
    below: bool = False

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By running the theorem."""
        return [("the rewriting", self(effort))]

    def __call__(self, effort: Effort) -> Verdict:
        """Proved if the theorem rewrites the step as stated; refuted otherwise."""
        theorem = registered(self.theorem)
        rewriting, case = (
            theorem.from_below if self.below else theorem,
            ch.Case(ch.parse(self.step).step, ch.Neighbours.ADD_OR_REMOVE),
        )
        if (why := rewriting.conditions(case)) is not None:
            return Refuted(f"run: the theorem does not apply: {why}", witness={"step": self.step})
        found, into = rewriting.bound(case), ch.parse(self.into)
        if (((found, 1),) if isinstance(found, ch.Step) else tuple(found)) != ((into.step, into.times),):
            return Refuted("run: it becomes another step", witness={"step": self.step, "found": str(found)})
        return Proved(f"run: {self.step} becomes {self.into}")
