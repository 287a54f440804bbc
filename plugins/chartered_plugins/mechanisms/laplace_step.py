"""Largest loss, rate, shift and profile of steps with Laplace or logistic noise."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Number, Value

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

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return laplace_profile.delta_laplace(xp, xp.number(epsilon0), epsilon)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        return laplace_profile.epsilon_laplace(xp, xp.number(epsilon0), delta)

    return ch.Profile(delta=delta, epsilon=epsilon, at_infinity=ch.AtInfinity(max_loss=epsilon0), worst_pair=worst_pair)
