"""Largest loss, rate and shift of steps with Laplace or logistic noise."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch


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
