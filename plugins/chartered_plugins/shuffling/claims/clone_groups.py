"""Claims about the moments of many clones: the groups in which they are counted, their first moments, and orders beyond
doubles."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby, pairwise, product
from math import ceil, floor
from typing import Any

from chartered.proving.book import Book
from chartered.proving.cases import every
from chartered.proving.steps import sample
from chartered_verify.arithmetic import balls, digits, floats
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import clones, clones_renyi as clone_moments

BOOK = Book("feldman2021", "Feldman, McMillan, Talwar 2021")
claims = BOOK.claims
SHUFFLES = (
    *product((1, 30, 3000), (Fraction(1, 2), Fraction(3)), (Fraction(1), Fraction(1, 3))),
    (10**5, Fraction(1, 2), Fraction(1)),
)


@BOOK.table(
    "renyi.groups",
    "Numbers of clones are put together by 64 where a thousandth to all but a thousandth of the mass lies below or "
    "there, and by 32 "
    "elsewhere, each group from its least number on; the shipped moments are means over the groups: 1/m, (3 m - "
    "2)/m^3 and "
    "(15 m^2 - 30 m + 16)/m^5 of a mean of m coins, in balls, doubles and digits.",
    "Section 3.2",
    "n = 1 to 100000, eps0 = 1/2 and 3, shares 1 and 1/3",
)
def _groups(effort: Effort) -> Verdict:
    def grouped(n: int, epsilon0: Fraction, share: Fraction) -> list[tuple[int, float]]:
        runs, below = clones.runs(floats, epsilon0, n, share), 0.0
        core = []
        for run in runs:
            below += run.mass
            core.append(0.001 < below < 0.999)
        many = {kind: max(1, ceil(core.count(kind) / size)) for kind, size in ((True, 64), (False, 32))}
        cells = groupby(zip(runs, core, strict=True), lambda pair: (pair[1], floor(pair[0].least / many[pair[1]])))
        found = []
        for _, cell in cells:
            held = list(cell)
            found.append((held[0][0].least, sum(run.mass for run, _ in held)))
        return found

    def holds(n: int, epsilon0: Fraction, share: Fraction) -> bool:
        groups, shipped = (
            grouped(n, epsilon0, share),
            clone_moments._groups(clones.runs(floats, epsilon0, n, share)),
        )  # itself, no copy
        if [run.least for run in shipped] != [least for least, _ in groups]:
            return False
        if any(abs(run.mass - mass) > 1e-12 * mass for run, (_, mass) in zip(shipped, groups, strict=True)):
            return False
        wanted = [sum(mass * moment(least + 1) for least, mass in groups) for moment in MOMENTS]
        for xp in (balls(128), floats, digits(30)):
            with xp:
                found = clone_moments.moments(xp, epsilon0, n, share)
                products, value = [], xp.number(1)
                for ratio in found.ratios[:3]:
                    value = value * ratio
                    products.append(float(value))
                rest = value
                for ratio in found.ratios[3:]:
                    rest = rest * ratio
                last = float(xp.log(rest)) if xp.name != "floats" else float(found.log_last)
            if len(found.ratios) != 128 or any(
                abs(one - other) > 1e-11 * other for one, other in zip(products, wanted, strict=True)
            ):
                return False
            if abs(last - float(found.log_last)) > 1e-9 * abs(last) + 1e-12:
                return False
        return True

    return sample(holds, SHUFFLES, 11, "moments in doubles")


MOMENTS: tuple[Any, ...] = (lambda m: 1 / m, lambda m: (3 * m - 2) / m**3, lambda m: (15 * m**2 - 30 * m + 16) / m**5)


@BOOK.table(
    "renyi.orders",
    "The curve rises with the order and stays below that of one report, log(1 - p + p e^((alpha-1) D))/(alpha-1), up "
    "to orders at which "
    "doubles have no sum left: there it is that of one report. One report alone has that curve.",
    "Section 3.2",
    "n = 1, 50 and 2000, eps0 = 1/2 and 3, p = 1 and 1/3, orders 3/2 to 10^6, in doubles and in balls",
)
def _orders(effort: Effort) -> Verdict:
    orders = tuple(map(Fraction, ("3/2", "3", "50", "500", "10000", "1000000")))

    def alone(xp: Any, epsilon0: Fraction, alpha: Any, share: Fraction) -> Any:
        """p^alpha q^(1-alpha) + q^alpha p^(1-alpha) of truth and flip."""
        odds, a = xp.number(epsilon0), alpha - 1
        both = xp.exp(a * odds) * (1 + xp.exp(-odds * (2 * a + 1))) / (1 + xp.exp(-odds))
        return xp.log(1 + xp.number(share) * (both - 1)) / a

    def holds(n: int, epsilon0: Fraction, share: Fraction) -> bool:
        with balls(256) as xp:
            found = [clone_moments.renyi(xp, epsilon0, n, xp.number(alpha), share) for alpha in orders]
            most = [alone(xp, epsilon0, xp.number(alpha), share) for alpha in orders]
            doubles = [clone_moments.renyi(floats, epsilon0, n, float(alpha), share) for alpha in orders]
            right = all(bool(low < high) for low, high in pairwise(found)) and not any(
                one > other for one, other in zip(found, most, strict=True)
            )
            alike = n > 1 or all(
                bool(abs(one - other) * 10**12 <= other) for one, other in zip(found, most, strict=True)
            )
            near = all(
                bool(abs(xp.number(Fraction(double)) - one) * 10**9 <= one)
                for double, one in zip(doubles[:3], found, strict=False)
            )
            last = bool(abs(xp.number(Fraction(doubles[-1])) - most[-1]) * 10**9 <= most[-1])
        return right and alike and near and last

    return every(
        holds,
        [
            *product((1, 50), (Fraction(1, 2), Fraction(3)), (Fraction(1), Fraction(1, 3))),
            (2000, Fraction(3), Fraction(1, 3)),
        ],
        "balls and doubles",
    )
