"""Asoodeh, Liao, Calmon, Kosut and Sankar 2020, in the order of the paper."""

from __future__ import annotations

from chartered.proving.book import claims_in
from chartered_verify.statements.claim import Claim

PARTS = (
    "range",
    "joint_range",
    "objective",
    "minimum",
    "monotone",
    "dual",
    "ends",
    "optimum",
    "lower",
    "closed",
    "zero_epsilon",
    "order",
    "gaussian",
    "lemma2",
    "second_branch",
    "variance",
    "figures",
    "errata",
    "one_sided",
)


def claims() -> list[Claim]:
    """The claims of all parts."""
    return claims_in(__package__, *(f".{part}" for part in PARTS))
