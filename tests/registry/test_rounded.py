"""`float`, `format` and `round` of an answer: never a smaller number than the bound."""

from __future__ import annotations

import random
from fractions import Fraction

import chartered as ch
import pytest
from chartered.enclose.rounded import in_format, rounded

LEDGERS = (
    "gaussian:sigma=20,times=7",
    "poisson:rate=1/100/gaussian:sigma=1,times=9",
    "laplace:scale=3",
    "pure:epsilon=0",
)
FORMATS = (".3f", ".0f", ".2e", ".3g", ".1%", "12.4f", ",.2f", "+.3f", ".3", "g", "e", "f", ".30f", "d", "010d")


def read(text: str) -> Fraction:
    """The number in a text that a format wrote."""
    text = text.replace(",", "").strip()
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


@pytest.mark.parametrize("steps", LEDGERS)
def test_what_is_printed_of_an_answer_is_never_below_it(steps: str) -> None:
    """In every format, at every delta, also far beyond doubles; and no farther than the format's last digit."""
    for answer in (*(ch.Ledger(steps).epsilon(d) for d in ("1e-3", "1e-9")), ch.Ledger(steps).delta("9")):
        exact = Fraction(answer.upper_exact)
        assert float(answer) == answer.upper
        for spec in FORMATS:
            assert read(format(answer, spec)) >= exact
        assert read(f"{answer:.3f}") - exact < Fraction(1, 1000)
        for digits in (-1, 0, 1, 3, 12, 40):
            assert 0 <= Fraction(round(answer, digits)) - exact < Fraction(1, 10) ** digits + Fraction(1, 10**15)
        assert round(answer) - exact < 1
        assert f"{answer}" == str(answer)


@pytest.mark.parametrize("seed", range(20))
def test_numbers_are_rounded_to_the_side_that_is_told(seed: int) -> None:
    """Random decimals of all sizes, also those that a double rounds to the other side."""
    draw = random.Random(seed)
    for _ in range(200):
        text = f"{draw.randrange(1, 10 ** draw.choice([1, 3, 17, 25]))}e{draw.randint(-40, 20)}"
        exact, digits = Fraction(text), draw.randint(-3, 25)
        for up, sign in ((True, 1), (False, -1)):
            assert sign * (Fraction(rounded(text, digits, up=up)) - exact) >= 0
            assert sign * (rounded(text, None, up=up) - exact) >= 0
            assert sign * (read(in_format(text, draw.choice(FORMATS), up=up)) - exact) >= 0
    assert rounded("0.1234", 3, up=True) == 0.124


def test_infinite_and_tiny_ends() -> None:
    """As doubles are written; an integer is refused in plain words."""
    answer = ch.Ledger("gaussian:sigma=1").epsilon(0)
    assert (f"{answer:.3f}", round(answer, 3), float(answer)) == ("inf", float("inf"), float("inf"))
    with pytest.raises(ch.BadValue, match="the number is inf, which is no integer"):
        round(answer)
    tiny = ch.Ledger("gaussian:sigma=1").delta(3000)
    assert (f"{tiny:.3f}", round(tiny, 3), round(tiny)) == ("0.001", 0.001, 1)
    assert float(tiny) > 0
    assert "e-" in f"{tiny:.2e}"
    for spec in ("q", "s", ".3x", "%%"):
        with pytest.raises(ch.BadValue, match="is no format of a number; write"):
            format(tiny, spec)
    with pytest.raises(ch.BadValue, match="too long"):
        in_format("1e999999", ".3f", up=True)
    with pytest.raises(ch.BadValue, match="too long"):
        round(tiny, 10**9)


def test_a_value_that_meets_a_target_is_rounded_to_the_safe_side() -> None:
    """Noise up, a rate and a number of runs down; each still meets the target."""
    target = {"epsilon": 1, "delta": "1e-6"}
    noise = ch.calibrate("gaussian", solve="sigma", **target)
    rate = ch.calibrate("poisson/gaussian:sigma=2,times=100", solve="rate", **target)
    runs = ch.largest_times("gaussian:sigma=20", **target)
    for solved, step in ((noise, "gaussian:sigma={}"), (rate, "poisson:rate={}/gaussian:sigma=2,times=100")):
        for text in (f"{solved:.3f}", str(round(solved, 2))):
            assert ch.Ledger(step.format(text)).epsilon("1e-6").upper <= 1
    assert (f"{noise:.3f}", round(noise, 2), f"{rate:.3f}", round(rate, 2)) == ("4.225", 4.23, "0.039", 0.03)
    assert (f"{runs:d}", f"{runs:,}", round(runs), round(runs, -1), int(runs)) == ("22", "22", 22, 20.0, 22)
    assert ch.Ledger(f"gaussian:sigma=20,times={int(runs) + 1}").epsilon("1e-6").upper > 1


def test_a_table_keeps_every_digit() -> None:
    """Beside the doubles, of every answer, attack and value."""
    pytest.importorskip("pandas")
    ledger = ch.Ledger("gaussian:sigma=20")
    account, risk = ledger.account(ch.Question.delta(30, 40)), ledger.risk()
    assert list(account.to_pandas()["upper_exact"]) == [answer.upper_exact for answer in account.answers]
    assert account.to_pandas()["lower_exact"][0] == account.answers[0].lower_exact
    assert list(risk.to_pandas()["upper_exact"]) == [reading.upper_exact for reading in risk.readings]
    solved = ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-6")
    assert [Fraction(text) for text in solved.to_pandas()["value_exact"]] == [one.value for one in solved.answers]


def test_many_answers_have_the_digits_that_are_requested() -> None:
    """Where an answer is exact, also where the quick bound is wider."""
    ledger, times = ch.Ledger("poisson:rate=1/100/gaussian:sigma=1"), [1, 10, 100, 1000]
    for digits in (None, 6, 12):
        low, high = ledger.epsilon_intervals("1e-6", times, digits=digits)
        assert (high - low <= 10.0 ** -(digits or 6) * high).all()
        assert (ledger.epsilons("1e-6", times, digits=digits) == high).all()
    with pytest.raises(ch.BadValue, match="digits"):
        ledger.epsilons("1e-6", times, digits=0)
