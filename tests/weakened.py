"""Parts of a remainder, forgotten: what shows that each of them is needed."""

from __future__ import annotations

from typing import Any

from chartered_plugins.subsampling.formulas import sampled_gaussian_quadrature as quadrature
from chartered_plugins.subsampling.formulas.sampled_gaussian_quadrature import Nodes
from flint import arb

REMAINDER, TAILS = quadrature.remainder, quadrature.tails
"""As they ship, whatever is planted."""


def nothing(*_: Any) -> arb:
    """A bound that is forgotten."""
    return arb(0)


def without_height(xp: Any, s: Any, p: Any, at: Nodes, height: Any) -> Any:
    """The remainder as if all orders were real."""
    return REMAINDER(xp, s, p, at, 0 * height)


def without_cosine(xp: Any, s: Any, p: Any, at: Nodes, height: Any) -> Any:
    """The remainder as if |w|, or |w(-t)|, were no smaller in the strip than on the real line."""
    return REMAINDER(xp, s, abs(p), at, height)
