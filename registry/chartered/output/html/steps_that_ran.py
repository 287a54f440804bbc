"""The section of a statement about the steps that ran: each step in words, with the sizes as given; long lists are
folded."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice

from ...accounting.all_answers import Account
from ...escaping import shown
from ...host.registry import Registry
from ...ledger.entries import Entry
from ...model.exact_numbers import plain
from ...model.steps import Step
from ...paths.rewriting import written_out
from .markup import Markup, element, joined, said, table
from .numbers import apart, bullets, step_code

MOST_OPEN = 12
"""The largest number of steps that are all shown; of a longer list, FEW are shown and the others are folded."""
FEW, MOST_FOLDED = 6, 500
_RIGHT = ["soft", "", "right"]
_SIZES = {
    "n": ("", " records"),
    "batch": ("", " of them expected in a batch"),
    "sample-rate": ("each in a batch with probability ", ""),
    "epochs": ("", " epochs"),
}
"""The words before and after the sizes of a training."""


def ran(known: Registry, account: Account) -> Markup:
    """A table of the ledger's entries: each step in words, what it stands for, and its number of runs."""
    entries = account.entries[:MOST_FOLDED]
    stands_for = written_out(known, entries, account.neighbours)
    cells = [
        [str(index), _entry(known, entry, parts), apart(str(entry.times))]
        for index, (entry, parts) in enumerate(zip(entries, stands_for, strict=True), 1)
    ]
    left = account.entries[MOST_FOLDED:]
    if left:
        more = element("p", f"and {len(left)} more entries, which the certificate has")
        cells.append(["", more, apart(str(sum(entry.times for entry in left)))])
    if len(cells) <= MOST_OPEN:
        return _table(cells)
    folded = len(account.entries) - FEW
    summary = element("summary", "and ", apart(str(folded)), " more steps")
    return joined(_table(cells[:FEW]), element("details", summary, _table(cells[FEW:])))


def names(entries: Sequence[Entry]) -> Markup:
    """The labels of the first steps, or the steps themselves, and the number of further ones."""
    few = len(entries) if len(entries) <= MOST_OPEN else FEW
    told = [said(entry.shown_label) if entry.label else step_code(entry.shown) for entry in islice(entries, few)]
    more = [joined("and ", apart(str(len(entries) - few)), " more")] if len(entries) > few else []
    return joined(*told, *more, between="; ")


def _table(cells: list[list[str]]) -> Markup:
    return table(["", "Step", "Runs"], cells, _RIGHT)


def _entry(known: Registry, entry: Entry, parts: Sequence[Entry]) -> Markup:
    accounted = [
        element("p", "It is accounted for as ", step_code(_with_sizes(part.shown, entry.step)), ".") for part in parts
    ]
    label = element("p", element("strong", said(entry.shown_label))) if entry.label else Markup()
    return joined(label, _sizes(entry.step, parts), _step(known, entry.step), *accounted)


def _sizes(step: Step, parts: Sequence[Entry]) -> Markup:
    """The numbers of records, of records in a batch, and of epochs, for a step that is rewritten as runs on samples;
    otherwise empty."""
    if not parts:
        return Markup()
    given = {key: apart(plain(value)) for key, value in step.settings.items() if isinstance(value, Fraction)}
    told = [joined(before, given[key], after) for key, (before, after) in _SIZES.items() if key in given]
    if not told:
        return Markup()
    runs = joined(apart(str(sum(part.times for part in parts))), " batches in all")
    return element("p", joined(*told, runs, between=", "), ".")


def _with_sizes(text: str, step: Step) -> str:
    """The step with its sampling rate written with the given sizes: 256/60000, not 8/1875."""
    batch, n = step.settings.get("batch"), step.settings.get("n")
    if not (isinstance(batch, Fraction) and isinstance(n, Fraction) and n):
        return text
    return text.replace(f"rate={plain(batch / n)}", f"rate={plain(batch)}/{plain(n)}", 1)


def _step(known: Registry, step: Step) -> Markup:
    """The step as written, and each of its parts with its parameters, the outermost first."""
    parts: list[str] = []
    part: Step | None = step
    while part is not None:
        mechanism = known.mechanism(part.name)
        meanings = {parameter.name: parameter.meaning for parameter in mechanism.parameters}
        settings = [
            joined(element("code", f"{key} = {_setting(value)}"), f" ({meanings[key]})")
            for key, value in part.settings.items()
        ]
        summary = f" {mechanism.summary}{': ' if settings else ''}"
        parts.append(joined(element("strong", part.name), summary, joined(*settings, between=", ")))
        part = part.inner
    return joined(step_code(shown(str(step))), bullets(parts))


def _setting(value: object) -> str:
    return str(value).lower() if isinstance(value, bool | str) else plain(value)  # type: ignore[arg-type]
