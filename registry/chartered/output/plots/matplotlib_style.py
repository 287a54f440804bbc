"""The appearance of pictures: matplotlib without a window, in one style that is legible in grey and with any colour
vision."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from contextlib import AbstractContextManager
from io import BytesIO
from pathlib import Path
from typing import Any

from chartered_verify.enclosure import Side
from matplotlib import style as styles
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...accounting.ledger import Ledger
from ...host.registry import registry
from ...ledger.sensitivities import sensitivities
from ...model.exact_numbers import plain
from .curves import Trace, name_of
from .picture import KINDS, Picture, wide

COLOURS = ("#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9")
"""Colours that are distinguishable with any kind of colour vision (Okabe and Ito 2008); in grey, the dashes distinguish
curves."""
DASHES = ("-", (0, (6, 1.5)), (0, (1.5, 1.2)), (0, (6, 1.5, 1.5, 1.5)), (0, (3, 1)))
_STYLE = {
    "figure.dpi": 100,
    "savefig.dpi": 200,
    "figure.constrained_layout.use": True,
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "legend.title_fontsize": 8,
    "legend.handlelength": 3.2,
    "svg.hashsalt": "chartered",  # the same picture is the same file
}
_LABELS = {
    "epsilon": r"$\varepsilon$",
    "delta": r"$\delta$",
    "type_one": "type I error",
    "type_two": "type II error",
    "times": "number of {counted}",
    "mu": r"$\mu$ of the Gaussian profile that meets it",
}
_WIDTH = 6.4
_LONGEST = 96


class Shown(Figure):
    """A figure that a notebook displays by itself, even if pyplot is not loaded."""

    def _repr_png_(self) -> bytes:
        buffer = BytesIO()
        write(self, buffer, "png")
        return buffer.getvalue()


def style() -> AbstractContextManager[None]:
    """The style of every picture, independent of the user's own matplotlib settings."""
    return styles.context(["default", _STYLE])


def figure_of(picture: Picture) -> Figure:
    """The picture as a matplotlib figure."""
    with style():
        figure = Shown(figsize=(_WIDTH, 4.0 + 0.17 * len(picture.traces)))
        axes = figure.add_subplot()
        axes.set_xlabel(_LABELS[KINDS[picture.kind].x].format(counted=picture.counted))
        axes.set_ylabel(_LABELS[KINDS[picture.kind].y])
        heading, labels = _legend(picture.traces)
        lines = [
            axes.plot(trace.x, trace.y, **look)[0]
            for trace, look in zip(picture.traces, looks(len(picture.traces)), strict=True)
        ]
        heading = [*heading, *_FINISH[picture.kind](axes, picture)]
        legend = figure.legend(lines, labels, loc="outside lower left", title="\n".join(heading), alignment="left")
        for text in (legend.get_title(), *legend.get_texts()):
            text.set_parse_math(False)  # a label may hold any sign
    return figure


def write(figure: Figure, file: Path | BytesIO, form: str) -> None:
    """Writes the figure to a file without dates or program versions, so that the same picture gives the same bytes. A
    letter that the font lacks is drawn as a box."""
    silent: dict[str, Any] = {
        "svg": {"Date": None, "Creator": None},
        "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    }
    with style(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")
        figure.savefig(file, format=form, metadata=silent.get(form))


def looks(number: int) -> list[dict[str, Any]]:
    """Line styles of `number` curves; thirty combinations of colour and dashes differ. Later curves are thinner, so
    that an earlier curve that they cover remains visible."""
    return [
        {
            "color": COLOURS[index % len(COLOURS)],
            "linestyle": DASHES[index % len(DASHES)],
            "linewidth": 2 - 0.8 * index / max(1, number - 1),
        }
        for index in range(number)
    ]


def _used(ledger: Ledger) -> str:
    """The sensitivity that the accounting uses, if the steps do not state it; otherwise an empty text."""
    used = sensitivities(registry(), ledger.entries, ledger.neighbours)
    return f" (sensitivity {used})" if used else ""


def _legend(traces: Sequence[Trace]) -> tuple[list[str], list[str]]:
    """The lines of the heading, which hold what all curves have in common, and one label for each curve, which holds
    what differs; the label is the ledger if nothing differs."""
    told = [
        (
            name_of(trace.asked.ledger),
            f"{trace.asked.ledger.neighbours.value} neighbours" + _used(trace.asked.ledger),
            f"by {trace.asked.by}" if trace.asked.by else "by the tightest",
            "exact" if trace.side is Side.EXACT else f"{trace.side.value} bound{trace.basis}",
        )
        for trace in traces
    ]
    shared = [len(set(column)) == 1 for column in zip(*told, strict=True)]
    shared[0] = shared[0] and not all(shared)
    common = [part for part, everywhere in zip(told[0], shared, strict=True) if everywhere]
    heading = [text for line in (common[: shared[0]], common[shared[0] :]) for text in _wrapped(line)]
    labels = [
        _short(*(part for part, everywhere in zip(parts, shared, strict=True) if not everywhere)) for parts in told
    ]
    return heading, labels


def _wrapped(parts: Sequence[str]) -> list[str]:
    """The parts, joined by commas, on as many lines as needed; a part that is too long for a line is cut in the
    middle."""
    lines: list[list[str]] = []
    for part in parts:
        if lines and len(", ".join([*lines[-1], part])) <= _LONGEST:
            lines[-1].append(part)
        else:
            lines.append([part])
    return [_short(*line) for line in lines]


def _short(*parts: str) -> str:
    """The parts in one line, which is cut in the middle if it is too long."""
    text = ", ".join(parts)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 2 :]}"


def _finish_profile(axes: Axes, picture: Picture) -> list[str]:
    low = float(picture.delta)
    axes.set_yscale("log")
    axes.set_ylim(low, 2)
    right = 1.05 * (max(trace.x[-1] for trace in picture.traces) or 1)
    axes.set_xlim(0, right)
    for line, trace in zip(axes.get_lines(), picture.traces, strict=True):
        if trace.y[-1] > low:  # it has a floor there: from its last point on it is level, since no profile rises
            line.set_data([*trace.x, right], [*trace.y, trace.y[-1]])
    return []


def _finish_tradeoff(axes: Axes, picture: Picture) -> list[str]:
    axes.plot([0, 1], [1, 0], color="#999999", linewidth=0.8)
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    return ["the diagonal is perfect privacy"]


def _finish_mu(axes: Axes, picture: Picture) -> list[str]:
    highest = max(max(trace.y) for trace in picture.traces)
    axes.set_xlim(0, 1.02 * max(trace.x[-1] for trace in picture.traces) or 1)
    axes.set_ylim(0, 1.05 * highest or 1)
    return ["a level line is Gaussian; the highest point is the least valid mu"]


def _finish_epsilon(axes: Axes, picture: Picture) -> list[str]:
    first, last = min(trace.x[0] for trace in picture.traces), max(trace.x[-1] for trace in picture.traces)
    if wide(first, last):
        axes.set(xscale="log", yscale="log")
    elif first <= last / 4:
        axes.set(xlim=(0, last * 1.02), ylim=(0, None))
    axes.set_ylabel(rf"$\varepsilon$ at $\delta$ = {_short(plain(picture.delta))}")
    return []


_FINISH = {"profile": _finish_profile, "tradeoff": _finish_tradeoff, "mu": _finish_mu, "epsilon": _finish_epsilon}
