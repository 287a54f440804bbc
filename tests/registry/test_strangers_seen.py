"""Whoever reads a number that rests on a stranger's plugin learns it; and no stranger's claim about itself leaves out
an answer of ours."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered import Question
from chartered.output.html.statement import statement
from strangers import Install

from ..command import Run

EPSILON = Question.epsilon("1e-5")
LEDGER = "laplace:scale=2,times=10"
NOISE = """
import chartered as ch

@ch.hook
def register_mechanisms():
    return [ch.Mechanism("noise", "adds noise", (ch.Parameter("size", "its size", safer="larger"),))]

@ch.hook
def register_theorems():
    mu = lambda case: ch.GDP(mu_squared=1 / case.number("size"))
    return [ch.Theorem("noise.gdp", ch.OnStep("noise"), ch.GDP, mu, "s", "s", side=ch.Side.EXACT)]
"""
STEP = "noise:size=9"


def theorem(takes: str, gives: str, bound: str, **more: str) -> str:
    """A plugin with one theorem."""
    fields = "".join(f", {key}={value}" for key, value in more.items())
    return (
        "from fractions import Fraction\nimport chartered as ch\n\n@ch.hook\ndef register_theorems():\n"
        f"    return [ch.Theorem('odd.one', {takes}, {gives}, {bound}, 'So it is.', 'nobody'{fields})]\n"
    )


def ours(
    question: Question = EPSILON, step: str = LEDGER, **options: Any
) -> dict[tuple[str, ...], tuple[float | None, float]]:
    """The answers that rest on no stranger, by path."""
    return {a.path: (a.lower, a.upper) for a in ch.Ledger(step).account(question, **options).answers if not a.strangers}


def test_an_answer_says_on_which_strangers_it_rests(install: Install) -> None:
    """In Python, in JSON and in its certificate; and one that rests on none has an empty list."""
    install("odd-noise", NOISE, version="3.1")
    answer = ch.Ledger([STEP, "gaussian:sigma=9"]).epsilon("1e-5")
    assert answer.strangers == ("odd-noise",)
    assert answer.to_json()["strangers"] == ["odd-noise"]
    assert "strangers: odd-noise" in repr(answer)
    assert answer.certificate().document["answer"]["strangers"] == ["odd-noise"]
    assert ch.check(answer.certificate()).strangers == ("odd-noise",)
    plain = ch.Ledger("gaussian:sigma=9").epsilon("1e-5")
    assert (plain.strangers, plain.to_json()["strangers"], ch.check(plain.certificate()).strangers) == ((), [], ())


def test_a_mechanism_of_a_stranger_is_seen_where_all_theorems_are_ours(install: Install) -> None:
    """Its wrapper alone decides what ours may say of it."""
    mechanism = 'ch.Mechanism("thrice", "runs thrice", (), wraps=True)'
    code = theorem("ch.OnWrapped('thrice')", "ch.Rewrite", "lambda case: ((case.step.inner, 3),)", side="ch.Side.EXACT")
    install("odd", f"{code}\n@ch.hook\ndef register_mechanisms():\n    return [{mechanism}]\n")
    answer = ch.Ledger("thrice/gaussian:sigma=9").epsilon("1e-5")
    assert answer.strangers == ("odd",)
    assert answer.upper == ch.Ledger("gaussian:sigma=9,times=3").epsilon("1e-5").upper


def test_every_output_names_the_stranger(install: Install, run: Run, tmp_path: Path) -> None:
    """Tables, JSON, checks and statements: with its distribution and version where people read."""
    install("odd-noise", NOISE, version="3.1")
    on_it, file = "on a plugin that is not part of Chartered: odd-noise (odd-noise 3.1)", str(tmp_path / "a.cert.json")
    commands = [
        ("epsilon", STEP, "--delta", "1e-5"),
        ("delta", STEP, "--epsilon", "1"),
        ("mu", STEP),
        ("steps", STEP, "--epsilon", "3", "--delta", "1e-5"),
        ("calibrate", "noise", "--solve", "size", "--epsilon", "3", "--delta", "1e-5"),
        ("tradeoff", STEP, "--type-one", "0.05"),
        ("risk", STEP),
    ]
    for command in commands:
        shown = run(*command)
        assert shown.status == 0
        assert f"rests {on_it}" in shown.out, command
        shown = run(*command, "--json").json
        inside = [reading["answer"] for reading in shown.get("readings", {}).values()]
        answers = shown["answers"] if "answers" in shown else inside or [shown["answer"]]
        assert all(answer["strangers"] == ["odd-noise"] for answer in answers), command
    for command in (commands[0], commands[3], commands[4]):
        assert run(*command, "--certificate", file).status == 0
        checked = run("check", file)
        assert checked.status == 0
        assert f"it rests {on_it}" in checked.out
        assert run("check", file, "--json").json["strangers"] == ["odd-noise"]
    picture = ("plot", "epsilon", STEP, "--delta", "1e-5", "--times", "1:9", "-o", str(tmp_path / "a.svg"))
    assert f"it rests {on_it}" in run(*picture).out
    assert all(curve["strangers"] == ["odd-noise"] for curve in run(*picture, "--json").json["curves"])
    page = statement(ch.Ledger(STEP), EPSILON, pictures=False).html
    assert f"<p>It rests {on_it}.</p>" in page
    assert "gdp.profile</code></td><td>exact, by odd-noise</td>" in page


PURE = NOISE.replace("ch.GDP(mu_squared=", "ch.Pure(epsilon=").replace("ch.GDP", "ch.Pure")
ABOVE_ONE = (
    NOISE.replace('GDP(mu_squared=1 / case.number("size"))', "Profile(delta=lambda xp, eps, witness: xp.number(2))")
    .replace("ch.GDP", "ch.Profile")
    .replace("EXACT", "UPPER")
)


def test_an_ordinary_reason_of_ours_names_no_plugin(install: Install) -> None:
    """Beside a stranger's step, as elsewhere."""
    install("odd-noise", PURE)
    found = ch.Ledger(f"{STEP},times=30").account(EPSILON)
    (why,) = (none.why for none in found.unavailable if none.accountant == "central-limit")
    assert why.startswith("the law of the loss may be as far as")


def test_a_profile_above_one_is_no_fault_of_what_composes(install: Install) -> None:
    """Where a last resort takes it, its grid does not end; of a bound, such a delta says nothing, and is true."""
    install("odd-noise", ABOVE_ONE)
    found = ch.Ledger(f"{STEP},times=30").account(EPSILON)
    assert (found.answers, found.faults) == ((), ())


def test_tables_of_ours_name_no_strangers(install: Install, run: Run) -> None:
    """Also where one is installed that has nothing to say."""
    install("odd-noise", NOISE)
    assert "stranger" not in run("epsilon", LEDGER, "--delta", "1e-5").out
    assert "not part of Chartered" not in statement(ch.Ledger("gaussian:sigma=9"), EPSILON, pictures=False).html


FALSE = {
    "an exact guarantee": theorem(
        "ch.OnStep('laplace')", "ch.Pure", "lambda case: ch.Pure(epsilon=Fraction(1, 100))", side="ch.Side.EXACT"
    ),
    "an upper bound": theorem("ch.OnStep('laplace')", "ch.Pure", "lambda case: ch.Pure(epsilon=Fraction(1, 100))"),
    "an exact rewriting": theorem(
        "ch.OnStep('laplace')",
        "ch.Rewrite",
        "lambda case: ch.mechanism('pure', epsilon='0.01').step",
        side="ch.Side.EXACT",
    ),
    "a rewriting": theorem(
        "ch.OnStep('laplace')", "ch.Rewrite", "lambda case: ch.mechanism('pure', epsilon='0.01').step"
    ),
    "a conversion": theorem(
        "ch.Pure", "ch.ZCDP", "lambda g: ch.ZCDP(rho=Fraction(1, 10**6))", optimal_for_premise="True"
    ),
}


QUESTIONS = [EPSILON, Question.delta("0.25"), Question.mu()]
EXCLUDING = [
    (name, question) for name in FALSE for question in QUESTIONS if (name, question.quantity) != ("a conversion", "mu")
]
"""A conversion into rho says nothing of mu."""


@pytest.mark.parametrize(("name", "question"), EXCLUDING, ids=str)
def test_answers_that_exclude_each_other_are_an_error_that_names_both(
    install: Install, name: str, question: Question
) -> None:
    """Whichever of the two is true: both theorems with their plugins, what each proves, and how to leave the stranger's
    out."""
    install("odd", FALSE[name])
    # of Laplace noise ours is the least rho, so that nothing else is asked for one
    mechanism, size = ("exponential", "epsilon=1/2") if name == "a conversion" else ("laplace", "scale=2")
    with pytest.raises(ch.Contradiction) as caught:
        ch.Ledger(f"{mechanism}:{size}").account(question)
    said = str(caught.value)
    assert "two theorems contradict each other" in said
    assert "resting on odd) at most" in said
    assert "proves at least" in said
    assert f"plugin {mechanism}, theorem {mechanism}.profile ({mechanism}.profile > profile)" in said
    assert "CHARTERED_BLOCK=odd" in said


def test_an_exact_claim_that_is_too_large_contradicts_as_well(install: Install) -> None:
    """Its lower end is above what ours proves to suffice."""
    install(
        "odd", theorem("ch.OnStep('gaussian')", "ch.GDP", "lambda case: ch.GDP(mu_squared=9)", side="ch.Side.EXACT")
    )
    with pytest.raises(
        ch.Contradiction,
        match=r"plugin gdp, theorem gdp.profile \(odd.one > gdp > gdp.profile, resting on odd\) proves at least",
    ):
        ch.Ledger("gaussian:sigma=5,times=3").epsilon("1e-5")


def test_a_contradiction_gives_no_answer_in_any_command(install: Install, run: Run, tmp_path: Path) -> None:
    """One line and exit status 1, with --json also as JSON; nothing is written."""
    install("odd", FALSE["an upper bound"])
    file = tmp_path / "a.cert.json"
    for command in (
        ("epsilon", "laplace:scale=2", "--delta", "1e-5", "--certificate", str(file)),
        ("delta", "laplace:scale=2", "--epsilon", "0.1"),
        ("mu", "laplace:scale=2"),
        ("steps", "laplace:scale=2", "--epsilon", "3", "--delta", "1e-5"),
        ("calibrate", "laplace", "--solve", "scale", "--epsilon", "0.5", "--delta", "1e-5"),
        ("tradeoff", "laplace:scale=2", "--type-one", "0.05"),
        ("risk", "laplace:scale=2"),
        ("report", "laplace:scale=2", "--delta", "1e-5", "--no-pictures", "-o", str(tmp_path / "a.html")),
        ("plot", "epsilon", "laplace:scale=2", "--delta", "1e-5", "--times", "1:30", "-o", str(tmp_path / "a.svg")),
    ):
        shown = run(*command, "--json")
        assert shown.status == 1, command
        assert shown.json["error"]["type"] == "Contradiction"
        assert shown.err.count("\n") == 1
        assert "two theorems contradict each other" in shown.err
    assert list(tmp_path.glob("a.*")) == []


def test_many_answers_at_once_are_none_where_theorems_contradict(install: Install) -> None:
    """Over numbers of runs and over deltas."""
    install("odd", FALSE["an upper bound"])
    for sweep in ({"delta": "1e-5", "times": [1, 2, 3]}, {"delta": ["1e-5", "1e-3"]}):
        with pytest.raises(ch.Contradiction, match="odd"):
            ch.Ledger("laplace:scale=2").epsilons(**sweep)


LOOSE = "lambda xp, eps, w: xp.number(1) + 0 * eps"
SELF = (
    "lambda case: ch.mechanism('laplace', scale=2 * case.number('scale'), sensitivity=2 * "
    "case.number('sensitivity')).step"
)
CLAIMS = {
    "an exact Renyi curve": theorem("ch.OnStep('laplace')", "ch.Renyi",
        "lambda case: ch.registry().theorem('laplace.renyi').bound(case)", side="ch.Side.EXACT"),
    "a loose Gaussian guarantee": theorem("ch.OnStep('laplace')", "ch.GDP", "lambda case: ch.GDP(mu_squared=99)"),
    "a loose approximate guarantee": theorem("ch.Pure", "ch.Approximate",
        "lambda g: ch.Approximate(epsilon=99, delta=0)", optimal_for_premise="True"),
    "an exact rewriting": theorem("ch.OnStep('laplace')", "ch.Rewrite", SELF, side="ch.Side.EXACT"),
    "a tight profile": theorem("ch.Pure", "ch.Profile", f"lambda g: ch.Profile(delta={LOOSE})",
        optimal_for_premise="True"),
    "never looser than ours": theorem("ch.Renyi", "ch.Profile", f"lambda g: ch.Profile(delta={LOOSE})",
        never_looser_than="('asoodeh2020.T3', 'asoodeh2020.T1', 'asoodeh2020.L1')"),
    "a Gaussian profile": theorem("ch.GDP", "ch.Profile", f"lambda g: ch.Profile(delta={LOOSE})",
        optimal_for_premise="True"),
    "an exact profile": theorem("ch.OnStep('laplace')", "ch.Profile",
        "lambda case: ch.registry().theorem('laplace.profile').bound(case)", side="ch.Side.EXACT"),
}  # fmt: skip
"""What strangers may claim of a theorem, so loose that nothing contradicts it; before, each left out answers of
ours."""
LEDGERS = [
    "laplace:scale=2",
    LEDGER,
    "poisson:rate=0.1/laplace:scale=2,times=3",
    "discrete-laplace:scale=2,times=4",
    "gaussian:sigma=3",
]


@cache
def without_strangers() -> tuple[Any, dict[str, list[float]]]:
    """Our answers to every question about every ledger, and our sweeps, where nothing else is installed."""
    questions = [EPSILON, Question.delta("0.5"), Question.mu("1e-3")]
    answers = {(step, question): ours(question, step) for step in LEDGERS for question in questions}
    return answers, {step: ch.Ledger(step).epsilons("1e-5", times=[1, 5]).tolist() for step in LEDGERS}


@pytest.mark.parametrize("code", CLAIMS.values(), ids=CLAIMS)
def test_no_claim_of_a_stranger_leaves_out_an_answer_of_ours(install: Install, code: str) -> None:
    """Exact, tight, never looser, a rewriting: every answer of ours is still there, with the same ends, for every
    question."""
    before, sweeps = without_strangers()
    install("odd", code)
    for (step, question), answers in before.items():
        after = ours(question, step)
        assert {path: after.get(path) for path in answers} == answers, (step, question)
        assert ch.Ledger(step).epsilons("1e-5", times=[1, 5]).tolist() == sweeps[step]


def test_the_best_answer_may_be_a_strangers_and_is_marked(install: Install, run: Run) -> None:
    """A sharper bound that contradicts nothing comes first, and its row says whose it is; ours stands below it."""
    bound = "lambda g: ch.GDP(mu_squared=g.rho)"
    install("odd", theorem("ch.ZCDP", "ch.GDP", bound))
    best = ch.Ledger("zcdp:rho=1/9").account(EPSILON).best
    assert best.strangers == ("odd",)
    assert best.upper < min(upper for _, upper in ours(step="zcdp:rho=1/9").values())
    lines = run("epsilon", "zcdp:rho=1/9", "--delta", "1e-5").out.splitlines()
    (heading,) = [line for line in lines if line.startswith("accountant")]
    rows = lines[lines.index(heading) + 1 :]
    assert heading.split() == ["accountant", "theorem", "lower", "upper", "side", "strangers", "path"]
    assert rows[0].split()[:2] == ["gdp", "gdp.profile"]
    assert " odd " in rows[0]
    assert any(row.startswith("renyi") and " odd " not in row for row in rows)


def test_mu_is_measured_by_our_gaussian_profile(install: Install) -> None:
    """A stranger's theorem about the profile of Gaussian DP is no measure, whatever its name."""
    before = ch.Ledger("laplace:scale=2").mu().upper
    install(
        "aaa", theorem("ch.GDP", "ch.Profile", "lambda g: ch.Profile(delta=lambda xp, eps, w: xp.number(1) + 0 * eps)")
    )
    assert ch.Ledger("laplace:scale=2").mu().upper == before


def test_a_plugin_that_takes_our_distributions_name_is_a_stranger(install: Install) -> None:
    """What is ours stands in our own package as well."""
    (plugin,) = [p for p in ch.registry().plugins if p.name == "gaussian"]
    assert plugin.ours
    install("odd", FALSE["an upper bound"])
    (stranger,) = [p for p in ch.registry().plugins if p.name == "odd"]
    assert not stranger.ours
    assert not ch.Plugin("odd", stranger.module, "chartered", "0.1.0").ours
    assert math.isfinite(ch.Ledger("gaussian:sigma=1").epsilon("1e-5").upper)
