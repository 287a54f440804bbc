"""The Coq file of a claim: its steps as lemmas, and the claim, which is their conjunction."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from chartered_verify.arithmetic.recording_watch import NotRecorded
from chartered_verify.statements.claim import Claim
from msgspec import Struct

from ..atomic_files import path_of, whole_file
from ..errors import BadValue, CharteredError
from ..proof.coq.escaped_text import literal
from .claim_steps import NotStated, Stated, stated
from .derivatives import definitions
from .scripts import script, statement

_AND = " /\\ "


class ClaimFile(Struct, frozen=True):
    """The Coq file of a claim, with the number of its steps and of the inequalities among them."""

    text: str
    steps: int
    inequalities: int

    @property
    def summary(self) -> str:
        """The numbers of steps and of inequalities, in words."""
        return f"{self.steps} step{'s' if self.steps != 1 else ''}, {self.inequalities} of them inequalities"

    def save(self, path: str | Path) -> None:
        """Writes the file atomically: it is complete or absent. Raises BadValue if it cannot be written."""
        with whole_file(path_of(path, "file", BadValue), "file", BadValue) as draft:
            draft.write_text(self.text, encoding="utf-8")


def claim_file(claim: Claim) -> ClaimFile:
    """The Coq file of a claim. Raises NotStated, with the reason, for a claim that has none."""
    steps, whys = stated(claim)
    parts = [(files(__package__) / "prelude.v").read_text("utf-8")]
    try:
        for n, step in enumerate(steps, 1):
            parts += _section(n, step)
    except (NotRecorded, CharteredError) as error:
        raise NotStated(str(error)) from error
    parts += _claim(claim, steps, whys)
    return ClaimFile("\n".join([*parts, ""]), len(steps), sum(step.is_inequality for step in steps))


def _section(n: int, step: Stated) -> list[str]:
    """A step, in its own Coq module."""
    lines = [f"Module step_{n}.", f"Definition says : string := {literal(step.label)}."]
    for k, one in enumerate(step.xp.derivatives):
        lines += definitions(k, one, step.xp)
    lines += [
        f"Definition statement : Prop := {statement(step)}.",
        "Lemma holds : statement.",
        "Proof. unfold statement.",
    ]
    return [*lines, *script(step), "Qed.", f"End step_{n}.", ""]


def _claim(claim: Claim, steps: Sequence[Stated], whys: Sequence[str]) -> list[str]:
    names = [f"step_{n}" for n in range(1, len(steps) + 1)]
    words = " ".join(map(literal, (claim.name, claim.source, claim.statement)))
    return [
        "(* Why the steps suffice, and on which domain, in words that Coq does not read. *)",
        f"Definition suffices : string := {literal(' '.join(whys))}.",
        f"Definition domain : string := {literal(claim.domain)}.",
        f"Theorem claim : cited {words}",
        f"  ({_AND.join(f'{name}.statement' for name in names)}).",
        f"Proof. exact {_all(names)}. Qed.",
        "Print Assumptions claim.",
    ]


def _all(names: Sequence[str]) -> str:
    """The proof term of the conjunction of all steps."""
    found = f"{names[-1]}.holds"
    for name in reversed(names[:-1]):
        found = f"(conj {name}.holds {found})"
    return found
