"""Figure 3 of Asoodeh et al. 2020: noisy SGD with q = 0.001, sigma = 4, at delta = 1e-5, over epochs.

The paper takes gamma(alpha) = rho alpha with rho = q^2/((1-q) sigma^2) for every order. That is a rule of thumb: no
bound beyond the few orders of its lemma. It is dashed here. The solid curves are certified: the exact curve of the
sampled Gaussian, converted in three ways. Both axes are logarithmic, to show the first epochs, where the best orders
are in the hundreds: there the heuristic even says less by Theorem 1 than the exact curve does.

`python asoodeh2020_figure3.py [-o FILE]`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import chartered as ch
from chartered_plugins.conversion.formulas import linear_curve as moments
from paper_figure import look, main, panels, wide

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STEP, DELTA = "poisson:rate=0.001/gaussian:sigma=4", "1e-5"
EPOCH = 1000
"""Runs in an epoch: 1/q."""
EPOCHS = range(1, 401)
CERTIFIED = {"asoodeh2020.T1": "Theorem 1", "asoodeh2020.T3": "Theorem 3", "asoodeh2020.L1": "Lemma 1"}
HEURISTIC = {"asoodeh2020.E23": "Theorem 1", "asoodeh2020.L2": "Lemma 1"}
"""Conversions of the exact curve, and of the heuristic one: a theorem of Chartered, and its name in the legend."""


def epsilons(by: str) -> Any:
    """Certified eps after each number of epochs, by a conversion of the exact curve."""
    return ch.Ledger(STEP).epsilons(DELTA, times=[EPOCH * epochs for epochs in EPOCHS], accountant=by)


def heuristic(by: str) -> list[float]:
    """What the paper's rho would say after each number of epochs, by a conversion: no bound."""
    rho = moments.abadi_rho(Fraction(1, 1000), Fraction(16))
    alike = ch.Ledger(ch.mechanism("zcdp", rho=rho))
    return alike.epsilons(DELTA, times=[EPOCH * epochs for epochs in EPOCHS], accountant=by)


def figure() -> Figure:
    """eps of noisy SGD over epochs: certified by the exact curve, and as the paper's rule of thumb would have it."""
    shown, (axes,) = panels()
    for place, (by, name) in enumerate(CERTIFIED.items()):
        drawn = wide() if by == "asoodeh2020.T3" else look(place, linestyle="-")
        axes.plot(EPOCHS, epsilons(by), **drawn, label=f"exact curve by {name}: certified")
    for place, (by, name) in enumerate(HEURISTIC.items()):
        axes.plot(
            EPOCHS, heuristic(by), **look(2 * place, linestyle="--"), label=rf"heuristic $\rho$ by {name}: no bound"
        )
    axes.set(xscale="log", yscale="log", xlabel="epochs", ylabel=r"$\varepsilon$ at $\delta = 10^{-5}$")
    axes.set_xticks([1, 10, 100, 400], ["1", "10", "100", "400"])
    axes.set_yticks([0.03, 0.1, 0.3, 1], ["0.03", "0.1", "0.3", "1"])
    axes.set_title(r"Noisy SGD, $q = 0.001$, $\sigma = 4$")
    axes.legend(loc="upper left")
    return shown


if __name__ == "__main__":
    main(__file__, figure)
