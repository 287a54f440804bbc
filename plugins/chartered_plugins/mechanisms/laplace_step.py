"""Largest loss, rate, shift and profile of steps with Laplace or logistic noise."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Number

from ..basics.formula_at import formula_at
from .formulas import laplace_profile


def laplace_epsilon(case: ch.Case) -> Fraction:
    """The pure guarantee: as stated for the ledger's own relation, or sensitivity/scale, where replacing a record
    doubles the sensitivity."""
    return case.number("epsilon") if case.get("epsilon") is not None else case.sensitivity / case.number("scale")


def laplace_rate(case: ch.Case) -> Fraction:
    """The rate of discrete noise: the pure guarantee for a shift by one. If it is given as `epsilon`, it is for the
    ledger's own relation and a query that changes by one."""
    return case.number("epsilon") if case.get("epsilon") is not None else 1 / case.number("scale")


def laplace_shift(case: ch.Case) -> Fraction:
    """The change of the query of discrete noise, an integer."""
    return Fraction(1) if case.get("epsilon") is not None else case.sensitivity


def profile_of(epsilon0: Number, *, worst_pair: bool) -> ch.Profile:
    """The profile of Laplace noise whose largest loss is eps0; `worst_pair`: whether one pair attains all of it."""
    return ch.Profile(
        delta=formula_at(laplace_profile.delta_laplace, epsilon0),
        epsilon=formula_at(laplace_profile.epsilon_laplace, epsilon0),
        at_infinity=ch.AtInfinity(max_loss=epsilon0),
        worst_pair=worst_pair,
    )
