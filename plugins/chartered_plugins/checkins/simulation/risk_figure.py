"""A figure of a run: the risk of the learned model, and the certified privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch

from .learning_loop import Report

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DELTAS = [10.0**-k for k in range(1, 13)]


def figure_of(report: Report) -> Figure:
    """Excess risk over updates, and the certified privacy profile with the run's own point."""
    from chartered.output.plots.matplotlib_style import looks, style
    from matplotlib.figure import Figure

    line, point = looks(2)
    with style():
        figure = Figure(figsize=(8.6, 3.6))
        learned, private = figure.subplots(1, 2)
        learned.plot(*zip(*report.risks, strict=True), **line)
        learned.set(
            xlabel="updates",
            ylabel="excess risk",
            ylim=(0, None),
            title=f"{report.dummies} dummies, {report.expected_dummies:.4g} expected",
        )
        ledger = ch.Ledger(ch.parse(report.step) * report.rounds)
        bounds = [ledger.epsilon(delta).upper for delta in DELTAS]
        private.plot(bounds, DELTAS, **line)
        private.plot([report.epsilon], [report.delta], "o", color=point["color"])
        private.set(
            yscale="log",
            xlabel=r"$\varepsilon$",
            ylabel=r"$\delta$",
            xlim=(0, None),
            title="certified privacy of the run",
        )
        figure.suptitle(
            f"{report.step}" + (f", {report.rounds} rounds" if report.rounds > 1 else ""), fontsize=8, parse_math=False
        )
    return figure
