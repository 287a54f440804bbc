"""Logistic noise, of density e^(-x/s)/(s (1 + e^(-x/s))^2), on one number of bounded sensitivity.

With u uniform on (0, 1), which is the noise's own distribution function, and d = sensitivity/scale, the likelihood
ratio of noise that is shifted by d is e^d/(u + e^d (1 - u))^2. So e^((d - loss)/2) is uniform on (1, e^d): the loss is
within d, and has no atoms. It rises with the output, so that smaller shifts, and those to the other side, lose no
more."""

from __future__ import annotations

import chartered as ch

from ..basics.formula_at import formula_at
from .formulas import logistic_profile as losses
from .laplace_step import laplace_epsilon as _epsilon
from .sensitivities import sensitivities


def _profile(case: ch.Case) -> ch.Profile:
    most = _epsilon(case)
    return ch.Profile(
        delta=formula_at(losses.delta, most),
        epsilon=formula_at(losses.epsilon, most),
        at_infinity=ch.AtInfinity(max_loss=most),
        worst_pair=True,
    )


def _renyi(case: ch.Case) -> ch.Renyi:
    most = _epsilon(case)
    return ch.Renyi(curve=lambda xp, alpha: losses.log_moment(xp, xp.number(most), alpha) / (alpha - 1))


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Logistic noise."""
    scale = ch.Parameter(
        "scale", "scale s of the noise, in the units of the query", safer="larger", monotone="logistic.monotone"
    )
    stated = sensitivities("the query, one number", monotone="logistic.monotone")
    return [ch.Mechanism("logistic", "adds logistic noise to one number", (scale, *stated))]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Its pure guarantee, its exact profile for one run, and its exact Renyi curve."""
    source = "ours; direct computation"
    return [
        ch.Theorem(
            name="logistic.pure",
            takes=ch.OnStep("logistic"),
            gives=ch.Pure,
            bound=lambda case: ch.Pure(epsilon=_epsilon(case)),
            statement="Logistic noise is eps-DP with eps = sensitivity/scale, and no smaller eps holds.",
            source=source,
            latex=r"\varepsilon=\Delta/s",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="logistic.profile",
            takes=ch.OnStep("logistic"),
            gives=ch.Profile,
            bound=_profile,
            statement="The exact privacy profile of one run: with d = sensitivity/scale, e^((d - loss)/2) is uniform "
            "on (1, e^d).",
            source=source,
            latex=r"\delta(\varepsilon)=\frac{\left(e^{d/2}-e^{\varepsilon/2}\right)_+^2}{e^d-1},\;d=\Delta/s",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="logistic.renyi",
            takes=ch.OnStep("logistic"),
            gives=ch.Renyi,
            bound=_renyi,
            statement="The exact Renyi curve of one run.",
            source=source,
            latex=r"\gamma(\alpha)=\tfrac{1}{\alpha-1}\log\frac{\sinh((\alpha-\frac12)d)}{(2\alpha-1)\sinh(d/2)},"
            r"\;d=\Delta/s",
            side=ch.Side.EXACT,
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".logistic")
