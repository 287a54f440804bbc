"""docs/subjects/: a page for each subject of the plugins, with its mechanisms, accountants and theorems."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import chartered as ch
from chartered.model.theorems import always
from marking import code, plain, prose, table
from wrapping import wrapped

SUBJECTS = tomllib.loads(Path(__file__).with_name("subjects.toml").read_text(encoding="utf-8"))
_WRITTEN = """
This page is written by `python docs/pages/write.py subjects`, and a test compares it with the registry.
"""
_INDEX = """# Subjects

The plugins floor is divided into subjects. Each holds its plugin modules, the formulas that they share, the searches
that propose witnesses, and the claims by which all of it is tried. The order is that of reading: a subject builds only
on those above it.

"""


def pages() -> dict[str, str]:
    """The pages by their paths under docs/."""
    known = ch.registry()
    counts = {name: len(_theorems(known, name)) for name in SUBJECTS}
    abouts = {name: _first_sentence(one["about"]) for name, one in SUBJECTS.items()}
    rows = [[f"[{one['title']}]({name}.md)", str(counts[name]), abouts[name]] for name, one in SUBJECTS.items()]
    index = _INDEX + table(("subject", "theorems:", "what it is about"), rows) + _WRITTEN
    found = {"index": index} | {name: _page(known, name, one) for name, one in SUBJECTS.items()}
    return {f"subjects/{name}.md": wrapped(text) for name, text in found.items()}


def _first_sentence(text: str) -> str:
    return plain(text.partition(". ")[0].partition(".\n")[0] + ".")


def anchor(name: str) -> str:
    """The fragment of a heading that is this name."""
    return re.sub(r"[^\w-]", "", name.lower())


def takes(theorem: ch.Theorem) -> str:
    """What a theorem starts from, as steps and kinds of guarantees are written."""
    return theorem.takes.__name__ if isinstance(theorem.takes, type) else str(theorem.takes)


def subject_of(known: ch.Registry, theorem: ch.Theorem) -> str:
    """The subject of the plugin that registered it."""
    return _subject(known.owner("theorem", theorem.name))


def _subject(plugin: ch.Plugin) -> str:
    return plugin.module.__name__.split(".")[1]


def _plugins(known: ch.Registry, subject: str) -> list[ch.Plugin]:
    ours = [plugin for plugin in known.plugins if plugin.module.__name__.startswith("chartered_plugins.")]
    return [plugin for plugin in ours if plugin.name != "verification" and _subject(plugin) == subject]


def _theorems(known: ch.Registry, subject: str) -> list[ch.Theorem]:
    plugins = _plugins(known, subject)
    return [theorem for name, theorem in known.theorems.items() if known.owner("theorem", name) in plugins]


def _page(known: ch.Registry, name: str, one: dict[str, Any]) -> str:
    plugins = _plugins(known, name)
    mechanisms = sorted(mechanism for plugin in plugins for mechanism in known.names_of(plugin, "mechanism"))
    accountants = sorted(accountant for plugin in plugins for accountant in known.names_of(plugin, "accountant"))
    parts = [f"# {one['title']}\n\n{plain(one['about'])}\n\n## What is in it\n\n"]
    parts.append(table(("plugin", "what it brings"), map(_brings, plugins)))
    if mechanisms:
        rows = [[code(m.name), plain(m.signature), plain(m.summary)] for m in map(known.mechanism, mechanisms)]
        parts.append("\n" + table(("mechanism", "parameters", "what it does"), rows))
    if accountants:
        links = (f"[{code(accountant)}](../accountants/{accountant}.md)" for accountant in accountants)
        parts.append(f"\nAccountants: {', '.join(links)}.\n")
    parts.append("\n## How to read on\n\n" + "".join(f"- {line}\n" for line in one["read_on"]))
    parts.append("\n## Theorems\n" + "".join(_theorem(known, theorem) for theorem in _theorems(known, name)))
    return "".join(parts) + _WRITTEN


def _brings(plugin: ch.Plugin) -> list[str]:
    doc = (plugin.module.__doc__ or "").partition("\n\n")[0]
    return [code(plugin.name), prose(doc)]


def _theorem(known: ch.Registry, theorem: ch.Theorem) -> str:
    formula = f"```math\n{theorem.latex}\n```\n\n" if theorem.latex else ""
    claims = sum(name == theorem.name or name.startswith(f"{theorem.name}.") for name in known.claims())
    return (
        f"\n### {code(theorem.name)}\n\n{plain(theorem.statement)}\n\n{formula}"
        f"- leads from {code(takes(theorem))} to {code(theorem.gives.__name__)}, {_side(theorem)}\n"
        f"- source: {plain(theorem.source)}\n"
        f"- conditions: {plain(_conditions(theorem))}\n"
        f"- claims: {claims or 'none of its own'}\n"
    )


def _side(theorem: ch.Theorem) -> str:
    marks: Iterable[tuple[bool, str]] = (
        (theorem.optimal_for_premise, "the best that its premise implies"),
        (theorem.use is ch.Use.BY_NAME, "only when requested by name"),
        (theorem.use is ch.Use.LAST_RESORT, "only if no other theorem gives an answer, or when requested by name"),
        (theorem.use is ch.Use.IF_NEEDED, "left out where another path is exact"),
    )
    return ", ".join([f"side {theorem.side.value}", *(words for holds, words in marks if holds)])


def _conditions(theorem: ch.Theorem) -> str:
    return "none beyond what it takes" if theorem.conditions is always else theorem.conditions_in_words
