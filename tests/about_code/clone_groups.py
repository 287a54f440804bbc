"""Claims about the moments of many clones: the groups of clone counts, their first moments, and orders beyond the range
of doubles."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, groupby, pairwise, product
from math import ceil, floor
from operator import mul
from typing import Any

from chartered.proving import Each, Proofs, Sampled, near, numbers
from chartered_plugins.shuffling.formulas import clones, clones_renyi as clone_moments
from chartered_verify.arithmetic import digits, floats

BOOK = Proofs("feldman2021", "Feldman, McMillan, Talwar 2021", at="Section 3.2")
SHUFFLES = [*product((1, 30, 3000), numbers("1/2 3"), numbers("1 1/3")), (10**5, Fraction(1, 2), Fraction(1))]
MOMENTS: tuple[Any, ...] = (lambda m: 1 / m, lambda m: (3 * m - 2) / m**3, lambda m: (15 * m**2 - 30 * m + 16) / m**5)


def _grouped(runs: Sequence[Any]) -> list[tuple[int, float]]:
    """The least number of clones and the mass of each group."""
    core = [0.001 < below < 0.999 for below in accumulate(run.mass for run in runs)]
    many = {kind: max(1, ceil(core.count(kind) / size)) for kind, size in ((True, 64), (False, 32))}
    cells = groupby(zip(runs, core, strict=True), lambda pair: (pair[1], floor(pair[0].least / many[pair[1]])))
    held = [[run for run, _ in cell] for _, cell in cells]
    return [(cell[0].least, sum(run.mass for run in cell)) for cell in held]


def _close(found: list[float], exact: list[float], share: float) -> bool:
    return all(abs(one - other) <= share * other for one, other in zip(found, exact, strict=True))


def _as_grouped(xp: Any, n: int, epsilon0: Fraction, share: Fraction) -> bool:
    groups = _grouped(clones.runs(floats, epsilon0, n, share))
    shipped = clone_moments._groups(clones.runs(floats, epsilon0, n, share))
    if [run.least for run in shipped] != [least for least, _ in groups]:
        return False
    if not _close([run.mass for run in shipped], [mass for _, mass in groups], 1e-12):
        return False
    wanted = [sum(mass * moment(least + 1) for least, mass in groups) for moment in MOMENTS]
    for arithmetic in (xp, floats, digits(30)):
        with arithmetic:
            found = clone_moments.moments(arithmetic, epsilon0, n, share)
            products = list(accumulate(found.ratios, mul, initial=arithmetic.number(1)))
            last = float(arithmetic.log(products[-1]) if arithmetic.name != "floats" else found.log_last)
        if len(found.ratios) != 128 or not _close(list(map(float, products[1:4])), wanted, 1e-11):
            return False
        if abs(last - float(found.log_last)) > 1e-9 * abs(last) + 1e-12:
            return False
    return True


def _alone(xp: Any, epsilon0: Fraction, alpha: Any, share: Fraction) -> Any:
    """p^alpha q^(1-alpha) + q^alpha p^(1-alpha) for the probabilities of truth and flip."""
    odds, a = xp.number(epsilon0), alpha - 1
    both = xp.exp(a * odds) * (1 + xp.exp(-odds * (2 * a + 1))) / (1 + xp.exp(-odds))
    return xp.log(1 + xp.number(share) * (both - 1)) / a


def _rises(xp: Any, n: int, epsilon0: Fraction, share: Fraction) -> bool:
    orders = numbers("3/2 3 50 500 10000 1000000")
    found = [clone_moments.renyi(xp, epsilon0, n, xp.number(alpha), share) for alpha in orders]
    most = [_alone(xp, epsilon0, xp.number(alpha), share) for alpha in orders]
    doubles = [xp.number(Fraction(clone_moments.renyi(floats, epsilon0, n, float(alpha), share))) for alpha in orders]
    rises = all(bool(low < high) for low, high in pairwise(found))
    below = not any(one > other for one, other in zip(found, most, strict=True))
    alike = n > 1 or all(near(one, other, 12) for one, other in zip(found, most, strict=True))
    close = all(near(double, one, 9) for double, one in zip(doubles[:3], found, strict=False))
    return rises and below and alike and close and near(doubles[-1], most[-1], 9)


BOOK.table(
    "renyi.groups",
    "Consecutive numbers of clones are grouped, 64 at a time in the middle of their distribution (between a "
    "thousandth and all but a thousandth of the mass) and 32 at a time elsewhere; each group counts as its smallest "
    "number. The shipped moments are means over the groups: 1/m, (3 m - 2)/m^3 and (15 m^2 - 30 m + 16)/m^5 of a mean "
    "of m coins, in balls, doubles and digits.",
    "n = 1 to 100000, eps0 = 1/2 and 3, shares 1 and 1/3",
    Sampled("moments in doubles", _as_grouped, SHUFFLES, digits=11, bits=256),
)
BOOK.table(
    "renyi.orders",
    "The curve rises with the order and stays below that of one report, log(1 - p + p e^((alpha-1) D))/(alpha-1), up "
    "to orders at which doubles have no sum left: there it is that of one report. One report alone has that curve.",
    "n = 1, 50 and 2000, eps0 = 1/2 and 3, p = 1 and 1/3, orders 3/2 to 10^6, in doubles and in balls",
    Each(
        "balls and doubles",
        _rises,
        [*product((1, 50), numbers("1/2 3"), numbers("1 1/3")), (2000, Fraction(3), Fraction(1, 3))],
        bits=256,
    ),
)
