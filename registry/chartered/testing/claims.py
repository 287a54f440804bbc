"""Conformance kit: the verdicts of a plugin's claims."""

from __future__ import annotations

from chartered_verify.runs.suite import attempt
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Refuted, Undecided

from ..host.registry import Plugin, Registry


def check_claims(known: Registry, own: Plugin, full: bool = False) -> None:
    """Tries the plugin's claims: none may be refuted or fail to run, and an undecided one must state what
    remains to be proved. Raises AssertionError."""
    for name in known.names_of(own, "claim"):
        claim = known.claims()[name]
        if claim.slow and not full:
            continue
        verdict = attempt(claim, Effort(full=full)).verdict
        if isinstance(verdict, Refuted):
            raise AssertionError(f"claim {name} is refuted: {verdict.how}; {verdict.shown}")
        ran = not isinstance(verdict, Undecided) or (verdict.left.strip() and "failed to run" not in verdict.how)
        assert ran, f"claim {name} was not decided: {verdict.how}"
