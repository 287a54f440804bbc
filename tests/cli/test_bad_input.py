"""Bad input of every kind: one line that says what was wrong and what would be right, exit status 2, and never a
traceback."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

GAUSSIAN = "gaussian:sigma=1"
AT = ("--delta", "1e-5")

BAD = """
epsilon gausian:sigma=1 AT | UnknownName | unknown step 'gausian' | did you mean gaussian or gaussian-mixture?
epsilon gaussian AT | BadStep | sigma is missing | it takes sigma, sensitivity=1
epsilon gaussian:sigma=1,q=2 AT | BadStep | unknown parameter 'q' | it takes sigma, sensitivity=1
epsilon gaussian:sigma=0 AT | BadValue | sigma is 0 | it must be a number above 0
epsilon gaussian:sigma=-3 AT | BadValue | sigma is -3 | it must be a number above 0
epsilon gaussian:sigma=nan AT | BadValue | sigma is 'nan' | write a number such as 0.1
epsilon gaussian:sigma=\u0661 AT | BadValue | not a finite number | write a number such as 0.1
epsilon gaussian:sigma=LONG AT | BadValue | sigma has 30000 characters | a number has at most
epsilon gaussian:sigma=1/0 AT | BadValue | divides by zero | 1/3
epsilon gaussian:sigma=1 --delta 1 | BadValue | delta is 1 | at least 0 and below 1
epsilon gaussian:sigma=1 --delta -0.5 | BadValue | delta is -0.5 | at least 0 and below 1
epsilon gaussian:sigma=1 --delta inf | BadValue | delta is 'inf' | write a number
delta gaussian:sigma=1 --epsilon -1 | BadValue | epsilon is -1 | at least 0
epsilon gaussian:sigma=1,times=0 AT | BadValue | times is 0 | whole number from 1 to 1e12
epsilon gaussian:sigma=1,times=2.5 AT | BadValue | times is 2.5 | whole number from 1 to 1e12
epsilon gaussian:sigma=1,times=1e13 AT | BadValue | times is 1e13 | whole number from 1 to 1e12
epsilon poisson:rate=1,times=2/gaussian:sigma=1,times=2 AT | BadStep | times is written twice | once
epsilon gaussian:sigma AT | BadStep | 'sigma' is not of the form key=value | gaussian:sigma=VALUE
epsilon '' AT | BadStep | no name of a step | NAME:key=value
epsilon DEEP AT | BadStep | 3001 parts | at most 8
epsilon gaussian:sigma=1 AT --neighbours near | NeighboursMismatch | neighbours is 'near' | replace-one
epsilon sample:size=1,of=9/gaussian:sigma=1 AT --neighbours add-or-remove | NeighboursMismatch \
| needs replace-one, but add-or-remove was asked for | ask for replace-one
epsilon gaussian:sigma=1 AT --accountant nobody | UnknownName | accountant or theorem 'nobody' | gdp
epsilon AT | BadLedger | no steps are given | --ledger FILE
epsilon gaussian:sigma=1 --ledger run.toml AT | BadLedger | both steps (gaussian:sigma=1) | the one
epsilon --ledger no-such.toml AT | BadLedger | no-such.toml: No such file | name a TOML or JSON file
check no-such.json | BadCertificate | no-such.json: No such file | name a certificate file
epsilon gaussian:sigma=1 AT --certificate no/such/file | BadCertificate | no/such/file | can be written
epsilom | UnknownName | unknown command 'epsilom' | did you mean epsilon?
epsilon gaussian:sigma=1 AT --sigma 3 | UsageError | --sigma | chartered epsilon --help shows
epsilon gaussian:sigma=1 --epsilon 1 | BadValue | --epsilon is given, and no --delta | `chartered delta STEP
delta gaussian:sigma=1 AT | BadValue | --delta is given, and no --epsilon | `chartered epsilon STEP
verify --epsilon 1 AT | UsageError | No such option '--epsilon' | either command whether (E, D)-DP holds
mu gaussian:sigma=1 --delta 1 | UsageError | --delta | `chartered epsilon STEP
epsilon gaussian:sigma=1 | UsageError | Missing option '--delta' | chartered epsilon --help shows
epsilon gaussian:sigma=1 AT --delta=1e-6 | BadValue | --delta is given twice, 1e-5 and 1e-6 | give it once; `chartered \
epsilon --batch FILE` asks many
delta gaussian:sigma=1 --epsilon 1,2 | BadValue | --epsilon is '1,2', which is not one number | --batch FILE` asks many
calibrate gaussian --solve sigma --mu 1 --mu 1 | BadValue | --mu is given twice, 1 and 1 | give it once
book init x.db --budget gdp=1 --unit me --unit you | BadValue | --unit is given twice, me and you | give it once
verify --limit 3 --limit 4 | BadValue | --limit is given twice, 3 and 4 | give it once
check | UsageError | Missing argument 'FILE' | chartered check --help shows
epsilon gaussian:sigma=1 AT --seconds soon | BadValue | the time limit is 'soon' | write a number of seconds, such as 60
tradeoff gaussian:sigma=1 --alpha 2 | UsageError | No such option '--alpha' | chartered tradeoff --help shows
calibrate gaussian --solve sigma --eps 1 AT | UsageError | No such option '--eps' | did you mean '--epsilon'?
mu gaussian:sigma=1 --eps 1 | UsageError | option '--eps' | STEP... --epsilon E` asks
epsilon gaussian:sigma=1 AT --times 3 | UsageError | No such option '--times' | NAME:key=value,times=N; chartered
epsilon gaussian:sigma=1 AT --output x | UsageError | No such option '--output' | goes to a file by > FILE
dpsgd n=9 | UnknownName | unknown command 'dpsgd' | chartered epsilon dpsgd:n=9 --delta
dpsgd:n=9 | UnknownName | unknown command 'dpsgd:n=9' | chartered epsilon dpsgd:n=9 --delta
epsilon shuffled:n=9,eps0=2 AT | BadStep | stands alone, and takes no eps0 | shuffled:.../pure:epsilon=2
epsilon dpsgd:n=50,000,batch=5 AT | BadStep | '000' is not of the form | written without commas: n=50000
epsilon zcdp:2.63 AT | BadStep | '2.63' is not of the form | write zcdp:KEY=2.63; `chartered explain zcdp`
epsilon zcdp:rho=2.63,group=5 AT | BadStep | zcdp takes no group | group:size=5/zcdp:...
epsilon gaussian:variance=4 AT | BadStep | unknown parameter 'variance' | sigma is the standard deviation
epsilon gaussian:multiplier=4 AT | BadStep | unknown parameter 'multiplier' | did you mean sigma?
epsilon last-iterate:steps=3 AT | BadStep | unknown parameter 'steps' | did you mean epochs?
explain epsilon | UnknownName | nothing is named 'epsilon' | it is a parameter of above-threshold, approximate,
explain neighbours | UnknownName | nothing is named 'neighbours' | add-or-remove, replace-one or
explain times | UnknownName | nothing is named 'times' | how often it runs
explain unit | UnknownName | nothing is named 'unit' | the glossary
book init x.db --budget gdp=1 --epsilon 2 --delta 1e-8 | BadValue | beside budgets | fail=1e-9 --solve gdp --epsilon 2 \
--delta 1e-8`
explain partition | UnknownName | nothing is named 'partition' | did you mean thresholded-counts?
verify --jobs 0 | UsageError | '--jobs' | chartered verify --help shows
verify --tier slow | UsageError | 'slow' is not one of | chartered verify --help shows
"""
WORDS = {"AT": " ".join(AT), "LONG": "1" * 30_000, "DEEP": "poisson:rate=1/" * 3000 + GAUSSIAN}


@pytest.mark.parametrize("case", BAD.strip().splitlines())
def test_bad_input_is_one_clear_line(run: Any, case: str) -> None:
    """Standard error says what and what instead; with --json the error is the one object on standard output."""
    asked, kind, message, hint = case.split(" | ")
    arguments = shlex.split(re.sub("AT|LONG|DEEP", lambda found: WORDS[found[0]], asked))
    ran = run(*arguments)
    ran.refused(message, hint)
    assert ran.err.startswith("chartered: ")
    ran = run(*arguments, "--json")
    error = ran.json["error"]
    assert (ran.status, set(ran.json), set(error)) == (2, {"error"}, {"type", "message", "hint"})
    assert error["type"] == kind
    assert message in error["message"]
    assert hint in error["hint"]


FILES = [
    ("run.toml", b"steps = [", "is not valid TOML", "ledgers"),
    ("run.json", b"{", "is not valid JSON: line 1, column 2: it ends too early", "ledgers"),
    ("run.json", b"{\n steps: []}", "line 2, column 2: nothing in JSON goes on with 'steps: []}' there", "ledgers"),
    ("run.toml", b"\xff\xfe", "is not text in UTF-8", "TOML"),
    ("run.toml", b'neighbours = "replace-one"', "has no list of steps", "[[steps]]"),
    ("run.json", b'{"steps": []}', "the ledger is empty", "at least one step"),
    ("run.toml", b"n = 1\n[[steps]]\nstep = 'pure:epsilon=1'", "unknown key 'n'", "neighbours, steps and statement"),
    ("run.toml", b"[[steps]]\nstep = 'pure:epsilon=1'\nn = 1", "unknown key 'n'", "times and label"),
    ("run.toml", b"[[steps]]\nstep = 'pure:epsilon=1,times=2'\ntimes = 2", "times twice", "not both"),
    ("run.json", b"[" * 100_000, "is not valid JSON: it is nested too deep", "ledgers"),
]


@pytest.mark.parametrize(("name", "content", "message", "hint"), FILES)
def test_a_bad_ledger_file_is_named(
    run: Any, tmp_path: Path, name: str, content: bytes, message: str, hint: str
) -> None:
    """The line names the file or the step, and what a ledger looks like."""
    file = tmp_path / name
    file.write_bytes(content)
    ran = run("epsilon", "--ledger", file, *AT, "--json")
    assert (ran.status, ran.json["error"]["type"]) == (2, "BadLedger")
    assert message in ran.json["error"]["message"]
    assert hint in ran.json["error"]["hint"]
    assert ran.err.count("\n") == 1


def test_options_that_may_be_repeated_are(run: Any) -> None:
    """As before: each --accountant counts, and a flag means the same twice."""
    twice = run("epsilon", GAUSSIAN, *AT, "--accountant", "gdp", "--accountant", "zcdp", "--json", "--json")
    assert {answer["accountant"] for answer in twice.json["answers"]} == {"gdp", "zcdp"}


@pytest.mark.parametrize(
    "content", [b"hello", b"\xff", b"[1, 2]", b"{}", b'{"format": "something else"}', b"[" * 100_000, b"7", b""]
)
def test_what_is_no_certificate_at_all_is_bad_input(run: Any, tmp_path: Path, content: bytes) -> None:
    """Not refused: it never was one."""
    file = tmp_path / "cert.json"
    file.write_bytes(content)
    ran = run("check", file, "--json")
    assert (ran.status, ran.json["error"]["type"]) == (2, "BadCertificate")
    assert ran.err.count("\n") == 1
    assert "codec" not in ran.err


def test_a_claim_prefix_that_matches_nothing_is_bad_input(run: Any, stranger: Path) -> None:
    """The hint tells how names start."""
    ran = run("verify", "strenger.T1", "--json")
    assert (ran.status, ran.json["error"]["type"]) == (2, "UnknownName")
    assert "'strenger.T1'" in ran.err
    assert "stranger.T1" in ran.json["error"]["hint"]


def test_explaining_what_nobody_registered_is_bad_input(run: Any, stranger: Path) -> None:
    """The hint names what starts so, or what is close."""
    assert "did you mean stranger.T1 or stranger.T1.holds" in run("explain", "stranger.T").err
    assert "did you mean gaussian" in run("explain", "gausian").err
    assert "did you mean matrix or tree-aggregation?" in run("explain", "dp-ftrl").err
    assert "chartered plugins lists the names" in run("explain", "\u00e7\u00e7\u00e7").err
    assert run("explain", "stranger.T").status == 2


BROKEN = {
    "it raises at import": (
        "import no_such_module_at_all\n",
        "cannot be imported: ModuleNotFoundError",
        "CHARTERED_BLOCK=stranger",
    ),
    "it registers nothing": ("x = 1\n", "registers nothing", "define one of"),
    "it forgets to return": (
        "import chartered as ch\n@ch.hook\ndef register_theorems():\n    pass\n",
        "hook register_theorems: it returned None",
        "Return a list",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_plugin_that_fails_is_named(run: Any, installs: Any, case: str) -> None:
    """Everything else is answered; the line names the plugin, its distribution and the remedy."""
    source, message, hint = BROKEN[case]
    installs(source)
    ran = run("epsilon", GAUSSIAN, *AT, "--json")
    assert (ran.status, [one["name"] for one in ran.json["failed_plugins"]]) == (0, ["stranger"])
    assert "plugin 'stranger' (stranger)" in ran.err
    assert message in ran.err
    assert hint in ran.err
    assert ran.err.count("\n") == 1


def test_the_help_does_not_fail_with_a_plugin(run: Any, installs: Any) -> None:
    """Whoever has a broken plugin must still be able to read the help."""
    installs("import no_such_module_at_all\n")
    ran = run("--help")
    assert ran.status == 0
    assert "epsilon" in ran.out
    assert "plugin 'stranger'" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("tradeoff", "laplace:scale=1", "--type-one", "1e-5000"),
        ("risk", "laplace:scale=1", "--prior", "1e-5000", "--type-one", "1e-500", "--baseline", "1e-5000"),
        ("delta", GAUSSIAN, "--epsilon", "1e308"),
        ("mu", "laplace:scale=1", "--head", "1e5000", "--regret"),
        ("calibrate", "pure", "--solve", "epsilon", "--epsilon", "1e5000", "--delta", "0"),
        ("steps", "pure:epsilon=1", "--epsilon", "1e-5000", "--delta", "1e-5000"),
        ("epsilon", "laplace:scale=1", "--delta", "1e-5000"),
    ],
)
def test_exact_numbers_of_any_size_have_an_answer(run: Any, arguments: tuple[str, ...]) -> None:
    """Far beyond doubles: in words and as JSON an answer, or that there is none; no traceback."""
    for extra in ((), ("--json",)):
        ran = run(*arguments, *extra)
        assert (ran.status in (0, 1), ran.err) == (True, "")
        assert ran.out
    assert "nan" not in ran.out.lower()


@pytest.mark.parametrize(
    ("relation", "meant"),
    [
        ("replace", "replace-one"),
        ("remove", "add-or-remove"),
        ("unbounded", "add-or-remove"),
        ("bounded", "replace-one"),
        ("REPLACE_SPECIAL", "zero-out"),
        ("add-or-remov", "add-or-remove"),
    ],
)
def test_part_of_a_relations_name_is_answered_with_the_whole(run: Any, relation: str, meant: str) -> None:
    """So is another name of it; never guessed. Underscores, as Python writes names, are read as they are meant."""
    run("epsilon", "gaussian:sigma=1", "--delta", "1e-5", "--neighbours", relation).refused(
        f"neighbours is '{relation}'; did you mean {meant}? it must be add-or-remove, replace-one or"
    )
    underscored = meant.replace("-", "_")
    assert run("epsilon", "gaussian:sigma=1", "--delta", "1e-5", "--neighbours", underscored).status == 0
