"""The inverse questions, as users ask them: `largest_times` and `calibrate`."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from ...display import one_line
from ...enclose.eps_delta_mu_targets import Goal
from ...enclose.other_targets import PowerGoal, read_goal
from ...errors import BadStep, BadValue, OutOfTime
from ...host.registry import registry
from ...ledger.common_value import read_unknown
from ...ledger.entries import Entry, Steps
from ...ledger.required_relation import carried, relation
from ...ledger.unknown_in_entries import find_open
from ...ledger.unknown_parameter import Unknown, check_step
from ...model.exact_numbers import Exact, plain
from ...model.neighbours import Neighbours
from ...paths.derivation import strangers_of
from ..accountant_names import names_of
from ..equal_rounds import lasts, measures_length, with_one_round
from ..ledger import Ledger
from ..question_time_limit import TimeLimit
from ..request import by_reason
from .inverse_answer import Solved
from .search_by_target import searched
from .solutions import Solution, Solutions
from .tried_domain import beginning
from .tried_values import Sought
from .unmet_target import most_private, refusal


def largest_times(
    step: str | Entry,
    *,
    epsilon: Exact | None = None,
    delta: Exact | None = None,
    mu: Exact | None = None,
    rho: Exact | None = None,
    advantage: Exact | None = None,
    power: Exact | None = None,
    type_one: Exact | None = None,
    neighbours: Neighbours | str | None = None,
    accountant: str | Iterable[str] | None = None,
    neighbors: Neighbours | str | None = None,
    beside: Ledger | None = None,
    seconds: float | None = None,
) -> Solved:
    """The largest number of runs of a step within (epsilon, delta) or within mu, by every accountant.

    Args:
        step: The step, as text, or an entry, whose runs count as one. Of a training without its length
            (`dpsgd:n=60000,batch=256,noise=1.1`) the steps are counted.
        epsilon: The target's eps in nats, at least 0; goes with `delta`.
        delta: The target's delta, in [0, 1).
        mu: The target's mu, above 0, in place of both.
        rho: The target's rho of zero-concentrated DP, above 0, in their place.
        advantage: The advantage of membership inference, in (0, 1), in their place.
        power: The power of attacks whose type I error is at most `type_one`, above that and below 1, in their place.
        type_one: That type I error (a false positive rate), in (0, 1).
        neighbours: The relation; None: that of `beside`, or the one that the step requires, else add-or-remove.
        accountant: As for `Ledger.epsilon`.
        neighbors: `neighbours` in another spelling.
        beside: A ledger of other steps; the target is for all of it together.
        seconds: Seconds of processor time; of what was tried by then, the largest that certainly meets the target.

    Returns:
        The solution: `.value` is a certified number of adaptively composed runs; 0 if not even one meets the target,
        infinity if 2^160 do, which is more than a ledger may have.

    Raises:
        BadStep: The step leaves a parameter open, or its text states a number of runs.
        BadValue: An argument is out of range, or the target is incomplete.
        OutOfTime: Nothing was found within `seconds`.
        CharteredError: The step or the relation is invalid, as for `Ledger`.

    Examples:
        >>> ch.largest_times("gaussian:sigma=20", epsilon=8, delta="1e-5").value
        1110
    """
    known, limit = registry(), TimeLimit(seconds)
    goal = read_goal(
        {"epsilon": epsilon, "delta": delta, "mu": mu, "rho": rho, "advantage": advantage}
        | {"power": power, "type_one": type_one}
    )
    check_step(step, "largest_times")
    text, runs = (step, None) if isinstance(step, str) else (str(step.step), step.times)
    others, wanted = _beside(beside, Neighbours.chosen(neighbours, neighbors))
    unknown = Unknown.read(known, with_one_round(known, text), "times", runs, others)
    entries = unknown.entries_at(1)
    relative = relation(known, entries, wanted)
    found = _solved(goal, Sought(unknown, relative, names_of(accountant), limit), str(entries[-1]))
    count = math.inf if found.best is None else found.best.value
    reach = {} if count == math.inf else lasts(known, text, int(count), relative)
    return dataclasses.replace(found, lasts=tuple(reach.items()))


def calibrate(
    step: Steps,
    *,
    solve: str,
    epsilon: Exact | None = None,
    delta: Exact | None = None,
    mu: Exact | None = None,
    rho: Exact | None = None,
    advantage: Exact | None = None,
    power: Exact | None = None,
    type_one: Exact | None = None,
    times: Exact | None = None,
    neighbours: Neighbours | str | None = None,
    accountant: str | Iterable[str] | None = None,
    neighbors: Neighbours | str | None = None,
    beside: Ledger | None = None,
    seconds: float | None = None,
) -> Solved:
    """The value of an open parameter that just meets (epsilon, delta) or mu, rounded to the safe side, by every path.

    Args:
        step: The step that leaves the parameter open; of several steps, one does, or several have a name in common.
        solve: The name of that parameter, such as "sigma"; or a name that no parameter has, in the values of any steps:
            "s" in "laplace:scale=s/4" and "gaussian:sigma=s/3".
        epsilon: The target's eps in nats, at least 0; goes with `delta`.
        delta: The target's delta, in [0, 1).
        mu: The target's mu, above 0, in place of both.
        rho: As for `largest_times`.
        advantage: As for `largest_times`.
        power: As for `largest_times`.
        type_one: As for `largest_times`.
        times: The number of runs, if the step does not state it.
        neighbours: As for `largest_times`.
        accountant: As for `Ledger.epsilon`.
        neighbors: `neighbours` in another spelling.
        beside: A ledger of other steps; the target is for all of it together.
        seconds: As for `largest_times`.

    Returns:
        The solution: `.value` certainly meets the target; it raises CharteredError if no value does.

    Raises:
        BadStep: No step leaves the parameter open, or times is given twice, or is to be solved for.
        BadValue: An argument is out of range, or the target is incomplete.
        OutOfTime: Nothing was found within `seconds`.
        CharteredError: A step or the relation is invalid, as for `Ledger`.

    Examples:
        >>> f"{ch.calibrate('gaussian:times=1000', solve='sigma', epsilon=8, delta='1e-5'):.3f}"
        '18.981'
        >>> common = ch.calibrate(["laplace:scale=s/4", "gaussian:sigma=s/3"], solve="s", epsilon=1, delta="1e-6")
        >>> f"{common:.3f}"
        '15.994'
    """
    known, limit, only = registry(), TimeLimit(seconds), names_of(accountant)
    goal = read_goal(
        {"epsilon": epsilon, "delta": delta, "mu": mu, "rho": rho, "advantage": advantage}
        | {"power": power, "type_one": type_one}
    )
    found = find_open(known, step, solve)
    others, wanted = _beside(beside, Neighbours.chosen(neighbours, neighbors))
    others = (*others, *found.beside)
    if times is not None and found.times is not None:
        raise BadStep(f"{found.step!r} gives times, and so does the question", "write times once")
    unknown = read_unknown(known, found.step, solve, found.times if times is None else times, others)
    if unknown.gap is None:
        raise BadStep("times is no parameter", "ask how often with chartered steps, or largest_times")
    parameter = unknown.gap.parameter
    relative = relation(known, unknown.entries_at(parameter.nearest(beginning(parameter))), wanted)
    return _solved(goal, Sought(unknown, relative, only, limit), unknown.step)


def _solved(goal: Goal | PowerGoal, sought: Sought, step: str) -> Solved:
    """The answers that a search finds, and what can be met where there are none. Raises OutOfTime or Contradiction."""
    target, solved, rest, ended = searched(goal, sought)
    unknown, why = sought.unknown, None
    answers = _marked(unknown, solved.found)
    _check_agreement(sought, target, answers)
    notes = () if ended else _unended(sought, target, solved, answers)
    if not answers or (unknown.gap is None and not answers[0].value):
        end = most_private(unknown)
        least = None if unknown.own > 1 else measures_length(unknown.registry, unknown.step, unknown.name)
        case = "one run" if unknown.gap is None else f"{unknown.name} = {plain(end)}"
        case = case if least is None else f"{least.rounds} = 1"  # of a part of an epoch, one step
        case += " beside the ledger" if unknown.beside else ""
        why = refusal(sought.accounting(end), target, case)
    known_ones = Solutions(answers, solved.unavailable)
    return Solved(unknown, target, step, sought.neighbours, known_ones, why, told=notes, others=rest)


def _unended(sought: Sought, target: Goal, solved: Solutions, answers: tuple[Solution, ...]) -> tuple[str, ...]:
    """What a reader of the best answer must know if the search did not end in its time. Raises OutOfTime without an
    answer."""
    ended, unknown = f"the search ended after {sought.limit.seconds:g} seconds of processor time", sought.unknown
    if not answers:
        reasons = "; ".join(by_reason((none.accountant, none.why) for none in solved.unavailable))
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


def _marked(unknown: Unknown, answers: Iterable[Solution]) -> tuple[Solution, ...]:
    """The solutions, best first, with the third-party plugins behind them; of equal ones, those without such plugins
    first."""
    known = unknown.registry
    marked = [
        replace(a, strangers=strangers_of(known, unknown.entries_at(a.finite or Fraction(1)), a.derivation))
        for a in answers
    ]
    better = 1 if unknown.larger_is_safer else -1
    return tuple(sorted(marked, key=lambda a: (better * a.finite, bool(a.strangers))))


def _check_agreement(sought: Sought, target: Goal, answers: tuple[Solution, ...]) -> None:
    """Raises Contradiction if the best value rests on a third-party plugin and another theorem proves that the target
    is missed at that value."""
    best = next(iter(answers), None)
    if best is not None and best.strangers and best.value:
        accounting = sought.accounting(best.finite, frozenset())
        for question, _ in target.questions:
            accounting.ask(question)
