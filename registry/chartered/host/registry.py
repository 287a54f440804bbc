"""The registry of plugins: finds plugins, checks what they register, and names the plugin in every error."""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import pluggy
from chartered_verify.large_packages import undisturbed
from chartered_verify.statements import claim
from msgspec import Struct, field

from ..errors import PluginError, UnknownName, meant, near
from ..log import log
from ..model.accountants import Accountant
from ..model.mechanisms import Mechanism
from ..model.plugin import Plugin as Plugin
from ..model.theorems import Theorem
from .admitting import HookManager, admit
from .left_out_plugins import FailedPlugin, left_out_for, suspected, warn_of
from .plugin_selection import LeftOut
from .plugin_sources import find_plugins as find_plugins, left_out
from .registering import Gathered

T = TypeVar("T")


class Registry(Struct):
    """Everything that the plugins have registered, by name, with the plugin that registered it. See `ch.registry`.

    Attributes:
        plugins: The plugins, in the order of their entry points.
        manager: The hooks, by pluggy.
        mechanisms: The mechanisms by name.
        theorems: The theorems by name.
        accountants: The accountants by name.
        owners: The plugin of each name, by keys such as "theorem gdp.profile".
        failed_at_start: The third-party plugins that are left out because they fail.
        tolerant: Whether it works without those; the registry of the installed plugins does.

    Examples:
        >>> known = ch.registry()
        >>> known.theorem("gdp.profile").statement[:30], known.accountant("gdp").kind.__name__
        ('mu-GDP holds if and only if (e', 'GDP')
        >>> known.mechanism("gaussian").signature, known.owner("mechanism", "gaussian").name
        ('sigma, sensitivity=1, [replace-sensitivity]', 'gaussian')
        >>> known.version_of("theorem gdp.profile"), known.names_of(known.owner("theorem", "gdp.profile"), "accountant")
        (1, ['gdp'])
        >>> "zcdp.renyi.line" in known.claims(), "verify" in known.commands(), known.reached_unasked(ch.GDP)
        (True, True, True)
    """

    plugins: tuple[Plugin, ...]
    manager: pluggy.PluginManager
    mechanisms: dict[str, Mechanism] = field(default_factory=dict)
    theorems: dict[str, Theorem] = field(default_factory=dict)
    accountants: dict[str, Accountant] = field(default_factory=dict)
    owners: dict[str, Plugin] = field(default_factory=dict)
    failed_at_start: tuple[FailedPlugin, ...] = ()
    tolerant: bool = False
    _lazy: dict[str, Gathered[Any]] = field(default_factory=dict)

    def __repr__(self) -> str:
        counts = (f"{len(getattr(self, kind))} {kind}" for kind in ("plugins", "mechanisms", "theorems", "accountants"))
        return f"<registry: {', '.join(counts)}>"

    def __reduce__(self) -> tuple[Callable[[], Registry], tuple[()]]:
        """Pickled as a reference to the registry of the process that unpickles it, maybe on another machine. Raises
        TypeError for any other registry."""
        if self.plugins != registry().plugins:
            raise TypeError("only the registry of what is installed can be copied or pickled")
        return registry, ()

    def __copy__(self) -> Registry:
        return self.__reduce__()[0]()

    def mechanism(self, name: str) -> Mechanism:
        """The mechanism of that `name`. Raises UnknownName with the closest names."""
        return self._named(self.mechanisms, name, "step")

    def theorem(self, name: str) -> Theorem:
        """The theorem of that `name`. Raises UnknownName."""
        return self._named(self.theorems, name, "theorem")

    def accountant(self, name: str) -> Accountant:
        """The accountant of that `name`. Raises UnknownName."""
        return self._named(self.accountants, name, "accountant")

    def reached_unasked(self, kind: type) -> bool:
        """Whether some theorem that does not wait leads to this `kind` of guarantee."""
        return any(theorem.gives is kind and not theorem.use.waits for theorem in self.theorems.values())

    @property
    def failed(self) -> tuple[FailedPlugin, ...]:
        """The third-party plugins that are left out because they fail.

        Those whose claims fail are among them once the hooks for claims have been called.
        """
        claims = self._lazy.get("register_claims")
        errors = claims.left_out if self.tolerant and claims is not None else ()
        without = [one for error in errors for one in left_out_for(error, self.plugins, "a claim of plugin")]
        return (*self.failed_at_start, *without)

    @property
    def left_out(self) -> list[LeftOut]:
        """The plugins that the environment leaves out of the registry of what is installed."""
        return left_out() if self.tolerant else []

    def unknown(self, message: str, hint: str) -> UnknownName:
        """The error about a name that nothing has, with a `message` and a `hint`.

        The hint also names the plugins that failed or were left out, as one of them may register it.
        """
        return UnknownName(message, suspected(self.failed, self.left_out, hint))

    def claims(self) -> dict[str, Any]:
        """All claims by name; the hooks are called on first use. Raises PluginError if one of ours is left out."""
        new = "register_claims" not in self._lazy
        found = undisturbed(lambda: self._lazily("register_claims", claim.Claim, "claim"))
        if not self.tolerant:
            return _whole(found)
        failed = self.failed[len(self.failed_at_start) :]
        if new:
            warn_of(failed)
        return found.values

    def commands(self) -> dict[str, Any]:
        """The commands that plugins add, by name. Raises PluginError if one is left out."""
        return _whole(self._commands())

    def offered_commands(self) -> tuple[dict[str, Any], list[PluginError]]:
        """(the commands that plugins add, the errors of those left out).

        A plugin that fails, or a name that is taken, affects no other command.
        """
        found = self._commands()
        return found.values, found.left_out

    def owner(self, kind: str, name: str) -> Plugin:
        """The plugin that registered `name` as a `kind`: "mechanism", "theorem", "accountant", "claim" or "command".

        Raises:
            KeyError: None did.
        """
        return self.owners[f"{kind} {name}"]

    def version_of(self, named: str) -> int | None:
        """The version of a statement, `named` by kind and name ("theorem gaussian.gdp"); None if there is none."""
        kind, _, name = named.partition(" ")
        tables: dict[str, Mapping[str, Mechanism | Theorem | Accountant]] = {
            "mechanism": self.mechanisms,
            "theorem": self.theorems,
            "accountant": self.accountants,
        }
        found = tables[kind].get(name) if kind in tables else None
        return None if found is None else found.version

    def names_of(self, plugin: Plugin, kind: str) -> list[str]:
        """The names that `plugin` registered for a `kind` ("theorem", say), sorted."""
        return sorted(
            key.partition(" ")[2] for key, who in self.owners.items() if who is plugin and key.startswith(kind + " ")
        )

    def gather(self, hook_name: str, wanted: type[T], kind: str) -> Gathered[T]:
        """What the hook `hook_name` of every plugin returns, checked to be `wanted`; `kind` is its noun in errors.

        Chartered's own plugins come first.
        """
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
        if not table:
            remedy = "plugins are found by their entry points: install chartered, as its sources alone have none"
            raise self.unknown(f"unknown {what} {name!r}, and no {what} at all is known", remedy)
        if not isinstance(name, str):
            raise UnknownName(f"the name of a {what} is {name!r}", f"known are {', '.join(sorted(table))}")
        also = [known for known, one in table.items() if name in getattr(one, "also_called", ())]
        close = also or near(name, table)
        raise self.unknown(f"unknown {what} {name!r}", meant(close) or f"known are {', '.join(sorted(table))}")


def _by_name(kind: str, name: str) -> Any:
    """The registered object of that name in this process, for unpickling. Raises UnknownName, as where its plugin is
    not installed, or fails."""
    return getattr(registry(), kind)(name)


def _reduced(value: Mechanism | Theorem | Accountant) -> Any:
    """Registered objects are pickled by name, since their functions may not be picklable; others in the usual way."""
    kind = {Mechanism: "mechanism", Theorem: "theorem", Accountant: "accountant"}[type(value)]
    if registry.cache_info().currsize and getattr(registry(), f"{kind}s").get(value.name) is value:
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
    ours_first = sorted(by_module.items(), key=lambda pair: not pair[1].ours)  # so that they come first among equals
    for key, plugin in ours_first:
        if key in functions:
            yield plugin, functions[key]


def build_registry(plugins: list[Plugin]) -> Registry:
    """A checked registry of these plugins. Raises PluginError."""
    manager = HookManager()
    for plugin in plugins:
        admit(plugin, manager)
    registry = Registry(tuple(plugins), manager)
    registry.mechanisms |= _whole(registry.gather("register_mechanisms", Mechanism, "mechanism"))
    registry.theorems |= _whole(registry.gather("register_theorems", Theorem, "theorem"))
    registry.accountants |= _whole(registry.gather("register_accountants", Accountant, "accountant"))
    _check_apart(registry)
    return registry


def working_registry(plugins: list[Plugin], failed: Sequence[FailedPlugin] = ()) -> Registry:
    """The tolerant registry of those of these plugins that work, beside others that `failed`. Of a plugin that fails
    nothing is kept: it is registered as a whole or not at all. Raises PluginError for a plugin that may not be left
    out."""
    left_out = list(failed)
    while True:
        try:
            registry = build_registry(plugins)
        except PluginError as error:
            left_out += left_out_for(error, plugins)
            plugins = [plugin for plugin in plugins if plugin.name not in error.culprits or plugin.ours]
            continue
        registry.failed_at_start, registry.tolerant = tuple(left_out), True
        return registry


def _check_apart(registry: Registry) -> None:
    """Raises PluginError if a theorem and an accountant have the same name, since paths use both kinds of names
    alike."""
    for name in sorted(registry.theorems.keys() & registry.accountants.keys()):
        one, other = registry.owner("theorem", name), registry.owner("accountant", name)
        of_one, of_other = (f"of plugin {plugin.name!r} ({plugin.distribution})" for plugin in (one, other))
        message = f"{name!r} is a theorem {of_one} and an accountant {of_other}"
        raise PluginError(message, "choose another name for the theorem: name.profile, say", {one.name, other.name})


@lru_cache(maxsize=1)
def registry() -> Registry:
    """The registry of the installed plugins, built on first use.

    Without those of others that fail: it warns of each by a PluginWarning, and lists them as `failed`.

    Returns:
        The registry.

    Raises:
        PluginError: One of Chartered's own plugins fails, or a file that was named for this run.

    Examples:
        >>> ch.registry().accountant("zcdp").statement
        'rho adds up.'
    """
    known = working_registry(*find_plugins())
    for one in known.left_out if "logging" in sys.modules else ():
        log("INFO", "plugin %s is left out", one)
    warn_of(known.failed_at_start)
    return known
