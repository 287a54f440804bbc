"""Claims about sums over the integers: what is left of a sum that is cut early is enclosed, and many digits are right to the last."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered_verify.arithmetic import balls
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Verdict

from ..formulas import gaussian_sums, sampled_gaussian as sg
from .book import Book
from .derivation import same, sample

BOOK = Book("discrete-gaussian", "direct computation")
SAMPLED = Book("poisson-gaussian.renyi", "Mironov, Talwar, Zhang 2019")


def claims() -> list[Claim]:
    """All claims of this module."""
    return [*BOOK.entries, *SAMPLED.entries]


def _summed(xp: Any, variance: Fraction, n: int, lost: int) -> Any:
    """The sum over k <= n of e^(-k^2/(2 v)); what is left out is below e^-lost."""
    twice = xp.number(2 * variance)
    least = -int((2 * variance * lost) ** 0.5) - abs(n) - 2
    return sum((xp.exp(-xp.number(k * k) / twice) for k in range(least, n + 1)), xp.number(0))


@BOOK.claim(
    "profile.early-cuts",
    Kind.SOUNDNESS,
    "Cut after few terms or few derivatives, a sum still encloses, and no wider than twice what is left.",
    "our remainders",
    "variances 1/2 to 900, four places, 2 to 40 bits, 1 to 6 derivatives",
)
def _cuts(effort: Effort) -> Verdict:
    def by_terms(variance: Fraction, n: int, bits: int) -> bool:
        with balls(256) as xp:
            found, exact = gaussian_sums.tail(xp, xp.number(variance), n, bits), _summed(xp, variance, n, 400)
            return bool(found.overlaps(exact)) and bool(found.rad() * 2**bits <= 8 * exact) and not exact < found.lower()

    def by_derivatives(variance: Fraction, n: int, many: int) -> bool:
        with balls(256) as xp:
            root = xp.sqrt(2 * xp.pi * xp.number(variance))
            found, exact = gaussian_sums.smooth(xp, xp.number(variance), n, many), _summed(xp, variance, n, 400) / root
            order = 2 * many
            wide = 12 * xp.exp(xp.lgamma(xp.number(order + 1)) / 2) / (2 * xp.pi * xp.sqrt(xp.number(variance))) ** order
            return bool(found.overlaps(exact)) and bool(found.rad() < wide) and bool(found.rad() * 8 > wide)

    terms = list(product((Fraction(1, 2), Fraction(5), Fraction(100)), (-1, -3, -20, -100), (2, 5, 12, 40)))
    derivatives = list(product((Fraction(1), Fraction(9), Fraction(900)), (-1, -2, -10), (1, 2, 3, 6)))
    first = sample(by_terms, terms, 2, "cut terms")
    return first if type(first).__name__ != "Supported" else sample(by_derivatives, derivatives, 2, "cut terms and cut derivatives")


@BOOK.claim(
    "profile.many-digits",
    Kind.TABLE,
    "With 2048 bits and more the corrections of Poisson's sum are there: the first to its last digit, the next enclosed.",
    "Poisson's summation formula",
    "variances 63 and 64, two places, 256, 2048 and 8192 bits",
)
def _many_digits(effort: Effort) -> Verdict:
    def agrees(variance: int, n: int, bits: int) -> bool:
        with balls(bits) as xp:
            found = gaussian_sums.at_most(xp, xp.number(variance), n)
            place = Fraction(variance)
            whole = 1 + 2 * _summed(xp, place, -1, bits)
            exact = _summed(xp, place, n, bits) / whole
            return bool(found.overlaps(exact)) and bool(abs(found - exact) * xp.number(2) ** min(bits - 40, 7200) < exact)

    return sample(agrees, list(product((63, 64), (-9, 4), (256, 2048, 8192))), 60, "many digits")


@SAMPLED.claim(
    "whole-order",
    Kind.IDENTITY,
    "At the order 3 the curve is log(1 + 3 q^2 (1-q) (t - 1) + q^3 (t^3 - 1))/2 with t = e^(1/sigma^2).",
    "Theorem 4",
    "all rates between 0 and 1 and sigma > 0",
)
def _whole(effort: Effort) -> Verdict:
    def shipped(xp: Any, q: Any, s: Any) -> Any:
        return sg.divergence(xp, q, s, xp.number(3))

    def written(xp: Any, q: Any, s: Any) -> Any:
        t = xp.exp(1 / s**2)
        return xp.log(1 + 3 * q**2 * (1 - q) * (t - 1) + q**3 * (t**3 - 1)) / 2

    return same(shipped, written, "q s", {"q": (Fraction(1, 100), Fraction(99, 100)), "s": (Fraction(1, 2), 20)}, effort)
