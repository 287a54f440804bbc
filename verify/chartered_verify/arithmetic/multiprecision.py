"""Multiprecision floats: mpmath with a chosen number of decimal digits, in a context of its own, so that no global
precision changes."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from threading import get_ident
from typing import Any, Self

from ..large_packages import mpmath
from .number_based import Points
from .protocol import Number

_CONSTANT_BITS = 1 << 12
"""The number of bits to which mpmath's constants are computed at import. mpmath stores a longer value in two steps,
between which an interrupt would leave a wrong one."""


class Digits(Points):
    """mpmath arithmetic with `n` decimal digits, for an independent check; not rigorous."""

    name = "digits"

    def __init__(self, n: int) -> None:
        self.n = n
        self.mp = mpmath.MPContext()
        self.mp.dps = n
        mp = self.mp
        self.exp, self.log, self.expm1, self.log1p, self.sqrt = mp.exp, mp.log, mp.expm1, mp.log1p, mp.sqrt
        self.erfc, self.gamma, self.lgamma = mp.erfc, mp.gamma, mp.loggamma

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        return None

    def __reduce__(self) -> tuple[Any, ...]:
        return digits_of, (self.n,)

    def __repr__(self) -> str:
        return f"digits({self.n})"

    def number(self, x: Number | Any) -> Any:
        if isinstance(x, Fraction):
            return self.mp.mpf(x.numerator) / x.denominator
        if callable(x):
            return self.number(x(self))
        return self.mp.mpf(x)

    @property
    def pi(self) -> Any:
        return +self.mp.pi

    @property
    def inf(self) -> Any:
        return self.mp.inf

    def ndtr(self, x: Any) -> Any:
        return self.mp.erfc(-x / self.mp.sqrt(2)) / 2

    def log_ndtr(self, x: Any) -> Any:
        return self.mp.log1p(-self.ndtr(-x)) if x > 0 else self.mp.log(self.ndtr(x))

    def ndtri(self, p: Any) -> Any:
        mp = self.mp
        if 2 * p > 1:
            return -self.ndtri(1 - p)
        if p <= 0:
            return -mp.inf if p == 0 else mp.nan
        if p > mp.mpf(10) ** -5:
            return mp.sqrt(2) * mp.erfinv(2 * p - 1)
        # erfinv loses the digits of a small p in 2 p - 1: Newton's method on log Phi, from its leading term.
        x = -mp.sqrt(-2 * mp.log(p))
        for _ in range(self.n + 60):
            density = mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)
            step = (self.log_ndtr(x) - mp.log(p)) * self.ndtr(x) / density
            x -= step
            if abs(step) <= abs(x) * mp.mpf(10) ** (1 - self.n):
                break
        return x

    def maximum(self, x: Any, y: Any) -> Any:
        return max(x, y)

    def minimum(self, x: Any, y: Any) -> Any:
        return min(x, y)

    def positive(self, x: Any) -> Any:
        return max(x, self.mp.zero)

    def logaddexp(self, x: Any, y: Any) -> Any:
        return self.mp.log1p(self.mp.expm1(x) + self.mp.exp(y))

    def floor_range(self, x: Any, unit: int | Fraction = 1) -> range:
        """The floor."""
        quotient = x / self.number(unit)
        if not self.mp.isfinite(quotient):
            return range(0)
        floor = int(self.mp.floor(quotient))
        return range(floor, floor + 1)

    @property
    def rest_bits(self) -> int:
        """60 % more bits than the digits have."""
        return 16 * self.n // 3 + 7

    def refined(self, bits: int) -> Digits:
        """The arithmetic with about `bits` more bits."""
        return digits_of(self.n + bits // 3)


def digits_of(n: int) -> Digits:
    """The arithmetic with `n` digits of this thread. Threads do not share it, because mpmath's functions raise the
    precision of their context while they run."""
    return _shared(n, get_ident())


def forget() -> None:
    """Discards all contexts after an interrupt, which may have left one at another precision."""
    _shared.cache_clear()


@lru_cache(maxsize=64)
def _shared(n: int, thread: int) -> Digits:
    return Digits(n)


for _constant in (mpmath.libmp.pi_fixed, mpmath.libmp.e_fixed, mpmath.libmp.ln2_fixed, mpmath.libmp.ln10_fixed):
    _constant(_CONSTANT_BITS)
