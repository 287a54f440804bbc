"""What the functions and classes of the face say of an argument that they do not take: the name that was meant.

Python refuses such a call before the function begins: the innermost frame of its error is the one that called. So its
traceback sets it apart from the error of a call that began, also of a function that a caller handed in, which is left
alone; and what is refused stays Python's TypeError, to which a note is added."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def telling(module: ModuleType, value: Any) -> Any:
    """A function or class of the module, which from now on tells what was meant, there as well; anything else as it
    is."""
    if isinstance(value, FunctionType):
        value = _told(value)
        setattr(module, value.__name__, value)
    elif isinstance(value, type):
        for part in value.__mro__:
            if part.__module__.startswith("chartered."):
                _tell(part)
    return value


def _tell(part: type) -> None:
    for name, held in list(vars(part).items()):
        if name.startswith("_") and name != "__init__":
            continue
        if isinstance(held, FunctionType):
            setattr(part, name, _told(held))
        elif isinstance(held, classmethod | staticmethod) and isinstance(held.__func__, FunctionType):
            setattr(part, name, type(held)(_told(held.__func__)))


def _told(function: Callable[P, R]) -> Callable[P, R]:
    if hasattr(function, "__wrapped__"):  # told already, as part of another class
        return function

    @functools.wraps(function)
    def call(*args: P.args, **named: P.kwargs) -> R:
        try:
            return function(*args, **named)
        except TypeError as error:
            if error.__traceback__ is not None and error.__traceback__.tb_next is None:
                _name_class(error, function, args)
                _add_notes(error, function, args, named)
            raise

    return call


def _name_class(error: TypeError, function: Callable[..., object], args: tuple[object, ...]) -> None:
    """Names the class that was called, where Python names the one of its bases that has the function."""
    owner, _, name = function.__qualname__.rpartition(".")
    called = args[0] if args and isinstance(args[0], type) else type(args[0]) if args else object
    if any(part.__name__ == owner for part in called.__mro__):
        error.args = (str(error).replace(f"{owner}.{name}(", f"{called.__name__}.{name}(", 1),)


def required(function: Callable[..., object]) -> list[str]:
    """The names of the arguments without a default."""
    taken = inspect.signature(function).parameters.values()
    return [one.name for one in taken if one.default is inspect.Parameter.empty and one.name not in ("self", "cls")]


def _add_notes(
    error: TypeError, function: Callable[..., object], args: tuple[object, ...], named: dict[str, object]
) -> None:
    from .model.field_names import guess  # only where a name is wrong

    taken = inspect.signature(function).parameters
    by_place = [name for name, one in taken.items() if one.kind is not inspect.Parameter.KEYWORD_ONLY]
    names = [name for name in taken if name not in ("self", "cls")]
    if len(args) > len(by_place) or not set(by_place[: len(args)]).isdisjoint(named):
        placed = ", ".join(name for name in by_place if name in names) or "nothing"
        by_name = ", ".join(name for name in names if name not in by_place)
        error.add_note(f"without a name it takes {placed}{f', and by name {by_name}' if by_name else ''}")
        if any(isinstance(one, type(args[0])) for one in args[len(by_place) :]):
            ends = "compare their answers, a.epsilon(delta).upper < b.epsilon(delta).lower, or draw both: ch.plot"
            error.add_note(f"it is about one {type(args[0]).__name__}; of two, {ends}")
    takes = {name.replace("_", "-"): name for name in names}
    for key in named:
        if key not in names:
            said = guess(key, takes)
            for written, name in takes.items():
                said = said.replace(f"mean {written}?", f"mean {name}?")
            error.add_note(f"{key}: {said}it takes {', '.join(names)}")
