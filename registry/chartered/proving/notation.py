"""Notation: the definitions of the names in the formulas of claims. A formula is a text, or a function whose arguments
after the arithmetic are its letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from inspect import Parameter, signature
from typing import Any, TypeAlias

from .ranges import Over, Range, of_each

Written: TypeAlias = Callable[..., Any] | str | int | Fraction
"""A formula `f(xp, *letters)`, its text, or an exact number."""
FUNCTIONS = {"Phi": "ndtr", "Phi_inverse": "ndtri", "log_Phi": "log_ndtr", "max": "maximum", "min": "minimum"} | {
    name: name for name in ("exp", "log", "sqrt", "log1p", "expm1", "positive", "gamma", "lgamma", "erfc")
}
"""The functions of every formula, by the names of the arithmetic."""
RESERVED = {"exp", "log", "sqrt", "log1p", "expm1", "max", "min", "pi", "inf", "Phi"}
"""Names that no definition, letter or known function may take; gamma, say, is a letter in papers, and may be."""
_DEFINED = re.compile(r"(\w+)(?:\(([\w, ]*)\))? = (.*)", re.DOTALL)
DERIVED = re.compile(r"d(\d?)/d([A-Za-z]\w*?)\1 (.*)", re.DOTALL)
"""The text of a derivative: its order, the letter, and the formula that is differentiated."""


class Notation:
    """The definitions of the names in the formulas of some claims.

    Args:
        definitions: Texts, "p = g/(1 + g)" or "mean(x, y) = (x + y)/2".
        ranges: The ranges in which balls search for counterexamples, {"x y": (0, 9)} for both letters.
        known: Functions `f(xp, *arguments)` (`f(*arguments)` if no arithmetic is needed), modules of such functions,
            theorems (`Shipped`), other notations and exact numbers, by name.

    Raises:
        ValueError: A text is no definition, or defines a name again, or a name has a meaning of its own, as log has.

    Examples:
        >>> notation = proving.Notation("mean(x, y) = (x + y)/2", ranges={"x y": (0, 9)})
        >>> part = proving.Same("symmetric", "mean(x, y)", "mean(y, x)")
        >>> proving.verdict_name(proving.Proof(notation, [part])(proving.Effort()))
        'proved'
        >>> sorted(notation.extended(["z = x"]).ranges_of({}, "z + y"))
        ['x', 'y']
    """

    def __init__(self, *definitions: str, ranges: Over | None = None, **known: Any) -> None:
        self.definitions: dict[str, tuple[tuple[str, ...], str]] = {}
        for definition in definitions:
            self._define(definition)
        self.known: dict[str, Any] = known
        self.ranges = of_each(ranges or {})
        _check_names([*self.known, *self.ranges])

    def extended(self, definitions: Sequence[str] = (), over: Over | None = None) -> Notation:
        """A copy with more `definitions`, and with the ranges `over` of some letters, for one claim."""
        found = Notation(**self.known)
        found.definitions |= self.definitions
        found.ranges = {**self.ranges, **of_each(over or {})}
        _check_names(found.ranges)
        for definition in definitions:
            found._define(definition)
        return found

    def _define(self, definition: str) -> None:
        match = _DEFINED.fullmatch(definition)
        if match is None or match[1] in self.definitions:
            raise ValueError(f"{definition!r} defines nothing, or what is defined before")
        name, arguments, text = match.groups()
        _check_names([name], f"{definition!r}: ")
        self.definitions[name] = tuple((arguments or "").replace(",", " ").split()), text

    def ranges_of(self, over: Over, *formulas: Written) -> dict[str, Range]:
        """The range of each letter of the `formulas`; ranges in `over` take precedence.

        Raises:
            ValueError: A function has a letter without a range.
        """
        letters = {letter for of in formulas for letter in self._letters_of(of)}
        local = of_each(over)
        _check_names(local)
        known = {**self.ranges, **local}
        for of in formulas:
            if callable(of) and (unknown := [letter for letter in arguments_of(of) if letter not in known]):
                raise ValueError(f"no range is given for {', '.join(unknown)}")
        return {letter: known[letter] for letter in known if letter in letters or letter in local}

    def _letters_of(self, of: Written) -> set[str]:
        if callable(of):
            return set(arguments_of(of))
        return self._letters(str(of))

    def _letters(self, text: str, bound: Sequence[str] = ()) -> set[str]:
        found: set[str] = set()
        for word in set(re.findall(r"(?<![\w.])[A-Za-z_]\w*\b(?!=)", DERIVED.sub(r"\3", text))) - set(bound):
            if word in self.definitions:
                arguments, inner = self.definitions[word]
                found |= self._letters(inner, arguments or bound)
            if word in self.ranges or word not in self.definitions:
                found.add(word)
        return found


def _check_names(names: Iterable[str], said: str = "") -> None:
    """Raises ValueError for a name that has a meaning in every text: log(x) = x would be proved where log is another
    function."""
    if taken := next((name for name in names if name in RESERVED), None):
        raise ValueError(f"{said}{taken} has a meaning of its own; choose another name")


def arguments_of(of: Callable[..., Any]) -> tuple[str, ...]:
    """The letters of a function: its arguments after the arithmetic, without keyword-only ones."""
    _, *arguments = signature(of).parameters.values()
    return tuple(one.name for one in arguments if one.kind is Parameter.POSITIONAL_OR_KEYWORD)
