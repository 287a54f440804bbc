"""docs/plugins.md: a directory of plugins, from their entry points: those that ship with Chartered, and those of other
packages that are known."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

import chartered as ch
from marking import code, plain, prose, table
from subjects import anchor, subject_of
from wrapping import wrapped

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
KINDS = ("mechanism", "theorem", "accountant")
_HEAD = """# Directory of plugins

Whatever answers here came in as a plugin: one entry point in the group `chartered` for each row below. `chartered
plugins` lists those of an installation, `chartered plugins --strangers` those that do not ship with Chartered, and
`chartered plugins check NAME` holds one to what Chartered expects of every plugin.

## Of other packages

A row for each plugin that its author asks to be listed. [How to add a plugin](howto-plugin.md) begins with a template
that writes a whole package; an entry here is a line in `docs/pages/plugins.toml`, after its continuous integration runs
`chartered plugins check`. An answer that rests on one of them names it.

"""
_OURS = """
## Shipped

"""
_WRITTEN = """
This page is written by `python docs/pages/write.py plugins`, and a test compares it with the registry.
"""


def page(jobs: int = 1, results: Path | None = None) -> str:
    """The whole page; nothing is tried for it."""
    known = ch.registry()
    ours = [plugin for plugin in known.plugins if plugin.ours and plugin.name != "verification"]
    shipped = table(("plugin", "what it is about", "what it brings"), (_row(known, plugin) for plugin in ours))
    listed = table(("plugin", "package", "what it is about"), _listed())
    return wrapped(_HEAD + listed + _OURS + shipped + _WRITTEN)


def _listed() -> Iterable[list[str]]:
    """Those of the examples, by their own entry points, and those that asked for it."""
    for path in sorted(EXAMPLES.glob("*/pyproject.toml")):
        project = tomllib.loads(path.read_text("utf-8"))["project"]
        for name in project.get("entry-points", {}).get("chartered", ()):  # other examples are no plugins
            yield [code(name), code(project["name"]) + " (in `examples/`)", plain(project["description"])]
    for one in tomllib.loads(Path(__file__).with_name("plugins.toml").read_text("utf-8")).get("plugin", ()):
        yield [code(one["name"]), f"[{plain(one['package'])}]({one['home']})", plain(one["about"])]


def _row(known: ch.Registry, plugin: ch.Plugin) -> list[str]:
    about = prose((plugin.module.__doc__ or "").partition("\n\n")[0])
    return [code(plugin.name), about, "; ".join(filter(None, (_brought(known, plugin, kind) for kind in KINDS)))]


def _brought(known: ch.Registry, plugin: ch.Plugin, kind: str) -> str:
    """What a plugin registers of one kind, with links to the pages that have it."""
    names = known.names_of(plugin, kind)
    if kind == "theorem":
        there = {name: f"subjects/{subject_of(known, known.theorem(name))}.md#{anchor(name)}" for name in names}
    else:
        there = {name: f"accountants/{name}.md" if kind == "accountant" else "reference.md" for name in names}
    shown = ", ".join(f"[{code(name)}]({there[name]})" for name in names)
    return f"{kind}{'s' if len(names) > 1 else ''} {shown}" if names else ""
