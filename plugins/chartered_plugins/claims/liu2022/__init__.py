"""Liu, Sun, Jiang and Kong 2022, in the order of the paper; its amplification and its table belong to plugins of their own."""

from __future__ import annotations

from chartered_verify.claim import Claim

from .. import of

PARTS = ("order", "tail", "transform", "algorithms")


def claims() -> list[Claim]:
    """All of them."""
    return of(*(f"liu2022.{part}" for part in PARTS))
