"""Certificates of calibrations and of largest counts: the value meets the target, and where that is proved the next one
does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered.certificate.digest import sealed
from forging import changed, forged, leaves

SOLVED: dict[str, Callable[[], ch.Solved]] = {
    "times": lambda: ch.largest_times("gaussian:sigma=20", epsilon=8, delta=1e-5),
    "times by a bound": lambda: ch.largest_times(
        "gaussian:sigma=20", epsilon=8, delta=1e-5, accountant="asoodeh2020.T3"
    ),
    "times of an exact budget": lambda: ch.largest_times("pure:epsilon=0.1", epsilon="0.3", delta=0),
    "times of a delta that is just met": lambda: ch.largest_times(
        "approximate:epsilon=0.1,delta=1e-6", epsilon="0.3", delta="3e-6"
    ),
    "more than any ledger": lambda: ch.largest_times("pure:epsilon=0", epsilon=0, delta=0),
    "times of several runs": lambda: ch.largest_times(ch.parse("gaussian:sigma=20") * 10, epsilon=8, delta=1e-5),
    "more times than a ledger may hold": lambda: ch.largest_times("gaussian:sigma=1e9", epsilon=1, delta=1e-5),
    "times within a mu": lambda: ch.largest_times("gdp:mu=0.1", mu="0.2"),
    "sigma": lambda: ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-300", times=3),
    "sigma of noisy SGD": lambda: ch.calibrate(
        "poisson:rate=0.01/gaussian:times=1000", solve="sigma", epsilon=1, delta=1e-6
    ),
    "rate": lambda: ch.calibrate("poisson/gaussian:sigma=2", solve="rate", epsilon=1, delta=1e-6),
    "a whole parameter": lambda: ch.calibrate("randomized-response:epsilon=1", solve="k", epsilon=0.5, delta=1e-2),
    "epsilon, which is a parameter, too": lambda: ch.calibrate("laplace:times=10", solve="epsilon", epsilon=1, delta=0),
    "scale within a mu": lambda: ch.calibrate("laplace:sensitivity=2", solve="scale", mu=1),
    "a value in common": lambda: ch.calibrate(
        ["laplace:scale=s/4", "gaussian:sigma=s/3,times=2"],
        solve="s",
        epsilon=1,
        delta="1e-6",
        beside=ch.Ledger("gdp:mu=0.01"),
    ),
}
BEYOND = {
    "times",
    "times of an exact budget",
    "times of several runs",
    "sigma of noisy SGD",
    "more times than a ledger may hold",
    "times within a mu",
}
BEYOND |= {"sigma", "rate", "a whole parameter", "epsilon, which is a parameter, too", "scale within a mu"}
BEYOND |= {"a value in common"}
"""Where the path is exact."""


@pytest.mark.parametrize("name", SOLVED)
def test_the_certificate_of_a_value_is_accepted(name: str) -> None:
    """As JSON text, with the value that was found; where the path is exact it also holds that the next value fails."""
    solved = SOLVED[name]()
    document = json.loads(solved.certificate().text)
    found = ch.check(document)
    assert found.accepted, found.why
    assert (found.quantity, found.upper) == (solved.quantity, None)
    assert found.value == "inf" if solved.value == float("inf") else Fraction(repr(found.value)) == solved.value
    assert ("certainly misses" in (found.says or "")) is (name in BEYOND)
    assert document["answer"]["fails_beyond"] is (True if name in BEYOND else None)


def test_what_is_proved_is_said_in_words() -> None:
    """The value, the target, and what is known of the next value."""
    names = (
        "times",
        "times by a bound",
        "times of several runs",
        "more than any ledger",
        "sigma",
        "epsilon, which is a parameter, too",
    )
    said = {
        name: (ch.check(SOLVED[name]().certificate()).says or "").partition(", for the ledger ")[0] for name in names
    }
    assert said == {
        "times": "times = 1110 meets epsilon = 8, delta = 1e-5; times = 1111 certainly misses it",
        "times by a bound": "times = 983 meets epsilon = 8, delta = 1e-5; times = 984 may meet it, too",
        "times of several runs": "times = 111 (of 10 runs each) meets epsilon = 8, delta = 1e-5; "
        "times = 112 (of 10 runs each) certainly misses it",
        "more than any ledger": "times = 2^160 meets epsilon = 0, delta = 0: more runs than any ledger may have",
        "sigma": "sigma = 63.852915398924445 meets epsilon = 1, delta = 1e-300; a sigma smaller by one part in 1e9 "
        "certainly misses it",
        "epsilon, which is a parameter, too": "epsilon = 0.1 meets epsilon = 1, delta = 0; "
        "an epsilon larger by one part in 1e9 certainly misses it",
    }


@pytest.mark.parametrize("name", ["times", "sigma of noisy SGD", "scale within a mu"])
def test_any_changed_leaf_of_a_value_is_refused(name: str) -> None:
    """By the digest; and where that is made anew by the mathematics, unless it is another witness that shows the
    same, or the name of another release."""
    document = json.loads(SOLVED[name]().certificate().text)
    for way in leaves(document):
        for value in ("changed", 0, None, [], 1e-9, True):
            made = changed(document, way, value)
            same = json.dumps(made) == json.dumps(document)
            assert ch.check(made).accepted is same, (way, value)
            shows = way[:2] in (("answer", "witness"), ("answer", "beyond"), ("digest",))
            shows = shows or (way[0] == "versions" and isinstance(value, str))  # which release it was decides nothing
            assert shows or ch.check(forged(document, way, value)).accepted is same, (way, value)


def with_value(document: Any, text: str, shown: float | str, ledger: str, **more: Any) -> dict[str, Any]:
    """The certificate of another value of sigma, all of its fields fitting."""
    made = changed(document, ("answer", "exact"), text)
    made["answer"] |= {"value": shown, **more}
    made["ledger"] = [{"step": f"gaussian:sigma={ledger},sensitivity=1", "times": 1}]
    return sealed({key: value for key, value in made.items() if key != "digest"})


def test_a_smaller_sigma_is_refused_and_a_larger_one_is_true() -> None:
    """A larger one also meets the target; that the next one would not is then false, and must not be said."""
    document = ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-5").certificate().document
    assert "not certain to meet" in (ch.check(with_value(document, "3.7", 3.7, "3.7")).why or "")
    assert "not certain to miss" in (ch.check(with_value(document, "4", 4, "4")).why or "")
    modest = ch.check(with_value(document, "4", 4, "4", beyond=None, fails_beyond=None))
    assert modest.accepted, modest.why
    assert (modest.says or "").startswith(
        "sigma = 4 meets epsilon = 1, delta = 1e-5; a sigma smaller by one part in 1e9 may meet it, too,"
    )
    assert not ch.check(with_value(document, "4", 4, "4", beyond=None)).accepted
    assert not ch.check(with_value(document, "4", 5, "4", beyond=None, fails_beyond=None)).accepted
    assert not ch.check(with_value(document, "4", 4, "5", beyond=None, fails_beyond=None)).accepted


def test_a_value_that_is_no_decimal_is_said_exactly() -> None:
    """A certificate may be about any number: what it shows and says is that number, not the nearest double."""
    document = ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-5").certificate().document
    third = with_value(document, "13/3", "13/3", "13/3", beyond=None, fails_beyond=None)
    assert ch.check(third).accepted, ch.check(third).why
    assert (ch.check(third).says or "").startswith("sigma = 13/3 meets")
    assert not ch.check(with_value(document, "13/3", 13 / 3, "13/3", beyond=None, fails_beyond=None)).accepted


def test_nothing_is_certified_where_nothing_meets_the_target() -> None:
    """No value, no run, or only a heuristic."""
    for solved in (
        ch.calibrate("gaussian", solve="sigma", epsilon=1, delta=0),
        ch.largest_times("gaussian:sigma=1", epsilon=0.1, delta=1e-5),
    ):
        with pytest.raises(ch.CharteredError, match="nothing to certify"):
            solved.certificate()


def test_a_calibration_says_that_less_would_fail() -> None:
    """Where the path is exact, as a count does; by a bound nothing is said."""
    exact = ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-5", accountant="gdp").best
    bound = ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-5", accountant="renyi").best
    assert (exact.fails_beyond, bound.fails_beyond) == (True, None)
