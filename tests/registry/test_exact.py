"""Exact numbers: 0.1 is one tenth wherever it comes from, and nothing that is no finite number gets in."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from chartered import BadValue, CharteredError
from chartered.model.exact_numbers import LARGEST_EXPONENT, exact, fraction_to_json, plain, whole
from hypothesis import given, strategies as st
from strategies import RATIONALS

TENTH = Fraction(1, 10)


TENTHS = ("0.1", "1/10", " 0.1 ", ".1", "1e-1", "+0.10", "100E-3", "1 / 10", 0.1, Decimal("0.1"), TENTH)
SEVENS = (7, "7", "7.", 7.0, Decimal(7), Fraction(7), "14/2", "0.7e1", np.int64(7), np.uint8(7), np.float32(7))


@pytest.mark.parametrize(
    ("value", "number"),
    [
        *((value, TENTH) for value in (*TENTHS, np.float64(0.1), np.array(0.1))),
        *((value, TENTH) for value in (np.longdouble("0.1"), np.array(np.longdouble("0.1")))),
        *((value, Fraction(7)) for value in SEVENS),
        (0.1 + 0.2, Fraction("0.30000000000000004")),  # its shortest decimal form, not its binary value
        ("1e-300", Fraction(1, 10**300)),
        (5e-324, Fraction(5, 10**324)),
        (f"1e-{LARGEST_EXPONENT}", Fraction(1, 10**LARGEST_EXPONENT)),
    ],
)
def test_a_number_is_the_same_in_every_form(value: object, number: Fraction) -> None:
    """Text, fractions, floats, decimals and NumPy scalars that show 0.1 all mean one tenth, and Fraction(0.1) is never
    used; what is extreme is exact."""
    assert exact(value, "x") == number


NO_TEXT = ("nan", "inf", "-inf", "", " ", "one", "0x10", "1_000", "1,5", "--1", "1e", "1/2/", "1.5/", "٣", "1 2", "½")
NO_NUMBER = (float("nan"), float("inf"), -float("inf"), Decimal("NaN"), Decimal("-Infinity"), True, False, None, 1j)
NO_ARRAY = (
    *map(np.longdouble, ("nan", "-inf")),
    np.clongdouble(1),
    np.float64("nan"),
    np.float32("inf"),
    np.bool_(True),
    np.array([1.0]),
    np.array([1, 2]),
    np.complex128(1),
)
ENDLESS = ("1e10001", "1e-10001", "1e999999999999999999999", "-1e-99999999", "9" * 30_000, "0." + "3" * 30_000)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        *((value, r"sigma is .*write a number such as") for value in NO_TEXT),
        *((value, "sigma is") for value in (*NO_NUMBER, [1], (1, 2), b"1", object, *NO_ARRAY)),
        *((value, "divides by zero") for value in ("1/0", "0/0", "-3/0", "1/00")),
        *((value, "sigma") for value in (*ENDLESS, 10**20_000, Fraction(1, 10**20_000))),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else type(value).__name__,
)
def test_what_is_no_number_is_refused(value: object, why: str) -> None:
    """Words, infinities, other notations and half-written numbers with the value and what would be right; truth values,
    complex numbers, containers, arrays; 1/0 by name; and what would take forever to compute with, at once."""
    with pytest.raises(BadValue, match=why):
        exact(value, "sigma")


def test_the_error_is_one_that_a_caller_would_catch() -> None:
    """Errors derive from CharteredError, which is a ValueError."""
    assert issubclass(BadValue, CharteredError)
    assert issubclass(CharteredError, ValueError)


@given(RATIONALS)
def test_plain_text_reads_back_as_the_same_number(x: Fraction) -> None:
    """exact(plain(x)) is x, for every rational."""
    assert exact(plain(x), "x") == x


@pytest.mark.parametrize(
    "x",
    [
        Fraction(10**10_015),
        Fraction(1, 10**10_015),
        Fraction(3**20_000),
        Fraction(1, 3**20_000),
        Fraction(1, 2**33_000),
        Fraction(3**20_000, 2**30_000),
        Fraction(3**20_000, 10**9_999),
        Fraction(-7, 10**10_000),
        Fraction(10**10_000),
    ],
    ids=lambda x: f"{x.numerator.bit_length()}-{x.denominator.bit_length()}",
)
def test_plain_text_reads_back_at_the_limits_of_size(x: Fraction) -> None:
    """Whatever `exact` admits as a number it also admits as the text that `plain` writes."""
    assert exact(plain(exact(x, "x")), "x") == x


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_is_written_as_briefly_as_python_writes_it(x: float) -> None:
    """The text of a float's meaning is the float again, and JSON keeps it a number."""
    meant = exact(x, "x")
    assert float(plain(meant)) == x
    assert fraction_to_json(meant) == x


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (TENTH, "0.1"),
        (Fraction(1, 3), "1/3"),
        (Fraction(10**6), "1e6"),
        (Fraction(123_456), "123456"),
        (Fraction(-25, 10**9), "-2.5e-8"),
        (Fraction(0), "0"),
        (Fraction(1, 10**300), "1e-300"),
        (Fraction(-7 * 10**8), "-7e8"),
        (Fraction(15, 2), "7.5"),
        (Fraction(256, 60000), "8/1875"),
    ],
)
def test_plain_text_is_what_a_person_would_write(x: Fraction, text: str) -> None:
    """Decimals where they end, powers of ten where digits would only be zeros, fractions otherwise."""
    assert plain(x) == text


def test_a_number_that_no_double_shows_is_written_in_full_in_json() -> None:
    """One third and 1e400 stay exact in JSON, as text."""
    assert fraction_to_json(Fraction(1, 3)) == "1/3"
    assert fraction_to_json(Fraction(10**400)) == "1e400"
    assert fraction_to_json(Fraction(1, 10**400)) == "1e-400"


@pytest.mark.parametrize("value", ["1e6", 1_000_000, 1e6, "1000000", Decimal("1E+6"), np.int32(1_000_000)], ids=repr)
def test_a_whole_number_may_be_written_in_any_form(value: object) -> None:
    """1e6 counts as an integer."""
    assert whole(value, "times", 1, 10**12) == 1_000_000


@pytest.mark.parametrize("value", [0, 2.5, "1/2", -1, 10**12 + 1, "1e13", True, "many", float("inf")], ids=repr)
def test_what_is_not_a_whole_number_in_range_is_refused(value: object) -> None:
    """Zero, parts, negatives, truth values and too large counts are refused."""
    with pytest.raises(BadValue, match="times is"):
        whole(value, "times", 1, 10**12)
