"""What a plugin's claims are made of. Import it where claims are asked for, where checks are written: some of it is slow to load.

`algebra` decides identities with SymPy and `boxes` inequalities with balls; both are loaded when first named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chartered_verify.arithmetic import balls
from chartered_verify.claim import Check, Claim, Effort, Kind
from chartered_verify.suite import Outcome, attempt, verdict_name
from chartered_verify.values import Enclosure, enclose
from chartered_verify.verdict import Proved, Refuted, Supported, Undecided, Verdict

if TYPE_CHECKING:
    from chartered_verify import algebra, boxes

__all__ = [
    "Check",
    "Claim",
    "Effort",
    "Enclosure",
    "Kind",
    "Outcome",
    "Proved",
    "Refuted",
    "Supported",
    "Undecided",
    "Verdict",
    "algebra",
    "attempt",
    "balls",
    "boxes",
    "enclose",
    "verdict_name",
]


def __getattr__(name: str) -> Any:
    if name in ("algebra", "boxes"):
        from importlib import import_module

        return import_module(f"chartered_verify.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
