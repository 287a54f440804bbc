"""`chartered mu` and `chartered tradeoff`: shapes, numbers, reasons and exit statuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

LAPLACE = "laplace:scale=1,sensitivity=2"


def test_the_bracket_of_mu_is_told_to_programs(run: Any) -> None:
    """The fields that INTERFACE fixes, beside the answers and their paths."""
    ran = run("mu", LAPLACE, "--json")
    shown = ran.json
    assert (ran.status, ran.err) == (0, "")
    assert (shown["quantity"], shown["gdp"], shown["certified"]) == ("mu", True, True)
    assert 1.800905193 < shown["lower"] <= shown["upper"] < 1.800905195
    assert shown["upper"] - shown["lower"] <= 1.0001e-9
    assert (shown["tail"], shown["attained_at"]) == (0, 0)
    assert shown["answers"][0]["path"] == ["laplace.profile", "profile"]
    assert "why" not in shown


@pytest.mark.parametrize(
    ("step", "may"), [("zcdp:rho=0.5", False), ("sample:size=10,of=100/approximate:epsilon=1,delta=1e-11", True)]
)
def test_a_failure_is_proposed_where_it_may_help(run: Any, step: str, may: bool) -> None:
    """A step without a mu; where there is one except for a failure, it is found."""
    first = run("mu", step).out.splitlines()[0]
    assert (
        first
        == "no answer: no accountant bounds mu" + "; except for a failure (--failure 1e-10) there may be one" * may
    )
    assert run("mu", step, "--failure", "1e-10").status == int(not may)


def test_a_mechanism_that_is_not_gdp_says_so(run: Any) -> None:
    """An answer, not an error: infinite, with the reason."""
    ran = run("mu", "approximate:epsilon=1,delta=1e-6", "--json")
    shown = ran.json
    assert (ran.status, shown["gdp"], shown["upper"], shown["attained_at"]) == (0, False, "inf", None)
    assert shown["why"] == "the mechanism is not GDP: delta stays above 0 however large eps is"
    assert shown["why"] in run("mu", "approximate:epsilon=1,delta=1e-6").out


def test_a_gaussian_ledger_has_the_mu_of_its_composition(run: Any) -> None:
    """sqrt(50)/3, attained in the tail alone."""
    shown = run("mu", "gaussian:sigma=3,times=50", "--json").json
    assert shown["attained_at"] == "inf"
    assert shown["lower"] <= 2.3570226039551585 <= shown["upper"]


def test_people_read_a_table(run: Any) -> None:
    """The answer in words, and the bracket rounded outward."""
    out = run("mu", LAPLACE).out
    assert out.startswith("mu = 1.800905195: exact, ")
    assert "1.800905193  1.800905195  exact  laplace.profile > profile" in out


def test_a_head_says_what_it_leaves_open(run: Any) -> None:
    """For programs and people, rounded up; a tail leaves nothing open."""
    cloak = "cloak:n=4,m=20"
    shown = run("mu", cloak, "--head", "2", "--json").json
    assert shown["at"] == {"tolerance": 1e-9, "head": 2}
    assert shown["failure"] == pytest.approx(0.441750391371)
    out = run("mu", cloak, "--head", "2").out
    assert out.startswith("mu = 2.278598995 for epsilon <= 2 only: exact, ")
    assert "beyond that, it is mu-GDP but for a failure of probability 0.4417503914" in out
    tail = run("mu", LAPLACE, "--tail", "1", "--json").json
    assert (tail["at"], "failure" in tail) == ({"tolerance": 1e-9, "tail": 1}, False)
    both = run("mu", LAPLACE, "--tail", "1", "--head", "1")
    assert (both.status, both.err) == (2, "chartered: a head and a tail are both given; ask for one at a time\n")


def test_the_regret_is_told_when_asked_for(run: Any) -> None:
    """Both ends and the place; none where there is no mu."""
    shown = run("mu", LAPLACE, "--regret", "--json").json
    assert shown["regret"]["lower"] == pytest.approx(0.253035, abs=1e-6)
    assert shown["regret"]["at"] == pytest.approx(2)
    assert (
        f"regret: the delta of mu = {shown['upper']!r} is at most 0.2530354379 above the ledger's own, at eps = 2"
        in run("mu", LAPLACE, "--regret").out
    )
    ran = run("mu", "approximate:epsilon=1,delta=1e-6", "--regret", "--json")
    assert (ran.status, ran.json["regret"]) == (0, None)


def test_the_bracket_has_a_certificate(run: Any, tmp_path: Path) -> None:
    """Written, and accepted by `check`."""
    file = tmp_path / "mu.json"
    assert run("mu", LAPLACE, "--certificate", file).status == 0
    ran = run("check", file)
    assert ran.status == 0
    assert ran.out.startswith("accepted: mu is at most 1.8009051941505807 for epsilon >= 0 (")


def test_the_tolerance_is_the_users(run: Any) -> None:
    """A wider bracket where one is asked for."""
    shown = run("mu", LAPLACE, "--tolerance", "1e-3", "--json").json
    assert 1e-5 < shown["upper"] - shown["lower"] <= 1.0001e-3


def test_a_ledger_without_a_profile_for_all_eps_has_no_mu(run: Any) -> None:
    """Exit status 1, and the reason of every accountant."""
    ran = run("mu", "rdp:alpha=2,gamma=1")
    assert ran.status == 1
    assert "its profile needs a search at each eps" in ran.out


@pytest.mark.parametrize("tolerance", ["0", "2", "x", "1e-16"])
def test_a_bad_tolerance_is_one_line(run: Any, tolerance: str) -> None:
    """Exit status 2."""
    run("mu", LAPLACE, "--tolerance", tolerance).refused("tolerance is")


def test_the_trade_off_is_told_to_programs_and_people(run: Any) -> None:
    """From below, with the point of the profile that it follows from."""
    asked = ("tradeoff", "gaussian:sigma=4,times=10", "--type-one", "0.05")
    shown = run(*asked, "--json").json
    assert (shown["quantity"], shown["at"], shown["certified"]) == ("tradeoff", {"type_one": 0.05}, True)
    assert 0.80352623 < shown["lower"] < 0.80352624
    assert shown["answer"]["path"] == ["gaussian.gdp", "gdp", "gdp.profile"]
    out = run(*asked).out
    assert "type II error   at least 0.803526233" in out
    assert "gaussian.gdp > gdp > gdp.profile" in out


def test_a_whole_epsilon_is_written_as_one(run: Any) -> None:
    """1, not 1.0, which would look rounded."""
    assert "delta = 0 at epsilon = 1\n" in run("tradeoff", "pure:epsilon=1", "--type-one", "0.05").out


def test_a_type_one_error_that_is_no_probability_is_one_line(run: Any) -> None:
    """Exit status 2."""
    run("tradeoff", "gaussian:sigma=4", "--type-one", "1").refused("a type I error is above 0 and below 1")
