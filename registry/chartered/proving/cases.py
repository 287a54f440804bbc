"""Claims about finitely many cases, all of which are run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from chartered_verify.forms.tables_and_optima import no_case
from chartered_verify.statements.verdict import Proved, Refuted, Verdict


def every(holds: Callable[..., bool], cases: Sequence[Sequence[Any]], how: str) -> Verdict:
    """Proved if `holds(*case)` is true for every case; the cases must be all that the claim is about. The first case
    that fails refutes the claim; without a case nothing was run, and nothing is proved."""
    if not cases:
        return no_case()
    for case in cases:
        if not holds(*case):
            return Refuted(f"{how}: a case fails", witness={"case": [str(part) for part in case]})
    return Proved(f"{how}: {len(cases)} cases run")
