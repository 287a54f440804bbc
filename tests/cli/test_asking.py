"""`chartered epsilon` and `chartered delta`: shapes, numbers, restrictions and exit statuses."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

STUDY = ("epsilon", "gaussian:sigma=20,times=1000", "--delta", "1e-5")
ANSWER = {"accountant", "theorem", "upper", "lower", "side", "path", "neighbours", "sampling", "witness", "certified"}
ANSWER |= {"upper_exact", "lower_exact"}


def test_the_gaussian_study_is_answered_in_full_precision(run: Any) -> None:
    """The first answer is the exact one of Gaussian DP, between two ends less than 1e-9 apart; a program reads one
    object from one line."""
    ran = run(*STUDY, "--json")
    shown = ran.json
    first = shown["answers"][0]
    assert (ran.status, ran.err, ran.out.count("\n")) == (0, "", 1)
    assert (shown["quantity"], shown["at"]) == ("epsilon", {"delta": 1e-5})
    assert (shown["neighbours"], shown["best"]) == ("add-or-remove", "gdp")
    assert first["side"] == "exact"
    assert 7.511275 < first["lower"] <= first["upper"] < 7.511276
    assert first["upper"] - first["lower"] < 1e-9
    assert first["path"] == ["gaussian.gdp", "gdp", "gdp.profile"]


def test_every_answer_has_every_field_and_they_ascend(run: Any) -> None:
    """The shape is that of the interface, and the tightest answer comes first."""
    shown = run(*STUDY, "--json").json
    assert set(shown) == {"quantity", "at", "neighbours", "ledger", "best", "answers", "unavailable"}
    assert all(set(answer) >= ANSWER for answer in shown["answers"])
    uppers = [float(answer["upper"]) for answer in shown["answers"]]  # "inf" where a theorem has no finite bound
    assert uppers == sorted(uppers)
    assert all(("why" in answer) is (answer["upper"] == "inf") for answer in shown["answers"])
    assert all(set(none) == {"accountant", "why"} and none["why"] for none in shown["unavailable"])


def test_delta_is_answered_likewise(run: Any) -> None:
    """One run of Laplace(1) has delta = 1 - e^(-1/4) at eps = 1/2, exactly."""
    shown = run("delta", "laplace:scale=1", "--epsilon", "1/2", "--json").json
    first = shown["answers"][0]
    assert (shown["quantity"], shown["at"]) == ("delta", {"epsilon": 0.5})
    assert first["lower"] <= 0.22119921692859513 <= first["upper"]


@pytest.mark.parametrize(
    ("asked", "says", "status"),
    [
        ("epsilon gaussian:sigma=8,times=10 AT 2", "(2, 1e-6)-DP holds: eps at delta = 1e-6 is at most 1.742964362", 0),
        (
            "delta gaussian:sigma=8,times=10 AT 0.5",
            "(0.5, 1e-6)-DP does not hold: delta at epsilon = 0.5 is at least",
            1,
        ),
        ("delta gaussian:sigma=1 AT 4.818999", "(4.818999, 1e-6)-DP does not hold: delta at", 1),
        ("epsilon exponential:epsilon=1/2,times=50 AT 7", "whether (7, 1e-6)-DP holds is open", 2),
        ("epsilon gaussian:sigma=8 AT 2 --accountant pure", "whether (2, 1e-6)-DP holds is open", 2),
        ("epsilon approximate:epsilon=1,delta=1e-3 AT 9", "(9, 1e-6)-DP does not hold: eps at delta = 1e-6 is inf", 1),
        ("epsilon approximate:epsilon=0.1,delta=1e-6 AT 0.1", "(0.1, 1e-6)-DP holds: eps at delta = 1e-6 is at mo", 0),
        ("delta approximate:epsilon=0.1,delta=1e-6 AT 0.1", "(0.1, 1e-6)-DP holds: eps at delta = 1e-6 is at most ", 0),
        ("epsilon poisson:rate=0.01/gaussian:sigma=4,times=9 AT 1e-9 --heuristic --accountant renyi", "whether (", 2),
    ],
)
def test_an_eps_and_a_delta_together_are_a_statement(run: Any, asked: str, says: str, status: int) -> None:
    """It holds by a certified upper end, is refuted by a certified lower one, and is open else; a stated number meets
    itself. The table below is that of the question."""
    ran = run(*asked.replace("AT", "--delta 1e-6 --epsilon").split())
    assert ran.out.startswith(says)
    assert ran.status == status
    shown = run(*asked.replace("AT", "--delta 1e-6 --epsilon").split(), "--json")
    assert (shown.status, shown.json["dp"]["holds"]) == (status, {0: True, 1: False, 2: None}[status])
    assert shown.json["dp"]["says"] == ran.out.splitlines()[0]


def test_the_certificate_of_a_statement_is_of_what_decides_it(run: Any, tmp_path: Path) -> None:
    """Here of eps, though delta is asked: that of delta rounds a millionth up."""
    file = tmp_path / "stated.json"
    run("delta", "approximate:epsilon=0.1,delta=1e-6", "--epsilon", "0.1", "--delta", "1e-6", "--certificate", file)
    assert run("check", file).out.startswith("accepted: epsilon is at most 0.1")


def test_the_table_states_what_was_asked(run: Any) -> None:
    """The answer, relation, unit, sampling and ledger stand above the table; its numbers are rounded outward."""
    out = run(*STUDY).out
    assert "gaussian:sigma=20,sensitivity=1,times=1000" in out
    assert "add-or-remove: one record is added or removed" in out
    assert "every step sees the whole data set" in out
    assert out.startswith("eps = 7.511275901 at delta = 1e-5: exact, ")
    row = next(line for line in out.splitlines() if line.startswith("gdp"))
    assert " ".join(row.split()) == "gdp gdp.profile 7.511275900 7.511275901 exact gaussian.gdp > gdp > gdp.profile"


def test_a_table_in_a_pipe_is_not_cut_off(run: Any) -> None:
    """Without a terminal every row stays on one line, without colour codes and without an ellipsis; below the table
    stands the reason of each accountant without an answer."""
    out = run(*STUDY, "--all").out
    assert "gaussian.zcdp > zcdp.renyi > renyi > asoodeh2020.T3\n" in out
    assert not {"\x1b", "…"} & set(out)
    assert "pure: no answer: no theorem leads from gaussian to it" in out


def test_an_exact_answer_stands_alone(run: Any) -> None:
    """A line tells who bounds it from above, another who has no answer; all of it by --all, or where a name is asked
    for. Where nothing is exact everything is shown."""
    brief, whole = run(*STUDY).out, run(*STUDY, "--all").out
    assert "renyi and zcdp are from above only, and no smaller: --all shows them" in brief
    assert "no answer by approximate, " in brief
    assert "asoodeh2020.T3" not in brief
    assert "asoodeh2020.T3" in whole
    assert "--all" not in whole
    assert "asoodeh2020.T3" in run(*STUDY, "--accountant", "renyi", "--accountant", "gdp").out
    assert "--all" not in run("epsilon", "exponential:epsilon=1/2,times=50", "--delta", "1e-6").out


def test_no_finite_answer_is_an_answer(run: Any) -> None:
    """A Gaussian at delta 0 has eps = inf, says why, and is no error."""
    ran = run("epsilon", "gaussian:sigma=1", "--delta", 0, "--json")
    first = ran.json["answers"][0]
    assert ran.status == 0
    assert first["upper"] == "inf"
    assert "delta = 0" in first["why"]
    assert "infinite: " in run("epsilon", "gaussian:sigma=1", "--delta", 0).out


def test_values_below_the_least_double_keep_their_digits(run: Any) -> None:
    """The double is the least one; the decimal text carries the value, for people too."""
    question = ("delta", "gaussian:sigma=1", "--epsilon", 100)
    first = run(*question, "--json").json["answers"][0]
    assert (first["upper"], first["lower"]) == (5e-324, 0)
    exponent = first["upper_exact"].partition("e")[2]
    assert int(exponent) < -2000
    assert f"e{exponent}" in run(*question).out


@pytest.mark.parametrize("times", ["1e12", "1000000000000"])
def test_a_million_million_runs_are_answered(run: Any, times: str) -> None:
    """The count is exact at its largest."""
    shown = run("epsilon", f"gaussian:sigma=1e6,times={times}", "--delta", "1e-5", "--json").json
    assert shown["ledger"] == [{"step": "gaussian:sigma=1e6,sensitivity=1", "times": 10**12}]
    same = run("epsilon", "gaussian:sigma=1", "--delta", "1e-5", "--json").json
    assert shown["answers"][0]["upper"] == same["answers"][0]["upper"]


def test_replace_one_doubles_the_sensitivity(run: Any) -> None:
    """Under replace-one, sigma = 2 is what sigma = 1 is under add-or-remove."""
    two = run("epsilon", "gaussian:sigma=2", "--delta", "1e-5", "--neighbours", "replace-one", "--json").json
    one = run("epsilon", "gaussian:sigma=1", "--delta", "1e-5", "--json").json
    assert two["neighbours"] == "replace-one"
    assert two["answers"][0]["upper"] == one["answers"][0]["upper"]


def test_a_ledger_file_stands_for_steps(run: Any, tmp_path: Path) -> None:
    """TOML, JSON and steps give the same answers; labels are shown."""
    toml, json_file = tmp_path / "run.toml", tmp_path / "run.json"
    toml.write_text(
        'neighbours = "replace-one"\n[[steps]]\nstep = "gaussian:sigma=20"\ntimes = 1000\nlabel = "training"\n'
    )
    json_file.write_text('{"steps": [{"step": "gaussian:sigma=20,times=1000"}], "neighbours": "replace-one"}')
    by_toml = run("epsilon", "--ledger", toml, "--delta", "1e-5", "--json").json
    by_json = run("epsilon", "--ledger", json_file, "--delta", "1e-5", "--json").json
    by_steps = run(*STUDY, "--neighbours", "replace-one", "--json").json
    assert by_toml["answers"] == by_json["answers"] == by_steps["answers"]
    assert by_toml["ledger"][0]["label"] == "training"
    assert "(training)" in run("epsilon", "--ledger", toml, "--delta", "1e-5").out


def test_neighbours_override_the_ledger_file(run: Any, tmp_path: Path) -> None:
    """What the command line says counts."""
    file = tmp_path / "run.toml"
    file.write_text('neighbours = "replace-one"\n[[steps]]\nstep = "gaussian:sigma=20"\n')
    ran = run("epsilon", "--ledger", file, "--delta", "1e-5", "--neighbours", "add-or-remove", "--json")
    assert ran.json["neighbours"] == "add-or-remove"


CONVERSIONS = {"asoodeh2020.T1", "asoodeh2020.L1", "asoodeh2020.T3", "renyi.two-sided"}


@pytest.mark.parametrize(
    ("names", "accountants", "theorems"),
    [
        (["renyi"], {"renyi"}, CONVERSIONS),
        (["renyi", "gdp"], {"renyi", "gdp"}, {*CONVERSIONS, "gdp.profile"}),
        (["asoodeh2020.T1", "asoodeh2020.T3"], {"renyi"}, {"asoodeh2020.T1", "asoodeh2020.T3"}),
        (["renyi", "asoodeh2020.T1"], {"renyi"}, {"asoodeh2020.T1"}),
        (["balle2020.T21", "asoodeh2020.T5"], {"renyi", "zcdp"}, {"balle2020.T21", "asoodeh2020.T5"}),
    ],
)
def test_accountants_restrict_the_answers(
    run: Any, names: list[str], accountants: set[str], theorems: set[str]
) -> None:
    """By one of the accountants named and, where theorems are named, through one of them."""
    shown = run(*STUDY, *(word for name in names for word in ("--accountant", name)), "--json").json
    assert {answer["accountant"] for answer in shown["answers"]} == accountants
    assert {answer["theorem"] for answer in shown["answers"]} == theorems


def test_a_question_without_any_answer_leaves_with_one(run: Any) -> None:
    """An accountant that no path reaches is told with its reason, and the status says that there is no answer; where a
    path is left out by request, that is the reason."""
    ran = run(*STUDY, "--accountant", "pure", "--json")
    assert ran.status == 1
    assert (ran.json["best"], ran.json["answers"]) == (None, [])
    assert [none["accountant"] for none in ran.json["unavailable"]] == ["pure"]
    assert "no answer" in run(*STUDY, "--accountant", "pure").out
    shown = run(*STUDY, "--accountant", "renyi", "--accountant", "gdp.profile", "--json").json
    assert "asked for" in shown["unavailable"][0]["why"]


def test_so_many_digits_are_shown(run: Any) -> None:
    """In the table and in JSON, where the answer is exact; other rows keep ten."""
    ran = run(*STUDY, "--digits", "40", "--all")
    rows = [line.split() for line in ran.out.splitlines() if line.startswith(("gdp ", "zcdp "))]
    exact = next(row for row in rows if row[0] == "gdp")
    assert all(len(end.replace(".", "")) == 40 for end in exact[2:4])
    assert exact[2][:40] == exact[3][:40]
    assert all(len(row[2]) < 15 for row in rows if row[0] == "zcdp")
    shown = run(*STUDY, "--digits", "40", "--json").json
    assert shown["at"] == {"delta": 1e-5, "digits": 40}
    assert shown["answers"][0]["upper_exact"].startswith(exact[2][:39])


@pytest.mark.parametrize("digits", ["0", "1001", "2.5", "forty"])
def test_other_numbers_of_digits_are_refused(run: Any, digits: str) -> None:
    """The message names the option and its range."""
    run(*STUDY, "--digits", digits).refused("--digits")


def test_the_command_takes_a_width(run: Any) -> None:
    """`--within W`, in epsilon and delta."""
    ran = run(
        "epsilon", "poisson:rate=1/100/gaussian:sigma=1,times=1000", "--delta", "1e-5", "--within", "1e-20", "--json"
    )
    best = ran.json["answers"][0]
    assert Fraction(best["upper_exact"]) - Fraction(best["lower_exact"]) <= Fraction(1, 10**20)
    assert ran.json["at"] == {"delta": 1e-5, "within": 1e-20}
    told = run("delta", "laplace:scale=20,times=100", "laplace:scale=19", "--epsilon", "1", "--within", "1e-40")
    assert told.status == 0
    assert "within 1e-40 would take too much work" in " ".join(told.out.split())


def test_a_count_and_a_parameter_are_solved_for_in_a_ledger(run: Any, tmp_path: Path) -> None:
    """`steps` and `calibrate` take what else touches the data."""
    spent = tmp_path / "spent.toml"
    spent.write_text('[[steps]]\nstep = "gaussian:sigma=20"\ntimes = 83\n', encoding="utf-8")
    asked = ("--epsilon", 8, "--delta", "1e-5", "--ledger", spent)
    left = run("steps", "gaussian:sigma=20", *asked, "--json").json
    assert (
        left["answers"][0]["times"]
        == run("steps", "gaussian:sigma=20", *asked[:4], "--json").json["answers"][0]["times"] - 83
    )
    solved = run("calibrate", "gaussian:times=100", "--solve", "sigma", *asked)
    assert solved.status == 0
    assert "beside       gaussian:sigma=20,sensitivity=1,times=83" in solved.out
    run("steps", "gaussian:sigma=20", "--mu", 1, "--ledger", tmp_path / "none.toml").refused("cannot read the ledger")
