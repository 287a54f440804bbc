"""Mutants: every planted error in the shipped formulas, and how one is planted in a running process without touching a
file."""

from __future__ import annotations

import ast
import gc
import inspect
import pkgutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from types import CodeType, FunctionType, ModuleType
from typing import Any

import chartered_plugins

from .operators import variants

NO_FORMULA = (ast.Raise, ast.Assert, ast.JoinedStr, ast.AnnAssign, ast.arguments)
"""Where nothing is planted: texts of errors, checks of types, annotations and defaults."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One planted error: its module, the function in which it stands, its number in the module, and the two spellings.

    `nth` tells apart those of one function that are spelled alike.
    """

    module: str
    function: str
    number: int
    before: str
    after: str
    nth: int

    @property
    def name(self) -> str:
        """What stays while other lines of the module change."""
        again = f" ({self.nth})" if self.nth > 1 else ""
        return f"{self.module.removeprefix('chartered_plugins.')}.{self.function}: {self.before} -> {self.after}{again}"


def modules() -> list[str]:
    """The modules that hold formulas: those of each subject's folders `formulas` and `laws`, then the plugins."""
    shipped = pkgutil.walk_packages(chartered_plugins.__path__, f"{chartered_plugins.__name__}.")
    plain = [module.name for module in shipped if module.name.split(".")[-2] in ("formulas", "laws")]
    return plain + sorted(
        point.value for point in entry_points(group="chartered") if point.value.startswith(chartered_plugins.__name__)
    )


def mutants(module: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    found, seen = [], Counter[tuple[str, str, str]]()
    for number, (function, before, after, _) in enumerate(_errors(_tree(module))):
        seen[function, before, after] += 1
        found.append(Mutant(module, function, number, before, after, seen[function, before, after]))
    return found


@contextmanager
def planted(mutant: Mutant) -> Iterator[list[str]]:
    """Gives every function of this process that runs the mutated code the error, and takes it out again. Yields their
    names."""
    forget()
    module = import_module(mutant.module)
    right = _compiled(module, _tree(mutant.module))
    trees = (tree for number, (_, _, _, tree) in enumerate(_errors(_tree(mutant.module))) if number == mutant.number)
    wrong = _compiled(module, next(trees))
    changed = {_key(old): new for old, new in _pairs(right, wrong) if _key(old) != _key(new)}
    altered = [
        (function, function.__code__) for function in _alive(module.__file__) if _key(function.__code__) in changed
    ]
    for function, code in altered:
        function.__code__ = changed[_key(code)]
    try:
        yield [function.__qualname__ for function, _ in altered]
    finally:
        for function, code in altered:
            function.__code__ = code
        forget()


def forget() -> None:
    """Empties the caches of our functions, which may hold values from before."""
    for module in [module for name, module in sys.modules.items() if name.startswith("chartered_plugins")]:
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear") and not isinstance(value, type):
                value.cache_clear()


def _tree(module: str) -> ast.Module:
    return ast.parse(_source(module))


@lru_cache
def _source(module: str) -> str:
    return inspect.getsource(import_module(module))


def _errors(tree: ast.Module) -> Iterator[tuple[str, str, str, ast.Module]]:
    """(function, spelling before and after, the whole tree with the error), one after the other; the tree is mended in
    between."""
    for function, node, parent, field, index in list(_sites(tree)):
        small = isinstance(node, ast.Constant | ast.Attribute | ast.Name) and isinstance(parent, ast.expr)
        before = ast.unparse(parent if small else node)
        for changed in variants(node):
            _put(parent, field, index, changed)
            yield function, before, ast.unparse(parent if small else changed), tree
            _put(parent, field, index, node)


def _sites(tree: ast.Module) -> Iterator[tuple[str, ast.AST, ast.AST, str, int | None]]:
    """Each expression of a formula, with its function and the place where it stands."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef) and not _no_quantity(statement):
            yield from _below(statement, statement.name, inside=not _lists(statement))


def _below(node: ast.AST, function: str, inside: bool) -> Iterator[tuple[str, ast.AST, ast.AST, str, int | None]]:
    for field, value in ast.iter_fields(node):
        if field in ("decorator_list", "returns", "annotation") or (
            isinstance(node, ast.Lambda | ast.FunctionDef) and field == "args"
        ):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or isinstance(child, NO_FORMULA) or _no_quantity(child):
                continue
            within = inside or isinstance(child, ast.Lambda)
            if within:
                yield function, child, node, field, index
            name = f"{function}.{child.name}" if isinstance(child, ast.FunctionDef) else function
            yield from _below(child, name, within)


def _lists(node: ast.AST) -> bool:
    """A function that says what a plugin registers: only the lambdas in it are formulas."""
    returns = ast.unparse(node.returns) if isinstance(node, ast.FunctionDef) and node.returns else ""
    kinds = ("Mechanism", "Parameter", "Theorem", "Accountant", "Claim")
    return any(returns in (f"ch.{k}", f"list[ch.{k}]", f"tuple[ch.{k}, ...]") for k in kinds)


def _no_quantity(node: ast.AST) -> bool:
    """What may be larger or smaller, and no number is another one for it."""
    return _proposes(node) or _precision(node) or _work(node)


def _work(node: ast.AST) -> bool:
    """How much work is counted, before it is done: it ends what takes too long, and changes no number. A call of
    `charge`, or what is named `work`: a function, and what is handed to one."""
    if isinstance(node, ast.FunctionDef):
        return node.name == "work"
    return _called(node) == "charge" or _assigned(node) == "work"


def _precision(node: ast.AST) -> bool:
    """How many digits or pieces are wanted is no matter of right and wrong: what they lose is enclosed. By the name of
    what is handed on or assigned, or in the precision of a block of ball arithmetic."""
    if isinstance(node, ast.keyword):
        return node.arg in ("bits", "cap", "digits", "maxsize")
    return _called(node) == "balls" or _assigned(node) in ("cap", "extra", "spare", "accuracy")


def _proposes(node: ast.AST) -> bool:
    """A search, and what it is asked: what it proposes may be wrong, as the formula is evaluated there once more."""
    name = node.name if isinstance(node, ast.FunctionDef) else _called(node)
    return name.startswith("propose")


def _called(node: ast.AST) -> str:
    """The name of the function that is called, without what it belongs to."""
    function = node.func if isinstance(node, ast.Call) else None
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _assigned(node: ast.AST) -> str:
    """The name to which alone something is assigned."""
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target if isinstance(node, ast.AugAssign) else 0
    return getattr(target, "id", "")


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _compiled(module: ModuleType, tree: ast.Module) -> CodeType:
    code: CodeType = compile(ast.fix_missing_locations(tree), str(module.__file__), "exec", dont_inherit=True)
    return code


def _pairs(one: CodeType, other: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The codes of the same functions in two compilations of one module."""
    yield one, other
    inner = [[c for c in code.co_consts if isinstance(c, CodeType)] for code in (one, other)]
    for old, new in zip(*inner, strict=True):
        yield from _pairs(old, new)


def _key(code: CodeType) -> tuple[Any, ...]:
    """What tells the code of one function from that of another, and from its mutant."""
    consts = tuple(_key(c) if isinstance(c, CodeType) else (type(c), c) for c in code.co_consts)
    return code.co_qualname, code.co_firstlineno, code.co_code, consts, code.co_names, tuple(code.co_positions())


def _alive(file: str | None) -> list[FunctionType]:
    return [f for f in gc.get_objects() if type(f) is FunctionType and f.__code__.co_filename == file]
