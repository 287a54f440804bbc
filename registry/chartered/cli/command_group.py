"""The group of commands. Built-in commands are imported by name; plugins are loaded only for a name that is not built
in, and for the help."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from copy import copy
from importlib import import_module
from typing import Any, NoReturn

import click
from chartered_verify.catching import ours

from ..errors import CharteredError, PluginError, meant, near
from ..escaping import visible
from ..host.plugin_sources import FILES
from ..host.registering import BLOCK
from ..host.registry import registry
from ..standard_output import OutputLost, set_apart
from .exit_status import guarded, say
from .loaded_plugins import third_party_plugins_ran
from .repeated_options import refuse_repeated

BUILT_IN = {
    "epsilon": "epsilon",
    "delta": "epsilon",
    "compare": "compare",
    "compare-loaders": "compare_loaders",
    "steps": "steps_and_calibrate",
    "calibrate": "steps_and_calibrate",
    "check": "check",
    "export": "export",
    "plugins": "plugins",
    "explain": "explain",
    "mu": "mu",
    "tradeoff": "tradeoff",
    "risk": "risk",
    "budget": "budget",
    "plot": "plot",
    "report": "report",
    "book": "book",
}
"""The module of each built-in command, in the order of the help."""
_REPORTED = "chartered.commands_left_out"


class LazyGroup(click.Group):
    """A click group that knows the names of its commands and imports a command when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the built-in commands, then those of plugins. If a plugin fails, standard error names it, and
        the help is printed without its commands."""
        try:
            added = plugin_commands(ctx)
        except PluginError as error:
            say(f"the commands of plugins are left out: {error}")
            added = {}
        return [*BUILT_IN, *sorted(added)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None. Raises PluginError if the name is not built in and a plugin cannot be
        loaded."""
        if cmd_name in BUILT_IN:
            return _with_own_output(
                getattr(import_module(f".{BUILT_IN[cmd_name]}", __package__), cmd_name.replace("-", "_"))
            )
        return plugin_commands(ctx).get(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names, with the remaining arguments. Raises UnknownName with the closest
        names."""
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and self.get_command(ctx, name) is None:
            hint = meant(near(name, self.list_commands(ctx))) or "chartered --help lists the commands"
            if re.split("[:/]", name)[0] in registry().mechanisms:
                step = ":".join([name, *(one for one in args[1:2] if "=" in one and not one.startswith("-"))])
                hint = f"a step is what a command asks about: chartered epsilon {step} --delta 1e-5"
            raise registry().unknown(f"unknown command {name!r}", hint)
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        """The help, with control characters escaped, because some of its lines come from plugins."""
        return visible(super().get_help(ctx), keep="\n")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Prints the help and exits with status 0 if there are no arguments."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> None:
        """Runs the command and ignores what it returns: the exit status is the one it exits with. An unexpected
        exception of a plugin's command gets a note with the name of the plugin."""
        try:
            super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.exceptions.Abort, CharteredError, OutputLost):
            raise
        except ours(BaseException) as error:
            if fault := _plugin_fault(ctx.invoked_subcommand):
                error.add_note(fault)
            raise

    def main(  # type: ignore[override]  # always standalone: it never returns
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Runs the command line and exits the process: status 0 for success, 1 for a refuted claim or a refused
        certificate, 2 for bad input, 74 if the output cannot be written."""
        arguments = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        run = super().main
        sys.exit(
            guarded(
                lambda: run(arguments, prog_name or "chartered", **extra),
                as_json=not {"--json", "--jsonl"}.isdisjoint(arguments),
            )
        )


def plugin_commands(ctx: click.Context) -> dict[str, click.Command]:
    """The commands that plugins add, by name. If one is left out, for example because its name is taken, standard error
    says so once per run; neither the other commands nor the help fail because of it."""
    with set_apart(third_party_plugins_ran):
        known = registry()
        offered, left_out = known.offered_commands()
    commands = {
        name: _with_own_output(command) if known.owner("command", name).ours else command
        for name, command in offered.items()
        if name not in BUILT_IN
    }
    reasons = [f"{error}" for error in left_out]
    for name in offered.keys() - commands.keys():
        plugin = known.owner("command", name)
        reasons.append(f"plugin {plugin.name!r}: the command {name!r} is chartered's own; choose another name")
    if not ctx.meta.get(_REPORTED):
        ctx.meta[_REPORTED] = True
        for reason in reasons:
            say(f"a command is left out: {reason}")
    return commands


def _with_own_output(command: click.Command) -> click.Command:
    """The command, and its subcommands, with standard output for themselves: what plugins print while it runs goes to
    standard error. An option that is given twice is refused. A command of a third-party plugin is not changed: it
    prints as it likes."""
    kept = copy(command)

    def parse_args(ctx: click.Context, args: list[str]) -> list[str]:
        refuse_repeated(kept, ctx, args)
        return command.parse_args(ctx, args)

    kept.parse_args = parse_args  # type: ignore[method-assign]  # at one place, whatever the class of a command
    if isinstance(kept, click.Group):
        kept.commands = {name: _with_own_output(one) for name, one in kept.commands.items()}
    elif kept.callback is not None:
        kept.callback = set_apart(third_party_plugins_ran)(kept.callback)
    return kept


def _plugin_fault(command: str | None) -> str:
    """A sentence for the report of a fault, which names the plugin of a command; empty for a built-in command."""
    if command is None or command in BUILT_IN:
        return ""

    plugin = registry().owner("command", command)
    return "" if plugin.ours else f"plugin {plugin}, command {command}: this is a fault of that plugin."


def _print_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"chartered {version('chartered')}")
        ctx.exit()


def _choose_plugins(ctx: click.Context, parameter: click.Parameter, chosen: tuple[str, ...]) -> None:
    """Adds the plugins chosen on the command line to the environment variables that choose plugins, so that child
    processes inherit them. Raises PluginError."""
    for text in chosen:
        without = text.removeprefix("no:")
        if without == text and not text.endswith(".py"):
            raise PluginError(f"-p {text} is no plugin", "name a file such as mine.py, or no:NAME to leave one out")
        variable, between = (FILES, os.pathsep) if without == text else (BLOCK, ",")
        others = os.environ.get(variable, "")
        os.environ[variable] = f"{others}{between}{without}" if others else without


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: chartered epsilon gaussian:sigma=20,times=1000 --delta 1e-5",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version and exit.",
)
@click.option(
    "-p",
    "--plugin",
    multiple=True,
    expose_value=False,
    callback=_choose_plugins,
    metavar="FILE.py|no:NAME",
    help="For this run, a file that is a plugin, or (no:NAME) an installed plugin to leave out. Repeat it for more.",
)
def chartered() -> None:
    """Differential-privacy accounting in which every number is countersigned.

    State what accesses the data as STEPs (NAME:key=value,key=value), and ask for its privacy guarantee."""
