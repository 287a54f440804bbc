"""Figure 3 of Liu et al. 2022: the tail of a profile tells whether a mechanism is Gaussian DP at all (Theorem 3.3).

`python liu2022_figure3.py [-o FILE]`. eps/sqrt(-2 log delta(eps)) tends to the tail limit: it is mu for a Gaussian
mechanism, sqrt(1/2) for the power family, and infinite for the cloak, which has no mu; Laplace noise has no delta
beyond eps = 2. The limits are thin lines. They are below the least mu (dots at the left), which the head decides:
finite limits make a mechanism Gaussian DP, but not with that mu."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
import numpy as np
from gaussian_transform import EXAMPLES, Array, profile
from paper_figure import look, main, panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EPSILONS = np.linspace(0.05, 15, 300)


def tail(step: str) -> Array:
    """eps/sqrt(-2 log delta(eps)) by certified deltas; 0 where delta is 0."""
    deltas = profile(step, EPSILONS)
    with np.errstate(divide="ignore"):
        return EPSILONS / np.sqrt(-2 * np.log(deltas))


def limit(step: str) -> float | None:
    """The tail limit, as it is known of the profile."""
    return ch.Ledger([step]).mu().enclosed.tail


def figure() -> Figure:
    """The tails of four profiles."""
    shown, (axes,) = panels()
    for place, (step, (_, name)) in enumerate(EXAMPLES.items()):
        colour, end, mu = look(place)["color"], limit(step), ch.Ledger([step]).mu().upper
        axes.plot(EPSILONS, tail(step), **look(place), label=name)
        if end is not None and np.isfinite(end):
            axes.axhline(end, color=colour, linewidth=0.7)
        if np.isfinite(mu):
            axes.plot([0], [mu], color=colour, marker="o", markersize=5, clip_on=False)
    axes.set(xlim=(0, EPSILONS[-1]), ylim=(0, 4), xlabel=r"$\varepsilon$")
    axes.set_ylabel(r"$\varepsilon\,/\sqrt{-2\,\log\,\delta(\varepsilon)}$")
    axes.legend(loc="upper right")
    return shown


if __name__ == "__main__":
    main(__file__, figure)
