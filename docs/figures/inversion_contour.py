"""The line along which noisy SGD is inverted, as the witness of an answer states it: 14040 runs at rate 256/60000 and
sigma 1.1, delta 1e-5; and the size of the integrand in the plane of orders.

Between the pole at 1 and the right the integrand has a saddle point on the real axis; the line stands a little left of
it, where copies on the right weigh less. `inversion_line.py` draws the size along the line.

`python inversion_contour.py [-o FILE]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from inversion_case import LEAST, TOP, UNIT, nodes, saddle, sizes
from paper_figure import main, panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RIGHT = 12.0
"""The largest real order that is drawn."""


def figure() -> Figure:
    """The plane, the line and its nodes."""
    shown, (axes,) = panels(1, 3.9, 3.5)
    order, heights, top = nodes()
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
    return shown


if __name__ == "__main__":
    main(__file__, figure)
