"""`chartered verify --results FILE`: a run that was broken off goes on, and only what is missing or changed is
tried."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.verification.executors import processes
from chartered.verification.fingerprints import claim_digests
from chartered.verification.run import chosen, verify
from chartered_verify.runs.provenance import source_digest
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Undecided
from msgspec.structs import replace

PLUGIN = """
import os
import time
import chartered as ch
from chartered_verify.statements.claim import Claim, Kind
from chartered_verify.statements.verdict import Proved, Supported


def law(x):
    return x


def check(name):
    def run(effort):
        with open(os.environ["TRIED"], "a") as file:
            file.write(name + "\\n")
        if name == "dies" and os.environ.get("DIES") == "yes":
            os._exit(9)
        if name == "leaves" and os.environ.get("DIES") == "yes":
            raise SystemExit(3)
        if name == "last" and os.environ.get("LASTS") == "yes":
            with open(os.environ["TRIED"] + ".pid", "w") as file:
                file.write(str(os.getpid()))
            time.sleep(600)
        return Supported("looked", points=law(3), digits=effort.digits)
    return run


@ch.hook
def register_claims():
    names = ("first", "dies", "leaves", "last")
    return [Claim(f"stranger.{n}", Kind.TABLE, f"{n} holds", "somebody", "x > 0", check(n)) for n in names]
"""
NAMES = ["first", "dies", "leaves", "last"]

Tried = Callable[[], list[str]]


@pytest.fixture
def tried(tmp_path: Path, installs: Any, ours_left_out: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tried]:
    """Tells which claims were tried since it was last asked, in any process."""
    notes = tmp_path / "tried.txt"
    monkeypatch.setenv("TRIED", str(notes))
    installs(PLUGIN)

    def since() -> list[str]:
        found = notes.read_text().split() if notes.exists() else []
        notes.write_text("")
        return found

    yield since
    source_digest.cache_clear()


def edit(tmp_path: Path, old: str, new: str) -> None:
    """Changes the installed plugin's source, and forgets what was loaded of it."""
    (module,) = (tmp_path / "site").glob("*.py")
    text = module.read_text()
    assert old in text
    module.write_text(text.replace(old, new))
    sys.modules.pop(module.stem, None)
    ch.registry.cache_clear()
    source_digest.cache_clear()


def told(outcomes: list[Any]) -> list[dict[str, Any]]:
    """The public fields of outcomes."""
    return [outcome.to_json() for outcome in outcomes]


def test_a_second_run_tries_nothing_and_says_the_same(tried: Tried, tmp_path: Path) -> None:
    """Every outcome is taken from the file, seconds included, in the order of registration."""
    first = verify(results=tmp_path / "r.jsonl")
    assert tried() == NAMES
    heard: list[Any] = []
    assert told(verify(results=tmp_path / "r.jsonl", progress=heard.append)) == told(first)
    assert tried() == []
    assert told(heard) == told(first)
    assert len((tmp_path / "r.jsonl").read_text().splitlines()) == 4


def test_a_run_that_was_broken_off_goes_on(tried: Tried, tmp_path: Path) -> None:
    """After an interruption in the middle, and a last line that was only half written, the rest is tried."""

    def interrupt(outcome: Any) -> None:
        if outcome.claim.name == "stranger.leaves":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify(results=tmp_path / "r.jsonl", progress=interrupt)
    text = (tmp_path / "r.jsonl").read_text()
    assert len(text.splitlines()) == 3
    (tmp_path / "r.jsonl").write_text(text[:-20])
    tried()
    outcomes = verify(results=tmp_path / "r.jsonl")
    assert tried() == ["leaves", "last"]
    assert [outcome.claim.name for outcome in outcomes] == [f"stranger.{name}" for name in NAMES]


@pytest.mark.parametrize("what", ["formula", "domain", "version of a tool"])
def test_a_claim_that_changed_is_tried_again(
    tried: Tried, tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An outcome counts only for what it was found for: its text and formula, and the versions of the tools."""
    verify(results=tmp_path / "r.jsonl")
    tried()
    if what == "version of a tool":
        monkeypatch.setattr("platform.python_version", lambda: "4.0")
    else:
        edit(tmp_path, *{"formula": ("return x", "return x + 1"), "domain": ("x > 0", "x > 1")}[what])
    verify(results=tmp_path / "r.jsonl")
    assert tried() == NAMES


def test_a_change_in_a_strangers_plugin_leaves_the_outcomes_of_others(
    tried: Tried, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own claims are new, those of Chartered are not."""
    blocked = os.environ["CHARTERED_BLOCK"].split(",")
    monkeypatch.setenv("CHARTERED_BLOCK", ",".join(name for name in blocked if name != "pure"))
    ch.registry.cache_clear()

    def digests() -> dict[str, str]:
        return claim_digests(chosen(["pure.pure", "stranger"], full=False), Effort())

    before = digests()
    edit(tmp_path, "return x", "return x + 1")
    assert {name for name, digest in digests().items() if before[name] == digest} == {"pure.pure.definition"}
    assert len(before) == 5


def test_another_number_of_digits_or_tier_is_another_question(tried: Tried, tmp_path: Path) -> None:
    """The effort belongs to the digest."""
    verify(results=tmp_path / "r.jsonl")
    for effort in ({"digits": 60}, {"full": True}):
        tried()
        verify(results=tmp_path / "r.jsonl", **effort)  # type: ignore[arg-type]
        assert tried() == NAMES
    tried()
    verify("stranger.last", results=tmp_path / "r.jsonl")
    assert tried() == []


def test_a_worker_that_dies_takes_nothing_else_with_it(
    tried: Tried, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its claim is undecided with the reason, the others are decided, and a second run tries that one alone."""
    monkeypatch.setenv("DIES", "yes")
    outcomes = verify(jobs=2, results=tmp_path / "r.jsonl")
    dead = outcomes[1].verdict
    assert isinstance(dead, Undecided)
    assert "the worker failed: BrokenProcessPool" in dead.how
    assert isinstance(outcomes[2].verdict, Undecided)
    assert "failed to run" in outcomes[2].verdict.how
    assert 'raised SystemExit: "3"' in outcomes[2].verdict.how
    assert [outcome.to_json()["verdict"] for outcome in outcomes] == [
        "supported",
        "undecided",
        "undecided",
        "supported",
    ]
    monkeypatch.setenv("DIES", "no")
    tried()
    assert verify(jobs=2, results=tmp_path / "r.jsonl")[1].to_json()["verdict"] == "supported"
    assert tried() == ["dies"]


def test_workers_do_not_outlive_a_run_that_was_killed(
    tried: Tried, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed run leaves no process behind, and what it had found stays in its file."""
    monkeypatch.setenv("LASTS", "yes")
    arguments = ["verify", "--jobs", "2", "--results", str(tmp_path / "r.jsonl")]
    running = subprocess.Popen([sys.executable, "-m", "chartered", *arguments])
    notes = tmp_path / "tried.txt.pid"
    until(lambda: notes.exists() and len((tmp_path / "r.jsonl").read_text().splitlines()) == 3)
    running.kill()
    running.wait()
    until(lambda: not alive(int(notes.read_text())))
    tried()
    monkeypatch.delenv("LASTS")
    verify(results=tmp_path / "r.jsonl")
    assert tried() == ["last"]


def until(holds: Callable[[], bool]) -> None:
    """Waits until it holds. Raises AssertionError after half a minute."""
    for _ in range(300):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("it never came to hold")


def alive(pid: int) -> bool:
    """Whether there is such a process, and it is no zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    told = Path(f"/proc/{pid}/stat")
    return not told.exists() or "Z" not in told.read_text().rpartition(")")[2].split()[0]


def _deaf() -> None:
    """Hears no alarm, as a long call into C."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
    time.sleep(1000)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="this system blocks no signals")
def test_a_worker_that_hears_no_alarm_is_ended() -> None:
    """Its task fails with the reason, and the next one is done by another process."""
    with processes(1, patience=5) as executor:
        with pytest.raises(BrokenProcessPool, match="not done after 5 s"):
            executor.submit(_deaf).result()
        assert executor.submit(abs, -1).result() == 1


def test_where_no_process_lives_the_run_ends(tried: Tried, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few are tried, not one for each claim, and every claim is told."""
    monkeypatch.setattr("chartered.verification.executors._MOST_DEATHS", 2)
    monkeypatch.setattr("chartered.verification.executors._serve_the_parent", sys.exit)  # what each process begins with
    outcomes = verify(jobs=2)
    assert [outcome.to_json()["verdict"] for outcome in outcomes] == ["undecided"] * 4
    assert "2 processes in a row died" in outcomes[-1].to_json()["how"]
    assert tried() == []


def test_any_executor_of_the_standard_library_will_do(tried: Tried, tmp_path: Path) -> None:
    """Threads, say: the same outcomes in the same order, each claim tried once."""
    with ThreadPoolExecutor(3) as executor:
        outcomes = verify(executor=executor, results=tmp_path / "r.jsonl")
    assert sorted(tried()) == sorted(NAMES)
    assert [outcome.claim for outcome in outcomes] == list(ch.registry().claims().values())


def test_a_worker_with_other_code_is_not_believed(tried: Tried, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its claims are undecided, and the reason is said."""
    monkeypatch.setattr(
        "chartered.verification.run.installed_digest", lambda: "the digest of what the asking process has"
    )
    with ThreadPoolExecutor(1) as executor:
        outcomes = verify(executor=executor)
    assert tried() == []
    for outcome in outcomes:
        assert isinstance(outcome.verdict, Undecided)
        assert "another version of Chartered" in outcome.verdict.how


def test_the_command_keeps_and_takes_results(tried: Tried, run: Any, tmp_path: Path) -> None:
    """`--results`: the same JSON both times, and one line in the file for each claim."""
    first = run("verify", "--jobs", 1, "--results", tmp_path / "r.jsonl", "--json").json
    assert run("verify", "--jobs", 1, "--results", tmp_path / "r.jsonl", "--json").json == first
    assert tried() == NAMES
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert [{key: line[key] for key in line if key not in ("digest", "tools")} for line in lines] == first["claims"]
    assert all(len(line["digest"]) == 64 for line in lines)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--results", "."], "results cannot be kept"),
        (["--results", "letter.txt"], "line 1 of letter.txt is no result of a claim; give another file"),
        (["--address", "tcp://127.0.0.1:8786"], "add --executor dask"),
        (["--executor", "dask", "--limit", "9"], "--limit 9 cannot be kept"),
        (["--executor", "dask", "--address", "nowhere"], "no Dask scheduler answers at 'nowhere'"),
        (["--executor", "threads"], "'threads' is not one of"),
    ],
    ids=["a-folder", "no-results", "address-alone", "limit-in-threads", "no-address", "executor"],
)
def test_bad_options_are_bad_input(
    tried: Tried, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    """Exit status 2 and one line, before anything is tried."""
    if "nowhere" in arguments:
        pytest.importorskip("distributed")
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("Dear Sir,\n")
    ran = run("verify", *arguments)
    assert ran.status == 2
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1
    assert tried() == []


def test_without_dask_its_extra_is_named(tried: Tried, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that says what to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    run("verify", "--executor", "dask").refused('pip install "chartered[dask]"')


@pytest.mark.parametrize("word", ["name", "statement", "source", "domain", "printed", "corrected"])
def test_every_word_of_a_claim_belongs_to_its_digest(tried: Tried, word: str) -> None:
    """Also where no source file says it."""
    claim = next(iter(ch.registry().claims().values()))
    changed = replace(claim, **{word: getattr(claim, word) + ".other"})
    ch.registry().owners[f"claim {changed.name}"] = ch.registry().owner("claim", claim.name)
    assert claim_digests([changed], Effort()).popitem()[1] != claim_digests([claim], Effort()).popitem()[1]


def test_somebody_who_watches_sees_a_bar_with_the_time_that_is_left(tried: Tried) -> None:
    """On a terminal; how many are done, and a clock."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "chartered", "verify", "--jobs", "1"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        timeout=60,
        check=True,
    )
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "/4" in shown
    assert re.search(r"\d:\d\d:\d\d|-:--:--", shown)
    assert b"stranger.last" in done.stdout
