"""The mutation score: a sign, a constant or a direction changed in a shipped formula is found by some claim."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from chartered_plugins.mechanisms.formulas import laplace_profile
from chartered_plugins.mechanisms.laplace import register_theorems
from chartered_verify.arithmetic import floats

from tests.mutation.covering import Cover, Place, covers, state
from tests.mutation.mutants import Mutant, _sites, modules, mutants, planted
from tests.mutation.operators import variants
from tests.mutation.score import chosen, read
from tests.mutation.survivors import ACCEPTED, EFFORT, accepted

ROOT = Path(__file__).parents[2]
QUICK = [
    "mechanisms.formulas.laplace_profile.delta_laplace",
    "basics.formulas.randomized_response.delta",
    "mechanisms.formulas.laplace_moments.laplace",
    "mechanisms.laplace.",
]
hours = pytest.mark.skipif(not os.environ.get("CHARTERED_MUTATION"), reason="an hour: `bash .ci/mutation` runs it")
"""What traces each claim, and then tries hundreds of errors."""
LEAST = 0.95
"""Of what is not known to be equivalent. Of all of them `.ci/full` asks as much."""


@pytest.mark.parametrize(
    ("written", "errors"),
    [
        ("a + b", ["a - b"]),
        ("a * b", ["a / b"]),
        ("a ** b", ["a * b"]),
        ("-a", ["a"]),
        ("a < b", ["a >= b"]),
        ("0 < a <= b", ["0 >= a <= b", "0 < a > b"]),
        ("7", ["8"]),
        ("True", []),
        ("'text' + a", []),
        ("xp.exp", ["xp.expm1"]),
        ("min", ["max"]),
        ("f(xp, a, b, c)", ["f(xp, a, c, b)"]),
        ("f(xp, a, a)", []),
        ("max(a, b)", []),
    ],
)
def test_an_operator_plants_each_error_once(written: str, errors: list[str]) -> None:
    """Signs, constants and directions, and two arguments the other way round; texts and what is symmetric stay."""
    assert [ast.unparse(error) for error in variants(ast.parse(written, mode="eval").body)] == errors


@pytest.mark.parametrize(
    ("statement", "errors"),
    [
        ("x = f(a - b, c)", 2),
        ("charge(a * b)", 0),
        ("work = a * b", 0),
        ("cap = a * b", 0),
        ("x = f(c, bits=a * b)", 0),
        ("with balls(a * b): pass", 0),
        ("x = search.propose_tail(a - b, c)", 0),
        ("def propose(): return a - b", 0),
        ("def work(): return a - b", 0),
    ],
)
def test_nothing_is_planted_in_what_proposes_or_counts(statement: str, errors: int) -> None:
    """Not in a search or what it is asked, nor in how much work or how many digits there are."""
    sites = _sites(ast.parse(f"def formula():\n  {statement}"))
    assert sum(len(list(variants(node))) for _, node, *_ in sites) == errors


def named(part: str) -> Mutant:
    """The first mutant of the Laplace plugin or its formulas whose name has the part."""
    every = mutants("chartered_plugins.mechanisms.formulas.laplace_profile") + mutants(
        "chartered_plugins.mechanisms.laplace"
    )
    return next(mutant for mutant in every if part in mutant.name)


def test_a_planted_error_changes_the_value_and_is_taken_out_again() -> None:
    """The function that was imported before runs the mutated code, and its own again."""
    value = laplace_profile.delta_laplace
    right = value(floats, 2.0, 1.0)
    with planted(named("epsilon - epsilon0 -> epsilon + epsilon0")) as functions:
        assert functions == ["delta_laplace"]
        assert value(floats, 2.0, 1.0) != right
    assert value(floats, 2.0, 1.0) == right


def test_an_error_reaches_functions_that_live_inside_others() -> None:
    """A bound that was registered before the error was planted runs it, too."""
    import chartered as ch

    (bound,) = [theorem.bound for theorem in register_theorems() if theorem.name == "laplace.profile"]
    case = ch.Case(ch.parse("laplace:epsilon=1").step, ch.Neighbours.ADD_OR_REMOVE)
    profile = bound(case)
    right = profile.epsilon(floats, 0.1, {})
    with planted(named("2 * xp.log1p(-delta) -> 3 * xp.log1p(-delta)")):
        assert profile.epsilon(floats, 0.1, {}) != right
    assert profile.epsilon(floats, 0.1, {}) == right


def test_every_mutant_has_a_name_of_its_own() -> None:
    """And no shipped formula is left out."""
    names = [mutant.name for mutant in chosen()]
    assert len(set(names)) == len(names)
    without = {module for module in modules() if ".formulas." in module and not mutants(module)}
    assert not without


def test_what_is_worse_than_a_verdict() -> None:
    """Fewer points than a proof, no decision, and a counterexample; nothing else."""
    cover = Cover("a.b", "supported", 1.0, frozenset())
    assert [verdict for verdict in ("refuted", "undecided", "supported", "proved") if cover.worse(verdict)] == [
        "refuted",
        "undecided",
    ]


def test_a_sample_of_planted_errors_is_found(tmp_path: Path) -> None:
    """Twelve of the errors in the Laplace mechanism and in randomized response, by the claims about these two."""
    caught, survived = scored(
        tmp_path / "fates", *only(*QUICK), "--claims", "laplace.", "--claims", "randomized-response.", "--sample", "12"
    )
    assert (caught, survived) == (12, set())


def test_a_run_goes_on_where_it_ended(tmp_path: Path) -> None:
    """What the results hold is not tried again: here all of it, with no claim at all to find anything."""
    results, wanted = tmp_path / "fates", chosen(["formulas.laplace_profile.delta_laplace"])
    results.write_text(
        "".join(json.dumps({"mutant": mutant.name, "by": "a.b", "verdict": "refuted"}) + "\n" for mutant in wanted)
    )
    assert scored(results, *only("formulas.laplace_profile.delta_laplace"), "--claims", "none.") == (len(wanted), set())


def test_the_page_says_which_claims_find_something_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one claim finds, what two do, what ended, what is known not to be found, and what is not found."""
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "pages"))
    fates = [
        {"mutant": f"basics.formulas.f: {k}", "by": by, "verdict": verdict, "also": also}
        for k, (by, verdict, also) in enumerate(
            [("a.b", "refuted", None), ("a.b", "refuted", "c.d"), ("c.d", "ended", None)]
            + [(None, "survived", None)] * 2
        )
    ]
    known = {fate["mutant"]: fate["mutant"].endswith("3") for fate in fates}
    shown = import_module("planted_errors").page(fates, known)
    assert "| basics | 5 | 3 | 1 | 1 | 1 |" in shown
    assert "3 of 5 errors, 75.0 % of those" in shown
    assert "| `a.b` | 1 | `basics.formulas.f: 0` |" in shown
    assert "| `c.d` |" not in shown


def test_the_page_names_claims_that_there_are() -> None:
    """Those that it says find something alone, of the registry or about our code."""
    shown = (ROOT / "docs" / "planted-errors.md").read_text("utf-8").partition("## Claims")[2]
    named = {line.split("`")[1] for line in shown.splitlines() if line.startswith("| `")}
    assert len(named) > 50
    assert named <= state().keys()


@pytest.mark.full
@hours
def test_the_mutation_score(tmp_path: Path) -> None:
    """At least so many of the errors of a draw are found, those aside of which is known why they cannot be. (All
    8,400 would take hours.)"""
    caught, survived = scored(tmp_path / "fates", "--sample", "200", "--seed", "3")
    assert caught / (caught + sum(not accepted(mutant) for mutant in survived)) >= LEAST


@pytest.mark.full
@hours
def test_an_accepted_survivor_survives(tmp_path: Path) -> None:
    """The list of those that cannot be found is not stale."""
    _, survived = scored(tmp_path / "fates", *only(*ACCEPTED))
    assert ACCEPTED.keys() <= survived


@pytest.mark.full
def test_what_is_effort_is_run_by_the_claim_that_checks_what_comes_of_it() -> None:
    """Each function exists, has errors to plant, and the claim about the number that it helps to compute runs it."""
    claims = state()
    found = {cover.claim: cover for cover in covers(claims[name] for _, name in EFFORT.values())}
    for function, (_, claim) in EFFORT.items():
        mutant = chosen([f"{function}:"])[0]
        assert Place(str(import_module(mutant.module).__file__), mutant.function) in found[claim].places


def only(*prefixes: str) -> list[str]:
    """The options that choose mutants."""
    return [word for prefix in prefixes for word in ("--only", prefix)]


def scored(results: Path, *options: str) -> tuple[int, set[str]]:
    """How many were found, and the others, in a process of its own: only one without threads is forked safely."""
    command = [sys.executable, "-m", "tests.mutation.score", "--results", str(results), *options]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    fates = read(results)
    return sum(fate.by is not None for fate in fates), {fate.mutant for fate in fates if fate.by is None}
