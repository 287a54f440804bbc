"""Elementary functions of one dyadic number, enclosed in fixed point: pairs of whole numbers of units 2^-bits, the
lower end rounded down and the upper one up at every step. Series end in a remainder that is added to the upper end."""

from __future__ import annotations

from functools import lru_cache

Pair = tuple[int, int]
"""A lower and an upper end."""


def up(x: int, shift: int) -> int:
    """x / 2^shift, rounded up."""
    return -(-x >> shift)


def product(a: Pair, b: Pair, bits: int) -> Pair:
    """The product of two pairs."""
    ends = [x * y for x in a for y in b]
    return min(ends) >> bits, up(max(ends), bits)


def quotient(a: Pair, n: int) -> Pair:
    """A pair divided by a whole number above 0."""
    return a[0] // n, -(-a[1] // n)


def _inverse_atanh(n: int, bits: int) -> Pair:
    """atanh(1/n) = 1/n + 1/(3 n^3) + ...; what follows a term is less than that term, for n >= 2."""
    low = high = 0
    power, k = quotient((1 << bits, 1 << bits), n), 1
    while power[1] > 1:
        term = quotient(power, k)
        low, high = low + term[0], high + term[1]
        power, k = quotient(power, n * n), k + 2
    return low, high + 2 * power[1] + 2


def _inverse_atan(n: int, bits: int) -> Pair:
    """atan(1/n) = 1/n - 1/(3 n^3) + ...; what follows a term is less than that term."""
    low = high = 0
    power, k = quotient((1 << bits, 1 << bits), n), 1
    while power[1] > 1:
        term = quotient(power, k)
        low, high = (low + term[0], high + term[1]) if k % 4 == 1 else (low - term[1], high - term[0])
        power, k = quotient(power, n * n), k + 2
    return low - power[1] - 1, high + power[1] + 1


@lru_cache(maxsize=64)
def ln2(bits: int) -> Pair:
    """log 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749)."""
    a, b, c = (_inverse_atanh(n, bits) for n in (26, 4801, 8749))
    return 18 * a[0] - 2 * b[1] + 8 * c[0], 18 * a[1] - 2 * b[0] + 8 * c[1]


@lru_cache(maxsize=64)
def pi(bits: int) -> Pair:
    """Machin: pi = 16 atan(1/5) - 4 atan(1/239)."""
    a, b = _inverse_atan(5, bits), _inverse_atan(239, bits)
    return 16 * a[0] - 4 * b[1], 16 * a[1] - 4 * b[0]


def exp_reduced(x: Pair, bits: int) -> Pair:
    """e^x for |x| <= 1: Taylor's series of x/2^s, squared s times. After terms t_0..t_n with |x| <= 1/2 the rest is at
    most twice the first that is left out."""
    s = 4 + int(bits**0.5) // 2
    bits_in = bits + 2 * s
    small = x[0] << s, x[1] << s  # x/2^s in units of 2^-(bits + 2s)
    one = 1 << bits_in
    term, total, k = (one, one), (one, one), 1
    while max(abs(term[0]), abs(term[1])) > 2:
        term = product(term, small, bits_in)
        term = quotient(term, k)
        total = total[0] + term[0], total[1] + term[1]
        k += 1
    rest = 2 * max(abs(term[0]), abs(term[1])) + 2
    total = total[0] - rest, total[1] + rest
    for _ in range(s):
        total = product(total, total, bits_in)
    return total[0] >> 2 * s, up(total[1], 2 * s)


def log_reduced(t: Pair, bits: int) -> Pair:
    """log t for 1/2 <= t <= 2: 2 atanh(z) at z = (t - 1)/(t + 1), |z| <= 1/3; what follows a term is at most an eighth
    of its power of z."""
    one = 1 << bits
    low, high = (((x - one) << bits) // (x + one) for x in t)
    z = low, high + 1
    square = product(z, z, bits)
    power, total, k = z, z, 1
    while max(abs(power[0]), abs(power[1])) > 2:
        power, k = product(power, square, bits), k + 2
        term = quotient(power, k)
        total = total[0] + term[0], total[1] + term[1]
    rest = max(abs(power[0]), abs(power[1])) + 2
    return 2 * (total[0] - rest), 2 * (total[1] + rest)
