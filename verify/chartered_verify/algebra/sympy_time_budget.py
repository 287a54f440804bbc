"""A budget of processor time for calls into SymPy, which may not terminate; it holds also if the suite has no time
limit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from ..alarm import PROCESSOR, Alarm, available, running
from ..large_packages import sympy

SECONDS = 60
"""Processor time in seconds after which a call into SymPy is abandoned."""
_LARGEST = 10**4
"""The largest number in an exponent that SymPy may simplify: its polynomials have as many coefficients."""


class OverWork(BaseException):
    """The budget is exceeded. It is not an Exception, because SymPy catches those in places."""

    def __str__(self) -> str:
        return f"SymPy was given up after {SECONDS} s of processor time"


def budget(seconds: float = SECONDS) -> AbstractContextManager[None]:
    """A context that raises OverWork in the statements inside it after `seconds` of processor time; inside another
    budget, the outer one applies.

    It is enforced in the main thread of a process, on systems with interval timers; elsewhere there is no budget."""
    if not available() or running(PROCESSOR):
        return nullcontext()
    return Alarm(PROCESSOR, seconds, OverWork)


def unwieldy(expr: Any) -> str | None:
    """The reason why an expression is too large for SymPy to simplify (a large number in an exponent), or None if it is
    not."""
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
