"""Claims about finitely many cases, each of them run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from chartered_verify.statements.verdict import Proved, Refuted, Verdict


def every(holds: Callable[..., bool], cases: Sequence[Sequence[Any]], how: str) -> Verdict:
    """Proved when `holds(*case)` for every case, all that the claim is about; the first other case refutes."""
    for case in cases:
        if not holds(*case):
            return Refuted(f"{how}: a case fails", witness={"case": [str(part) for part in case]})
    return Proved(f"{how}: {len(cases)} cases run")
