"""Chartered: a registry of differential-privacy accountants in which every number is countersigned.

>>> import chartered as ch
>>> ledger = ch.Ledger([ch.mechanism("gaussian", sigma=20) * 1000])
>>> answer = ledger.epsilon(delta=1e-5)

This module is all that a plugin imports; it loads neither NumPy, SciPy, SymPy nor matplotlib.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from chartered_verify.arithmetic import Arithmetic, Number, Value, scale, total
from chartered_verify.values import Enclosure, Side

from .account import Account
from .accountants import Accountant
from .answers import Answer
from .certify import Certificate, Check, check
from .entries import Entry
from .errors import (
    BadCertificate,
    BadLedger,
    BadStep,
    BadValue,
    CharteredError,
    NeighboursMismatch,
    PluginError,
    Unavailable,
    UnknownName,
)
from .exact import exact
from .guarantees import GDP, ZCDP, Approximate, Curve, Guarantee, Profile, Pure, Renyi, Witness
from .hookspecs import hook
from .host import Plugin, Registry, registry
from .ledger import Ledger, mechanism, parse
from .mechanisms import Mechanism, Parameter
from .neighbours import Neighbours
from .questions import Question
from .steps import Step
from .theorems import Case, OnStep, OnWrapped, OnWrapper, Rewrite, Theorem

if TYPE_CHECKING:
    from chartered_verify.claim import Claim
    from chartered_verify.suite import Outcome

HALF = Fraction(1, 2)

__all__ = [
    "GDP",
    "HALF",
    "ZCDP",
    "Account",
    "Accountant",
    "Answer",
    "Approximate",
    "Arithmetic",
    "BadCertificate",
    "BadLedger",
    "BadStep",
    "BadValue",
    "Case",
    "Certificate",
    "CharteredError",
    "Check",
    "Claim",
    "Curve",
    "Enclosure",
    "Entry",
    "Guarantee",
    "Ledger",
    "Mechanism",
    "Neighbours",
    "NeighboursMismatch",
    "Number",
    "OnStep",
    "OnWrapped",
    "OnWrapper",
    "Parameter",
    "Plugin",
    "PluginError",
    "Profile",
    "Pure",
    "Question",
    "Registry",
    "Renyi",
    "Rewrite",
    "Side",
    "Step",
    "Theorem",
    "Unavailable",
    "UnknownName",
    "Value",
    "Witness",
    "check",
    "exact",
    "hook",
    "mechanism",
    "parse",
    "registry",
    "scale",
    "total",
    "verify",
]


def verify(*prefixes: str, digits: int = 50, full: bool = False) -> list[Outcome]:
    """Tries every claim whose name starts with one of `prefixes` (all claims without any) and says what was found.

    `digits` is the precision of the numeric cross-checks; `full` also tries the slow claims. Raises UnknownName for a prefix that
    matches no claim.
    """
    from .verifying import verify as run

    return run(prefixes, digits=digits, full=full)


def __getattr__(name: str) -> Any:
    if name == "Claim":
        from chartered_verify.claim import Claim

        return Claim
    if name == "__version__":
        from importlib.metadata import version

        return version("chartered")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
