"""The admission of a plugin: its name, the version of the hooks that it needs, and the hooks that its module
defines."""

from __future__ import annotations

from typing import Any

import pluggy
from chartered_verify.catching import ours

from ..errors import PluginError
from ..model.plugin import Plugin
from . import hookspecs
from .name_rules import misnamed, wanted as wanted_name

_HOOKS = ("register_mechanisms", "register_theorems", "register_accountants", "register_claims", "register_commands")


class HookManager(pluggy.PluginManager):
    """Knows of a module's names those that are marked as hooks, and looks at no other: there are a thousand."""

    def __init__(self) -> None:
        super().__init__(hookspecs.PROJECT)
        self.add_hookspecs(hookspecs)

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        """What the mark of a hook says; None for any other name."""
        return super().parse_hookimpl_opts(plugin, name) if _mark(vars(plugin).get(name)) else None


def admit(plugin: Plugin, manager: HookManager) -> None:
    """Registers the hooks of a plugin. Raises PluginError."""
    try:
        _check_names(plugin)
        _check_hooks(plugin)
        manager.register(plugin.module, plugin.name)
    except PluginError:
        raise
    except pluggy.PluginValidationError as error:
        raise _fault(plugin, f": {str(error).splitlines()[-1]}", "hooks take no arguments") from None
    except ours(BaseException) as error:  # a module whose own attributes fail
        raise _fault(plugin, f": its module raised {type(error).__name__}", "mend it") from error


def _check_names(plugin: Plugin) -> None:
    for kind, name in (("plugin", plugin.name), ("distribution", plugin.distribution)):
        why = misnamed(kind, name)
        if why is not None:
            raise PluginError(
                f"plugin {plugin.name[:40]!a} ({plugin.distribution[:40]!a}): {why}", wanted_name(kind), {plugin.name}
            )


def _check_spec(plugin: Plugin) -> None:
    """Raises PluginError for a plugin that needs a later version of the hooks."""
    needed = getattr(plugin.module, "chartered_hook_spec", hookspecs.HOOK_SPEC)
    whole = isinstance(needed, int) and not isinstance(needed, bool)
    if not whole or not 1 <= needed <= hookspecs.HOOK_SPEC:
        raise _fault(
            plugin,
            f" needs hooks of version {needed!r}, these are of version {hookspecs.HOOK_SPEC}",
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
            raise _fault(plugin, f" has an unknown hook {name!r}", f"the hooks are {', '.join(_HOOKS)}")
    for name in _HOOKS:
        if callable(getattr(plugin.module, name, None)) and name not in marked:
            raise _fault(plugin, f": {name} is not marked", "put @chartered.hook above it")
    if not marked:
        raise _fault(plugin, " registers nothing", f"define one of {', '.join(_HOOKS)}")


def _fault(plugin: Plugin, message: str, remedy: str) -> PluginError:
    return PluginError(f"plugin {plugin.name!r} ({plugin.distribution}){message}", remedy, {plugin.name})
