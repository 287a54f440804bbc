"""What `verify` says while it runs: lines of progress, and each claim as it is tried."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from functools import partial
from typing import Any

import pytest
from chartered.cli import verify_progress

SLEEPY = """
import time
import chartered as ch
from chartered_verify.statements.claim import Claim, Kind
from chartered_verify.statements.verdict import Proved, Refuted, Supported


def check(effort, verdict, seconds):
    time.sleep(seconds)
    return verdict


@ch.hook
def register_claims():
    from functools import partial
    verdicts = [(Proved("by hand"), 0), (Supported("here", points=1, digits=50), 0), (Refuted("no", {"x": 1}), 0)]
    verdicts += [(Proved("by patience"), SECONDS)]
    return [
        Claim(f"stranger.{n}", Kind.IDENTITY, "\\u03b1 = \\u03b1", "s", "d", partial(check, verdict=v, seconds=s))
        for n, (v, s) in enumerate(verdicts)
    ]
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_claims_come_one_to_a_line_and_then_a_summary(process: Any, installs: Any, jobs: int) -> None:
    """The same objects as in one JSON, in the order in which they were tried, and the same status."""
    installs(SLEEPY.replace("SECONDS", "0.2"))
    asked = ("verify", "stranger", "--jobs", jobs)
    lines, whole = process(*asked, "--jsonl"), process(*asked, "--json")
    assert lines.status == whole.status == 1
    *claims, summary = map(json.loads, lines.out.splitlines())

    def without_time(told: list[dict[str, Any]]) -> list[str]:
        return sorted(json.dumps(one | {"seconds": 0}) for one in told)

    assert without_time(claims) == without_time(whole.json["claims"])
    assert summary == {"summary": {"proved": 2, "refuted": 1, "undecided": 0, "supported": 1}}


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_leaves_whole_lines(installs: Any, jobs: int) -> None:
    """What was tried is there, each line is JSON, and there is no summary."""
    installs(SLEEPY.replace("SECONDS", "60"))
    command = [sys.executable, "-m", "chartered", "verify", "stranger", "--jobs", str(jobs), "--jsonl"]
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # what is started in the background ignores it
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heard)
    assert running.stdout is not None
    first = [running.stdout.readline() for _ in range(3)]
    running.send_signal(signal.SIGINT)
    rest, errors = running.communicate(timeout=60)
    assert (running.returncode, errors.strip()) == (130, "")
    assert rest == ""
    assert sorted(json.loads(line)["name"] for line in first) == ["stranger.0", "stranger.1", "stranger.2"]
    assert all(line.endswith("\n") for line in first)


@pytest.mark.parametrize("form", [[], ["--json"], ["--jsonl"]])
def test_progress_is_told_where_no_terminal_is(
    run: Any, installs: Any, monkeypatch: pytest.MonkeyPatch, form: list[str]
) -> None:
    """On standard error, with counts, also while one claim takes long; standard output is not touched."""
    installs(SLEEPY.replace("SECONDS", "1"))
    monkeypatch.setattr(verify_progress, "EVERY", 0.2)
    ran = run("verify", "stranger", "--jobs", 1, *form)
    told = [line for line in ran.err.splitlines() if line.startswith("chartered: 3 of 4 claims tried after ")]
    assert told[-1].endswith(" s: proved 1, supported 1, refuted 1")
    assert "claims tried" not in ran.out


def test_little_is_told_of_what_is_quick(run: Any, installs: Any) -> None:
    """Nothing, in the first twenty seconds; and the words of both forms exclude each other."""
    installs(SLEEPY.replace("SECONDS", "0"))
    assert run("verify", "stranger", "--jobs", 1).err == ""
    both = run("verify", "stranger", "--json", "--jsonl")
    assert (both.status, both.json["error"]["type"]) == (2, "BadValue")
    unknown = run("verify", "no-such-claim", "--jsonl")
    assert (unknown.status, unknown.json["error"]["type"]) == (2, "UnknownName")
