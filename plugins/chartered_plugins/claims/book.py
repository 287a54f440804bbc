"""A book of claims: one paper's claims, each written as the function that decides it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from chartered_verify.claim import Check, Claim, Effort, Kind
from chartered_verify.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Book:
    """The claims of one module. `prefix` begins every name, `paper` every source."""

    prefix: str
    paper: str
    entries: list[Claim] = field(default_factory=list)

    def claim(
        self, name: str, kind: Kind, statement: str, at: str, domain: str, *, printed: str = "", corrected: str = "", slow: bool = False
    ) -> Callable[[Check], Check]:
        """Enter the decorated check under `prefix.name`; the statement stands at `at` of the paper."""

        def enter(check: Check) -> Check:
            source = f"{self.paper}, {at}"
            self.entries.append(
                Claim(f"{self.prefix}.{name}", kind, statement, source, domain, check, slow=slow, printed=printed, corrected=corrected)
            )
            return check

        return enter

    def verdict(self, name: str, effort: Effort) -> Verdict:
        """What the claim entered under `prefix.name` comes to: a step of another one's proof."""
        return next(claim for claim in self.entries if claim.name == f"{self.prefix}.{name}").check(effort)
