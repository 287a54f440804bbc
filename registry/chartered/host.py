"""The host: finds plugins, checks what they register, and names the culprit when something is wrong."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, TypeVar

import pluggy

from . import hookspecs
from .accountants import Accountant
from .errors import PluginError, UnknownName
from .mechanisms import Mechanism
from .theorems import Theorem

GROUP = "chartered"
BLOCK = "CHARTERED_BLOCK"
_HOOKS = ("register_mechanisms", "register_theorems", "register_accountants", "register_claims", "register_commands")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plugin:
    """An installed plugin: its entry-point name, where it comes from, and its module."""

    name: str
    module: ModuleType
    distribution: str = "unknown"
    version: str = "unknown"

    def __reduce__(self) -> tuple[Any, ...]:
        return _plugin, (self.name, self.module.__name__, self.distribution, self.version)


@dataclass(slots=True)
class Registry:
    """Everything that the plugins have registered, by name, and who registered it."""

    plugins: tuple[Plugin, ...]
    manager: pluggy.PluginManager
    mechanisms: dict[str, Mechanism] = field(default_factory=dict)
    theorems: dict[str, Theorem] = field(default_factory=dict)
    accountants: dict[str, Accountant] = field(default_factory=dict)
    owners: dict[str, Plugin] = field(default_factory=dict)
    _lazy: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        """What is installed where it is read again: that may be another machine."""
        if self.plugins != registry().plugins:
            raise TypeError("only the registry of what is installed can be copied or pickled")
        return registry, ()

    def mechanism(self, name: str) -> Mechanism:
        """The mechanism of that name. Raises UnknownName with the closest names."""
        return self._named(self.mechanisms, name, "step")

    def theorem(self, name: str) -> Theorem:
        """The theorem of that name. Raises UnknownName."""
        return self._named(self.theorems, name, "theorem")

    def accountant(self, name: str) -> Accountant:
        """The accountant of that name. Raises UnknownName."""
        return self._named(self.accountants, name, "accountant")

    def claims(self) -> dict[str, Any]:
        """All claims by name; the plugins are asked on the first call."""
        from chartered_verify.claim import Claim

        return self._lazily("register_claims", Claim, "claim")

    def commands(self) -> dict[str, Any]:
        """Commands that plugins add, by name; the plugins are asked on the first call."""
        import click

        return self._lazily("register_commands", click.Command, "command")

    def owner(self, kind: str, name: str) -> Plugin:
        """The plugin that registered `name` as a mechanism, theorem, accountant, claim or command."""
        return self.owners[f"{kind} {name}"]

    def names_of(self, plugin: Plugin, kind: str) -> list[str]:
        """What `plugin` registered of that kind."""
        return sorted(key.partition(" ")[2] for key, who in self.owners.items() if who is plugin and key.startswith(kind + " "))

    def gather(self, hook_name: str, wanted: type[T], kind: str) -> dict[str, T]:
        """Calls one hook of every plugin and checks what comes back. Whose it is, is known when all is there. Raises PluginError."""
        found: dict[str, T] = {}
        owners: dict[str, Plugin] = {}
        for plugin, function in _implementations(self, hook_name):
            for value in _returned(plugin, hook_name, function, wanted):
                name = str(getattr(value, "name", ""))
                other = owners.get(f"{kind} {name}")
                if other is not None:
                    raise _fault(
                        plugin, hook_name, f"{kind} {name!r} is already registered by plugin {other.name!r}", "choose another name"
                    )
                found[name] = value
                owners[f"{kind} {name}"] = plugin
        self.owners.update(owners)
        return found

    def _lazily(self, hook_name: str, wanted: type[T], kind: str) -> dict[str, T]:
        if hook_name not in self._lazy:
            self._lazy.setdefault(hook_name, self.gather(hook_name, wanted, kind))
        return self._lazy[hook_name]

    def _named(self, table: dict[str, T], name: str, what: str) -> T:
        if name in table:
            return table[name]
        import difflib

        close = difflib.get_close_matches(name, table, n=3)
        raise UnknownName(
            f"unknown {what} {name!r}", f"did you mean {' or '.join(close)}?" if close else f"known are {', '.join(sorted(table))}"
        )


def _fault(plugin: Plugin, hook_name: str, message: str, remedy: str) -> PluginError:
    return PluginError(f"plugin {plugin.name!r} ({plugin.distribution}), hook {hook_name}: {message}", remedy)


def _implementations(registry: Registry, hook_name: str) -> Iterator[tuple[Plugin, Callable[[], Any]]]:
    by_module = {id(plugin.module): plugin for plugin in registry.plugins}
    functions = {id(impl.plugin): impl.function for impl in getattr(registry.manager.hook, hook_name).get_hookimpls()}
    for key, plugin in by_module.items():
        if key in functions:
            yield plugin, functions[key]


def _returned(plugin: Plugin, hook_name: str, function: Callable[[], Any], wanted: type[T]) -> list[T]:
    try:
        values = function()
    except Exception as error:
        raise _fault(
            plugin, hook_name, f"it raised {type(error).__name__}: {error}", f"mend it, or leave it out with {BLOCK}={plugin.name}"
        ) from error
    if values is None:
        raise _fault(plugin, hook_name, "it returned None", "was the return forgotten? Return a list")
    if isinstance(values, str) or not isinstance(values, list | tuple):
        raise _fault(plugin, hook_name, f"it returned {values!r}", f"return a list of {wanted.__name__}")
    for value in values:
        if not isinstance(value, wanted):
            raise _fault(plugin, hook_name, f"it returned {value!r} in its list", f"each must be a {wanted.__name__}")
    return list(values)


def _plugin(name: str, module: str, distribution: str, version: str) -> Plugin:
    return Plugin(name, import_module(module), distribution, version)


def _load(point: EntryPoint) -> Plugin:
    dist = point.dist
    source, version = (dist.name, dist.version) if dist is not None else ("unknown", "unknown")
    try:
        module = point.load()
    except Exception as error:
        raise PluginError(
            f"plugin {point.name!r} ({source}) cannot be imported: {type(error).__name__}: {error}",
            f"mend or uninstall it, or leave it out with {BLOCK}={point.name}",
        ) from error
    return Plugin(point.name, module, source, version)


def find_plugins() -> list[Plugin]:
    """The installed plugins, by entry point, without those that CHARTERED_BLOCK names. Raises PluginError."""
    blocked = {name.strip() for name in os.environ.get(BLOCK, "").split(",")}
    points: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        if point.name in blocked:
            continue
        other = points.setdefault(point.name, point)
        if (other.value, _dist(other)) != (point.value, _dist(point)):
            raise PluginError(
                f"plugin name {point.name!r} is offered by two distributions, {_dist(other)} and {_dist(point)}",
                f"uninstall one, or leave both out with {BLOCK}={point.name}",
            )
    return [_load(point) for _, point in sorted(points.items())]


def _dist(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else "unknown"


def build_registry(plugins: list[Plugin]) -> Registry:
    """A checked registry of these plugins. Raises PluginError."""
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    for plugin in plugins:
        _check_hooks(plugin)
        try:
            manager.register(plugin.module, plugin.name)
        except pluggy.PluginValidationError as error:
            reason = str(error).splitlines()[-1]
            raise PluginError(f"plugin {plugin.name!r} ({plugin.distribution}): {reason}", "hooks take no arguments") from None
    registry = Registry(tuple(plugins), manager)
    registry.mechanisms |= registry.gather("register_mechanisms", Mechanism, "mechanism")
    registry.theorems |= registry.gather("register_theorems", Theorem, "theorem")
    registry.accountants |= registry.gather("register_accountants", Accountant, "accountant")
    return registry


def _check_hooks(plugin: Plugin) -> None:
    marker = f"{hookspecs.PROJECT}_impl"
    marked = [name for name, value in vars(plugin.module).items() if callable(value) and getattr(value, marker, None)]
    for name in marked:
        if name not in _HOOKS:
            raise PluginError(
                f"plugin {plugin.name!r} ({plugin.distribution}) has an unknown hook {name!r}", f"the hooks are {', '.join(_HOOKS)}"
            )
    for name in _HOOKS:
        if callable(getattr(plugin.module, name, None)) and name not in marked:
            raise PluginError(f"plugin {plugin.name!r} ({plugin.distribution}): {name} is not marked", "put @chartered.hook above it")
    if not marked:
        raise PluginError(f"plugin {plugin.name!r} ({plugin.distribution}) registers nothing", f"define one of {', '.join(_HOOKS)}")


@lru_cache(maxsize=1)
def registry() -> Registry:
    """The registry of what is installed, built on first use. Raises PluginError."""
    return build_registry(find_plugins())
