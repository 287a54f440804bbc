"""What each remainder of the inversion leaves open, in one case of noisy SGD: 14040 runs at rate 256/60000 and sigma
1.1, delta 1e-5; as a share of delta, for the answer as it is asked by default and for one of 40 digits.

Every bar is a radius of the enclosure that ships: of the copies that the trapezoidal rule adds, of what is truncated,
of the quadrature of M, and of rounding alone.

`python inversion_remainders.py [-o FILE]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from inversion_case import NAMES, line, remainders
from paper_figure import main, panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ASKED = {None: ("by default", "#0072B2"), 40: ("with 40 digits", "#D55E00")}
"""Digits, and what the answer is called."""


def figure() -> Figure:
    """A bar for each remainder and each answer."""
    shown, (axes,) = panels(1, 4.6, 3.4)
    places, least = np.arange(len(NAMES)), 0.0
    for place, (digits, (name, colour)) in enumerate(ASKED.items()):
        powers = np.log10(remainders(digits))
        least = min(least, float(powers.min()))
        at = places + 0.2 - 0.4 * (1 - place)
        label = f"{name}: {line(digits)[0].contour.count} nodes"
        axes.plot(powers, at, "o", color=colour, label=label, markersize=6)
        axes.hlines(at, powers, 0, color=colour, linewidth=1.2)
    axes.set(
        xlabel="left open, as a share of $\\delta$: power of ten",
        yticks=places,
        yticklabels=NAMES,
        xlim=(least - 3, 0),
        ylim=(len(NAMES) - 0.5, -0.5),
    )
    axes.grid(visible=False, axis="y")
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=2)
    return shown


if __name__ == "__main__":
    main(__file__, figure)
