"""Certificates on the command line: written, accepted, and refused after any change."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from forging import leaves

STUDY = ("epsilon", "gaussian:sigma=20,times=1000", "--delta", "1e-5")


@pytest.fixture
def certificate(run: Any, tmp_path: Path) -> Path:
    """The certificate of the Gaussian study."""
    file = tmp_path / "run.cert.json"
    assert run(*STUDY, "--certificate", file).status == 0
    return file


def altered(document: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """The document with one leaf changed."""
    copy: Any = json.loads(json.dumps(document))
    place = copy
    for key in path[:-1]:
        place = place[key]
    old = place[path[-1]]
    if isinstance(old, bool) or old is None:
        place[path[-1]] = not old
    elif isinstance(old, int | float):
        place[path[-1]] = old + 1
    else:
        place[path[-1]] = f"{old}0" if isinstance(old, str) else ["x"]
    assert isinstance(copy, dict)
    return copy


def test_a_certificate_is_accepted(run: Any, certificate: Path) -> None:
    """It is derived again to the same number; people are told that, and why one is refused, in a line."""
    ran = run("check", certificate, "--json")
    assert ran.status == 0
    told = {"accepted": True, "quantity": "epsilon", "upper": 7.511275900744783, "why": None}
    assert ran.json.items() >= told.items()
    assert run("check", certificate).out.startswith("accepted: epsilon is at most 7.511275900744783 at delta = 1e-5 (")
    certificate.write_text(certificate.read_text().replace("7.5112", "6.5112"))
    refused = run("check", certificate)
    assert refused.status == 1
    assert refused.out.startswith("refused: the digest does not fit")


def test_it_is_refused_after_any_leaf_was_changed(run: Any, certificate: Path) -> None:
    """Any number, name, path, witness, version or digest: changed, it is refused with status 1."""
    document = json.loads(certificate.read_text())
    paths = list(leaves(document))
    assert len(paths) > 20
    for path in paths:
        certificate.write_text(json.dumps(altered(document, path)))
        ran = run("check", certificate, "--json")
        assert (ran.status, ran.json["accepted"]) == (1, False), path
        assert ran.json["why"]


def test_it_is_refused_after_any_key_was_removed(run: Any, certificate: Path) -> None:
    """Nothing in it is optional."""
    document = json.loads(certificate.read_text())
    for key in document:
        certificate.write_text(json.dumps({name: value for name, value in document.items() if name != key}))
        assert run("check", certificate).status == 1, key


@pytest.mark.parametrize(
    ("asked", "quantity", "upper"),
    [
        ("epsilon gaussian:sigma=1 --delta 0", "epsilon", "inf"),
        ("delta gaussian:sigma=1 --epsilon 100", "delta", 5e-324),
    ],
)
def test_far_answers_have_certificates(run: Any, tmp_path: Path, asked: str, quantity: str, upper: object) -> None:
    """Nothing finite is claimed, and that is accepted; the other quantity, below the least double."""
    file = tmp_path / "far.json"
    assert run(*asked.split(), "--certificate", file).status == 0
    told = {"accepted": True, "quantity": quantity, "upper": upper}
    assert run("check", file, "--json").json.items() >= told.items()


def test_nothing_but_the_certificate_is_left_in_the_folder(certificate: Path) -> None:
    """No draft remains, and others may read the file as they may read any new file."""
    assert list(certificate.parent.glob("*")) == [certificate]
    plain = certificate.with_name("plain")
    plain.write_text("")
    assert stat.S_IMODE(certificate.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_an_old_file_stands_if_the_new_one_cannot_be_written(run: Any, tmp_path: Path) -> None:
    """A folder in the way is not replaced, no draft remains, and the error is all that is printed."""
    folder = tmp_path / "taken"
    folder.mkdir()
    ran = run(*STUDY, "--certificate", folder, "--json")
    assert ran.status == 2
    assert ran.json["error"]["type"] == "BadCertificate"
    assert list(tmp_path.glob("*")) == [folder]
    assert list(folder.glob("*")) == []


def test_no_answer_is_not_certified(run: Any, tmp_path: Path) -> None:
    """There is nothing to write."""
    file = tmp_path / "none.json"
    assert run(*STUDY, "--accountant", "pure", "--certificate", file).status == 2
    assert not file.exists()


def test_a_check_beyond_its_budget_is_a_refusal_of_its_own(run: Any, certificate: Path) -> None:
    """Status 1, one line that names the budget and what gives it more, and a key of JSON by which a script can tell."""
    ran = run("check", certificate, "--budget", 0.001)
    assert (ran.status, ran.out) == (1, "refused: not checked within 0.001 seconds; --budget gives it more\n")
    told = run("check", certificate, "--budget", 0.001, "--json")
    assert (told.status, told.json["accepted"], told.json["over_budget"]) == (1, False, True)
    assert run("check", certificate, "--budget", 60).status == 0


@pytest.mark.parametrize("budget", ["0", "-1", "nan", "inf", "soon"])
def test_a_budget_that_is_none_is_bad_input(run: Any, certificate: Path, budget: str) -> None:
    """Status 2, and one line."""
    run("check", certificate, "--budget", budget).refused("budget")
