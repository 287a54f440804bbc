"""Rate and shift of a discrete Laplace step."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch


def laplace_rate(case: ch.Case) -> Fraction:
    """The rate: the pure guarantee for a shift by one. If it is given as `epsilon`, it is for the ledger's own relation
    and a query that changes by one."""
    return case.number("epsilon") if case.get("epsilon") is not None else 1 / case.number("scale")


def laplace_shift(case: ch.Case) -> Fraction:
    """The change of the query, an integer."""
    return Fraction(1) if case.get("epsilon") is not None else case.sensitivity
