"""Elementary bounds on log Gamma, digamma and trigamma for x > 0 by Stirling's series: its remainder is between 0 and
the first omitted term (DLMF 5.11(ii))."""

from __future__ import annotations

from itertools import product
from typing import Any

from ..large_packages import sympy
from .sign_codes import not_above, not_below

_MOST = 4
_HALF = sympy.Rational(1, 2)


def gammas(expr: Any, symbol: Any) -> list[Any]:
    """The gamma functions in an expression that depend on the symbol."""
    atoms = expr.atoms(sympy.loggamma, sympy.polygamma)
    return sorted((atom for atom in atoms if atom.has(symbol)), key=sympy.default_sort_key)


def elementary_bounds(expr: Any, symbol: Any) -> list[Any] | None:
    """Expressions such that the given one lies between the least and the greatest of them at each point; None if it is
    not affine in each of its gamma functions, or if there are no bounds for one of them."""
    atoms = gammas(expr, symbol)
    pairs = [_bounds(atom) for atom in atoms]
    names = sympy.symbols(f"gamma0:{len(atoms)}", cls=sympy.Dummy)
    replaced = expr.xreplace(dict(zip(atoms, names, strict=True)))
    if len(atoms) > _MOST or None in pairs or gammas(replaced, symbol):
        return None
    if any(sympy.diff(replaced, name, 2) != 0 for name in names):
        return None
    vertices = product(*(pair for pair in pairs if pair is not None))
    return [replaced.xreplace(dict(zip(names, vertex, strict=True))) for vertex in vertices]


def common_sign(signs: list[str]) -> str:
    """The sign of an expression that lies between expressions with these signs."""
    if len(set(signs)) == 1:
        return signs[0]
    return "0+" if all(map(not_below, signs)) else "0-" if all(map(not_above, signs)) else "?"


def _bounds(atom: Any) -> tuple[Any, Any] | None:
    x = atom.args[-1]
    if isinstance(atom, sympy.loggamma):
        found = (x - _HALF) * sympy.log(x) - x + sympy.log(2 * sympy.pi) / 2
        return found, found + 1 / (12 * x)
    if atom.args[0] == 0:
        found = sympy.log(x) - 1 / (2 * x)
        return found, found - 1 / (12 * x**2)
    if atom.args[0] == 1:
        found = 1 / x + 1 / (2 * x**2)
        return found, found + 1 / (6 * x**3)
    return None
