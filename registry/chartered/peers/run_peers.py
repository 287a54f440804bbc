"""Runs peers, one process for each package. A crash, an error or a timeout of one peer affects only its own row."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from chartered_verify.catching import ignoring
from msgspec import Struct

from ..errors import Unavailable
from ..escaping import shown
from .packages import Peer
from .question_and_answer import Asked

LIMIT = 60.0
"""The time limit of a peer in seconds; the first peer of a package imports the package within it."""

_LONGEST = 300
"""The largest number of characters of a reason: a peer may quote the whole ledger in its message."""


class PeerSays(Struct, frozen=True):
    """A peer's row: the installed `version`, its `value`, and the `lower` end if it states one; or `why` there is no
    value. `seconds` is the time of its answer."""

    peer: Peer
    version: str | None = None
    value: float | None = None
    lower: float | None = None
    why: str = ""
    seconds: float | None = None


def ask(peers: Sequence[Peer], asked: Asked, limit: float = LIMIT) -> tuple[PeerSays, ...]:
    """The answers of the peers, in order. The peers of one package run one after the other in one process, and at most
    as many packages at once as there are cores. An interrupt ends all processes."""
    packages: dict[str, list[int]] = {}
    for index, peer in enumerate(peers):
        packages.setdefault(peer.module, []).append(index)
    if not packages:
        return ()
    asking, said = _Asking(asked, limit), dict[int, PeerSays]()
    with ThreadPoolExecutor(max_workers=max(1, min(len(packages), os.cpu_count() or 1))) as pool:
        try:
            answers = pool.map(lambda indices: asking.package([peers[index] for index in indices]), packages.values())
            for indices, some in zip(packages.values(), answers, strict=True):
                said.update(zip(indices, some, strict=True))
        except BaseException:
            asking.stop()
            raise
    return tuple(said[index] for index in range(len(peers)))


class _Asking:
    """One question for several packages, and the processes that answer it."""

    def __init__(self, asked: Asked, limit: float) -> None:
        self.asked, self.limit = asked, limit
        self.running: set[subprocess.Popen[str]] = set()
        self.stopped = False

    def stop(self) -> None:
        """Kills all processes and starts no more."""
        self.stopped = True
        for process in list(self.running):
            process.kill()

    def package(self, peers: list[Peer]) -> list[PeerSays]:
        """The answers of the peers of one package. After a crash or a timeout, a new process answers for the remaining
        peers."""
        if find_spec(peers[0].module) is None:
            return [PeerSays(peer, why=f"not installed: pip install {peer.distribution}") for peer in peers]
        said: list[PeerSays] = []
        while len(said) < len(peers):
            if self.stopped:
                return said + [PeerSays(peer, why="interrupted") for peer in peers[len(said) :]]
            said += self._some(peers[len(said) :])
        return said

    def _some(self, peers: list[Peer]) -> list[PeerSays]:
        """The answers of one process, up to its first failure, which is the last row."""
        calls = [{"call": peer.call, "distribution": peer.distribution} for peer in peers]
        question = json.dumps({"asked": self.asked.to_json(), "calls": calls})
        said: list[PeerSays] = []
        with _process() as process:
            self.running.add(process)
            if self.stopped:
                process.kill()
            lines = _lines(process, question)
            for peer in peers:
                try:
                    line = lines.get(timeout=self.limit)
                except Empty:
                    process.kill()
                    said.append(PeerSays(peer, why=f"no answer within {self.limit:g} seconds"))
                    break
                if not line:
                    said.append(PeerSays(peer, why=_ended(process.wait())))
                    break
                said.append(_read(peer, json.loads(line)))
        self.running.discard(process)
        return said


def _process() -> subprocess.Popen[str]:
    command = [sys.executable, "-P", "-m", f"{__package__}.peer_program"]  # -P: no module of the working folder
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, encoding="utf-8")


def _lines(process: subprocess.Popen[str], question: str) -> SimpleQueue[str]:
    """The lines that a process writes after it received the question, as they arrive; an empty line when it has
    ended."""
    found: SimpleQueue[str] = SimpleQueue()

    def follow() -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        with ignoring(OSError, ValueError):  # it may end before it is asked, or be left
            process.stdin.write(question)
            process.stdin.close()
            for line in process.stdout:
                found.put(line)
        found.put("")

    Thread(target=follow, daemon=True).start()
    return found


def _ended(status: int) -> str:
    return f"its process ended with {f'signal {-status}' if status < 0 else f'exit status {status}'}"


def _read(peer: Peer, said: dict[str, Any]) -> PeerSays:
    version = said["version"]
    if "value" not in said:
        return PeerSays(peer, version, why=shown(str(said["why"]), _LONGEST))
    value = float(said["value"])
    if math.isnan(value):
        return PeerSays(peer, version, why="it says NaN")
    lower = None if said["lower"] is None else float(said["lower"])
    return PeerSays(peer, version, value, lower, seconds=float(said["seconds"]))


def unanswered(peers: Sequence[Peer], why: Unavailable) -> tuple[PeerSays, ...]:
    """A row with the same reason for each peer, if the question cannot be expressed for any of them."""
    return tuple(PeerSays(peer, why=str(why)) for peer in peers)
