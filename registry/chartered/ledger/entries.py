"""Entries of a ledger: a step with its number of runs; the sources from which entries are read; equal ones merged, and
of many the first ones shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from msgspec import Struct

from ..display import MOST_ENTRIES, one_line
from ..errors import BadLedger, hint
from ..escaping import LONGEST_LABEL, quoting, shown
from ..host.registry import Registry
from ..model.exact_numbers import Exact, whole
from ..model.neighbours import Neighbours
from ..model.steps import MOST_TIMES, Step, counted
from .checked_steps import checked, parse_step

_Bytes: TypeAlias = bytes | bytearray | memoryview
_KEYS = ("step", "times", "label")
_TABLE = 'a step is a table with step = "gaussian:sigma=4" and, if wanted, times and label'
MOST_SHOWN = 64
"""The largest number of entries that are shown to people; the others are counted."""


class Entry(Struct, frozen=True):
    """A step, its number of runs (adaptively composed), and a free label.

    Args:
        step: The step.
        times: The number of runs, from 1 to 10^12; `entry * 1000` multiplies it.
        label: Words for people, such as "monthly counts".

    Raises:
        BadValue: By `*`: the number of runs would not be a whole number from 1 to 10^12.

    Examples:
        >>> entry = ch.parse("gaussian:sigma=20") * 1000
        >>> entry.times, str(entry)
        (1000, 'gaussian:sigma=20,sensitivity=1,times=1000')
    """

    step: Step
    times: int = 1
    label: str = ""

    def __mul__(self, count: Exact) -> Entry:
        """The entry with `count` times as many runs. Raises BadValue."""
        times = self.times * whole(count, "times", 1, MOST_TIMES)
        return Entry(self.step, whole(times, "times", 1, MOST_TIMES), self.label)

    __rmul__ = __mul__

    def __str__(self) -> str:
        return counted(self.step, self.times)

    def __repr__(self) -> str:
        label = f", label={self.shown_label!r}" if self.label else ""
        return one_line(f"Entry({str(self)!r}{label})")

    @property
    def shown(self) -> str:
        """The step and its number of runs, for people: very long numbers are shortened."""
        return quoting(str(self))

    @property
    def shown_label(self) -> str:
        """The label, for people."""
        return shown(self.label, LONGEST_LABEL)

    def to_json(self) -> dict[str, Any]:
        """The entry as JSON, with the documented fields."""
        shown: dict[str, Any] = {"step": str(self.step), "times": self.times}
        return shown | {"label": self.label} if self.label else shown


Steps: TypeAlias = Entry | Step | str | Mapping[str, object] | Iterable[Entry | Step | str | Mapping[str, object]]
"""The steps of a ledger: one or many, as entries, as text, or as tables with step, times and label."""


def read_entries(registry: Registry, items: Steps) -> tuple[Entry, ...]:
    """Entries from steps given as text, as entries, or as tables with `step`, `times` and `label`. Raises BadLedger,
    BadStep or BadValue."""
    items = _unwrapped(items)
    if isinstance(items, str | Entry | Step | Mapping | _Bytes) or not isinstance(items, Iterable):
        items = [items]
    read = _Reader(registry)
    entries = tuple(_entry(read, item, index) for index, item in enumerate(items, 1))
    if not entries:
        raise BadLedger("the ledger is empty", "give at least one step, such as gaussian:sigma=20,times=1000")
    return entries


def _unwrapped(items: Any) -> Any:
    """What an array of NumPy's without a dimension holds, which cannot be iterated; anything else as it is."""
    item = getattr(items, "item", None)
    return item() if callable(item) and getattr(items, "ndim", None) == 0 else items


class _Reader:
    """A cache of parsed steps by text and by object identity, since a ledger may repeat a step ten thousand times."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.texts: dict[str, tuple[Step, int | None]] = {}
        self.steps: dict[int, tuple[Step, Step]] = {}

    def text(self, text: str) -> tuple[Step, int | None]:
        """(step, number of runs or None), as `parse_step` returns them."""
        found = self.texts.get(text)
        if found is None:
            found = self.texts[text] = parse_step(self.registry, text)
        return found

    def checked(self, step: Step) -> Step:
        """The step, checked. The argument is kept alive, so that its identity is not reused."""
        found = self.steps.get(id(step))
        if found is None:
            found = self.steps[id(step)] = step, checked(self.registry, step)
        return found[1]


def _entry(read: _Reader, item: object, index: int) -> Entry:
    if isinstance(item, Step):
        item = Entry(item)
    if isinstance(item, Entry):  # a caller may have constructed it, so it is checked like a parsed one
        runs = whole(item.times, f"step {index}: times", 1, MOST_TIMES)
        return Entry(read.checked(_step_of(item, index)), runs, str(item.label))
    if isinstance(item, str):
        step, times = read.text(item)
        return Entry(step, times or 1)
    if not isinstance(item, Mapping):
        raise BadLedger(f"step {index} of the ledger is {item!r}", _remedy(item))
    unknown = sorted(map(str, set(item) - set(_KEYS)))
    if unknown or not isinstance(item.get("step"), str):
        raise BadLedger(
            f"step {index} of the ledger has "
            + (f"an unknown key {unknown[0]!r}" if unknown else "no step written as text"),
            _remedy(next(iter(item.values())))
            if any(hasattr(one, "entries") for one in item.values())
            else hint(
                unknown[0] if unknown else "",
                _KEYS,
                _TABLE + ("; a PartedLedger has parts" if "part" in unknown else ""),
            ),
        )
    step, times = read.text(str(item["step"]))
    if times is not None and "times" in item:
        raise BadLedger(f"step {index} of the ledger writes times twice", "write it in the step or beside it, not both")
    counted = whole(item["times"], f"step {index}: times", 1, MOST_TIMES) if "times" in item else times or 1
    return Entry(step, counted, str(item.get("label", "")))


def _remedy(item: object) -> str:
    """What to give in place of what is no step."""
    if hasattr(item, "entries"):
        return "a ledger is given alone (or ledgers in a list, to plot), and added by +; a step is given as text"
    if isinstance(item, _Bytes):
        return 'bytes are no text: decode them, or write a step as text, such as "gaussian:sigma=4"'
    said = 'write a step as text, or a table such as step = "gaussian:sigma=4"'
    strange = type(item).__module__ not in ("builtins", __package__)
    return f"{said}; chartered.bridges reads what other packages hold" if strange else said


def _step_of(entry: Entry, index: int) -> Step:
    """The step of an entry that a caller constructed. Raises BadLedger if it is no step."""
    step: object = entry.step
    if isinstance(step, Step) and isinstance(step.pairs, tuple):
        return step
    raise BadLedger(f"step {index} of the ledger is an entry without a step", "make it with parse or mechanism")


def merged(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries with equal steps and labels merged, with the sum of their runs, at the place of the first; split if
    the sum exceeds the largest count of an entry."""
    found: list[Entry] = []
    counts: list[int] = []
    indices: dict[tuple[Step, str], int] = {}
    same: dict[tuple[int, str], int] = {}  # by the identity of a step, which is faster than its hash
    for entry in entries:
        alike = id(entry.step), entry.label
        index = same.get(alike)
        if index is None:
            index = indices.setdefault((entry.step, entry.label), len(found))
        if index == len(found) or counts[index] + entry.times > MOST_TIMES:
            index = indices[entry.step, entry.label] = len(found)
            found.append(entry)
            counts.append(0)
        same[alike] = index
        counts[index] += entry.times
    return tuple(
        entry if entry.times == times else Entry(entry.step, times, entry.label)
        for entry, times in zip(found, counts, strict=True)
    )


def listed(entries: Sequence[Entry], shown: Callable[[Entry], str]) -> list[str]:
    """Each entry as `shown` gives it; of a long list the first ones and the number of the others."""
    left = len(entries) - MOST_SHOWN
    return [shown(entry) for entry in entries[:MOST_SHOWN]] + ([f"and {left} more entries"] if left > 0 else [])


def described(entries: Iterable[Entry], neighbours: Neighbours) -> str:
    """The ledger as one short line of Python."""
    found = iter(entries)
    written = [repr(one_line(str(entry))) for entry in islice(found, MOST_ENTRIES)]
    more = sum(1 for _ in found)
    steps = f"[{', '.join(written)}{f', and {more} more' if more else ''}]"
    return one_line(f"Ledger({steps}, neighbours={neighbours.value!r})")
