"""`chartered plugins`: the installed plugins, and whether a plugin conforms to the hooks."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import click
from chartered_verify.catching import ours
from chartered_verify.raised import named, words_of

from ..errors import BadValue, UnknownName, meant, near
from ..host.hookspecs import HOOK_SPEC
from ..host.left_out_plugins import FailedPlugin
from ..host.registry import Plugin, Registry, registry
from .output import print_for_people, print_json
from .shared_options import as_json

_KINDS = {"mechanisms": "mechanism", "theorems": "theorem", "accountants": "accountant", "claims": "claim"}

_WELL_KNOWN = ("gaussian:sigma=2", "laplace:scale=2")
"""The steps on which a plugin of theorems alone is tried, since the kit makes steps of a plugin's own mechanisms."""


@click.command(
    short_help="What is installed, or whether a plugin conforms.", epilog="Example: chartered plugins --json"
)
@click.argument("asked", nargs=-1, metavar="[check NAME]")
@click.option("--strangers", is_flag=True, help="Only plugins that do not ship with Chartered.")
@as_json
def plugins(asked: tuple[str, ...], strangers: bool, as_json: bool) -> None:
    """The installed plugins with their versions, mechanisms, theorems, accountants and claims.

    `check NAME` runs the conformance kit on one plugin, or on all plugins of a distribution: it tries the claims,
    answers questions about the mechanisms, and alters certificates, which the check must then refuse. Exit status 1 if
    one does not conform. `chartered -p FILE.py plugins check NAME` checks a single file.

    CHARTERED_BLOCK=name,name in the environment, or `chartered -p no:NAME`, leaves plugins out; * stands for all but
    Chartered's own. CHARTERED_PLUGINS=ours,NAME loads only Chartered's own and NAME. Plugins that are not loaded are
    listed, and nothing of them is imported. CHARTERED_TRACE=1 prints every call to plugins."""
    known = registry()
    known.claims()  # asks the plugins for their claims, so that their owners are known
    if asked:
        _check(known, asked, as_json)
        return
    installed = [_shown(known, plugin) for plugin in known.plugins if not (strangers and plugin.ours)]
    if as_json:
        left_out = [one.to_json() for one in known.left_out]
        print_json({"hook_spec": HOOK_SPEC, "plugins": installed} | ({"left_out": left_out} if left_out else {}))
        return
    if installed or known.failed or known.left_out:
        from .plugin_list import listed

        failed = (f"failed: {one}" for one in known.failed)
        print_for_people(*listed(installed), *failed, *(f"left out: {one}" for one in known.left_out))
    else:
        print_for_people("no plugin is installed but those that ship with Chartered")


def _shown(known: Registry, plugin: Plugin) -> dict[str, Any]:
    named = {plural: known.names_of(plugin, kind) for plural, kind in _KINDS.items()}
    return {"name": plugin.name, "distribution": plugin.distribution, "version": plugin.version, **named}


def _check(known: Registry, asked: tuple[str, ...], as_json: bool) -> None:
    """Prints whether plugins conform; exits with status 1 if one does not."""
    if len(asked) != 2 or asked[0] != "check":
        raise BadValue(
            f"chartered plugins {' '.join(asked)}", "write chartered plugins, or chartered plugins check NAME"
        )
    everything: tuple[Plugin | FailedPlugin, ...] = (*known.plugins, *known.failed_at_start)
    chosen = [plugin for plugin in everything if asked[1] in (plugin.name, plugin.distribution)]
    if not chosen:
        hint = meant(near(asked[1], [plugin.name for plugin in everything], 1)) or "chartered plugins lists them"
        raise UnknownName(f"no plugin and no distribution is called {asked[1]!r}", hint)
    found = [_conformance(known, plugin) for plugin in chosen]
    if as_json:
        print_json({"hook_spec": HOOK_SPEC, "plugins": found})
    else:
        print_for_people(f"hooks of version {HOOK_SPEC}", *map(_in_words, found))
    if not all(one["conforms"] for one in found):
        click.get_current_context().exit(1)


def _conformance(known: Registry, plugin: Plugin | FailedPlugin) -> dict[str, Any]:
    """The result of the conformance kit for one plugin, as a dictionary."""
    start = perf_counter()
    why = str(plugin.error) if isinstance(plugin, FailedPlugin) else _why_not(known, plugin)
    return {
        "name": plugin.name,
        "distribution": plugin.distribution,
        "version": plugin.version,
        "conforms": why is None,
        "why": why,
        "claims": 0 if isinstance(plugin, FailedPlugin) else len(known.names_of(plugin, "claim")),
        "seconds": round(perf_counter() - start, 3),
    }


def _why_not(known: Registry, plugin: Plugin) -> str | None:
    """Why the plugin does not conform; None if it does."""
    from ..testing import conform

    theorems_alone = not (known.names_of(plugin, "mechanism") or known.names_of(plugin, "accountant"))
    try:
        conform(plugin.module, steps=_WELL_KNOWN if theorems_alone and not plugin.ours else ())
    except ours(BaseException) as error:  # whatever a plugin brings about is what is told
        return words_of(error) if isinstance(error, AssertionError) else named(error)
    return None


def _in_words(found: dict[str, Any]) -> str:
    many = found["claims"]
    tried = (
        f"of its {many} claim{'s' * (many > 1)} none is refuted"
        if many
        else "it has no claim, so that its theorems are taken as they are stated"
    )
    outcome = f"conforms; {tried}" if found["conforms"] else f"does not conform: {found['why']}"
    return f"{found['name']} ({found['distribution']} {found['version']}) {outcome}, {found['seconds']:.1f} s"
