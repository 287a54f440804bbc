"""A book of claims: one paper's claims, each written as the function that decides it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from chartered_verify.claim import Check, Claim, Kind


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
