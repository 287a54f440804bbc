"""docs/accountants/: a page for each accountant, as the registry has it, with a question and its limits."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import chartered as ch
from marking import code, plain, prose, table
from subjects import anchor, subject_of, takes
from wrapping import wrapped

WORDS = Path(__file__).with_name("accountants.toml")
_WRITTEN = """
This page is written by `python docs/pages/write.py accountants`, and a test compares it with the registry.
"""
_INDEX = """# Accountants

An accountant is a composition law for one kind of guarantee: how n runs of one step add up, and how different steps do.
Theorems lead from mechanisms to a kind of guarantee and from it to a privacy profile, which answers questions
([architecture](../architecture.md)). A question is asked of every accountant that some path reaches, unless
`--accountant NAME` chooses; a theorem's name chooses the paths that go through it.

"""


def pages(session: Callable[[str], str] | None = None) -> dict[str, str]:
    """The pages by their paths under docs/; `session` runs a command of the shell and gives what it prints."""
    known, words = ch.registry(), tomllib.loads(WORDS.read_text(encoding="utf-8"))
    found = {"accountants/index.md": wrapped(_INDEX + _listed(known) + _WRITTEN)}
    for accountant in known.accountants.values():
        text = _page(known, accountant, words[accountant.name], session or printed)
        found[f"accountants/{accountant.name}.md"] = wrapped(text)
    return found


def printed(command: str) -> str:
    """What a command prints, as the test of code blocks runs it."""
    first = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": first, "NO_COLOR": "1", "COLUMNS": "120"}
    done = subprocess.run(command, shell=True, env=environment, capture_output=True, text=True, check=True, timeout=120)
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def _listed(known: ch.Registry) -> str:
    rows = [
        [f"[{code(name)}]({name}.md)", code(one.kind.__name__), plain(one.statement), one.side.value]
        for name, one in sorted(known.accountants.items())
    ]
    return table(("accountant", "composes", "law", "side"), rows)


def _page(known: ch.Registry, one: ch.Accountant, words: dict[str, Any], session: Callable[[str], str]) -> str:
    command = f"chartered epsilon {words['question']} --accountant {one.name}"
    theorems = known.theorems.values()
    claims = [name for name in known.claims() if name.startswith(f"{one.name}.composition")]
    parts = [
        f"# The accountant {code(one.name)}\n",
        f"{plain(one.statement)}\n",
        *([f"```math\n{one.latex}\n```\n"] if one.latex else []),
        f"{plain(words['when'])}\n",
        *([f"{words['more']}\n"] if "more" in words else []),
        f"- composes: {code(one.kind.__name__)}. {prose(_first_paragraph(one.kind))}",
        f"- source: {plain(one.source)}",
        f"- side: {one.side.value}{', composition loses nothing' if one.side is ch.Side.EXACT else ''}",
        f"- plugin: {code(known.owner('accountant', one.name).name)}",
        f"- claims about composition: {', '.join(map(code, claims)) or 'none'}\n",
        f"## A question\n\n```console\n$ {command}\n{session(command)}```\n",
        f"## At its limits\n\n{table(('ledger', 'delta', 'eps'), (_asked(one, **limit) for limit in words['limits']))}",
        "## Theorems that lead to it\n",
        _edges(known, (t for t in theorems if t.gives is one.kind and t.takes is not one.kind), "from"),
        "## Theorems that lead from it\n",
        _edges(known, (t for t in theorems if t.takes is one.kind), "to"),
    ]
    return "\n".join(parts) + _WRITTEN


def _first_paragraph(kind: type) -> str:
    return (inspect.getdoc(kind) or "").partition("\n\n")[0]


def _edges(known: ch.Registry, theorems: Iterable[ch.Theorem], end: str) -> str:
    """A table of theorems that start or end in one kind of guarantee."""
    rows = [
        [
            f"[{code(theorem.name)}](../subjects/{subject_of(known, theorem)}.md#{anchor(theorem.name)})",
            code(takes(theorem) if end == "from" else theorem.gives.__name__),
            plain(theorem.source),
            theorem.side.value + ("" if theorem.use is ch.Use.ALWAYS else f", {theorem.use.value}"),
        ]
        for theorem in theorems
    ]
    return table(("theorem", end, "source", "side"), rows) if rows else "None.\n"


def _asked(one: ch.Accountant, steps: str, delta: str) -> list[str]:
    """What the accountant says of a ledger: the tightest answer, or why there is none."""
    account = ch.Ledger(steps.split()).account(ch.Question.epsilon(delta), one.name)
    shown = code(steps if len(steps) < 80 else f"{steps.strip()[:60]} ...")
    if account.best is None:
        why = next((none.why for none in account.unavailable if none.accountant == one.name), "")
        return [shown, delta, plain(f"no answer: {why}")]
    best = account.best
    ends = f"{best.lower:.7g} to {best.upper:.7g}" if best.lower is not None else f"at most {best.upper:.7g}"
    return [shown, delta, f"{ends} ({best.theorem})" if not best.why else plain(f"infinite: {best.why}")]
