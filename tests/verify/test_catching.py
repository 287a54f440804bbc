"""An exception from outside is told from one that our code, a plugin or a library raises."""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from functools import partial
from types import FrameType, ModuleType
from typing import Any

import pytest
from chartered_verify.catching import ignoring, ours


class SoftLimit(Exception):
    """As task queues define one."""


class OfValues(ValueError):
    """Of the family that searches expect."""


class OfNumbers(ArithmeticError):
    """Likewise."""


class Stop(BaseException):
    """Of no family."""


CLASSES = (TimeoutError, SoftLimit, OfValues, OfNumbers, KeyboardInterrupt, Stop, RuntimeError, ValueError)
WIDE = (BaseException,)


def module(name: str, text: str) -> ModuleType:
    """Code of a module of this name."""
    made = ModuleType(name)
    exec(text, vars(made))
    return made


OUR_CODE = """
def waits():
    while True:
        pass

def calls(function, *arguments):
    return function(*arguments)

def catches(function, classes, ours):
    try:
        function()
    except ours(*classes) as error:
        return error

def ignores(function, classes, ignoring):
    with ignoring(*classes):
        function()
"""
HOME = module("chartered.somewhere", OUR_CODE)


@contextmanager
def struck(handler: Any) -> Iterator[None]:
    """A handler that is called after a moment."""
    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Handler:
    """A handler that is an object."""

    def __init__(self, kind: type[BaseException]) -> None:
        self.kind = kind

    def __call__(self, signum: int, frame: FrameType | None) -> None:
        """Raises."""
        raise self.kind

    def method(self, *arguments: object) -> None:
        """Raises one call deeper."""
        self(*arguments)  # type: ignore[arg-type]


def by_name(kind: type[BaseException], signum: int, frame: FrameType | None) -> None:
    """Disarms itself before it raises."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    raise kind("time is up")


HANDLERS: dict[str, Callable[[type[BaseException]], Any]] = {
    "object": Handler,
    "method": lambda kind: Handler(kind).method,
    "partial": lambda kind: partial(by_name, kind),
    "lambda": lambda kind: lambda *_: Handler(kind).method(*_),
}


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("handler", HANDLERS)
def test_what_a_signal_handler_raises_is_not_caught(kind: type[BaseException], handler: str) -> None:
    """Of every class, by every kind of handler; the same object leaves the call."""
    for catcher, tool in ((HOME.catches, ours), (HOME.ignores, ignoring)):
        with pytest.raises(kind) as raised, struck(HANDLERS[handler](kind)):
            catcher(HOME.waits, WIDE, tool)
        assert type(raised.value) is kind
        assert not getattr(raised.value, "__notes__", ())


@pytest.mark.parametrize("kind", [*(kind for kind in CLASSES if kind not in (RuntimeError, ValueError)), SystemExit])
def test_what_another_thread_raises_here_is_not_caught(kind: type[BaseException]) -> None:
    """PyThreadState_SetAsyncExc, which has no frame of its own: the class tells."""
    here = ctypes.c_ulong(threading.get_ident())
    timer = threading.Timer(0.02, lambda: ctypes.pythonapi.PyThreadState_SetAsyncExc(here, ctypes.py_object(kind)))
    timer.start()
    with pytest.raises(kind):
        HOME.catches(HOME.waits, WIDE, ours)
    timer.join()


def test_what_another_thread_raises_in_the_code_of_a_plugin_is_not_caught() -> None:
    """Even where its class stands in the same module: no statement raised it."""
    here = ctypes.c_ulong(threading.get_ident())
    plugin = module("plugin", "class Own(Exception): pass\ndef waits():\n    while True: pass\ndef fails(): raise Own")
    for kind in (SoftLimit, plugin.Own):
        timer = threading.Timer(
            0.02, lambda kind=kind: ctypes.pythonapi.PyThreadState_SetAsyncExc(here, ctypes.py_object(kind))
        )
        timer.start()
        with pytest.raises(kind):
            HOME.catches(plugin.waits, WIDE, ours)
        timer.join()
    assert type(HOME.catches(plugin.fails, WIDE, ours)) is plugin.Own


def test_what_a_trace_function_raises_is_not_caught() -> None:
    """It is handed the frame that it interrupts."""

    def stop(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_name == "waits":
            raise SoftLimit
        return stop

    before = sys.gettrace()
    try:
        sys.settrace(stop)
        with pytest.raises(SoftLimit):
            HOME.catches(HOME.waits, WIDE, ours)
    finally:
        sys.settrace(before)


def test_what_a_plugin_raises_is_caught() -> None:
    """Of Python's classes, of its own, of a library's, from C and from a helper elsewhere; SystemExit too."""
    helper = module("helper", "class Wrong(LookupError): pass\ndef fail(): raise Wrong('no')")
    plugin = module(
        "plugin",
        """
import json, math, sys
from decimal import Decimal
class Own(Exception): pass
class Odd(BaseException): pass
def own(): raise Own
def odd(): raise Odd
def leaves(): sys.exit(0)
def domain(): return math.log(-1.0)
def decimal(): return Decimal("x")
def reads(): return json.loads("{")
def missing(): return {}["a"]
def helped(): return fail()
def deep(n=3000): return deep(n - 1)
""",
    )
    plugin.fail = helper.fail
    for name in ("own", "odd", "leaves", "domain", "decimal", "reads", "missing", "helped", "deep"):
        assert HOME.catches(getattr(plugin, name), WIDE, ours) is not None, name
        HOME.ignores(getattr(plugin, name), WIDE, ignoring)


def test_what_our_own_code_and_libraries_raise_is_caught() -> None:
    """From C in our frame, from mpmath, SymPy, SciPy and Decimal."""
    import mpmath
    import scipy.optimize
    import sympy
    from flint import arb

    works = [
        lambda: HOME.calls(arb, "x"),
        lambda: HOME.calls(mpmath.findroot, lambda x: x**2 + 1, 0),
        lambda: HOME.calls(sympy.Poly, 1),
        lambda: HOME.calls(scipy.optimize.brentq, lambda x: x + 5, 1, 2),
        lambda: HOME.calls(float, "x"),
    ]
    for work in works:
        assert isinstance(HOME.catches(work, (Exception,), ours), Exception)
    with ignoring(InvalidOperation):
        Decimal("x")


def test_only_the_classes_that_are_named_are_caught() -> None:
    """As in Python."""
    assert HOME.catches(lambda: 1 // 0, (ZeroDivisionError,), ours)
    for tool, catcher in ((ours, HOME.catches), (ignoring, HOME.ignores)):
        with pytest.raises(ZeroDivisionError):
            catcher(lambda: 1 // 0, (ValueError, KeyError), tool)


def test_the_end_of_a_budget_is_caught_by_those_who_name_it() -> None:
    """It is no fault of whoever spends it."""
    from chartered_verify.work_budget import OverBudget

    def ends() -> None:
        raise OverBudget

    assert HOME.catches(ends, (ArithmeticError, OverBudget), ours)
    with pytest.raises(OverBudget):
        HOME.catches(ends, WIDE, ours)


def test_an_exception_from_outside_that_a_library_replaced_is_raised_again() -> None:
    """SymPy and others catch every Exception, and raise their own."""
    library = module(
        "library", "def tries(work):\n    try:\n        work()\n    except Exception:\n        raise ValueError"
    )
    for catcher, tool in ((HOME.catches, ours), (HOME.ignores, ignoring)):
        with pytest.raises(SoftLimit), struck(Handler(SoftLimit)):
            catcher(lambda: library.tries(HOME.waits), WIDE, tool)


def test_an_exception_that_the_caller_is_handling_is_none_of_this() -> None:
    """A question that is asked after a time limit has struck has an exception in its context from the start."""
    try:
        with struck(Handler(SoftLimit)):
            HOME.waits()
    except SoftLimit:
        assert HOME.catches(lambda: 1 // 0, (ArithmeticError,), ours)
