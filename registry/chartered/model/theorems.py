"""Theorems: edges from a pattern to a guarantee, or to a simpler way of writing the same step."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias, cast

from chartered_verify.arithmetic import Number
from chartered_verify.enclosure import Side

from ..errors import Fault, Unavailable
from .faults import called, displayed, stated
from .guarantees import Approximate, Guarantee, Pure, Witness
from .mechanisms import Setting
from .neighbours import Neighbours
from .plugin import Plugin, Registered, misnumbered
from .steps import Step
from .witness_fields import Field, admit


@dataclass(frozen=True, slots=True)
class Case:
    """A step as a theorem sees it: exact settings under a relation; for a wrapper over a kind, the inner guarantee as
    well. A `local` one is a randomizer of one record inside a wrapper: its neighbours are any two values of that
    record."""

    step: Step
    neighbours: Neighbours
    inner: Guarantee | None = None
    local: bool = False

    def __getitem__(self, key: str) -> Setting:
        return self.step.settings[key]

    def get(self, key: str) -> Setting | None:
        """The setting, or None where it was not given."""
        return self.step.settings.get(key)

    def number(self, key: str) -> Fraction:
        """A setting that is a number."""
        value = self[key]
        if not isinstance(value, Fraction):
            raise TypeError(f"{self.step.name}: {key} is no number")
        return value

    def numbers(self, key: str) -> tuple[Fraction, ...]:
        """A setting that is several numbers."""
        return tuple(map(Fraction, str(self[key]).split(":")))

    @property
    def epsilon(self) -> Number:
        """The eps of the wrapped guarantee, pure or approximate."""
        if not isinstance(self.inner, Pure | Approximate):
            raise TypeError(f"{self.step.name}: what it wraps states no eps")
        return self.inner.epsilon

    @property
    def span(self) -> int:
        """How many changes of the size of the stated sensitivity lead to a neighbour: two where a record is replaced
        (one is removed and one added), else one; one also in a local randomizer, where the sensitivity is the diameter
        of its record."""
        return 1 if self.local else self.neighbours.span

    @property
    def sensitivity(self) -> Fraction:
        """The sensitivity under the case's relation: the stated one times the span, or the one that is stated for that
        relation itself; the less of the two, where both are. Raises Unavailable where neither is stated."""
        own, stated = (self.get(key) for key in (self.neighbours.sensitivity or "", "sensitivity"))
        known = [own] if isinstance(own, Fraction) else []
        known += [stated * self.span] if isinstance(stated, Fraction) else []
        if not known:
            raise Unavailable(f"{self.step} states no sensitivity for {self.neighbours.value} neighbours")
        return min(known)


@dataclass(frozen=True, slots=True)
class OnStep:
    """Matches a step by its name; with more names, a wrapper and what it wraps, outermost first."""

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)

    def __str__(self) -> str:
        return "/".join(self.names)


@dataclass(frozen=True, slots=True)
class OnWrapped:
    """Matches a wrapper by its name around any step, whatever is known of it."""

    name: str

    def __str__(self) -> str:
        return f"{self.name}/..."


@dataclass(frozen=True, slots=True)
class OnWrapper:
    """Matches a wrapper by its name around anything that has a guarantee of `kind`."""

    name: str
    kind: type[Guarantee]

    def __str__(self) -> str:
        return f"{self.name}/{self.kind.__name__}"


@dataclass(frozen=True, slots=True)
class OnJoint:
    """Matches several steps on the same records of which each has a guarantee that an accountant composes: the composed
    one is the `inner` of the case."""

    accountant: str

    def __str__(self) -> str:
        return f"joint/{self.accountant}"


@dataclass(frozen=True, slots=True)
class OnLedger:
    """Matches a whole ledger: groups of its steps that differ only in parameters of which more in one direction is
    proved never to cost more. The theorem rewrites a group as one step, run as often as all of them."""

    def __str__(self) -> str:
        return "a ledger of many different steps"


Pattern: TypeAlias = OnStep | OnWrapped | OnWrapper | OnJoint | OnLedger | type[Guarantee]


class Rewrite:
    """What a theorem gives that states no guarantee but another step or steps of equal or larger privacy loss."""


def always(source: Any) -> str | None:
    """The condition of a theorem that has none."""
    return None


@dataclass(frozen=True, slots=True, repr=False)
class Theorem(Registered):
    """An edge from a step, a wrapper or a kind of guarantee to a guarantee, or to another step.

    What a stranger's theorem claims of itself (EXACT, `optimal_for_premise`, `never_looser_than`) leaves out no path of
    ours."""

    name: str
    takes: Pattern
    gives: type[Guarantee] | type[Rewrite]
    """Of a rewriting (`Rewrite`), `bound` returns a Step or a tuple of (step, times); of one of a ledger, a Step for a
    group of steps: one that costs no less than any of them, or, where the side is LOWER, no more."""
    bound: Callable[..., Any]
    """bound(source), or bound(case, witness) with `propose`: the guarantee, its formulas functions of an arithmetic.
    The source is a Case for steps and wrappers, a guarantee for kinds."""
    statement: str
    source: str
    latex: str = ""
    side: Side = Side.UPPER
    """Which way the step errs; EXACT: nothing is lost."""
    conditions: Callable[[Any], str | None] = always
    """conditions(source): why the theorem does not apply ("" where it is about something else, which is not reported),
    or None."""
    never_looser_than: tuple[str, ...] = ()
    """Theorems whose bounds this one is proved to meet or beat, so that a sweep may skip them."""
    changes_relation: bool = False
    """Whether it leads from a kind under a relation to the same kind under the one that doubles it (from add-or-remove
    or zero-out to replace-one), or rewrites what requires the former into what holds under both; no other theorem
    changes the relation."""
    optimal_for_premise: bool = False
    """Whether it gives the best guarantee of its kind that its premise implies, so that no detour from the premise to
    that kind is worth a look."""
    opt_in: bool = False
    """Whether it answers only where it is asked for by name: others always beat it."""
    last_resort: bool = False
    """Whether one that is `opt_in` is also asked where nothing else answers."""
    expensive: bool = False
    """Whether it is left out where another path is exact, or answers for a single run."""
    propose: Callable[[Case], Witness] | None = None
    """propose(case): searches the numbers that the guarantee itself needs. A certificate states them, so that a check
    does not search. Only for a theorem about a step or a wrapper."""
    fields: tuple[Field, ...] | None = None
    """Those of this witness, with their limits."""
    version: int = 1
    """Counts up when what it states or how it is evaluated changes: certificates that rest on the former one are
    outdated then, and no others."""
    plugin: Plugin | None = field(default=None, repr=False)
    """Filled in by the host."""

    noun = "theorem"

    def __post_init__(self) -> None:
        if self.propose is not None and isinstance(self.takes, type):
            raise TypeError(
                f"{self.name} takes a guarantee and searches: only a theorem about a step or a wrapper may have a "
                "witness"
            )

    def apply(self, source: Any, look: Callable[[Theorem, Case], Witness] | None = None) -> Any:
        """The guarantee or rewriting that the theorem gives; its witness, if it takes one, is looked up, or searched.
        Raises Unavailable with the reason if its conditions fail, and Fault where a function of its plugin does."""
        why = called(self.named, "conditions", self.conditions, source)
        if why is not None and not isinstance(why, str):
            raise Fault(
                f"{self.named}: conditions returned {displayed(why)}; it must return None, or why the theorem does "
                "not apply"
            )
        if why is not None:
            raise Unavailable(f"{self.name}: {why}" if why else "")
        given = called(self.named, "bound", self.bound, source, *self._witnesses(source, look))
        return stated(self, "bound", given, self.gives) if issubclass(self.gives, Guarantee) else given

    def _witnesses(self, case: Any, look: Callable[[Theorem, Case], Witness] | None) -> tuple[Witness, ...]:
        """The witness, if the theorem takes one. Raises Unavailable."""
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
        """What must hold for it to apply."""
        if self.conditions is always:
            return "none beyond what it takes"
        said = " ".join((inspect.getdoc(self.conditions) or "").split())
        return said or "tested for each ledger when it is applied"

    def matches(self, step: Step) -> bool:
        """Whether the theorem starts from this very step."""
        if isinstance(self.takes, OnStep):
            return step.shape == self.takes.names
        if isinstance(self.takes, OnJoint):
            return bool(step.joint)
        return isinstance(self.takes, OnWrapped | OnWrapper) and self.takes.name == step.name


def misdeclared(theorem: Theorem) -> str | None:
    """What is wrong with the declaration of a theorem, or None."""
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
