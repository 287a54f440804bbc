"""The privacy profile of Gaussian DP, with its tail and its slope."""

from __future__ import annotations

from typing import Any

import chartered as ch

from .formula_at import formula_at
from .formulas import gaussian_profile


def profile(mu: ch.Number, log_lower: Any = None, **more: Any) -> ch.Profile:
    """That of mu-GDP for mu > 0; `log_lower`: a bound from below on the logarithm of its tail."""
    return ch.Profile(
        delta=formula_at(gaussian_profile.delta_mu, mu),
        tail=ch.Tail(mu=mu, tail_mu=mu, log_lower=log_lower),
        evaluation=ch.Evaluation(derivative=formula_at(gaussian_profile.delta_mu_rate, mu)),
        **more,
    )
