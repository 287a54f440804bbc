"""Scale and shift of a discrete Laplace step as it is stated."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch


def laplace_rate(case: ch.Case) -> Fraction:
    """The pure guarantee for a shift by one. Stated as `epsilon` it is for the ledger's own relation and a query that
    changes by one."""
    return case.number("epsilon") if case.get("epsilon") is not None else 1 / case.number("scale")


def laplace_shift(case: ch.Case) -> Fraction:
    """By how much the query changes: a whole number."""
    return Fraction(1) if case.get("epsilon") is not None else case.sensitivity
