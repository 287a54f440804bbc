"""`chartered verify --executor dask`: a sweep on a real cluster of two worker processes, one of which is killed on the
way."""

from __future__ import annotations

import json
import os
import signal
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.verification.run import verify

pytestmark = pytest.mark.full

PLUGIN = """
import os
import time
import chartered as ch
from chartered_verify.statements.claim import Claim, Kind
from chartered_verify.statements.verdict import Supported


def check(effort):
    time.sleep(0.1)
    if os.environ.get("CALLER") == str(os.getpid()):
        raise RuntimeError("tried by the caller")
    return Supported("looked", points=1, digits=effort.digits)


@ch.hook
def register_claims():
    return [Claim(f"stranger.n{n}", Kind.TABLE, "it holds", "somebody", "x > 0", check) for n in range(40)]
"""
NAMES = [f"stranger.n{n}" for n in range(40)]


@pytest.fixture
def cluster(installs: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two worker processes that know forty claims of a stranger, and no others."""
    distributed = pytest.importorskip("distributed")
    ours = [
        plugin.name
        for plugin in ch.registry().plugins
        if plugin.distribution == "chartered" and plugin.name != "verification"
    ]
    monkeypatch.setenv("CHARTERED_BLOCK", ",".join(["conversion", *ours]))
    monkeypatch.setenv("CALLER", str(os.getpid()))
    installs(PLUGIN)
    with (
        warnings.catch_warnings(action="ignore"),  # those of Dask are not ours
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
        ) as found,
    ):
        yield found


def test_a_worker_that_is_killed_costs_no_result(cluster: Any, tmp_path: Path) -> None:
    """Every claim has its outcome exactly once, in the order of registration, and once in the file."""
    killed: list[int] = []
    heard: list[str] = []
    with cluster.get_client() as client:
        pids = client.run(os.getpid)
        assert len(set(pids.values())) == 2

        def kill(outcome: Any) -> None:
            heard.append(outcome.claim.name)
            if len(heard) == 5:
                killed.append(next(iter(pids.values())))
                os.kill(killed[0], signal.SIGKILL)

        outcomes = verify(executor=client.get_executor(pure=False), results=tmp_path / "r.jsonl", progress=kill)
        assert killed
        assert killed[0] not in client.run(os.getpid).values()
    assert [outcome.claim.name for outcome in outcomes] == NAMES
    assert {outcome.to_json()["verdict"] for outcome in outcomes} == {"supported"}
    kept = [json.loads(line)["name"] for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert Counter(kept) == Counter(heard) == Counter(NAMES)


def test_the_command_uses_the_cluster_at_an_address(cluster: Any, run: Any, process: Any) -> None:
    """And one of its own where none is given; both say what one process says."""
    here = run("verify", "stranger.n1", "--executor", "dask", "--address", cluster.scheduler_address, "--json")
    alone = process("verify", "stranger.n1", "--executor", "dask", "--jobs", 2, "--json")
    assert here.status == alone.status == 0
    assert [line for line in alone.err.splitlines() if "claims tried after" not in line] == []  # on a busy machine
    told = [[(claim["name"], claim["verdict"]) for claim in ran.json["claims"]] for ran in (here, alone)]
    assert told[0] == told[1] == [(name, "supported") for name in NAMES if name.startswith("stranger.n1")]
