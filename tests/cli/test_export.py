"""`chartered export`: a certificate becomes a proof that another program accepts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chartered_check.command import main

NOISE = "gaussian:sigma=20,times=1000"


def test_a_proof_is_written_and_accepted(run: Any, tmp_path: Path) -> None:
    """The number of the README, checked by a program that shares no arithmetic."""
    certificate, proof = tmp_path / "run.cert.json", tmp_path / "run.proof.json"
    assert run("epsilon", NOISE, "--delta", "1e-5", "--certificate", certificate).status == 0
    ran = run("export", certificate, "-o", proof)
    assert ran.status == 0
    assert "3 theorems" in ran.out
    assert main([str(proof)]) == 0
    assert json.loads(proof.read_text())["format"] == "chartered proof 1"


def test_a_file_for_coq_is_written(run: Any, tmp_path: Path) -> None:
    """The same number, from definitions to the list of what is assumed; and the same file each time."""
    certificate, file = tmp_path / "run.cert.json", tmp_path / "run.v"
    assert run("epsilon", NOISE, "--delta", "1e-5", "--certificate", certificate).status == 0
    ran = run("export", certificate, "--format", "coq", "-o", file)
    assert ran.status == 0
    assert "3 theorems" in ran.out
    text = file.read_text()
    assert "Parameter trusted_3_gdp_profile : cited" in text
    assert text.endswith("Print Assumptions all_of_it.\n")
    assert run("export", certificate, "--format", "coq", "-o", file).status == 0
    assert file.read_text() == text


@pytest.mark.parametrize("form", ["proof", "coq"])
def test_what_cannot_be_recorded_is_refused(run: Any, tmp_path: Path, form: str) -> None:
    """With status 2, the theorem and the reason; no file is left."""
    certificate, proof = tmp_path / "run.cert.json", tmp_path / "run.proof.json"
    assert run("epsilon", "laplace:scale=1,times=3", "--delta", "1e-3", "--certificate", certificate).status == 0
    run("export", certificate, "--format", form, "-o", proof).refused(
        "cannot be recorded: characteristic-function.profile"
    )
    assert not proof.exists()


def _replaced(node: Any) -> Any:
    def forge(d: dict[str, Any]) -> None:
        d["nodes"][d["inequality"]["left"]] = node
        d["inequality"]["right"] = node[1]

    return forge


def _as_double(d: dict[str, Any]) -> None:
    node = d["nodes"][d["inequality"]["left"]]
    node.append(float(node.pop()))


FORGED: dict[str, tuple[Any, str]] = {
    "a node": (_replaced(["number", "1/1000"]), "nodes["),
    "a node more": (lambda d: d["nodes"].append(["pi"]), "the length of nodes"),
    "a condition less": (lambda d: d["conditions"].pop(), "the length of conditions"),
    "a premise": (lambda d: d["theorems"][-1]["premises"].clear(), "theorems[2]"),
    "a statement": (lambda d: d["theorems"][0].update(hypotheses="none"), "theorems[0]"),
    "a source": (lambda d: d["theorems"][0].update(source="Euclid, Elements"), "theorems[0]"),
    "the ledger": (lambda d: d["ledger"][0].update(step="gaussian:sigma=2,sensitivity=1"), "ledger[0]"),
    "the question": (lambda d: d.update(at={"delta": "1e-9"}), "at is"),
    "the relation": (lambda d: d.update(neighbours="replace-one"), "neighbours is"),
    "the bound": (lambda d: d["inequality"].update(right="100"), "inequality is"),
    "the digest": (lambda d: d.update(certificate="0" * 64), "certificate is"),
    "true as 1": (lambda d: d["theorems"][0].update(ours=1), "theorems[0]"),
    "a place as a double": (lambda d: d["inequality"].update(at=float(d["inequality"]["at"])), "inequality is"),
    "a place of a node as a double": (_as_double, "nodes["),
    "no stretch as false": (lambda d: d.update(stretch=False), "stretch is"),
    "a part more": (lambda d: d.update(more=1), "'more'"),
    "a part less": (lambda d: d.pop("misses"), "'misses'"),
}


def test_the_proof_of_a_certificate_is_told_from_every_other(run: Any, tmp_path: Path) -> None:
    """The expression is derived again: no node, condition, premise, name or word may be another, in JSON or for Coq."""
    certificate, file, coq = (tmp_path / name for name in ("run.cert.json", "run.proof.json", "run.v"))
    assert run("epsilon", NOISE, "--delta", "1e-5", "--certificate", certificate).status == 0
    assert run("export", certificate, "-o", file).status == 0
    assert run("export", certificate, "--format", "coq", "-o", coq).status == 0
    for good in (file, coq):
        ran = run("check", certificate, "--proof", good)
        assert ran.status == 0
        assert "every expression is the one that the theorems give" in ran.out
    text = file.read_text()
    for what, (forge, where) in FORGED.items():
        document = json.loads(text)
        forge(document)
        file.write_text(json.dumps(document))
        ran = run("check", certificate, "--proof", file, "--json")
        assert (ran.status, ran.json["accepted"]) == (1, False), what
        assert f"is not the proof of this certificate: {where}" in ran.json["why"], what
    lines = coq.read_text()
    for forged in (lines.replace("1 400", "1 4000"), lines.replace("\n", "\u2028", 1)):
        coq.write_text(forged, encoding="utf-8")
        ran = run("check", certificate, "--proof", coq)
        assert ran.status == 1
        assert "lines" in ran.out


@pytest.mark.parametrize("text", ["", "{", "no JSON", '{"a": 1, "a": 2}', "[]"])
def test_what_is_no_proof_is_not_taken_for_one(run: Any, tmp_path: Path, text: str) -> None:
    """Never with status 0; nor is a file that does not exist."""
    certificate, file = tmp_path / "run.cert.json", tmp_path / "x"
    assert run("epsilon", NOISE, "--delta", "1e-5", "--certificate", certificate).status == 0
    assert run("check", certificate, "--proof", file).status == 2
    file.write_text(text)
    assert run("check", certificate, "--proof", file).status in (1, 2)


def test_a_claim_is_written(run: Any, tmp_path: Path) -> None:
    """Its steps as lemmas; a claim that is tried case by case has none, and says so."""
    file = tmp_path / "claim.v"
    ran = run("export", "--claim", "checkin.pure.A1", "-o", file)
    assert (ran.status, ran.out) == (0, f"{file}: 2 steps, 1 of them inequalities\n")
    assert 'Theorem claim : cited "checkin.pure.A1"%string' in file.read_text()
    file.unlink()
    for name in ("optimal.composition.order", "checkin.unknown"):
        ran = run("export", "--claim", name, "-o", file)
        assert ran.status == 2
        assert len(ran.err.splitlines()) == 1
        assert not file.exists()


@pytest.mark.parametrize(
    "arguments", [(), ("x.json", "--claim", "checkin.pure.A1"), ("--claim", "checkin.pure.A1", "--format", "proof")]
)
def test_what_is_exported_is_one_thing(run: Any, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """A certificate, or a claim for Coq."""
    assert run("export", *arguments, "-o", tmp_path / "x.v").status == 2


def test_a_proof_and_a_certificate_are_told_apart(run: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each reader names the other where it is given the other's file."""
    certificate, proof = tmp_path / "run.json", tmp_path / "proof.json"
    run("epsilon", "gaussian:sigma=20", "--delta", "1e-5", "--certificate", certificate)
    run("export", certificate, "-o", proof)
    run("check", proof).refused("this is a proof, not a certificate", f"chartered-check {proof} reads it")
    run("export", proof, "-o", tmp_path / "y.json").refused("this is a proof already", "chartered-check")
    assert main([str(certificate)]) == 2
    assert "chartered export makes one of a certificate" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["{}", "[]", '{"a": 1, "a": 2}', "no JSON"])
def test_what_is_no_certificate_is_refused(run: Any, tmp_path: Path, text: str) -> None:
    """With status 2."""
    file = tmp_path / "x.json"
    file.write_text(text)
    assert run("export", file, "-o", tmp_path / "y.json").status == 2
