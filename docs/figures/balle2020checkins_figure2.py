"""Figure 2 of Balle et al. 2020 (random check-ins): eps after shuffling n reports that are eps0-DP, at delta = 1e-6.

Solid is the paper's Theorem 5.1 and dotted the bound that it improves (Erlingsson et al. 2019, Theorem 7). Dashed,
beyond the paper, is the clones pair of Feldman, McMillan and Talwar 2021. All three hold of adaptive reports, and every
point is certified. No bound is worse than eps0, the grey line: where a curve meets it, shuffling is not shown to gain
anything.

`python balle2020checkins_figure2.py [-o FILE]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
from paper_figure import look, main, panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DELTA = "1e-6"
SIZES = (10**3, 10**4, 10**5, 10**6)
BOUNDS = {"balle2020checkins.T5.1": "-", "erlingsson2019.T7": ":", "feldman2021.clones": "--"}
"""Theorems, and how they are drawn."""
NAMES = ("Theorem 5.1", "Erlingsson et al.", "clones")
EPSILONS = [k / 20 for k in range(2, 81)]
FEW = [*EPSILONS[:8:2], *EPSILONS[8::10]]
"""eps0 at which the clones pair is summed: each takes a while, and the curve is smooth."""


def epsilons(n: int, by: str, locals_: list[float]) -> list[float]:
    """Certified eps for each eps0, by a theorem; no more than eps0."""
    ledgers = (ch.Ledger(f"shuffled:n={n},adaptive=true/pure:epsilon={e0}") for e0 in locals_)
    return [ledger.epsilon(DELTA, accountant=by).upper for ledger in ledgers]


def figure() -> Figure:
    """eps over eps0 for each n: the paper's bound, the one before it, and a later one."""
    shown, (axes,) = panels()
    for place, n in enumerate(SIZES):
        for by, dashes in BOUNDS.items():
            at = FEW if by == "feldman2021.clones" else EPSILONS
            axes.plot(at, epsilons(n, by, at), **look(place, linestyle=dashes, linewidth=1.4))
    axes.plot(EPSILONS, EPSILONS, color="#999999", linewidth=0.8)
    axes.set(
        xlabel=r"$\varepsilon_0$ of one report",
        ylabel=r"$\varepsilon$ at $\delta = 10^{-6}$",
        yscale="log",
        xlim=(0, 4),
        ylim=(1e-4, 5),
    )
    axes.set_title("Shuffling $n$ adaptive reports")
    sizes = [
        axes.plot([], [], **look(place, linestyle="-", label=f"$n = 10^{len(str(n)) - 1}$"))[0]
        for place, n in enumerate(SIZES)
    ]
    kinds = [
        axes.plot([], [], color="#555555", linestyle=dashes, label=name)[0]
        for name, dashes in zip(NAMES, BOUNDS.values(), strict=True)
    ]
    axes.legend(handles=[*sizes, *kinds], loc="lower right", ncols=2)
    return shown


if __name__ == "__main__":
    main(__file__, figure)
