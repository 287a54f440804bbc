"""What three kinds of new users tried first: each command in a process of its own, what it prints, and its exit
status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full
SGD = "dpsgd:n=60000,batch=256,epochs=60,noise=1.1"
BATCHES = "poisson:rate=256/60000/gaussian:sigma=1.1,times=14062"
TRAINER = [
    (f"epsilon {SGD} --delta 1e-5", 0, ["2.381689727", "exact", "Poisson, as noisy SGD assumes", "times=14063"]),
    (f"epsilon {BATCHES} --delta 1e-5 --accountant rdp", 0, ["renyi", "asoodeh2020.T3"]),
    (f"epsilon {BATCHES} --delta 1e-5 --accountant prv", 0, ["loss-distribution"]),
    (f"epsilon {BATCHES} --delta 1e-5 --digits 30", 0, ["2.381596921424397254688429"]),
    (f"epsilon {BATCHES} --delta 1e-5 --within 1e-25", 0, ["2.381596921424397254688429"]),
    ("calibrate dpsgd:n=60000,batch=256,epochs=60 --solve noise --epsilon 3 --delta 1e-5", 0, ["0.968427415"]),
    ("calibrate dpsgd:n=60000,batch=256,noise=1.1 --solve epochs --epsilon 3 --delta 1e-5", 0, ["epochs"]),
    (f"steps {BATCHES.rpartition(',')[0]} --epsilon 3 --delta 1e-5", 0, ["times", "characteristic-function"]),
    ("steps gaussian:sigma=1 --epsilon 0.1 --delta 1e-5 --ledger spent.toml", 1, ["beside the ledger has epsilon"]),
    (f"risk {SGD}", 0, ["advantage", "0.2244693171", "reconstruction"]),
    (f"mu {SGD} --head 2", 0, ["mu-GDP but for a failure of probability"]),
    (f"epsilon {SGD} --delta 1e-5 --neighbors zero-out", 0, ["2.381689727", "null record"]),
]
ANALYST = [
    ("epsilon --ledger year.toml --delta 1e-9", 0, ["release of March", "sensitivity  1, 2 under replace-one"]),
    ("delta --ledger year.toml --epsilon 2", 0, ["replace-one: one record is replaced"]),
    ("epsilon discrete-gaussian:sigma=4,replace-sensitivity=1,times=3 --delta 1e-9", 0, ["1 under replace-one"]),
    ("epsilon gdp:mu=1 zcdp:rho=0.1 --delta 1e-6 --all", 0, ["gdp.zcdp"]),
    ("epsilon rdp:alpha=8,gamma=0.3 approximate:epsilon=0.1,delta=1e-8 --delta 1e-6", 0, ["basic"]),
    ("report --ledger year.toml --delta 1e-9 --no-pictures -o year.html", 0, ["year.html"]),
    ("check year.html", 0, ["accepted", "replace-one"]),
    ("epsilon --ledger year.toml --delta 1e-9 --certificate year.cert.json", 0, ["0.9958349849"]),
    ("check year.cert.json", 0, ["accepted", "laplace"]),
    ("check year.toml", 2, ["is not JSON"]),
    ("tradeoff --ledger year.toml --type-one 0.05", 0, ["type II"]),
]
NEWCOMER = [
    ("epsilon --delta 1e-5", 2, ["no steps are given", "gaussian:sigma=20,times=1000"]),
    ("epsilon gaussian --delta 1e-5", 2, ["sigma"]),
    ("epsilon gausian:sigma=1 --delta 1e-5", 2, ["gausian", "gaussian"]),
    ("epsilon gaussian:sigma=-1 --delta 1e-5", 2, ["sigma", "above 0"]),
    ("epsilon gaussian:sigma=1 --delta 2", 2, ["delta is 2", "below 1"]),
    ("epsilon gaussian:sigma=1 --delta 1e-5 --accountant moment", 2, ["moment", "moments"]),
    ("epsilon randomized-response:epsilon=1 --delta 0 --neighbours zero-out", 2, ["null record"]),
    (
        "epsilon laplace:scale=20,times=100 --delta 1e-5 --digits 60",
        0,
        ["1.94770859330793968899695696642762511824504576605057517408196"],
    ),
    (
        "epsilon laplace:scale=20,times=100 laplace:scale=21,times=100 --delta 1e-5 --digits 60",
        0,
        ["would take too much work"],
    ),
    ("check nothing.json", 2, ["nothing.json"]),
    ("explain characteristic-function", 0, ["moment generating functions"]),
    ("plugins", 0, ["subsampling", "poisson"]),
    ("verify poisson.null", 0, ["proved"]),
    ("verify nothing-of-the-kind", 2, ["nothing-of-the-kind"]),
]
FILES = {
    "year.toml": 'neighbours = "replace-one"\n[[steps]]\nstep = "gaussian:sigma=40"\ntimes = 12\n'
    'label = "release of March"\n[[steps]]\nstep = "laplace:scale=30"\n',
    "spent.toml": '[[steps]]\nstep = "gaussian:sigma=4"\n',
}


def asked(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command as a shell runs it."""
    return subprocess.run(
        [sys.executable, "-m", "chartered", *command.split()],
        cwd=folder,
        env=os.environ | {"NO_COLOR": "1", "COLUMNS": "120"} | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("tried", [TRAINER, ANALYST, NEWCOMER], ids=["trainer", "analyst", "newcomer"])
def test_what_new_users_try(tried: list[tuple[str, int, list[str]]], tmp_path: Path) -> None:
    """In this order, in one folder: an exit status each, what they look for, and never a traceback."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for command, status, wanted in tried:
        done = asked(command, tmp_path)
        said = " ".join((done.stdout + done.stderr).split())
        assert done.returncode == status, f"{command}: {said}"
        assert "Traceback" not in said, command
        assert not [words for words in wanted if " ".join(words.split()) not in said], f"{command}: {said}"


@pytest.mark.parametrize("columns", ["60", "80"])
@pytest.mark.parametrize("command", [f"epsilon {SGD} --delta 1e-5 --all", f"risk {SGD}"])
def test_no_number_is_cut(command: str, columns: str, tmp_path: Path) -> None:
    """In a narrow window every number is whole, and no line is longer than it."""
    wide, narrow = (asked(command, tmp_path, COLUMNS=width).stdout for width in ("200", columns))
    numbers = [word for word in wide.split() if word.replace(".", "", 1).isdigit() and len(word) > 6]
    assert numbers
    assert not [number for number in numbers if number not in narrow]
