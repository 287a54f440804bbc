"""Sums of products: expressions multiplied out.

SymPy's `expand` multiplies one product of two sums after the other, by rules for any expression. Its ring of
polynomials takes a hundredth of the time: an expression is a polynomial in its atoms, which are its symbols and
whatever is no sum, product or whole power."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from .large_packages import sympy


def multiplied_out(expr: Any) -> Any:
    """The expression multiplied out: equal to `sympy.expand(expr)`."""
    if expr.has(sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):  # no numbers of a ring: their difference is not 0
        return sympy.expand(expr)
    known = {atom: atom if atom.is_Symbol else sympy.expand(atom) for atom in _atoms(expr)}
    inside = expr.xreplace(known)
    atoms = list(dict.fromkeys(_atoms(inside)))
    if not atoms:
        return sympy.expand(inside)
    ring = _ring(len(atoms))
    whole = ring.from_expr(inside.xreplace(dict(zip(atoms, ring.symbols, strict=True)))).as_expr(*atoms)
    return sympy.expand(whole)  # products of atoms may be one atom, such as a power of a sum


@lru_cache(maxsize=64)
def _ring(generators: int) -> Any:
    """The polynomials with rational coefficients in n = `generators` symbols."""
    names = [sympy.Dummy() for _ in range(generators)]
    return sympy.polys.rings.PolyRing(names, sympy.QQ, sympy.polys.orderings.lex)


def _atoms(expr: Any) -> Iterator[Any]:
    if expr.is_Add or expr.is_Mul:
        for part in expr.args:
            yield from _atoms(part)
    elif expr.is_Pow and expr.exp.is_Integer and expr.exp > 1:
        yield from _atoms(expr.base)
    elif not expr.is_Rational:
        yield expr
