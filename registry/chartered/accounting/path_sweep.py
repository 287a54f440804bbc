"""The points of a sweep along one path: their witnesses are searched in vectorised form, and each answer is certified
separately."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Number, Value, floats
from chartered_verify.catching import ignoring, ours
from chartered_verify.large_packages import numpy
from msgspec import Struct
from msgspec.structs import replace

from ..enclose.evaluation import evaluate
from ..errors import Unavailable
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile
from ..model.questions import Question
from ..paths.replay import Replay
from ..search.propose import propose
from .every_path import Accounting
from .path_combinations import Composed

LEAST = Fraction(1, 10**300)  # a smaller delta may underflow in floats

Array: TypeAlias = "numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.float64]]"


class Sweep(Struct, frozen=True):
    """The points of a sweep: a multiple of the whole ledger and a question for each. `once`: the ledger as it is."""

    once: Accounting
    counts: list[int]
    questions: list[Question]
    certified: bool

    def at(self, indices: Sequence[int]) -> Sweep:
        """Some of the points."""
        counts, questions = [self.counts[k] for k in indices], [self.questions[k] for k in indices]
        return replace(self, counts=counts, questions=questions)

    def ledger(self, n: int) -> Accounting:
        """The ledger with n times as many runs."""
        entries = tuple(entry * n for entry in self.once.request.entries)
        return Accounting(replace(self.once.request, entries=entries))


def along(sweep: Sweep, path: Composed) -> tuple[Array, Array]:
    """(lower bounds, -inf if nothing is proved; upper bounds) along one path."""
    asked = sweep.once.request
    replay, entries = Replay(asked.registry, asked.neighbours, path.derivation), asked.entries
    (guarantees, counts), below = replay.guarantees(entries), replay.below(entries)

    def profile_of(n: Any) -> Profile:
        return replay.composed(guarantees, [count * n for count in counts], below)

    found = None
    try:
        searched = _searched(sweep, profile_of)
        if searched is not None:
            nothing = numpy.full(len(searched[0]), -numpy.inf)
            found = searched[0], _certify(sweep, profile_of, *searched) if sweep.certified else nothing
    except ours(
        Exception
    ):  # a plugin's search of many points may fail in any way: each point then searches for itself, and knows why
        found = None
    if found is None:
        profiles = {n: _if_available(profile_of, n) for n in dict.fromkeys(sweep.counts)}
        ends = [_ends(profiles[n], q, None) for n, q in zip(sweep.counts, sweep.questions, strict=True)]
        return numpy.array([low for low, _ in ends]), numpy.array([high for _, high in ends])
    bounds, lows = found
    for index in numpy.flatnonzero(
        ~numpy.isfinite(bounds)
    ):  # not settled by the search, or its witness shows nothing in balls
        lows[index], bounds[index] = _ends(_if_available(profile_of, sweep.counts[index]), sweep.questions[index], None)
    return lows, bounds


def _certify(sweep: Sweep, profile_of: Callable[[Any], Profile], bounds: Array, columns: Mapping[str, Array]) -> Array:
    """Replaces each finite bound by the certified bound of its witness, and others where balls refine it; returns the
    lower bounds."""
    at_count = _profiles_of(profile_of)
    finite, lows = numpy.isfinite(bounds).tolist(), numpy.full(len(bounds), -numpy.inf)
    for index, (n, question, witness) in enumerate(zip(sweep.counts, sweep.questions, _rows(columns), strict=True)):
        profile = _if_available(at_count, n)
        if finite[index]:
            lows[index], bounds[index] = _ends(profile, question, witness)
        if not numpy.isfinite(bounds[index]) and (closer := _refined(profile, question, witness)) is not None:
            lows[index], bounds[index] = _ends(profile, question, closer)
    return lows


def _refined(profile: Profile | None, question: Question, witness: Witness) -> Witness | None:
    """The witness whose ends balls find, which the search in doubles missed; None if they find none."""
    with ignoring(Unavailable, ArithmeticError):
        shared = None if profile is None else profile.search.many
        if shared is not None and shared.refine is not None:
            return shared.refine(question, witness)
    return None


def _searched(sweep: Sweep, profile_of: Callable[[Any], Profile]) -> tuple[Array, Mapping[str, Array]] | None:
    """(eps in floats, witnesses) by the vectorised search of a path; None if it has no such search, and each point is
    then searched separately."""
    distinct = {id(question): question for question in sweep.questions}  # one delta for a thousand counts is read once
    if len(sweep.counts) == 1 or not all(question.at >= LEAST for question in distinct.values()):
        return None
    plain = _if_available(profile_of, sweep.counts[-1])
    if (
        plain is None or plain.search.many is None
    ):  # ask with a whole number first: not every accountant can count in arrays
        return None
    counts = numpy.array(sweep.counts, dtype=float)
    read = {key: float(question.at) for key, question in distinct.items()}
    deltas = numpy.array([read[id(question)] for question in sweep.questions])
    search = profile_of(counts).search.many
    assert search is not None
    with floats:
        anchors = _anchors(len(counts))
        if len(anchors) == len(counts) or not search.begins_near:
            return search.find(deltas, None)
        few = profile_of(counts[anchors]).search.many
        assert few is not None
        near = {
            name: numpy.interp(numpy.arange(len(counts)), anchors, column)
            for name, column in few.find(deltas[anchors], None)[1].items()
        }
        return search.find(deltas, near)


def _anchors(size: int) -> Array:
    """Indices of a sorted sweep at which witnesses are searched first, and interpolated for the others: dense at the
    beginning, where counts double from one to the next."""
    even = numpy.linspace(0, size - 1, min(size, 16)).round()
    doubling = numpy.geomspace(1, size, min(size, 24)).round() - 1
    return numpy.unique(numpy.concatenate([even, doubling])).astype(int)


def _rows(columns: Mapping[str, Array]) -> list[Witness]:
    return [
        {name: None if x != x else x for name, x in zip(columns, row, strict=True)}
        for row in zip(*(column.tolist() for column in columns.values()), strict=True)
    ]


def _if_available(profile_of: Callable[[Any], Profile], count: Any) -> Profile | None:
    try:
        return profile_of(count)
    except Unavailable:
        return None


def _ends(profile: Profile | None, question: Question, witness: Witness | None) -> tuple[float, float]:
    """(lower bound, -inf for nothing; upper bound) of a profile, by a given witness or a searched one."""
    if profile is None:
        return float("-inf"), float("inf")
    try:
        found = evaluate(profile, question, propose(profile, question) if witness is None else witness)
    except ours(Unavailable, ArithmeticError):
        return float("-inf"), float("inf")
    return float("-inf") if found.below is None else found.below.lower, found.bound.upper


def _profiles_of(profile_of: Callable[[Any], Profile]) -> Callable[[int], Profile]:
    """n -> the profile for n runs. One profile object serves every n, if the accountant accepts a variable count;
    otherwise each is made by `profile_of`."""
    count = _Count()
    try:
        shared = profile_of(count)
    except Unavailable:
        return profile_of

    def at(n: int) -> Profile:
        count.value = n
        return shared

    return at


class _Count(Struct):
    """An exact integer whose value can be set later, so that one profile serves every number of runs."""

    value: int = 1

    def __call__(self, xp: Arithmetic) -> Value:
        """The integer in an arithmetic."""
        return xp.number(self.value)

    def __mul__(self, count: int) -> Number:
        return lambda xp: count * xp.number(self.value)

    __rmul__ = __mul__
