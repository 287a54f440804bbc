"""The check-in protocols: a list of clients for each slot that the server uses; an empty one gets a dummy."""

from __future__ import annotations

from typing import Any

from chartered_verify.arithmetic import floats
from chartered_verify.large_packages import numpy as np

from ..formulas import report_slots


def checked_in(protocol: str, slots: int, share: float, clients: int, random: np.random.Generator) -> list[list[int]]:
    """Each client checks in with probability `share`, to a slot drawn independently: among all `slots` slots or, in the
    sliding protocol, among those from its own number on, of which the server uses the ones that a full window
    reaches."""
    places = random.integers(slots, size=clients)
    if protocol == "sliding":
        places = places + np.arange(clients) - (slots - 1)
        count = clients - slots + 1
    else:
        count = slots
    present = random.random(clients) < share
    used: list[list[int]] = [[] for _ in range(count)]
    for client in np.flatnonzero(present & (places >= 0) & (places < count)).tolist():
        used[places[client]].append(client)
    return used


def picked(protocol: str, used: list[list[int]], random: np.random.Generator) -> list[list[int]]:
    """The clients whose reports the server uses: all of an averaged slot, otherwise one drawn at random."""
    if protocol == "averaged":
        return used
    return [[slot[int(random.integers(len(slot)))]] if slot else [] for slot in used]


def expected_dummies(protocol: str, slots: int, share: Any, clients: int) -> float:
    """The expected number of dummies by Propositions 3.4 and 4.4; for averaged slots, of empty slots, which are
    skipped."""
    if protocol == "sliding":
        return float(
            report_slots.empty_slots(floats.number(slots), floats.number(clients - slots + 1), floats.number(1), slots)
        )
    return float(report_slots.empty_slots(floats.number(slots), floats.number(slots), floats.number(share), clients))
