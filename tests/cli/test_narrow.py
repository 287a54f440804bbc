"""In a narrow terminal no number is cut: what is too wide is folded, goes beneath its row, or has lines to itself."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from chartered.answer_table import AnswerTable
from chartered.console import SafeConsole
from terminal import on_a_terminal

NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?!\w)")
COMMANDS = {
    "one exact answer": "epsilon gaussian:sigma=20,times=1000 --delta 1e-5",
    "long names": "epsilon gaussian:sigma=20,times=1000 laplace:scale=5 --delta 1e-5",
    "every answer": "epsilon gaussian:sigma=20,times=1000 --delta 1e-5 --all",
    "fifty digits": "epsilon gaussian:sigma=20,times=1000 --delta 1e-5 --digits 50",
    "two hundred digits": "delta gaussian:sigma=20,times=1000 --epsilon 8 --digits 200",
    "a small delta": "delta gaussian:sigma=1 --epsilon 100",
    "mu": "mu laplace:scale=5",
    "counts": "steps gaussian:sigma=20 --epsilon 8 --delta 1e-5",
    "noise": "calibrate gaussian:times=1000 --solve sigma --epsilon 8 --delta 1e-5",
    "steps of a training": "steps dpsgd:n=60000,batch=256,noise=1.1 --epsilon 2 --delta 1e-5",
    "attacks": "risk gaussian:sigma=4,times=10",
    "a budget": "budget gaussian:sigma=4,times=10 --delta 1e-5",
    "errors of tests": "tradeoff gaussian:sigma=4,times=10 --type-one 0.05",
}


def shown(command: str, width: int) -> str:
    """What a terminal so wide shows in the end, without colours and bars of progress that were erased."""
    written = on_a_terminal(*command.split(), COLUMNS=str(width), NO_COLOR="1")
    return re.sub(r"\x1b\[[0-9;]*m|[^\n]*\x1b\[2K", "", written).replace("\r", "")


@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("name", COMMANDS)
def test_no_number_is_cut(process: Any, name: str, width: int) -> None:
    """Each that a pipe gets is in the terminal, in one piece but for the ends of lines; no line is too long."""
    wide, narrow = process(*COMMANDS[name].split()).out, shown(COMMANDS[name], width)
    joined = "".join(narrow.split())
    missing = [number for number in NUMBER.findall(wide) if number not in joined]
    assert not missing, narrow
    assert "…" not in narrow
    assert max(map(len, narrow.split("\n"))) <= width
    assert [word for word in re.findall(r"[\w.-]+ >", wide) if word.split()[0] not in joined] == []


def test_what_an_attack_is_stands_beneath_its_row() -> None:
    """Whole words, where they do not fit beside the numbers; a heading that needs more lines stays in its column."""
    narrow = shown("risk poisson:rate=0.01/gaussian:sigma=4,times=10", 60)
    assert "\n    true positive rate of a test whose false positive rate" in narrow
    assert "\n             sensitivity=1,times=10 " in narrow


@pytest.mark.parametrize("width", [200, 80, 60])
def test_the_list_of_plugins_reads_well(process: Any, width: int) -> None:
    """Each plugin with its names beneath it, none broken in the middle; in a pipe each is a row."""
    narrow = shown("plugins", width)
    assert max(map(len, narrow.split("\n"))) <= width
    assert "\nadvanced  chartered " in f"\n{narrow}"
    for name in (
        "characteristic-function.profile",
        "kairouz2015.T35",
        "balle2019.response-bennett",
        "loss-distribution",
    ):
        assert re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", narrow)
    assert process("plugins").out.startswith("plugin ")


def test_claims_in_a_narrow_terminal_have_their_seconds() -> None:
    """A long name is folded."""
    narrow = shown("verify loss-distribution.composition --jobs 1", 60)
    assert "…" not in narrow
    assert re.search(r"\d\.\d\d\s*\n", narrow)
    assert "seconds" in narrow


ROWS = [("an-accountant", "its.theorem", "1.23456789", "2.3456789", "exact", "one > two > its.theorem"), ("b",) * 6]
TITLES = ("accountant", "theorem", "lower", "upper", "side", "path")


@pytest.mark.parametrize("width", [100, 62, 45, 30, 12, 5])
def test_a_table_of_answers_loses_nothing_at_any_width(width: int) -> None:
    """With every column, with paths beneath, and as lists."""
    file = StringIO()
    SafeConsole(file=file, width=width, color_system=None).print(AnswerTable(TITLES, ROWS, "theorem", ["bold"]))
    lines = file.getvalue().split("\n")
    assert max(map(len, lines)) <= width
    joined = "".join(file.getvalue().split())
    for text in ("an-accountant", "1.23456789", "2.3456789", "its.theorem"):
        assert text in joined or width < 20
    assert ("theorem" in lines[0]) is (width == 100)
    assert ("lower" in lines[0]) is (width > 42)


@pytest.mark.parametrize("width", [80, 60, 40])
def test_a_step_goes_on_after_a_comma(width: int) -> None:
    """On a line that is too narrow for a step, each of its settings stays in one piece."""
    step = "poisson:rate=8/1875/gaussian:sigma=1.123456789,sensitivity=1,times=14063"
    lines = shown(f"steps {step.partition(',times')[0]} --epsilon 3 --delta 1e-5", width).split("\n\n")[0].split("\n")
    for setting in ("rate=8/1875/", "sigma=1.123456789,", "sensitivity=1"):
        assert any(setting in line for line in lines), lines
