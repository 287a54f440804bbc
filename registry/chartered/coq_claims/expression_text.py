"""Expressions as real numbers in Coq: nodes as recorded, and rational expressions in symbols that have a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic.recording import operands

from ..errors import CharteredError
from ..proof.coq.escaped_text import ratio
from .recorded_formulas import Terms

MOST_LETTERS = 60_000
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9]*", re.ASCII)
_KEYWORDS = {"as", "at", "by", "cofix", "else", "end", "exists", "exists2", "fix", "for", "forall", "fun", "if", "IF"}
_KEYWORDS |= {"in", "let", "match", "mod", "Prop", "return", "Set", "SProp", "then", "Type", "using", "where", "with"}
_MEANINGS = {
    "R",
    "exp",
    "ln",
    "sqrt",
    "PI",
    "Rmax",
    "Rmin",
    "is",
    "is_derive",
    "cited",
    "I",
    "above",
    "below",
    "derives",
}
"""Names that a letter may not have: the functions in formulas, and the lemmas of the proofs."""
_INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
_PREFIX = {"exp": "exp", "log": "ln", "sqrt": "sqrt", "max": "Rmax", "min": "Rmin", "neg": "-"}


def letter(name: str) -> str:
    """The Coq name of a letter, which no keyword or other name in the file equals; bound letters are '0, '1, ..."""
    if name.startswith("'"):
        return f"x{name[1:]}_"
    if not _PLAIN.fullmatch(name):
        raise CharteredError(f"the letter {name!r} has no name in Coq")
    return f"{name}_" if name in _KEYWORDS | _MEANINGS else name


def written(xp: Terms, index: int, known: Mapping[int, str] | None = None) -> str:
    """A node with all its operands, except nodes whose text is known. Raises CharteredError for a text that is too
    long, or for a node without a text."""
    found = dict(known or {})

    def text(at: int) -> str:
        if at not in found:
            found[at] = _node(xp, at, [text(part) for part in operands(xp.nodes[at])])
            if len(found[at]) > MOST_LETTERS:
                raise CharteredError("an expression has too many letters for a file of Coq")
        return found[at]

    return text(index)


def _node(xp: Terms, index: int, parts: list[str]) -> str:
    operation, *own = xp.nodes[index]
    if operation == "number":
        return number(own[0])
    if operation == "pi":
        return "PI"
    if operation == "letter":
        return letter(own[0])
    if operation == "apply":
        return f"(slope_{own[0]}_{own[1]} {' '.join(parts)})"
    if operation == "power":
        return f"({parts[0]} ^ {own[1]})" if own[1] >= 0 else f"(/ ({parts[0]} ^ {-own[1]}))"
    if operation in _INFIX:
        return f"({parts[0]} {_INFIX[operation]} {parts[1]})"
    if operation in _PREFIX:
        return f"({_PREFIX[operation]} {' '.join(parts)})"
    raise CharteredError(f"{operation} has no meaning in a file of Coq")


def number(x: Fraction) -> str:
    """A rational number."""
    over, under = ratio(str(x))
    return over if under == "1" else f"({over} / {under})"


def of_symbols(expr: Any, texts: Mapping[Any, str]) -> str:
    """A rational SymPy expression in symbols that have a text."""
    if expr.is_Symbol:
        return texts[expr]
    if expr.is_Rational:
        return number(Fraction(int(expr.p), int(expr.q)))
    if expr.is_Pow:
        base, n = of_symbols(expr.base, texts), int(expr.exp)
        return f"({base} ^ {n})" if n >= 0 else f"(/ ({base} ^ {-n}))"
    if expr.is_Add or expr.is_Mul:
        parts = [of_symbols(part, texts) for part in (expr.as_ordered_terms() if expr.is_Add else expr.args)]
        return f"({(' + ' if expr.is_Add else ' * ').join(parts)})"
    raise CharteredError(f"{expr} is no rational expression")
