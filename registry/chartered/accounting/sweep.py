"""Many answers at once: the least eps for many values of times, or of delta, along those paths that can be the
tightest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NoReturn, TypeAlias

from chartered_verify.large_packages import numpy

from ..errors import BadValue, CharteredError, Contradiction
from ..host.registry import Registry
from ..model.exact_numbers import Exact, whole
from ..model.questions import Question
from ..model.steps import MOST_TIMES
from ..model.theorem_use import Use
from .every_path import Accounting
from .interval_width import NARROW
from .path_combinations import Composed
from .path_sweep import Array, Sweep, along

_MOST_ALONE = 64
"""The largest number of points that exact paths leave open and that are evaluated as single questions; if there are
more, all points are evaluated along every path."""

_OF_DOUBLES = 2.0**-51
"""The relative width of an interval whose ends are next to each other but one."""

Many: TypeAlias = "Exact | Sequence[Exact] | numpy.ndarray[Any, Any]"
"""One number or many."""


def epsilons(
    accounting: Accounting, delta: Many, times: Many | None, certified: bool, digits: int | None = None
) -> tuple[Array, Array]:
    """(lower bounds, upper bounds) on the least eps, one for each value of `times` (a multiple of the whole ledger) or
    of `delta`; at most one of the two may be a list. Points at which an exact answer has fewer correct digits than
    `digits` are evaluated as single questions.

    A lower bound is 0 if no path proves more, an upper bound is infinite if no path gives a finite one. Raises
    CharteredError."""
    counts = [1] if times is None else [whole(n, "times", 1, MOST_TIMES) for n in _listed(times)]
    questions = [Question.epsilon(d, digits) for d in _listed(delta)]
    if len(counts) > 1 and len(questions) > 1:
        raise BadValue("times and delta are both lists", "give a list of one and a single value of the other")
    points = [(n, q) for n in counts for q in questions]
    if not points:
        return numpy.empty(0), numpy.empty(0)
    order = sorted(range(len(points)), key=lambda i: (points[i][0], points[i][1].at))
    points = [points[i] for i in order]
    sweep = Sweep(accounting, [n for n, _ in points], [q for _, q in points], certified)
    ledgers = [sweep.ledger(n) for n in {min(counts), max(counts)}]
    found = {path.derivation: path for some in ledgers for path in some.profiles()}  # some answer for one run only
    paths = _undominated(accounting.registry, list(found.values()))
    if not paths:
        raise CharteredError("no path leads to an answer", "compare() tells the reasons")
    exact = _by_exact_paths(sweep, [path for path in paths if path.profile.settles])
    proved, open_places = list(exact), _left_open(exact, certified)
    if not exact or not ledgers[0].all_ours or len(open_places) > _MOST_ALONE:
        proved += [along(sweep, path) for path in paths if not path.profile.settles]
        open_places = _left_open(exact, certified=False)
    lows, highs = zip(*proved, strict=True)
    least, most = numpy.maximum.reduce(lows), numpy.minimum.reduce(highs)
    if exact and certified and digits is not None:
        open_places = _left_open([(least, most)], certified, max(10.0**-digits, _OF_DOUBLES))
    for index in open_places:
        least[index], most[index] = _alone(sweep, index)
    for index in numpy.flatnonzero(least > most)[:1]:
        _contradicted(sweep, int(index))
    ends = numpy.empty((2, len(points)))
    ends[:, order] = numpy.maximum(least, 0), most
    return ends[0], ends[1]


def _by_exact_paths(sweep: Sweep, paths: Sequence[Composed]) -> list[tuple[Array, Array]]:
    """What exact paths prove, those in closed form first: each of what others leave open."""
    found: list[tuple[Array, Array]] = []
    for path in sorted(paths, key=lambda path: _expensive(sweep.once.registry, path)):
        indices = _left_open(found, sweep.certified) if found else list(range(len(sweep.counts)))
        if not indices:
            break
        low, high = numpy.full((2, len(sweep.counts)), numpy.inf) * numpy.array([[-1.0], [1.0]])
        low[indices], high[indices] = along(sweep.at(indices), path)
        found.append((low, high))
    return found


def _expensive(registry: Registry, path: Composed) -> bool:
    return any(registry.theorem(name).use is Use.IF_NEEDED for name in path.derivation.conversions)


def _left_open(exact: Sequence[tuple[Array, Array]], certified: bool, narrow: float = NARROW) -> list[int]:
    """The points at which the exact paths leave room for tighter bounds; without certificates there are no lower ends,
    so only the points at which they have no answer."""
    if not exact:
        return []
    lows, highs = zip(*exact, strict=True)
    low, high = numpy.maximum.reduce(lows), numpy.minimum.reduce(highs)
    with numpy.errstate(invalid="ignore"):
        settled = numpy.isfinite(high) & ((high - low <= narrow * high) | (not certified))
    found: list[int] = numpy.flatnonzero(~settled).tolist()
    return found


def _alone(sweep: Sweep, index: int) -> tuple[float, float]:
    """(lower end, upper end) at one point, as a single question gives them."""
    accounting = sweep.ledger(sweep.counts[index])
    best = accounting.ask(sweep.questions[index], best_only=accounting.all_ours).best
    if best is None:
        return float("-inf"), float("inf")
    return float("-inf") if best.lower is None else best.lower, best.upper


def _contradicted(sweep: Sweep, index: int) -> NoReturn:
    """Raises the Contradiction between two paths at one point."""
    sweep.ledger(sweep.counts[index]).ask(sweep.questions[index])
    raise Contradiction(f"two theorems contradict each other about {sweep.questions[index]}", "one of them is false")


def _listed(values: object) -> list[Any]:
    tolist = getattr(values, "tolist", None)  # an array, or a NumPy number: as Python's own, which are read much faster
    values = tolist() if callable(tolist) else values
    if isinstance(values, str | int | float | Fraction):
        return [values]
    if isinstance(values, Iterable):
        return list(values)
    raise BadValue(f"{values!r} is neither a number nor a list of numbers", "give a number, a list or an array")


def _undominated(registry: Registry, paths: Sequence[Composed]) -> list[Composed]:
    """The paths whose last theorem is not proved to be matched or beaten by another theorem after the same path
    (`never_looser_than`). Claims of third-party theorems exclude only third-party theorems."""
    by_way: dict[tuple[Any, ...], set[str]] = {}
    for path in paths:
        d = path.derivation
        by_way.setdefault((d.rewrites, d.per_step, d.accountant, d.conversions[:-1]), set()).update(d.conversions[-1:])
    kept = []
    for path in paths:
        d = path.derivation
        others = by_way[(d.rewrites, d.per_step, d.accountant, d.conversions[:-1])]
        mine = d.conversions and registry.theorem(d.conversions[-1]).ours
        stated = [registry.theorem(other) for other in others]
        beaten = {name for other in stated if other.ours or not mine for name in other.never_looser_than}
        if not d.conversions or d.conversions[-1] not in beaten:
            kept.append(path)
    return kept
