"""Figure 1 of Asoodeh et al. 2020: the largest gamma for which (alpha, gamma)-RDP implies (eps, delta)-DP, and Theorem
4 below it.

`python asoodeh2020_figure1.py [-o FILE]`. The three pairs (alpha, eps) are our own choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from chartered_plugins.conversion.formulas import closed_forms as rc
from chartered_verify.arithmetic import floats
from paper_figure import look, main, panels, wide

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAIRS = ((2.0, 1.0), (5.0, 0.5), (20.0, 0.1))
SHARES = np.unique(
    [*np.geomspace(1e-6, 1, 100), *np.linspace(0.01, 1.5, 150)]
)  # of alpha delta: beyond 1 Theorem 4 is exact
GOLDEN = (5**0.5 - 1) / 2


def optimal(alpha: float, epsilon: float, deltas: Any) -> Any:
    """Theorem 3's gamma: its bracket is convex in p = delta s, and least at the end of a golden-section search; in
    floats."""

    def bracket(y: Any) -> Any:
        with floats as xp:
            return rc.objective(xp, alpha, epsilon, deltas, 1 + (1 / deltas - 1) / (1 + np.exp(-y)))

    low, high = np.log(deltas) - 30, np.full_like(deltas, 30.0)
    for _ in range(90):
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        falls = bracket(left) > bracket(right)
        low, high = np.where(falls, left, low), np.where(falls, high, right)
    return np.where(alpha * deltas < 1, bracket((low + high) / 2), edge(epsilon, deltas))


def closed(alpha: float, epsilon: float, deltas: Any) -> Any:
    """Theorem 4 where alpha delta < 1: max(g, f), never above Theorem 3."""
    with floats as xp:
        return np.maximum(rc.lower_gamma_g(xp, alpha, epsilon, deltas), rc.lower_gamma_f(xp, alpha, epsilon, deltas))


def edge(epsilon: float, deltas: Any) -> Any:
    """Theorem 4 where alpha delta >= 1, exact there: eps - log(1-delta)."""
    return epsilon - np.log1p(-deltas)


def figure() -> Figure:
    """Theorem 3 and Theorem 4 of Asoodeh et al. 2020 over delta."""
    shown, axes = panels(3, height=3.1)
    for place, (panel, (alpha, epsilon)) in enumerate(zip(axes, PAIRS, strict=True)):
        below, beyond = SHARES[SHARES < 1] / alpha, SHARES[SHARES >= 1] / alpha
        panel.plot(SHARES / alpha, optimal(alpha, epsilon, SHARES / alpha), **wide(), label="Theorem 3")
        panel.plot(
            below,
            closed(alpha, epsilon, below),
            **look(0, linestyle="--"),
            label=r"Theorem 4, $\alpha\delta < 1$: $\max(g, f)$",
        )
        panel.plot(beyond, edge(epsilon, beyond), **look(2), label=r"Theorem 4, $\alpha\delta \geq 1$: exact")
        panel.set(title=rf"$\alpha = {alpha:g}$, $\varepsilon = {epsilon:g}$", xlabel=r"$\delta$")
        panel.set(xlim=(0, 1.5 / alpha), ylim=(0, None))
        panel.set(ylabel=r"$\gamma$" if place == 0 else None)
    shown.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return shown


if __name__ == "__main__":
    main(__file__, figure)
