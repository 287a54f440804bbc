"""Chartered: a registry of differential-privacy accountants in which every number is countersigned.

>>> import chartered as ch
>>> ledger = ch.Ledger([ch.mechanism("gaussian", sigma=20) * 1000])
>>> answer = ledger.epsilon(delta=1e-5)

This module is all that a plugin imports. Its names are loaded when first used, so the import costs next to nothing; it loads neither
NumPy, SciPy, SymPy nor matplotlib.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chartered_verify.arithmetic import Arithmetic as Arithmetic, Number as Number, Value as Value, scale as scale, total as total
    from chartered_verify.budget import charge as charge
    from chartered_verify.claim import Claim as Claim
    from chartered_verify.values import Enclosure as Enclosure, Side as Side

    from .account import Account as Account
    from .accountants import Accountant as Accountant
    from .answers import Answer as Answer
    from .certify import Certificate as Certificate, check as check
    from .checks import Check as Check
    from .comparison import Comparison as Comparison
    from .entries import Entry as Entry
    from .errors import (
        BadCertificate as BadCertificate,
        BadLedger as BadLedger,
        BadStep as BadStep,
        BadValue as BadValue,
        CharteredError as CharteredError,
        Contradiction as Contradiction,
        Fault as Fault,
        NeighboursMismatch as NeighboursMismatch,
        PluginError as PluginError,
        Unavailable as Unavailable,
        UnknownName as UnknownName,
    )
    from .exact import rational_above as rational_above
    from .gauging import least_mu as least_mu, mu_witness as mu_witness
    from .guarantees import (
        GDP as GDP,
        ZCDP as ZCDP,
        Approximate as Approximate,
        Bound as Bound,
        Curve as Curve,
        Guarantee as Guarantee,
        Profile as Profile,
        Pure as Pure,
        Renyi as Renyi,
        Responses as Responses,
        Tail as Tail,
        Witness as Witness,
        each_anew as each_anew,
        no_search as no_search,
    )
    from .hookspecs import hook as hook
    from .host import Plugin as Plugin, Registry as Registry, registry as registry
    from .inverse import Solved as Solved, calibrate as calibrate, largest_times as largest_times
    from .ledger import Ledger as Ledger
    from .making import mechanism as mechanism, parse as parse
    from .measuring import proved_mu as proved_mu
    from .mechanisms import Mechanism as Mechanism, Parameter as Parameter
    from .neighbours import Neighbours as Neighbours
    from .pages.statement import Statement as Statement, report as report
    from .peaks import peak as peak
    from .pictures import plot as plot
    from .profiles import (
        greatest as greatest,
        least as least,
        mixture as mixture,
        postprocessed as postprocessed,
    )
    from .questions import Question as Question
    from .refining import refined as refined
    from .steps import Step as Step
    from .theorems import (
        Case as Case,
        OnStep as OnStep,
        OnWrapped as OnWrapped,
        OnWrapper as OnWrapper,
        Rewrite as Rewrite,
        Theorem as Theorem,
        always as always,
    )
    from .trading import naive as naive
    from .verifying import verify as verify
    from .witness_fields import MU_FIELDS as MU_FIELDS, Field as Field

HALF = Fraction(1, 2)

_HOMES = {
    "chartered_verify.arithmetic": "Arithmetic Number Value scale total",
    "chartered_verify.budget": "charge",
    "chartered_verify.claim": "Claim",
    "chartered_verify.values": "Enclosure Side",
    ".account": "Account",
    ".accountants": "Accountant",
    ".answers": "Answer",
    ".certify": "Certificate check",
    ".checks": "Check",
    ".comparison": "Comparison",
    ".entries": "Entry",
    ".errors": "BadCertificate BadLedger BadStep BadValue CharteredError Contradiction Fault NeighboursMismatch PluginError Unavailable "
    "UnknownName",
    ".gauging": "least_mu mu_witness",
    ".exact": "rational_above",
    ".guarantees": "GDP ZCDP Approximate Bound Curve Guarantee Profile Pure Renyi Responses Tail Witness each_anew no_search",
    ".hookspecs": "hook",
    ".host": "Plugin Registry registry",
    ".inverse": "Solved calibrate largest_times",
    ".ledger": "Ledger",
    ".making": "mechanism parse",
    ".measuring": "proved_mu",
    ".mechanisms": "Mechanism Parameter",
    ".neighbours": "Neighbours",
    ".pages.statement": "Statement report",
    ".peaks": "peak",
    ".pictures": "plot",
    ".profiles": "greatest least mixture postprocessed",
    ".questions": "Question",
    ".refining": "refined",
    ".steps": "Step",
    ".theorems": "Case OnStep OnWrapped OnWrapper Rewrite Theorem always",
    ".trading": "naive",
    ".verifying": "verify",
    ".witness_fields": "Field MU_FIELDS",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("chartered")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*_HOME, "HALF", "__version__"})
