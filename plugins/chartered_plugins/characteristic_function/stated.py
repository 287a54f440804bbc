"""Theorems that start from a moment generating function which a plugin states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import chartered as ch
from chartered_verify.lazy_module import LazyModule

from . import guarantee as cf
from .guarantee import CharacteristicFunction

if TYPE_CHECKING:
    from .formulas import stated_moments
else:
    stated_moments = LazyModule(".formulas.stated_moments", __package__)

_DEFINITION = "definition of the moment generating function of the privacy loss"


def _characteristic(g: ch.MomentGeneratingFunction) -> CharacteristicFunction:
    directions = (False,) if g.symmetric else (False, True)
    given = g.log_moment, g.log_bound
    return cf.one_run(
        *(stated_moments.StatedMoments(*given, added, g.infinity_mass, g.max_loss) for added in directions)
    )


def _renyi(g: ch.MomentGeneratingFunction) -> ch.Renyi:
    def curve(xp: ch.Arithmetic, alpha: ch.Value) -> ch.Value:
        log_moment: Any = g.log_moment(xp, alpha)
        if not g.symmetric:
            log_moment = xp.maximum(log_moment, g.log_moment(xp, 1 - alpha))
        return log_moment / (alpha - 1)

    return ch.Renyi(curve=curve)


def _finite(g: ch.MomentGeneratingFunction) -> str | None:
    """No infinite loss: with one, every Renyi divergence is infinite."""
    return None if g.infinity_mass == 0 else "a loss is infinite with positive probability"


def of_stated_moments() -> list[ch.Theorem]:
    """The function itself, at complex orders; and the Renyi curve, which it is at real ones."""
    return [
        ch.Theorem(
            name="moment-generating-function.characteristic",
            takes=ch.MomentGeneratingFunction,
            gives=CharacteristicFunction,
            bound=_characteristic,
            statement="The moment generating function of the loss of one run, and of the other direction M(1 - z).",
            source=_DEFINITION,
            latex=r"M^-(z)=\mathbb{E}_P\,e^{-zL}=M(1-z)",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="moment-generating-function.renyi",
            takes=ch.MomentGeneratingFunction,
            gives=ch.Renyi,
            bound=_renyi,
            conditions=_finite,
            statement="At real orders the moment generating function of the loss is the Renyi curve.",
            source="Renyi 1961; Mironov 2017, Definition 3",
            latex=r"D_\alpha=\frac{\log\max(M(\alpha),M(1-\alpha))}{\alpha-1}",
            side=ch.Side.EXACT,
        ),
    ]
