"""A picture of ledgers as numbers: its kind and its curves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...accounting import sweep
from ...accounting.accountant_names import names_of
from ...accounting.equal_rounds import one_round_of, with_one_round
from ...accounting.ledger import Ledger
from ...accounting.path_sweep import LEAST
from ...errors import BadLedger, BadValue, CharteredError, UnknownName
from ...host.registry import registry
from ...ledger.entries import Entry
from ...model.exact_numbers import Exact, fraction_to_json, plain, whole
from ...model.questions import Question
from ...model.steps import MOST_TIMES
from ...paths.rewriting import ledger_to_json
from . import curves as traces
from .curves import Asked, Trace

DEPTH = Fraction(1, 10**10)
"""The smallest delta of a profile's curve unless another is given."""
RUNS = 1000
"""The largest number of runs of a curve over runs, unless a ledger or the question states one."""


class Kind(Struct, frozen=True):
    """A kind of picture: the names of its two axes, and the function that computes one of its curves."""

    x: str
    y: str
    trace: Callable[[Asked], Trace]
    over_times: bool = False


KINDS = {
    "profile": Kind("epsilon", "delta", traces.profile),
    "tradeoff": Kind("type_one", "type_two", traces.tradeoff),
    "mu": Kind("epsilon", "mu", traces.transform),
    "epsilon": Kind("times", "epsilon", traces.epsilon, over_times=True),
}
"""The kinds of pictures by name."""


class Picture(Struct, frozen=True):
    """The curves of one picture, and the delta of its question. `counted`: what the horizontal axis counts, if it is a
    number of something."""

    kind: str
    delta: Fraction
    traces: list[Trace]
    counted: str = "runs"

    def to_json(self) -> dict[str, Any]:
        """The picture as JSON, with every point of every curve."""
        axes = KINDS[self.kind]
        curves = [
            {
                "ledger": ledger_to_json(registry(), trace.asked.ledger.entries, trace.asked.ledger.neighbours),
                "neighbours": trace.asked.ledger.neighbours.value,
                "accountant": trace.asked.by,
                "side": trace.side.value,
                "strangers": list(trace.asked.strangers),
                axes.x: trace.x,
                axes.y: trace.y,
            }
            for trace in self.traces
        ]
        return {"kind": self.kind, "delta": fraction_to_json(self.delta), "curves": curves}


def picture(
    kind: str,
    ledgers: Ledger | Entry | str | Iterable[Ledger | Entry | str],
    *,
    delta: Exact | None = None,
    times: sweep.Many | None = None,
    accountant: str | Iterable[str] | None = None,
) -> Picture:
    """The picture that `plot` draws, as numbers. Raises CharteredError."""
    given: list[Any] = list(ledgers) if isinstance(ledgers, list | tuple | Iterator) else [ledgers]
    if kind not in KINDS:
        raise UnknownName(f"unknown kind of picture {kind!r}", f"kinds are {', '.join(KINDS)}")
    shown = [ledger if isinstance(ledger, Ledger) else ledger_over(kind, ledger) for ledger in given]
    if not shown:
        raise BadLedger("no ledger is given", "a picture needs at least one")
    over_times = KINDS[kind].over_times
    if times is not None and not over_times:
        raise BadValue(f"times is given for a {kind}", "write times=N in the step: only epsilon is drawn over times")
    at = _delta(kind, delta)
    counts: list[int] = []
    if over_times:
        runs = [_by_run(ledger) for ledger in shown]
        shown, counts = [ledger for ledger, _ in runs], _counts(max(written for _, written in runs), times)
    one = accountant is None or isinstance(accountant, str) or not isinstance(accountant, Iterable)
    named = list(dict.fromkeys(names_of(accountant) if one else accountant or ()))
    return Picture(
        kind,
        at,
        [trace for ledger in shown for trace in _traces(kind, Asked(ledger, None, at, counts), named, len(shown) == 1)],
        _counted(shown),
    )


def _counted(ledgers: list[Ledger]) -> str:
    """The name of what all curves count: the rounds of one mechanism, or runs."""
    made = [registry().mechanisms.get(entry.step.name) for ledger in ledgers for entry in ledger.entries]
    names = {"" if mechanism is None else mechanism.rounds for mechanism in made}
    return (names.pop() if len(names) == 1 else "") or "runs"


def _traces(kind: str, asked: Asked, named: list[str], alone: bool) -> list[Trace]:
    """The curves of one ledger: one for each given name; without names, one by the tightest accountant, or, if the
    ledger is the only one (`alone`), one for each accountant that has a curve."""
    trace = KINDS[kind].trace
    if named:
        return [trace(replace(asked, by=name)) for name in named]
    if not alone:
        return [trace(asked)]
    found: list[Trace] = []
    ends = {asked.times[0], asked.times[-1]} if asked.times else {1}
    question = Question.epsilon(asked.delta) if asked.times else Question.delta(0)
    for name in traces.accountants(asked.ledger, question, sorted(ends)):
        try:
            found.append(trace(replace(asked, by=name)))
        except CharteredError:  # such as that of profiles, which answers for one run only
            continue
    return found or [trace(asked)]


def _delta(kind: str, delta: Exact | None) -> Fraction:
    if delta is None and KINDS[kind].over_times:
        raise BadValue("no delta is given", f"{kind} is drawn at one: delta 1e-5, say")
    at = DEPTH if delta is None else Question.epsilon(delta).at
    if at < LEAST and not KINDS[kind].over_times:
        raise BadValue(f"delta is {plain(at)}", f"a {kind} is followed down to a delta of at least {plain(LEAST)}")
    return at


def _counts(written: int, times: sweep.Many | None) -> list[int]:
    """The numbers of runs at which eps is drawn, where the ledgers state at most `written`."""
    if times is None:
        return spread(1, written if written > 1 else RUNS)
    if written > 1:
        raise BadValue(f"times is {written} in a step and given for the picture too", "write it once")
    given = times if isinstance(times, Iterable) and not isinstance(times, str) else [times]
    counts = sorted({whole(n, "times", 1, MOST_TIMES) for n in given})
    if len(counts) < 2:
        raise BadValue(
            f"times is {', '.join(map(str, counts)) or 'empty'}", "a curve needs two or more numbers of runs"
        )
    return counts


def spread(first: int, last: int) -> list[int]:
    """Whole numbers from `first` to `last`: all of them, or about POINTS, half of them equally spaced and half equally
    spaced in the logarithm, because eps is most curved at few runs."""
    if last - first < traces.POINTS:
        return list(range(first, last + 1))
    half = traces.POINTS // 2
    parts = [k / half for k in range(1, half)]
    even, early = (first + (last - first) * part for part in parts), (first * (last / first) ** part for part in parts)
    return sorted({first, last, *map(round, even), *map(round, early)})


def wide(first: float, last: float) -> bool:
    """Whether the range of the numbers of runs is so large that a logarithmic axis is better."""
    return last > 10_000 * first


def ledger_over(kind: str, step: Entry | str, neighbours: str | None = None) -> Ledger:
    """The ledger of one curve. A training may leave its length open where eps is drawn over its steps. Raises
    CharteredError."""
    open_length = isinstance(step, str) and kind in KINDS and KINDS[kind].over_times
    return Ledger(with_one_round(registry(), str(step)) if open_length else step, neighbours)


def _by_run(ledger: Ledger) -> tuple[Ledger, int]:
    """(the ledger with one run of its only entry, or one step of its only training, and how many it states). A ledger
    of several entries is one run of itself: the number of runs counts repetitions of the whole ledger."""
    if len(ledger.entries) > 1:
        return ledger, 1
    entry, count = one_round_of(registry(), ledger.entries[0], ledger.neighbours)
    return ledger if count == 1 else Ledger([entry], ledger.neighbours), count
