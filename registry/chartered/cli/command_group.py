"""The group of commands: built-in ones are imported by name, plugins are asked only for a name that is not built in,
and for the help."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from ..errors import CharteredError, PluginError, UnknownName
from ..visible import visible
from .exit import ReaderLeft, guarded, say, until_the_reader_leaves

BUILT_IN = {
    "epsilon": "epsilon",
    "delta": "epsilon",
    "compare": "compare",
    "steps": "steps",
    "calibrate": "steps",
    "check": "check",
    "export": "export",
    "plugins": "plugins",
    "explain": "explain",
    "mu": "mu",
    "tradeoff": "tradeoff",
    "risk": "risk",
    "plot": "plot",
    "report": "report",
}
"""In which module each command stands, in the order of the help."""
_SAID = "chartered.commands_left_out"


class LazyGroup(click.Group):
    """A click group that knows its commands by name and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The built-in commands, then those of plugins. A plugin that fails is named on standard error: the help must
        not fail with it."""
        try:
            added = plugin_commands(ctx)
        except PluginError as error:
            say(f"the commands of plugins are left out: {error}")
            added = {}
        return [*BUILT_IN, *sorted(added)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None. Raises PluginError if plugins must be asked and one cannot be loaded."""
        if cmd_name in BUILT_IN:
            command: click.Command = getattr(import_module(f".{BUILT_IN[cmd_name]}", __package__), cmd_name)
            return command
        return plugin_commands(ctx).get(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command that the arguments name. Raises UnknownName with the closest names."""
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and self.get_command(ctx, name) is None:
            import difflib

            close = difflib.get_close_matches(name, self.list_commands(ctx), n=3)
            hint = f"did you mean {' or '.join(close)}?" if close else "chartered --help lists the commands"
            raise UnknownName(f"unknown command {name!r}", hint)
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        """The help; plugins word some of its lines."""
        return visible(super().get_help(ctx), keep="\n")

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of a run. The help may be printed here, and its reader may leave."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except BrokenPipeError as error:
            raise ReaderLeft from error

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Without any argument the help is what was wanted, and no error."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> None:
        """Runs the command. What it returns is dropped: the exit status is what it exits with. What the command of a
        plugin raises names the plugin."""
        with until_the_reader_leaves(ctx):
            try:
                super().invoke(ctx)
            except (click.ClickException, click.exceptions.Exit, click.exceptions.Abort, CharteredError):
                raise
            except Exception as error:
                if whose := _whose(ctx.invoked_subcommand):
                    error.add_note(whose)
                raise

    def main(  # type: ignore[override]  # always standalone: it never returns
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Runs the command line and leaves the process: 0 done, 1 refuted or refused, 2 bad input."""
        arguments = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        run = super().main
        sys.exit(guarded(lambda: run(arguments, prog_name or "chartered", **extra), as_json="--json" in arguments))


def plugin_commands(ctx: click.Context) -> dict[str, click.Command]:
    """The commands that plugins add. One that is left out, for a name that is taken, say, is named on standard error,
    once: what others bring, and the help, must not fail with it."""
    from ..host.registry import registry

    known = registry()
    offered, left_out = known.offered_commands()
    commands = {name: command for name, command in offered.items() if name not in BUILT_IN}
    reasons = [f"{error}" for error in left_out]
    for name in offered.keys() - commands.keys():
        plugin = known.owner("command", name)
        reasons.append(f"plugin {plugin.name!r}: the command {name!r} is chartered's own; choose another name")
    if not ctx.meta.get(_SAID):
        ctx.meta[_SAID] = True
        for reason in reasons:
            say(f"a command is left out: {reason}")
    return commands


def _whose(command: str | None) -> str:
    """The plugin that brings a command, for the report of its fault; empty for a command of ours."""
    if command is None or command in BUILT_IN:
        return ""
    from ..host.registry import registry

    plugin = registry().owner("command", command)
    return "" if plugin.ours else f"plugin {plugin}, command {command}: this is a fault of that plugin."


def _print_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"chartered {version('chartered')}")
        ctx.exit()


def _choose_plugins(ctx: click.Context, parameter: click.Parameter, chosen: tuple[str, ...]) -> None:
    """Adds to what the environment chooses, which processes that are started inherit. Raises PluginError."""
    from ..host.finding import FILES
    from ..host.registering import BLOCK

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

    State what touched the data as STEPs (NAME:key=value,key=value) and ask what it costs.
    """
