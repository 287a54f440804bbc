"""What a plugin's claims are made of. Import it where claims are asked for, where checks are written: some of it is
slow to load.

There is a form for each kind of claim: `Claim.of(name, statement, source, Identity(left, right, {"x": (0, None)}))`. A
claim that no form fits is decided by a function of its own, `Claim(name, kind, statement, source, domain, check)`, for
which `algebra` decides identities with SymPy and `boxes` inequalities with balls; both are loaded when first named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import Enclosure, enclose
from chartered_verify.forms.cases import Optimum, Table
from chartered_verify.forms.expansion import Expansion
from chartered_verify.forms.forms import Erratum, Identity, Inequality
from chartered_verify.forms.parametric_minimum import Least
from chartered_verify.forms.soundness import Soundness
from chartered_verify.runs.suite import Outcome, attempt, verdict_name
from chartered_verify.statements.claim import Check, Claim, Effort, Form, Kind
from chartered_verify.statements.ranges import Over
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided, Verdict

if TYPE_CHECKING:
    from chartered_verify.forms import algebraic as algebra
    from chartered_verify.inequality import prove as boxes

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


_LOADED_LATER = {"algebra": "chartered_verify.forms.algebraic", "boxes": "chartered_verify.inequality.prove"}


def __getattr__(name: str) -> Any:
    if name in _LOADED_LATER:
        from importlib import import_module

        return import_module(_LOADED_LATER[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
