"""The registry of plugins: finds plugins, checks what they register, and names the plugin in every error."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

import pluggy

from ..errors import PluginError, UnknownName
from ..model.accountants import Accountant
from ..model.mechanisms import Mechanism
from ..model.plugin import Plugin as Plugin
from ..model.theorems import Theorem
from . import hookspecs
from .finding import find_plugins as find_plugins
from .naming import misnamed, wanted as wanted_name
from .registering import Gathered

_HOOKS = ("register_mechanisms", "register_theorems", "register_accountants", "register_claims", "register_commands")
T = TypeVar("T")


class _Hooks(pluggy.PluginManager):
    """Knows of a module's names those that are marked as hooks, and looks at no other: there are a thousand."""

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        """What the mark of a hook says; None for any other name."""
        return super().parse_hookimpl_opts(plugin, name) if _mark(vars(plugin).get(name)) else None


@dataclass(slots=True, repr=False)
class Registry:
    """Everything that the plugins have registered, by name, with the plugin that registered it."""

    plugins: tuple[Plugin, ...]
    manager: pluggy.PluginManager
    mechanisms: dict[str, Mechanism] = field(default_factory=dict)
    theorems: dict[str, Theorem] = field(default_factory=dict)
    accountants: dict[str, Accountant] = field(default_factory=dict)
    owners: dict[str, Plugin] = field(default_factory=dict)
    _lazy: dict[str, Gathered[Any]] = field(default_factory=dict)

    def __repr__(self) -> str:
        counts = (f"{len(getattr(self, kind))} {kind}" for kind in ("plugins", "mechanisms", "theorems", "accountants"))
        return f"<registry: {', '.join(counts)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as a reference to the registry of the process that unpickles it, maybe on another machine. Raises
        TypeError for any other registry."""
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

    def reached_unasked(self, kind: type) -> bool:
        """Whether some theorem that is not `opt_in` leads to this kind of guarantee."""
        return any(theorem.gives is kind and not theorem.opt_in for theorem in self.theorems.values())

    def claims(self) -> dict[str, Any]:
        """All claims by name; the plugins' hooks are called on first use. Raises PluginError."""
        from chartered_verify.heavy import undisturbed
        from chartered_verify.statements.claim import Claim

        return _whole(undisturbed(lambda: self._lazily("register_claims", Claim, "claim")))

    def commands(self) -> dict[str, Any]:
        """The commands that plugins add, by name; the plugins' hooks are called on first use. Raises PluginError if one
        is left out."""
        return _whole(self._commands())

    def offered_commands(self) -> tuple[dict[str, Any], list[PluginError]]:
        """(the commands that plugins add, the errors of those left out). A plugin that fails, or a name that is taken,
        affects no other command."""
        found = self._commands()
        return found.values, found.left_out

    def owner(self, kind: str, name: str) -> Plugin:
        """The plugin that registered `name` as a mechanism, theorem, accountant, claim or command."""
        return self.owners[f"{kind} {name}"]

    def version_of(self, named: str) -> int | None:
        """The version of a statement by kind and name, such as "theorem gaussian.gdp"; None if it is not installed."""
        kind, _, name = named.partition(" ")
        tables: dict[str, Mapping[str, Mechanism | Theorem | Accountant]] = {
            "mechanism": self.mechanisms,
            "theorem": self.theorems,
            "accountant": self.accountants,
        }
        found = tables[kind].get(name) if kind in tables else None
        return None if found is None else found.version

    def names_of(self, plugin: Plugin, kind: str) -> list[str]:
        """The names that `plugin` registered for that kind, sorted."""
        return sorted(
            key.partition(" ")[2] for key, who in self.owners.items() if who is plugin and key.startswith(kind + " ")
        )

    def gather(self, hook_name: str, wanted: type[T], kind: str) -> Gathered[T]:
        """Calls one hook of every plugin, Chartered's own first, and checks the returned values."""
        found = Gathered(hook_name, kind, wanted)
        found.ask(_implementations(self, hook_name))
        self.owners |= {f"{kind} {name}": plugin for name, plugin in found.owners.items()}
        return found

    def _commands(self) -> Gathered[Any]:
        import click

        return self._lazily("register_commands", click.Command, "command")

    def _lazily(self, hook_name: str, wanted: type[T], kind: str) -> Gathered[T]:
        if hook_name not in self._lazy:
            self._lazy.setdefault(hook_name, self.gather(hook_name, wanted, kind))
        return self._lazy[hook_name]

    def _named(self, table: dict[str, T], name: str, what: str) -> T:
        if name in table:
            return table[name]
        if not isinstance(name, str):
            raise UnknownName(f"the name of a {what} is {name!r}", f"known are {', '.join(sorted(table))}")
        import difflib

        close = difflib.get_close_matches(name, table, n=3)
        raise UnknownName(
            f"unknown {what} {name!r}",
            f"did you mean {' or '.join(close)}?" if close else f"known are {', '.join(sorted(table))}",
        )


def _by_name(kind: str, name: str) -> Any:
    """The registered object of that name in this process, for unpickling."""
    return getattr(registry(), kind)[name]


def _reduced(value: Mechanism | Theorem | Accountant) -> Any:
    """Registered objects are pickled by name, since their functions may not be picklable; others in the usual way."""
    kind = {Mechanism: "mechanisms", Theorem: "theorems", Accountant: "accountants"}[type(value)]
    if registry.cache_info().currsize and getattr(registry(), kind).get(value.name) is value:
        return _by_name, (kind, value.name)
    return value.__reduce_ex__(2)


for _registered in (Mechanism, Theorem, Accountant):
    copyreg.pickle(_registered, _reduced)  # type: ignore[arg-type]


def _whole(found: Gathered[T]) -> dict[str, T]:
    """All registered values. Raises the first PluginError if one was left out."""
    if found.left_out:
        raise found.left_out[0]
    return found.values


def _implementations(registry: Registry, hook_name: str) -> Iterator[tuple[Plugin, Callable[[], Any]]]:
    by_module = {id(plugin.module): plugin for plugin in registry.plugins}
    functions = {id(impl.plugin): impl.function for impl in getattr(registry.manager.hook, hook_name).get_hookimpls()}
    for key, plugin in sorted(
        by_module.items(), key=lambda pair: not pair[1].ours
    ):  # Chartered's own plugins first, so that they come first among equal answers
        if key in functions:
            yield plugin, functions[key]


def build_registry(plugins: list[Plugin]) -> Registry:
    """A checked registry of these plugins. Raises PluginError."""
    manager = _Hooks(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    for plugin in plugins:
        _check_names(plugin)
        _check_hooks(plugin)
        try:
            manager.register(plugin.module, plugin.name)
        except pluggy.PluginValidationError as error:
            reason = str(error).splitlines()[-1]
            raise PluginError(
                f"plugin {plugin.name!r} ({plugin.distribution}): {reason}", "hooks take no arguments"
            ) from None
    registry = Registry(tuple(plugins), manager)
    registry.mechanisms |= _whole(registry.gather("register_mechanisms", Mechanism, "mechanism"))
    registry.theorems |= _whole(registry.gather("register_theorems", Theorem, "theorem"))
    registry.accountants |= _whole(registry.gather("register_accountants", Accountant, "accountant"))
    _check_apart(registry)
    return registry


def _check_apart(registry: Registry) -> None:
    """Raises PluginError if a theorem and an accountant have the same name, since paths use both kinds of names
    alike."""
    for name in sorted(registry.theorems.keys() & registry.accountants.keys()):
        one, other = registry.owner("theorem", name), registry.owner("accountant", name)
        message = (
            f"{name!r} is a theorem of plugin {one.name!r} ({one.distribution}) and an accountant of plugin "
            f"{other.name!r}"
        )
        raise PluginError(f"{message} ({other.distribution})", "choose another name for the theorem: name.profile, say")


def _check_names(plugin: Plugin) -> None:
    for kind, name in (("plugin", plugin.name), ("distribution", plugin.distribution)):
        why = misnamed(kind, name)
        if why is not None:
            raise PluginError(f"plugin {plugin.name[:40]!a} ({plugin.distribution[:40]!a}): {why}", wanted_name(kind))


def _check_spec(plugin: Plugin) -> None:
    """Raises PluginError for a plugin that needs a later version of the hooks."""
    needed = getattr(plugin.module, "chartered_hook_spec", hookspecs.HOOK_SPEC)
    whole = isinstance(needed, int) and not isinstance(needed, bool)
    if not whole or not 1 <= needed <= hookspecs.HOOK_SPEC:
        raise PluginError(
            f"plugin {plugin.name!r} ({plugin.distribution}) needs hooks of version {needed!r}, these are of version "
            f"{hookspecs.HOOK_SPEC}",
            "update chartered" if whole and needed > 1 else "chartered_hook_spec is a whole number from 1 on",
        )


def _mark(value: object) -> Any:
    """What `chartered.hook` notes at a function; None for anything else."""
    return getattr(value, f"{hookspecs.PROJECT}_impl", None) if callable(value) else None


def _check_hooks(plugin: Plugin) -> None:
    _check_spec(plugin)
    marks = {name: _mark(value) for name, value in vars(plugin.module).items()}
    marked = {name: options for name, options in marks.items() if options}
    for name, options in marked.items():
        if name not in _HOOKS and not options["optionalhook"]:
            raise PluginError(
                f"plugin {plugin.name!r} ({plugin.distribution}) has an unknown hook {name!r}",
                f"the hooks are {', '.join(_HOOKS)}",
            )
    for name in _HOOKS:
        if callable(getattr(plugin.module, name, None)) and name not in marked:
            raise PluginError(
                f"plugin {plugin.name!r} ({plugin.distribution}): {name} is not marked", "put @chartered.hook above it"
            )
    if not marked:
        raise PluginError(
            f"plugin {plugin.name!r} ({plugin.distribution}) registers nothing", f"define one of {', '.join(_HOOKS)}"
        )


@lru_cache(maxsize=1)
def registry() -> Registry:
    """The registry of the installed plugins, built on first use. Raises PluginError."""
    return build_registry(find_plugins())
