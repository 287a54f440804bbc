"""Claims about truncated sums over the integers: the remainder is enclosed, and all digits are correct, even of
many."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Proofs, Sampled, balls, numbers
from chartered_plugins.mechanisms.formulas import discrete_gaussian_sums as gaussian_sums, discrete_profiles as lattice
from chartered_verify.arithmetic import digits, floats
from chartered_verify.arithmetic.dual import duals

BOOK = Proofs("discrete-gaussian", "direct computation", at="our remainders")


def _summed(xp: Any, variance: Fraction, n: int, lost: int) -> Any:
    """The sum over k <= n of e^(-k^2/(2 v)); the omitted terms are below e^-lost."""
    twice = xp.number(2 * variance)
    least = -int((2 * variance * lost) ** 0.5) - abs(n) - 2
    return sum((xp.exp(-xp.number(k * k) / twice) for k in range(least, n + 1)), xp.number(0))


def _rest(xp: Any, variance: Fraction, many: int) -> Any:
    """An upper bound of the remainder of the Euler-Maclaurin formula with `many` derivatives."""
    return 6 * xp.sqrt(xp.gamma(xp.number(2 * many + 1))) / (2 * xp.pi * xp.sqrt(xp.number(variance))) ** (2 * many)


def _few_terms(xp: Any, variance: Fraction, n: int, bits: int) -> bool:
    found, exact = gaussian_sums.tail(xp, xp.number(variance), n, bits), _summed(xp, variance, n, 400)
    return bool(found.overlaps(exact)) and bool(found.rad() * 2**bits <= 8 * exact) and not exact < found.lower()


def _few_derivatives(xp: Any, variance: Fraction, n: int, many: int) -> bool:
    root = xp.sqrt(2 * xp.pi * xp.number(variance))
    found, exact = gaussian_sums.smooth(xp, xp.number(variance), n, many), _summed(xp, variance, n, 400) / root
    wide = 2 * _rest(xp, variance, many)
    return bool(found.overlaps(exact)) and bool(found.rad() < wide) and bool(found.rad() * 8 > wide)


DERIVATIVES = product(numbers("1 9 900"), (-1, -2, -10), (1, 2, 3, 6))
TERMS = product(numbers("1/2 5 100"), (-1, -3, -20, -100), (2, 5, 12, 40))
BOOK.soundness(
    "profile.early-cuts",
    "Cut after few terms or few derivatives, a sum still encloses its value, and is no wider than twice the remainder.",
    "variances 1/2 to 900, four places, 2 to 40 bits, 1 to 6 derivatives",
    Sampled("cut terms", _few_terms, TERMS, digits=2, bits=256),
    Sampled("cut derivatives", _few_derivatives, DERIVATIVES, digits=2, bits=256),
)


def _many_digits(variance: Fraction, n: int, bits: int) -> bool:
    with balls(bits) as xp:
        found = gaussian_sums.at_most(xp, variance, n)
        exact = _summed(xp, variance, n, bits) / (1 + 2 * _summed(xp, variance, -1, bits))
        near = abs(found - exact) * xp.number(2) ** min(bits - 40, 7200) < exact
        return bool(found.overlaps(exact)) and bool(near)


BOOK.table(
    "profile.many-digits",
    "With 2048 bits and more the corrections of Poisson's sum are there: the first to its last digit, the next "
    "enclosed.",
    "Poisson's summation formula",
    "variances 63 and 64, two places, 256, 2048 and 8192 bits",
    Sampled("many digits", _many_digits, product(numbers("63 64"), (-9, 4), (256, 2048, 8192)), digits=60),
)


def _close(one: Any, other: Any, scale: Any) -> bool:
    return bool(abs(one - other) * 10**4 < scale)


def _by_derivatives(xp: Any, v: int, n: int) -> bool:
    root = xp.sqrt(xp.number(v))
    weight = xp.exp(-xp.number(Fraction(n * n, 2 * v))) / (xp.sqrt(2 * xp.pi) * root)
    below = xp.erfc(-n / (root * xp.sqrt(xp.number(2)))) / 2
    first = below + weight * xp.number(Fraction(1, 2) - Fraction(n, 12 * v))
    second = first + weight * xp.number(Fraction(n**3 - 3 * n * v, 720 * v**3))
    for many, middle in ((1, first), (2, second)):
        found = gaussian_sums.smooth(xp, xp.number(v), n, many)
        rest = _rest(xp, Fraction(v), many)
        if not (_close(xp.number(found.mid()), middle, rest) and _close(xp.number(found.rad()), rest, rest)):
            return False
    return True


def _by_waves(xp: Any, n: int) -> bool:
    found = gaussian_sums.at_most(xp, Fraction(64), n)
    rest = 2 * found * xp.exp(-512 * xp.pi**2)
    return _close(xp.number(found.rad()), rest, rest)


BOOK.table(
    "profile.rests-as-written",
    "With one odd derivative and with two, the sum by Euler and Maclaurin has the stated middle and the stated rest "
    "to both sides; so has the sum of all weights, of which the first of Poisson's corrections is computed and 4 "
    "e^(-8 pi^2 v) bounds the others.",
    "variances 9 and 900, two places; variance 64 at 8192 bits",
    Sampled("middle and rest as written", _by_derivatives, product((9, 900), (-2, -20)), digits=4, bits=256),
    Sampled("middle and rest as written", _by_waves, [(-9,)], digits=4, bits=8192),
)


def _alone(place: Fraction, wanted: range) -> bool:
    with balls(64) as xp, digits(20) as fine, duals(64) as sloped:
        places = (
            (floats, float(place)),
            (fine, fine.number(place)),
            (xp, xp.number(place)),
            (sloped, sloped.variable(xp.number(place))),
        )
        return all(lattice.whole_near(arithmetic, at) == wanted for arithmetic, at in places)


def _around(xp: Any, ends: tuple[Fraction, Fraction], wanted: range) -> bool:
    low, high = map(xp.number, ends)
    found = lattice.whole_near(xp, low.union(high))
    return found == (wanted if len(wanted) <= lattice.MOST_CUTS else range(0))


def _nowhere(xp: Any) -> bool:
    wide = (xp.inf - xp.inf, xp.inf, xp.number(2).union(xp.inf), (-xp.inf).union(xp.number(2)))
    tried = [lattice.whole_near(xp, place) for place in wide]
    return not any(tried) and bool(lattice.best(xp, range(0), xp.number).is_nan())


def _middle(xp: Any) -> bool:
    wide, others = gaussian_sums.hull(xp, 1, 4), [gaussian_sums.hull(other, 1, 4) for other in (floats, digits(20))]
    return others == [2.5, 2.5] and bool(wide.contains(xp.number(1).union(4)))


def _far(xp: Any, shift: int) -> bool:
    found = lattice.laplace_delta(xp, xp.number(Fraction(3, shift)), shift, xp.number(1))
    return bool(abs(found - (1 - xp.exp(xp.number(-1)))) * shift < 8)


STATED = "cuts as stated"
BOOK.table(
    "profile.cuts",
    "The cuts that are tried are the whole numbers next to the place, and all of those next to an interval of places; "
    "none where it is too wide. Without one the profile is not a number. What is only known to lie between two "
    "numbers is their ball, elsewhere the middle.",
    "our way of writing it",
    "places 5/2, 3 and -1/4 and intervals, in each arithmetic; a Laplace shift of 10^12",
    Sampled(
        STATED, _alone, zip(numbers("5/2 3 -1/4"), (range(2, 4), range(3, 4), range(-1, 1)), strict=True), digits=15
    ),
    Sampled(
        STATED,
        _around,
        [
            (numbers("23/10 27/10"), range(2, 4)),
            (numbers("27/10 33/10"), range(2, 5)),
            (numbers("3/2 9/2"), range(1, 6)),
            (numbers("1/2 16/5"), range(0, 5)),
            (numbers("1/2 11/4"), range(0, 4)),
        ],
        digits=15,
        bits=64,
    ),
    Sampled(STATED, _nowhere, [()], digits=15, bits=64),
    Sampled(STATED, _middle, [()], digits=15, bits=64),
    Sampled(STATED, _far, [(10**12,)], digits=15, bits=128),
)
