"""Every `except` clause leaves an exception from outside alone."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

import pytest
from test_layers import modules

PYTHONS = {
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
}
BY_THEMSELVES = {
    ("chartered_verify.catching", ""),
    ("chartered_verify.large_packages", "BaseException"),  # kept, and raised again where it is waited for
    ("chartered.cli", "KeyboardInterrupt"),  # the command's own end
    ("chartered.cli.exit_status", "KeyboardInterrupt"),
}


def named(node: ast.expr | None) -> Iterator[str]:
    """The classes that a clause names: of several in brackets each, and of a constant its name."""
    match node:
        case None:
            yield "BaseException"
        case ast.Tuple(elts=parts):
            for part in parts:
                yield from named(part)
        case ast.Starred(value=value):
            yield from named(value)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield name


def too_wide(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The clauses that would also catch what is not ours: line, and class."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            last = node.body[-1]
            classes = [] if isinstance(last, ast.Raise) and last.exc is None else list(named(node.type))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            classes = (
                [name for each in node.args for name in named(each)] if [*named(node.func)] == ["suppress"] else []
            )
        else:
            continue
        yield from ((node.lineno, name) for name in classes if name in PYTHONS or name.isupper())


def test_every_clause_of_a_python_class_leaves_what_comes_from_outside_alone() -> None:
    """`except ours(ArithmeticError)` and `with ignoring(...)`, as `catching` says; or it raises again."""
    found = [
        f"{module}:{line} catches {name}"
        for module, _, tree in modules()
        for line, name in too_wide(tree)
        if (module, name) not in BY_THEMSELVES
    ]
    assert not found, found


@pytest.mark.parametrize(
    "clause",
    ["except ValueError: pass", "except: pass", "except (Own, OSError) as e: pass", "except (*UNSUPPORTED, Own): pass"],
)
def test_a_clause_that_forgets_it_is_found(clause: str) -> None:
    """The test above can fail: alone, in brackets, by a constant."""
    assert list(too_wide(ast.parse(f"try: work()\n{clause}")))
    assert list(too_wide(ast.parse("with suppress(OSError): work()")))


@pytest.mark.parametrize("clause", ["except ours(ValueError): pass", "except Own: pass", "except OSError: raise"])
def test_a_clause_that_is_right_is_not(clause: str) -> None:
    """Ours, a class of our own, and one that raises again."""
    assert not list(too_wide(ast.parse(f"try: work()\n{clause}")))
