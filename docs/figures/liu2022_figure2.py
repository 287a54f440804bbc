"""Figure 2 of Liu et al. 2022: the Gaussian transform of some profiles, and the two staircases between which one of
them lies.

`python liu2022_figure2.py [-o FILE]`. Left, at each eps the mu whose Gaussian profile meets a certified delta there:
the least valid mu is the highest point, marked where there is one; that of the cloak rises without bound. Right Theorem
4.3 for Laplace noise with Delta/b = 2 on two grids: a bracket as wide as the grid is coarse, where Chartered's own has
nine digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
import numpy as np
from gaussian_transform import EXAMPLES, LAPLACE, Array, profile, transform
from paper_figure import look, main, panels, wide

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

EPSILONS = np.linspace(0, 6, 241)
HEAD, WIDTHS = 3.0, (0.5, 0.125)


def curve(step: str) -> Array:
    """The transform of a step's certified profile."""
    return transform(EPSILONS, profile(step, EPSILONS))


def staircase(width: float) -> tuple[Array, Array, Array]:
    """The left ends of the pieces of a grid on the head, and what Theorem 4.3 says of the transform on each, from below
    and from above."""
    grid = np.arange(0, HEAD + width / 2, width)
    deltas = profile(LAPLACE, grid)
    return grid[:-1], transform(grid[:-1], deltas[1:]), transform(grid[1:], deltas[:-1])


def figure() -> Figure:
    """Gaussian transforms and the staircases of Liu et al. 2022."""
    shown, (left, right) = panels(2, height=3.6)
    for place, (step, (_, name)) in enumerate(EXAMPLES.items()):
        left.plot(EPSILONS, curve(step), **look(place), label=name)
        mu = ch.Ledger([step]).mu()
        if mu.attained_at is not None and np.isfinite(mu.attained_at):
            left.plot([mu.attained_at], [mu.upper], color=look(place)["color"], marker="o", markersize=5, clip_on=False)
    left.set(
        xlim=(0, EPSILONS[-1]), ylim=(0, 4), xlabel=r"$\varepsilon$", ylabel=r"$\mu$ that meets $\delta(\varepsilon)$"
    )
    left.legend(loc="upper left")
    _staircases(right)
    return shown


def _staircases(axes: Axes) -> None:
    grid = np.linspace(0, HEAD, 241)
    axes.plot(grid, transform(grid, profile(LAPLACE, grid)), **wide(), label="transform")
    for place, width in enumerate(WIDTHS):
        ends, below, above = staircase(width)
        steps = [*ends, HEAD]
        axes.stairs(above, steps, baseline=None, **look(place), label=f"grid {width:g}, from above")
        axes.stairs(below, steps, baseline=None, **look(place, linestyle=":"), label=f"grid {width:g}, from below")
    axes.set(xlim=(0, HEAD), ylim=(0, 3), xlabel=r"$\varepsilon$", title=r"Laplace, $\Delta/b = 2$")
    axes.legend(loc="upper right")


if __name__ == "__main__":
    main(__file__, figure)
