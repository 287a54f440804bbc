"""Many answers of randomized response on two values: the privacy losses of their product.

With k answers at eps0 of which l are lies the loss is (k - 2l) eps0, and l is binomial. Answers at several eps are
multiplied out, on a lattice of losses where one has few cells, or else term by term. Beyond that every group's loss is
rounded up to a coarse lattice, which can only raise delta = sum of w (1 - e^(eps - loss))_+."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate
from math import cosh, gcd, lcm, prod, sqrt, tanh
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value, balls, exact_sum
from chartered_verify.arithmetic.polynomial import product
from chartered_verify.budget import charge
from chartered_verify.enclosure import fraction_of
from flint import arb_poly

from . import binomial
from .finite_loss import Losses, normal

Counts: TypeAlias = tuple[tuple[Fraction, int], ...]
"""How often each eps > 0 answers."""
Sums: TypeAlias = tuple[tuple[Value, ...], tuple[Value, ...]]
"""The probabilities of all heads under P and under Q."""
Ends: TypeAlias = tuple[tuple[int, int], ...]
"""For each group the least and the largest number of lies that have a place of their own."""

SUMMED = 20_000
"""Answers at one eps alone whose losses are summed one by one; of more only those heads are computed that are asked
for."""
MOST = 20_000
"""Combinations of losses that are summed one by one."""
CELLS = 8_192
"""Cells of a lattice on which several groups lie exactly."""
COARSE = 2_048
"""Cells of the lattice to which losses are rounded."""
LOUD = Fraction(700)
"""In doubles any larger eps is as large."""
LONGEST = 10**7
"""Answers at one eps among others."""
COUNTED, LEAST = 10**12, Fraction(1, 10**30)
"""Answers at one eps alone, and the least eps of more than can be summed one by one."""


def total(counts: Counts, power: int = 1) -> Fraction:
    """The sum of the powers of all eps; of the first, the largest loss."""
    return exact_sum(k * e**power for e, k in counts)


def unsummed(counts: Counts) -> str | None:
    """Why the losses are not summed exactly, or None."""
    if len(counts) > 1:
        many = _cells(counts) > CELLS and prod(k + 1 for _, k in counts) > MOST
        return f"more than {MOST} combinations of losses, on no lattice of {CELLS}" if many else None
    if not counted(counts):
        return None
    epsilon0, k = counts[0]
    return (
        None
        if k <= COUNTED and epsilon0 >= LEAST
        else f"{k} runs of eps = {float(epsilon0)} are too many, or their eps is too small"
    )


def counted(counts: Counts) -> bool:
    """Whether the heads are computed one by one, as they are asked for."""
    return len(counts) == 1 and counts[0][1] > SUMMED


def unrounded(counts: Counts) -> str | None:
    """Why the losses are not rounded to a lattice, or None."""
    if unsummed(counts) is None:
        return "the exact sum is short enough"
    return (
        None
        if len(counts) > 1 and max(k for _, k in counts) <= LONGEST
        else f"more than {LONGEST} runs of one eps among others"
    )


def summed(counts: Counts) -> Losses:
    """The exact losses, where `unsummed` has nothing against it."""
    if counted(counts):
        return _counted(*counts[0])
    if len(counts) == 1 or _cells(counts) <= CELLS:
        return _on_lattice(counts, tuple((0, k) for _, k in counts), 2 * _unit(counts), symmetric=True)
    return multiplied(counts)


def rounded(counts: Counts) -> Losses:
    """Each group's loss rounded up to a lattice, and to infinity where it is all but impossible."""
    ends = tuple(binomial.window(float(min(e, LOUD)), k) for e, k in counts)
    span = exact_sum(2 * (last - first) * e for (e, _), (first, last) in zip(counts, ends, strict=True))
    return _on_lattice(counts, ends, span / COARSE, symmetric=False)


def _unit(counts: Counts) -> Fraction:
    """The largest number of which every eps is a multiple."""
    if not counts:
        return Fraction(1)
    unit = Fraction(gcd(*(e.numerator for e, _ in counts)), lcm(*(e.denominator for e, _ in counts)))
    charge(len(counts) * (1 + (unit.denominator.bit_length() >> 6) ** 2 // 50))  # each eps is divided by it
    return unit


def _cells(counts: Counts) -> int:
    unit = _unit(counts)
    return sum(int(e / unit) * k for e, k in counts) + 1


def _near(counts: Counts, log_delta: float) -> tuple[float, float]:
    """As if the loss were normal, of its mean and deviation."""
    sizes = [(float(min(e, LOUD)), k) for e, k in counts]
    deviation = sqrt(sum(k * (e / cosh(e / 2)) ** 2 for e, k in sizes)) or 1.0
    return normal(sum(k * e * tanh(e / 2) for e, k in sizes), deviation, log_delta)


def _on_lattice(counts: Counts, ends: Ends, step: Fraction, *, symmetric: bool) -> Losses:
    """Losses that are the largest one less whole steps: those of each group are rounded up to its own largest one less
    whole steps."""
    top = exact_sum((k - 2 * first) * e for (e, k), (first, _) in zip(counts, ends, strict=True))
    height, part = (top / step).as_integer_ratio()
    cells = sum(int(2 * (last - first) * e / step) for (e, _), (first, last) in zip(counts, ends, strict=True)) + 1

    def heads(xp: Arithmetic, j: int) -> tuple[Value, Value]:
        p, q = _lattice_sums(_plain(xp), counts, ends, step, None if symmetric else top)
        return p[j], q[j]

    return Losses(
        step / part, range(-height, part * cells - height, part), heads, lambda log_delta: _near(counts, log_delta)
    )


def _places(epsilon0: Fraction, step: Fraction, lies: int) -> list[int]:
    """How many whole steps 0, 1, ..., so many lies take from the loss."""
    charge(lies)
    above, below = (2 * epsilon0 / step).as_integer_ratio()
    return [more * above // below for more in range(lies + 1)]


@lru_cache(maxsize=4)
def _lattice_sums(xp: Any, counts: Counts, ends: Ends, step: Fraction, top: Fraction | None) -> Sums:
    """Heads of the product of all groups; `top` is the largest loss. Without it the losses are symmetric, and Q is P
    read backwards."""
    lost, factors = xp.number(0), [[xp.number(1)]]
    for (e, k), (first, last) in zip(counts, ends, strict=True):
        weights = binomial.weights(xp, xp.number(e), k, first, last)
        lost = lost + binomial.rest(xp, xp.number(e), k, first, weights[0])
        weights[-1] = weights[-1] + binomial.rest(xp, -xp.number(e), k, k - last, weights[-1])
        places = _places(e, step, last - first)
        charge(4 * places[-1])
        cells = [xp.number(0)] * (places[-1] + 1)
        for place, weight in zip(places, weights, strict=True):
            cells[place] = cells[place] + weight
        factors.append(cells)
    p = reduce(lambda a, b: _product(xp, a, b), factors)
    q = p[::-1] if top is None else [w * xp.exp(xp.number(t * step - top)) for t, w in enumerate(p)]
    return tuple(accumulate(p, initial=lost)), tuple(accumulate(q, initial=xp.number(0)))


def _product(xp: Arithmetic, a: Sequence[Value], b: Sequence[Value]) -> list[Value]:
    """The coefficients of the product of two polynomials."""
    if xp.name == "balls":
        return product(arb_poly(a), arb_poly(b)).coeffs()
    found = [xp.number(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] = found[i + j] + x * y
    return found


def multiplied(counts: Counts) -> Losses:
    """Every combination of lies has its own loss."""
    unit = _unit(counts)

    def heads(xp: Arithmetic, j: int) -> tuple[Value, Value]:
        p, q = _combined_sums(_plain(xp), counts)
        return p[j], q[j]

    return Losses(unit, _combined(counts), heads, lambda log_delta: _near(counts, log_delta))


def _moves(counts: Counts) -> list[list[int]]:
    """For each group its possible losses in units, with the sign turned, by the number of lies."""
    unit = _unit(counts)
    charge(sum(k + 1 for _, k in counts))
    return [[(2 * lies - k) * int(e / unit) for lies in range(k + 1)] for e, k in counts]


@lru_cache(maxsize=4)
def _combined(counts: Counts) -> tuple[int, ...]:
    """All losses in units, with the sign turned, rising."""
    return tuple(sorted(reduce(lambda found, moves: {x + move for x in found for move in moves}, _moves(counts), {0})))


@lru_cache(maxsize=4)
def _combined_sums(xp: Any, counts: Counts) -> Sums:
    table = {0: xp.number(1)}
    for (e, k), moves in zip(counts, _moves(counts), strict=True):
        grown: dict[int, Value] = {}
        weights = binomial.weights(xp, xp.number(e), k, 0, k)
        charge(3 * len(table) * len(moves))
        for x, w in table.items():
            for move, weight in zip(moves, weights, strict=True):
                place, part = x + move, w * weight
                grown[place] = grown[place] + part if place in grown else part
        table = grown
    p = [table[x] for x in _combined(counts)]
    return tuple(accumulate(p, initial=xp.number(0))), tuple(accumulate(p[::-1], initial=xp.number(0)))


def _counted(epsilon0: Fraction, k: int) -> Losses:
    """So many answers that only the heads that are asked for are computed."""

    def heads(xp: Arithmetic, j: int) -> tuple[Value, Value]:
        bits = getattr(xp, "bits", binomial.BITS)
        p, q = (binomial.at_most(bits, e, k, j - 1) for e in (epsilon0, -epsilon0))
        return (p, q) if xp.name in ("balls", "slopes") else (_read(xp, p), _read(xp, q))

    return Losses(epsilon0, range(-k, k + 1, 2), heads, lambda log_delta: _near(((epsilon0, k),), log_delta))


def _read(xp: Arithmetic, ball: Value) -> Value:
    return xp.number(fraction_of(ball))


def _plain(xp: Arithmetic) -> Any:
    """Probabilities do not depend on eps: on an interval of it they are balls."""
    return balls(xp.bits) if xp.name == "slopes" else xp  # type: ignore[attr-defined]
