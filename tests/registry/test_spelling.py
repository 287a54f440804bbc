"""Numbers in a certificate have one spelling each: ours writes it, and any other is refused and named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.certificate.spelling import check_ends
from chartered.ledger.checked_steps import spelled
from chartered.model.canonical_spelling import rational
from chartered.model.exact_numbers import exact, plain
from chartered_verify.enclosure import enclose
from forging import BOUND, EXACT, forged
from hypothesis import given
from strategies import RATIONALS

TIMES = (
    ch.largest_times(" pure:epsilon=0.10 , times=1".replace(" , times=1", ""), epsilon="0.3", delta=0)
    .certificate()
    .document
)
SIGMA = (
    ch.calibrate("gaussian: sensitivity=2/4, times=010", solve="sigma", epsilon=1, delta="1e-5").certificate().document
)
HALVES = ["2/4", "1/2", "0.50", "+0.5", " 0.5", "0.5 ", ".5", "5e-1", "0.5e0", "00.5", "٠.٥", "0.5", "0,5", "0_5", "½"]  # noqa: RUF001


@pytest.mark.parametrize("text", HALVES)
def test_a_half_has_one_spelling(text: str) -> None:
    """0.5 in ASCII digits, without sign, space, zero or exponent."""
    if text == "0.5":
        assert rational(text, "x") == exact("1/2", "x")
        return
    with pytest.raises(ch.CharteredError, match=r"x is "):
        rational(text, "x")


@given(RATIONALS)
def test_what_plain_writes_is_the_spelling(x: Any) -> None:
    """Of every exact number."""
    assert rational(plain(exact(x, "x")), "x") == exact(x, "x")


SPELLINGS: list[tuple[Any, tuple[Any, ...], Any]] = [
    (EXACT, ("at", "delta"), "0.00001"),
    (EXACT, ("at", "delta"), "1/100000"),
    (EXACT, ("at", "delta"), " 1e-5"),
    (EXACT, ("at", "delta"), "1E-5"),
    (EXACT, ("at", "delta"), 1e-5),
    (EXACT, ("ledger", 0, "step"), "gaussian:sigma=20.0,sensitivity=1"),
    (EXACT, ("ledger", 0, "step"), "gaussian:sigma=20"),
    (EXACT, ("ledger", 0, "step"), "gaussian: sigma=20,sensitivity=1"),
    (EXACT, ("ledger", 0, "times"), 1000.0),
    (EXACT, ("ledger", 0, "times"), "1000"),
    (EXACT, ("answer", "upper_exact"), "8.00"),
    (EXACT, ("answer", "upper_exact"), "+8"),
    (EXACT, ("answer", "upper_exact"), " 8"),
    (EXACT, ("answer", "upper_exact"), "80e-1"),
    (EXACT, ("answer", "upper_exact"), "8e0"),
    (EXACT, ("answer", "upper_exact"), "٨"),
    (EXACT, ("answer", "upper_exact"), "Infinity"),
    (EXACT, ("answer", "lower_exact"), "-0"),
    (EXACT, ("answer", "lower_exact"), "7_0"),
    (EXACT, ("answer", "witness", "above"), "10.0"),
    (BOUND, ("answer", "witness", "alpha"), f"{BOUND['answer']['witness']['alpha']}0"),
    (TIMES, ("answer", "exact"), "3.0"),
    (TIMES, ("at", "epsilon"), "3/10"),
    (TIMES, ("asked", "step"), "pure:epsilon=1/10"),
    (SIGMA, ("asked", "step"), "gaussian: sensitivity=0.5,times=10"),
    (SIGMA, ("asked", "step"), "gaussian:sensitivity=0.50,times=10"),
]


@pytest.mark.parametrize(("document", "way", "value"), SPELLINGS, ids=lambda part: str(part)[:40])
def test_another_spelling_of_a_true_number_is_refused_and_named(
    document: Any, way: tuple[Any, ...], value: Any
) -> None:
    """The refusal says so, and how it is spelled."""
    found = ch.check(forged(document, way, value))
    assert not found.accepted
    assert "is spelled" in (found.why or ""), found.why


@pytest.mark.parametrize(
    ("old", "new"), [('"times": 1000', '"times": 1000.0'), ('"upper": 7.5', '"upper": 07.5'), ("[", "[-0, ")]
)
def test_a_number_of_json_has_one_spelling_too(tmp_path: Path, old: str, new: str) -> None:
    """As Python writes it: no sign of nought, no nought in front."""
    file = tmp_path / "x.json"
    file.write_text(ch.Ledger(["gaussian:sigma=20,times=1000"]).epsilon("1e-5").certificate().text.replace(old, new, 1))
    try:
        assert not ch.check(file).accepted
    except ch.BadCertificate as error:
        assert "is not JSON" in str(error)  # noqa: PT017


@pytest.mark.parametrize("text", ["-0", "-0.0"])
def test_nought_has_no_sign(tmp_path: Path, text: str) -> None:
    """Neither as an integer nor as a double."""
    file = tmp_path / "x.json"
    file.write_text(json.dumps(dict(EXACT)).replace('"times": 1000', f'"times": {text}'))
    assert "can be read in two ways" in (ch.check(file).why or "")


def test_our_writer_writes_just_that() -> None:
    """Also of a step that was typed in another spelling."""
    assert TIMES["asked"]["step"] == "pure:epsilon=0.1"
    assert SIGMA["asked"]["step"] == "gaussian:sensitivity=0.5,times=10"
    assert (
        spelled(ch.registry(), " poisson:rate=256/60000 / gaussian:sigma=4.0".replace(" / ", "/"))
        == "poisson:rate=8/1875/gaussian:sigma=4"
    )
    assert (
        spelled(ch.registry(), "rectified:low=-1.0,high=+1,head=1e0/laplace:scale=2/1")
        == "rectified:low=-1,high=1,head=1/laplace:scale=2"
    )
    for document in (EXACT, BOUND, TIMES, SIGMA):
        assert ch.check(document).accepted, ch.check(document).why


@given(RATIONALS)
def test_an_end_that_an_enclosure_writes_is_spelled_right(x: Any) -> None:
    """Any size, either sign."""
    found = enclose(lambda xp: xp.number(x))
    check_ends({"upper": 1.0, "lower": None, "upper_exact": found.upper_exact, "lower_exact": found.lower_exact})
