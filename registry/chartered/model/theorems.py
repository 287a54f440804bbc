"""Theorems: edges from a pattern of a step, or a kind of guarantee, to a guarantee, or to another way to write the
step."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, cast

from chartered_verify.arithmetic import Number
from chartered_verify.enclosure import Side

from ..errors import Fault, Unavailable
from .case import Case as Case
from .failure_event import failing, scaled, without
from .faults import called, displayed, stated
from .guarantees import Guarantee, Witness
from .plugin import Plugin, Registered, misnumbered
from .steps import Step
from .witness_fields import Field, admit


@dataclass(frozen=True, slots=True)
class OnStep:
    """Matches a step by its name; with several names, a wrapper and the steps inside it, outermost first."""

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)

    def __str__(self) -> str:
        return "/".join(self.names)


@dataclass(frozen=True, slots=True)
class OnWrapped:
    """Matches a wrapper by its name around any step, even one without a known guarantee."""

    name: str

    def __str__(self) -> str:
        return f"{self.name}/..."


@dataclass(frozen=True, slots=True)
class OnWrapper:
    """Matches a wrapper by its name around a step with a guarantee of the class `kind`."""

    name: str
    kind: type[Guarantee]

    def __str__(self) -> str:
        return f"{self.name}/{self.kind.__name__}"


@dataclass(frozen=True, slots=True)
class OnJoint:
    """Matches several steps on the same records if each has a guarantee that the accountant named `accountant`
    composes. The composed guarantee is the `inner` of the case."""

    accountant: str

    def __str__(self) -> str:
        return f"joint/{self.accountant}"


@dataclass(frozen=True, slots=True)
class OnLedger:
    """Matches a group of ledger steps that differ only in parameters proved monotone (a change in the safer direction
    never costs more). The theorem rewrites the group as one step, which runs as often as all of them together."""

    def __str__(self) -> str:
        return "a ledger of many different steps"


Pattern: TypeAlias = OnStep | OnWrapped | OnWrapper | OnJoint | OnLedger | type[Guarantee]


class Rewrite:
    """The conclusion of a theorem that gives no guarantee, but another step, or several, of equal or larger privacy
    loss (equal or smaller if the theorem's side is LOWER)."""


def always(source: Any) -> str | None:
    """The condition of a theorem without conditions: never a reason against it."""
    return None


@dataclass(frozen=True, slots=True, repr=False)
class Theorem(Registered):
    """An edge from a step, a wrapper or a kind of guarantee to a guarantee, or to another step.

    What a third-party theorem claims about itself (EXACT, `optimal_for_premise`, `never_looser_than`) never excludes a
    path of theorems that ship with Chartered."""

    name: str
    takes: Pattern
    gives: type[Guarantee] | type[Rewrite]
    """The class of the conclusion. For `Rewrite`, `bound` returns a Step or a tuple of pairs (step, times). For a group
    of ledger steps it returns one Step that costs no less than any step of the group, or no more if `side` is LOWER."""
    bound: Callable[..., Any]
    """bound(source), or bound(case, witness) if `propose` is given: the guarantee, whose formulas are functions of an
    arithmetic. The source is a Case for a step or a wrapper, otherwise a guarantee."""
    statement: str
    source: str
    latex: str = ""
    side: Side = Side.UPPER
    """The direction of the error of the conclusion; EXACT: nothing is lost."""
    conditions: Callable[[Any], str | None] = always
    """conditions(source): None if the theorem applies, otherwise the reason why it does not; "" if the source is
    outside its subject, which is not reported."""
    never_looser_than: tuple[str, ...] = ()
    """Theorems whose bounds this one is proved never to exceed; a sweep may skip them."""
    changes_relation: bool = False
    """Whether it changes the neighbouring relation: from a kind of guarantee under one relation to the same kind under
    the relation that doubles it (from add-or-remove or zero-out to replace-one); from a whole step that requires the
    former relation, with the guarantees that what it wraps has there, to a guarantee under the latter; or from such a
    step to one that is defined under both. No other theorem changes the relation."""
    optimal_for_premise: bool = False
    """Whether it gives the best guarantee of its kind that the premise implies, so that no longer path from the premise
    to that kind is searched."""
    failures: Callable[[Case], Number] | None = None
    """Of a theorem about a wrapper: failures(case), a bound on the mass of the failure event of the whole, in multiples
    of that of the step inside. None: nothing is proved of a step inside that has one."""
    opt_in: bool = False
    """Whether it answers only if requested by name, since other theorems are always at least as tight."""
    last_resort: bool = False
    """Whether an `opt_in` theorem is also used if no other gives an answer."""
    expensive: bool = False
    """Whether it is skipped if another path is exact, or gives an answer for a single run."""
    propose: Callable[[Case], Witness] | None = None
    """propose(case): the search for numbers that the guarantee itself needs. A certificate states them, so that a check
    needs no search. Only for theorems about a step or a wrapper."""
    fields: tuple[Field, ...] | None = None
    """The fields of the witness that `propose` returns, with their limits."""
    version: int = 1
    """Counts up when the statement or its evaluation changes, which outdates the certificates that rest on the former
    version, and no others."""
    plugin: Plugin | None = field(default=None, repr=False)
    """Set by the host."""

    noun = "theorem"

    def __post_init__(self) -> None:
        if self.propose is not None and isinstance(self.takes, type):
            raise TypeError(
                f"{self.name} takes a guarantee and searches: only a theorem about a step or a wrapper may have a "
                "witness"
            )

    def apply(self, source: Any, look: Callable[[Theorem, Case], Witness] | None = None) -> Any:
        """The guarantee or rewriting that follows from `source`. The witness, if the theorem needs one, comes from
        `look`, or is searched if that is None. Raises Unavailable with the reason if the conditions fail, and Fault if
        a function of the plugin fails."""
        why = called(self.named, "conditions", self.conditions, source)
        if why is not None and not isinstance(why, str):
            raise Fault(
                f"{self.named}: conditions returned {displayed(why)}; it must return None, or why the theorem does "
                "not apply"
            )
        if why is not None:
            raise Unavailable(f"{self.name}: {why}" if why else "")
        source, mass = self._without_failure(source)
        given = called(self.named, "bound", self.bound, source, *self._witnesses(source, look))
        return failing(stated(self, "bound", given, self.gives), mass) if issubclass(self.gives, Guarantee) else given

    def _without_failure(self, source: Any) -> tuple[Any, Number]:
        """(the source without its failure event, the mass of that event for what follows). Raises Unavailable if
        nothing is proved of a source with one."""
        held = source.inner if isinstance(source, Case) else source
        if not isinstance(held, Guarantee) or held.failure == 0:
            return source, 0
        if not isinstance(source, Case):
            if self.changes_relation:
                raise Unavailable(f"{self.name}: for two changes in a row, the failure events need not be the same")
            return without(source), source.failure
        if self.failures is None or self.gives is Rewrite:
            raise Unavailable(f"{self.name}: nothing is proved of a step inside that fails with some probability")
        factor = called(self.named, "failures", self.failures, source)
        return replace(source, inner=without(held)), scaled(held.failure, factor)

    def _witnesses(self, case: Any, look: Callable[[Theorem, Case], Witness] | None) -> tuple[Witness, ...]:
        """The witness as a tuple of one, or empty if the theorem needs none. Raises Unavailable or Fault."""
        if self.propose is None:
            return ()
        witness = called(self.named, "propose", *((self.propose, case) if look is None else (look, self, case)))
        if not isinstance(witness, Mapping):
            raise Fault(
                f"{self.named}: propose returned {displayed(witness)}; it must return a witness, exact numbers by name"
            )
        admit(witness, self.fields)
        return (witness,)

    @property
    def conditions_in_words(self) -> str:
        """The conditions as one text."""
        if self.conditions is always:
            return "none beyond what it takes"
        said = " ".join((inspect.getdoc(self.conditions) or "").split())
        return said or "tested for each ledger when it is applied"

    @property
    def changes_guarantee(self) -> bool:
        """Whether it changes the relation, and gives a guarantee and not another step."""
        return self.changes_relation and self.gives is not Rewrite

    def matches(self, step: Step) -> bool:
        """Whether the theorem is about this step."""
        if isinstance(self.takes, OnStep):
            return step.shape == self.takes.names
        if isinstance(self.takes, OnJoint):
            return bool(step.joint)
        return isinstance(self.takes, OnWrapped | OnWrapper) and self.takes.name == step.name


def misdeclared(theorem: Theorem) -> str | None:
    """The error in the declaration of a theorem, or None."""
    takes, gives, side = (
        cast(object, x) for x in (theorem.takes, theorem.gives, theorem.side)
    )  # whatever the plugin put there
    if not (
        isinstance(takes, OnStep | OnWrapped | OnJoint)
        or (isinstance(takes, OnLedger) and gives is Rewrite)
        or (isinstance(takes, OnWrapper) and _is_kind(takes.kind))
        or _is_kind(takes)
    ):
        return f"takes is {takes!r}, and no pattern of a step or kind of guarantee"
    if not (_is_kind(gives) or gives is Rewrite):
        return f"gives is {gives!r}, and no kind of guarantee"
    if not all(map(callable, (theorem.bound, theorem.conditions))):
        return "bound and conditions must be functions of a case or a guarantee"
    if misnumbered(theorem.version):
        return misnumbered(theorem.version)
    return None if isinstance(side, Side) else f"side is {side!r}, and none of Side"


def _is_kind(x: object) -> bool:
    return isinstance(x, type) and issubclass(x, Guarantee)
