"""Claims about sums over the integers: what is left of a sum that is cut early is enclosed, and many digits are right
to the last."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Book
from chartered.proving.as_stated import together
from chartered.proving.steps import sample
from chartered_verify.arithmetic import balls, digits, floats
from chartered_verify.arithmetic.dual import duals
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import discrete_gaussian_sums as gaussian_sums, discrete_profiles as lattice

BOOK = Book("discrete-gaussian", "direct computation")
claims = BOOK.claims


def _summed(xp: Any, variance: Fraction, n: int, lost: int) -> Any:
    """The sum over k <= n of e^(-k^2/(2 v)); what is left out is below e^-lost."""
    twice = xp.number(2 * variance)
    least = -int((2 * variance * lost) ** 0.5) - abs(n) - 2
    return sum((xp.exp(-xp.number(k * k) / twice) for k in range(least, n + 1)), xp.number(0))


@BOOK.soundness(
    "profile.early-cuts",
    "Cut after few terms or few derivatives, a sum still encloses, and no wider than twice what is left.",
    "our remainders",
    "variances 1/2 to 900, four places, 2 to 40 bits, 1 to 6 derivatives",
)
def _cuts(effort: Effort) -> Verdict:
    def by_terms(variance: Fraction, n: int, bits: int) -> bool:
        with balls(256) as xp:
            found, exact = gaussian_sums.tail(xp, xp.number(variance), n, bits), _summed(xp, variance, n, 400)
            return (
                bool(found.overlaps(exact)) and bool(found.rad() * 2**bits <= 8 * exact) and not exact < found.lower()
            )

    def by_derivatives(variance: Fraction, n: int, many: int) -> bool:
        with balls(256) as xp:
            root = xp.sqrt(2 * xp.pi * xp.number(variance))
            found, exact = gaussian_sums.smooth(xp, xp.number(variance), n, many), _summed(xp, variance, n, 400) / root
            order = 2 * many
            wide = (
                12 * xp.exp(xp.lgamma(xp.number(order + 1)) / 2) / (2 * xp.pi * xp.sqrt(xp.number(variance))) ** order
            )
            return bool(found.overlaps(exact)) and bool(found.rad() < wide) and bool(found.rad() * 8 > wide)

    terms = list(product((Fraction(1, 2), Fraction(5), Fraction(100)), (-1, -3, -20, -100), (2, 5, 12, 40)))
    derivatives = list(product((Fraction(1), Fraction(9), Fraction(900)), (-1, -2, -10), (1, 2, 3, 6)))
    return together(sample(by_terms, terms, 2, "cut terms"), sample(by_derivatives, derivatives, 2, "cut derivatives"))


@BOOK.table(
    "profile.many-digits",
    "With 2048 bits and more the corrections of Poisson's sum are there: the first to its last digit, the next "
    "enclosed.",
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
            return bool(found.overlaps(exact)) and bool(
                abs(found - exact) * xp.number(2) ** min(bits - 40, 7200) < exact
            )

    return sample(agrees, list(product((63, 64), (-9, 4), (256, 2048, 8192))), 60, "many digits")


@BOOK.table(
    "profile.rests-as-written",
    "With one odd derivative and with two, the sum by Euler and Maclaurin has the stated middle and the stated rest "
    "to both sides; so has the sum of all weights, of which the first of Poisson's corrections is computed and 4 "
    "e^(-8 pi^2 v) bounds the others.",
    "our remainders",
    "variances 9 and 900, two places; variance 64 at 8192 bits",
)
def _as_written(effort: Effort) -> Verdict:
    def near(one: Any, other: Any, scale: Any) -> bool:
        return bool(abs(one - other) * 10**4 < scale)

    def by_derivatives(v: int, n: int) -> bool:
        with balls(256) as xp:
            root = xp.sqrt(xp.number(v))
            weight = xp.exp(-xp.number(Fraction(n * n, 2 * v))) / (xp.sqrt(2 * xp.pi) * root)
            first = xp.erfc(-n / (root * xp.sqrt(xp.number(2)))) / 2 + weight * xp.number(
                Fraction(1, 2) - Fraction(n, 12 * v)
            )
            second = first + weight * xp.number(Fraction(n**3 - 3 * n * v, 720 * v**3))
            for many, middle in ((1, first), (2, second)):
                found, rest = (
                    gaussian_sums.smooth(xp, xp.number(v), n, many),
                    6 * xp.sqrt(xp.gamma(xp.number(2 * many + 1))),
                )
                rest = rest / (2 * xp.pi * root) ** (2 * many)
                if not (near(xp.number(found.mid()), middle, rest) and near(xp.number(found.rad()), rest, rest)):
                    return False
        return True

    def by_waves(n: int) -> bool:
        with balls(8192) as xp:
            found = gaussian_sums.at_most(xp, xp.number(64), n)
            rest = 2 * found * xp.exp(-512 * xp.pi**2)
            return near(xp.number(found.rad()), rest, rest)

    def holds(*case: int) -> bool:
        return by_derivatives(*case) if len(case) > 1 else by_waves(*case)

    return sample(holds, [*product((9, 900), (-2, -20)), (-9,)], 4, "middle and rest as written")


@BOOK.table(
    "profile.cuts",
    "The cuts that are tried are the whole numbers next to the place, and all of those next to an interval of places; "
    "none where it is too wide. Without one the profile is not a number. What is only known to lie between two "
    "numbers is their ball, elsewhere the middle.",
    "our way of writing it",
    "places 5/2, 3 and -1/4 and intervals, in each arithmetic; a Laplace shift of 10^12",
)
def _cuts_tried(effort: Effort) -> Verdict:
    whole = {Fraction(5, 2): range(2, 4), Fraction(3): range(3, 4), Fraction(-1, 4): range(-1, 1)}
    balls_of = {
        ("23/10", "27/10"): range(2, 4),
        ("27/10", "33/10"): range(2, 5),
        ("3/2", "9/2"): range(1, 6),
        ("1/2", "16/5"): range(0, 5),
        ("1/2", "11/4"): range(0, 4),
    }

    def tried(fine: Any, place: Any) -> range:
        return lattice.whole_near(fine, place)

    def alone(place: Fraction) -> bool:
        with balls(64) as xp, digits(20) as fine, duals(64) as sloped:
            seen = [tried(floats, float(place)), tried(fine, fine.number(place)), tried(xp, xp.number(place))]
            seen.append(tried(sloped, sloped.variable(xp.number(place))))
        return all(found == whole[place] for found in seen)

    def around(low: str, high: str) -> bool:
        with balls(64) as xp:
            found = tried(xp, xp.number(Fraction(low)).union(xp.number(Fraction(high))))
        wanted = balls_of[low, high]
        return found == (wanted if len(wanted) <= lattice.MOST_CUTS else range(0))

    def nowhere() -> bool:
        with balls(64) as xp:
            empty = [
                tried(xp, x)
                for x in (xp.inf - xp.inf, xp.inf, xp.number(2).union(xp.inf), (-xp.inf).union(xp.number(2)))
            ]
            return not any(empty) and bool(lattice.best(xp, range(0), xp.number).is_nan())

    def middle() -> bool:
        with balls(64) as xp, digits(20) as fine:
            wide = gaussian_sums.hull(xp, 1, 4)
            return gaussian_sums.hull(floats, 1, 4) == gaussian_sums.hull(fine, 1, 4) == 2.5 and bool(
                wide.contains(xp.number(1).union(4))
            )

    def far(shift: int) -> bool:
        rate, epsilon = Fraction(3, shift), Fraction(1)
        with balls(128) as xp:
            found = lattice.laplace_delta(xp, xp.number(rate), shift, xp.number(epsilon))
            return bool(abs(found - (1 - xp.exp(xp.number(-1)))) * shift < 8)

    checks: dict[str, Any] = {"alone": alone, "around": around, "nowhere": nowhere, "middle": middle, "far": far}
    cases: list[Any] = [("alone", place) for place in whole] + [("around", *ends) for ends in balls_of]
    cases += [("nowhere",), ("middle",), ("far", 10**12)]
    return sample(lambda which, *case: checks[which](*case), cases, 15, "cuts as stated")
