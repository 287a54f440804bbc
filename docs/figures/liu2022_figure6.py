"""Figure 6 of Liu et al. 2022: subsampling before a mechanism makes its mu smaller (Section 4.3).

`python liu2022_figure6.py [-o FILE]`. The Gaussian transforms of Laplace noise with Delta/b = 2 on Poisson samples of
rate 1, 1/2 and 1/10. The least mu is the highest point of each: 1.80091, 0.97828 and 0.27731, of which the last two lie
inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
import numpy as np
from gaussian_transform import LAPLACE, Array, profile, transform
from paper_figure import look, main, panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RATES = ("1", "1/2", "1/10")
EPSILONS = np.linspace(0, 2, 401)


def sampled(rate: str) -> str:
    """The Laplace mechanism on a Poisson sample."""
    return f"poisson:rate={rate}/{LAPLACE}"


def curve(rate: str) -> Array:
    """The transform of the certified profile."""
    return transform(EPSILONS, profile(sampled(rate), EPSILONS, "laplace.profile"))


def best(rate: str) -> ch.Answer:
    """The certified bracket of the least mu, and where it is attained."""
    return ch.Ledger([sampled(rate)]).mu(accountant="laplace.profile")


def figure() -> Figure:
    """Three transforms and their highest points."""
    shown, (axes,) = panels()
    for place, rate in enumerate(RATES):
        top = best(rate)
        assert top.attained_at is not None
        axes.plot(EPSILONS, curve(rate), **look(place), label=f"$q = {rate}$")
        axes.plot([top.attained_at], [top.upper], color=look(place)["color"], marker="o", markersize=5, clip_on=False)
        axes.annotate(f"{top.upper:.5f}", (top.attained_at, top.upper), xytext=(5, 5), textcoords="offset points")
    axes.set(xlim=(0, 2), ylim=(0, 2.1), xlabel=r"$\varepsilon$", ylabel=r"$\mu$ that meets $\delta(\varepsilon)$")
    axes.set_title(r"Laplace, $\Delta/b = 2$, on a Poisson sample of rate $q$")
    axes.legend(loc="upper right")
    return shown


if __name__ == "__main__":
    main(__file__, figure)
