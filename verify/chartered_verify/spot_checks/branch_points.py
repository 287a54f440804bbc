"""Branch points of a formula from its code: the constants in it, and the execution path at a point.

This covers the function itself, its inner functions, and functions of other modules that it calls by name, but not the
arithmetics."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import partial
from types import CellType, CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from ..catching import ours
from ..lazy_module import LazyModule

T = TypeVar("T")
ExecutionPath: TypeAlias = frozenset[tuple[CodeType, int]]
"""The instructions that were executed."""

_MOST_NUMBERS, _MOST_RATIOS = 64, 20
_LONGEST = 400
"""The least number of characters of a text that is not converted to a number."""


class FormulaCode(Struct, frozen=True):
    """The code of a formula, the exact numbers in it, and the ratios of these numbers if they are few."""

    codes: frozenset[CodeType]
    numbers: tuple[Fraction, ...]
    ratios: tuple[Fraction, ...]

    @classmethod
    def of(cls, *formulas: object) -> FormulaCode:
        """The code of these functions; functions that are not written in Python are ignored."""
        codes: set[CodeType] = set()
        found: dict[Fraction, None] = {}
        for value in _parts(formulas, codes, set()):
            found.update(dict.fromkeys(_numbers(value)))
        numbers = list(found)[:_MOST_NUMBERS]
        ratios = (x / y for x in numbers for y in numbers if y not in (0, 1, x)) if len(numbers) <= _MOST_RATIOS else ()
        return cls(frozenset(codes), tuple(numbers), tuple(dict.fromkeys(ratios)))

    def traced(self, call: Callable[[], T]) -> tuple[T, ExecutionPath]:
        """The result of a call, and its execution path through this code."""
        passed: set[tuple[CodeType, int]] = set()

        def inside(frame: FrameType, event: str, argument: object) -> Any:
            passed.add((frame.f_code, frame.f_lasti))
            return inside

        def entered(frame: FrameType, event: str, argument: object) -> Any:
            if frame.f_code not in self.codes:
                return None
            frame.f_trace_opcodes = True
            return inside

        outer_trace = sys.gettrace()
        sys.settrace(entered)
        try:
            return call(), frozenset(passed)
        finally:
            sys.settrace(outer_trace)

    def unexecuted_lines(self, paths: set[ExecutionPath]) -> int:
        """The number of lines of the called functions that are on none of these paths."""
        passed = {place for path in paths for place in path}
        executed = {code for code, _ in passed}
        lines = {
            (code, line)
            for code in executed
            for start, end, line in code.co_lines()
            if line is not None and line > code.co_firstlineno
        }
        executed_lines = {
            (code, line)
            for code in executed
            for start, end, line in code.co_lines()
            if line is not None and any((code, offset) in passed for offset in range(start, end, 2))
        }
        return len(lines - executed_lines)


def _parts(values: Any, codes: set[CodeType], seen: set[int]) -> Iterator[object]:
    """All constants that are reachable from these values, in particular from functions."""
    for value in values:
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, FunctionType):
            if not _library(value):
                yield from _parts((*_of_code(value.__code__, value.__globals__, codes), *_cells(value)), codes, seen)
        elif isinstance(value, partial):
            yield from _parts((value.func, *value.args, *value.keywords.values()), codes, seen)
        elif isinstance(value, MethodType):
            yield from _parts((value.__func__,), codes, seen)
        elif isinstance(value, list | tuple | set | frozenset):
            yield from _parts(value, codes, seen)
        elif isinstance(value, dict):
            yield from _parts((*value.keys(), *value.values()), codes, seen)
        else:
            yield value


def _library(function: FunctionType) -> bool:
    """Whether a function belongs to the arithmetics or to Python: its branches are not those of the formula."""
    top = (function.__module__ or "").partition(".")[0]
    return top == "chartered_verify" or top in sys.stdlib_module_names


def _of_code(code: CodeType, names: dict[str, Any], codes: set[CodeType]) -> list[object]:
    """The constants of a code object, and the values of the names in it, inner functions included."""
    codes.add(code)
    known = [names[name] for name in code.co_names if name in names]
    modules = [value.whole() if isinstance(value, LazyModule) else value for value in known]
    for module in [value for value in modules if isinstance(value, ModuleType)]:
        known += [getattr(module, name) for name in code.co_names if name in vars(module)]
    inner = [part for const in code.co_consts if isinstance(const, CodeType) for part in _of_code(const, names, codes)]
    return [*code.co_consts, *known, *inner]


def _cells(function: FunctionType) -> list[object]:
    """The closure of a function, and its defaults."""
    cells: tuple[CellType, ...] = function.__closure__ or ()
    contents = []
    for cell in cells:
        try:
            contents.append(cell.cell_contents)
        except ours(ValueError):  # not bound yet
            continue
    return [*contents, *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]


def _numbers(value: object) -> list[Fraction]:
    """The exact numbers that a constant may represent: for a float its exact value and its shortest decimal form."""
    try:
        if isinstance(value, bool):
            return []
        if isinstance(value, int | Fraction):
            return [Fraction(value)]
        if isinstance(value, float):
            return [Fraction(repr(value)), Fraction(value)]
        if isinstance(value, Decimal) or (isinstance(value, str) and len(value) < _LONGEST):
            huge = isinstance(value, Decimal) or "/" not in value
            return [] if huge and abs(Decimal(value).adjusted()) > _LONGEST else [Fraction(value)]
    except ours(ValueError, ArithmeticError, InvalidOperation):
        pass
    return []
