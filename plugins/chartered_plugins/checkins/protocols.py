"""The protocols by which clients check in, and the condition of a theorem about some of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PROTOCOLS = ("fixed", "averaged", "sliding")
WINDOWS = ("fixed", "sliding")
"""Protocols in which each slot uses one report."""


def within(
    *protocols: str, whole: bool = False, telling: bool = False, some: bool = False
) -> Callable[[Any], str | None]:
    """The condition of a theorem about these protocols, about all clients checking in (`whole`) or not all of them
    (`some`), or about reports with a positive eps (`telling`).

    The result maps a case to the reason why the theorem does not apply, or None."""

    def why(case: Any) -> str | None:
        protocol, everyone = case["protocol"], case["p"] == 1
        if not everyone and protocol != "fixed":
            return f"the {protocol} protocol needs p = 1: every client checks in"
        if protocol == "sliding" and case["m"] > case["n"]:
            return "a sliding window of m slots needs n >= m clients"
        if protocol not in protocols:
            return f"the protocol is {protocol}"
        if whole and not everyone:
            return "p is below 1: not every client checks in"
        if telling and case.epsilon == 0:
            return "the eps of a report is 0"
        return "p is 1: every client checks in" if some and everyone else None

    return why
