"""What the arithmetics whose numbers hold balls share: a working precision, which is that of the balls."""

from __future__ import annotations

from typing import Self

from .ball import Balls


class Precise:
    """An arithmetic at a working precision of `bits`; enter it before using operators."""

    name: str

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self._balls = Balls(bits)

    def __enter__(self) -> Self:
        self._balls.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._balls.__exit__(*exc)

    def __repr__(self) -> str:
        return f"{self.name}({self.bits})"
