"""The inverse questions, as users ask them: `largest_times` and `calibrate`."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from ..display import one_line
from ..enclose.targets import Goal, read_goal
from ..errors import BadStep, BadValue, OutOfTime
from ..host.registry import registry
from ..ledger.entries import Entry, Steps
from ..ledger.open_entry import find_open
from ..ledger.open_parameter import Unknown, check_step
from ..ledger.requirements import carried, relation
from ..model.exact_numbers import Exact, plain
from ..model.neighbours import Neighbours
from ..paths.strangers import strangers_of
from .accountant_names import names_of
from .accounting import Accounting
from .calibrate import beginning, calibrate as solve_parameter
from .largest_times import counted, largest_times as solve_times
from .ledger import Ledger
from .rounds import lasts, with_one_round
from .solutions import Solution, Solutions
from .solved import Solved
from .time_limit import TimeLimit, made_in_time
from .tried import Tried
from .unmet_target import refusal, safest


def largest_times(
    step: str | Entry,
    *,
    epsilon: Exact | None = None,
    delta: Exact | None = None,
    mu: Exact | None = None,
    neighbours: Neighbours | str | None = None,
    accountant: str | Iterable[str] | None = None,
    neighbors: Neighbours | str | None = None,
    beside: Ledger | None = None,
    seconds: float | None = None,
) -> Solved:
    """The largest number of runs of a step, adaptively composed, within (epsilon, delta) or within mu: certified, by
    every accountant. Of a training that leaves its length open (`dpsgd:n=60000,batch=256,noise=1.1`) its steps are
    counted. `beside`: a ledger of other steps; the target is for all of it together. 0 if not even one run meets the
    target; infinity if 2^160 runs meet it, which is more than a ledger may have. `seconds` limits the processor time:
    what certainly meets the target is the answer, of what was tried by then. Raises CharteredError; OutOfTime if
    nothing was found by then."""
    known, limit, tried = registry(), TimeLimit(seconds), Tried()
    target = read_goal(epsilon, delta, mu)
    check_step(step, "largest_times")
    text, runs = (step, None) if isinstance(step, str) else (str(step.step), step.times)
    others, wanted = _beside(beside, Neighbours.chosen(neighbours, neighbors))
    unknown = Unknown.read(known, with_one_round(known, text), "times", runs, others)
    entries, only = unknown.entries_at(1), names_of(accountant)
    relative = relation(known, entries, wanted)
    ended = made_in_time(lambda: solve_times(unknown, relative, target, only, tried), limit.left)
    solved = ended or tried.by_now(counted, True, limit.seconds)
    answers = _marked(unknown, solved.found)
    _check_agreement(unknown, relative, target, answers, limit)
    notes = () if ended else _unended(unknown, target, solved, answers, limit)
    accounting = Accounting(known, entries, relative, only=only, seconds=limit.left)
    why = None if answers and answers[0].value else refusal(accounting, target, _case("one run", others))
    count = answers[0].value if answers else math.inf
    reach = {} if count == math.inf else lasts(known, text, int(count), relative)
    known_ones = Solutions(answers, solved.unavailable)
    return Solved(unknown, target, str(entries[-1]), relative, known_ones, why, tuple(reach.items()), notes)


def calibrate(
    step: Steps,
    *,
    solve: str,
    epsilon: Exact | None = None,
    delta: Exact | None = None,
    mu: Exact | None = None,
    times: Exact | None = None,
    neighbours: Neighbours | str | None = None,
    accountant: str | Iterable[str] | None = None,
    neighbors: Neighbours | str | None = None,
    beside: Ledger | None = None,
    seconds: float | None = None,
) -> Solved:
    """The value of the parameter `solve`, which `step` leaves open, that just meets (epsilon, delta) or mu, rounded to
    the safe side; by every path. `times` may be given in the step instead. Of several steps, one leaves the parameter
    open. The others, and the ledger `beside`, are other steps; the target is for all of it together. `seconds` limits
    the processor time: what certainly meets the target is the answer, of what was tried by then. Raises CharteredError,
    OutOfTime if nothing was found by then."""
    known, limit, tried = registry(), TimeLimit(seconds), Tried()
    target = read_goal(epsilon, delta, mu)
    found = find_open(known, step, solve)
    others, wanted = _beside(beside, Neighbours.chosen(neighbours, neighbors))
    others = (*others, *found.beside)
    if times is not None and found.times is not None:
        raise BadStep(f"{found.step!r} gives times, and so does the question", "write times once")
    unknown = Unknown.read(known, found.step, solve, found.times if times is None else times, others)
    if unknown.gap is None:
        raise BadStep("times is no parameter", "ask how often with chartered steps, or largest_times")
    parameter = unknown.gap.parameter
    relative = relation(known, unknown.entries_at(parameter.nearest(beginning(parameter))), wanted)
    only = names_of(accountant)
    ended = made_in_time(lambda: solve_parameter(unknown, parameter, relative, target, only, tried, limit), limit.left)
    solved, rest = ended or (tried.by_now(parameter.nearest, not unknown.larger_is_safer, limit.seconds), None)
    answers = _marked(unknown, solved.found)
    _check_agreement(unknown, relative, target, answers, limit)
    notes = () if ended else _unended(unknown, target, solved, answers, limit)
    why = None
    if not solved.found:
        end = safest(parameter)
        accounting = Accounting(known, unknown.entries_at(end), relative, only=only, seconds=limit.left)
        why = refusal(accounting, target, _case(f"{solve} = {plain(end)}", others))
    known_ones = Solutions(answers, solved.unavailable)
    return Solved(unknown, target, found.step, relative, known_ones, why, told=notes, others=rest)


def _unended(
    unknown: Unknown, target: Goal, solved: Solutions, answers: tuple[Solution, ...], limit: TimeLimit
) -> tuple[str, ...]:
    """What a reader of the best answer must know if the search did not end in its time. Raises OutOfTime without an
    answer."""
    ended = f"the search ended after {limit.seconds:g} seconds of processor time"
    if not answers:
        reasons = "; ".join(f"{none.accountant}: {none.why}" for none in solved.unavailable)
        raise OutOfTime(
            f"{ended}: no {unknown.name} of {unknown.step} that meets {target} was found by then",
            reasons or "--seconds gives it more",
        )
    better = "more" if unknown.gap is None else "a less private value"
    return () if answers[0].fails_beyond else (f"{ended}: {better} may meet the target, and --seconds gives it more",)


def _beside(ledger: object, wanted: Neighbours | None) -> tuple[tuple[Entry, ...], Neighbours | None]:
    """(the entries of a ledger, the relation `wanted` or else the ledger's). Raises BadValue for anything but a ledger,
    and NeighboursMismatch if its numbers hold for another relation."""
    if ledger is None:
        return (), wanted
    if not isinstance(ledger, Ledger):
        raise BadValue(f"beside is {one_line(repr(ledger))}", "give a ledger, such as Ledger.read('spent.toml')")
    return ledger.entries, carried(registry(), ledger.entries, ledger.neighbours, wanted, "the ledger beside")


def _case(own: str, others: tuple[Entry, ...]) -> str:
    return f"{own} beside the ledger" if others else own


def _marked(unknown: Unknown, answers: Iterable[Solution]) -> tuple[Solution, ...]:
    """The solutions, best first, with the third-party plugins behind them; of equal ones, those without such plugins
    first."""
    known = unknown.registry
    marked = [
        replace(a, strangers=strangers_of(known, unknown.entries_at(a.finite or Fraction(1)), a.derivation))
        for a in answers
    ]
    better = -1 if unknown.gap is None or not unknown.larger_is_safer else 1
    return tuple(sorted(marked, key=lambda a: (better * a.finite, bool(a.strangers))))


def _check_agreement(
    unknown: Unknown, neighbours: Neighbours, target: Goal, answers: tuple[Solution, ...], limit: TimeLimit
) -> None:
    """Raises Contradiction if the best value rests on a third-party plugin and another theorem proves that the target
    is missed at that value."""
    best = next(iter(answers), None)
    if best is not None and best.strangers and best.value:
        entries = unknown.entries_at(best.finite)
        accounting = Accounting(unknown.registry, entries, neighbours, seconds=limit.left)
        for question, _ in target.questions:
            accounting.ask(question)
