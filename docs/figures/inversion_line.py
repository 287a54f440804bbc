"""The size of the integrand along the line of `inversion_contour.py`: a dot for each node, and grey where nothing is
summed, with the bound that holds at all heights there.

`python inversion_line.py [-o FILE]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from inversion_case import LEAST, TOP, UNIT, beyond, nodes, sizes
from paper_figure import look, main, panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure() -> Figure:
    """The curve, the nodes and the bound."""
    shown, (axes,) = panels(1, 3.9, 3.5)
    order, heights, top = nodes()
    fine = np.linspace(0, TOP * top, 300)
    axes.plot(fine, sizes(np.full_like(fine, order), fine), **look(1, linestyle="-"))
    far = fine[fine >= top]
    axes.plot(far, beyond(far), **look(2))
    axes.annotate("bound", (far[0], beyond(far)[0]), xytext=(2, 5), textcoords="offset points", fontsize=8)
    axes.plot(heights, sizes(np.full_like(heights, order), heights), "o", color="black", markersize=3.5)
    axes.axvspan(top, TOP * top, color="#dddddd", zorder=0)
    axes.text((1 + TOP) / 2 * top, -6, "truncated", rotation=90, ha="center", va="center", fontsize=8)
    axes.set(xlabel="Im $z$", ylabel=UNIT, xlim=(0, TOP * top), ylim=(LEAST - 5, 1))
    axes.set_title(f"Along it: {len(heights)} nodes")
    return shown


if __name__ == "__main__":
    main(__file__, figure)
