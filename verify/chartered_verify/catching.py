"""Which exceptions may be caught: those that our own code raises, a plugin's, or a library's that they call.

An exception from outside ends whatever runs, and leaves every call unchanged. It is the caller's: an interrupt, or a
time limit, whatever its class, that a signal handler, a trace function or another thread raises. Python raises it
between any two instructions, also inside a `try` that expects errors of its own statements. So no `except` clause of
ours names a class of Python by itself:

    except ours(ArithmeticError, ValueError) as error:   # instead of: except (ArithmeticError, ValueError) as error:
    with ignoring(ArithmeticError):                      # instead of: with suppress(ArithmeticError):

Both leave an exception from outside alone. Clauses of our own classes, and those that end in a bare `raise`, need
neither; but the end of a budget, which an alarm of ours raises between any two instructions, may take the place of an
exception from outside. A test reads every clause.

Two cases remain. An exception of Python's own classes (other than TimeoutError, SystemExit and KeyboardInterrupt) that
another thread raises here looks as if it were ours. And one may be discarded before a clause of ours sees it: by an
`except` of a library, or by Python in a finaliser. If the library raised another in its place, the first is raised
again."""

from __future__ import annotations

import sys
from inspect import CO_VARARGS
from opcode import opmap
from types import FrameType, FunctionType, ModuleType, TracebackType
from typing import TypeVar

E = TypeVar("E", bound=BaseException)
_INTERRUPTS = (KeyboardInterrupt, GeneratorExit, TimeoutError)
_OURS = frozenset({"chartered", "chartered_plugins", "chartered_verify"})
_KNOWN = _OURS | {"builtins", "decimal", "flint", "io", "mpmath", "numpy", "scipy", "sympy"}
"""Packages whose classes may be raised wherever our code runs: compiled code has no frames of its own."""
_RAISES = (opmap["RAISE_VARARGS"], opmap["RERAISE"])


def ours(*classes: type[E]) -> tuple[type[E], ...]:
    """The classes to catch, for an `except` clause: those that are given, or none if the exception that is being
    handled is from outside. Raises the one from outside if a library has put another in its place."""
    error = sys.exception()
    return classes if error is not None and _caught(error, classes) else ()


class ignoring:  # noqa: N801 - it is written in a with statement, as contextlib.suppress is
    """A context manager that ends its statements at an exception of one of the classes, unless it is from outside."""

    __slots__ = ("_classes",)

    def __init__(self, *classes: type[BaseException]) -> None:
        self._classes = classes

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        return error is not None and _caught(error, self._classes)


def _caught(error: BaseException, classes: tuple[type[BaseException], ...]) -> bool:
    if not isinstance(error, classes):
        return False
    if _ends_budget(error):
        if type(error) not in classes:
            return False
    elif from_outside(error):
        return False
    replaced = _replaced(error)
    if replaced is not None:
        raise replaced
    return True


def _ends_budget(error: BaseException) -> bool:
    """Whether it is the end of a budget of ours, which is for those who name it."""
    return not isinstance(error, Exception) and _package(type(error).__module__) in _OURS


def from_outside(error: BaseException) -> bool:
    """Whether an exception that is being handled was raised neither by our code nor by code that it calls."""
    if isinstance(error, _INTERRUPTS):
        return True
    place = error.__traceback__
    if place is None:
        return False
    while not _interrupts(place.tb_frame):
        if place.tb_next is None:
            return not _raised_at(place, type(error))
        place = place.tb_next
    return True


def _interrupts(frame: FrameType) -> bool:
    """Whether it is of a signal handler or a trace function: both are given the frame that they interrupt, and
    hardly anything else is."""
    if _package(frame.f_globals.get("__name__")) in _OURS:
        return False
    code, values = frame.f_code, frame.f_locals
    count = code.co_argcount + code.co_kwonlyargcount
    given = [values.get(name) for name in code.co_varnames[:count]]
    if code.co_flags & CO_VARARGS:
        rest = values.get(code.co_varnames[count])
        given += rest if isinstance(rest, tuple) else ()
    return any(isinstance(each, FrameType) for each in given)


def in_handler(frame: FrameType | None) -> bool:
    """Whether a frame is of a signal handler or a trace function that interrupts our code, or of what that calls."""
    while frame is not None and _package(frame.f_globals.get("__name__")) not in _OURS:
        if _interrupts(frame):
            return True
        frame = frame.f_back
    return False


def _raised_at(place: TracebackType, kind: type[BaseException]) -> bool:
    """Whether the code at the innermost place of a traceback can have raised an exception of this class by itself.
    Another thread raises its own between any two instructions."""
    frame, package = place.tb_frame, _package(kind.__module__)
    home = _package(frame.f_globals.get("__name__"))
    if package in _KNOWN:
        return home not in _OURS or issubclass(kind, Exception)
    named = package in frame.f_code.co_names or any(_home(value) == package for value in frame.f_globals.values())
    if package in sys.stdlib_module_names:
        return named or home == package
    if home in _OURS:
        return False
    code = frame.f_code.co_code
    by_statement = place.tb_lasti < len(code) and code[place.tb_lasti] in _RAISES
    return by_statement or (named and home != package)


def _replaced(error: BaseException) -> BaseException | None:
    """An exception from outside that was caught on the way here, where this one was raised in its place."""
    if error.__context__ is None:
        return None
    frames, place = set(), error.__traceback__
    while place is not None:
        frames.add(place.tb_frame)
        place = place.tb_next
    inner: BaseException | None = error
    while inner is not None and not inner.__suppress_context__:
        inner = inner.__context__
        begin = inner.__traceback__ if inner is not None else None
        if inner is None or begin is None or begin.tb_frame not in frames or not from_outside(inner):
            continue
        if not (_ends_budget(error) and _ends_budget(inner)):  # a budget ends once
            return inner
    return None


def _home(value: object) -> str:
    """The package that a module is, or where a class or a function is defined."""
    if isinstance(value, ModuleType):
        return _package(value.__name__)
    return _package(value.__module__) if isinstance(value, type | FunctionType) else ""


def _package(module: object) -> str:
    """The package of a module's name; of a module of C (`_decimal`) the one that has its classes."""
    return module.partition(".")[0].removeprefix("_") if isinstance(module, str) else ""


def let_others_log() -> None:
    """Releases the lock of `logging` if this thread still holds it: an interrupt just after that was taken leaves it
    locked, which the main thread does not notice. A module that is imported, or another thread, and asks for a logger,
    would wait for ever."""
    logging = sys.modules.get("logging")
    with ignoring(RuntimeError, AttributeError):  # not locked by this thread, or another name in another Python
        while logging is not None:
            logging._lock.release()
