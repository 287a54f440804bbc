"""Plots of ledgers. `picture` computes the numbers; only `matplotlib_style`, imported last, needs matplotlib."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import TYPE_CHECKING

from chartered_verify.catching import ours
from chartered_verify.large_packages import whole

from ...accounting import sweep
from ...accounting.ledger import Ledger
from ...errors import CharteredError
from ...ledger.entries import Entry
from ...model.exact_numbers import Exact
from .picture import picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot(
    kind: str,
    ledgers: Ledger | Entry | str | Iterable[Ledger | Entry | str],
    *,
    delta: Exact | None = None,
    times: sweep.Many | None = None,
    accountant: str | Iterable[str] | None = None,
) -> Figure:
    """A matplotlib figure with a curve for each ledger (or step) and each accountant or theorem given.

    Args:
        kind: "profile" (delta over eps, down to `delta`), "tradeoff" (lower bound on the type II error over the type I
            error, by the profile down to `delta`), "mu" (over eps, the mu whose Gaussian profile has the ledger's delta
            there; the maximum is the ledger's least mu, a horizontal line is a Gaussian mechanism) or "epsilon" (eps at
            `delta` over `times`).
        ledgers: Ledgers, entries or steps as text, one or many. A single one has a curve for each accountant that
            answers.
        delta: A probability, at least 1e-300 and below 1, read exactly.
        times: The numbers of runs, for "epsilon".
        accountant: As for `Ledger.epsilon`.

    Returns:
        The figure.

    Raises:
        CharteredError: matplotlib is not installed, or an argument is invalid.

    Examples:
        >>> figure = ch.plot("epsilon", "gaussian:sigma=20", delta="1e-5", times=[1, 10, 100])
        >>> len(figure.axes)
        1
    """
    style = drawer()
    figure: Figure = style.figure_of(picture(kind, ledgers, delta=delta, times=times, accountant=accountant))
    return figure


def drawer() -> ModuleType:
    """The module that draws with matplotlib. Raises CharteredError if matplotlib is not installed."""
    try:
        for part in ("matplotlib.style", "matplotlib.figure"):
            whole(part)
        from . import matplotlib_style
    except ours(ModuleNotFoundError) as error:
        if error.name is None or error.name.partition(".")[0] != "matplotlib":
            raise
        raise CharteredError(
            "a picture needs matplotlib, which is not installed", 'pip install "chartered[plot]"'
        ) from None
    return matplotlib_style
