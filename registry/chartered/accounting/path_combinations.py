"""The paths from a whole ledger to a profile: a choice of one path from a step to a guarantee for each entry, one
composition, and the conversions after it.

If a kind of guarantee can be reached before composition, paths that reach it only afterwards are left out, as they
cannot be tighter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice, product
from math import prod

from chartered_verify.enclosure import Side
from msgspec import Struct
from msgspec.structs import replace

from ..errors import Unavailable
from ..host.registry import Registry
from ..ledger.entries import Entry
from ..model.accountants import Accountant, compose
from ..model.guarantees import Guarantee
from ..model.privacy_profile import Profile
from ..model.steps import Step
from ..model.theorems import Rewrite, Theorem
from ..paths.derivation import Derivation, expensive, only_rounds, strangers_of
from ..paths.replay import Replay
from ..paths.rewriting import Rewriting, Way
from ..paths.step_paths import Derived, PathSearch, after_rewriting, sound
from ..paths.usable_theorems import UsableTheorems
from .ledger_views import Alike, View, Views
from .request import NOT_ASKED, Refusals, Request

MOST_COMBINATIONS = 256


class Composed(Struct, frozen=True):
    """A profile of the whole ledger, its derivation, and the numbers of runs and of different steps in it."""

    registry: Registry
    profile: Profile
    derivation: Derivation
    runs: int
    kinds: int
    rounded: bool = False
    """Whether all that the path loses is lost by rounding, and the profile has what costs no more."""

    @property
    def settles(self) -> bool:
        """Whether no other bound can improve its answers: they are exact, apart from what is rounded."""
        return self.profile.settles or self.rounded

    @property
    def dear(self) -> bool:
        """Whether answers along the path take long."""
        return expensive(self.registry, self.derivation)

    @property
    def ours(self) -> bool:
        """Whether the accountant and all theorems ship with Chartered."""
        return not strangers_of(self.registry, (), self.derivation)


class Combinations(Struct, frozen=True):
    """The paths that a request lets answer; `refusals` collects why accountants have none."""

    request: Request
    refusals: Refusals
    limit: int | None = None
    """The largest number of different steps that an accountant composes, if smaller than it states; more are
    grouped."""
    cheap_first: bool = False
    """Whether accountants that are exact and compose any number of steps come first; otherwise the order is that of
    registration."""

    @property
    def registry(self) -> Registry:
        """The theorems and accountants."""
        return self.request.registry

    def composed(self) -> Iterator[Composed]:
        """Every profile of the whole ledger at the end of a path."""
        asked, faults = self.request, self.refusals.faults
        usable = UsableTheorems.of(asked.registry, asked.named, asked.heuristic, unsure=asked.unsure)
        paths = PathSearch(usable, asked.neighbours, faults=faults)
        for ways in self._written(paths):
            entries = tuple(e for way in ways for e in way[0])
            rewrites = tuple(way[1] for way in ways)
            yield from self._accounted(paths, entries, rewrites)

    def _written(self, paths: PathSearch) -> Iterator[tuple[Way, ...]]:
        """The ways to write the ledger; among those by third-party theorems at most MOST_COMBINATIONS."""
        ways = [Rewriting(paths).ways(entry) for entry in self.request.entries]
        self.refusals.not_rewritten.update(
            dict.fromkeys(why for theorem, why in paths.reasons if theorem.gives is Rewrite)
        )
        own = [[way for way in each if paths.usable.ours(way[1])] for each in ways]
        yield from _written_alike(own)
        if own != ways:
            foreign = (one for one in _written_alike(ways) if not all(paths.usable.ours(way[1]) for way in one))
            yield from islice(foreign, MOST_COMBINATIONS)

    def _accounted(
        self, paths: PathSearch, entries: tuple[Entry, ...], rewrites: tuple[tuple[str, ...], ...]
    ) -> Iterator[Composed]:
        views = Views(paths, entries, self.limit)
        asked = self.request.accountants
        accountants = self.registry.accountants.values()
        for accountant in sorted(accountants, key=_costs) if self.cheap_first else accountants:
            if asked and accountant.name not in asked:
                continue
            try:
                view = views.of(accountant)
            except Unavailable as why:
                self.refusals.refuse(accountant.name, why, str(why))
                continue
            failed = [
                why
                for theorem, why in view.reasons
                if theorem.gives is accountant.kind and _starts(accountant, theorem)
            ]
            self.refusals.add(accountant.name, failed)
            for chosen in self._choices(accountant, view):
                yield from self._ends(accountant, view, chosen, rewrites)

    def _ends(
        self, accountant: Accountant, view: View, chosen: Sequence[Derived], rewrites: tuple[tuple[str, ...], ...]
    ) -> Iterator[Composed]:
        """The profiles that follow from one guarantee of each entry of a view, composed by one accountant."""
        paths = view.paths
        composed = self._compose(accountant, view.entries, chosen)
        if composed is None:
            return
        refused = len(paths.reasons)
        ours = accountant.ours and all(paths.usable.ours(path) for path in dict.fromkeys(r.path for r in chosen))
        ends = paths.profiles(composed, (view.own if ours else view.common) - {Profile})
        self.refusals.add(accountant.name, (why for _, why in paths.reasons[refused:]))
        for end in ends:
            per_step = tuple(reached.path for reached in chosen)
            derivation = Derivation(
                rewrites, per_step, accountant.name, end.path, grouped_by=view.grouped_by[:1], groups=view.groups
            )
            profile = after_rewriting(self.registry, (*dict.fromkeys(rewrites), derivation.grouped_by), end.guarantee)
            why = self._unfit(derivation.path, profile)
            if why is None:
                runs = sum(entry.times * entry.step.runs for entry in view.entries)
                kinds = len({entry.step for entry in view.entries})
                yield self._sandwiched(view, chosen, Composed(self.registry, profile, derivation, runs, kinds))
            else:
                self.refusals.add(accountant.name, [why])

    def _sandwiched(self, view: View, chosen: Sequence[Derived], composed: Composed) -> Composed:
        """The profile together with that of what costs no more, by a theorem or by the lower grouping, if the path
        loses nothing else."""
        both = replace(composed.derivation, grouped_by=view.grouped_by)
        replay = Replay(self.registry, self.request.neighbours, both)
        below = replay.below(self.request.entries)
        if below is None:
            return composed
        counts, guarantees = [entry.times for entry in view.entries], [reached.guarantee for reached in chosen]
        profile = replay.composed(guarantees, counts, below)
        if profile.dominated is None:
            return composed
        return replace(composed, profile=profile, derivation=both, rounded=only_rounds(self.registry, both))

    def _unfit(self, path: Sequence[str], profile: Profile) -> str | None:
        """Why a profile may not give an answer: its path was not requested, or it is no proved upper bound (heuristics
        are let through on request)."""
        if not self._wanted(path):
            return NOT_ASKED
        theorems = self.request.theorems & set(path)
        named = any(self.registry.theorems[name].side is Side.HEURISTIC for name in theorems)
        if sound(profile.side) or ((self.request.heuristic or named) and profile.side is Side.HEURISTIC):
            return None
        return f"{' -> '.join(path)} proves no upper bound: its side is {profile.side.value}"

    def _wanted(self, path: Sequence[str]) -> bool:
        requested = self.request.accountants, self.request.theorems, self.request.let_in
        return all(not names or not names.isdisjoint(path) for names in requested)

    def _choices(self, accountant: Accountant, view: View) -> Iterator[tuple[Derived, ...]]:
        """The choices of one path for each entry; entries of the same shape share a path, unless none leads from all of
        them. Of more than MOST_COMBINATIONS choices, Chartered's own and shorter paths are kept."""

        def rank(path: tuple[str, ...]) -> tuple[bool, int]:
            return any(not self.registry.theorem(name).ours for name in path), len(path)

        options, alike_of = dict[Alike, list[tuple[str, ...]]](), dict[Step, Alike]()
        for step, reached in view.derived.items():
            fitting = (r for r in reached if isinstance(r.guarantee, accountant.kind))
            found = sorted(
                (r.path for r in fitting if _starts(accountant, self.registry.theorem(r.path[-1]))), key=rank
            )
            numbered = ((step.shape, number) for number in count())
            alike = next(
                alike for alike in numbered if not found or not set(options.get(alike, found)).isdisjoint(found)
            )
            options[alike] = [path for path in options.get(alike, found) if path in found]
            alike_of[step] = alike
        while prod(len(found) for found in options.values()) > MOST_COMBINATIONS:
            max(options.values(), key=len).pop()
        for paths_chosen in product(*options.values()):
            by_alike = dict(zip(options, paths_chosen, strict=True))
            if len(view.entries) > len(view.derived) and not self._leads_on(accountant, view, by_alike, alike_of):
                continue
            try:
                yield view.chosen(view.entries, by_alike, alike_of)
            except Unavailable as why:
                self.refusals.refuse(accountant.name, why, str(why))

    def _leads_on(
        self,
        accountant: Accountant,
        view: View,
        by_alike: Mapping[Alike, tuple[str, ...]],
        alike_of: Mapping[Step, Alike],
    ) -> bool:
        """Whether the steps that were searched lead to a profile by themselves; if not, more steps of the same shapes
        do not either."""
        firsts, paths = tuple(Entry(step) for step in view.derived), view.paths
        composed = self._compose(accountant, firsts, view.chosen(firsts, by_alike, alike_of))
        refused = len(paths.reasons)
        if composed is not None and paths.profiles(composed, view.own - {Profile}):
            return True
        self.refusals.add(accountant.name, (why for _, why in paths.reasons[refused:]))
        return False

    def _compose(self, accountant: Accountant, entries: Sequence[Entry], chosen: Sequence[Derived]) -> Guarantee | None:
        try:
            return compose(accountant, [r.guarantee for r in chosen], [e.times for e in entries])
        except Unavailable as why:
            self.refusals.refuse(accountant.name, why, str(why))
            return None


def _written_alike(ways: Sequence[Sequence[Way]]) -> Iterator[tuple[Way, ...]]:
    """The choices of one way for each entry. Entries that the same theorems write share a choice: to choose for each by
    itself doubles the choices with every entry."""
    kinds = [tuple(names for _, names in each) for each in ways]
    numbers = [range(len(kind)) for kind in dict.fromkeys(kinds)]
    for chosen in product(*numbers):
        number = dict(zip(dict.fromkeys(kinds), chosen, strict=True))
        yield tuple(each[number[kind]] for each, kind in zip(ways, kinds, strict=True))


def _costs(accountant: Accountant) -> tuple[bool, bool]:
    """A sort key: accountants that are likely to give an exact answer soon come first."""
    return accountant.side is not Side.EXACT, accountant.most_kinds is not None


def _starts(accountant: Accountant, theorem: Theorem) -> bool:
    """Whether a path of this accountant may end with this theorem before composition. A profile that follows from a
    kind of guarantee belongs to the accountant of that kind, not to the accountant of single profiles."""
    return accountant.kind is not Profile or not isinstance(theorem.takes, type)
