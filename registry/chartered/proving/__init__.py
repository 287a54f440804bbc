"""The parts that claims of plugins are made of. Import this package inside the hook that registers claims or inside
checks: parts of it load slowly.

There is a form for each kind of claim: `Claim.of(name, statement, source, Identity(left, right, {"x": (0, None)}))`.
The claims of a paper are entered in a book, `Proofs`, each with the steps of its proof, whose formulas share a
`Notation`. A claim that fits no form is decided by a function of its own, `Claim(name, kind, statement, source, domain,
check)`, for which `algebra` decides identities with SymPy and `boxes` decides inequalities in ball arithmetic; both are
imported at first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import Enclosure, enclose
from chartered_verify.forms.expansion import Expansion
from chartered_verify.forms.identity_inequality_erratum import Erratum, Identity, Inequality
from chartered_verify.forms.parametric_minimum import Least
from chartered_verify.forms.soundness import Soundness
from chartered_verify.forms.tables_and_optima import Optimum, Table
from chartered_verify.runs.suite import Outcome, attempt, verdict_name
from chartered_verify.statements.claim import Check, Claim, Effort, Form, Kind
from chartered_verify.statements.ranges import Over
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided, Verdict

from .book import Book, claims_of
from .equal_digits import near
from .notation import Notation
from .printed_formulas import profile, renyi
from .proof_parts import (
    Between,
    Certain,
    Claimed,
    Covered,
    Crosses,
    Nonnegative,
    Part,
    Positive,
    Rounds,
    Same,
    SameParts,
    Shown,
    Slope,
    Tends,
    Touches,
)
from .proofs import Lemma, Proof, Proofs, lemma
from .ranges import POSITIVE, Range
from .registered import Said, accountant, held, registered
from .registered_in_texts import Composed, Shipped
from .rewriting import Rewrites
from .sampled import Each, Points, Sampled, numbers
from .tables_of_answers import Answers, Conditions, Equals, case, replaced

if TYPE_CHECKING:
    from chartered_verify.forms import algebraic as algebra
    from chartered_verify.inequality import prove as boxes

__all__ = [
    "POSITIVE",
    "Answers",
    "Between",
    "Book",
    "Certain",
    "Check",
    "Claim",
    "Claimed",
    "Composed",
    "Conditions",
    "Covered",
    "Crosses",
    "Each",
    "Effort",
    "Enclosure",
    "Equals",
    "Erratum",
    "Expansion",
    "Form",
    "Identity",
    "Inequality",
    "Kind",
    "Least",
    "Lemma",
    "Nonnegative",
    "Notation",
    "Optimum",
    "Outcome",
    "Over",
    "Part",
    "Points",
    "Positive",
    "Proof",
    "Proofs",
    "Proved",
    "Range",
    "Refuted",
    "Rewrites",
    "Rounds",
    "Said",
    "Same",
    "SameParts",
    "Sampled",
    "Shipped",
    "Shown",
    "Slope",
    "Soundness",
    "Supported",
    "Table",
    "Tends",
    "Touches",
    "Undecided",
    "Verdict",
    "accountant",
    "algebra",
    "attempt",
    "balls",
    "boxes",
    "case",
    "claims_of",
    "enclose",
    "held",
    "lemma",
    "near",
    "numbers",
    "profile",
    "registered",
    "renyi",
    "replaced",
    "verdict_name",
]


_LOADED_LATER = {"algebra": "chartered_verify.forms.algebraic", "boxes": "chartered_verify.inequality.prove"}


def __getattr__(name: str) -> Any:
    if name in _LOADED_LATER:
        from importlib import import_module

        return import_module(_LOADED_LATER[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
