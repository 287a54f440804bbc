"""The line along which noisy SGD is inverted, as the witness of an answer states it: 14040 runs at rate 256/60000 and
sigma 1.1, delta 1e-5.

Left, the size of the integrand in the plane of orders. Between the pole at 1 and the right it has a saddle point on the
real axis; the line stands a little left of it, where copies on the right weigh less. Right, the size along the line: a
dot for each node, and grey where nothing is summed, with the bound that holds at all heights there.

`python inversion_contour.py [-o FILE]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from inversion_case import beyond, line, saddle, sizes
from paper_figure import look, main, panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RIGHT, TOP, LEAST = 12.0, 1.25, -20
UNIT = r"$\log_{10}$ of $|F(z)|/(\pi\,\delta)$"


def figure() -> Figure:
    """The plane, and the line."""
    shown, (plane, along) = panels(2, 7.4, 3.5)
    _plane(shown, plane)
    _along(along)
    return shown


def _nodes() -> tuple[float, np.ndarray, float]:
    """The order, the heights of the nodes, and the height of truncation."""
    contour = line()[0].contour
    return float(contour.order), float(contour.spacing) * np.arange(contour.count), float(contour.height)


def _plane(shown: Figure, axes: Axes) -> None:
    order, heights, top = _nodes()
    real, imaginary = np.meshgrid(np.linspace(1.02, RIGHT, 90), np.linspace(0, TOP * top, 90))
    seen = np.clip(sizes(real, imaginary), LEAST, 2)
    extent = (1.02, RIGHT, 0, TOP * top)
    filled = axes.imshow(seen, origin="lower", extent=extent, aspect="auto", interpolation="none", cmap="cividis")
    shown.colorbar(filled, ax=axes, ticks=range(LEAST, 3, 5)).set_label(UNIT)
    axes.contour(real, imaginary, seen, (-15, -10, -5, -2, -1, 0, 1), colors="#ffffff", linewidths=0.4, linestyles="-")
    axes.plot([order, order], [0, top], color="white", linewidth=1)
    axes.plot(np.full_like(heights, order), heights, "o", color="white", markersize=3, label="nodes")
    axes.plot([saddle()], [0], "*", color="#D55E00", markersize=10, clip_on=False, label="saddle point")
    axes.plot([1], [0], "x", color="#CC79A7", markeredgewidth=2, clip_on=False, label="pole")
    axes.grid(visible=False)
    axes.set(xlabel="Re $z$", ylabel="Im $z$", xlim=(1, RIGHT), ylim=(0, TOP * top))
    axes.legend(loc="upper left", labelcolor="white", handlelength=1.2)
    axes.set_title(f"The line Re $z$ = {order:.2f}")


def _along(axes: Axes) -> None:
    order, heights, top = _nodes()
    fine = np.linspace(0, TOP * top, 300)
    axes.plot(fine, sizes(np.full_like(fine, order), fine), **look(1, linestyle="-"))
    far = fine[fine >= top]
    axes.plot(far, beyond(far), **look(2))
    axes.annotate("bound", (far[0], beyond(far)[0]), xytext=(2, 5), textcoords="offset points", fontsize=8)
    axes.plot(heights, sizes(np.full_like(heights, order), heights), "o", color="black", markersize=3.5)
    axes.axvspan(top, TOP * top, color="#dddddd", zorder=0)
    axes.text((1 + TOP) / 2 * top, -6, "truncated", rotation=90, ha="center", va="center", fontsize=8)
    axes.set(xlabel="Im $z$", xlim=(0, TOP * top), ylim=(LEAST - 5, 1))
    axes.set_title(f"Along it: {len(heights)} nodes")


if __name__ == "__main__":
    main(__file__, figure)
