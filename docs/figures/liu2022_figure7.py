"""Figure 7 of Liu et al. 2022: what composition theorems say of 50 runs of a 0.2-DP mechanism, and what is true.

`python liu2022_figure7.py [-o FILE]`. The least eps over delta: the sum of eps (through Theorem 2.1), the advanced
composition theorem and the Renyi bound of Mironov as the paper's table has them, composition by mu (Theorem 5.1) and,
where each run is Laplace noise, by its own mu; and the optimum of Kairouz, Oh and Viswanath, below which no eps holds.
All but the two closed forms are certified. The table of the paper prints eps = 5.28 for the optimum at delta = 1e-4
(cross), which is below it: 5.5641."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
import numpy as np
from gaussian_transform import Array
from paper_figure import look, main, panels, wide

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RUNS, EPSILON = 50, 0.2
DELTAS = np.geomspace(1e-5, 0.3, 60)
PURE, LAPLACE = f"pure:epsilon={EPSILON},times={RUNS}", f"laplace:epsilon={EPSILON},times={RUNS}"
CERTIFIED = {
    "basic": (PURE, "pure"),
    r"by $\mu$": (PURE, "pure.gdp"),
    r"by $\mu$, Laplace": (LAPLACE, "gdp"),
    "optimal": (PURE, "optimal"),
}
"""The curves that Chartered certifies: a step, and the accountant or theorem that answers."""
MISPRINT = (1e-4, 5.28)


def advanced(deltas: Array) -> Array:
    """The advanced composition theorem: e0 sqrt(2 k log(1/delta)) + k e0 (e^e0 - 1)."""
    return EPSILON * np.sqrt(-2 * RUNS * np.log(deltas)) + RUNS * EPSILON * np.expm1(EPSILON)


def renyi(deltas: Array) -> Array:
    """Mironov 2017, Corollary 1: 4 e0 sqrt(2 k log(1/delta))."""
    return 4 * EPSILON * np.sqrt(-2 * RUNS * np.log(deltas))


def certified(name: str, deltas: Array) -> Array:
    """The least eps at each delta."""
    step, by = CERTIFIED[name]
    return np.array([ch.Ledger([step]).epsilon(delta, accountant=by).upper for delta in deltas.tolist()])


def figure() -> Figure:
    """eps over delta by each theorem."""
    shown, (axes,) = panels()
    axes.plot(DELTAS, renyi(DELTAS), **look(4), label="Renyi, Corollary 1")
    axes.plot(DELTAS, advanced(DELTAS), **look(3), label="advanced")
    for place, name in enumerate(CERTIFIED):
        axes.plot(DELTAS, certified(name, DELTAS), **(wide() if name == "optimal" else look(place)), label=name)
    axes.plot(*MISPRINT, color="black", marker="x", linestyle="", label="printed optimum")
    axes.set(xscale="log", xlim=(DELTAS[0], DELTAS[-1]), ylim=(0, 16), xlabel=r"$\delta$", ylabel=r"$\varepsilon$")
    axes.set_title(f"{RUNS} runs of a {EPSILON:g}-DP mechanism")
    shown.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return shown


if __name__ == "__main__":
    main(__file__, figure)
