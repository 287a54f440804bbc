"""Registration of what plugins return: every value is checked, and an error names plugin, hook, value and remedy."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from chartered_verify.catching import ours
from chartered_verify.raised import named, place_of
from msgspec import Struct, field
from msgspec.structs import replace

from ..errors import PluginError, UnknownName
from ..model.accountants import Accountant, misstated
from ..model.mechanisms import Mechanism
from ..model.plugin import Plugin, misnumbered
from ..model.theorems import Theorem, misdeclared
from . import declared_types
from .name_rules import misnamed, outline, wanted as wanted_name
from .tracing import traced

BLOCK = "CHARTERED_BLOCK"
T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")


class Gathered(Generic[T], Struct):
    """The values that the plugins returned from one hook, by name, with their owners and the errors of values left
    out."""

    hook_name: str
    kind: str
    wanted: type[T]
    values: dict[str, T] = field(default_factory=dict)
    left_out: list[PluginError] = field(default_factory=list)
    _taken: dict[str, Plugin] = field(default_factory=dict)
    _outlines: dict[str, str] = field(default_factory=dict)

    @property
    def owners(self) -> dict[str, Plugin]:
        """The plugin that registered each value."""
        return {name: self._taken[name] for name in self.values}

    def ask(self, functions: Iterable[tuple[Plugin, Callable[[], Any]]]) -> None:
        """Calls the hook of each plugin. A plugin that fails, or a value that is not admissible, does not affect the
        others."""
        for plugin, function in functions:
            for value in self._kept(self._returned, plugin, function) or ():
                self._kept(self._add, plugin, value)

    def _kept(self, step: Callable[[Plugin, V], U], plugin: Plugin, given: V) -> U | None:
        """The result of a step of registration; None if the plugin fails in it, which is noted."""
        try:
            return step(plugin, given)
        except PluginError as error:
            self.left_out.append(error)
        except ours(BaseException) as error:  # a value whose own attributes or text fail
            self.left_out.append(self._fault(plugin, f"what it returned raised {type(error).__name__}", "mend it"))
        return None

    def _returned(self, plugin: Plugin, function: Callable[[], Any]) -> list[T]:
        try:
            with traced(f"plugin {plugin.name}: {self.hook_name}"):
                values = function()
        except ours(BaseException) as error:
            remedy = f"mend it, or leave it out with {BLOCK}={plugin.name}"
            if isinstance(error, UnknownName) and os.environ.get(BLOCK):
                remedy = f"{BLOCK} may leave out what it needs"
            raise self._fault(plugin, f"it raised {named(error)}{place_of(error)}", remedy) from error
        if values is None:
            raise self._fault(plugin, "it returned None", "was the return forgotten? Return a list")
        if isinstance(values, str) or not isinstance(values, list | tuple):
            raise self._fault(plugin, f"it returned {values!r}", f"return a list of {self.wanted.__name__}")
        for value in values:
            if not isinstance(value, self.wanted):
                raise self._fault(
                    plugin, f"it returned {value!r} in its list", f"each must be a {self.wanted.__name__}"
                )
        return list(values)

    def _add(self, plugin: Plugin, value: T) -> None:
        """Registers one value. Raises PluginError if its name is inadmissible, taken, or looks like one that is taken.
        If two third-party plugins offer the same name, neither gets it."""
        name = getattr(value, "name", None)
        why = misnamed(self.kind, name)
        if why is not None:
            raise self._fault(plugin, why, wanted_name(self.kind))
        name = str(name)
        known = self._outlines.setdefault(outline(name), name)
        if known in self._taken:
            other = self._taken[known]
            if not other.ours:
                self.values.pop(known, None)
            said = f"is already registered by plugin {other.name!r}"
            looks = said if known == name else f"looks like {known!r}, which {said}"
            raise self._fault(plugin, f"{self.kind} {name!r} {looks}", "choose another name", other)
        self.values[name] = self._declared(plugin, value)
        self._taken[name] = plugin

    def _declared(self, plugin: Plugin, value: Any) -> Any:
        """The value with the plugin that registered it. Raises PluginError if one of its fields is inadmissible."""
        wrong = None
        if not plugin.ours and isinstance(value, Mechanism | Theorem | Accountant):
            wrong = declared_types.mistyped(value)
        if wrong is None and isinstance(value, Theorem | Accountant):
            wrong = misdeclared(value) if isinstance(value, Theorem) else misstated(value)
        if wrong is not None:
            raise self._fault(plugin, f"{self.kind} {value.name!r}: {wrong}", "see the page on plugins for an example")
        if isinstance(value, Mechanism):
            names = [getattr(parameter, "name", parameter) for parameter in value.parameters]
            for index, name in enumerate(names):
                twice = f"two parameters are named {name!r}" if name in names[:index] else None
                why = misnamed("parameter", name) or twice
                if why is not None:
                    raise self._fault(plugin, f"mechanism {value.name!r}: {why}", wanted_name("parameter"))
            if misnumbered(value.version):
                raise self._fault(plugin, f"mechanism {value.name!r}: {misnumbered(value.version)}", "count from 1 on")
        return replace(value, plugin=plugin) if isinstance(value, Theorem | Accountant) else value

    def _fault(self, plugin: Plugin, message: str, remedy: str, *others: Plugin) -> PluginError:
        return PluginError(
            f"plugin {plugin.name!r} ({plugin.distribution}), hook {self.hook_name}: {message}",
            remedy,
            {one.name for one in (plugin, *others)},
        )
