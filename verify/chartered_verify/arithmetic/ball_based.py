"""The base of arithmetics whose values are made of balls: a working precision, which is that of the balls."""

from __future__ import annotations

from typing import Self

from .ball import Balls
from .precision import turn


class Precise:
    """An arithmetic at a working precision of `bits`; enter it before using operators."""

    name: str
    __exit__ = turn

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self._balls = Balls(bits)

    def __enter__(self) -> Self:
        return self

    def __repr__(self) -> str:
        return f"{self.name}({self.bits})"
