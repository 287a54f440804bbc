"""Figure 1 of Liu et al. 2022: what the guarantees of a mechanism say at each eps by themselves, and what they say
together (Theorem 2.1).

`python liu2022_figure1.py [-o FILE]`. Left the power family with A = 2, B = 1 and sigma = 2, with the Gaussian profile
of its best mu; right the invisibility cloak encoder with n = 4 and m = 20. Every point is certified."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
import numpy as np
from gaussian_transform import CLOAK, EXAMPLES, POWER, Array, profile
from paper_figure import look, main, panels, wide

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EPSILONS = np.linspace(0, 4, 121)


def alone(step: str) -> Array:
    """What the guarantees of an example say at each eps by themselves."""
    return profile(f"{step},refined=false", EPSILONS, f"{step.partition(':')[0]}.naive")


def best_mu() -> float:
    """The least mu of the power family, certified."""
    return ch.Ledger([POWER]).mu().upper


def figure() -> Figure:
    """Naive and refined privacy profiles of Liu et al. 2022."""
    shown, axes = panels(2, height=3.3)
    for place, (panel, step) in enumerate(zip(axes, (POWER, CLOAK), strict=True)):
        panel.plot(EPSILONS, alone(step), **wide(), label="each guarantee alone")
        panel.plot(EPSILONS, profile(step, EPSILONS), **look(0), label="all together")
        panel.set(title=EXAMPLES[step][1], xlabel=r"$\varepsilon$", xlim=(0, EPSILONS[-1]), ylim=(0, 1.05))
        panel.set(ylabel=r"$\delta$" if place == 0 else None)
    gaussian = profile(f"gdp:mu={best_mu()!r}", EPSILONS, "gdp")
    axes[0].plot(EPSILONS, gaussian, **look(2, linestyle="--"), label=r"Gaussian DP with the least $\mu$")
    shown.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return shown


if __name__ == "__main__":
    main(__file__, figure)
