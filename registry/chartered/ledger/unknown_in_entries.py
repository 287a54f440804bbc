"""Of several steps the one that leaves a parameter open, or those that have a name in common, and the entries beside
them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ..display import listed
from ..errors import BadStep
from ..host.registry import Registry
from ..model.number_text import MARK
from .checked_steps import parse_step
from .common_value import BETWEEN, marked, names_a_value
from .entries import Entry, Steps, read_entries
from .step_syntax import layers
from .unknown_in_text import leaves_open


class OpenEntry(Struct, frozen=True):
    """The step that leaves a parameter open, as text, or those with a name in common, as one text; how often it runs,
    where that stands beside it; the entries of the other steps."""

    step: str
    times: object
    beside: tuple[Entry, ...]


def find_open(registry: Registry, steps: Steps, key: str) -> OpenEntry:
    """The one of these steps, as text or as tables, that leaves `key` open; one step alone is taken as it is. Raises
    BadStep where none does so, or several do, and BadLedger and its kin for what is no step."""
    items = [steps] if isinstance(steps, str | Mapping) else list(steps) if isinstance(steps, Iterable) else [steps]
    texts = [_text(item) for item in items]
    if names_a_value(registry, texts, key):
        return _in_common(registry, items, texts, key)
    indices = [at for at, text in enumerate(texts) if text and (len(items) == 1 or leaves_open(registry, text, key))]
    if not indices:
        read_entries(registry, items)  # what is wrong with a step comes first
        raise BadStep(f"no step leaves {key} open", f"leave {key} out of the step in which it is to be found")
    if len(indices) > 1:
        shown = listed([texts[at] for at in indices], "steps")
        raise BadStep(f"{len(indices)} steps leave {key} open: {shown}", f"give {key} in all but one of them")
    [index] = indices
    found, others = items[index], [item for at, item in enumerate(items) if at != index]
    times = found.get("times") if isinstance(found, Mapping) else None
    return OpenEntry(texts[index], times, read_entries(registry, others) if others else ())


def _in_common(registry: Registry, items: Sequence[Any], texts: list[str], key: str) -> OpenEntry:
    """The steps that have `key` in a value, as one text, and the entries of the others."""
    own = [at for at, text in enumerate(texts) if marked(text, key) != text]
    others = [item for at, item in enumerate(items) if at not in own]
    written = BETWEEN.join(_counted(registry, items[at], texts[at], key) for at in own)
    return OpenEntry(written, None, read_entries(registry, others) if others else ())


def _counted(registry: Registry, item: object, text: str, key: str) -> str:
    """A step as text, with the number of runs that stands beside it."""
    if not isinstance(item, Mapping) or item.get("times") is None:
        return text
    if parse_step(registry, marked(text, key).replace(MARK, "1"))[1] is not None:
        raise BadStep(f"{text!r} gives times, and so does what stands beside it", "write times once")
    return f"{text}{',' if ':' in layers(marked(text, key))[-1] else ':'}times={item['times']}"


def _text(item: object) -> str:
    """The step that an item of a ledger writes as text; empty where it writes none."""
    written = item.get("step") if isinstance(item, Mapping) else item
    return written if isinstance(written, str) else ""
