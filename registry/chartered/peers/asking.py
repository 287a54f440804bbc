"""Peers, each asked in a process of its own: a crash, an error or a slow answer of one is its own row."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from ..errors import Unavailable
from ..visible import shown
from .packages import Peer
from .said import Asked

LIMIT = 60.0
"""Seconds that a peer is given, its import included."""


@dataclass(frozen=True, slots=True)
class PeerSays:
    """A peer's row: the `version` that is installed, the `value` that it gives, and the `lower` end that it states; or
    `why` there is none. `seconds` is the time of its answer, without its start."""

    peer: Peer
    version: str | None = None
    value: float | None = None
    lower: float | None = None
    why: str = ""
    seconds: float | None = None


def ask(peers: Sequence[Peer], asked: Asked, limit: float = LIMIT) -> tuple[PeerSays, ...]:
    """What each peer says, in their order; at most so many at once as there are cores."""
    if not peers:
        return ()
    with ThreadPoolExecutor(max_workers=max(1, min(len(peers), os.cpu_count() or 1))) as pool:
        return tuple(pool.map(lambda peer: _one(peer, asked, limit), peers))


def _one(peer: Peer, asked: Asked, limit: float) -> PeerSays:
    if find_spec(peer.module) is None:
        return PeerSays(peer, why=f"not installed: pip install {peer.distribution}")
    question = {"asked": asked.to_json(), "call": peer.call, "distribution": peer.distribution}
    command = [sys.executable, "-P", "-m", f"{__package__}.child"]  # -P: no module of the working folder
    try:
        done = subprocess.run(
            command,
            input=json.dumps(question),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return PeerSays(peer, why=f"no answer within {limit:g} seconds")
    if done.returncode != 0:
        ended = f"signal {-done.returncode}" if done.returncode < 0 else f"exit status {done.returncode}"
        return PeerSays(peer, why=f"its process ended with {ended}")
    return _read(peer, json.loads(done.stdout))


def _read(peer: Peer, said: dict[str, Any]) -> PeerSays:
    version = said["version"]
    if "value" not in said:
        return PeerSays(peer, version, why=shown(str(said["why"])))
    value = float(said["value"])
    if math.isnan(value):
        return PeerSays(peer, version, why="it says NaN")
    lower = None if said["lower"] is None else float(said["lower"])
    return PeerSays(peer, version, value, lower, seconds=float(said["seconds"]))


def unanswered(peers: Sequence[Peer], why: Unavailable) -> tuple[PeerSays, ...]:
    """The same reason for each: the question cannot be put to any."""
    return tuple(PeerSays(peer, why=str(why)) for peer in peers)
