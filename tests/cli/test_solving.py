"""`chartered steps` and `chartered calibrate`: shapes, numbers, texts and exit statuses."""

from __future__ import annotations

from typing import Any

import pytest

TARGET = ("--epsilon", "8", "--delta", "1e-5")


def test_steps_answers_by_every_accountant(run: Any) -> None:
    """The largest count of each path, the most first, certified beyond where the path is exact."""
    ran = run("steps", "gaussian:sigma=20", *TARGET, "--json")
    shown = ran.json
    assert (ran.status, ran.err, shown["quantity"], shown["best"]) == (0, "", "times", "gdp")
    counts = [answer["times"] for answer in shown["answers"]]
    assert counts == sorted(counts, reverse=True)
    assert set(counts) == {1110, 983, 839}
    assert shown["answers"][0]["fails_beyond"] is True


def test_calibrate_answers_on_the_safe_side(run: Any) -> None:
    """The least sigma first; asked again, it meets the target."""
    ran = run("calibrate", "gaussian:times=1000", "--solve", "sigma", *TARGET, "--json")
    shown = ran.json
    assert (ran.status, shown["quantity"], shown["best"]) == (0, "sigma", "gdp")
    values = [answer["value"] for answer in shown["answers"]]
    assert values == sorted(values)
    again = run("delta", f"gaussian:sigma={values[0]!r},times=1000", "--epsilon", "8", "--json").json
    assert again["answers"][0]["upper"] <= 1e-5


def test_an_unbounded_count_is_the_text_inf(run: Any) -> None:
    """A step that costs nothing."""
    assert run("steps", "pure:epsilon=0", *TARGET, "--json").json["answers"][0]["times"] == "inf"


def test_people_see_the_target_and_a_table(run: Any) -> None:
    """Numbers of people are rounded on the safe side."""
    ran = run("calibrate", "gaussian", "--solve", "sigma", "--epsilon", "1", "--delta", "1e-15", "--accountant", "gdp")
    assert "target      epsilon = 1, delta = 1e-15" in ran.out
    assert "7.487009468" in ran.out


def test_a_target_that_cannot_be_met_leaves_with_one(run: Any) -> None:
    """A Gaussian never reaches delta 0."""
    ran = run("calibrate", "gaussian", "--solve", "sigma", "--epsilon", "1", "--delta", "0")
    assert ran.status == 1
    assert "no sigma meets the target" in ran.out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("steps", "gaussian:sigma=1,times=2", *TARGET), "already gives times"),
        (("steps", "gaussian", *TARGET), "sigma is missing"),
        (("calibrate", "gaussian:sigma=1", "--solve", "sigma", *TARGET), "already gives sigma"),
        (("calibrate", "gaussian", "--solve", "noise", *TARGET), "takes no parameter 'noise'"),
        (("calibrate", "poisson/gaussian:sigma=1", "--solve", "rate", "--neighbours", "replace-one", *TARGET), "needs add-or-remove"),
        (("steps", "gaussian:sigma=1", "--epsilon", "-1", "--delta", "0.1"), "epsilon is -1"),
    ],
)
def test_bad_input_is_one_line(run: Any, arguments: tuple[str, ...], why: str) -> None:
    """Exit status 2, one line on standard error, and with --json the error as an object."""
    ran = run(*arguments)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert why in ran.err
    assert why in run(*arguments, "--json").json["error"]["message"]
