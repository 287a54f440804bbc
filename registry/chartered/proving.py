"""What a plugin's claims are made of. Import it where claims are asked for, where checks are written: some of it is slow to load.

There is a form for each kind of claim: `Claim.of(name, statement, source, Identity(left, right, {"x": (0, None)}))`. A claim that no
form fits is decided by a function of its own, `Claim(name, kind, statement, source, domain, check)`, for which `algebra` decides
identities with SymPy and `boxes` inequalities with balls; both are loaded when first named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chartered_verify.arithmetic import balls
from chartered_verify.cases import Optimum, Table
from chartered_verify.claim import Check, Claim, Effort, Form, Kind
from chartered_verify.expansion import Expansion
from chartered_verify.forms import Erratum, Identity, Inequality
from chartered_verify.least import Least
from chartered_verify.ranges import Over
from chartered_verify.soundness import Soundness
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
    "Erratum",
    "Expansion",
    "Form",
    "Identity",
    "Inequality",
    "Kind",
    "Least",
    "Optimum",
    "Outcome",
    "Over",
    "Proved",
    "Refuted",
    "Soundness",
    "Supported",
    "Table",
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
