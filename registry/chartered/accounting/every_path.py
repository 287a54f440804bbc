"""Accounting: evaluates a question for every profile at the end of a path from the ledger, and keeps all answers, the
smallest first."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial
from time import thread_time

from chartered_verify.catching import ours
from msgspec import Struct, field, structs

from ..enclose.evaluation import above_delta_at_infinity
from ..errors import Fault, Unavailable
from ..host.registry import Registry
from ..ledger.irrational_numbers import read_beside
from ..model.questions import EpsilonAt, Question
from ..model.theorem_use import Use
from ..paths.derivation import Derivation, expensive, strangers_of
from ..paths.step_paths import sound
from ..search.propose import propose
from .accountant_names import known_name
from .agreement import check_agreement
from .all_answers import Account, logged
from .answers import Answer, NoAnswer
from .interval_width import closer, is_narrow, is_wide, missed, notes_on, tightest
from .path_combinations import Combinations, Composed
from .question_time_limit import each_in_time, in_time
from .reasons import in_words, out_of_time, unreached
from .request import Refusals, Request

_GRACE = 1 / 4
"""The share of a time limit that last resorts have beyond it, where nothing else answered within it."""
FEWEST = 12
"""The least number of groups of steps that is tried: with fewer groups, bounds are too loose."""


class Accounting(Struct):
    """A request, ready for questions.

    `seconds`: the processor time within which answers are searched; None: as long as it takes. `refusals`: why there
    are none. `waiting` and `searched`: the paths that are not evaluated yet, and whether there are no others. `ended`:
    whether the last question ended within its seconds."""

    request: Request
    seconds: float | None = None
    refusals: Refusals = field(default_factory=Refusals)
    waiting: set[Derivation] = field(default_factory=set)
    searched: bool = False
    ended: bool = True

    def __post_init__(self) -> None:
        only = frozenset(known_name(self.registry, name) for name in self.request.only)
        self.request = structs.replace(self.request, only=only)

    @property
    def registry(self) -> Registry:
        """The theorems and accountants."""
        return self.request.registry

    def ask(self, question: Question, best_only: bool = False) -> Account:
        """All answers to a question or, with `best_only`, those that may be the best; accountants without an answer are
        listed with the reason. Raises Contradiction if two answers exclude each other."""
        start, answers = thread_time(), list[Answer]()
        ended = self.ended = in_time(lambda: self._collect(question, best_only, answers), self.seconds)
        if self.seconds is not None and not (ended or answers):
            late = (filter(None, last._answers(question.at_ease)) for last in self._last_resorts())
            each_in_time([partial(answers.extend, found) for found in late], self.seconds * _GRACE)
        answers.sort(key=tightest)
        check_agreement(self.registry, answers)
        notes = read_beside(self.request.entries, question.held) + notes_on(question, answers, self.refusals.failed)
        answers = [replace(answer, notes=notes) for answer in answers] if notes else answers
        told = {answer.accountant for answer in answers}
        asked = self.request.accountants
        missing = [
            NoAnswer(name, self._why_none(name, bool(answers), ended))
            for name in sorted(asked or self.registry.accountants)
            if name not in told and not (question.settled_once and answers)
        ]
        wide = tuple(NoAnswer(answer.accountant, why) for answer in answers if (why := missed(question, answer)))
        entries, neighbours, faults = self.request.entries, self.request.neighbours, tuple(self.refusals.faults)
        found = (entries, neighbours, tuple(answers), tuple(missing), faults)
        return logged(Account(question, *found, wide, thread_time() - start, self.seconds is not None))

    def _collect(self, question: Question, best_only: bool, answers: list[Answer]) -> None:
        """Appends the answers of all profiles or, if there are none, those of last resorts. Within a limited time,
        those without a requested accuracy come first, and closer ones take their places."""
        for asked in dict.fromkeys([question] if self.seconds is None else [question.at_ease, question]):
            for answer in self._answers(asked, best_only):
                if answer is not None:
                    answers[:] = [other for other in answers if other.derivation != answer.derivation] + [answer]
        for last in [] if answers else self._last_resorts():
            answers.extend(filter(None, last._answers(question)))

    def best(self, question: Question) -> Answer:
        """The tightest answer. If a narrow exact answer exists and no third-party theorem could contradict it, no
        further bounds are evaluated. Raises NoAnswer (OutOfTime, PluginFault) if there is none."""
        account = self.ask(question, best_only=self.all_ours)
        if account.best is None:
            raise account.no_answer(self.ended)
        return account.best

    def _last_resorts(self) -> Iterator[Accounting]:
        """The same ledger with one theorem of last resort admitted at a time; none if the user requested accountants by
        name."""
        last = (theorem.name for theorem in self.registry.theorems.values() if theorem.use is Use.LAST_RESORT)
        for name in () if self.request.accountants else last:
            request = structs.replace(self.request, let_in=frozenset({name}))
            yield structs.replace(self, request=request, refusals=structs.replace(self.refusals, reasons={}))

    @property
    def all_ours(self) -> bool:
        """Whether every theorem that is installed ships with Chartered."""
        return all(theorem.ours for theorem in self.registry.theorems.values())

    def _answers(self, question: Question, best_only: bool = False) -> Iterator[Answer | None]:
        """The answers of all profiles, exact ones first; with `best_only`, none after a narrow exact one.

        After an exact answer that is not wide, further proofs about mu and expensive loss distributions are skipped,
        since they cannot be much tighter. An answer that rests on third-party plugins never excludes one that does not,
        and is shown beside those."""
        exact: set[bool] = set()
        answered: set[bool] = set()
        told: set[bool] = set()
        narrow = False
        for composed in self._in_order(best_only):
            if narrow and not composed.settles:
                return
            ours = self.by_ours(composed.derivation)
            spared = self._spared(composed, not exact.isdisjoint({True, ours}), not answered.isdisjoint({True, ours}))
            endless = not told.isdisjoint({True, ours}) and self._endless(composed, question)
            if spared or endless or (ours in exact and question.settled_once):
                continue
            answer = self._timed(composed, question)
            yield answer
            narrow |= best_only and answer is not None and composed.settles and is_narrow(answer)
            if narrow and self._cheap(composed) and composed.runs > 1:  # one run has several exact paths, all quick
                return
            exact |= {ours} if answer is not None and composed.settles and not is_wide(answer) else set()
            told |= {ours} if answer is not None and sound(answer.side) else set()
            answered |= {ours} if ours in told and answer is not None and self._cheap(composed) else set()

    def _in_order(self, best_only: bool) -> Iterator[Composed]:
        """All profiles: those that settle the question first, cheap ones before expensive ones; within a limited time
        all cheap ones first. With `best_only`, cheap settling profiles are yielded as soon as they are found, since a
        narrow answer ends the search."""
        found = structs.replace(self._combinations(), cheap_first=best_only).composed()
        waiting = list[Composed]()
        for composed in found:
            self.waiting.add(composed.derivation)
            if best_only and composed.settles and self._cheap(composed):
                yield composed
            else:
                waiting.append(composed)
        self.searched = True
        yield from sorted(waiting, key=self._turn)

    def _turn(self, composed: Composed) -> tuple[bool, bool]:
        """The sort key of a profile."""
        turn = not composed.settles, not self._cheap(composed)
        return turn if self.seconds is None else (turn[1], turn[0])

    def quickest(self) -> Composed | None:
        """The first profile that settles questions, a cheap one if there is any; None without one."""
        return next((c for c in self._in_order(best_only=True) if c.settles), None)

    def _cheap(self, composed: Composed) -> bool:
        return not expensive(self.registry, composed.derivation)

    def paths(self, refused: set[Derivation]) -> Iterator[Composed]:
        """The profiles of `profiles`, one at a time, cheap ones first, so that a search can start at the value found so
        far.

        The caller adds to `refused` the derivations that gave no answer at some value. These no longer exclude
        expensive paths, so profiles are looked up again."""
        seen: set[Derivation] = set()
        while waiting := [composed for composed in self.profiles(refused) if composed.derivation not in seen]:
            for composed in sorted(waiting, key=lambda c: expensive(self.registry, c.derivation)):
                seen.add(composed.derivation)
                yield composed
            if seen.isdisjoint(refused):
                return

    def profiles(self, refused: Collection[Derivation] = ()) -> list[Composed]:
        """Every profile of the ledger at the end of a path. Without the expensive ones that the user did not request,
        if another profile is exact and not in `refused`, or if the ledger is a single run."""
        found = list(self._combinations().composed())
        if not found:
            found = [composed for last in self._last_resorts() for composed in last._combinations().composed()]
        answering = [composed for composed in found if composed.derivation not in refused]
        cheap = [composed for composed in answering if not expensive(self.registry, composed.derivation)]
        answered = {self.by_ours(composed.derivation) for composed in cheap}
        kept = list[Composed]()
        for composed in found:
            who = {True, self.by_ours(composed.derivation)}
            others = cheap if composed.settles else answering
            exact = any(c.settles and self.by_ours(c.derivation) in who for c in others)
            if not self._spared(composed, exact, not answered.isdisjoint(who)):
                kept.append(composed)
        return kept

    def by_ours(self, derivation: Derivation) -> bool:
        """Whether the accountant and all theorems of a derivation ship with Chartered."""
        return not strangers_of(self.registry, (), derivation)

    def _spared(self, composed: Composed, exact: bool, answered: bool) -> bool:
        """Whether a derivation is skipped: it is expensive, cannot be tighter than known answers, and was not
        requested. The reason is recorded for its accountant. (For a single run, a loss distribution, which is made from
        profiles, only restates the run's own; an exact one is spared by an exact answer alone.)"""
        derivation, restates = composed.derivation, composed.runs == 1 and not composed.settles
        single = answered and restates and self.registry.accountant(derivation.accountant).kind.of_profiles
        if (
            not (exact or single)
            or not expensive(self.registry, derivation)
            or not self.request.named.isdisjoint(derivation.path)
        ):
            return False
        alone = "one run is its own profile, by which another accountant answers"
        why = "another accountant is exact" if exact else alone
        self.refusals.reasons[derivation.accountant] = [
            f"{why}, and takes less time; by name (--accountant) this one is asked, too"
        ]
        return True

    def _endless(self, composed: Composed, question: Question) -> bool:
        """Whether a derivation is skipped where there is an answer: it is expensive, was not requested, and its eps is
        certainly infinite, so that all it could add is a finite lower end, which takes a search."""
        derivation, profile = composed.derivation, composed.profile
        if not isinstance(question, EpsilonAt) or profile.dominated is None or self._cheap(composed):
            return False
        ends = (above_delta_at_infinity(each, question.at) or 0 for each in (profile, profile.dominated))
        if not next(ends) < 0 < next(ends) or not self.request.named.isdisjoint(derivation.path):
            return False
        below = "delta is below the least delta that its guarantee reaches at any eps"
        self.refusals.reasons[derivation.accountant] = [f"{below}; by name (--accountant) it has a lower end"]
        return True

    def _combinations(self) -> Combinations:
        """The paths of the ledger; reasons and faults are recorded in this object."""
        return Combinations(self.request, self.refusals)

    def _timed(self, composed: Composed, question: Question) -> Answer | None:
        """The answer along a path, with its processor time."""
        start = thread_time()
        answer = self._answer(composed, question) or self._of_fewer_groups(composed, question)
        self.waiting.discard(composed.derivation)
        return None if answer is None else replace(answer, seconds=thread_time() - start)

    def _of_fewer_groups(self, composed: Composed, question: Question) -> Answer | None:
        """The answer along the same path with fewer and fewer groups of steps, if the path cannot handle as many
        different steps."""
        accountant, most = self.registry.accountant(composed.derivation.accountant), composed.kinds
        if accountant.most_kinds is None or not accountant.groups or question.of_profile:
            return None
        while (most := most // 2) >= FEWEST:
            asked = structs.replace(self.request, only=self.request.only | {accountant.name})
            combinations = Combinations(asked, self.refusals, limit=most)
            found = (c for c in combinations.composed() if c.derivation.conversions == composed.derivation.conversions)
            for coarser in found:
                answer = self._answer(coarser, question)
                if answer is not None:
                    return answer
        return None

    def _answer(self, composed: Composed, question: Question) -> Answer | None:
        """The answer with the requested accuracy or, if that takes too much work, without a requested accuracy."""
        found = self._proved(composed, question if question.correct_digits else question.at_ease)
        if found is None and question.correct_digits:
            return self._proved(composed, question.at_ease)
        narrower = None if found is None else closer(question, found)
        return found if narrower is None else self._proved(composed, narrower) or found

    def _proved(self, composed: Composed, question: Question) -> Answer | None:
        profile, derivation, asked = composed.profile, composed.derivation, self.request
        ledger = asked.registry, question, asked.entries, asked.neighbours
        try:
            witness = propose(profile, question)
            return Answer._of(*ledger, derivation, profile, witness)
        except ours(
            Unavailable,
            ArithmeticError,
            ValueError,
        ) as why:  # ValueError: a search in floats left the domain of a function of `math`
            words = in_words(why)
            strangers = strangers_of(asked.registry, asked.entries, derivation)
            if (strangers or isinstance(why, Fault)) and not words.startswith("plugin "):
                words = f"{asked.registry.theorem(derivation.theorem).named}: {words}"
            self.refusals.refuse(derivation.accountant, why, words)
            if profile.settles:
                self.refusals.failed.setdefault(derivation.accountant, words)
            return None

    def _why_none(self, name: str, answered: bool, ended: bool) -> str:
        """Why an accountant has no answer. `ended`: whether every profile was evaluated, within the time."""
        reasons = dict.fromkeys(self.refusals.reasons.get(name, []))
        open_still = any(path.accountant == name for path in self.waiting) or not (reasons or self.searched)
        if open_still and not ended:
            return out_of_time(self.seconds)
        return "; ".join(reasons) or unreached(self.request, name, answered, self.refusals.not_rewritten)
