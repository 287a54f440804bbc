"""Theorems: edges from a pattern of a step, or a kind of guarantee, to a guarantee, or to another way to write the
step."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from chartered_verify.arithmetic import Number
from chartered_verify.enclosure import Side
from msgspec import Struct, structs

from ..errors import Fault, Unavailable
from .case import Case as Case
from .failure_event import failing, scaled, without
from .guarantees import Guarantee, MomentGeneratingFunction, Witness
from .guarded_calls import called, displayed
from .guarded_guarantees import stated
from .neighbours import Neighbours
from .patterns import (
    OnJoint as OnJoint,
    OnLedger as OnLedger,
    OnStep as OnStep,
    OnWrapped as OnWrapped,
    OnWrapper as OnWrapper,
    Pattern as Pattern,
    Rewrite as Rewrite,
)
from .plugin import Plugin, Registered, misnumbered
from .steps import Step
from .theorem_use import Use
from .witness_fields import Field, admit


def always(source: Any) -> str | None:
    """The condition of a theorem without conditions.

    Args:
        source: Any case or guarantee.

    Returns:
        None: never a reason against the theorem.

    Examples:
        >>> ch.always(ch.Pure(epsilon=1))
    """
    return None


class Theorem(Registered, Struct, frozen=True):
    """An edge from a step, a wrapper or a kind of guarantee to a guarantee, or to another step.

    What a third-party theorem claims about itself (EXACT, `optimal_for_premise`, `never_looser_than`) never excludes a
    path of theorems that ship with Chartered.

    Args:
        name: Dotted; it begins with what the theorem starts from, or with the paper: "gdp.chernoff".
        takes: What it starts from: a pattern (`OnStep`, `OnWrapped`, `OnWrapper`, `OnJoint`, `OnLedger`) or a class of
            guarantees.
        gives: The class of the conclusion. For `Rewrite`, `bound` returns a Step or a tuple of pairs (step, times). For
            a group of ledger steps it returns one Step that costs no less than any step of the group, or no more if
            `side` is LOWER.
        bound: bound(source), or bound(case, witness) if `propose` is given: the guarantee, whose formulas are functions
            of an arithmetic. The source is a Case for a step or a wrapper, otherwise a guarantee.
        statement: What it states, in a sentence or two.
        source: The paper and the number of the statement there.
        latex: The formula, without dollar signs.
        side: The direction of the error of the conclusion; EXACT: nothing is lost.
        below: Of a theorem about a step, with side UPPER: below(source), what certainly costs no more than the step: a
            guarantee of the same kind, nothing of which is lost, or, of a rewriting, as many entries as `bound` gives.
            Where nothing else on a path loses anything, the answer has a lower end by it.
        rounds: Whether `bound` and `below` differ by rounding alone, so that no other path does better.
        inside: Of a rewriting that loses something: inside(case) tells whether it holds inside a wrapper too, the step
            of the case, under the relation of the case; an Unavailable that it raises says why not. One that loses
            nothing holds inside any. None: inside none.
        conditions: conditions(source): None if the theorem applies, otherwise the reason why it does not; "" if the
            source is outside its subject, which is not reported.
        never_looser_than: Theorems whose bounds this one is proved never to exceed; a sweep may skip them.
        changes_relation: Whether it changes the neighbouring relation: from a kind of guarantee under one relation to
            the same kind under the relation that doubles it (from add-or-remove or zero-out to replace-one); from a
            whole step that requires the former relation, with the guarantees that what it wraps has there, to a
            guarantee under the latter; or from such a step to one that is defined under both. No other theorem changes
            the relation.
        optimal_for_premise: Whether it gives the best guarantee of its kind that the premise implies, so that no longer
            path from the premise to that kind is searched.
        failures: Of a theorem about a wrapper: failures(case), a bound on the mass of the failure event of the whole,
            in multiples of that of the step inside. None: nothing is proved of a step inside that has one.
        use: When it is used.
        propose: propose(case): the search for numbers that the guarantee itself needs. A certificate states them, so
            that a check needs no search. Only for theorems about a step or a wrapper.
        fields: The fields of the witness that `propose` returns, with their limits.
        version: Counts up when the statement or its evaluation changes, which outdates the certificates that rest on
            the former version, and no others.
        plugin: Set by the host.

    Raises:
        TypeError: It searches, but takes a guarantee.

    Examples:
        >>> coin = ch.Theorem(
        ...     "coin.pure", ch.OnStep("coin"), ch.Pure, lambda case: ch.Pure(epsilon=lambda xp: xp.log(xp.number(3))),
        ...     "A coin is (log 3)-DP.", "direct computation", side=ch.Side.EXACT
        ... )
        >>> coin.conditions_in_words, coin.ours
        ('none beyond what it takes', False)
    """

    name: str
    takes: Pattern
    gives: type[Guarantee] | type[Rewrite]
    bound: Callable[..., Any]
    statement: str
    source: str
    latex: str = ""
    side: Side = Side.UPPER
    below: Callable[[Any], Any] | None = None
    rounds: bool = False
    inside: Callable[[Case], bool] | None = None
    conditions: Callable[[Any], str | None] = always
    never_looser_than: tuple[str, ...] = ()
    changes_relation: bool = False
    optimal_for_premise: bool = False
    failures: Callable[[Case], Number] | None = None
    use: Use = Use.ALWAYS
    propose: Callable[[Case], Witness] | None = None
    fields: tuple[Field, ...] | None = None
    version: int = 1
    plugin: Plugin | None = None

    noun = "theorem"

    def __post_init__(self) -> None:
        if self.propose is not None and isinstance(self.takes, type):
            raise TypeError(
                f"{self.name} takes a guarantee and searches: only a theorem about a step or a wrapper may have a "
                "witness"
            )

    @classmethod
    def rewriting(cls, name: str, takes: Pattern, bound: Callable[..., Any], statement: str, **more: Any) -> Theorem:
        """A theorem that writes a step as others, by which nothing is lost: by definition, if no source is given.

        These are fields of a theorem: `name`, `takes`, `bound`, `statement` and `more`.

        Examples:
            >>> ch.Theorem.rewriting("coin.two", ch.OnStep("coins"), lambda case: ch.parse("coin").step, "One.").source
            'definition'
        """
        return cls(name, takes, Rewrite, bound, statement, more.pop("source", "definition"), side=Side.EXACT, **more)

    def apply(self, source: Any, look: Callable[[Theorem, Case], Witness] | None = None) -> Any:
        """The guarantee or rewriting that follows from a premise.

        Args:
            source: A case for a step or a wrapper, otherwise a guarantee.
            look: look(theorem, case): the witness, if the theorem needs one; None: it is searched.

        Returns:
            The conclusion, of the class `gives`.

        Raises:
            Unavailable: The conditions fail, with the reason.
            Fault: A function of the plugin fails, or returns an invalid value.

        Examples:
            >>> ch.registry().theorem("zcdp.renyi").apply(ch.ZCDP(rho=ch.HALF)).top is None
            True
        """
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
        if not issubclass(self.gives, Guarantee):
            return given
        found = stated(self, "bound", given, self.gives)
        if isinstance(found, MomentGeneratingFunction) and _may_turn(source):
            found = replace(found, aligned=False)
        return failing(found, mass)

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
        return structs.replace(source, inner=without(held)), scaled(held.failure, factor)

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
    def from_below(self) -> Theorem:
        """The theorem that gives what costs no more, if `below` states it; otherwise the theorem itself.

        A guarantee that it gives is exact, of what costs no more; a rewriting errs in the other direction.
        """
        if self.below is None:
            return self
        side = Side.LOWER if self.gives is Rewrite else Side.EXACT
        return structs.replace(self, bound=self.below, side=side, below=None)

    @property
    def changes_guarantee(self) -> bool:
        """Whether it changes the relation, and gives a guarantee and not another step."""
        return self.changes_relation and self.gives is not Rewrite

    def holds_inside(self, case: Case) -> bool:
        """Whether a rewriting of what the wrapper of the case stands around is one of the whole. Raises Unavailable.

        Examples:
            >>> case = ch.Case(ch.parse("poisson:rate=0.1/noisy-max:epsilon=1").step, ch.Neighbours.ADD_OR_REMOVE)
            >>> ch.registry().theorem("noisy-max.laplace").holds_inside(case)
            True
        """
        if self.inside is None:
            return self.side is Side.EXACT
        return called(self.named, "inside", self.inside, case) is True

    def matches(self, step: Step) -> bool:
        """Whether the theorem is about `step`.

        Examples:
            >>> ch.registry().theorem("gaussian.zcdp").matches(ch.parse("gaussian:sigma=20").step)
            True
        """
        if isinstance(self.takes, OnStep):
            return step.shape == self.takes.names
        if isinstance(self.takes, OnJoint):
            return bool(step.joint)
        return isinstance(self.takes, OnWrapped | OnWrapper) and self.takes.name == step.name


def _may_turn(source: Any) -> bool:
    """Whether a record is replaced by another, so that either of the two may be the first."""
    return isinstance(source, Case) and source.neighbours is Neighbours.REPLACE_ONE


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
    of_step = not isinstance(takes, type) and theorem.propose is None and side is Side.UPPER
    if theorem.below is not None and not (callable(theorem.below) and of_step):
        return "below must be a function, of a theorem about a step that searches nothing and whose side is UPPER"
    if theorem.rounds and theorem.below is None:
        return "a theorem that only rounds must state what costs no more, by below"
    if theorem.inside is not None and not (callable(theorem.inside) and gives is Rewrite):
        return "inside must be a function, of a theorem that rewrites a step"
    if misnumbered(theorem.version):
        return misnumbered(theorem.version)
    return None if isinstance(side, Side) else f"side is {side!r}, and none of Side"


def _is_kind(x: object) -> bool:
    return isinstance(x, type) and issubclass(x, Guarantee)
