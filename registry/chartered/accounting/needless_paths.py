"""Which paths are skipped, since what answered already makes them needless: an expensive one that cannot be tighter, or
that could add a lower end alone."""

from __future__ import annotations

from itertools import chain, pairwise

from msgspec import Struct, field

from ..enclose.evaluation import above_delta_at_infinity
from ..model.questions import EpsilonAt, Question
from ..paths.step_paths import sound
from .answers import Answer
from .interval_width import is_narrow, is_wide, is_within_tolerance
from .path_combinations import Composed
from .request import Refusals, Request


class Needless(Struct):
    """The answers so far, as far as they make others needless. A path that was requested by name is never skipped.

    An answer that rests on third-party plugins never excludes one that does not, and is shown beside those: each set
    says of which of the two, ours (True) or theirs, there is such an answer.

    `narrow`: a mu as narrow as requested, or one with ends next to each other; `exact`: one of these, or one that is
    exact and not wide; `sound`: a bound; `quick`: one along a path that is not expensive. `beside`: where last resorts
    are asked beside other answers, what is on the paths of the best of these. They take the profiles that theorems
    state of steps, and of a step without one those on these paths, as what composes by itself has many."""

    request: Request
    refusals: Refusals
    beside: frozenset[str] | None = None
    narrow: set[bool] = field(default_factory=set)
    exact: set[bool] = field(default_factory=set)
    sound: set[bool] = field(default_factory=set)
    quick: set[bool] = field(default_factory=set)

    def add(self, composed: Composed, answer: Answer) -> None:
        """Takes note of an answer."""
        who = {composed.ours}
        self.narrow |= who if is_narrow(answer) or is_within_tolerance(answer) else set()
        self.exact |= self.narrow | (who if composed.settles and not is_wide(answer) else set())
        self.sound |= who if sound(answer.side) else set()
        self.quick |= who if sound(answer.side) and not composed.dear else set()

    def skips(self, composed: Composed, question: Question) -> bool:
        """Whether a path is skipped. The reason is recorded for its accountant."""
        if self.beside is not None and not self._of_own_profiles(composed, self.beside):
            return self._refused(composed, "by name (--accountant) it takes profiles that follow from others, too")
        who = {True, composed.ours}
        if composed.ours in self.narrow and question.settled_once:
            return True
        if self.spares(composed, not self.exact.isdisjoint(who), not self.quick.isdisjoint(who)):
            return True
        return not self.sound.isdisjoint(who) and self._endless(composed, question)

    def spares(self, composed: Composed, exact: bool, answered: bool) -> bool:
        """Whether a derivation is skipped that cannot be tighter than known answers. (For a single run, a loss
        distribution, which is made from profiles, only restates the run's own; an exact one is spared by an exact
        answer alone.)"""
        restates = composed.runs == 1 and not composed.settles
        kind = self.request.registry.accountant(composed.derivation.accountant).kind
        if not (exact or (answered and restates and kind.of_profiles)) or not self._unasked(composed):
            return False
        alone = "one run is its own profile, by which another accountant answers"
        why = "another accountant is exact" if exact else alone
        return self._refused(composed, f"{why}, and takes less time; by name (--accountant) this one is asked, too")

    def _endless(self, composed: Composed, question: Question) -> bool:
        """Whether a derivation is skipped where its eps is certainly infinite, so that all it could add is a finite
        lower end, which takes a search."""
        profile = composed.profile
        if not isinstance(question, EpsilonAt) or profile.dominated is None or not self._unasked(composed):
            return False
        ends = (above_delta_at_infinity(each, question.at) or 0 for each in (profile, profile.dominated))
        below = "delta is below the least delta that its guarantee reaches at any eps"
        endless = next(ends) < 0 < next(ends)
        return endless and self._refused(composed, f"{below}; by name (--accountant) it has a lower end")

    def _of_own_profiles(self, composed: Composed, beside: frozenset[str]) -> bool:
        """Whether a last resort on the path takes a step, or the profile to which a theorem leads from one; and of the
        other steps the profiles on the paths of the best answers."""
        known, last = self.request.registry, self.request.let_in

        def own(path: tuple[str, ...]) -> bool:
            pairs = (pair for pair in pairwise(("", *path)) if pair[1] in last)
            return any(not isinstance(known.theorem(name).takes, type) for pair in pairs for name in pair if name)

        others = [path for path in composed.derivation.per_step if not own(path)]
        return len(others) < len(composed.derivation.per_step) and beside.issuperset({*chain(*others)} - last)

    def _refused(self, composed: Composed, why: str) -> bool:
        self.refusals.reasons[composed.derivation.accountant] = [why]
        return True

    def _unasked(self, composed: Composed) -> bool:
        """Whether it is expensive, and was not requested."""
        return composed.dear and self.request.named.isdisjoint(composed.derivation.path)
