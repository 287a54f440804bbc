"""What the second checker reads: the format and nothing else, within bounds; and how it answers."""

from __future__ import annotations

import ast
import copy
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chartered_check
import pytest
from chartered_check import fields, reading
from chartered_check.command import check, main
from chartered_check.expressions import ARITY
from chartered_check.reading import Malformed, Unreadable, proof_of, rational
from forging import changed
from proofs import exported

Change = Callable[[dict[str, Any]], Any]
NAME = "Theorem 3"


MALFORMED: list[tuple[tuple[Any, ...], Any]] = [
    (("more",), 1),
    *((("nodes", 5), node) for node in (
        ["exp", 5], ["exp", 6], ["exp", -1], ["exp", True], ["erf", 1], ["exp", 1, 2], [], ["power", 1, 10**10]
    )),
    *((("nodes", 0), ["number", x]) for x in (0.5, "--1", "1/0", "\u0661", "1" * 10_001)),
    (("conditions", 0, "relation"), "!="),
    (("conditions", 0, "left"), 10**6),
    (("inequality", "relation"), ">="),
    (("inequality", "of"), "mu"),
    (("theorems",), []),
    (("theorems", 0, "conclusion", "numbers", "rho"), 10**6),
    (("theorems", 0, "conclusion", "numbers"), [1]),
]  # fmt: skip
"""A field more; nodes that read themselves, ahead, below 0 or true, with an unknown operation, one of too many, none,
or a huge power; numbers that are doubles, not written as they must be, or long; relations, quantities and places of
another kind; theorems that are none."""


def refused(document: dict[str, Any], match: str | None = None) -> None:
    """Asserts that a proof is read as one that breaks the format."""
    with pytest.raises(Malformed, match=match):
        proof_of(json.dumps(document).encode())


@pytest.mark.parametrize(("way", "value"), MALFORMED)
def test_what_breaks_the_format_is_refused(way: tuple[Any, ...], value: Any) -> None:
    """Before anything is evaluated."""
    refused(changed(exported(NAME)[1], way, value))


def test_what_lacks_a_field_or_computes_a_witness_is_refused() -> None:
    """As well."""
    document = exported(NAME)[1]
    refused({key: value for key, value in document.items() if key != "ledger"})
    refused(changed(document, ("witness", "alpha"), document["inequality"]["left"]))


def test_the_schema_is_that_of_the_reader() -> None:
    """Its fields and operations, and each exported proof has them."""
    schema = json.loads((Path(__file__).parents[2] / "docs" / "proof-1.schema.json").read_text(encoding="utf-8"))
    assert schema["required"] == list(schema["properties"]) == list(exported(NAME)[1]) == list(fields.FIELDS)
    operations = {}
    for kind in schema["properties"]["nodes"]["items"]["oneOf"]:
        first = kind["prefixItems"][0]
        operations |= dict.fromkeys(first.get("enum", [first.get("const")]), kind["maxItems"] - 1)
    assert operations == ARITY
    for part, wanted in (("theorems", fields.OF_THEOREM), ("conditions", fields.OF_CONDITION)):
        assert schema["properties"][part]["items"]["required"] == list(wanted)
    assert schema["properties"]["inequality"]["required"] == list(fields.OF_INEQUALITY)
    assert schema["properties"]["from_below"]["items"]["required"] == list(fields.FROM_BELOW)
    assert schema["properties"]["misses"]["items"]["required"] == list(fields.MISSES)
    stretch = schema["properties"]["stretch"]["items"]
    assert stretch["required"] == list(fields.STRETCH)
    assert stretch["properties"]["pieces"]["items"]["required"] == list(fields.PIECE)


def test_a_key_that_is_written_twice_is_refused() -> None:
    """No reader may understand a proof otherwise than the checker."""
    text = exported(NAME)[0].replace('"quantity"', '"quantity": "delta", "quantity"', 1)
    with pytest.raises(Malformed, match="twice"):
        proof_of(text.encode())


@pytest.mark.parametrize("text", ["", "{}", "[]", "1", "[" * 100_000, '{"format": "chartered proof 2"}', "\xff"])
def test_what_is_no_proof_is_unreadable(text: str) -> None:
    """Another file, another format, and nests without end."""
    with pytest.raises(Unreadable):
        proof_of(text.encode("latin-1"))


def test_sizes_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes, nodes, conditions and whole numbers."""
    text, document = exported(NAME)
    with pytest.raises(Malformed, match="digits"):
        proof_of(text.replace('"at":', f'"at": {"9" * 30}, "bt":', 1).encode())
    for name, least in (("MOST_NODES", len(document["nodes"])), ("MOST_CONDITIONS", len(document["conditions"]))):
        monkeypatch.setattr(reading, name, least - 1)
        with pytest.raises(Malformed, match="more than"):
            proof_of(text.encode())
        monkeypatch.undo()
    monkeypatch.setattr(reading, "MOST_BYTES", len(text) - 1)
    file = tmp_path / "large.json"
    file.write_text(text)
    with pytest.raises(Malformed, match="bytes"):
        reading.read(file)


def test_numbers_are_read_exactly() -> None:
    """Also those that Python does not read at once."""
    assert str(rational("-1/3")) == "-1/3"
    assert rational("1" + "0" * 9_000) == 10**9000
    assert rational("-1" + "0" * 9_000) == -(10**9000)


@pytest.mark.parametrize("text", ["-0", "0/2", "-0/3", "2/4", "-6/3", "3/1", "10/10", f"{2**9000}/{2**8999}"])
def test_a_number_is_written_in_one_way(text: str) -> None:
    """In lowest terms, and 0 without a sign."""
    with pytest.raises(Malformed):
        rational(text)


def test_time_is_bounded() -> None:
    """A tower of nodes that takes long ends with a refusal."""
    document = copy.deepcopy(exported(NAME)[1])
    place = len(document["nodes"])
    document["nodes"].append(["number", "-7/3"])
    for n in range(3_000):
        document["nodes"].append(["ndtr" if n % 2 else "neg", place + n])
    document["conditions"].append({"left": place, "relation": "<", "right": place + 3_000, "of": "a test"})
    begun = time.monotonic()
    found = check(proof_of(json.dumps(document).encode()), seconds=0.2)
    assert not found.accepted
    assert "within 0.2 seconds" in found.says
    assert time.monotonic() - begun < 10


def test_the_command_answers_by_its_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """0 accepted, 1 refused, 2 no proof; and says what was not checked: what the file says of the expression."""
    text, document = exported(NAME)
    file = tmp_path / "run.proof.json"
    file.write_text(text)
    assert main([str(file)]) == 0
    said = capsys.readouterr().out
    proved, told = said.split("what the file says of them, which was NOT checked:")
    assert proved.startswith(
        "accepted: the inequality holds; NOT checked: that these expressions are those theorems'\n"
    )
    assert "has 58 nodes, and as constants 1/100000, 0, 4336498035760581/1125899906842624, 1000, 1/800," in proved
    for name in ("asoodeh2020", "Asoodeh", "epsilon", "gaussian"):  # nothing that was proved bears a paper's name
        assert name not in proved
    for line in (
        "  answer       epsilon at 1/100000 is at most 8078359165795518267/1000000000000000000",
        "  question     epsilon at delta = 1e-5, add-or-remove",
        "  ledger       gaussian:sigma=20,sensitivity=1, times 1000",
        "  theorem      asoodeh2020.T3: Asoodeh, Liao, Calmon, Kosut, Sankar 2020, Theorem 3",
        f"  certificate  {document['certificate']}",
    ):
        assert line in told.splitlines()
    forged = copy.deepcopy(document)
    forged["inequality"]["right"] = "8"
    file.write_text(json.dumps(forged))
    assert main([str(file)]) == 1
    assert "the inequality, node" in capsys.readouterr().out
    file.write_text(json.dumps(document | {"nodes": []}))
    assert main([str(file)]) == 1
    file.write_text("{}")
    assert main([str(file)]) == 2
    assert main([str(tmp_path / "none")]) == 2


FORGED: dict[str, Change] = {
    "a node": lambda d: d["nodes"].__setitem__(d["inequality"]["left"], ["number", "1/1000"]),
    "a node within": lambda d: d["nodes"].__setitem__(d["inequality"]["left"] - 1, ["number", "1/1000"]),
    "a node more": lambda d: d["nodes"].append(["number", "1/1000"]),
    "a condition less": lambda d: d["conditions"].clear(),
}


@pytest.mark.parametrize("what", FORGED)
def test_what_is_left_over_betrays_a_forgery(what: str) -> None:
    """A node that nothing uses: what stood below a node that was replaced, or beside a condition that was removed."""
    document = copy.deepcopy(exported("the Gaussian mechanism, epsilon")[1])
    assert document["conditions"]
    FORGED[what](document)
    refused(document, "is used by nothing")


@pytest.mark.parametrize("value", [[], {}, 1.5, "x", True, 10**6])
def test_what_is_told_of_a_ledger_uses_no_node(value: Any) -> None:
    """It is text, whatever its keys are called; what stands under numbers elsewhere is a node, or refused."""
    document = copy.deepcopy(exported("largest times")[1])
    one = document["misses"][0]
    one["ledger"] = document["ledger"] = [{"numbers": {"a": value}}]
    assert check(proof_of(json.dumps(document).encode())).accepted
    more = len(document["nodes"])
    forged = document | {"nodes": [*document["nodes"], ["number", "7"]]}
    one["ledger"] = [{"numbers": {"a": more}}]
    refused(forged, "is used by nothing")
    one["theorems"][0]["conclusion"]["more"] = {"numbers": {"a": value}}
    refused(document, "an index is not that of a node")


def test_an_expression_is_not_passed_off_as_a_theorem_s(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A proof whose expression is a number alone holds; the constants are told, and the papers below what was not
    checked."""
    document = copy.deepcopy(exported(NAME)[1])
    document["nodes"] = [["number", "1/100000"], ["number", "1/1000"]]
    document |= {"conditions": [], "witness": {}, "inequality": {**document["inequality"], "at": 0, "left": 1}}
    document["inequality"]["right"] = "1/1000"
    for one in document["theorems"]:
        one |= {"premises": [], "conclusion": {"kind": "Profile", "numbers": {"at": 0, "epsilon": 1}}}
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(document))
    assert main([str(file)]) == 0
    proved, told = capsys.readouterr().out.split("which was NOT checked:")
    assert "NOT checked: that these expressions are those theorems'" in proved
    assert "has 1 node, and as constants 1/1000\n" in proved
    assert "Asoodeh" in told
    assert "Asoodeh" not in proved


def test_who_stops_reading_changes_no_status(tmp_path: Path) -> None:
    """A closed pipe is no fault, and no traceback."""
    file = tmp_path / "run.proof.json"
    file.write_text(exported(NAME)[0])
    folder = Path(str(chartered_check.__file__)).parent.parent
    ran = subprocess.run(
        f"{sys.executable} -m chartered_check {file} | true; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    assert (ran.stdout, ran.stderr) == ("0\n", "")


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "long"])
def test_a_limit_of_time_is_a_number(tmp_path: Path, seconds: str) -> None:
    """Above 0."""
    with pytest.raises(SystemExit) as left:
        main([str(tmp_path / "x"), "--seconds", seconds])
    assert left.value.code == 2


def test_what_a_proof_says_steers_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its words are shown in visible characters, and a stranger's theorem as such."""
    document = copy.deepcopy(exported(NAME)[1])
    document["theorems"][0] |= {"source": "a paper\x1b[2J\nand a line", "ours": False, "plugin": "staircase 1"}
    file = tmp_path / "run.proof.json"
    file.write_text(json.dumps(document))
    assert main([str(file)]) == 0
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert "a paper\\x1b[2J\\nand a line [a stranger's: staircase 1]" in said


def test_the_checker_stands_alone() -> None:
    """It imports itself and the standard library, no other package of ours and no arithmetic of others."""
    files = sorted(Path(str(chartered_check.__file__)).parent.rglob("*.py"))
    assert len(files) > 5
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [str(node.module)]
            assert all(name.partition(".")[0] in sys.stdlib_module_names for name in names), (file.name, names)
