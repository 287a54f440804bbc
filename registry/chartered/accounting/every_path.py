"""Accounting: evaluates a question for every profile at the end of a path from the ledger, and keeps all answers, the
smallest first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from time import thread_time

from chartered_verify.catching import ignoring
from msgspec import Struct, field, structs

from ..errors import Unavailable
from ..host.registry import Registry
from ..ledger.irrational_numbers import read_beside
from ..model.questions import Question
from ..model.theorem_use import Use
from ..paths.derivation import Derivation
from .accountant_names import known_name
from .agreement import check_agreement
from .all_answers import Account, logged
from .answers import Answer, NoAnswer
from .interval_width import is_narrow, missed, notes_on, tightest
from .needless_paths import Needless
from .path_answer import answered
from .path_combinations import Combinations, Composed
from .question_time_limit import each_in_time, in_time
from .request import NOT_ASKED, Refusals, Request, out_of_time, unreached

_GRACE = 1 / 4
"""The share of a time limit that last resorts have beyond it, where nothing else answered within it."""


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
        """Appends the answers of all profiles and, unless one is exact, those of last resorts; for a mu, which takes a
        proof for all eps, only if there are none. Within a limited time, those without a requested accuracy come first,
        and closer ones take their places."""
        for asked in dict.fromkeys([question] if self.seconds is None else [question.at_ease, question]):
            for answer in self._answers(asked, best_only):
                if answer is not None:
                    answers[:] = [other for other in answers if other.derivation != answer.derivation] + [answer]
        for last in [] if self._settled(question, answers) else self._last_resorts():
            beside = _on_best_paths(answers) if answers else None
            answers.extend(filter(None, last._answers(question, beside=beside)))
            if beside is not None:
                self.refusals.learn(self.registry, last.refusals, last.request.let_in)

    def _settled(self, question: Question, answers: Sequence[Answer]) -> bool:
        """Whether last resorts wait. One run has its own profile, which they restate; what was requested by name
        answers alone if it does."""
        one_run = sum(entry.times * entry.step.runs for entry in self.request.entries) == 1
        any_will_do = self.request.only or question.settled_once or one_run
        return any(any_will_do or answer.exact or is_narrow(answer) for answer in answers)

    def best(self, question: Question) -> Answer:
        """The tightest answer. If a narrow exact answer exists and no third-party theorem could contradict it, no
        further bounds are evaluated. Raises NoAnswer (OutOfTime, PluginFault) if there is none."""
        account = self.ask(question, best_only=self.all_ours)
        if account.best is None:
            raise account.no_answer(self.ended)
        return account.best

    def _last_resorts(self) -> Iterator[Accounting]:
        """The same ledger with one theorem of last resort admitted at a time."""
        for name in (theorem.name for theorem in self.registry.theorems.values() if theorem.use is Use.LAST_RESORT):
            request = structs.replace(self.request, let_in=frozenset({name}))
            yield structs.replace(self, request=request, refusals=structs.replace(self.refusals, reasons={}))

    @property
    def all_ours(self) -> bool:
        """Whether every theorem that is installed ships with Chartered."""
        return all(theorem.ours for theorem in self.registry.theorems.values())

    def _answers(
        self,
        question: Question,
        best_only: bool = False,
        tried: frozenset[Derivation] = frozenset(),
        beside: frozenset[str] | None = None,
    ) -> Iterator[Answer | None]:
        """The answers of all profiles, exact ones first; with `best_only`, none after a narrow one. Where exact ones
        have none, and no other is exact, also those of looser guarantees that they had excluded. `beside`: as for
        `Needless`."""
        known, narrow = Needless(self.request, self.refusals, beside), False
        seen, failed = set(tried), list[Derivation]()
        for composed in self._in_order(best_only):
            if narrow and not composed.settles:
                return
            before = composed.derivation in seen
            seen.add(composed.derivation)
            if before or known.skips(composed, question):
                continue
            answer = answered(self.request, self.refusals, composed, question)
            self.waiting.discard(composed.derivation)
            yield answer
            if answer is None:
                failed += [composed.derivation] if composed.settles else []
                continue
            narrow |= best_only and is_narrow(answer)
            if narrow and not composed.dear and composed.runs > 1:  # one run has several exact paths, all quick
                return
            known.add(composed, answer)
        if failed and not known.exact:
            yield from self._despite(failed)._answers(question, best_only, frozenset(seen), beside)

    def _despite(self, failed: Iterable[Derivation]) -> Accounting:
        """The same ledger, with the guarantees that the exact ones of these derivations exclude."""
        names = {path[-1] for derivation in failed for path in derivation.per_step}
        return structs.replace(self, request=structs.replace(self.request, unsure=self.request.unsure | names))

    def _in_order(self, best_only: bool) -> Iterator[Composed]:
        """All profiles: those that settle the question first, cheap ones before expensive ones; within a limited time
        all cheap ones first. With `best_only`, cheap settling profiles are yielded as soon as they are found, since a
        narrow answer ends the search."""
        found = structs.replace(self._combinations(), cheap_first=best_only).composed()
        waiting = list[Composed]()
        for composed in found:
            self.waiting.add(composed.derivation)
            if best_only and composed.settles and not composed.dear:
                yield composed
            else:
                waiting.append(composed)
        self.searched = True
        yield from sorted(waiting, key=self._turn)

    def _turn(self, composed: Composed) -> tuple[bool, bool]:
        """The sort key of a profile."""
        turn = not composed.settles, composed.dear
        return turn if self.seconds is None else (turn[1], turn[0])

    def quickest(self) -> Composed | None:
        """The first profile that settles questions, a cheap one if there is any; None without one."""
        return next((c for c in self._in_order(best_only=True) if c.settles), None)

    def paths(self, refused: set[Derivation]) -> Iterator[Composed]:
        """The profiles of `profiles`, one at a time, cheap ones first, so that a search can start at the value found so
        far.

        The caller adds to `refused` the derivations that gave no answer at some value. These no longer exclude
        expensive paths, so profiles are looked up again."""
        seen: set[Derivation] = set()
        while waiting := [composed for composed in self.profiles(refused) if composed.derivation not in seen]:
            for composed in sorted(waiting, key=lambda composed: composed.dear):
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
        cheap = [composed for composed in answering if not composed.dear]
        sound_ones = {composed.ours for composed in cheap}
        known, kept = Needless(self.request, self.refusals), list[Composed]()
        for composed in found:
            who = {True, composed.ours}
            others = cheap if composed.settles else answering
            exact = any(c.settles and c.ours in who for c in others)
            if not known.spares(composed, exact, not sound_ones.isdisjoint(who)):
                kept.append(composed)
        return kept

    def may_have_mu(self, mass: Fraction) -> bool:
        """Whether a mu except for a failure of this probability may be proved, without a search for it."""
        from ..enclose.proved_mu import may_have_mu  # only where a mu has no answer

        for asked in (self, *self._last_resorts()):
            for composed in asked._combinations().composed():
                with ignoring(Unavailable, ArithmeticError, ValueError):
                    if may_have_mu(composed.profile, mass):
                        return True
        return False

    def _combinations(self) -> Combinations:
        """The paths of the ledger; reasons and faults are recorded in this object."""
        return Combinations(self.request, self.refusals)

    def _why_none(self, name: str, answered: bool, ended: bool) -> str:
        """Why an accountant has no answer. `ended`: whether every profile was evaluated, within the time."""
        whys = dict.fromkeys(self.refusals.reasons.get(name, []))
        reasons = [why for why in whys if why != NOT_ASKED] or list(whys)
        open_still = any(path.accountant == name for path in self.waiting) or not (reasons or self.searched)
        if open_still and not ended:
            return out_of_time(self.seconds)
        return "; ".join(reasons) or unreached(self.request, name, answered, self.refusals.not_rewritten)


def _on_best_paths(answers: Sequence[Answer]) -> frozenset[str]:
    """The names on the paths of the tightest answers."""
    best = min(answers, key=tightest)
    return frozenset(name for answer in answers if answer.upper == best.upper for name in answer.derivation.path)
