"""What the claims come to, as they ship: each is tried once for all tests of a process, also as a step of others."""

from __future__ import annotations

from functools import cache

import chartered as ch
from chartered_verify.runs.shared_verdicts import sharing
from chartered_verify.runs.suite import Outcome, attempt
from chartered_verify.statements.claim import Claim, Effort

SHIPPED: dict[str, Claim] = ch.registry().claims()


@cache
def outcome(name: str) -> Outcome:
    """That of the claim with this name. Not to be asked where something is planted."""
    with sharing("claims as they ship"):
        return attempt(SHIPPED[name], Effort())
