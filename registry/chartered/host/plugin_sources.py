"""The sources of plugins: entry points of installed distributions, and single files named for a run. Nothing else is
ever imported."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import TYPE_CHECKING

from chartered_verify.catching import ours
from chartered_verify.raised import named

from ..errors import PluginError
from ..model.plugin import Plugin
from . import session_plugin
from .entry_points import Offer, all_offers
from .left_out_plugins import FailedPlugin
from .plugin_selection import LeftOut, Selection
from .registering import BLOCK
from .tracing import traced

if TYPE_CHECKING:
    from pathlib import Path

LAYERS: list[Mapping[str, Sequence[object]]] = []
"""What `ch.register` added in this session, the oldest first: the values by the hook that returns them."""
FILES = "CHARTERED_PLUGIN_FILES"
"""The environment variable that lists single files as plugins of this run, separated like the folders of PATH."""


def find_plugins() -> tuple[list[Plugin], list[FailedPlugin]]:
    """(the plugins of this run, sorted by name, without those that CHARTERED_PLUGINS and CHARTERED_BLOCK leave out, and
    last that of the session; the installed plugins of others that cannot be imported). Raises PluginError for any other
    plugin that cannot be imported, and if no plugin has a name in these variables."""
    (installed, unread), files = all_offers(), _files()
    chosen = Selection.of_environment()
    chosen.check({offer.name for offer in installed} | files.keys())
    offers = _by_name(offer for offer in installed if not chosen.against(offer.name, ours=offer.ours))
    files = {name: path for name, path in files.items() if not chosen.against(name, ours=False)}
    for name, path in files.items():
        if name in offers:
            raise PluginError(f"{path} would be plugin {name!r}, which is installed", "give the file another name")
    found, failed = _installed(offers)
    found |= {name: _from_file(name, path) for name, path in files.items()}
    plugins = [found[name] for name in sorted(found)]
    if LAYERS:
        plugins.append(session_plugin.session_plugin(LAYERS))
    return plugins, unread + failed


def left_out() -> list[LeftOut]:
    """The plugins that are installed, or named as files, and that the environment leaves out, sorted by name."""
    chosen, found = Selection.of_environment(), list[LeftOut]()
    for offer in all_offers()[0]:
        why = chosen.against(offer.name, ours=offer.ours)
        found += [LeftOut(offer.name, offer.distribution, why)] if why else []
    for name, path in _files().items():
        why = chosen.against(name, ours=False)
        found += [LeftOut(name, path.name, why)] if why else []
    return sorted(set(found), key=lambda one: (one.name, one.distribution))


def _by_name(offers: Iterable[Offer]) -> dict[str, list[Offer]]:
    """The offers of each name, one for each distribution and module: the first on Python's path, which is the copy that
    Python imports. Chartered's own come first."""
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        others = found.setdefault(offer.name, [])
        if all((offer.value, offer.distribution) != (one.value, one.distribution) for one in others):
            others.insert(0 if offer.ours else len(others), offer)
    return found


def _installed(offers: Mapping[str, Sequence[Offer]]) -> tuple[dict[str, Plugin], list[FailedPlugin]]:
    """(the plugins by name, those of others that fail). A name of Chartered's own remains its own; any other that two
    distributions offer is nobody's. Raises PluginError if one of Chartered's own cannot be imported."""
    found: dict[str, Plugin] = {}
    failed: list[FailedPlugin] = []
    for name, (first, *others) in sorted(offers.items()):
        if others:
            sources = f"{first.distribution} and {others[0].distribution}"
            error = PluginError(
                f"plugin name {name!r} is offered by two distributions, {sources}",
                f"uninstall one, or leave both out with {BLOCK}={name}",
            )
            failed += [offer.failed(error) for offer in (first, *others) if not offer.ours]
        if first.ours or not others:
            try:
                found[name] = _loaded(name, first.load, first.distribution, first.version)
            except PluginError as error:
                if first.ours:
                    raise
                failed.append(first.failed(error))
    return found, failed


def _files() -> dict[str, Path]:
    """The single-file plugins of this run by plugin name, which follows from the file name. Raises PluginError for a
    path that is no Python file, and for two files with the same name."""
    found: dict[str, Path] = {}
    for text in filter(None, os.environ.get(FILES, "").split(os.pathsep)):
        from pathlib import Path  # here: most runs name none

        path = Path(text).absolute()
        if path.suffix != ".py" or not path.is_file():
            what = "Python file" if path.exists() else "file"
            raise PluginError(f"the plugin {text!r} (-p, or {FILES}) is no {what}", "name a module such as mine.py")
        name = path.stem.replace("_", "-")
        if found.setdefault(name, path) != path:
            raise PluginError(f"{found[name]} and {path} are both plugin {name!r}", "give one of them another name")
    return found


@cache
def _from_file(name: str, path: Path) -> Plugin:
    """A single file as a plugin, loaded once like any module. The file is its own distribution, and its version is the
    beginning of its SHA-256. Raises PluginError."""
    import hashlib  # here: it loads OpenSSL

    try:
        version = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    except ours(OSError) as error:
        raise PluginError(f"plugin {path} cannot be read: {error.strerror}", "name a file that can be read") from None
    return _loaded(name, lambda: _module(f"chartered_file_{path.stem}", path), path.name, version)


def _module(name: str, path: Path) -> ModuleType:
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)  # known before it runs, as dataclasses look it up
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _loaded(name: str, load: Callable[[], ModuleType], source: str, version: str) -> Plugin:
    try:
        with traced(f"plugin {name} ({source} {version}) is imported"):
            module = load()
    except ours(BaseException) as error:
        raise PluginError(
            f"plugin {name!r} ({source}) cannot be imported: {named(error)}",
            f"mend or uninstall it, or leave it out with {BLOCK}={name}",
            {name},
        ) from error
    if not isinstance(module, ModuleType):
        raise PluginError(
            f"plugin {name!r} ({source}) is a {type(module).__name__}, and no module",
            f'write {name} = "its_module"',
            {name},
        )
    return Plugin(name, module, source, version)
