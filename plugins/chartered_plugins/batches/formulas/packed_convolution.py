"""Convolution powers of a law on {0, 1, 2, ...} whose probabilities are whole multiples of 2^-bits, in one direction of
rounding: every probability of the result is certainly at least, or certainly at most, the true one.

All probabilities of a law stand side by side in one large integer, in slots so wide that those of a product do not
overflow. A convolution is then one product of integers, and rounding one shift and one mask: no error is estimated."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from chartered_verify.work_budget import charge
from flint import fmpz
from msgspec import Struct

_SPARE = 8
"""A slot has 2 bits + _SPARE bits: room for a product of two laws, neither of which has a mass of more than 4."""
_FACTORS = (2, 3, 5, 7)
"""The factors by which a number of runs is reached in few products; one less is tried of what none divides."""
_LIMBS = 512
"""The bits of a product that take about one unit of work."""
_LOG_2 = 45426
"""log 2, in multiples of 2^-16: windows need no more digits, as what is outside them is counted."""


class PackedLaw(Struct, frozen=True, eq=False):
    """Probabilities of offset, offset + 1, ..., in multiples of 2^-bits.

    `lost`: of a law from above, further probability mass, which counts as if it stood at 0."""

    bits: int
    above: bool
    offset: int
    length: int
    packed: fmpz
    lost: int = 0

    @classmethod
    def of(cls, masses: Sequence[int], bits: int, *, above: bool) -> PackedLaw:
        """The law with these masses from 0 on, in multiples of 2^-bits. Raises ArithmeticError if they add up to more
        than 4."""
        if sum(masses) > 4 << bits:
            raise ArithmeticError("the masses of a law add up to more than 4")
        wide = _width(bits)
        packed = b"".join(mass.to_bytes(wide, "little") for mass in masses)
        return cls(bits, above, 0, len(masses), fmpz(int.from_bytes(packed, "little")))

    @property
    def masses(self) -> list[int]:
        """The masses of offset, offset + 1, ..."""
        wide = _width(self.bits)
        packed = int(self.packed).to_bytes(wide * self.length, "little")
        return [int.from_bytes(packed[i : i + wide], "little") for i in range(0, len(packed), wide)]

    def times(self, other: PackedLaw) -> PackedLaw:
        """The sum of two independent values. Raises ArithmeticError if the masses add up to more than 4."""
        width, bits, length = 8 * _width(self.bits), self.bits, max(0, self.length + other.length - 1)
        charge(40 + 2 * length * width // _LIMBS)
        product, lost = self.packed * other.packed, 0
        if self.above:
            product += _repeated(bits, (1 << bits) - 1, length)
            lost = self.lost * (other.sum + other.lost) + other.lost * self.sum
        packed = (product >> bits) & _repeated(bits, (1 << width - bits) - 1, length)
        found = PackedLaw(bits, self.above, self.offset + other.offset, length, packed, -(-lost >> bits))
        if self.above and found.sum + found.lost > 4 << bits:
            raise ArithmeticError("rounding has made the masses of a law add up to more than 4")
        return found

    def within(self, low: int, high: int) -> PackedLaw:
        """The values in [low, high). From above, those below are lost, and those above stand at high - 1."""
        width = 8 * _width(self.bits)
        first, last = (min(max(x - self.offset, 0), self.length) for x in (low, high))
        kept, lost = (self.packed & _ones(last * width)) >> first * width, self.lost
        if self.above:
            lower, higher = self._sum(self.packed & _ones(first * width)), self._sum(self.packed >> last * width)
            lost += lower if first < last else lower + higher
            kept += fmpz(higher) << (last - first - 1) * width if first < last else 0
        return PackedLaw(self.bits, self.above, self.offset + first, last - first, kept, lost)

    @property
    def sum(self) -> int:
        """The sum of all masses that are not lost."""
        return self._sum(self.packed)

    def _sum(self, packed: fmpz) -> int:
        """The sum of slots, if it is less than the largest number that a slot holds: the remainder modulo that."""
        return int(packed % _ones(8 * _width(self.bits)))

    def power(self, times: int, end: int, loss_bits: int) -> PackedLaw:
        """The sum of `times` >= 1 independent values: factor by factor of `times`, each time of a window below which
        there is about 2^-loss_bits, and above which the sum of all is most likely at least `end`."""
        placed = [(j, mass) for j, mass in enumerate(self.masses, self.offset) if mass]  # few, where a law has a tail
        mean, square = (sum(mass * j**k for j, mass in placed) for k in (1, 2))

        def low(runs: int) -> int:
            spread = isqrt(2 * runs * square * loss_bits * _LOG_2 >> self.bits + 16)
            return max(0, (runs * mean >> self.bits) - spread)

        def cut(law: PackedLaw, runs: int) -> PackedLaw:
            return law.within(low(runs), max(low(runs), end - low(times - runs)) + 1)

        def raised(law: PackedLaw, runs: int, n: int) -> PackedLaw:
            """The sum of n values of a law of some runs."""
            factor = next((p for p in _FACTORS if n % p == 0 and n > p), n)
            if factor < n:
                return raised(raised(law, runs, factor), runs * factor, n // factor)
            return law if n == 1 else cut(raised(law, runs, n - 1).times(law), runs * n)

        return raised(cut(self, 1), 1, times)


def _width(bits: int) -> int:
    """The bytes of a slot."""
    return (2 * bits + _SPARE + 7) // 8


def _repeated(bits: int, slot: int, length: int) -> fmpz:
    """The same number in each of `length` slots."""
    longer = 1 << length.bit_length()
    return _many(bits, slot, longer) >> 8 * _width(bits) * (longer - length)


@lru_cache(maxsize=16)
def _many(bits: int, slot: int, length: int) -> fmpz:
    return fmpz(int.from_bytes(slot.to_bytes(_width(bits), "little") * length, "little"))


def _ones(bits: int) -> fmpz:
    return (fmpz(1) << bits) - 1
