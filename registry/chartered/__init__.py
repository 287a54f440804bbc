"""Chartered: a registry of differential-privacy accountants in which every number is countersigned.

>>> import chartered as ch
>>> ledger = ch.Ledger([ch.mechanism("gaussian", sigma=20) * 1000])
>>> answer = ledger.epsilon(delta=1e-5)

Names for every user (`help(chartered.NAME)` describes each; numbers are `Exact`: 1e-5, "1e-5", "1/3", Fraction):

    Ledger, mechanism, parse     the steps on the data; Ledger.read takes a TOML or JSON file
    PartedLedger                 other steps on each of several named parts of the data
    ledger.epsilon, .delta, .mu  the tightest sound Answer: .upper, .lower, .path, .certificate()
    ledger.compare, .account     every accountant's answer: a table, or an Account as data
    ledger.verdict               whether (eps, delta)-DP holds, is refuted or is open
    ledger.epsilons, .tradeoff   many answers at once; the errors of a test between neighbours
    ledger.budget                the cost in every measure: rho, mu, eps at a delta, Renyi divergences
    largest_times, calibrate     inverse questions: the largest number of runs, the least noise
    Filter, BudgetExceeded       a plan that depends on outputs, within budgets fixed beforehand
    check, Certificate           a function that derives an answer again; an answer as data
    report, plot                 a privacy statement as an HTML page; plots
    verify, registry             tries the claims; the installed plugins
    register                     mechanisms and theorems of one session
    CharteredError               the base class of all errors; its message states what would be valid

For authors of plugins: hook, claims_in, Mechanism, Parameter, Theorem, OnStep, OnWrapped, OnWrapper, Rewrite, Case,
Accountant, Claim, Profile and the guarantees (Pure, Approximate, Renyi, ZCDP, GDP, Responses,
MomentGeneratingFunction).

This module is all that a plugin imports. Its names are loaded when first used, so the import is fast; it loads
neither NumPy, SciPy, SymPy nor matplotlib."""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it; no module is imported before the command handles an interrupt

if TYPE_CHECKING:
    from chartered_verify.arithmetic import (
        Arithmetic as Arithmetic,
        Number as Number,
        Value as Value,
        scale as scale,
        total as total,
    )
    from chartered_verify.enclosure import Enclosure as Enclosure, Side as Side
    from chartered_verify.statements.claim import Claim as Claim
    from chartered_verify.work_budget import charge as charge

    from .accounting.all_answers import Account as Account
    from .accounting.answer_comparison import Comparison as Comparison
    from .accounting.answers import Answer as Answer
    from .accounting.budget import Budget as Budget, Measure as Measure
    from .accounting.inverse.inverse_answer import Solved as Solved
    from .accounting.inverse.inverse_questions import calibrate as calibrate, largest_times as largest_times
    from .accounting.ledger import Ledger as Ledger
    from .accounting.many_ledgers import account_many as account_many
    from .accounting.open_ledger import OpenLedger as OpenLedger
    from .accounting.parted_answer import PartedAnswer as PartedAnswer
    from .accounting.parted_ledger import PartedLedger as PartedLedger
    from .accounting.risk import Reading as Reading, Risk as Risk
    from .accounting.training import Training as Training, dpsgd as dpsgd
    from .certificate.certificate import Certificate as Certificate
    from .certificate.check import check as check
    from .certificate.outcome import Check as Check
    from .enclose.proved_mu import proved_mu as proved_mu
    from .errors import (
        AlteredBook as AlteredBook,
        BadCertificate as BadCertificate,
        BadLedger as BadLedger,
        BadStep as BadStep,
        BadValue as BadValue,
        BudgetExceeded as BudgetExceeded,
        CharteredError as CharteredError,
        Contradiction as Contradiction,
        Fault as Fault,
        NeighboursMismatch as NeighboursMismatch,
        NoAnswer as NoAnswer,
        OutOfTime as OutOfTime,
        PluginError as PluginError,
        PluginFault as PluginFault,
        PluginWarning as PluginWarning,
        Unavailable as Unavailable,
        UnknownName as UnknownName,
        UnsupportedEvent as UnsupportedEvent,
    )
    from .host.hookspecs import claims_in as claims_in, hook as hook
    from .host.registration import Registration as Registration, register as register
    from .host.registry import Plugin as Plugin, Registry as Registry, registry as registry
    from .ledger.entries import Entry as Entry
    from .ledger.make_entry import mechanism as mechanism, parse as parse
    from .ledger.named_files import no_files as no_files
    from .model.accountants import Accountant as Accountant
    from .model.case import Case as Case
    from .model.eps_interval import Stretch as Stretch
    from .model.exact_numbers import HALF as HALF, Exact as Exact, rational_above as rational_above
    from .model.guarantees import (
        GDP as GDP,
        ZCDP as ZCDP,
        Approximate as Approximate,
        Curve as Curve,
        Guarantee as Guarantee,
        MomentGeneratingFunction as MomentGeneratingFunction,
        Pure as Pure,
        Renyi as Renyi,
        Responses as Responses,
        Witness as Witness,
    )
    from .model.mechanisms import Mechanism as Mechanism
    from .model.neighbours import Neighbours as Neighbours
    from .model.parameters import Parameter as Parameter
    from .model.patterns import (
        OnJoint as OnJoint,
        OnLedger as OnLedger,
        OnStep as OnStep,
        OnWrapped as OnWrapped,
        OnWrapper as OnWrapper,
        Rewrite as Rewrite,
    )
    from .model.privacy_profile import (
        AtInfinity as AtInfinity,
        Bound as Bound,
        Evaluation as Evaluation,
        OverStretch as OverStretch,
        Profile as Profile,
        SharedSearch as SharedSearch,
        Tail as Tail,
        WitnessSearch as WitnessSearch,
    )
    from .model.questions import DeltaAt as DeltaAt, EpsilonAt as EpsilonAt, MuWithin as MuWithin, Question as Question
    from .model.steps import Step as Step
    from .model.theorem_use import Use as Use
    from .model.theorems import Theorem as Theorem, always as always
    from .model.typed_witness import (
        MU_FIELDS as MU_FIELDS,
        Bracket as Bracket,
        FromBelow as FromBelow,
        TypedWitness as TypedWitness,
    )
    from .model.witness_fields import Field as Field
    from .output.html.statement import Statement as Statement, report as report
    from .output.plots.plot import plot as plot
    from .profiles.combining import (
        greatest as greatest,
        least as least,
        mixture as mixture,
        postprocessed as postprocessed,
    )
    from .profiles.noise_calibration import naive as naive
    from .profiles.profile_of_family import refined as refined
    from .profiles.refinement_search import peak as peak
    from .search.mu_for_theorems import least_mu as least_mu, mu_witness as mu_witness
    from .spending.book_entry import BookEntry as BookEntry
    from .spending.budget_book import Book as Book
    from .spending.decision_result import Decision as Decision
    from .spending.filter import Filter as Filter
    from .verification.run import verify as verify

_HOMES = {
    "chartered_verify.arithmetic": "Arithmetic Number Value scale total",
    "chartered_verify.work_budget": "charge",
    "chartered_verify.statements.claim": "Claim",
    "chartered_verify.enclosure": "Enclosure Side",
    ".accounting.all_answers": "Account",
    ".model.accountants": "Accountant",
    ".accounting.answers": "Answer",
    ".accounting.budget": "Budget Measure",
    ".certificate.certificate": "Certificate",
    ".certificate.check": "check",
    ".certificate.outcome": "Check",
    ".accounting.parted_answer": "PartedAnswer",
    ".accounting.parted_ledger": "PartedLedger",
    ".accounting.risk": "Reading Risk",
    ".accounting.answer_comparison": "Comparison",
    ".accounting.many_ledgers": "account_many",
    ".accounting.open_ledger": "OpenLedger",
    ".accounting.training": "Training dpsgd",
    ".ledger.entries": "Entry",
    ".errors": "AlteredBook BadCertificate BadLedger BadStep BadValue BudgetExceeded CharteredError Contradiction "
    "Fault NeighboursMismatch NoAnswer OutOfTime PluginError PluginFault PluginWarning Unavailable UnknownName "
    "UnsupportedEvent",
    ".search.mu_for_theorems": "least_mu mu_witness",
    ".model.exact_numbers": "Exact HALF rational_above",
    ".model.guarantees": "GDP ZCDP Approximate Curve Guarantee MomentGeneratingFunction Pure Renyi Responses Witness",
    ".model.privacy_profile": "AtInfinity Bound Evaluation OverStretch Profile SharedSearch Tail WitnessSearch",
    ".host.hookspecs": "claims_in hook",
    ".host.registry": "Plugin Registry registry",
    ".host.registration": "Registration register",
    ".accounting.inverse.inverse_questions": "calibrate largest_times",
    ".accounting.inverse.inverse_answer": "Solved",
    ".accounting.ledger": "Ledger",
    ".ledger.named_files": "no_files",
    ".ledger.make_entry": "mechanism parse",
    ".enclose.proved_mu": "proved_mu",
    ".model.mechanisms": "Mechanism",
    ".model.parameters": "Parameter",
    ".model.neighbours": "Neighbours",
    ".output.html.statement": "Statement report",
    ".profiles.refinement_search": "peak",
    ".output.plots.plot": "plot",
    ".profiles.combining": "greatest least mixture postprocessed",
    ".model.questions": "DeltaAt EpsilonAt MuWithin Question",
    ".model.eps_interval": "Stretch",
    ".profiles.profile_of_family": "refined",
    ".model.steps": "Step",
    ".model.case": "Case",
    ".model.theorems": "Theorem always",
    ".model.theorem_use": "Use",
    ".model.patterns": "OnJoint OnLedger OnStep OnWrapped OnWrapper Rewrite",
    ".profiles.noise_calibration": "naive",
    ".spending.book_entry": "BookEntry",
    ".spending.budget_book": "Book",
    ".spending.decision_result": "Decision",
    ".spending.filter": "Filter",
    ".verification.run": "verify",
    ".model.typed_witness": "Bracket FromBelow MU_FIELDS TypedWitness",
    ".model.witness_fields": "Field",
}
_ASKED = (
    *(".accounting.", ".certificate.", ".ledger.", ".output.", ".spending.", ".verification."),
    *(".host.registration", ".model.questions"),
)
"""Where what users call is: an argument that nothing takes is answered by the one that was meant."""
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}
__all__ = sorted(_HOME)  # what help() lists, and no more


if TYPE_CHECKING:
    __version__: str
else:  # where a type checker saw it, every misspelled name would be right

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            return version("chartered")
        if name not in _HOME:
            hint = "" if name.startswith("__") else _hint(name)  # Python asks for those
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
        from importlib import import_module

        home = import_module(_HOME[name], __name__)
        value = getattr(home, name)
        if _HOME[name].startswith(_ASKED):
            from .argument_names import telling

            value = telling(home, value)
        globals()[name] = value
        return value


def _hint(name: str) -> str:
    """What may have been meant by a name that the face does not have: a question of a ledger, or a name like it."""
    from .accounting.ledger import Ledger
    from .argument_names import required
    from .errors import near

    if not name.startswith("_") and callable(asked := getattr(Ledger, name, None)):
        return f"; it is asked of a ledger: ch.Ledger(...).{name}({', '.join(required(asked))})"
    close = near(name, __all__)
    return f"; is it {' or '.join(close)}?" if close else ""


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
