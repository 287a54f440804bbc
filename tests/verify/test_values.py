"""Enclosures and the outward door: no double and no decimal string that leaves is on the wrong side."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from fractions import Fraction

import pytest
from chartered_verify.arithmetic import Balls, balls
from chartered_verify.enclosure import Enclosure, Side, Undecidable, enclose, sign
from chartered_verify.numeric.stated_number import as_fraction, enclose_number
from flint import arb
from hypothesis import given, strategies as st

HUGE = Fraction(1.7976931348623157e308)
TINY = Fraction(5e-324)


def exactly(x: Fraction) -> Enclosure:
    """The enclosure of a rational by 2000 bits."""
    with balls(2000) as xp:
        return Enclosure.of(xp.number(x))


def dyadic(man: int, exp: int) -> Enclosure:
    """The enclosure of one dyadic number of any size."""
    with balls(4096):
        end = arb(man) * arb(2) ** exp
    return Enclosure(end, end)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_leaves_as_itself(x: float) -> None:
    """Every double, subnormal or huge, is its own lower and upper."""
    found = exactly(Fraction(x))
    assert (found.lower, found.upper) == (x, x)


@given(st.floats(min_value=-1.7e308, max_value=1.7e308), st.integers(min_value=1, max_value=3))
def test_between_two_doubles_the_ends_are_neighbours(x: float, thirds: int) -> None:
    """A number between two neighbouring doubles leaves as these two, one ulp apart: rounding is outward and not wider
    than needed."""
    above = math.nextafter(x, math.inf)
    between = Fraction(x) + (Fraction(above) - Fraction(x)) * Fraction(thirds, 4)
    found = exactly(between)
    assert (found.lower, found.upper) == (x, above)


@given(st.fractions())
def test_the_ends_bracket_any_rational(x: Fraction) -> None:
    """lower <= x <= upper, compared as fractions."""
    found = exactly(x)
    assert Fraction(found.lower) <= x <= Fraction(found.upper)


@pytest.mark.parametrize(
    ("size", "low", "high"),
    [
        *((TINY * part, 0.0, 5e-324) for part in (Fraction(1, 2), Fraction(1, 10**50), Fraction(999, 1000))),
        (HUGE * 2, float(HUGE), math.inf),
    ],
    ids=["half", "hardly", "nearly", "beyond"],
)
def test_beyond_the_doubles(size: Fraction, low: float, high: float) -> None:
    """A positive number below 5e-324 is between 0 and 5e-324, a finite number past the range between the largest double
    and infinity; a negative one likewise."""
    above, below = exactly(size), exactly(-size)
    assert (above.lower, above.upper) == (low, high)
    assert (below.lower, below.upper) == (-high, -low)


@pytest.mark.parametrize("exp", [10**6, 10**9, -(10**6), -(10**9)])
def test_exponents_of_any_size(exp: int) -> None:
    """2**exp and -(2**exp) leave outward, whatever the exponent."""
    above, below = dyadic(1, exp), dyadic(-1, exp)
    expected = (float(HUGE), math.inf) if exp > 0 else (0.0, 5e-324)
    assert (above.lower, above.upper) == expected
    assert (-below.upper, -below.lower) == expected


@given(st.fractions().filter(lambda x: x != 0))
def test_decimal_strings_are_exact_bounds(x: Fraction) -> None:
    """The strings read back as fractions bracket the number, within one unit of the 20th digit."""
    found = exactly(x)
    low, high = Fraction(found.lower_exact), Fraction(found.upper_exact)
    assert low <= x <= high
    assert high - low <= abs(x) * Fraction(2, 10**19)


@pytest.mark.parametrize("power", [-400, -324, -20, -1, 0, 1, 19, 20, 21, 308, 400])
def test_decimal_strings_at_powers_of_ten(power: int) -> None:
    """Powers of ten, and their neighbours on both sides, keep their direction."""
    for x in (Fraction(10) ** power * factor for factor in (1, 1 - Fraction(1, 10**30), 1 + Fraction(1, 10**30))):
        for signed in (x, -x):
            found = exactly(signed)
            assert Fraction(found.lower_exact) <= signed <= Fraction(found.upper_exact)


def test_a_short_decimal_is_printed_short() -> None:
    """A quarter is 2.5e-1, zero is 0, a thousand is 1e+3; infinite ends are inf and -inf, as doubles and as strings."""
    assert exactly(Fraction(1, 4)).lower_exact == "2.5e-1"
    assert exactly(Fraction(0)).upper_exact == "0"
    assert exactly(Fraction(1000)).upper_exact == "1e+3"
    found = Enclosure(arb.neg_inf(), arb.pos_inf())
    assert (found.lower, found.upper) == (-math.inf, math.inf)
    assert (found.lower_exact, found.upper_exact) == ("-inf", "inf")


THIRD = exactly(Fraction(1, 3))


@pytest.mark.parametrize(
    ("use", "error", "says"),
    [
        (lambda: bool(THIRD), TypeError, r"compare its \.lower or \.upper"),
        (lambda: float(THIRD), TypeError, r"take \.upper"),
        (lambda: Enclosure.of(arb.nan()), Undecidable, None),
        (lambda: Enclosure(arb.nan(), arb.nan()).upper, Undecidable, None),
        (lambda: enclose(lambda xp: xp.number(1) / xp.number(0), cap=256), Undecidable, "no finite enclosure"),
    ],
    ids=["bool", "float", "nan", "a forged nan", "1/0"],
)
def test_what_no_enclosure_says_is_refused(use: Callable[[], object], error: type[Exception], says: str | None) -> None:
    """No truth value and no silent float, which say what to ask for instead; NaN, also where one that was forged is
    read; and what has no enclosure at any precision."""
    with pytest.raises(error, match=says):
        use()


@given(st.fractions(), st.fractions())
def test_containing_and_overlapping(x: Fraction, y: Fraction) -> None:
    """An enclosure of both ends contains them and nothing outside; two enclosures overlap when they share a point."""
    low, high = min(x, y), max(x, y)
    with balls(2000) as xp:
        found = Enclosure.of(xp.number(low), xp.number(high))
    assert found.contains((low + high) / 2)
    assert not found.contains(high + 1)
    assert not found.contains(low - 1)
    assert found.overlaps(exactly(high))
    assert not found.overlaps(exactly(high + 1))


def test_clipping_keeps_what_can_be() -> None:
    """[-1, 3] clipped to [0, 1] is [0, 1]; an inner enclosure is unchanged."""
    clipped = Enclosure(arb(-1), arb(3)).clip(0, 1)
    assert (clipped.lower, clipped.upper) == (0.0, 1.0)
    assert Enclosure(arb(-1), arb(3)).clip(0).upper == 3.0
    inner = Enclosure(arb(0.25), arb(0.5)).clip(0, 1)
    assert (inner.lower, inner.upper) == (0.25, 0.5)


def test_precision_rises_until_the_goal() -> None:
    """exp(1e-40) - 1 loses 133 bits, and is enclosed to 64 all the same."""
    found = enclose(lambda xp: xp.exp(xp.number(Fraction(1, 10**40))) - 1, bits=64)
    assert Fraction(found.upper_exact) - Fraction(found.lower_exact) < Fraction(1, 10**58)
    assert found.contains(Fraction(1, 10**40) + Fraction(1, 2 * 10**80) + Fraction(1, 6 * 10**120))


def test_at_the_cap_the_last_finite_enclosure_is_returned() -> None:
    """An exact zero written as a difference never has 64 good bits; its enclosure holds zero."""
    found = enclose(lambda xp: xp.exp(xp.number(1)) - xp.exp(xp.number(1)), cap=256)
    assert found.contains(0)


def test_a_width_of_the_formula_itself_ends_the_attempts() -> None:
    """More precision would not narrow it; where few digits are right, it is tried nevertheless."""
    tried: list[int] = []

    def wide(xp: Balls) -> arb:
        tried.append(xp.bits)
        return arb(1).union(1 + arb(2) ** -30)

    def clipped(xp: Balls) -> arb:
        tried.append(xp.bits)
        return arb(0).union(1) if xp.bits < 2048 else arb(1) / 3

    assert enclose(wide).contains(1)
    assert tried == [128, 256]
    tried.clear()
    assert enclose(clipped).contains(Fraction(1, 3))
    assert tried[-1] == 2048


def test_certain_signs() -> None:
    """The sign needs more bits than the first attempt has; an equality is left open."""

    def gap(xp: Balls, extra: Fraction) -> arb:
        return xp.exp(xp.number(extra)) - 1

    assert sign(lambda xp: gap(xp, Fraction(1, 10**60))) == 1
    assert sign(lambda xp: gap(xp, Fraction(-1, 10**60))) == -1
    assert sign(lambda xp: xp.number(0)) == 0
    assert sign(lambda xp: xp.log(xp.exp(xp.number(1))) - 1, cap=512) is None


def test_sides_of_a_chain() -> None:
    """Exact is neutral, lower and upper do not mix, a heuristic taints."""
    for side in Side:
        assert Side.EXACT.then(side) is side
        assert side.then(Side.EXACT) is side
        assert side.then(side) is side
        assert side.then(Side.HEURISTIC) is Side.HEURISTIC
    assert Side.LOWER.then(Side.UPPER) is Side.HEURISTIC
    assert Side.UPPER.then(Side.LOWER) is Side.HEURISTIC


@given(st.fractions(), st.integers(1, 60))
def test_a_stated_fraction_has_the_decimals_of_itself(x: Fraction, digits: int) -> None:
    """Both decimals are the fraction if they can be, else they are neighbours around it; a copy and a clipped one know
    it, too."""
    found = enclose_number(x)
    low, high = (Fraction(found.decimal(up=up, digits=digits)) for up in (False, True))
    assert found.contains(x)
    assert low <= x <= high
    assert (low == high) == (low == x or high == x)
    copies = pickle.loads(pickle.dumps(found)), found.clip(min(0, math.floor(x)))
    assert [copy.decimal(up=True, digits=digits) for copy in copies] == [found.decimal(up=True, digits=digits)] * 2
    assert x < 0 or found.clip(math.floor(x) + 1).decimal(up=True) == dyadic(math.floor(x) + 1, 0).decimal(up=True)


@pytest.mark.parametrize(
    ("number", "fraction"),
    [
        (7, 7),
        (Fraction(1, 3), Fraction(1, 3)),
        (lambda xp: xp.sqrt(xp.number(Fraction(4, 9))), Fraction(2, 3)),
        (lambda xp: 3 * xp.number(Fraction(1, 10)), Fraction(3, 10)),
        (lambda xp: xp.sqrt(xp.number(2)), None),
        (lambda xp: xp.exp(xp.number(0)) + xp.log1p(xp.expm1(xp.number(0))), 1),
        (lambda xp: xp.maximum(xp.positive(xp.number(-2)), xp.log(xp.number(1))), 0),
        (lambda xp: xp.exp(xp.number(1)), None),
        (lambda xp: xp.log(xp.number(2)), None),
        (lambda xp: xp.within(xp.number(0), xp.number(1)), None),
        (lambda xp: xp.number(Fraction(1, 4)) ** Fraction(1, 2), None),
        (lambda xp: {"balls": xp.number(1)}[xp.__name__], None),
        (lambda xp: [xp.number(1)].pop(int(xp.number(2))), None),
    ],
)
def test_what_is_certainly_a_fraction_is_known_as_one(number: object, fraction: Fraction | None) -> None:
    """A number, or a formula of fractions and rational roots; what a float comes from, or another function, is not."""
    assert as_fraction(number) == fraction  # type: ignore[arg-type]


def test_a_fraction_that_is_not_in_its_ball_is_none() -> None:
    """A formula that is another one in fractions, as a plugin's may be, states none."""
    found = enclose_number(lambda xp: xp.number(1 if hasattr(xp, "bits") else 2))
    assert found.fraction is None
    assert found.upper == 1
