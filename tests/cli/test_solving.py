"""`chartered steps` and `chartered calibrate`: shapes, numbers, texts and exit statuses."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
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


@pytest.mark.parametrize(
    ("target", "value", "words"),
    [
        (("--power", "0.05", "--type-one", "0.01"), 1.46736381, "power = 0.05 at type_one = 0.01"),
        (("--advantage", "0.1"), 3.97894828, "advantage = 0.1"),
        (("--rho", "0.5"), 1, "rho = 0.5"),
    ],
)
def test_calibrate_takes_other_targets(run: Any, target: tuple[str, ...], value: float, words: str) -> None:
    """In JSON and in words; `steps` takes them, too."""
    asked = ("calibrate", "gaussian", "--solve", "sigma", *target)
    assert run(*asked, "--json").json["answers"][0]["value"] == pytest.approx(value, rel=1e-8)
    assert f"meets {words}" in run(*asked).out
    assert f"within {words}" in run("steps", "gaussian:sigma=20", *target).out


def test_calibrate_finds_a_value_that_steps_have_in_common(run: Any, tmp_path: Path) -> None:
    """In JSON, in words, and from a ledger file; with the steps as they are at the value, which meet the target."""
    steps, target = ("gaussian:sigma=s/4", "gaussian:sigma=s/3,times=2"), ("--solve", "s", *TARGET)
    shown = run("calibrate", *steps, *target, "--json").json
    assert (shown["quantity"], shown["step"]) == ("s", "; ".join(steps))
    assert shown["answers"][0]["fails_beyond"] is True
    put_in = [f"{entry['step']},times={entry['times']}" for entry in shown["ledger"]]
    assert run("delta", *put_in, "--epsilon", "8", "--json").json["answers"][0]["upper"] <= 1e-5
    said = run("calibrate", *steps, *target).out
    assert f"s = {shown['answers'][0]['value']} meets epsilon = 8, delta = 1e-5: exact" in said
    assert re.search(r"put in +gaussian:sigma=", said)
    file = tmp_path / "plan.json"
    file.write_text(json.dumps({"steps": [{"step": steps[0]}, {"step": "gaussian:sigma=s/3", "times": 2}]}))
    assert run("calibrate", "--ledger", file, *target, "--json").json["answers"] == shown["answers"]
    run("calibrate", "laplace:scale=s/0", *target).refused("which divides by zero")


@pytest.mark.parametrize("target", [("1", "1e-5"), ("0.3", "1e-6"), ("8", "1e-10")])
@pytest.mark.parametrize(
    ("step", "key", "filled"),
    [
        ("gaussian:times=1000", "sigma", "gaussian:times=1000,sigma={}"),
        ("laplace", "epsilon", "laplace:epsilon={}"),
        ("zcdp:times=7", "rho", "zcdp:times=7,rho={}"),
        ("poisson/gaussian:sigma=2", "rate", "poisson:rate={}/gaussian:sigma=2"),
    ],
)
def test_the_value_that_is_shown_meets_the_target(
    run: Any, tmp_path: Path, step: str, key: str, filled: str, target: tuple[str, str]
) -> None:
    """In JSON, in the table, in the certificate and in words it is one and the same decimal, and typed again it is
    within the target."""
    file, asked = (
        tmp_path / "value.cert.json",
        ("calibrate", step, "--solve", key, "--epsilon", target[0], "--delta", target[1]),
    )
    value = repr(run(*asked, "--certificate", file, "--json").json["answers"][0]["value"])
    document = json.loads(file.read_text())
    exact = document["answer"]["exact"]
    assert Fraction(exact) == Fraction(value) == Fraction(repr(document["answer"]["value"]))
    assert f" {exact} " in run(*asked).out
    assert run("check", file).out.startswith(f"accepted: {key} = {exact} meets epsilon = {target[0]}, ")
    for typed in (value, exact):
        again = run("epsilon", filled.format(typed), "--delta", target[1], "--json").json["answers"][0]["upper"]
        assert Fraction(repr(again)) <= Fraction(target[0])


@pytest.mark.parametrize("name", ["", ".", "folder"])
def test_a_certificate_needs_the_name_of_a_file(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """An empty name is that of the folder itself."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    run("steps", "gaussian:sigma=20", *TARGET, "--certificate", name).refused(
        f"cannot write the certificate {name or '.'}: Is a directory"
    )


def test_people_see_the_target_and_a_table(run: Any) -> None:
    """Of a parameter every digit: it is that number that is certified; the count of what costs nothing is a text."""
    ran = run("calibrate", "gaussian", "--solve", "sigma", "--epsilon", "1", "--delta", "1e-15", "--accountant", "gdp")
    assert "meets epsilon = 1, delta = 1e-15: exact" in ran.out
    assert " 7.48700946798" in ran.out
    assert run("steps", "pure:epsilon=0", *TARGET, "--json").json["answers"][0]["times"] == "inf"


def test_a_target_that_cannot_be_met_leaves_with_one(run: Any) -> None:
    """A Gaussian never reaches delta 0."""
    ran = run("calibrate", "gaussian", "--solve", "sigma", "--epsilon", "1", "--delta", "0")
    assert ran.status == 1
    assert ran.out.startswith("no sigma meets epsilon = ")
    ran = run("calibrate", "dpsgd:sample-rate=0.01,steps=1000", "--solve", "noise", "--epsilon", "1", "--delta", "0")
    assert (ran.status, "sampling" in ran.out) == (1, False)  # nothing untrue of a step that is not known whole


def test_no_run_allowed_leaves_with_one(run: Any) -> None:
    """As a target that no parameter meets does; the count of 0 and its reason are printed all the same."""
    arguments = ("steps", "gaussian:sigma=1", "--epsilon", "0.1", "--delta", "1e-5")
    assert run(*arguments).status == 1
    assert ": even one run has epsilon = 4.377178096" in run(*arguments).out
    ran = run(*arguments, "--json")
    assert (ran.status, ran.err, {answer["times"] for answer in ran.json["answers"]}) == (1, "", {0})
    assert ran.json["why"].startswith("even one run has epsilon")


def test_what_an_accountant_limits_is_told_below_the_table(run: Any) -> None:
    """A count at which the accountant ends and not the target, and an accountant that is silent at every count."""
    arguments = ("steps", "laplace:scale=10", "--epsilon", "3", "--delta", "1e-6")
    out, shown = run(*arguments, "--all").out, run(*arguments, "--json").json
    assert "profile (profile): times = 1 is as far as it answers: a privacy profile alone does not compose" in out
    assert "central-limit: no answer: the law of the loss may be as far as" in out
    assert [answer["accountant"] for answer in shown["answers"] if answer.get("capped")] == ["profile"]
    assert [none["accountant"] for none in shown["unavailable"]] == ["central-limit"]


def test_a_slow_accountant_is_not_searched_for_less_than_what_is_found(run: Any) -> None:
    """Where it has no answer for as many runs, it has none: its own limit would take ten seconds to find."""
    shown = run("steps", "poisson:rate=1e-9/gaussian:sigma=1", "--epsilon", "1", "--delta", "1e-6", "--json").json
    assert shown["answers"][0]["times"] > 3 * 10**16
    whys = {none["accountant"]: none["why"] for none in shown["unavailable"]}
    assert "the convolution of more than 65536 losses" in whys["loss-distribution"]


@pytest.mark.parametrize(
    ("asked", "value", "says"),
    [
        ("steps gaussian:sigma=20 --epsilon 8 --delta 1e-5", 1110, "times = {}{}; times = 1111 certainly misses it"),
        ("calibrate randomized-response:epsilon=1 --solve k --epsilon 0.5 --delta 0.01", 106,
         "k = {}{}; k = 105 certainly misses it"),
        ("calibrate group/gaussian:sigma=20 --solve size --epsilon 8 --delta 1e-5", 33,
         "size = {}{}; size = 34 certainly misses it"),
        ("steps pure:epsilon=0.1 --epsilon 0.3 --delta 0 --accountant pure", 3, "times = {}{}"),
    ],
)  # fmt: skip
def test_an_answer_has_a_certificate_that_says_what_is_proved(
    run: Any, tmp_path: Path, asked: str, value: int, says: str
) -> None:
    """Written like that of a question, accepted, and refused once anything was changed."""
    file, words = tmp_path / "value.cert.json", asked.split()
    epsilon, delta = (words[words.index(option) + 1] for option in ("--epsilon", "--delta"))
    assert run(*words, "--certificate", file).status == 0
    met = f" meets epsilon = {epsilon}, delta = {delta}"
    assert run("check", file).out.startswith(f"accepted: {says.format(value, met)}")
    shown = run("check", file, "--json").json
    assert (shown["accepted"], shown["upper"], shown["value"], shown["why"]) == (True, None, value, None)
    file.write_text(file.read_text().replace(f'"exact": "{value}"', f'"exact": "{value + 1}"'))
    assert run("check", file).status == 1


def test_no_certificate_is_written_where_nothing_meets_the_target(run: Any, tmp_path: Path) -> None:
    """The error says why, and is all that is printed."""
    file = tmp_path / "none.json"
    ran = run("calibrate", "gaussian", "--solve", "sigma", "--epsilon", "1", "--delta", "0", "--certificate", file)
    assert (ran.status, ran.out, file.exists()) == (2, "", False)
    assert "nothing to certify" in ran.err


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("calibrate gaussian --solve sigma --epsilon 0 --delta 0",
         "no finite eps has delta = 0 by this theorem (gdp); even sigma = 1e300 has delta = 3.989422805e-301 at "
         "epsilon = 0 (gdp)"),
        ("calibrate rdp:gamma=1 --solve alpha --epsilon 0.5 --delta 1e-5", "even alpha = 1e300 has epsilon = "
         "0.9999863212 at delta = 1e-5 (renyi) and delta = 0.2876491367 at epsilon = 0.5 (renyi)"),
        ("calibrate approximate:delta=1e-5 --solve epsilon --epsilon 1 --delta 1e-6", "delta = 1e-6 is below the least "
         "delta that this guarantee reaches at any eps, 0.00001 (profile); even epsilon = 0 has delta "
         "= 0.00001"),
        ("calibrate poisson/gaussian:sigma=1 --solve rate --epsilon 0 --delta 0", "only rate = 0 itself meets it"),
        ("calibrate filter:fail=1e-6 --solve gdp --epsilon 5 --delta 1e-6", "only gdp = 0 itself meets it, with all of "
         "that delta"),
        ("calibrate gaussian --solve sigma --accountant pure --epsilon 8 --delta 1e-5",
         "pure: no theorem leads from gaussian to it"),
        ("calibrate dpsgd:n=1000,batch=256,noise=1.1 --solve epochs --epsilon 0.01 --delta 1e-5",
         "even steps = 1 has epsilon = 2.332740401 at"),
        ("calibrate group:size=2/dpsgd:n=600,batch=256,noise=0.4 --solve epochs --epsilon 0.01 --delta 1e-9",
         "even steps = 1 has epsilon = 38.70498275 at"),
        ("steps gaussian:sigma=1 --epsilon 0.1 --delta 1e-5", "even one run has epsilon = 4.377178096 at delta = 1e-5 "
         "(gdp) and delta = 0.3523251717 at epsilon = 0.1 (gdp)"),
    ],
)  # fmt: skip
def test_an_impossible_target_says_why_and_what_is_possible(run: Any, asked: str, why: str) -> None:
    """In words for people and as `why` in JSON: what one run, or the safe end of the parameter, has at that delta and
    at that eps."""
    assert why in run(*asked.split()).out
    assert run(*asked.split(), "--json").json["why"].startswith(why)
    assert "why" not in run("steps", "gaussian:sigma=20", *TARGET, "--json").json


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("gaussian --solve sigma", "step         gaussian (of sensitivity 1)\n"),
        ("gaussian:sensitivity=3 --solve sigma", "step         gaussian:sensitivity=3\n"),
        ("gaussian:sigma=4 --solve sensitivity", "step         gaussian:sigma=4\n"),
    ],
)
def test_a_sensitivity_that_is_assumed_is_shown(run: Any, asked: str, shown: str) -> None:
    """Beside the step, which does not say it; an answer about a ledger has the whole step."""
    assert shown in run("calibrate", *asked.split(), *TARGET).out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("steps", "gaussian:sigma=1,times=2", *TARGET), "already gives times"),
        (("steps", "gaussian", *TARGET), "sigma is missing"),
        (("calibrate", "gaussian:sigma=1", "--solve", "sigma", *TARGET), "already gives sigma"),
        (("calibrate", "gaussian", "--solve", "noise", *TARGET), "takes no parameter 'noise'"),
        (
            ("calibrate", "sample:of=9/gaussian:sigma=1", "--solve", "size", "--neighbours", "add-or-remove", *TARGET),
            "needs replace-one, but add-or-remove was asked for",
        ),
        (("steps", "gaussian:sigma=1", "--epsilon", "-1", "--delta", "0.1"), "epsilon is -1"),
    ],
)
def test_bad_input_is_one_line(run: Any, arguments: tuple[str, ...], why: str) -> None:
    """Exit status 2, one line on standard error, and with --json the error as an object."""
    run(*arguments).refused(why)
    assert why in run(*arguments, "--json").json["error"]["message"]


def test_one_phase_of_a_ledger_file_is_calibrated(run: Any, tmp_path: Path) -> None:
    """The step of the file that leaves its noise open; filled in, the ledger meets the target."""
    text = """
    [[steps]]
    step = "poisson:rate=0.01/gaussian:sigma=1.1"
    times = 1000
    [[steps]]
    step = "poisson:rate=0.02/gaussian{}"
    times = 500
    """
    plan, run_file = tmp_path / "plan.toml", tmp_path / "run.toml"
    plan.write_text(text.format(""), encoding="utf-8")
    asked = ("calibrate", "--ledger", plan, "--solve", "sigma", "--epsilon", "3", "--delta", "1e-5")
    assert "step         poisson:rate=0.02/gaussian, 500 times" in run(*asked).out
    answer = run(*asked, "--json").json["answers"][0]
    run_file.write_text(text.format(f":sigma={answer['value']!r}"), encoding="utf-8")
    found = run("epsilon", "--ledger", run_file, "--delta", "1e-5", "--json").json["answers"][0]
    assert 3 * (1 - 1e-6) < found["upper"] <= 3


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        ((), "no step is given; give one that leaves sigma open, or --ledger FILE with such a step"),
        (("gaussian:sigma=1", "laplace:scale=1"), "no step leaves sigma open; leave sigma out of the step"),
        (("gaussian", "gaussian:times=2"), "2 steps leave sigma open: gaussian; gaussian:times=2; give sigma in all"),
        (("gaussian", "gausian:sigma=1"), "unknown step 'gausian'"),
    ],
)
def test_exactly_one_step_leaves_the_parameter_open(run: Any, steps: tuple[str, ...], says: str) -> None:
    """Anything else is one line that says what would be right."""
    run("calibrate", *steps, "--solve", "sigma", "--epsilon", "1", "--delta", "1e-5").refused(says)


def test_a_table_has_one_row_for_each_accountant_and_theorem(run: Any) -> None:
    """The best; a line counts the other paths, which JSON has."""
    asked = ("calibrate", "poisson:rate=1/10/(gaussian + laplace:scale=10)", "--solve", "sigma", *TARGET)
    rows = [tuple(line.split()[:2]) for line in run(*asked).out.split("path\n")[1].split("\n\n")[0].splitlines()]
    assert len(rows) == len(set(rows)) > 2
    assert "other paths by these accountants and theorems, none better: --json and .answers have all" in run(*asked).out
    assert len(run(*asked, "--json").json["answers"]) > len(rows)


@pytest.mark.parametrize(
    "asked",
    [
        ("steps", "gaussian:sigma=20", *TARGET),
        ("calibrate", "poisson:rate=0.01/gaussian:times=1000", "--solve", "sigma", "--epsilon", "1", "--delta", "1e-5"),
    ],
)
def test_exact_answers_stand_alone(run: Any, asked: tuple[str, ...]) -> None:
    """As in `chartered epsilon`: a line names who has no better answer, `--all` shows them; so do a request by name,
    and JSON."""
    brief, whole, machine = run(*asked), run(*asked, "--all"), run(*asked, "--json").json
    looser = {answer["accountant"] for answer in machine["answers"] if not answer.get("fails_beyond")}
    assert "renyi" in looser
    names = list(dict.fromkeys(answer["accountant"] for answer in machine["answers"][1:]))
    assert re.search(
        rf"^{names[0]}.* (is|are) not exact, and no better: --all shows (it|them)$", brief.out, re.MULTILINE
    )
    assert all(name in brief.out for name in names)
    assert "asoodeh2020" not in brief.out
    assert "asoodeh2020.T3" in whole.out
    assert "--all" not in whole.out
    assert "asoodeh2020.T3" in run(*asked, "--accountant", "renyi").out
