"""Figure 2 of Asoodeh et al. 2020, and the exact Gaussian below it: eps of T runs with sigma = 20 at delta = 1e-5;
every point certified.

`python asoodeh2020_figure2.py [-o FILE]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import chartered as ch
from paper_figure import look, main, panels, wide

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STEP, DELTA, MOST, BUDGET = "gaussian:sigma=20", "1e-5", 1000, 6
BY = {
    "asoodeh2020.E23": "moments accountant (23)",
    "asoodeh2020.T3": "Theorem 3, the optimal conversion",
    "asoodeh2020.L2": "Lemma 2, its closed form",
    "gdp": "exact",
}
"""The curves of the figure: an accountant or theorem of Chartered, and its name in the legend."""


def epsilons(by: str) -> Any:
    """eps after 1, 2, ..., 1000 runs."""
    return ch.Ledger(STEP).epsilons(DELTA, times=range(1, MOST + 1), accountant=by)


def gaps() -> Any:
    """How much less Lemma 2 says than the moments accountant, after 1, 2, ..., 1000 runs."""
    return epsilons("asoodeh2020.E23") - epsilons("asoodeh2020.L2")


def rounds(epsilon: int, by: str) -> int:
    """How often the step may run within eps."""
    return int(ch.largest_times(STEP, epsilon=epsilon, delta=DELTA, accountant=by))


def figure() -> Figure:
    """eps over the number of runs, and how many runs eps = 6 allows."""
    shown, (axes,) = panels()
    for place, (by, name) in enumerate(BY.items()):
        axes.plot(range(1, MOST + 1), epsilons(by), **(wide() if by == "asoodeh2020.T3" else look(place)), label=name)
    axes.set(xlim=(0, MOST), ylim=(0, 9), xlabel="number of runs $T$", ylabel=r"$\varepsilon$ at $\delta = 10^{-5}$")
    _mark(axes, [rounds(BUDGET, by) for by in ("asoodeh2020.E23", "asoodeh2020.L2", "gdp")])
    axes.set_title(r"$T$ runs of a Gaussian with $\sigma = 20$")
    axes.legend(loc="upper left")
    return shown


def _mark(axes: Axes, allowed: list[int]) -> None:
    """The budget, and how many runs each curve allows within it."""
    axes.hlines(BUDGET, 0, max(allowed), color="#666666", linewidth=0.8)
    for times in allowed:
        axes.plot([times, times], [0, BUDGET], color="#666666", linewidth=0.8, marker="o", markersize=4, markevery=[1])
        axes.annotate(str(times), (times, 0), xytext=(3, 4), textcoords="offset points")


if __name__ == "__main__":
    main(__file__, figure)
