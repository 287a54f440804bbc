"""Operators: the errors that are planted, one at one node of a formula: a sign, a constant or a direction the other
way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
RENAMED = {
    one: other
    for pair in (("min", "max"), ("minimum", "maximum"), ("exp", "expm1"), ("log", "log1p"), ("floor", "ceil"))
    for one, other in (pair, pair[::-1])
}
SYMMETRIC = {
    "min", "max", "minimum", "maximum", "logaddexp", "gcd", "hull", "hypot", "scale", "within", "_within",
    "with_failure_event", "slot_epsilon", "_product", "product", "lcm", "_common"
}  # fmt: skip
WORDS = {
    "isinstance", "hasattr", "getattr", "replace", "partial", "zip", "map", "range", "reduce", "cast", "Parameter",
    "Fraction"
}  # fmt: skip
"""Calls whose arguments are no quantities of one kind: to swap them is no slip of a formula."""


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """The node with one error in it, in every way that is planted."""
    match node:
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPPED and not _textual(node):
            yield _with(node, op=SWAPPED[type(op)]())
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            yield _with(node, ops=[SWAPPED[type(op)]()])
        case ast.Compare(ops=[first, second]) if type(first) in SWAPPED and type(second) in SWAPPED:
            yield _with(node, ops=[SWAPPED[type(first)](), second])
            yield _with(node, ops=[first, SWAPPED[type(second)]()])
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            yield node.operand
        case ast.Constant(value=value) if type(value) in (int, float) and value + 1 != value:
            yield _with(node, value=value + 1)
        case ast.Attribute(attr=name) if name in RENAMED:
            yield _with(node, attr=RENAMED[name])
        case ast.Name(id=name) if name in RENAMED:
            yield _with(node, id=RENAMED[name])
        case ast.Call():
            yield from _exchanged(node)


def _exchanged(call: ast.Call) -> Iterator[ast.AST]:
    """The last two arguments the other way round, but for those that are alike; the arithmetic, which comes first,
    stays."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    first = 1 if call.args and isinstance(call.args[0], ast.Name) and call.args[0].id in ("xp", "case", "self") else 0
    if name in SYMMETRIC | WORDS or name[:1].isupper() or len(call.args) < first + 2:
        return
    *before, one, other = call.args
    if (
        not isinstance(one, ast.Starred | ast.Lambda)
        and not isinstance(other, ast.Starred | ast.Lambda)
        and ast.dump(one) != ast.dump(other)
    ):
        yield _with(call, args=[*before, other, one])


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _textual(node: ast.AST) -> bool:
    """Texts and lists that are put together are no formula."""
    sides = (getattr(node, "left", None), getattr(node, "right", None))
    return any(
        isinstance(side, ast.JoinedStr | ast.List | ast.Tuple) or isinstance(getattr(side, "value", None), str)
        for side in sides
    )
