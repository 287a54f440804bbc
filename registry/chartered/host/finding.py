"""The sources of plugins: entry points of installed distributions, and single files named for a run. Nothing else is
ever imported."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import Distribution, EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from ..errors import PluginError
from ..model.plugin import Plugin
from .registering import BLOCK
from .tracing import traced

GROUP = "chartered"
FILES = "CHARTERED_PLUGIN_FILES"
"""The environment variable that lists single files as plugins of this run, separated like the folders of PATH."""


def find_plugins() -> list[Plugin]:
    """The plugins of this run, sorted by name, without those listed in CHARTERED_BLOCK. Raises PluginError, also if no
    plugin has a blocked name."""
    blocked = {name.strip() for name in os.environ.get(BLOCK, "").split(",")} - {""}
    installed, files = list(entry_points(group=GROUP)), _files()
    known = {point.name for point in installed} | files.keys()
    if unknown := sorted(blocked - known):
        raise PluginError(
            f"{BLOCK} names {unknown[0]!r}, and no plugin has that name", f"plugins are {', '.join(sorted(known))}"
        )
    found = _installed([point for point in installed if point.name not in blocked])
    for name, path in files.items():
        if name in found:
            raise PluginError(f"{path} would be plugin {name!r}, which is installed", "give the file another name")
        if name not in blocked:
            found[name] = _from_file(name, path)
    return [found[name] for name in sorted(found)]


def _installed(points: list[EntryPoint]) -> dict[str, Plugin]:
    """Plugins by name. Raises PluginError for a name that two distributions offer."""
    chosen: dict[str, EntryPoint] = {}
    read: dict[object, tuple[str, str]] = {}

    def distribution(point: EntryPoint) -> tuple[str, str]:
        """Its name and version; each is read out of its file once."""
        if point.dist not in read:
            read[point.dist] = ("unknown", "unknown") if point.dist is None else _name_and_version(point.dist)
        return read[point.dist]

    for point in points:
        other = chosen.setdefault(point.name, point)
        (source, _), (new, _) = distribution(other), distribution(point)
        if (other.value, source) != (point.value, new):
            raise PluginError(
                f"plugin name {point.name!r} is offered by two distributions, {source} and {new}",
                f"uninstall one, or leave both out with {BLOCK}={point.name}",
            )
    return {name: _loaded(name, point.load, *distribution(point)) for name, point in sorted(chosen.items())}


def _name_and_version(dist: Distribution) -> tuple[str, str]:
    """As the head of its metadata states them. A parser of mail reads the whole of it, where these lines are written
    in another way."""
    head, _, _ = (dist.read_text("METADATA") or "").partition("\n\n")
    lines = (line.partition(": ") for line in head.splitlines())
    stated = {key: value.strip() for key, _, value in lines if key in ("Name", "Version")}
    return (stated["Name"], stated["Version"]) if len(stated) == 2 else (dist.name, dist.version)


def _files() -> dict[str, Path]:
    """The single-file plugins of this run by plugin name, which follows from the file name. Raises PluginError for a
    path that is no Python file, and for two files with the same name."""
    found: dict[str, Path] = {}
    for text in filter(None, os.environ.get(FILES, "").split(os.pathsep)):
        path = Path(text).absolute()
        if path.suffix != ".py" or not path.is_file():
            raise PluginError(f"{FILES} names {text!r}, which is no Python file", "name a module such as mine.py")
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
    except OSError as error:
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
    except (Exception, SystemExit) as error:
        raise PluginError(
            f"plugin {name!r} ({source}) cannot be imported: {type(error).__name__}: {error}",
            f"mend or uninstall it, or leave it out with {BLOCK}={name}",
        ) from error
    return Plugin(name, module, source, version)
