"""The largest privacy loss of a Laplace step."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch


def laplace_epsilon(case: ch.Case) -> Fraction:
    """The pure guarantee: as stated for the ledger's own relation, or sensitivity/scale, where replacing a record
    doubles the sensitivity."""
    return case.number("epsilon") if case.get("epsilon") is not None else case.sensitivity / case.number("scale")
