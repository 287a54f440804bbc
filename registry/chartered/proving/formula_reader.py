"""Reading: formulas of a proof as functions that run in every arithmetic.

A text is a Python expression, or uses ^ for powers: "conversion.edge_epsilon(gamma, 1 - exp(-gamma)/(1 + k))". Integers
and their quotients are exact. Names are the letters, `exp log sqrt log1p expm1 Phi Phi_inverse log_Phi positive max min
pi inf`, the notation's definitions, and its known functions, modules of functions and theorems, which run as
registered. "d/dx ..." and "d2/dx2 ..." are derivatives by SymPy."""

from __future__ import annotations

import ast
import inspect
import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any, TypeAlias

from chartered_verify.catching import ours
from msgspec import Struct, field

from .notation import DERIVED, FUNCTIONS, Notation, Written, arguments_of
from .ranges import Ends, Over, Range
from .registered_in_texts import Shipped
from .steps import Formula, slopes

Node: TypeAlias = Callable[[Any, "Values"], Any]
"""A part of a text, as a function of the arithmetic and of the values of its names."""
_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
_EXACT = frozenset((int, Fraction))
"""The types of exact numbers, compared by identity: a Fraction's isinstance is slow, and this is the hot path."""
_NO_LETTER = {"any": Range((1, 2))}


class Values(dict[str, Any]):
    """The values of the letters of a text, in order, and those of the definitions in it that have no arguments, each
    computed once."""

    __slots__ = ("defined",)

    def __init__(self, letters: Iterable[str], values: Iterable[Any]) -> None:
        super().__init__(zip(letters, values, strict=True))
        self.defined: dict[str, Any] = {}


class Reader(Struct, frozen=True):
    """The parser of the texts of one claim. Derivatives are computed once, at first use, from what is registered
    then."""

    notation: Notation
    _read: dict[tuple[str, tuple[str, ...]], Node] = field(default_factory=dict)

    def read(self, over: Over, *formulas: Written) -> tuple[list[Formula], dict[str, Ends]]:
        """The formulas as functions of the same variables, and the intervals in which counterexamples are searched."""
        ranges = self.notation.ranges_of(over, *formulas) or _NO_LETTER
        return [self.formula(of, ranges) for of in formulas], {letter: one.hunted for letter, one in ranges.items()}

    def formula(self, of: Written, ranges: Mapping[str, Range]) -> Formula:
        """A formula as a function of the variables of these letters, in order. Raises ValueError for a text that is no
        formula."""
        names, forms = tuple(ranges), [one.form for one in ranges.values()]
        inner = self.of_letters(of, names)
        if not any(forms):
            return inner
        return lambda xp, *values: inner(
            xp, *(value if form is None else form(xp, value) for form, value in zip(forms, values, strict=True))
        )

    def number(self, of: Written, values: Mapping[str, int | Fraction] | None = None) -> Callable[[Any], Any]:
        """A formula at exact numbers, as a function of the arithmetic."""
        at = values or {}
        for letter, value in at.items():
            if type(value) not in _EXACT:
                raise ValueError(f"{letter} = {value!r} is no exact number; write an integer or a Fraction")
        read = self.of_letters(of, tuple(at))
        return lambda xp: read(xp, *map(xp.number, at.values()))

    def place_of(self, letter: str, over: Over, *formulas: Written) -> int:
        """The index of a letter among those of the formulas. Raises ValueError if the letter is not a variable itself:
        derivatives and limits are taken with respect to variables."""
        ranges = self.notation.ranges_of(over, *formulas)
        if letter not in ranges or ranges[letter].form is not None:
            raise ValueError(f"{letter!r} is no variable of these formulas")
        return list(ranges).index(letter)

    def of_letters(self, of: Written, names: tuple[str, ...]) -> Formula:
        """A formula as a function of these letters."""
        if callable(of):
            places = [names.index(letter) for letter in arguments_of(of)]
            return lambda xp, *values: of(xp, *(values[place] for place in places))
        node = self._text(str(of), names)
        return lambda xp, *values: _held(xp, node(xp, Values(names, values)))

    def _text(self, text: str, arguments: tuple[str, ...]) -> Node:
        key = text, arguments
        if key not in self._read:
            derived = DERIVED.fullmatch(text)
            if derived is not None and derived[2] not in arguments:
                raise ValueError(f"{text!r} is a derivative by {derived[2]!r}, which is no letter of it")
            if derived is not None and {"d", f"d{derived[2]}"} <= set(arguments):
                raise ValueError(f"{text!r} is a derivative or a quotient; write the quotient as (d)/(d{derived[2]})")
            if derived is None:
                self._read[key] = self._node(_parsed(text))
            else:
                order, by, inner = derived.groups()
                self._read[key] = self._derivative(inner, arguments, by, int(order or 1))
        return self._read[key]

    def _derivative(self, text: str, arguments: tuple[str, ...], by: str, order: int) -> Node:
        inner, place = self.of_letters(text, arguments), arguments.index(by)
        known: list[Formula] = []

        def by_sympy(xp: Any, *values: Any) -> Any:
            if not known:
                known.append(slopes(inner, place, " ".join(arguments), order, real=arguments))
            return known[0](xp, *values)

        def as_term(xp: Any, *values: Any) -> Any:
            return xp.derivative(inner, place, order, *values)

        return lambda xp, at: xp.variant(by_sympy, terms=as_term)(xp, *(_held(xp, at[name]) for name in arguments))

    def _node(self, part: ast.expr) -> Node:
        match part:
            case ast.Constant(value=int() | None as whole) if not isinstance(whole, bool):
                return lambda xp, at: whole  # None: an argument that is not given
            case ast.Name(id=name):
                return self._name(name)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                negated = self._node(inner)
                return lambda xp, at: -negated(xp, at)
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return _power(self._node(left), self._node(right))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return _combined(_OPERATORS[type(op)], self._node(left), self._node(right))
            case ast.Subscript(value=inner, slice=ast.Constant(value=int() as place)):
                whole_of = self._node(inner)
                return lambda xp, at: whole_of(xp, at)[place]
            case ast.Call(func=function, args=arguments, keywords=settings):
                return self._call(function, [self._node(one) for one in arguments], settings)
            case ast.Attribute(value=inner, attr=field_name):
                answer = self._node(inner)
                return lambda xp, at: xp.number(getattr(answer(xp, at), field_name))
        raise ValueError(f"{ast.unparse(part)!r} is no formula")

    def _name(self, name: str) -> Node:
        def read(xp: Any, at: Values) -> Any:
            if name in at:
                return at[name]
            if name in at.defined:
                return at.defined[name]
            if name in self.notation.definitions:
                arguments, text = self.notation.definitions[name]
                if arguments:
                    raise ValueError(f"{name} is a function of {', '.join(arguments)}")
                at.defined[name] = self._text(text, tuple(at))(xp, at)
                return at.defined[name]
            if name in ("pi", "inf"):
                return getattr(xp, name)
            known = self.notation.known.get(name)
            if not isinstance(known, int | Fraction):
                raise ValueError(f"no meaning is given for {name!r}")
            return known

        return read

    def _call(self, function: ast.expr, arguments: list[Node], settings: list[ast.keyword]) -> Node:
        match function:
            case ast.Name(id=name) if name in self.notation.definitions:
                return self._defined(self.notation, name, arguments)
            case ast.Name(id=name) if name in self.notation.known:
                return self._known(self.notation.known[name], arguments, settings)
            case ast.Name(id="max" | "min" as name):  # of several
                return lambda xp, at: reduce(getattr(xp, FUNCTIONS[name]), _values(xp, arguments, at))
            case ast.Name(id=name) if name in FUNCTIONS:
                return lambda xp, at: getattr(xp, FUNCTIONS[name])(*_values(xp, arguments, at))
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in self.notation.known:
                found = self.notation.known[module]
                if isinstance(found, Notation):
                    return Reader(found)._call(ast.Name(name), arguments, settings)
                return _run(getattr(found, name), arguments)
            case ast.Attribute(value=ast.Call() as inner, attr=name):
                return _method(self._node(inner), name, arguments)
            case ast.Attribute(value=ast.Attribute(value=ast.Call() as inner, attr=part), attr=name):
                whole = self._node(inner)
                return _method(lambda xp, at: getattr(whole(xp, at), part), name, arguments)
        raise ValueError(f"{ast.unparse(function)!r} is no function that the notation knows")

    def _defined(self, notation: Notation, name: str, arguments: list[Node]) -> Node:
        names, text = notation.definitions[name]
        if len(arguments) != len(names):
            raise ValueError(f"{name} is a function of {len(names)} arguments, and is called with {len(arguments)}")

        def call(xp: Any, at: Values) -> Any:
            return self._text(text, names)(xp, Values(names, [one(xp, at) for one in arguments]))

        return call

    def _known(self, known: Any, arguments: list[Node], settings: list[ast.keyword]) -> Node:
        if not isinstance(known, Shipped):
            return _run(known, arguments)
        given = {str(one.arg): self._node(one.value) for one in settings}
        return lambda xp, at: known.answer({name: value(xp, at) for name, value in given.items()})


def defined(notation: Notation, name: str) -> Formula:
    """The definition of that name, as a formula for Python."""
    arguments, text = notation.definitions[name]
    return lambda xp, *values: Reader(notation).of_letters(text, arguments)(xp, *values)


def _parsed(text: str) -> ast.expr:
    """A text as Python reads it. Raises ValueError for a text that is no expression."""
    try:
        return ast.parse(text.replace("^", "**"), mode="eval").body
    except ours(SyntaxError, ValueError, RecursionError):
        raise ValueError(f"{text!r} is no formula") from None


def _run(function: Callable[..., Any], arguments: list[Node]) -> Node:
    """A formula that is written in Python; if its first parameter is not `xp`, it is called without the arithmetic."""
    if next(iter(inspect.signature(function).parameters)) == "xp":
        return lambda xp, at: function(xp, *_values(xp, arguments, at))
    return lambda xp, at: function(*_values(xp, arguments, at))


def _method(answer: Node, name: str, arguments: list[Node]) -> Node:
    """A method of a profile or a curve, called without a witness."""
    more: tuple[Any, ...] = ({},) if name in ("delta", "epsilon") else ()
    return lambda xp, at: getattr(answer(xp, at), name)(xp, *_values(xp, arguments, at), *more)


def _combined(operation: Callable[[Any, Any], Any], left: Node, right: Node) -> Node:
    def combined(xp: Any, at: Values) -> Any:
        one, other = left(xp, at), right(xp, at)
        if type(one) in _EXACT:
            if type(other) in _EXACT:
                return operation(Fraction(one), other)
            return operation(_whole(xp, one), other)
        return operation(one, _whole(xp, other) if type(other) in _EXACT else other)

    return combined


def _power(base: Node, exponent: Node) -> Node:
    def power(xp: Any, at: Values) -> Any:
        one, other = base(xp, at), exponent(xp, at)
        if type(other) in _EXACT and other.denominator == 1:
            return (Fraction(one) if type(one) in _EXACT else one) ** int(other)
        return _held(xp, one) ** _held(xp, other)

    return power


def _whole(xp: Any, value: int | Fraction) -> Any:
    """An integer unchanged, because every arithmetic takes it; a fraction as a number of the arithmetic."""
    return int(value) if value.denominator == 1 else xp.number(value)


def _held(xp: Any, value: Any) -> Any:
    return xp.number(value) if type(value) in _EXACT else value


def _values(xp: Any, arguments: list[Node], at: Values) -> list[Any]:
    return [_held(xp, one(xp, at)) for one in arguments]
