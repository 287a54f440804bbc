"""docs/errata.md: where a paper prints something wrong, as the registry says now, each erratum tried."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from chartered.host.registry import registry
from chartered.output.html.verification_report import source_of
from chartered.verification.run import verify_claims
from chartered_verify.runs.suite import Outcome
from chartered_verify.statements.claim import Kind
from marking import code, plain
from wrapping import wrapped

_HEAD = """# Errata

Where a formula, a table or a procedure that Chartered uses is printed wrong, with the witness that shows it and the
form that was verified instead. Each erratum is a claim: `chartered errata` tries them all now, `chartered verify NAME`
one of them. An erratum is *proved* if its witness refutes the print and the corrected form is proved.

This page is written by `python docs/pages/write.py errata`, and a test compares it with the registry.
"""


def page(jobs: int = 1, results: Path | None = None) -> str:
    """The page, every erratum tried in the full tier."""
    claims = [claim for claim in registry().claims().values() if claim.kind is Kind.ERRATUM]
    found = sorted(
        verify_claims(claims, full=True, jobs=jobs, results=results),
        key=lambda outcome: source_of(outcome.claim.source),
    )
    parts = [_HEAD]
    for source, group in groupby(found, key=lambda outcome: source_of(outcome.claim.source)):
        parts.append(f"\n## {plain(source)}\n" + "".join(map(_erratum, group)))
    return wrapped("".join(parts))


def _erratum(outcome: Outcome) -> str:
    claim, told = outcome.claim, outcome.to_json()
    lines = [
        f"\n### {code(claim.name)}\n",
        f"{plain(claim.source)}. {plain(claim.statement)}\n",
        f"- printed: {code(claim.printed)}",
        f"- corrected: {code(claim.corrected)}",
        f"- witness: {plain(told['how'])}",
        f"- domain: {plain(claim.domain)}",
        f"- verdict: {told['verdict']}",
    ]
    return "\n".join(lines) + "\n"
