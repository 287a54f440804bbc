"""Liu, Sun, Jiang and Kong 2022, in the order of the paper; its amplification and its table belong to other plugins."""

from __future__ import annotations

from chartered.proving.book import claims_in
from chartered_verify.statements.claim import Claim

PARTS = ("order", "tail", "transform", "algorithms")


def claims() -> list[Claim]:
    """The claims of all parts."""
    return claims_in(__package__, *(f".{part}" for part in PARTS))
