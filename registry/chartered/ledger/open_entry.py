"""Of several steps the one that leaves a parameter open, and the entries beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..display import listed
from ..errors import BadStep
from ..host.registry import Registry
from .entries import Entry, Steps, read_entries
from .gap import leaves_open


@dataclass(frozen=True, slots=True)
class OpenEntry:
    """The step that leaves a parameter open, as text; how often it runs, where that stands beside it; the entries of
    the other steps."""

    step: str
    times: object
    beside: tuple[Entry, ...]


def find_open(registry: Registry, steps: Steps, key: str) -> OpenEntry:
    """The one of these steps, as text or as tables, that leaves `key` open; one step alone is taken as it is. Raises
    BadStep where none does so, or several do, and BadLedger and its kin for what is no step."""
    items = [steps] if isinstance(steps, str | Mapping) else list(steps) if isinstance(steps, Iterable) else [steps]
    texts = [_text(item) for item in items]
    places = [at for at, text in enumerate(texts) if text and (len(items) == 1 or leaves_open(registry, text, key))]
    if not places:
        read_entries(registry, items)  # what is wrong with a step comes first
        raise BadStep(f"no step leaves {key} open", f"leave {key} out of the step in which it is to be found")
    if len(places) > 1:
        shown = listed([texts[at] for at in places], "steps")
        raise BadStep(f"{len(places)} steps leave {key} open: {shown}", f"give {key} in all but one of them")
    [place] = places
    found, others = items[place], [item for at, item in enumerate(items) if at != place]
    times = found.get("times") if isinstance(found, Mapping) else None
    return OpenEntry(texts[place], times, read_entries(registry, others) if others else ())


def _text(item: object) -> str:
    """The step that an item of a ledger writes as text; empty where it writes none."""
    written = item.get("step") if isinstance(item, Mapping) else item
    return written if isinstance(written, str) else ""
