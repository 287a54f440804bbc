"""`chartered check` says what an accepted certificate proves: of which ledger, under which relation, at what, and by
whom."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chartered.certificate.digest import sealed
from strategies import ATTACK

KEYS = [
    "accepted", "quantity", "upper", "lower", "at", "neighbours", "ledger", "accountant", "strangers", "says", "why"
]  # fmt: skip
LAPLACE = "laplace:scale=1,sensitivity=2"
SAID = {
    "epsilon": (
        "epsilon gaussian:sigma=20,times=1000 --delta 1e-5",
        "epsilon is at most 7.511275900744783 at delta = 1e-5 (and at least 7.511275900744782), for the ledger "
        "gaussian:sigma=20,sensitivity=1,times=1000, under add-or-remove neighbours, by the accountant gdp",
    ),
    "a bound on delta": (
        "delta zcdp:rho=0.5 pure:epsilon=1/3 --epsilon 3 --neighbours replace-one --accountant asoodeh2020.T3",
        "delta is at most 0.008163886892253587 at epsilon = 3, for the ledger zcdp:rho=0.5 + pure:epsilon=1/3, under "
        "replace-one",
    ),
    "mu": (f"mu {LAPLACE}", "mu is at most 1.8009051941505807 for epsilon >= 0 (and at least 1.80090519"),
    "a head of mu": (
        "mu cloak:n=4,m=20 --head 2",
        "mu is at most 2.278598994892083 for epsilon <= 2 only (and at least 2.27",
    ),
    "a tail of mu": (
        "mu gaussian:sigma=2 --tail 1/3",
        "mu is at most 0.5 for epsilon >= 1/3 only (and at least 0.5), for",
    ),
    "no mu": (
        "mu approximate:epsilon=1,delta=1e-6",
        "there is no finite mu for epsilon >= 0 (the mechanism is not GDP",
    ),
    "no epsilon": (
        "epsilon gaussian:sigma=1 --delta 0",
        "there is no finite epsilon at delta = 0 (no finite eps has delta",
    ),
    "a count": (
        "steps gaussian:sigma=20 --epsilon 8 --delta 1e-5",
        "times = 1110 meets epsilon = 8, delta = 1e-5; times = 1111 certainly misses it, for the ledger "
        "gaussian:sigma=20,sensitivity=1,times=1110, under add-or-remove neighbours, by the accountant gdp",
    ),
    "a parameter within a mu": (
        "calibrate laplace:sensitivity=2 --solve scale --mu 1 --neighbours replace-one",
        "scale = ",
    ),
}


def certificate(run: Any, file: Path, asked: str) -> None:
    """Writes the certificate of a question."""
    assert run(*asked.split(), "--certificate", file).status == 0


@pytest.mark.parametrize("name", SAID)
def test_what_is_accepted_is_said_in_words_and_as_data(run: Any, tmp_path: Path, name: str) -> None:
    """The sentence begins with what is proved; every part of it is a field as well, and both name ledger, relation and
    accountant."""
    asked, says = SAID[name]
    file = tmp_path / "x.json"
    certificate(run, file, asked)
    told, shown = run("check", file), run("check", file, "--json").json
    assert (told.status, told.out.count("\n")) == (0, 1)
    assert told.out.startswith(f"accepted: {says}"), told.out
    assert told.out == f"accepted: {shown['says']}\n"
    assert list(shown)[: len(KEYS)] == KEYS
    document = json.loads(file.read_text())
    for key in ("quantity", "neighbours", "ledger"):
        assert shown[key] == document[key]
    assert (shown["why"], shown["strangers"]) == (None, [])
    assert shown["accountant"] == document["answer"]["accountant"]
    assert (shown["upper"], shown["lower"]) == (document["answer"].get("upper"), document["answer"].get("lower"))
    assert shown["at"].keys() == document["at"].keys()
    for part in (
        document["neighbours"],
        *(entry["step"] for entry in document["ledger"]),
        document["answer"]["accountant"],
    ):
        assert part in told.out
    if "asked" in document:
        assert shown["value"] == document["answer"].get("times", document["answer"].get("value"))


def test_a_head_and_a_tail_of_mu_are_fields(run: Any, tmp_path: Path) -> None:
    """A mu of a part of the epsilons is not mistaken for one of all."""
    file = tmp_path / "x.json"
    certificate(run, file, f"mu {LAPLACE} --tail 1")
    assert run("check", file, "--json").json["at"] == {"tolerance": 1e-9, "tail": 1}
    certificate(run, file, "mu cloak:n=4,m=20 --head 2")
    assert run("check", file, "--json").json["at"] == {"tolerance": 1e-9, "head": 2}


def test_the_interval_that_is_said_is_the_one_that_was_claimed(run: Any, tmp_path: Path) -> None:
    """A wider one is true, and no digit is added to it; a nought from below says nothing."""
    file = tmp_path / "x.json"
    certificate(run, file, SAID["epsilon"][0])
    document = json.loads(file.read_text())
    document["answer"] |= {"upper": 9.0, "upper_exact": "9", "lower": 0.0, "lower_exact": "0"}
    file.write_text(json.dumps(sealed({key: value for key, value in document.items() if key != "digest"})))
    shown = run("check", file, "--json").json
    assert (shown["upper"], shown["lower"]) == (9.0, 0.0)
    assert shown["says"].startswith("epsilon is at most 9.0 at delta = 1e-5, for the ledger")


def test_the_lower_end_of_a_bound_on_mu_is_that_of_its_profile(run: Any, tmp_path: Path) -> None:
    """The ledger's own may be smaller, and the sentence does not deny it."""
    file = tmp_path / "x.json"
    certificate(run, file, "mu pure:epsilon=1 laplace:scale=4 --accountant optimal")
    assert "(and that of the profile on this path is at least " in run("check", file).out


def test_a_long_ledger_is_counted_in_words_and_whole_in_the_data(run: Any, tmp_path: Path) -> None:
    """Labels are only in the data: words of a stranger are no part of what is proved."""
    steps = [{"step": f"gaussian:sigma={n}", "label": ATTACK} for n in range(20, 32)]
    (tmp_path / "run.json").write_text(json.dumps({"steps": steps}))
    file = tmp_path / "x.json"
    certificate(run, file, f"epsilon --ledger {tmp_path / 'run.json'} --delta 1e-5 --accountant gdp")
    told, shown = run("check", file).out, run("check", file, "--json").json
    assert "gaussian:sigma=27,sensitivity=1 and 4 more entries, under" in told
    assert "accepted: epsilon is at most 0.001" not in told
    assert [entry["label"] for entry in shown["ledger"]] == [ATTACK] * 12


def test_the_number_of_the_json_is_a_field(run: Any, tmp_path: Path) -> None:
    """Of an accepted certificate and of a refused one."""
    file = tmp_path / "x.json"
    certificate(run, file, SAID["epsilon"][0])
    assert run("check", file, "--json").json["schema"] == 1
    file.write_text(file.read_text().replace("7.5", "6.5"))
    assert run("check", file, "--json").json["schema"] == 1


def test_a_certificate_of_other_theorems_has_a_status_of_its_own(run: Any, tmp_path: Path) -> None:
    """3: nothing was decided, so it is neither true nor forged; 1 is refused, 2 unreadable."""
    file = tmp_path / "x.json"
    certificate(run, file, SAID["epsilon"][0])
    document = json.loads(file.read_text())
    other = {key: value for key, value in document.items() if key != "digest"}
    other["statements"]["theorem gdp.profile"] = 7
    file.write_text(json.dumps(sealed(other)))
    ran = run("check", file, "--json")
    assert (ran.status, ran.json["accepted"], ran.json["says"], ran.json["ledger"]) == (3, False, None, [])
    assert "version 7 of 'theorem gdp.profile'" in ran.json["why"]
    file.write_text(json.dumps(other | {"digest": "0"}))
    assert run("check", file).status == 1
    file.write_text("[]")
    assert run("check", file).status == 2
