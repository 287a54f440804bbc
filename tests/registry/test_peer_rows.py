"""What a peer says is held against our interval; whatever it does is its own row."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import chartered as ch
import pytest
from chartered.accounting.peer_rows import Interval, PeerRow, peer_rows
from chartered.peers.packages import PEERS, Peer, chosen
from chartered.peers.plain_steps import plain_steps
from chartered.peers.question_and_answer import Asked
from chartered.peers.run_peers import PeerSays, _Asking, ask

STUB = """
import math, os, time
from chartered.peers.question_and_answer import Said
from chartered.errors import Unavailable

def right(asked):
    print("what a package prints is not its answer")
    return Said(asked.at * 2, asked.at)

def nan(asked):
    return Said(math.nan)

def infinite(asked):
    return Said(math.inf)

def unable(asked):
    raise Unavailable("it knows no such step")

def failing(asked):
    raise RuntimeError("boom " * 200)

def crashing(asked):
    os.abort()

def leaving(asked):
    os._exit(3)

def slow(asked):
    time.sleep(600)
"""


@pytest.fixture
def asked() -> Asked:
    """A small question."""
    ledger = ch.Ledger("gaussian:sigma=2")
    return Asked(
        plain_steps(ch.registry(), ledger.entries, ledger.neighbours), ledger.neighbours, ch.Question.epsilon("1e-5")
    )


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of ours that stands for another one's, known to child processes as well."""
    import os

    (tmp_path / "peer_stub.py").write_text(STUB)
    path = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(tmp_path), path])))
    return tmp_path


def peer(function: str, *, bound: bool = True) -> Peer:
    """A peer that is asked by a function of the stub; it is installed wherever this is."""
    return Peer(function, "chartered", "chartered", f"peer_stub:{function}", "it makes numbers up", bound)


@pytest.mark.usefixtures("stub")
def test_a_peer_answers_from_a_process_of_its_own(asked: Asked) -> None:
    """Its value, the lower end that it states, its version and its time; what it prints is dropped."""
    (said,) = ask([peer("right")], asked)
    assert (said.value, said.lower, said.why) == (2e-5, 1e-5, "")
    assert said.version
    assert said.seconds is not None


@pytest.mark.usefixtures("stub")
@pytest.mark.parametrize(
    ("function", "why"),
    [
        ("nan", "it says NaN"),
        ("unable", "it knows no such step"),
        ("failing", "it failed: RuntimeError: boom"),
        ("crashing", "its process ended with signal 6"),
        ("leaving", "its process ended with exit status 3"),
        ("missing", "it failed: AttributeError"),
    ],
)
def test_whatever_it_does_is_its_row(asked: Asked, function: str, why: str) -> None:
    """An error, a crash and nonsense are reasons, in one line of bounded length."""
    (said,) = ask([peer(function)], asked)
    assert said.value is None
    assert said.why.startswith(why)
    assert len(said.why) < 400


@pytest.mark.slower
@pytest.mark.usefixtures("stub")
def test_a_slow_peer_is_left(asked: Asked) -> None:
    """After its time, or where it crashes; what else its package has is asked by a new process."""
    slow, right, crashing, last = ask(list(map(peer, ("slow", "right", "crashing", "right"))), asked, 15)
    assert slow.why == "no answer within 15 seconds"
    assert crashing.why == "its process ended with signal 6"
    assert (right.value, last.value) == (2e-5, 2e-5)


@pytest.mark.usefixtures("stub")
def test_an_interrupt_ends_what_runs(asked: Asked) -> None:
    """The process of a slow peer is ended, and no other one is started for what is left."""
    asking, said = _Asking(asked, 600), list[PeerSays]()
    thread = Thread(target=lambda: said.extend(asking.package([peer("slow"), peer("right")])))
    thread.start()
    while not asking.running:
        time.sleep(0.01)
    asking.stop()
    thread.join(60)
    assert [one.why for one in said] == ["its process ended with signal 9", "interrupted"]


def test_what_is_not_installed_says_how_it_would_be(asked: Asked) -> None:
    """No process is started for it."""
    (said,) = ask([Peer("none", "no-such-thing", "no_such_thing", "x:y", "")], asked)
    assert said.why == "not installed: pip install no-such-thing"


@pytest.mark.parametrize(
    ("value", "lower", "upper", "verdict", "ratio"),
    [
        (1.0, 0.9, 1.1, "within", 1.0),
        (2.2, 0.9, 1.1, "1e+02 % above", 2.0),
        (1.111, 1.0, 1.1, "1 % above", 1.01),
        (0.45, 0.9, 1.1, "below our lower end by 50 %: unsound", 0.5),
        (0.9 * (1 - 1e-13), 0.9, 1.1, "below our lower end by 1e-11 %: rounding", 1.0),
        (0.5, None, 1.1, "not above ours, of which no lower end is proved", 1.0),
        (0.0, 0.0, 0.0, "within", 1.0),
        (1.0, 0.0, 0.0, "above 0", None),
        (float("inf"), 0.9, 1.1, "inf % above", float("inf")),
    ],
)
def test_the_verdict_says_where_a_value_lies(
    value: float, lower: float | None, upper: float, verdict: str, ratio: float | None
) -> None:
    """Below, within or above the interval in which the truth is proved to lie."""
    row = PeerRow(PeerSays(peer("right"), "1.0", value), Interval(lower, upper))
    assert row.verdict == verdict
    assert row.ratio == ratio or (ratio == 1.0 and row.ratio == pytest.approx(1, abs=1e-12))
    json.dumps(row.to_json())


def test_an_estimate_that_is_too_small_is_no_broken_promise() -> None:
    """What claims no bound is told apart from what does, and from what means another ledger."""
    interval = Interval(0.9, 1.1)
    estimate = PeerRow(PeerSays(peer("right", bound=False), "1.0", 0.45), interval)
    assert estimate.verdict.endswith("an estimate, no bound")
    other = PeerRow(PeerSays(peer("right"), "1.0", 0.45), interval, "it means another noise")
    assert other.verdict.endswith("unsound for this ledger")
    assert other.reason.endswith("it means another noise")


def test_the_interval_is_the_best_of_all_answers() -> None:
    """Its upper end is the least, its lower end the greatest; a heuristic has no part in it."""
    account = ch.Ledger("gaussian:sigma=20,times=1000").account(ch.Question.epsilon("1e-5"))
    assert Interval.of(account.answers) == Interval(account.best.lower, account.best.upper)
    assert Interval.of(()) is None


def test_a_ledger_that_no_peer_knows_has_a_reason_in_each_row() -> None:
    """No process is started."""
    account = ch.Ledger("rdp:alpha=2,gamma=1").account(ch.Question.epsilon("1e-5"))
    rows = peer_rows(account, True)
    assert [row.says.peer for row in rows] == list(PEERS)
    assert all(row.reason == "no answer: no other package is asked about rdp" for row in rows)


def test_peers_are_chosen_by_name() -> None:
    """Each once; an unknown name is an error that lists them; so are a question about mu and no time at all."""
    assert [one.name for one in chosen(["autodp", "autodp", "riskcal"])] == ["autodp", "riskcal"]
    assert chosen(False) == ()
    with pytest.raises(ch.UnknownName, match=r"no peer is called 'opacu'.*opacus-rdp"):
        chosen(["opacu"])
    ledger = ch.Ledger("gaussian:sigma=2")
    with pytest.raises(ch.BadValue, match="about mu"):
        peer_rows(ledger.account(ch.Question.mu()), True)
    with pytest.raises(ch.BadValue, match="above 0"):
        ledger.compare(delta="1e-5", peers=True, peer_seconds=0)


@pytest.mark.usefixtures("stub")
def test_a_comparison_shows_its_peers_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """As text, as HTML with everything escaped, and as data; without peers nothing of them is said."""
    loud = Peer("<b>", "chartered", "chartered", "peer_stub:right", "it is <i>", True)
    monkeypatch.setattr("chartered.peers.packages.PEERS", (loud,))
    ledger = ch.Ledger("gaussian:sigma=2")
    found = ledger.compare(delta="1e-5", peers=True)
    assert "below our lower end" in str(found)
    assert "&lt;b&gt;" in found._repr_html_()
    assert "<b>" not in found._repr_html_()
    assert found.to_dict()["peers"][0]["value"] == 2e-5
    assert "peers" not in ledger.compare(delta="1e-5").to_dict()
