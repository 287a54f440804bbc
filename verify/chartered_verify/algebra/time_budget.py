"""A budget of processor time for calls into SymPy, which may not end; it holds also without a time limit of the
suite."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from threading import current_thread, main_thread
from typing import Any

from ..heavy import sympy
from ..held import Held

SECONDS = 60
"""Of processor time, after which a call into SymPy is given up."""
_LARGEST = 10**4
"""The largest number in an exponent with which SymPy is asked to simplify: its polynomials have as many
coefficients."""


class OverWork(BaseException):
    """The budget is spent. No Exception: SymPy catches those here and there."""

    def __str__(self) -> str:
        return f"SymPy was given up after {SECONDS} s of processor time"


def budget(seconds: float = SECONDS) -> AbstractContextManager[None]:
    """Raises OverWork in what runs inside once it has taken so much processor time; inside another budget, that one
    counts.

    Kept in the main thread of a process, where there are interval timers; elsewhere there is no budget.
    """
    kept = current_thread() is main_thread() and hasattr(signal, "setitimer")
    if not kept or signal.getitimer(signal.ITIMER_VIRTUAL)[0] > 0:
        return nullcontext()
    return _Limit(seconds)


def _timed(limit: _Limit) -> Iterator[None]:
    """The alarm while the budget holds; one that rings late is not heard."""
    over, before = False, signal.getsignal(signal.SIGVTALRM)

    def ring(*_: object) -> None:
        if not over:
            raise OverWork

    def put_back() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)

    try:
        signal.signal(signal.SIGVTALRM, ring)
        # once more each second: a finaliser may swallow what is raised in it
        signal.setitimer(signal.ITIMER_VIRTUAL, limit.seconds, 1)
        yield
    finally:
        over = True
        try:
            put_back()
        except BaseException:
            put_back()
            raise


class _Limit:
    """So much processor time for what runs inside a `with` statement."""

    __slots__ = ("seconds",)

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        return None

    __exit__ = Held(_timed)


def unwieldy(expr: Any) -> str | None:
    """Why SymPy is not asked to simplify an expression: a large number in an exponent. None if nothing is in the
    way."""
    exponents = (
        [node.exp if isinstance(node, sympy.Pow) else node.args[0] for node in expr.atoms(sympy.Pow, sympy.exp)]
        if isinstance(expr, sympy.Expr)
        else []
    )
    for exponent in exponents:
        if any(max(abs(x.p), x.q) > _LARGEST for x in _numbers(exponent)):
            return f"SymPy is not asked, as a number in an exponent of the formula is larger than {_LARGEST}"
    return None


def _numbers(exponent: Any) -> Iterator[Any]:
    """The rational numbers in an exponent, and those that appear when its powers are expanded."""
    for node in exponent.atoms(sympy.Rational, sympy.Pow):
        if isinstance(node, sympy.Pow) and node.exp.is_Integer and 1 < node.exp <= _LARGEST:
            yield from (
                sympy.Rational(min(abs(x.p), _LARGEST + 1) ** int(node.exp), 1)
                for x in node.base.atoms(sympy.Rational)
                if abs(x.p) > 1
            )
        elif isinstance(node, sympy.Rational):
            yield node
