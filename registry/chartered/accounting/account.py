"""Accounting: follows every simple path from a ledger to a profile and keeps every answer, the least first.

A path converts, composes once, and converts again to a profile. Where a kind of guarantee can be reached before the
composition, paths that reach it only after are left out: they would say the same or less."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from math import prod
from typing import Any

from chartered_verify.enclosure import Side

from ..enclose.evaluation import evaluate
from ..errors import CharteredError, Fault, Unavailable
from ..host.registry import Registry
from ..ledger.entries import Entry, described, sampling_of
from ..model.accountants import Accountant, compose
from ..model.exact_numbers import fraction_to_json
from ..model.guarantees import Guarantee, Profile
from ..model.neighbours import Neighbours
from ..model.questions import Question
from ..model.steps import Step
from ..model.theorems import Theorem
from ..paths.derivation import Derivation, costly
from ..paths.path_search import Reached, Walk, after_rewriting, sound
from ..paths.rewriting import Rewriting, Way
from ..paths.strangers import strangers_of
from ..search.witness import propose
from .agreement import check_agreement
from .answers import Answer, NoAnswer
from .names import known_name

MOST_COMBINATIONS = 256


@dataclass(frozen=True, slots=True)
class Account:
    """All answers to one question, ascending by their upper ends, the accountants without one, and the faults of
    plugins."""

    question: Question
    entries: tuple[Entry, ...]
    neighbours: Neighbours
    answers: tuple[Answer, ...]
    unavailable: tuple[NoAnswer, ...]
    faults: tuple[str, ...] = ()

    @property
    def best(self) -> Answer | None:
        """The tightest sound answer."""
        return next(iter(self.answers), None)

    def to_json(self) -> dict[str, Any]:
        """The account as INTERFACE prints it."""
        shown: dict[str, Any] = {
            "quantity": self.question.quantity,
            "at": {name: fraction_to_json(value) for name, value in self.question.held.items()},
            "neighbours": self.neighbours.value,
            "ledger": [entry.to_json() for entry in self.entries],
            "best": self.best.accountant if self.best else None,
            "answers": [answer.to_json() for answer in self.answers],
            "unavailable": [{"accountant": none.accountant, "why": none.why} for none in self.unavailable],
        }
        shown |= {"faults": list(self.faults)} if self.faults else {}
        return shown if self.question.quantity != "mu" or self.best is None else shown | self.best.bracket_to_json()


@dataclass(frozen=True, slots=True)
class Composed:
    """A profile of the whole ledger, how it came about, and of how many runs."""

    profile: Profile
    derivation: Derivation
    runs: int


@dataclass(slots=True)
class Accounting:
    """One ledger under one relation, ready for questions. `only` restricts to paths by one of its accountants and,
    where it names theorems, through one of these."""

    registry: Registry
    entries: tuple[Entry, ...]
    neighbours: Neighbours
    heuristic: bool = False
    only: frozenset[str] = frozenset()
    reasons: dict[str, list[str]] = field(default_factory=dict)
    faults: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.only = frozenset(known_name(self.registry, name) for name in self.only)

    def ask(self, question: Question) -> Account:
        """Every answer; what does not apply is listed as unavailable. Raises Contradiction where two theorems
        contradict each other."""
        answers = [answer for answer in self._answers(question) if answer is not None]
        answers.sort(key=lambda a: (a.upper, not a.exact, bool(a.strangers), len(a.path)))
        check_agreement(self.registry, answers)
        told = {answer.accountant for answer in answers}
        asked = self.only & set(self.registry.accountants)
        missing = [
            NoAnswer(
                name,
                "; ".join(dict.fromkeys(self.reasons.get(name, []))) or f"no theorem leads from {self._steps()} to it",
            )
            for name in sorted(asked or self.registry.accountants)
            if name not in told and (question.quantity != "mu" or not answers)
        ]
        return Account(question, self.entries, self.neighbours, tuple(answers), tuple(missing), tuple(self.faults))

    def best(self, question: Question) -> Answer:
        """The tightest answer. Raises CharteredError if there is none."""
        account = self.ask(question)
        if account.best is None:
            reasons = "; ".join(f"{none.accountant}: {none.why}" for none in account.unavailable)
            raise CharteredError(f"no answer for {question} of {described(self.entries, self.neighbours)}", reasons)
        return account.best

    def _answers(self, question: Question) -> Iterator[Answer | None]:
        """An answer for each profile, the exact ones first. After one, no other proof of mu can say less, nor a sum of
        losses; but a stranger's leaves out none of ours, and is itself shown beside ours."""
        exact: set[bool] = set()
        answered: set[bool] = set()
        for composed in sorted(
            self._profiles(), key=lambda c: (c.profile.side is not Side.EXACT, costly(self.registry, c.derivation))
        ):
            ours = self._ours(composed.derivation)
            spared = self._spared(composed, not exact.isdisjoint({True, ours}), not answered.isdisjoint({True, ours}))
            if spared or (ours in exact and question.quantity == "mu"):
                continue
            answer = self._answer(composed, question)
            yield answer
            exact |= {ours} if answer is not None and answer.side is Side.EXACT else set()
            answered |= {ours} if answer is not None and sound(answer.side) else set()

    def profiles(self) -> list[Composed]:
        """Every profile of the ledger that a path reaches; without costly ones that nobody asked for where one is
        exact, or of one run."""
        found = list(self._profiles())
        exact = {self._ours(composed.derivation) for composed in found if composed.profile.side is Side.EXACT}
        answered = {
            self._ours(composed.derivation) for composed in found if not costly(self.registry, composed.derivation)
        }
        either = [(composed, {True, self._ours(composed.derivation)}) for composed in found]
        return [c for c, who in either if not self._spared(c, not exact.isdisjoint(who), not answered.isdisjoint(who))]

    def _ours(self, derivation: Derivation) -> bool:
        """Whether every theorem of a derivation, and its accountant, ships with Chartered."""
        return not strangers_of(self.registry, (), derivation)

    def _spared(self, composed: Composed, exact: bool, answered: bool) -> bool:
        """Whether a derivation takes long, says no more than what answers already, and was not asked for; then this is
        the reason why it does not answer. A sum of the losses of one run is the run's own profile."""
        derivation, single = composed.derivation, answered and composed.runs == 1
        if not (exact or single) or not costly(self.registry, derivation) or not self.only.isdisjoint(derivation.path):
            return False
        why = (
            "another accountant is exact"
            if exact
            else "one run is its own profile, by which another accountant answers"
        )
        self.reasons[derivation.accountant] = [f"{why}, and takes less time"]
        return True

    def _profiles(self) -> Iterator[Composed]:
        walk = Walk(self.registry, self.neighbours, self.heuristic, faults=self.faults, named=self.only)
        for ways in self._written(walk):
            entries = tuple(e for way in ways for e in way[0])
            rewrites = tuple(way[1] for way in ways)
            yield from self._accounted(walk, entries, rewrites)

    def _written(self, walk: Walk) -> Iterator[tuple[Way, ...]]:
        """The ways to write the ledger; of very many by strangers' theorems the first ones."""
        ways = [Rewriting(walk).ways(entry) for entry in self.entries]
        own = [[way for way in each if walk.ours(way[1])] for each in ways]
        yield from product(*own)
        if own != ways:
            foreign = (chosen for chosen in product(*ways) if not all(walk.ours(way[1]) for way in chosen))
            yield from islice(foreign, MOST_COMBINATIONS)

    def _accounted(
        self, walk: Walk, entries: tuple[Entry, ...], rewrites: tuple[tuple[str, ...], ...]
    ) -> Iterator[Composed]:
        walk.reasons = []
        climbed = {entry.step: walk.climb(entry.step) for entry in entries}
        before = self._common(climbed)
        own = self._common({step: [r for r in reached if walk.ours(r.path)] for step, reached in climbed.items()})
        asked = self.only & set(self.registry.accountants)
        for accountant in self.registry.accountants.values():
            if asked and accountant.name not in asked:
                continue
            failed = [
                why
                for theorem, why in walk.reasons
                if theorem.gives is accountant.kind and _starts(accountant, theorem)
            ]
            self.reasons.setdefault(accountant.name, []).extend(failed)
            for chosen in self._choices(accountant, entries, climbed):
                composed = self._compose(accountant, entries, chosen)
                if composed is None:
                    continue
                refused = len(walk.reasons)
                ours = accountant.ours and all(walk.ours(r.path) for r in chosen)
                ends = walk.descend(composed, (own if ours else before) - {Profile})
                self.reasons.setdefault(accountant.name, []).extend(why for _, why in walk.reasons[refused:])
                for end in ends:
                    climbs = tuple(reached.path for reached in chosen)
                    derivation = Derivation(rewrites, climbs, accountant.name, end.path)
                    profile = after_rewriting(self.registry, rewrites, end.guarantee)
                    why = self._unfit(derivation.path, profile)
                    if why is None:
                        yield Composed(profile, derivation, sum(entry.times for entry in entries))
                    else:
                        self.reasons.setdefault(accountant.name, []).append(why)

    def _common(self, climbed: dict[Step, list[Reached]]) -> frozenset[type]:
        """The kinds of guarantees that every step reaches, and that an accountant composes."""
        common = [{type(r.guarantee) for r in reached} for reached in climbed.values()]
        return frozenset(set.intersection(*common)) & {a.kind for a in self.registry.accountants.values()}

    def _unfit(self, path: Sequence[str], profile: Profile) -> str | None:
        """Why a profile may not answer: not asked for, or no proved upper bound (a heuristic may, where it is let
        in)."""
        if not self._wanted(path):
            return "no path by it goes through what was asked for"
        named = any(
            self.registry.theorems[name].side is Side.HEURISTIC
            for name in self.only & set(path) & set(self.registry.theorems)
        )
        if sound(profile.side) or ((self.heuristic or named) and profile.side is Side.HEURISTIC):
            return None
        return f"{' -> '.join(path)} proves no upper bound: its side is {profile.side.value}"

    def _wanted(self, path: Sequence[str]) -> bool:
        accountants, theorems = self.only & set(self.registry.accountants), self.only & set(self.registry.theorems)
        return all(not asked or not asked.isdisjoint(path) for asked in (accountants, theorems - accountants))

    def _choices(
        self, accountant: Accountant, entries: Sequence[Entry], climbed: dict[Any, list[Reached]]
    ) -> Iterator[tuple[Reached, ...]]:
        """One way up for each entry; entries of the same shape go the same way. Of very many combinations ours and the
        shorter ways are kept."""

        def rank(path: tuple[str, ...]) -> tuple[bool, int]:
            return any(not self.registry.theorem(name).ours for name in path), len(path)

        options: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
        for entry in entries:
            fitting = (r for r in climbed[entry.step] if isinstance(r.guarantee, accountant.kind))
            paths = sorted(
                (r.path for r in fitting if _starts(accountant, self.registry.theorem(r.path[-1]))), key=rank
            )
            known = options.setdefault(entry.step.shape, paths)
            options[entry.step.shape] = [path for path in known if path in paths]
        while prod(len(paths) for paths in options.values()) > MOST_COMBINATIONS:
            max(options.values(), key=len).pop()
        for paths_chosen in product(*options.values()):
            by_shape = dict(zip(options, paths_chosen, strict=True))
            yield tuple(next(r for r in climbed[e.step] if r.path == by_shape[e.step.shape]) for e in entries)

    def _compose(self, accountant: Accountant, entries: Sequence[Entry], chosen: Sequence[Reached]) -> Guarantee | None:
        try:
            return compose(accountant, [r.guarantee for r in chosen], [e.times for e in entries])
        except Unavailable as why:
            self._refuse(accountant.name, why, str(why))
            return None

    def _refuse(self, accountant: str, error: Exception, why: str) -> None:
        """Keeps why an accountant has no answer; what is the fault of a plugin is also told where another path
        answers."""
        self.reasons.setdefault(accountant, []).append(why)
        if isinstance(error, Fault) or (isinstance(error, ArithmeticError) and why.startswith("plugin ")):
            self.faults[why] = None

    def _answer(self, composed: Composed, question: Question) -> Answer | None:
        profile, strangers = composed.profile, strangers_of(self.registry, self.entries, composed.derivation)
        try:
            witness = propose(profile, question)
            enclosed = evaluate(profile, question, witness)
        except (
            Unavailable,
            ArithmeticError,
            ValueError,
        ) as why:  # a search in floats may also leave the domain of a function
            words = in_words(why)
            if (strangers or isinstance(why, Fault)) and not words.startswith("plugin "):
                words = f"{self.registry.theorem(composed.derivation.theorem).named}: {words}"
            self._refuse(composed.derivation.accountant, why, words)
            return None
        sampling = sampling_of(self.registry, self.entries)
        return Answer(
            question,
            self.entries,
            self.neighbours,
            sampling,
            composed.derivation,
            profile.side,
            enclosed,
            witness,
            strangers,
        )

    def _steps(self) -> str:
        return " and ".join(dict.fromkeys("/".join(entry.step.shape) for entry in self.entries))


def _starts(accountant: Accountant, theorem: Theorem) -> bool:
    """A profile that a kind of guarantee implies belongs to that kind's accountant, not to the accountant of single
    profiles."""
    return accountant.kind is not Profile or not isinstance(theorem.takes, type)


def names_of(accountant: str | Iterable[str] | None) -> frozenset[str]:
    """The accountants and theorems to which a question is restricted, as users give them: none, one name, or
    several."""
    if accountant is None:
        return frozenset()
    return frozenset([accountant] if isinstance(accountant, str) else accountant)


def in_words(why: Exception) -> str:
    """The reason that an error gives; Python's own errors speak of their code, not of the question."""
    if isinstance(why, ZeroDivisionError | OverflowError) or type(why) is ValueError:
        return f"the search leaves the range of floats: {why}"
    return str(why)
