"""Rewriting theorems, run on an example by a claim."""

from __future__ import annotations

from chartered_verify.statements.verdict import Proved, Refuted, Verdict

import chartered as ch

from .registered import theorem


def rewrites(plugin: str, name: str, step: str, into: str) -> Verdict:
    """Whether the theorem applies to `step` and makes it `into`."""
    rewriting, case = theorem(plugin, name), ch.Case(ch.parse(step).step, ch.Neighbours.ADD_OR_REMOVE)
    if (why := rewriting.conditions(case)) is not None:
        return Refuted(f"run: the theorem does not apply: {why}", witness={"step": step})
    found = rewriting.bound(case)
    if found != ch.parse(into).step:
        return Refuted("run: it becomes another step", witness={"step": step, "found": str(found)})
    return Proved(f"run: {step} becomes {into}")
