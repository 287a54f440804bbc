"""Figure 5 of Liu et al. 2022: clip and rectify (Theorem 4.4) makes a mechanism Gaussian DP that is not.

`python liu2022_figure5.py [-o FILE]`. The invisibility cloak encoder with n = 4 and m = 20 has a tail too heavy for any
mu. Clipped and with Laplace noise of range/head added, it keeps its own delta up to the head and has none beyond:
Theorem 4.4, for head = 4 (left, with the Gaussian profile of its mu). Chartered's sharper profile also counts what the
noise takes below the head. Right the mu of both over the head, and that of the noise alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
import numpy as np
from gaussian_transform import CLOAK, Array, profile, transform
from paper_figure import look, main, panels, wide

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEAD = 4.0
EPSILONS = np.linspace(0, 6, 181)
HEADS = np.linspace(0.25, 8, 32)
GRID = 256


def rectified(head: float) -> str:
    """The encoder, clipped and rectified. The range does not matter: the noise grows with it."""
    return f"rectified:low=0,high=1,head={head!r}/{CLOAK}"


def head_mu(head: float) -> float:
    """Theorem 4.4's mu, by the upper staircase of Theorem 4.3 on a fine grid of the head."""
    grid = np.linspace(0, head, GRID + 1)
    return float(transform(grid[1:], profile(CLOAK, grid[:-1])).max())


def curves() -> dict[str, Array]:
    """The mu of Theorem 4.4, of the sharper profile, and of the noise alone, at each head."""
    sharper = [ch.Ledger([rectified(head)]).mu(accountant="rectified.profile").upper for head in HEADS.tolist()]
    noise = [ch.Ledger([f"pure:epsilon={head!r}"]).mu().upper for head in HEADS.tolist()]
    return {
        "Theorem 4.4": np.array([head_mu(head) for head in HEADS.tolist()]),
        "sharper": np.array(sharper),
        "noise": np.array(noise),
    }


def figure() -> Figure:
    """Profiles before and after, and mu over the head."""
    shown, (left, right) = panels(2, height=3.6)
    _profiles(left)
    found = curves()
    right.plot(HEADS, found["noise"], **look(4), label="noise alone")
    right.plot(HEADS, found["Theorem 4.4"], **wide(), label="Theorem 4.4")
    right.plot(HEADS, found["sharper"], **look(0), label="sharper profile")
    right.set(xlim=(0, HEADS[-1]), ylim=(0, 5), xlabel=r"head $\hat\varepsilon$", ylabel=r"least $\mu$")
    right.legend(loc="upper left")
    return shown


def _profiles(axes: Axes) -> None:
    own = profile(CLOAK, EPSILONS)
    axes.plot(EPSILONS, own, **look(2, linestyle=":"), label="before")
    axes.plot(EPSILONS, np.where(EPSILONS < HEAD, own, 0), **wide(), label="Theorem 4.4")
    axes.plot(EPSILONS, profile(rectified(HEAD), EPSILONS, "rectified.profile"), **look(0), label="sharper profile")
    gaussian = profile(f"gdp:mu={head_mu(HEAD)!r}", EPSILONS, "gdp")
    axes.plot(EPSILONS, gaussian, **look(3, linestyle="--"), label=r"Gaussian DP with Theorem 4.4's $\mu$")
    axes.set(xlim=(0, EPSILONS[-1]), ylim=(0, 1), xlabel=r"$\varepsilon$", ylabel=r"$\delta$")
    axes.set_title(rf"cloak, head $\hat\varepsilon = {HEAD:g}$")
    axes.legend(loc="upper right")


if __name__ == "__main__":
    main(__file__, figure)
