"""Steps as text: read exactly, written so that they read back, refused with what is wrong and what would be right."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered import BadStep, BadValue, CharteredError, Entry, UnknownName
from chartered.ledger.step_syntax import MOST_LAYERS
from hypothesis import given, strategies as st
from strategies import ANY_ENTRY


@given(ANY_ENTRY)
def test_an_entry_reads_back_from_its_own_text(entry: Entry) -> None:
    """parse(str(entry)) is the entry: step, wrappers, exact settings and times; the text is canonical."""
    assert ch.parse(str(entry)) == entry
    assert str(ch.parse(str(entry))) == str(entry)


def test_a_fraction_after_a_slash_is_a_fraction_and_a_letter_starts_a_step() -> None:
    """In rate=256/60000/gaussian the first slash divides and the second wraps."""
    entry = ch.parse("poisson:rate=256/60000/gaussian:sigma=4,times=10000")
    assert entry.step.shape == ("poisson", "gaussian")
    assert entry.step.settings == {"rate": Fraction(256, 60000)}
    assert entry.step.inner.settings == {"sigma": Fraction(4), "sensitivity": Fraction(1)}
    assert entry.times == 10000


@pytest.mark.parametrize(
    "text",
    [
        "poisson:rate=1/2,times=5/gaussian:sigma=4",
        "poisson:times=5,rate=0.5/gaussian:sigma=4",
        "poisson:rate=.5/gaussian:times=5,sigma=4",
    ],
)
def test_times_counts_the_whole_step_wherever_it_is_written(text: str) -> None:
    """Beside the wrapper or beside what it wraps, first or last."""
    assert ch.parse(text) == ch.parse("poisson:rate=1/2/gaussian:sigma=4") * 5


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("gausian:sigma=1", UnknownName, "unknown step 'gausian'; did you mean gaussian"),
        ("geometric:scale=1", UnknownName, "did you mean discrete-laplace"),
        ("sparse-vector:epsilon=1", UnknownName, "did you mean above-threshold"),
        ("partition-selection:scale=1", UnknownName, "did you mean thresholded-counts"),
        ("rr:epsilon=1", UnknownName, "did you mean randomized-response"),
        ("dp-ftrl:sigma=1", UnknownName, "did you mean matrix or tree-aggregation"),
        ("bandmf:sigma=1", UnknownName, "did you mean matrix?"),
        ("without-replacement:size=1,of=2/gaussian:sigma=1", UnknownName, "did you mean sample?"),
        ("subsampled-gaussian:q=0.1,sigma=1", UnknownName, "did you mean poisson?"),
        ("renyi:alpha=2,gamma=1", UnknownName, "did you mean rdp?"),
        ("table:file=/data/p.csv", BadStep, "in parentheses: table:file="),
        ("nothing-like-it:a=1", UnknownName, "known are above-threshold"),
        ("gaussian:sigma=1,noise=2", BadStep, "unknown parameter 'noise'; did you mean sigma? it takes sigma, sens"),
        ("gaussian:sigma=1,colour=2", BadStep, "gaussian: unknown parameter 'colour'; it takes sigma, sensitivity=1"),
        ("Discrete_Gaussian:sigma=1", BadStep, "names have small letters and hyphens: discrete-gaussian"),
        (
            "gaussian:sigma=1%",
            BadValue,
            "cannot be read at '%'; write a number such as 0.1, 1/3, 1e-300 or 2*sqrt(3); one percent",
        ),
        ("gaussian", BadStep, "gaussian: sigma is missing"),
        ("gaussian:", BadStep, "gaussian: sigma is missing; it takes sigma, sensitivity=1"),
        ("poisson:/gaussian:sigma=1", BadStep, "poisson: rate is missing; it takes rate"),
        ("dpsgd", BadStep, "dpsgd: batch or sample-rate, epochs or steps and noise are missing; it takes n, batch or"),
        ("dpsgd:n=9,batch=3", BadStep, "dpsgd: epochs or steps and noise are missing; it takes n"),
        ("table", BadStep, "table: p and q are missing; it takes p, q"),
        ("gaussian:sigma=20,,times=2", BadStep, "there is a comma too many"),
        ("gaussian:sigma", BadStep, "'sigma' is not of the form key=value"),
        ("gaussian:sigma=", BadStep, "is not of the form key=value; write gaussian:sigma=VALUE, or leave it"),
        ("gaussian:=4", BadStep, "is not of the form key=value"),
        ("gaussian:sigma=4,", BadStep, "there is a comma too many"),
        ("gaussian:sigma=4;times=4", BadStep, "'sigma=4;times=4' has a semicolon; write commas between settings"),
        ("poisson:rate=1/2/gaussian:sigma=4,times=9; laplace:scale=4", BadStep, "has a semicolon; write"),
        ("gaussian:sigma=4,sigma=4", BadStep, "sigma is given twice"),
        ("gaussian:sigma=0", BadValue, "gaussian: sigma is 0; it must be a number above 0"),
        ("gaussian:sigma=-1", BadValue, "gaussian: sigma is -1; it must be a number above 0"),
        ("gaussian:sigma=nan", BadValue, "gaussian: sigma is 'nan'"),
        ("gaussian:sigma=inf", BadValue, "gaussian: sigma is 'inf'"),
        ("gaussian:sigma=1/0", BadValue, "divides by zero"),
        ("gaussian:sigma=1,times=0", BadValue, "gaussian: times is 0; it must be a whole number from 1 to 1e12"),
        ("gaussian:sigma=1,times=2.5", BadValue, "times is 2.5"),
        ("gaussian:sigma=1,times=1e13", BadValue, "times is 1e13"),
        ("laplace:sensitivity=1", BadStep, "give exactly one of scale and epsilon"),
        ("laplace:scale=1,epsilon=1", BadStep, "give exactly one of scale and epsilon"),
        ("laplace:sensitivity=1", BadStep, "`chartered calibrate --solve scale` finds the scale for a target"),
        ("gaussian", BadStep, "[replace-sensitivity]; `chartered calibrate --solve sigma` finds the sigma for a"),
        ("randomized-response:epsilon=1,k=1", BadValue, "k is 1; it must be a whole number at least 2"),
        ("randomized-response:epsilon=1,k=2.5", BadValue, "k is 2.5; it must be a whole number"),
        ("approximate:epsilon=1,delta=1", BadValue, "delta is 1; it must be a number at least 0 and below 1"),
        ("rdp:alpha=1,gamma=1", BadValue, "alpha is 1; it must be a number above 1"),
        ("poisson:rate=1.5/gaussian:sigma=1", BadValue, "rate is 1.5; it must be a number at least 0 and at most 1"),
        ("poisson:rate=0.5", BadStep, "stands alone; write poisson:.../gaussian:sigma=4; it takes rate"),
        ("gaussian:sigma=1/laplace:scale=1", BadStep, "gaussian does not wrap a step, but laplace:scale=1"),
        ("", BadStep, "is no name of a step"),
        ("Gaussian:sigma=1", BadStep, "'Gaussian' is no name of a step"),
        ("gaussian sigma=1", BadStep, "is no name of a step"),
        ("study.toml", BadStep, "a file of steps is read by --ledger FILE, in Python by Ledger.read"),
        ("runs/study.json", BadStep, "a file of steps is read by --ledger FILE, in Python by Ledger.read"),
        ("poisson:rate=1//gaussian:sigma=1", BadValue, "poisson: rate is '1/'"),
        ("poisson:rate=1/2,times=5/gaussian:sigma=4,times=5", BadStep, "times is written twice"),
        ("gaussian:sigma=4,times=5,times=5", BadStep, "times is given twice"),
        (3, BadStep, "a step is 3; write it as text"),
        ("poisson:rate=0.5/" * MOST_LAYERS + "gaussian:sigma=1", BadStep, f"at most {MOST_LAYERS}"),
    ],
)
def test_a_bad_step_is_refused_with_the_value_and_the_remedy(
    text: str, error: type[CharteredError], message: str
) -> None:
    """Every kind of mistake has its own error, which names the step and what would be right."""
    with pytest.raises(error) as caught:
        ch.parse(text)
    assert message in str(caught.value)
    assert caught.value.hint
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz:=,/.-0123456789e \n", max_size=40) | st.text(max_size=20))
def test_any_text_is_a_step_or_a_clear_error(text: str) -> None:
    """No text brings anything but an entry or one of our own errors, in one line."""
    entry: Entry | None
    try:
        entry = ch.parse(text)
    except CharteredError as error:
        entry = None
        hint = error.hint
    assert hint if entry is None else ch.parse(str(entry)) == entry


def test_a_step_is_a_value() -> None:
    """Equal settings in any order and form make equal steps with equal hashes, which nothing can change; one is shown
    also if its numbers have more digits than Python writes integers with."""
    one = ch.parse("gaussian:sensitivity=2,sigma=0.5").step
    other = ch.mechanism("gaussian", sigma=Fraction(1, 2), sensitivity=2).step
    assert one == other
    assert len({one, other}) == 1
    with pytest.raises(AttributeError):
        one.name = "laplace"  # type: ignore[misc]
    assert "1e10000" in repr(ch.parse("gaussian:sigma=1e10000"))
