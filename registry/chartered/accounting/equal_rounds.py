"""Mechanisms whose run consists of equal rounds, as a training consists of steps: one round, and how many a run has."""

from __future__ import annotations

from collections.abc import Mapping

from ..host.registry import Registry
from ..ledger.entries import Entry
from ..ledger.make_entry import mechanism
from ..ledger.step_syntax import is_joint, layers, read_part
from ..ledger.unknown_in_text import leaves_open, meant, parts_in
from ..ledger.unknown_parameter import Unknown
from ..model.mechanisms import Mechanism
from ..model.neighbours import Neighbours
from ..paths.rewriting import written_out

_MOST = 2**64


def rounds_left_open(registry: Registry, text: str) -> Mechanism | None:
    """The mechanism of a step that leaves open how many rounds it has; None for other steps. Raises BadStep or
    UnknownName."""
    found, _ = _outermost(registry, text)
    return found if found is not None and leaves_open(registry, text, found.rounds) else None


def whole_run(registry: Registry, text: str) -> Mechanism | None:
    """The mechanism of a step whose run has several rounds, as it is stated; None for other steps. Raises BadStep or
    UnknownName."""
    found, stated = _outermost(registry, text)
    if found is None or str(stated.get(found.rounds)) == "1" or leaves_open(registry, text, found.rounds):
        return None
    return found


def _outermost(registry: Registry, text: str) -> tuple[Mechanism | None, Mapping[str, object]]:
    """(the mechanism around all of a step, what is stated of it), if its run has rounds; else (None, nothing)."""
    layer = layers(text)[0]
    found, stated = (None, {}) if is_joint(layer) else meant(registry, *read_part(layer, text))
    return (found, stated) if found is not None and found.rounds else (None, {})


def measures_length(registry: Registry, text: str, name: str) -> Mechanism | None:
    """The mechanism of a part of a step whose parameter of this name says in other words how many rounds it has, as
    epochs do; None without one."""
    made = (part.mechanism for part in parts_in(registry, text) if part.mechanism.rounds)
    return next((one for one in made if name != one.rounds and name in _length(one)), None)


def with_one_round(registry: Registry, text: str) -> str:
    """The step with one round if it leaves open how many it has, otherwise the text itself. Raises BadStep,
    UnknownName or BadValue."""
    found = rounds_left_open(registry, text)
    return text if found is None else str(Unknown.read(registry, text, found.rounds).entries_at(1)[-1])


def one_round_of(registry: Registry, entry: Entry, neighbours: Neighbours) -> tuple[Entry, int]:
    """(one round of an entry, its number of rounds); the entry with one run and its number of runs, if its mechanism
    has no rounds."""
    made = None if entry.step.joint else registry.mechanism(entry.step.name)
    count = _rounds(registry, entry, neighbours) if made is not None and made.rounds else None
    if made is None or count is None:
        return Entry(entry.step, 1, entry.label), entry.times
    kept = {key: value for key, value in entry.step.pairs if key not in _length(made)}
    return Entry(mechanism(made.name, **kept, **{made.rounds: 1}).step, 1, entry.label), count


def lasts(registry: Registry, text: str, rounds: int, neighbours: Neighbours) -> dict[str, int]:
    """How far a number of rounds reaches in the other words for a length that a step leaves open: {"epochs": 43}, the
    largest whole number whose rounds are not more. Empty for steps without such words."""
    made = rounds_left_open(registry, text)
    others = [] if made is None else [name for name in _length(made) if name != made.rounds]
    return {name: _largest(registry, Unknown.read(registry, text, name), rounds, neighbours) for name in others}


def _largest(registry: Registry, unknown: Unknown, rounds: int, neighbours: Neighbours) -> int:
    """The largest whole value with at most `rounds` rounds, by bisection: more of it never has fewer."""

    def fits(value: int) -> bool:
        count = _rounds(registry, unknown.entries_at(value)[-1], neighbours)
        return count is not None and count <= rounds

    low, high = 0, 1
    while high < _MOST and fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _rounds(registry: Registry, entry: Entry, neighbours: Neighbours) -> int | None:
    """The number of runs for which an entry is an abbreviation; None unless they are all of one step."""
    parts = written_out(registry, [entry], neighbours)[0]
    return parts[0].times if len(parts) == 1 else None


def _length(made: Mechanism) -> tuple[str, ...]:
    """The parameters that say how many rounds there are, of which one is given."""
    return next((group for group in made.either if made.rounds in group), (made.rounds,))
