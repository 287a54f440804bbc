"""Pictures of ledgers. The numbers are `picture`; only `style`, imported last, needs matplotlib."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import TYPE_CHECKING

from ...accounting.ledger import Ledger
from ...errors import CharteredError
from ...ledger.entries import Entry
from ...model.exact_numbers import Exact
from .picture import picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ...accounting.sweep import Many


def plot(
    kind: str,
    ledgers: Ledger | Entry | str | Iterable[Ledger | Entry | str],
    *,
    delta: Exact | None = None,
    times: Many | None = None,
    accountant: str | Iterable[str] | None = None,
) -> Figure:
    """A matplotlib figure with a curve for each ledger (or step) and each accountant or theorem that is named.

    `kind` is "profile" (delta over eps, down to `delta`), "tradeoff" (the two errors of tests, from below, by the
    profile down to `delta`), "mu" (over eps, the mu whose Gaussian profile meets the ledger's there: the highest point
    is the ledger's mu, a level line a Gaussian mechanism) or "epsilon" (eps at `delta` over `times`, numbers of runs).
    A ledger alone has a curve for each accountant that answers. Raises CharteredError, also where matplotlib is not
    installed."""
    drawing = drawer()
    figure: Figure = drawing.figure_of(picture(kind, ledgers, delta=delta, times=times, accountant=accountant))
    return figure


def drawer() -> ModuleType:
    """The module that draws. Raises CharteredError if matplotlib is not installed."""
    try:
        from . import style as drawing
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "matplotlib":
            raise
        raise CharteredError(
            "a picture needs matplotlib, which is not installed", 'pip install "chartered[plot]"'
        ) from None
    return drawing
