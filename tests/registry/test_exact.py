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


@pytest.mark.parametrize(
    "value",
    [
        "0.1",
        "1/10",
        " 0.1 ",
        ".1",
        "1e-1",
        "+0.10",
        "100E-3",
        "1 / 10",
        0.1,
        Decimal("0.1"),
        TENTH,
        np.float64(0.1),
        np.array(0.1),
    ],
    ids=repr,
)
def test_one_tenth_is_one_tenth_in_every_form(value: object) -> None:
    """Text, fractions, floats, decimals and NumPy scalars that show 0.1 all mean one tenth."""
    assert exact(value, "x") == TENTH


@pytest.mark.parametrize(
    "value",
    [7, "7", "7.", 7.0, Decimal(7), Fraction(7), np.int64(7), np.uint8(7), np.float32(7), "14/2", "0.7e1"],
    ids=repr,
)
def test_whole_numbers_are_whole_in_every_form(value: object) -> None:
    """Python's and NumPy's integers and floats that hold 7 mean 7."""
    assert exact(value, "x") == 7


def test_a_float_means_its_shortest_decimal_form_not_its_binary_value() -> None:
    """0.1 + 0.2 is the double 0.30000000000000004, and means just these digits; Fraction(0.1) is never used."""
    assert exact(0.1 + 0.2, "x") == Fraction("0.30000000000000004")
    assert exact(0.1, "x") != Fraction(0.1)


def test_extreme_values_are_exact() -> None:
    """1e-300, the least double and an exponent at the limit are read exactly."""
    assert exact("1e-300", "x") == Fraction(1, 10**300)
    assert exact(5e-324, "x") == Fraction(5, 10**324)
    assert exact(f"1e-{LARGEST_EXPONENT}", "x") == Fraction(1, 10**LARGEST_EXPONENT)


@pytest.mark.parametrize(
    "value",
    ["nan", "inf", "-inf", "", " ", "one", "0x10", "1_000", "1,5", "--1", "1e", "1/2/", "1.5/", "٣", "1 2", "½"],
)
def test_text_that_is_no_number_is_refused(value: str) -> None:
    """Words, infinities, other notations and half-written numbers are refused with the value and what would be
    right."""
    with pytest.raises(BadValue, match=r"sigma is .*write a number such as"):
        exact(value, "sigma")


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        -float("inf"),
        Decimal("NaN"),
        Decimal("-Infinity"),
        True,
        False,
        None,
        1j,
        [1],
        (1, 2),
        b"1",
        object,
    ],
    ids=repr,
)
def test_values_that_are_no_number_are_refused(value: object) -> None:
    """NaN, infinities, truth values, complex numbers and containers are refused."""
    with pytest.raises(BadValue, match="sigma is"):
        exact(value, "sigma")


@pytest.mark.parametrize(
    "value",
    [np.float64("nan"), np.float32("inf"), np.bool_(True), np.array([1.0]), np.array([1, 2]), np.complex128(1)],
    ids=repr,
)
def test_numpy_values_that_are_no_number_are_refused(value: object) -> None:
    """The same holds for NumPy's scalars and for arrays."""
    with pytest.raises(BadValue, match="sigma is"):
        exact(value, "sigma")


@pytest.mark.parametrize("value", ["1/0", "0/0", "-3/0", "1/00"])
def test_division_by_zero_is_refused_by_name(value: str) -> None:
    """1/0 is no number, and the error says why."""
    with pytest.raises(BadValue, match="divides by zero"):
        exact(value, "sigma")


@pytest.mark.parametrize(
    "value",
    [
        "1e10001",
        "1e-10001",
        "1e999999999999999999999",
        "-1e-99999999",
        "9" * 30_000,
        "0." + "3" * 30_000,
        10**20_000,
        Fraction(1, 10**20_000),
    ],
    ids=lambda value: str(type(value)),
)
def test_numbers_beyond_all_use_are_refused_at_once(value: object) -> None:
    """Exponents and digits that would take forever to compute with are refused, not expanded."""
    with pytest.raises(BadValue, match="sigma"):
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
