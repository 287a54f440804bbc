"""The options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click
from chartered_verify.catching import ours
from msgspec import Struct

from ..accounting import parted_ledger
from ..accounting.ledger import Ledger
from ..errors import BadLedger, BadValue
from ..host.registry import registry
from ..ledger import ledger_file as ledger_files
from ..model.neighbours import DEFAULT, Neighbours
from ..standard_output import set_apart
from .loaded_plugins import third_party_plugins_ran

F = TypeVar("F", bound=Callable[..., Any])


def together(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Several options and arguments as one decorator, in the order of the help."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")


@set_apart(third_party_plugins_ran)
def step_names(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Completions of a STEP for the shell: names of mechanisms for the part after the last slash."""
    before, slash, begun = typed.rpartition("/")
    known = registry().mechanisms.values()
    names = {one.name: ":" if one.parameters else "" for one in known if one.name.startswith(begun)}
    return [f"{before}{slash}{name}{colon}" for name, colon in sorted(names.items())]


@set_apart(third_party_plugins_ran)
def names(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Completions of a NAME for the shell: mechanisms, accountants and theorems whose names begin with `typed`."""
    return sorted(name for name in {*registry().mechanisms, *_by(typed)} if name.startswith(typed))


@set_apart(third_party_plugins_ran)
def _accountants(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    return _by(typed)


def _by(typed: str) -> list[str]:
    tables = (registry().accountants, registry().theorems)
    return [name for table in tables for name in sorted(table) if name.startswith(typed)]


def _relations(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    return [relation.value for relation in Neighbours if relation.value.startswith(typed)]


def accountant_option(words: str) -> Callable[[F], F]:
    """`--accountant NAME`, repeatable."""
    return click.option(
        "--accountant", "accountants", multiple=True, metavar="NAME", help=words, shell_complete=_accountants
    )


def seconds_option(words: str) -> Callable[[F], F]:
    """`--seconds S`."""
    return click.option("--seconds", callback=_seconds, metavar="S", help=words)


def _seconds(ctx: click.Context, option: click.Parameter, text: str | None) -> float | None:
    """The number of seconds, whose range is checked where it is used. Raises BadValue for a text that is no number."""
    try:
        return None if text is None else float(text)
    except ours(ValueError):
        raise BadValue(f"the time limit is {text!r}", "write a number of seconds, such as 60") from None


def neighbours_option(default: str) -> Callable[[F], F]:
    """`--neighbours RELATION`, in British and American spelling. `default` is the text before the name of the default
    relation in the help."""
    words = f"{Neighbours.names()}. Default: {default} {DEFAULT.value}."
    return click.option("--neighbours", "--neighbors", metavar="RELATION", help=words, shell_complete=_relations)


_ledger_options = together(
    click.argument("steps", nargs=-1, metavar="STEP...", shell_complete=step_names),
    click.option("--ledger", "ledger_file", metavar="FILE", help="Read the steps from a TOML or JSON ledger instead."),
    neighbours_option("what the steps need, else"),
)


class StatedLedger(Struct, frozen=True):
    """What states a ledger: steps, or a ledger file, and the neighbouring relation."""

    steps: tuple[str, ...]
    file: str | None
    neighbours: str | None

    def read(self) -> Ledger:
        """The ledger. Raises BadLedger and its subclasses, also for a ledger with parts."""
        found = self.read_any(parts=False)
        assert isinstance(found, Ledger)
        return found

    def read_any(self, *, parts: bool = True) -> Ledger | parted_ledger.PartedLedger:
        """The ledger; if `parts`, it may have some. Raises BadLedger and its subclasses."""
        if self.file is not None and self.steps:
            given = f"both steps ({self.steps[0]}) and --ledger {self.file} are given"
            raise BadLedger(given, "give the one or the other")
        if self.file is not None:
            document, where = ledger_files.read_ledger_file(self.file, parts=parts), f"the ledger {self.file}"
            kind = parted_ledger.PartedLedger if ledger_files.has_parts(document) else Ledger
            return kind.from_dict(document, self.neighbours, where=where)
        if not self.steps:
            raise BadLedger(
                "no steps are given", "give at least one, such as gaussian:sigma=20,times=1000, or --ledger FILE"
            )
        return Ledger(self.steps, self.neighbours)


def takes_a_ledger(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command with the argument and the options that state a ledger, which it takes as `stated`."""

    @wraps(command)
    def collected(steps: tuple[str, ...], ledger_file: str | None, neighbours: str | None, **others: Any) -> Any:
        return command(stated=StatedLedger(steps, ledger_file, neighbours), **others)

    return _ledger_options(collected)
