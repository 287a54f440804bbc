"""An option that is given twice, of which click would drop the first value in silence, is refused."""

from __future__ import annotations

from copy import copy

import click

from ..errors import BadValue

_ASKED_AT = ("--delta", "--epsilon")
"""The options that say where an answer holds, of which users want to give several."""
_MANY = dict.fromkeys(("epsilon", "delta"), "; `chartered epsilon --batch FILE` asks many questions at once")
"""What a command's questions are also asked by."""


def refuse_repeated(command: click.Command, ctx: click.Context, args: list[str]) -> None:
    """Raises BadValue for an option with a value that is given twice and not repeatable, or, where it says at which
    number an answer holds, as a list. Options without a value mean the same however often they are given."""
    if ctx.resilient_parsing:
        return
    options = [one for one in command.params if isinstance(one, click.Option)]
    single = {one.name: one for one in options if not (one.multiple or one.is_flag or one.count)}
    collecting = copy(command)
    collecting.params = [_repeatable(one) if one.name in single else one for one in command.params]
    given, _, _ = collecting.make_parser(ctx).parse_args(args=list(args))
    for name, option in single.items():
        values, shown = list(given.get(name) or ()), max(option.opts, key=len)
        hint = "give it once" + _MANY.get(str(command.name), "") * (shown in _ASKED_AT)
        if len(values) > 1:
            raise BadValue(f"{shown} is given twice, {values[0]} and {values[1]}", hint)
        if shown in _ASKED_AT and values and "," in str(values[0]):
            raise BadValue(f"{shown} is {values[0]!r}, which is not one number", hint)


def _repeatable(option: click.Parameter) -> click.Parameter:
    """The option, of which a parser keeps every value."""
    kept = copy(option)
    kept.multiple = True
    return kept
