"""Text in a certificate, a ledger, a name or an argument never steers the terminal of whoever reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import chartered as ch
import pytest
from chartered.certificate.digest import sealed
from hypothesis import HealthCheck, example, given, settings, strategies as st
from strategies import ATTACK, HOSTILE, hidden
from terminal import on_a_terminal

PURE = ch.Ledger(["pure:epsilon=1"]).epsilon(0).certificate().document
TIMES = ch.largest_times("pure:epsilon=0.1", epsilon="0.3", delta=0).certificate().document
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def leaves(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every leaf of a document, and to every object within it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(way for key, inner in items for way in leaves(inner, (*here, key)))]


def with_text(document: Any, way: tuple[Any, ...], text: str, *, as_key: bool) -> Any:
    """The document with the text at one place, or as a key there, under a digest that fits again."""
    made = json.loads(json.dumps(document))
    at = made
    for key in way[:-1]:
        at = at[key]
    inner = at if not way else at[way[-1]] if as_key else None
    if isinstance(inner, dict):
        inner[text] = text
    else:
        at[way[-1]] = text
    return sealed({key: value for key, value in made.items() if key != "digest"})


PLACES = [(document, way) for document in (PURE, TIMES) for way in leaves(document)]


def clean(text: str) -> bool:
    """Whether nothing but line breaks steers a terminal."""
    return not hidden(text.replace("\n", ""))


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(PLACES), HOSTILE, st.booleans())
@example((PURE, ("versions",)), ATTACK, True)
@example((PURE, ("ledger", 0, "step")), ATTACK, False)
@example((PURE, ("derivation", "accountant")), ATTACK, False)
def test_any_text_anywhere_in_a_certificate_is_told_without_control_characters(
    run: Any, tmp_path: Path, place: tuple[Any, tuple[Any, ...]], text: str, as_key: bool
) -> None:
    """In words and in JSON: one line, status 0 to 3, no traceback."""
    file = tmp_path / "x.cert.json"
    file.write_text(json.dumps(with_text(*place, text, as_key=as_key)))
    for more in ((), ("--json",)):
        ran = run("check", file, *more)
        assert ran.status in (0, 1, 2, 3), ran
        assert clean(ran.out + ran.err), ran
        assert ran.out.count("\n") <= 1
        assert ran.status == 0 or not ran.out.startswith("accepted")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(HOSTILE, st.sampled_from(["label", "step", "times", "neighbours", "key"]))
def test_any_text_anywhere_in_a_ledger_is_told_without_control_characters(
    run: Any, tmp_path: Path, text: str, where: str
) -> None:
    """As TOML or JSON, in tables, JSON and errors."""
    step: dict[str, Any] = {"step": "pure:epsilon=1"} | ({where: text} if where in ("label", "step", "times") else {})
    more = {"neighbours": {"neighbours": text}, "key": {text: text}}.get(where, {})
    file = tmp_path / "run.json"
    file.write_text(json.dumps({"steps": [step], **more}))
    for command in (
        ("epsilon", "--delta", "0"),
        ("tradeoff", "--type-one", "0.1"),
        ("risk",),
        ("epsilon", "--delta", "0", "--json"),
    ):
        ran = run(*command, "--ledger", file)
        assert ran.status in (0, 2), ran
        assert clean(ran.out + ran.err), ran


@pytest.fixture
def attacked(tmp_path: Path) -> dict[str, Path]:
    """A forged certificate, a ledger and a broken one, each with an escape sequence in it."""
    document = with_text(PURE, ("versions",), ATTACK, as_key=True)
    forged = tmp_path / f"{ATTACK[:8].replace('/', '')}.json"
    forged.write_text(json.dumps(document))
    labelled = with_text(
        with_text(PURE, ("ledger", 0, "label"), ATTACK, as_key=False), ("answer", "upper"), ATTACK, as_key=False
    )
    label = tmp_path / "label.json"
    label.write_text(json.dumps(labelled))
    ledger = tmp_path / "run.toml"
    ledger.write_text(f"[[steps]]\nstep = 'pure:epsilon=1'\nlabel = {json.dumps(ATTACK)}\n")
    broken = tmp_path / "broken.toml"
    broken.write_text(f"[[steps]]\nstep = 'x'\n{json.dumps(ATTACK)} = 1\n")
    return {"forged": forged, "label": label, "ledger": ledger, "broken": broken}


COMMANDS: dict[str, tuple[str, ...]] = {
    "a forged version": ("check", "forged"),
    "a forged version, in JSON": ("check", "forged", "--json"),
    "a forged label": ("check", "label"),
    "a ledger that is no certificate": ("check", "ledger"),
    "a certificate that is no ledger": ("epsilon", "--ledger", "forged", "--delta", "0"),
    "a label in a table": ("epsilon", "--ledger", "ledger", "--delta", "0"),
    "a label in JSON": ("epsilon", "--ledger", "ledger", "--delta", "0", "--json"),
    "a label beside mu": ("mu", "--ledger", "ledger"),
    "a key of a ledger": ("delta", "--ledger", "broken", "--epsilon", "1"),
    "a step": ("epsilon", f"pure:epsilon={ATTACK}", "--delta", "0"),
    "a step to calibrate": ("calibrate", f"pure:{ATTACK}", "--solve", ATTACK, "--epsilon", "1", "--delta", "0"),
    "an option": ("epsilon", f"--{ATTACK}"),
    "a value of an option": ("verify", "pure", "--tier", ATTACK),
    "a command": (ATTACK,),
    "an accountant": ("epsilon", "pure:epsilon=1", "--delta", "0", "--accountant", ATTACK),
    "a theorem": ("explain", ATTACK),
    "a claim": ("verify", ATTACK),
    "a file": ("check", ATTACK),
    "a picture": ("plot", "profile", "pure:epsilon=1", "-o", ATTACK),
    "a page": ("report", "pure:epsilon=1", "--delta", "0", "-o", f"/nowhere/{ATTACK}.html"),
    "results": ("verify", "pure.profile", "--results", f"/nowhere/{ATTACK}"),
    "data of a simulation": ("simulate", "checkin", "--data", ATTACK),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_an_attack_shows_no_raw_byte_in_any_command(attacked: dict[str, Path], run: Any, name: str) -> None:
    """Nothing raw, no traceback, and no line that looks accepted."""
    told(run(*(attacked.get(argument, argument) for argument in COMMANDS[name])))


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1:strict"])
@pytest.mark.parametrize("name", ["a forged version", "a label in a table", "a command"])
def test_a_process_shows_no_raw_byte_whatever_the_encoding(
    attacked: dict[str, Path], process: Callable[..., Any], name: str, encoding: str
) -> None:
    """As a user starts it."""
    told(process(*(attacked.get(argument, argument) for argument in COMMANDS[name]), PYTHONIOENCODING=encoding))


def told(ran: Any) -> None:
    """Asserts that what a command left behind steers nothing and passes for nothing."""
    assert clean(ran.out + ran.err), ran
    assert "Traceback" not in ran.err
    assert ran.status in (0, 1, 2, 3)
    assert not re.search(r"^accepted", ran.out + ran.err, re.MULTILINE)


@pytest.mark.parametrize("name", ["a forged version", "a label in a table"])
def test_an_attack_reaches_no_terminal(attacked: dict[str, Path], name: str) -> None:
    """Where colours are on, colours are all that a terminal is told."""
    written = on_a_terminal(*(str(attacked.get(argument, argument)) for argument in COMMANDS[name]))
    assert clean(_COLOURS.sub("", written).replace("\r\n", "\n")), written


def test_a_label_cannot_break_a_picture(attacked: dict[str, Path], run: Any, tmp_path: Path) -> None:
    """An SVG with it is well-formed XML, in which the label is escaped."""
    file = tmp_path / "profile.svg"
    told(run("plot", "profile", "--ledger", attacked["ledger"], "-o", file))
    ElementTree.parse(file)


def test_a_very_long_text_is_shortened_and_says_by_how_much(run: Any, tmp_path: Path) -> None:
    """A label in a table and on a page, a number in an error, a field of a refused certificate; JSON has labels
    whole."""
    ledger, page, file = tmp_path / "run.json", tmp_path / "page.html", tmp_path / "x.json"
    ledger.write_text(json.dumps({"steps": [{"step": "pure:epsilon=1", "label": "x" * 100_000}]}))
    out = run("epsilon", "--ledger", ledger, "--delta", "0").out
    assert "[99800 characters left out]" in out
    assert len(out) < 5000
    assert run("epsilon", "--ledger", ledger, "--delta", "0", "--json").json["ledger"][0]["label"] == "x" * 100_000
    assert run("report", "--ledger", ledger, "--delta", "0", "--no-pictures", "-o", page).status == 0
    assert "[99800 characters left out]" in page.read_text()
    ran = run("epsilon", f"pure:epsilon={'9' * 100_000}", "--delta", "0")
    assert (ran.status, len(ran.err) < 5000) == (2, True)
    file.write_text(json.dumps(with_text(PURE, ("answer", "side"), "y" * 100_000, as_key=False)))
    ran = run("check", file)
    assert (ran.status, len(ran.out) < 1000) == (1, True)
    assert "characters left out" in ran.out


HOSTILE_PLUGIN = f"""
import click
import chartered as ch
from chartered_verify.statements.claim import Claim, Kind
from chartered_verify.statements.verdict import Refuted

ATTACK = {ATTACK!r}


@ch.hook
def register_claims():
    return [Claim("stranger.T", Kind.IDENTITY, ATTACK, ATTACK, ATTACK, lambda effort: Refuted(ATTACK,
        {{ATTACK: ATTACK}}))]


@ch.hook
def register_theorems():
    return [ch.Theorem("stranger.T", ch.OnStep("pure"), ch.Pure, bound, ATTACK, ATTACK, latex=ATTACK)]


def bound(case):
    raise ch.Unavailable(ATTACK)


@ch.hook
def register_commands():
    @click.command(name="stumble", short_help=ATTACK)
    def stumble():
        raise RuntimeError(ATTACK)

    return [stumble]
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("plugins",),
        ("plugins", "--json"),
        ("--help",),
        ("stumble",),
        ("verify", "stranger", "--jobs", "1"),
        ("explain", "stranger.T"),
        ("epsilon", "pure:epsilon=1", "--delta", "0"),
    ],
    ids=" ".join,
)
def test_names_and_reasons_of_a_plugin_are_shown_without_control_characters(
    installs: Any, run: Any, arguments: tuple[str, ...]
) -> None:
    """Names, statements, verdicts, reasons, the help, and the traceback of a fault."""
    installs(HOSTILE_PLUGIN)
    ran = run(*arguments)
    assert clean(ran.out + ran.err), ran
    assert ran.status in (0, 1, 70), ran
